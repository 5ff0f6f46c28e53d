/* Files of the profiler call_graph, or of entries, as edges of the call graph. */
#ifndef FORMATS_CALL_GRAPH_FILE_H
#define FORMATS_CALL_GRAPH_FILE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "vm.h"

struct recorded_edge {
    const char *caller; /* "A.foo(Z)V"; NULL: the VM, or from outside */
    int bci, line;      /* of the call; -1 and 0: there is none */
    const char *callee;
    const char
        *receiver; /* class, as programs write it; NULL: the file does not say, or there is none */
    int64_t samples;
};

typedef VEC(struct recorded_edge) recorded_edges;

/* Of JSON; all is in [arena]. Where calls have longer contexts, those of an edge are added up. May fail. */
bool call_graph_read_file(const char *path, struct arena *arena, recorded_edges *out,
                          struct diag *diag);
/* What the file recorded tells the inliner what is hot. It is read in [arena]. May fail. */
bool call_graph_inline_by(struct vm *vm, const char *path, struct arena *arena, struct diag *diag);

#endif
