/* Field and method descriptors (JVMS 4.3) and the types of values they name. */
#ifndef CLASSFILE_DESCRIPTOR_H
#define CLASSFILE_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "api/java.h"
#include "base/arena.h"

/* The type that a value of this type has on the stack: boolean, byte, char and short are int. */
enum java_type java_stack_type(enum java_type type);
/* 2 for long and double, 0 for void, else 1 (JVMS 2.6.1). */
int java_type_slots(enum java_type type);
/* Bytes of a field or an array element of this type. */
int java_type_size(enum java_type type);

/* Reads the type at *[cursor] and moves past it. The descriptor must be well formed. If
 * [class_name] is not NULL it receives, for references, the interned internal class name
 * ("java/lang/String", "[I"), else NULL. */
enum java_type descriptor_next(const char **cursor, const char **class_name);

/* What a method descriptor says, once for the process. The descriptor must be interned and well
 * formed. */
const struct method_shape *method_shape_of(const char *descriptor);

bool descriptor_is_field(const char *text);  /* well formed? */
bool descriptor_is_method(const char *text); /* well formed, at most 255 slots */

/* An internal name as Java writes it: "java.lang.String[]" of "[Ljava/lang/String;"; "a.B" of "a/B". */
const char *class_words(struct arena *arena, const char *name);

#endif
