/* Control flow: ends of blocks, edges, splitting, and what becomes unreachable. Keeps the order of
 * predecessors, and phi inputs with it, wherever an edge is only renamed. Leaves what cfg_compute
 * computed stale. */
#include "base/bitset.h"
#include "base/die.h"
#include "ir/compilation.h"
#include "ir/links.h"

struct block *block_new(struct graph *graph) {
    struct block *block = ARENA_NEW(graph_arena(graph), struct block);
    block->id = graph->next_block_id++;
    block->graph = graph;
    arena_vec_push(graph_arena(graph), &graph->blocks, block);
    return block;
}

static void add_predecessor(struct block *block, struct block *predecessor) {
    arena_vec_push(graph_arena(block->graph), &block->predecessors, predecessor);
}

void block_end(struct block *block, struct node *end, int count, struct block *const *successors,
               const double *probabilities) {
    ASSERT(node_is_end(end), "%s does not end a block", node_kind_text(end->kind));
    node_append(block, end);
    struct arena *arena = graph_arena(block->graph);
    block->successor_count = (uint16_t)count;
    block->successors = ARENA_ARRAY(arena, struct block *, count + 1);
    block->probabilities = ARENA_ARRAY(arena, double, count + 1);
    for (int i = 0; i < count; i++) {
        block->successors[i] = successors[i];
        block->probabilities[i] = probabilities ? probabilities[i] : 1.0 / count;
        add_predecessor(successors[i], block);
    }
}

int block_predecessor_index(const struct block *block, const struct block *predecessor) {
    for (uint32_t i = 0; i < block->predecessors.count; i++) {
        if (block->predecessors.items[i] == predecessor) return (int)i;
    }
    return -1;
}

static void rename_predecessor(struct block *block, struct block *from, struct block *to) {
    int index = block_predecessor_index(block, from);
    ASSERT(index >= 0, "block %u is no predecessor of block %u", from->id, block->id);
    block->predecessors.items[index] = to;
}

void block_remove_predecessor(struct block *block, int index) {
    vec_remove(&block->predecessors, index);
    for (struct node *phi = block->first; phi && phi->kind == NODE_phi; phi = phi->next) {
        node_remove_input(phi, index);
    }
}

void block_redirect(struct block *from, int index, struct block *to) {
    struct block *old = from->successors[index];
    block_remove_predecessor(old, block_predecessor_index(old, from));
    from->successors[index] = to;
    add_predecessor(to, from);
}

void block_permute_predecessors(struct block *block, const int *order) {
    uint32_t count = block->predecessors.count;
    struct block **blocks = ARENA_ARRAY(graph_arena(block->graph), struct block *, count);
    memcpy(blocks, block->predecessors.items, count * sizeof *blocks);
    for (uint32_t i = 0; i < count; i++) block->predecessors.items[i] = blocks[order[i]];
    struct node **inputs = ARENA_ARRAY(graph_arena(block->graph), struct node *, count);
    for (struct node *phi = block->first; phi && phi->kind == NODE_phi; phi = phi->next) {
        memcpy(inputs, phi->inputs, count * sizeof *inputs);
        for (uint32_t i = 0; i < count; i++) node_set_input(phi, (int)i, inputs[order[i]]);
    }
}

static void end_with_goto(struct block *block, struct block *target,
                          const struct position *position) {
    struct node *end = node_new(block->graph, NODE_goto, TYPE_VOID, 0, NULL);
    end->position = position;
    node_append(block, end);
    struct arena *arena = graph_arena(block->graph);
    block->successor_count = 1;
    block->successors = ARENA_NEW(arena, struct block *);
    block->probabilities = ARENA_NEW(arena, double);
    block->successors[0] = target;
    block->probabilities[0] = 1;
}

static void move_successors(struct block *from, struct block *to) {
    to->successor_count = from->successor_count;
    to->successors = from->successors;
    to->probabilities = from->probabilities;
    for (int i = 0; i < to->successor_count; i++) rename_predecessor(to->successors[i], from, to);
    from->successor_count = 0;
    from->successors = NULL;
    from->probabilities = NULL;
}

struct block *block_split_before(struct node *node) {
    ASSERT(node->kind != NODE_phi, "phis stay at the start of their block");
    struct block *block = node->block;
    struct block *rest = block_new(block->graph);
    rest->frequency = block->frequency;
    for (struct node *next; node; node = next) {
        next = node->next;
        node_unplace(node);
        node_append(rest, node);
    }
    move_successors(block, rest);
    end_with_goto(block, rest, rest->first->position);
    add_predecessor(rest, block);
    return rest;
}

