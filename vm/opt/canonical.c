/* Canonicalisation: folds what is known (ir/folds.def), brings nodes into one form (rewrites.def),
 * removes branches and guards on constants, joins blocks. Sweeps until nothing changes.
 *
 * A guard or branch is removed in the sweep after its condition became a constant; until then its
 * scratch remembers why. */
#include "base/die.h"
#include "ir/fold.h"
#include "ir/traits.h"
#include "opt/branches.h"
#include "opt/facts.h"
#include "opt/phase.h"
#include "opt/rewrites.h"

static enum reason reason_of(const struct node *condition) {
    if (is_type_test(condition) || condition->kind == NODE_store_ok) return REASON_known_type;
    if (condition->kind == NODE_compare && condition->inputs[1]->kind == NODE_const_null)
        return REASON_never_null;
    return REASON_constant_condition;
}

static bool replace(struct node *node, struct node *by) {
    for (uint32_t i = 0; i < node->uses.count; i++)
        node->uses.items[i]->scratch = (uint32_t)reason_of(node);
    edit_replace_and_eliminate(node, by);
    return true;
}

static bool fold(struct node *node) {
    if (!node_may_drop(node)) return false;
    struct node *value = fold_value(node, node->inputs);
    if (value) return replace(node, value);
    struct node *made = rewrite_node(node);
    if (!made) return false;
    node_insert_before(node, made);
    return replace(node, made);
}

static enum reason remembered_reason(const struct node *node) {
    return node->scratch ? (enum reason)node->scratch : REASON_constant_condition;
}

static bool decide_guard(struct node *guard) {
    int64_t condition;
    if (!value_is_integer(guard->inputs[0], &condition)) return false;
    guard_decide(guard, condition != 0, remembered_reason(guard));
    return true;
}

/* if (b == 0) goes the other way on b. */
static bool turn_around(struct node *end) {
    struct node *condition = end->inputs[0];
    int64_t integer;
    if (condition->kind != NODE_compare || condition->extra.condition != COND_EQ) return false;
    if (!value_is_boolean(condition->inputs[0])) return false;
    if (!value_is_integer(condition->inputs[1], &integer) || integer != 0) return false;
    struct block *block = end->block;
    struct block *first = block->successors[0];
    double probability = block->probabilities[0];
    block->successors[0] = block->successors[1];
    block->probabilities[0] = block->probabilities[1];
    block->successors[1] = first;
    block->probabilities[1] = probability;
    node_set_input(end, 0, condition->inputs[0]);
    return true;
}

static bool simplify_if(struct node *end) {
    int64_t condition;
    if (!value_is_integer(end->inputs[0], &condition)) return turn_around(end);
    branch_decide(end, branch_taken(end, condition), remembered_reason(end));
    return true;
}

static bool simplify_switch(struct node *end) {
    int64_t key;
    if (!value_is_integer(end->inputs[0], &key)) return false;
    branch_decide(end, branch_taken(end, key), remembered_reason(end));
    return true;
}

static bool simplify_end(struct block *block) {
    struct node *end = block->last;
    bool folds_branches = compilation_rule(block->graph->compilation, RULE_fold_branches);
    if (end->kind == NODE_if && folds_branches) return simplify_if(end);
    if (end->kind == NODE_switch && folds_branches) return simplify_switch(end);
    return block_merge_with_successor(block);
}

static bool simplify_block(struct block *block) {
    bool changed = false;
    for (struct node *node = block->first, *next; node; node = next) {
        next = node->next;
        if (node->kind == NODE_guard) {
            if (!decide_guard(node)) continue;
            if (!next->block) return true; /* the rest of the block went */
            changed = true;
        } else {
            changed |= fold(node);
        }
    }
    return simplify_end(block) || changed;
}

static void forget_reasons(struct graph *graph) {
    vec_each(struct block *, block, &graph->blocks) {
        if ((*block)->is_dead) continue;
        block_each_node(node, *block) node->scratch = 0;
    }
}

void phase_canonical(struct graph *graph) {
    forget_reasons(graph);
    double sweeps = compilation_limit(graph->compilation, LIMIT_sweeps);
    bool changed = true;
    for (int sweep = 0; changed && sweep < sweeps; sweep++) {
        changed = false;
        for (int i = 0; i < graph->order_count; i++)
            if (!graph->order[i]->is_dead) changed |= simplify_block(graph->order[i]);
    }
}
