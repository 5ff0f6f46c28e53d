/* CALL GRAPH FILE: the table's rows by the method, the call that led there, and the receiver's class where it has one. */
#include "formats/call_graph_file.h"

#include <string.h>

#include "base/file.h"
#include "formats/json.h"

static bool is_same(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static struct recorded_edge *edge_like(recorded_edges *edges, const struct recorded_edge *wanted,
                                       struct arena *arena) {
    vec_each(struct recorded_edge, edge, edges) {
        if (edge->bci == wanted->bci && is_same(edge->callee, wanted->callee) &&
            is_same(edge->caller, wanted->caller) && is_same(edge->receiver, wanted->receiver))
            return edge;
    }
    arena_vec_push(arena, edges, *wanted);
    return &edges->items[edges->count - 1];
}

/* The column of this name among the first [count] ones; [count]: there is none. */
static size_t column_called(const struct profile_table *table, const char *name, size_t count) {
    size_t i = 0;
    while (i < count && strcmp(table->columns[i].name, name) != 0) i++;
    return i;
}

static size_t key_called(const struct profile_table *table, const char *name) {
    return column_called(table, name, table->key_count);
}

/* Calls that are not inlined. */
static size_t amount_in(const struct profile_table *table) {
    size_t sampled = column_called(table, "sampled", table->column_count);
    return sampled < table->column_count ? sampled : table->main;
}

static const struct profile_table *graph_in(const struct profile_tables *tables) {
    for (size_t i = 0; i < tables->table_count; i++) {
        const struct profile_table *table = &tables->tables[i];
        size_t context = key_called(table, "context");
        bool is_graph =
            strcmp(table->name, "call_graph") == 0 || strcmp(table->name, "entries") == 0;
        if (table->levels && strcmp(table->levels, "0") == 0) continue; /* methods, and no calls */
        if (is_graph && context < table->key_count && table->columns[context].kind == PROFILE_PATH)
            return table;
    }
    return NULL;
}

static void add_row(const struct profile_table *table, size_t row, struct arena *arena,
                    recorded_edges *out) {
    const struct profile_cell *cells = table->rows[row];
    const struct profile_frame *frame = cells[key_called(table, "context")].frame;
    size_t class = key_called(table, "class");
    struct recorded_edge edge = {.callee = frame ? frame->method : NULL, .bci = -1};
    if (class < table->key_count && table->columns[class].kind == PROFILE_TEXT)
        edge.receiver = cells[class].text;
    if (frame && frame->caller) {
        edge.caller = frame->caller->method;
        edge.bci = frame->caller->bci;
        edge.line = (int)frame->caller->line;
    }
    int64_t samples = cells[amount_in(table)].number;
    if (samples) edge_like(out, &edge, arena)->samples += samples;
}

bool call_graph_read_file(const char *path, struct arena *arena, recorded_edges *out,
                          struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    struct profile_tables tables;
    bool is_read = file_read_stream(path, &text, (struct place){0}, diag) &&
                   profile_of_json(arena, path, strbuf_text(&text), text.length, &tables, diag);
    strbuf_release(&text);
    if (!is_read) return false;
    const struct profile_table *table = graph_in(&tables);
    if (!table)
        return diag_error(diag, (struct place){0},
                          "'%s' has no call graph: write it with `jitvm profile call_graph -o`",
                          path);
    for (size_t row = 0; row < table->row_count; row++) add_row(table, row, arena, out);
    return true;
}

bool call_graph_inline_by(struct vm *vm, const char *path, struct arena *arena, struct diag *diag) {
    recorded_edges recorded = {0};
    if (!call_graph_read_file(path, arena, &recorded, diag)) return false;
    vec_each(struct recorded_edge, edge, &recorded) {
        struct vm_recorded_call call = {edge->caller, edge->bci, edge->receiver,
                                        (double)edge->samples};
        vm_inline_by_recorded_calls(vm, &call, 1);
    }
    return true;
}
