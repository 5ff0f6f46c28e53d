/* Which operation of the program: a bytecode, and the calls through which its method was inlined
 * into the code that was compiled. Wherever the compiler moves the operation, this stays. */
#ifndef ASSERTIONS_ORIGIN_H
#define ASSERTIONS_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct code_place {
    const char *method; /* "A.foo(Z)V" */
    int bci, line;
    bool is_below_hidden; /* in code of a hidden class that the call here leads to */
};

struct origin {
    struct code_place at; /* its method is NULL when nothing is known */
    uint32_t caller_count;
    const struct code_place *callers; /* from the inside out: the last is in the root */
};

/* The method that was compiled. */
const char *origin_root(const struct origin *origin);
bool origin_equal(const struct origin *a, const struct origin *b);
/* Below 0 when [a] comes first: in the order of the bytecodes, where inlined code stands in the
 * place of its call. Different roots in the order of their names. */
int origin_compare(const struct origin *a, const struct origin *b);

/* "A.foo(Z)V:12 (line 3)" */
const char *code_place_text(const struct code_place *place, struct arena *arena);
/* Likewise, with the calls from the inside out: "B.bar()V:4 (line 9) < A.foo(Z)V:12 (line 3)". */
const char *origin_text(const struct origin *origin, struct arena *arena);

/* A step of an inlined path, as a spec names it. */
struct via {
    const char *method; /* "A.foo" or "A.foo(Z)V" */
    int line;           /* of the call; 0: any */
};
/* Was it inlined through all these calls, in this order from the outside in? Others may lie in
 * between; the last of several may be the method that the bytecode is in. */
bool origin_is_via(const struct origin *origin, const struct via *path, uint32_t count);

/* "A.foo" names "A.foo(Z)V" and its overloads, "A.foo(Z)V" and "A.foo(boolean)" itself only; NULL names everything. */
bool name_matches(const char *pattern, const char *name);

#endif
