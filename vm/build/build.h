/* Bytecode to graph: an abstract interpretation over the basic blocks (SSA on the fly, phis at
 * merges, trivial phis removed), with frame states, implicit checks as guards, and branch odds from
 * the profile. Mirrors of classes come from environment. Announces the finished graph to the
 * compilation's listener. */
#ifndef BUILD_BUILD_H
#define BUILD_BUILD_H

#include "ir/compilation.h"
#include "runtime/runtime.h"

/* compilation->environment. */
struct build_environment {
    struct runtime *runtime;
    /* Inserted code leaves where its classes are not initialised: no Java runs while it is built,
     * since its threads may wait for the thread that builds. */
    bool runs_no_java;
};

/* The graph of a method: not yet optimised, nothing inlined. [caller]: position of the call when it
 * is built to be inlined, else NULL. Bails out (compilation_bail_out) when the method cannot be
 * compiled; when [why_not] is not NULL it returns NULL with the reason instead, for callees. */
struct graph *build_graph(struct compilation *compilation, struct method *method,
                          const struct position *caller, enum reason *why_not);

/* The same, entered at the loop header [bci] of the bytecode, with an empty stack: parameter n is
 * the interpreter's local n there (on-stack replacement). graph->is_loop. */
struct graph *build_loop_graph(struct compilation *compilation, struct method *method, int bci);

/* Mirrors, made on demand. */
struct meta_class *build_meta_class(struct compilation *compilation, struct class *class);
struct meta_method *build_meta_method(struct compilation *compilation, struct method *method);
struct meta_field *build_meta_field(struct compilation *compilation, struct field *field);

#endif
