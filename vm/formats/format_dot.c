/* DOT: a graph for each table, of its main amount. A node is a method, or a key, with what was counted in it and what with all
 * that it calls; an edge is a call with what was counted below it, each stack once. Of the nodes the heaviest are shown; what
 * the others have is in a node of their own, so that the nodes sum to the table. */
#include <inttypes.h>
#include <stdlib.h>

#include "formats/names.h"
#include "formats/stack_tree.h"
#include "formats/sums.h"
#include "formats/writers.h"

enum { NODES_SHOWN = 120 };

/* Keys without padding: numbered by their bytes. */
struct dot_key {
    const char *name, *method, *file;
    uint64_t is_place;
};

struct dot_edge {
    uint32_t from, to;
};

struct dot_node {
    const struct dot_key *key;
    uint32_t index;
    int64_t self, total;
};

struct dot {
    FILE *out;
    size_t table;                  /* names of nodes begin with it */
    enum profile_column_kind kind; /* of the amounts */
    struct stack_tree stacks;
    struct indexes nodes;
    struct sums self, total, edges; /* by numbers of nodes */
    int64_t sum;
};

static uint32_t node_of(void *user, const struct stack_frame *frame) {
    struct dot *dot = user;
    struct dot_key key = {frame->name, frame->method, frame->file, frame->is_place};
    return indexes_of(&dot->nodes, &key, sizeof key);
}

/* Frames of the tree, and how they were called, as nodes and edges of the graph. */
struct dot_numbers {
    uint32_t *nodes, *edges; /* of edges plus 1; 0: nothing called it */
    struct indexes known;    /* struct dot_edge */
};

static void number_frames(const struct dot *dot, struct dot_numbers *numbers) {
    uint32_t count = dot->stacks.nodes.count;
    numbers->nodes = memory_allocate((count + 1) * sizeof *numbers->nodes);
    numbers->edges = memory_allocate((count + 1) * sizeof *numbers->edges);
    indexes_init(&numbers->known);
    for (uint32_t frame = 0; frame < count; frame++) {
        struct stack_node node = stack_tree_at(&dot->stacks, frame);
        numbers->nodes[frame] = node.frame;
        if (node.caller == NO_NODE) continue;
        const struct dot_edge edge = {numbers->nodes[node.caller], node.frame};
        numbers->edges[frame] = indexes_of(&numbers->known, &edge, sizeof edge) + 1;
    }
}

/* What a stack has twice by recursion counts once. */
static void sum_up(struct dot *dot, const struct dot_numbers *numbers, const int64_t *self,
                   const int64_t *total) {
    bool *is_node = stack_tree_outermost(&dot->stacks, numbers->nodes, dot->nodes.count);
    bool *is_edge = stack_tree_outermost(&dot->stacks, numbers->edges, numbers->known.count + 1);
    for (uint32_t frame = 0; frame < dot->stacks.nodes.count; frame++) {
        const uint32_t node = numbers->nodes[frame], edge = numbers->edges[frame];
        dot->sum = add_amounts(dot->sum, self[frame]);
        sums_add(&dot->self, &node, sizeof node, 0, self[frame]);
        sums_add(&dot->total, &node, sizeof node, 0, is_node[frame] ? total[frame] : 0);
        if (edge)
            sums_add(&dot->edges, index_bytes(&numbers->known, edge - 1), sizeof(struct dot_edge),
                     0, is_edge[frame] ? total[frame] : 0);
    }
    memory_free(is_node);
    memory_free(is_edge);
}

static void add_stacks(struct dot *dot, const struct amount *amount) {
    struct dot_numbers numbers;
    stack_tree_add(&dot->stacks, amount);
    number_frames(dot, &numbers);
    int64_t *self = stack_tree_self(&dot->stacks, amount);
    int64_t *total = stack_tree_total(&dot->stacks, self);
    sum_up(dot, &numbers, self, total);
    memory_free(self);
    memory_free(total);
    memory_free(numbers.nodes);
    memory_free(numbers.edges);
    indexes_release(&numbers.known);
}

