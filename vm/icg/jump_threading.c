/* JUMP THREADING: where ways meet and inserted code asks which of them was taken, each way counts by itself what it is. Lowering
 * makes two ways of an allocation: whoever counts its kinds would compare, each time, what each way knows. */
#include "icg/internal.h"

#include "ir/fold.h"
#include "ir/traits.h"

/* --- what may be counted on the ways --- */

static bool only_counts(const struct block *arm) {
    if (arm->last->kind != NODE_goto) return false;
    for (const struct node *node = arm->first; node != arm->last; node = node->next)
        if (node->kind != NODE_count && !icg_is_computed(node)) return false;
    return true;
}

/* Do all arms count, if anything, and then go on at the same place? */
static bool is_choice(const struct block *block) {
    if (block->last->kind != NODE_switch) return false;
    bool counts = false;
    for (int i = 0; i < block->successor_count; i++) {
        const struct block *arm = block->successors[i];
        if (!only_counts(arm) || arm->successors[0] != block->successors[0]->successors[0])
            return false;
        block_each_node(node, arm) counts |= node->kind == NODE_count;
    }
    const struct block *meeting = block->successors[0]->successors[0];
    return counts && meeting != block && meeting->first->kind != NODE_phi;
}

static bool is_which_way(const struct block *block, const struct node *selector) {
    if (selector->kind != NODE_phi || selector->block != block) return false;
    for (int i = 0; i < selector->input_count; i++)
        if (selector->inputs[i]->kind != NODE_const_int) return false;
    return true;
}

/* Is all between where the ways meet and the choice such that a count may be moved over it? */
static bool is_in_front(const struct block *block) {
    for (const struct node *node = block->first; node != block->last; node = node->next)
        if (node->kind != NODE_phi && node->kind != NODE_count && node->kind != NODE_placeholder &&
            !icg_is_computed(node))
            return false;
    return true;
}

static bool is_simple(const struct block *block, const struct block *arm, const struct node *value,
                      int steps) {
    if ((value->block != block && value->block != arm) || value->kind == NODE_phi) return true;
    for (int i = 0; i < value->input_count; i++)
        if (steps == 0 || !is_simple(block, arm, value->inputs[i], steps - 1)) return false;
    return true;
}

static bool has_simple_amounts(const struct block *block) {
    for (int i = 0; i < block->successor_count; i++) {
        const struct block *arm = block->successors[i];
        block_each_node(node, arm) {
            bool has_amount = node->kind == NODE_count && node->input_count;
            if (has_amount && !is_simple(block, arm, node->inputs[0], ICG_STEPS_AT_MOST))
                return false;
        }
    }
    return true;
}

/* A thread may stop on the way back to a loop, when what is counted there has been. */
static bool is_of_loop(const struct block *block) {
    vec_each(struct block *, way, &block->predecessors) {
        if ((*way)->order >= block->order) return true;
    }
    return false;
}

/* --- a way --- */

struct way {
    const struct block *meeting, *arm;
    int index;           /* of the meeting's predecessors */
    struct block *block; /* that predecessor: nothing but where the ways meet follows */
};

/* What [value], of the arm, of where the ways meet, or from before, is at the end of the way. */
static struct node *on_way(const struct way *way, struct node *value) {
    if (value->block != way->meeting && value->block != way->arm) return value;
    if (value->kind == NODE_phi) return value->inputs[way->index];
    struct node **inputs =
        ARENA_ARRAY(value->graph->compilation->arena, struct node *, value->input_count);
    for (int i = 0; i < value->input_count; i++) inputs[i] = on_way(way, value->inputs[i]);
    struct node *known = fold_value(value, inputs);
    if (known) return known;
    struct node *copy = edit_clone(value);
    for (int i = 0; i < value->input_count; i++) node_set_input(copy, i, inputs[i]);
    node_insert_before(way->block->last, copy);
    return copy;
}

static void count_on(const struct way *way) {
    block_each_node(node, way->arm) {
        if (node->kind != NODE_count) continue;
        struct node *amount = node->input_count ? on_way(way, node->inputs[0]) : NULL;
        struct node *copy = edit_clone(node);
        if (amount) node_set_input(copy, 0, amount);
        node_insert_before(way->block->last, copy);
    }
}

/* --- the choice --- */

static void choose(struct block *block, int arm) {
    block_keep_successor(block, arm);
    block_merge_with_successor(block);
    block_merge_with_successor(block);
}

/* False, and nothing done, when the choice is not known. */
static bool decide(struct block *block) {
    const struct node *selector = block->last->inputs[0];
    if (selector->kind != NODE_const_int) return false;
    choose(block, branch_taken(block->last, selector->extra.integer));
    return true;
}

/* Likewise, when it is not between ways. */
static bool thread(struct block *block) {
    struct node *selector = block->last->inputs[0];
    if (!is_which_way(block, selector) || is_of_loop(block) || !is_in_front(block) ||
        !has_simple_amounts(block))
        return false;
    for (int i = 0; i < selector->input_count; i++) {
        int arm = branch_taken(block->last, selector->inputs[i]->extra.integer);
        count_on(&(struct way){.meeting = block,
                               .arm = block->successors[arm],
                               .index = i,
                               .block = block->predecessors.items[i]});
    }
    struct block *arm = block->successors[0];
    while (arm->first != arm->last) edit_eliminate(arm->last->previous);
    choose(block, 0);
    if (!selector->uses.count) edit_eliminate(selector);
    return true;
}

/* --- amounts --- */

static struct node *folded(struct node *value, int steps) {
    if (!icg_is_computed(value) || steps == 0) return value;
    struct node **inputs =
        ARENA_ARRAY(value->graph->compilation->arena, struct node *, value->input_count);
    for (int i = 0; i < value->input_count; i++) inputs[i] = folded(value->inputs[i], steps - 1);
    struct node *known = fold_value(value, inputs);
    return known ? known : value;
}

static void fold_amounts(const struct block *block) {
    block_each_node(node, block) {
        if (node->kind == NODE_count && node->input_count)
            node_set_input(node, 0, folded(node->inputs[0], ICG_STEPS_AT_MOST));
    }
}

/* What nothing is computed from any more. */
static void sweep(const struct block *block) {
    struct node *previous;
    for (struct node *node = block->last; node; node = previous) {
        previous = node->previous;
        if (icg_is_computed(node) && !node->uses.count) edit_eliminate(node);
    }
}

void phase_jump_threading(struct graph *graph) {
    if (!graph->compilation->inserted) return;
    for (uint32_t i = 0; i < graph->blocks.count; i++) {
        struct block *block = graph->blocks.items[i];
        while (!block->is_dead && is_choice(block) && (decide(block) || thread(block))) {}
    }
    vec_each(struct block *, block, &graph->blocks) {
        if ((*block)->is_dead) continue;
        fold_amounts(*block);
        sweep(*block);
    }
}
