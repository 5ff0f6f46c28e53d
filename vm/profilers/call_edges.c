#include "profilers/call_edges.h"

#include <string.h>

struct edges_read {
    call_edges *edges;
    struct arena *arena;
    int64_t most;
};

static struct call_edge edge_at(const struct position *at) {
    struct call_edge edge = {.callee = at ? at->method : NULL, .bci = -1};
    if (!at || !at->caller) return edge;
    edge.caller = at->caller->method;
    edge.bci = at->caller->bci;
    edge.line = at->caller->line;
    return edge;
}

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

struct call_edge *call_edge_like(call_edges *edges, const struct call_edge *wanted,
                                 struct arena *arena) {
    vec_each(struct call_edge, edge, edges)
        if (edge->bci == wanted->bci && is_same(edge->callee, wanted->callee) &&
            is_same(edge->caller, wanted->caller))
            return edge;
    arena_vec_push(arena, edges, *wanted);
    return &vec_last(edges);
}

static int64_t *counter_of(struct call_edge *edge, enum vm_point point) {
    return point == POINT_sample     ? &edge->samples
           : point_is_inlined(point) ? &edge->inferred
                                     : &edge->calls;
}

static void add_row(void *context, const struct vm_row *row) {
    struct edges_read *read = context;
    if (!point_is_of_windows(row->rule->point)) return;
    struct call_edge wanted = edge_at(row->keys[BY_context].position),
                     *edge = call_edge_like(read->edges, &wanted, read->arena);
    *counter_of(edge, row->rule->point) += row->amounts[VM_AMOUNT_COUNT];
    edge->most = read->most;
}

void call_edges_counted(const struct counting *counting, call_edges *out, struct arena *arena) {
    struct edges_read read = {out, arena, vm_sampling(counting->vm).most};
    vm_profile_each(counting->profile, counting->profilings.from,
                    vm_profile_marks(counting->profile) + 1, add_row, &read);
}
