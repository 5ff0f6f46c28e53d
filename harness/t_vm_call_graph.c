/* The target `vm`: sampled calls, and all of them, as edges. */
#include <string.h>

#include "base/file.h"
#include "formats/json.h"
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
    vm_profile_each(self->profile, self->profilings.from, vm_profile_marks(self->profile) + 1,
                    add_row, &read);
    *edges = read.edges.items;
    return read.edges.count;
}

/* --- files --- */

static const struct profile_table *graph_in(const struct profile_tables *tables) {
    for (size_t i = 0; i < tables->table_count; i++) {
        const struct profile_table *table = &tables->tables[i];
        bool is_graph = strcmp(table->name, profiler_call_graph.name) == 0 ||
                        strcmp(table->name, profiler_entries.name) == 0;
        if (is_graph && table->key_count == 1 && table->columns[0].kind == PROFILE_PATH)
            return table;
    }
    return NULL;
}

static struct edge_observation edge_in_file(const struct profile_frame *frame) {
    struct edge_observation edge = {.callee = frame ? frame->method : NULL, .bci = -1};
    if (!frame || !frame->caller) return edge;
    edge.caller = frame->caller->method;
    edge.bci = frame->caller->bci;
    edge.line = (int)frame->caller->line;
    return edge;
}

static bool read_tables(const char *path, struct arena *arena, struct profile_tables *tables,
                        struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    bool done = file_read_stream(path, &text, (struct place){0}, diag) &&
                profile_of_json(arena, path, strbuf_text(&text), text.length, tables, diag);
    strbuf_release(&text);
    return done;
}

static bool read_call_graph(const char *path, struct arena *arena,
                            const struct edge_observation **edges, size_t *count,
                            struct diag *diag) {
    struct profile_tables tables;
    if (!read_tables(path, arena, &tables, diag)) return false;
    const struct profile_table *table = graph_in(&tables);
    if (!table)
        return diag_error(diag, (struct place){0},
                          "'%s' has no call graph: write it with `jitvm profile call_graph -o`",
                          path);
    struct edges_read read = {.arena = arena};
    for (size_t i = 0; i < table->row_count; i++) {
        struct edge_observation wanted = edge_in_file(table->rows[i][0].frame);
        edge_like(&read, &wanted)->calls += table->rows[i][table->main].number;
    }
    *edges = read.edges.items;
    *count = read.edges.count;
    return true;
}

void t_vm_fill_call_graph(struct target *target) {
    target->call_graph_profiler = profiler_call_graph.name;
    target->all_calls_profiler = profiler_entries.name;
    target->call_graph = call_graph;
    target->read_call_graph = read_call_graph;
}
