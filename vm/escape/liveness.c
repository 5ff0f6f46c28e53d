/* Liveness, use by use: from each use backwards to the definition. */
#include "escape/liveness.h"

#include "ir/compilation.h"

struct search {
    struct arena *arena;
    struct liveness *liveness;
    VEC(struct block *) work;
};

static void live_at_start(struct search *search, struct node *value, struct block *block) {
    struct bitset *set = &search->liveness->live_in[block->id];
    if (bitset_has(set, value->id)) return;
    bitset_add(set, value->id);
    arena_vec_push(search->arena, &search->liveness->live_list[block->id], value);
    arena_vec_push(search->arena, &search->work, block);
}

static void live_at_end(struct search *search, struct node *value, struct block *block) {
    if (value->block != block) live_at_start(search, value, block);
}

static void used_in(struct search *search, struct node *value, struct block *block) {
    if (!value->block || value->type != TYPE_REFERENCE) return;
    live_at_end(search, value, block);
    while (search->work.count > 0) {
        struct block *at = vec_pop(&search->work);
        vec_each(struct block *, from, &at->predecessors) live_at_end(search, value, *from);
    }
}

/* A state may be shared along the graph: its values are needed wherever it is used. */
static void state_used_in(struct search *search, struct node *state, struct block *block) {
    for (int i = 0; i < state->input_count; i++) {
        struct node *input = state->inputs[i];
        if (!input) continue;
        if (input->type == TYPE_STATE)
            state_used_in(search, input, block);
        else
            used_in(search, input, block);
    }
}

static void visit(struct search *search, struct node *node) {
    struct node *state = node_state(node);
    if (state) state_used_in(search, state, node->block);
    for (int i = 0; i < node->input_count; i++) {
        struct node *input = node->inputs[i];
        if (node->kind == NODE_phi)
            used_in(search, input, node->block->predecessors.items[i]);
        else if (input != state)
            used_in(search, input, node->block);
    }
}

struct liveness liveness_compute(struct graph *graph) {
    struct arena *arena = graph->compilation->arena;
    struct liveness liveness = {ARENA_ARRAY(arena, struct bitset, graph->next_block_id), NULL};
    liveness.live_list = arena_allocate(arena, sizeof *liveness.live_list * graph->next_block_id);
    for (int i = 0; i < graph->order_count; i++)
        liveness.live_in[graph->order[i]->id] = bitset_new(arena, graph->next_node_id);
    struct search search = {.arena = arena, .liveness = &liveness};
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) visit(&search, node);
    }
    return liveness;
}
