/* Edges of the call graph: calls of a method by a bytecode. */
#ifndef PROFILERS_CALL_EDGES_H
#define PROFILERS_CALL_EDGES_H

#include "profilers/counting.h"

struct call_edge {
    const char *caller; /* NULL: it was called from outside, or by the VM */
    int bci, line;      /* of the call; -1 and 0: there is none */
    const char *callee;
    int64_t samples, calls;
    int64_t inferred; /* calls that are inlined and run with samples */
    int64_t most;     /* sampled and inferred ones of one sample, at most; 0: of none */
};

typedef VEC(struct call_edge) call_edges;

/* That of the same call and callee, which is added if there is none. */
struct call_edge *call_edge_like(call_edges *edges, const struct call_edge *wanted,
                                 struct arena *arena);
/* Sampled and counted since the last restart. */
void call_edges_counted(const struct counting *counting, call_edges *out, struct arena *arena);

#endif
