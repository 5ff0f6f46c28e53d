/* Constants of a class's pool, resolved on first use (JVMS 5.4.3). Each function returns NULL with
 * an exception pending when resolution fails; may load classes and collect. The *_resolved twins
 * never do anything: the answer if it is there, else NULL, for the compiler.
 *
 * Inserted code, and what runs on its behalf, has resolutions of its own (resolution_index), so
 * that nothing is resolved for the program that it has not resolved itself. */
#ifndef RUNTIME_RESOLVE_H
#define RUNTIME_RESOLVE_H

#include "classfile/opcodes.h"
#include "runtime/runtime.h"

/* How the functions below are asked for the constant at [index]. */
static inline uint32_t resolution_index(const struct class *class, uint16_t index,
                                        bool for_inserted_code) {
    return for_inserted_code ? (uint32_t) class->file->constant_count + index : index;
}

struct class *resolve_class_named(struct thread *thread, const struct class *from,
                                  const char *name);
struct class *resolve_class(struct thread *thread, struct class *class, uint32_t index);
struct field *resolve_field(struct thread *thread, struct class *class, uint32_t index,
                            bool is_static);
/* The field that [method] stores to: final ones only in initialisers (JVMS 6.5.putfield). */
struct field *resolve_field_to_store(struct thread *thread, struct method *method, uint32_t index,
                                     bool is_static);
bool field_may_be_stored(const struct field *field, const struct method *method);
/* May the code of [from] make objects with it (JVMS 5.4.4)? */
bool constructor_is_accessible(struct thread *thread, struct class *from,
                               const struct method *constructor);
/* For invokestatic, invokespecial, invokevirtual or invokeinterface. Of the latter two it is kept
 * by the caller, once a method was selected for a receiver, too: until then java's errors say more.
 */
struct method *resolve_method(struct thread *thread, struct class *class, uint32_t index,
                              enum opcode opcode);
void resolved_method_keep(struct class *class, uint32_t index, struct method *method);
/* Integer, float, long, double constants need no resolution: see classfile. String and Class: */
struct object *resolve_string(struct thread *thread, struct class *class, uint32_t index);

struct class *resolved_class(const struct class *class, uint32_t index);
struct field *resolved_field(const struct class *class, uint32_t index);
struct method *resolved_method(const struct class *class, uint32_t index);
struct object *resolved_string(const struct class *class,
                               uint32_t index); /* or Class mirror; a root, never moves */

/* The method that invokespecial at [current] selects for the resolved [method]
 * (JVMS 6.5.invokespecial). */
struct method *special_method(struct class *current, struct method *method);
/* The same for the constant at [index], with the error pending when it is abstract. */
struct method *select_special_method(struct thread *thread, struct class *class, uint32_t index,
                                     struct method *method);

#endif