static void print_quoted(const char *text, FILE *out) {
    fputc('"', out);
    for (text = in_one_line(text); *text; text++)
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static double percent(const struct dot *dot, int64_t amount) {
    return dot->sum ? 100.0 * (double)amount / (double)dot->sum : 0;
}

static void add_amount(struct strbuf *out, const struct dot *dot, int64_t amount) {
    amount_add_text(out, dot->kind, amount);
    strbuf_addf(out, " (%.2f %%)", percent(dot, amount));
}

static void print_node(const struct dot *dot, const struct dot_node *node) {
    struct strbuf label = STRBUF_INIT;
    fprintf(dot->out,
            "    n%zu_%" PRIu32 " [self=%" PRId64 ", total=%" PRId64 ", label=", dot->table,
            node->index, node->self, node->total);
    print_quoted(node->key->name, dot->out);
    strbuf_add_text(&label, "\\n");
    add_amount(&label, dot, node->self);
    if (node->total != node->self) {
        strbuf_add_text(&label, " of ");
        add_amount(&label, dot, node->total);
    }
    fprintf(dot->out, " + \"%s\"%s];\n", strbuf_text(&label),
            node->key->is_place ? "" : ", style=rounded");
    strbuf_release(&label);
}

static int heavier(const void *left, const void *right) {
    const struct dot_node *a = left, *b = right;
    if (a->total != b->total) return a->total < b->total ? 1 : -1;
    return a->index < b->index ? -1 : 1;
}

typedef VEC(struct dot_node) node_list;

static void list_nodes(const struct dot *dot, node_list *nodes) {
    for (uint32_t i = 0; i < dot->nodes.count; i++)
        vec_push(nodes, (struct dot_node){index_bytes(&dot->nodes, i), i, *sums_of(&dot->self, i),
                                          *sums_of(&dot->total, i)});
    if (nodes->count) qsort(nodes->items, nodes->count, sizeof *nodes->items, heavier);
}

static void print_rest(const struct dot *dot, const node_list *nodes) {
    int64_t self = 0;
    if (nodes->count <= NODES_SHOWN) return;
    for (uint32_t i = NODES_SHOWN; i < nodes->count; i++)
        self = add_amounts(self, nodes->items[i].self);
    struct strbuf amount = STRBUF_INIT;
    add_amount(&amount, dot, self);
    fprintf(dot->out,
            "    n%zu_rest [self=%" PRId64 ", label=\"%" PRIu32 " more\\n%s\", style=dashed];\n",
            dot->table, self, nodes->count - NODES_SHOWN, strbuf_text(&amount));
    strbuf_release(&amount);
}

static void print_edges(const struct dot *dot, const node_list *nodes) {
    bool *is_shown = memory_allocate(nodes->count + 1);
    struct strbuf label = STRBUF_INIT;
    for (uint32_t i = 0; i < nodes->count && i < NODES_SHOWN; i++)
        is_shown[nodes->items[i].index] = true;
    for (uint32_t index = 0; index < dot->edges.keys.count; index++) {
        const struct dot_edge *edge = index_bytes(&dot->edges.keys, index);
        int64_t amount = *sums_of(&dot->edges, index);
        if (!is_shown[edge->from] || !is_shown[edge->to]) continue;
        strbuf_clear(&label);
        amount_add_text(&label, dot->kind, amount);
        fprintf(dot->out,
                "    n%zu_%" PRIu32 " -> n%zu_%" PRIu32 " [label=\"%s\", penwidth=%.2f];\n",
                dot->table, edge->from, dot->table, edge->to, strbuf_text(&label),
                0.5 + percent(dot, amount) / 25);
    }
    strbuf_release(&label);
    memory_free(is_shown);
}

static void print_graph(struct dot *dot, const struct profile_table *table) {
    node_list nodes = {0};
    struct strbuf sum = STRBUF_INIT;
    fprintf(dot->out, "  subgraph cluster_%zu {\n    label=", dot->table);
    print_quoted(table->name, dot->out);
    fputs(" + \": \" + ", dot->out);
    print_quoted(plain_name(table->columns[table->main].header), dot->out);
    amount_add_text(&sum, dot->kind, dot->sum);
    fprintf(dot->out, " + \" %s\";\n", strbuf_text(&sum));
    strbuf_release(&sum);
    list_nodes(dot, &nodes);
    for (uint32_t i = 0; i < nodes.count && i < NODES_SHOWN; i++) print_node(dot, &nodes.items[i]);
    print_rest(dot, &nodes);
    print_edges(dot, &nodes);
    fputs("  }\n", dot->out);
    vec_release(&nodes);
}

static void write_table(const struct profile_table *table, size_t number, FILE *out) {
    struct dot dot = {.out = out, .table = number, .kind = table->columns[table->main].kind};
    indexes_init(&dot.nodes);
    stack_tree_init(&dot.stacks, node_of, &dot);
    sums_init(&dot.self, 1);
    sums_init(&dot.total, 1);
    sums_init(&dot.edges, 1);
    if (profile_column_is_sum(table->columns[table->main].kind))
        add_stacks(&dot, &(struct amount){.table = table, .column = table->main});
    print_graph(&dot, table);
    indexes_release(&dot.nodes);
    stack_tree_release(&dot.stacks);
    sums_release(&dot.self);
    sums_release(&dot.total);
    sums_release(&dot.edges);
}

void format_dot(const struct profile_tables *profile, FILE *out) {
    fputs("digraph profile {\n  node [shape=box, fontname=monospace];\n"
          "  edge [fontname=monospace];\n  label=",
          out);
    print_quoted(profile_title(profile), out);
    fputs(";\n", out);
    for (size_t i = 0; i < profile->table_count; i++) write_table(&profile->tables[i], i, out);
    fputs("}\n", out);
}
