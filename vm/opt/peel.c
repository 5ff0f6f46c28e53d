/* Loop peeling: the first iteration runs in front of the loop where that decides something for the
 * others. Worth it are a guard that every iteration passes, and a branch, whose condition is the
 * same from the second iteration on: its operands come from outside the loop, or from header phis
 * that carry back only such values. The guard is then decided by its copy; the branch, by the
 * constant that comes back.
 *
 * The profile knows how often a header's branch stays in the loop on average. Of the copy and the
 * rest we believe what makes the iterations of one entry as even as can be: a loop of ten
 * iterations has a first one. */
#include <math.h>

#include "ir/cfg.h"
#include "ir/fold.h"
#include "ir/query.h"
#include "ir/traits.h"
#include "opt/phase.h"

static int loop_size(struct block *const *blocks, int count) {
    int size = 0;
    for (int i = 0; i < count; i++) size += block_size(blocks[i]);
    return size;
}

static bool is_outside(const struct node *value, const struct block *header) {
    return !value->block || !block_in_loop(value->block, header);
}

static bool is_header_phi(const struct node *value, const struct block *header) {
    return value->kind == NODE_phi && value->block == header;
}

/* Conditional elimination leaves phis behind that take the same constant from everywhere. */
static const struct node *meaning_of(const struct node *value) {
    const struct node *same = value->kind == NODE_phi ? fold_value(value, value->inputs) : NULL;
    return same ? same : value;
}

/* Does every back edge bring a value from outside (for branches: a constant), so that the phi no
 * longer changes? */
static bool settles(const struct node *phi, const struct block *header, bool to_constants) {
    for (int i = 0; i < phi->input_count; i++) {
        if (!edge_is_back_edge(header->predecessors.items[i], header)) continue;
        const struct node *input = meaning_of(phi->inputs[i]);
        if (to_constants ? !node_is_constant(input) : !is_outside(input, header)) return false;
    }
    return true;
}

static bool is_settled(const struct node *value, const struct block *header, bool to_constants,
                       int depth) {
    if (is_header_phi(value, header)) return settles(value, header, to_constants);
    if (is_outside(value, header)) return !to_constants || node_is_constant(value);
    if (!node_may_share(value) || depth == 0) return false;
    for (int i = 0; i < value->input_count; i++)
        if (!is_settled(value->inputs[i], header, to_constants, depth - 1)) return false;
    return true;
}

static bool is_passed_by_every_iteration(const struct block *block, const struct block *header) {
    vec_each(struct block *, from, &header->predecessors) {
        if (edge_is_back_edge(*from, header) && !block_dominates(block, *from)) return false;
    }
    return true;
}

static bool is_decided_by_peeling(const struct node *node, const struct block *header) {
    bool is_condition = node->kind == NODE_guard || node->kind == NODE_if;
    if (!is_condition || node_is_constant(node->inputs[0])) return false;
    int depth = (int)compilation_limit(node->graph->compilation, LIMIT_invariant_depth);
    if (is_settled(node->inputs[0], header, true, depth)) return true;
    return node->kind == NODE_guard && is_passed_by_every_iteration(node->block, header) &&
           is_settled(node->inputs[0], header, false, depth);
}

static bool is_worth_it(struct block *header) {
    struct block **blocks;
    int count = loop_blocks(header, &blocks);
    double largest = compilation_limit(header->graph->compilation, LIMIT_peeled_loop_size);
    if (loop_size(blocks, count) > largest) return false;
    for (int i = 0; i < count; i++) {
        block_each_node(node, blocks[i]) {
            if (is_decided_by_peeling(node, header)) return true;
        }
    }
    return false;
}

/* The header's branch, before it was copied. */
struct header_branch {
    int stay; /* index of the successor in the loop; -1: the header does not leave the loop */
    double returning; /* probability that an iteration that was begun comes back to the header */
    double begun;     /* iterations begun for each entry of the loop */
};

static struct header_branch branch_of(const struct block *header) {
    struct header_branch branch = {.stay = -1};
    double back = 0;
    if (header->last->kind != NODE_if) return branch;
    bool stays[] = {block_in_loop(header->successors[0], header),
                    block_in_loop(header->successors[1], header)};
    if (stays[0] == stays[1]) return branch;
    vec_each(struct block *, from, &header->predecessors) {
        if (edge_is_back_edge(*from, header)) back += (*from)->frequency; /* they end with goto */
    }
    back /= header->frequency;
    double probability = header->probabilities[stays[1]];
    if (!(back > 0 && back < 1 && probability > 0)) return branch;
    return (struct header_branch){stays[1], back / probability, probability / (1 - back)};
}

static void set_probability(struct block *block, int successor, double probability) {
    block->probabilities[successor] = probability;
    block->probabilities[1 - successor] = 1 - probability;
}

static void spread_iterations(const struct header_branch *branch, struct block *first,
                              struct block *header) {
    if (branch->stay < 0) return;
    double in_first = fmin(1, branch->begun), in_rest = branch->begun - in_first;
    set_probability(first, branch->stay, in_first);
    set_probability(header, branch->stay, fmin(1, in_rest / (branch->returning * branch->begun)));
}

void phase_peel(struct graph *graph) {
    VEC(struct block *) headers = {0};
    for (int i = graph->order_count; i-- > 0;)
        if (block_is_loop_header(graph->order[i]))
            arena_vec_push(graph->compilation->arena, &headers, graph->order[i]);
    vec_each(struct block *, item, &headers) {
        struct block *header = *item;
        double largest = compilation_limit(graph->compilation, LIMIT_peeled_graph_size);
        if (graph_size(graph) > largest || !is_worth_it(header)) continue;
        compilation_report_loop(graph->compilation, EVENT_loop_peeled, header->loop_start,
                                header->frequency, 1, REASON_loop_entry_invariant);
        struct block_copy copy;
        struct header_branch branch = branch_of(header);
        edit_peel_loop(header, &copy);
        spread_iterations(&branch, copy.block_clones[header->id], header);
        cfg_compute(graph);
    }
}
