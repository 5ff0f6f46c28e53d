/* CALLS: how many, how deep, and with how many targets. */
#include <inttypes.h>

#include "metrics/metrics.h"

void metric_call_density(struct metric_input *input, struct strbuf *out) {
    strbuf_addf(out, "calls %" PRIu64 "\ninstructions %" PRIu64 "\nin a thousand instructions ",
                input->calls, input->instructions);
    metric_add_ratio(out, input->calls * 1000, input->instructions);
    strbuf_add_char(out, '\n');
}

/* By index of the node; roots are 1 deep. */
static const uint32_t *depths_of(struct metric_input *input) {
    const struct tree *tree = input->tree;
    uint32_t *depths = ARENA_ARRAY(&input->arena, uint32_t, tree->nodes.count);
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        uint32_t parent = tree->nodes.items[i].parent;
        depths[i] = parent == TREE_NONE ? 1 : depths[parent] + 1;
    }
    return depths;
}

void metric_stack_depth(struct metric_input *input, struct strbuf *out) {
    const struct tree *tree = input->tree;
    const uint32_t *depths = depths_of(input);
    uint64_t *calls = ARENA_ARRAY(&input->arena, uint64_t, tree->nodes.count + 1), weighted = 0;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < tree->nodes.count; i++) {
        const struct tree_node *node = &tree->nodes.items[i];
        if (!node->calls) continue;
        calls[depths[i]] += node->calls;
        weighted += node->calls * depths[i];
        if (depths[i] > deepest) deepest = depths[i];
    }
    strbuf_addf(out, "calls %" PRIu64 "\ndeepest %u\nmean ", input->calls, deepest);
    metric_add_ratio(out, weighted, input->calls);
    strbuf_add_char(out, '\n');
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        strbuf_addf(out, "depth %u %" PRIu64 " ", depth, calls[depth]);
        metric_add_share(out, calls[depth], input->calls);
        strbuf_add_char(out, '\n');
    }
}

/* --- polymorphism --- */

/* A virtual or interface call that has run. */
struct dispatched_site {
    uint32_t targets;
    uint64_t calls;
};

/* A target has the name that the instruction names: initialisers of classes, and loaders, are called
 * at call sites, too. */
static bool is_dispatched(const struct metric_input *input, const struct graph_edge *edge) {
    const struct dump_code *code = edge->caller == TREE_NONE ? NULL : input->codes[edge->caller];
    if (!code || !edge->calls || edge->number < 1 ||
        (uint32_t)edge->number > code->instructions.count)
        return false;
    const struct dump_instruction *instruction = &code->instructions.items[edge->number - 1];
    return (instruction->opcode == OP_invokevirtual || instruction->opcode == OP_invokeinterface) &&
           instruction->callee == input->tree->methods.items[edge->callee].name;
}

static bool is_same_site(const struct graph_edge *a, const struct graph_edge *b) {
    return a->caller == b->caller && a->number == b->number;
}

/* Of each site; returns how many there are. */
static uint32_t find_sites(const struct metric_input *input, struct dispatched_site *sites) {
    const struct graph_edge *before = NULL;
    uint32_t count = 0;
    vec_each(struct graph_edge, edge, &input->graph.edges) {
        if (!is_dispatched(input, edge)) continue;
        if (!before || !is_same_site(before, edge)) sites[count++] = (struct dispatched_site){0};
        sites[count - 1].targets++;
        sites[count - 1].calls += edge->calls;
        before = edge;
    }
    return count;
}

static void add_row(struct strbuf *out, uint32_t targets, struct dispatched_site row,
                    uint32_t sites, uint64_t calls) {
    strbuf_addf(out, "targets %u sites %u ", targets, row.targets);
    metric_add_share(out, row.targets, sites);
    strbuf_addf(out, " calls %" PRIu64 " ", row.calls);
    metric_add_share(out, row.calls, calls);
    strbuf_add_char(out, '\n');
}

void metric_polymorphism(struct metric_input *input, struct strbuf *out) {
    uint32_t edges = input->graph.edges.count;
    struct dispatched_site *sites = ARENA_ARRAY(&input->arena, struct dispatched_site, edges + 1);
    struct dispatched_site *rows = ARENA_ARRAY(&input->arena, struct dispatched_site, edges + 1);
    uint32_t count = find_sites(input, sites);
    uint64_t calls = 0, targets = 0, weighted = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct dispatched_site *row =
            &rows[sites[i].targets]; /* its targets are sites that have so many */
        row->targets++;
        row->calls += sites[i].calls;
        calls += sites[i].calls;
        targets += sites[i].targets;
        weighted += sites[i].targets * sites[i].calls;
    }
    strbuf_addf(out, "sites %u\ncalls %" PRIu64 "\ntargets of a site ", count, calls);
    metric_add_ratio(out, targets, count);
    strbuf_add_text(out, "\ntargets of a call ");
    metric_add_ratio(out, weighted, calls);
    strbuf_add_char(out, '\n');
    for (uint32_t i = 1; i <= edges; i++)
        if (rows[i].targets) add_row(out, i, rows[i], count, calls);
}