struct block *block_split_edge(struct block *from, int index) {
    struct block *target = from->successors[index];
    struct block *middle = block_new(from->graph);
    middle->frequency = from->frequency * from->probabilities[index];
    rename_predecessor(target, from, middle);
    from->successors[index] = middle;
    add_predecessor(middle, from);
    end_with_goto(middle, target, from->last->position);
    return middle;
}

static void bury(struct block *block) {
    block->is_dead = true;
    block->successor_count = 0;
    vec_clear(&block->predecessors);
}

bool block_merge_with_successor(struct block *block) {
    if (!block->last || block->last->kind != NODE_goto) return false;
    struct block *next = block->successors[0];
    if (next == block || next->predecessors.count != 1) return false;
    while (next->first->kind == NODE_phi) {
        edit_replace_and_eliminate(next->first, next->first->inputs[0]);
    }
    edit_eliminate(block->last);
    while (next->first) {
        struct node *node = next->first;
        node_unplace(node);
        node_append(block, node);
    }
    move_successors(next, block);
    bury(next);
    return true;
}

void block_keep_successor(struct block *block, int keep) {
    struct block *kept = block->successors[keep];
    for (int i = 0; i < block->successor_count; i++) {
        struct block *other = block->successors[i];
        if (i != keep) block_remove_predecessor(other, block_predecessor_index(other, block));
    }
    block->successors[0] = kept;
    block->successor_count = 1;
    graph_remove_unreachable(block->graph);
    const struct position *position = block->last->position;
    edit_eliminate(block->last);
    end_with_goto(block, kept, position);
}

static struct bitset reachable_blocks(const struct graph *graph) {
    struct arena *arena = graph_arena(graph);
    struct bitset seen = bitset_new(arena, graph->next_block_id);
    VEC(struct block *) work = {0};
    arena_vec_push(arena, &work, graph->entry);
    bitset_add(&seen, graph->entry->id);
    while (work.count > 0) {
        struct block *block = vec_pop(&work);
        for (int i = 0; i < block->successor_count; i++) {
            struct block *next = block->successors[i];
            if (bitset_has(&seen, next->id)) continue;
            bitset_add(&seen, next->id);
            arena_vec_push(arena, &work, next);
        }
    }
    return seen;
}

static void forget_dead_predecessors(struct block *block, const struct bitset *alive) {
    for (uint32_t i = block->predecessors.count; i-- > 0;) {
        if (!bitset_has(alive, block->predecessors.items[i]->id)) {
            block_remove_predecessor(block, (int)i);
        }
    }
}

/* Dead values may use each other in circles, so all let go of their inputs first. */
static void let_go(struct block *block) {
    block_each_node(node, block) {
        struct node *state = node_state(node);
        node_clear_inputs(node);
        if (state) state_release(state);
    }
}

bool graph_remove_unreachable(struct graph *graph) {
    struct bitset alive = reachable_blocks(graph);
    VEC(struct block *) dead = {0};
    vec_each(struct block *, block, &graph->blocks) {
        if ((*block)->is_dead) continue;
        if (bitset_has(&alive, (*block)->id)) {
            forget_dead_predecessors(*block, &alive);
        } else {
            arena_vec_push(graph_arena(graph), &dead, *block);
        }
    }
    vec_each(struct block *, block, &dead) let_go(*block);
    vec_each(struct block *, block, &dead) {
        while ((*block)->first) edit_eliminate((*block)->first);
        bury(*block);
    }
    return dead.count > 0;
}

/* --- moving a graph into another --- */

static void absorb_node(struct graph *into, struct node *node) {
    node->graph = into;
    node->id = into->next_node_id++;
}

void graph_absorb(struct graph *into, struct graph *from) {
    struct arena *arena = graph_arena(into);
    vec_each(struct node *, item, &from->floating) {
        struct node *node = *item;
        if (node->is_dead) continue;
        struct node *shared = node_is_constant(node) ? constant_adopt(into, node) : node;
        if (shared != node) {
            edit_replace_and_eliminate(node, shared);
            continue;
        }
        absorb_node(into, node);
        if (node->kind == NODE_virtual_object) {
            node->extra.virtual_object.number += into->next_virtual_number;
        }
        arena_vec_push(arena, &into->floating, node);
    }
    vec_each(struct block *, item, &from->blocks) {
        struct block *block = *item;
        if (block->is_dead) continue;
        block->graph = into;
        block->id = into->next_block_id++;
        block_each_node(node, block) absorb_node(into, node);
        arena_vec_push(arena, &into->blocks, block);
    }
    vec_each(const struct position *, start, &from->loops)
        arena_vec_push(arena, &into->loops, *start);
    into->next_virtual_number += from->next_virtual_number;
    vec_clear(&from->blocks);
    vec_clear(&from->floating);
    from->constant_count = from->constant_capacity = 0;
    from->entry = NULL;
    from->order_count = 0;
}
