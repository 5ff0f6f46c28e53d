/* The target `vm`: sampled calls, and all of them, as edges. */
#include "formats/call_graph_file.h"
#include "harness/t_vm.h"
#include "profilers/call_edges.h"

static const struct edge_observation *seen_of(const call_edges *edges, struct arena *arena) {
    struct edge_observation *seen = ARENA_ARRAY(arena, struct edge_observation, edges->count);
    for (uint32_t i = 0; i < edges->count; i++) {
        const struct call_edge *edge = &edges->items[i];
        seen[i] =
            (struct edge_observation){edge->caller,  edge->bci,   edge->line,     edge->callee,
                                      edge->samples, edge->calls, edge->inferred, edge->most};
    }
    return seen;
}

static size_t call_graph(struct target *target, struct arena *arena,
                         const struct edge_observation **edges) {
    call_edges counted = {0};
    call_edges_counted(&((struct vm_target *)target)->counting, &counted, arena);
    *edges = seen_of(&counted, arena);
    return counted.count;
}

/* --- files --- */

static bool read_call_graph(const char *path, struct arena *arena,
                            const struct edge_observation **edges, size_t *count,
                            struct diag *diag) {
    call_edges read = {0};
    recorded_edges recorded = {0};
    if (!call_graph_read_file(path, arena, &recorded, diag)) return false;
    vec_each(struct recorded_edge, edge, &recorded) {
        struct call_edge wanted = {
            .caller = edge->caller, .bci = edge->bci, .line = edge->line, .callee = edge->callee};
        call_edge_like(&read, &wanted, arena)->calls += edge->samples;
    }
    *edges = seen_of(&read, arena);
    *count = read.count;
    return true;
}

static bool inline_by(struct target *target, const char *path, struct diag *diag) {
    struct vm_target *self = (struct vm_target *)target;
    return call_graph_inline_by(self->vm, path, &self->arena, diag);
}

void t_vm_fill_call_graph(struct target *target) {
    target->call_graph_profiler = profiler_call_graph.name;
    target->all_calls_profiler = profiler_entries.name;
    target->call_graph = call_graph;
    target->read_call_graph = read_call_graph;
    target->inline_by = inline_by;
}
