/* The target `vm`: sampled calls, and all of them, as edges. */
#include <string.h>

#include "formats/call_graph_file.h"
#include "harness/t_vm.h"

struct edges_read {
    struct arena *arena;
    struct {
        struct edge_observation *items;
        uint32_t count, capacity;
    } edges;
};

static struct edge_observation edge_at(const struct position *at) {
    struct edge_observation edge = {.callee = at ? at->method : NULL, .bci = -1};
    if (!at || !at->caller) return edge;
    edge.caller = at->caller->method;
    edge.bci = at->caller->bci;
    edge.line = at->caller->line;
    return edge;
}

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static struct edge_observation *edge_like(struct edges_read *read,
                                          const struct edge_observation *wanted) {
    for (uint32_t i = 0; i < read->edges.count; i++) {
        struct edge_observation *edge = &read->edges.items[i];
        if (edge->bci == wanted->bci && is_same(edge->callee, wanted->callee) &&
            is_same(edge->caller, wanted->caller))
            return edge;
    }
    arena_vec_push(read->arena, &read->edges, *wanted);
    return &read->edges.items[read->edges.count - 1];
}

static void add_row(void *context, const struct vm_row *row) {
    struct edges_read *read = context;
    bool is_sample = row->rule->point == POINT_sample;
    if (!is_sample && row->rule->point != POINT_poll) return;
    struct edge_observation wanted = edge_at(row->keys[BY_context].position),
                            *edge = edge_like(read, &wanted);
    *(is_sample ? &edge->samples : &edge->calls) += row->amounts[VM_AMOUNT_COUNT];
}

static size_t call_graph(struct target *target, struct arena *arena,
                         const struct edge_observation **edges) {
    struct vm_target *self = (struct vm_target *)target;
    struct edges_read read = {.arena = arena};
    vm_profile_each(self->counting.profile, self->counting.profilings.from,
                    vm_profile_marks(self->counting.profile) + 1, add_row, &read);
    *edges = read.edges.items;
    return read.edges.count;
}

/* --- files --- */

static bool read_call_graph(const char *path, struct arena *arena,
                            const struct edge_observation **edges, size_t *count,
                            struct diag *diag) {
    struct edges_read read = {.arena = arena};
    recorded_edges recorded = {0};
    if (!call_graph_read_file(path, arena, &recorded, diag)) return false;
    vec_each(struct recorded_edge, edge, &recorded) {
        struct edge_observation wanted = {
            .caller = edge->caller, .bci = edge->bci, .line = edge->line, .callee = edge->callee};
        edge_like(&read, &wanted)->calls += edge->samples;
    }
    *edges = read.edges.items;
    *count = read.edges.count;
    return true;
}

static bool inline_by(struct target *target, const char *path, struct diag *diag) {
    struct vm_target *self = (struct vm_target *)target;
    recorded_edges recorded = {0};
    if (!call_graph_read_file(path, &self->arena, &recorded, diag)) return false;
    vec_each(struct recorded_edge, edge, &recorded) {
        struct vm_recorded_call call = {edge->caller, edge->bci, edge->receiver,
                                        (double)edge->samples};
        vm_inline_by_recorded_calls(self->vm, &call, 1);
    }
    return true;
}

void t_vm_fill_call_graph(struct target *target) {
    target->call_graph_profiler = profiler_call_graph.name;
    target->all_calls_profiler = profiler_entries.name;
    target->call_graph = call_graph;
    target->read_call_graph = read_call_graph;
    target->inline_by = inline_by;
}
