/* The known performance bugs that come after escape analysis, when asked for (ir/sabotages.def):
 * allocations that were moved into an arm are moved out again. The program means the same; it only
 * allocates more often. */
#include "ir/cfg.h"
#include "opt/phase.h"

/* An allocation needs nothing but its length. */
static bool can_move(const struct node *node) {
    if (node->kind == NODE_new) return true;
    return node->kind == NODE_new_array && node_is_constant(node->inputs[0]);
}

/* Its frame state holds only where it was. */
static void move_up(struct node *allocation, struct node *place) {
    struct node *state = node_state(allocation);
    if (state) {
        node_remove_input(allocation, allocation->input_count - 1);
        if (state->uses.count == 0) edit_eliminate(state);
    }
    edit_move_before(allocation, place);
}

typedef VEC(struct node *) node_list;

static node_list allocations(struct graph *graph) {
    node_list list = {0};
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (can_move(node)) arena_vec_push(graph->compilation->arena, &list, node);
        }
    }
    return list;
}

static struct node *branch_before(const struct block *block) {
    if (block->predecessors.count != 1) return NULL;
    struct node *end = block->predecessors.items[0]->last;
    return end->kind == NODE_if ? end : NULL;
}

static void hoist_from_arms(struct graph *graph) {
    node_list list = allocations(graph);
    vec_each(struct node *, item, &list) {
        struct node *branch = branch_before((*item)->block);
        if (branch) move_up(*item, branch);
    }
}

static struct node *first_allocation(const struct block *block) {
    block_each_node(node, block) {
        if (can_move(node)) return node;
    }
    return NULL;
}

static void hoist_common(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) {
        struct node *end = graph->order[i]->last;
        if (end->kind != NODE_if) continue;
        struct node *one = first_allocation(end->block->successors[0]);
        struct node *other = first_allocation(end->block->successors[1]);
        if (!one || !other || one->extra.class != other->extra.class) continue;
        if (one->kind == NODE_new_array && one->inputs[0] != other->inputs[0]) continue;
        move_up(one, end);
        edit_replace_and_eliminate(other, one);
    }
}

static void move_to_the_top(struct graph *graph) {
    node_list list = allocations(graph);
    vec_each(struct node *, item, &list) {
        struct block *block = (*item)->block;
        if (block != graph->entry && !block->loop) move_up(*item, graph->entry->first);
    }
}

static void move_to_loop_heads(struct graph *graph) {
    node_list list = allocations(graph);
    vec_each(struct node *, item, &list) {
        struct block *header = (*item)->block->loop;
        if (header && header != (*item)->block) move_up(*item, header->last);
    }
}

void phase_sabotage(struct graph *graph) {
    const struct compilation *compilation = graph->compilation;
    if (compilation_sabotaged(compilation, SABOTAGE_hoist_common_allocation)) hoist_common(graph);
    if (compilation_sabotaged(compilation, SABOTAGE_hoist_arm_allocation)) hoist_from_arms(graph);
    if (compilation_sabotaged(compilation, SABOTAGE_revert_escape)) move_to_the_top(graph);
    if (compilation_sabotaged(compilation, SABOTAGE_revert_escape_in_loop))
        move_to_loop_heads(graph);
}
