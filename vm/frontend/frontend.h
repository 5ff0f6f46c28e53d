/* The built-in compiler: a subset of Java to standard class files (version 52). Every program it
 * accepts means the same to javac; everything else is refused with a message, which is javac's
 * where javac has one. It does not depend on the VM: classes that the sources do not define are
 * asked for as class files. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "api/java.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "classfile/classfile.h"

/* The class file of a class of the class path, by internal name, or NULL. */
struct java_class_path {
    const struct classfile *(*find)(void *context, const char *internal_name);
    void *context;
};

struct java_class {
    const char *name; /* internal form, interned */
    const uint8_t *bytes;
    size_t size;
};

struct java_classes {
    struct java_class *items;
    uint32_t count, capacity; /* grown with arena_vec_push */
    struct {
        const char **items; /* "java/util/List", or a package with its slash: "java/util/" */
        uint32_t count, capacity;
    } imports; /* of all sources, static ones left out */
};

struct java_options {
    bool line_numbers;    /* emit LineNumberTable; on by default in java_options_default */
    bool parameter_names; /* emit LocalVariableTable with the parameters that are references, for
                             messages of NullPointerExceptions; off by default */
};

struct java_options java_options_default(void);

/* Compiles [count] sources together. On success the class files are appended to [out], in [arena];
 * on failure returns false and [diag] holds the first error with file:line:column. */
bool java_compile(struct arena *arena, const struct java_source *sources, size_t count,
                  const struct java_class_path *path, const struct java_options *options,
                  struct diag *diag, struct java_classes *out);
/* Whether [source], the statements of a method, closes no brace but its own: what it would close
 * otherwise is around it. */
bool java_closes_own_braces(struct arena *arena, const struct java_source *source,
                            struct diag *diag);

#endif
