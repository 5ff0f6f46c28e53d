/* One compilation: what every part of the frontend shares. The first error ends it: an error
 * function does not return, it jumps back to java_compile. What may be alive at an error is in the
 * arena or in the compiler, so nothing is lost by the jump. Internal to this room, as every header
 * here but frontend.h.
 */
#ifndef FRONTEND_COMPILER_H
#define FRONTEND_COMPILER_H

#include <setjmp.h>

#include "base/strbuf.h"
#include "classfile/writer.h"
#include "frontend/ast.h"
#include "frontend/frontend.h"
#include "frontend/symbols.h"

/* A change to the types that are being inferred: a bound added to a list, or a solution. */
struct trail_entry {
    struct type_list *list;
    struct inference *variable;
};

/* A use of a local variable inside a lambda or class that it is not declared in. */
struct captured_use {
    const struct variable *variable;
    struct place place;
    bool is_in_lambda;
};

/* A type argument that is looked at again once all bounds are known. */
struct bound_check {
    struct type *type;
    uint32_t argument;
    struct place place;
};

struct compiler {
    struct arena *arena;
    struct diag *diag;
    jmp_buf on_error;
    const struct java_class_path *path; /* may be NULL */
    const struct java_options *options;
    struct java_classes *out;
    struct compilation_unit *units;
    size_t unit_count;
    struct class_list classes; /* of the sources, outer before nested, in textual order */
    struct class_table *table;
    struct type_table *types;
    struct {
        struct trail_entry *items;
        uint32_t count, capacity;
    } trail;
    struct {
        struct captured_use *items;
        uint32_t count, capacity;
    } captured_uses;
    struct {
        struct bound_check *items;
        uint32_t count, capacity;
    } bound_checks;
    bool are_bounds_known;
    int subtype_depth;
    struct type primitives[JAVA_TYPE_COUNT]; /* [JAVA_REFERENCE] is the type of null */
    struct class_writer writer;              /* of the class being written */
    bool is_writing;
    struct strbuf text; /* see compiler_text */
};

/* An empty buffer for the text being read, one at a time. Interned text is what outlives it. */
struct strbuf *compiler_text(struct compiler *compiler);

/* The user's mistake, as javac words it. */
_Noreturn void compile_error(struct compiler *compiler, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Java that the frontend does not know: "generics are not supported by the built-in frontend; ..."
 */
_Noreturn void compile_refuse(struct compiler *compiler, struct place place, const char *what);

#endif
