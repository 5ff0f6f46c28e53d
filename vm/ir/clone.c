/* Copying a set of blocks. Requires an SSA graph; leaves one, in which the copies lack the edges
 * that entered the set: the caller redirects them. Control flow facts are stale afterwards.
 *
 * A value of the set that is used outside has two definitions then. Where paths from the set and
 * from the copies meet, a phi is made (on demand, walking backwards from the uses: Braun et al.
 * 2013). Frame states float and are shared, so a user that sees other values than the set's gets
 * states of its own. */
#include "base/bitset.h"
#include "base/die.h"
#include "ir/cfg.h"
#include "ir/compilation.h"
#include "ir/fold.h"
#include "ir/frame_state.h"
#include "ir/links.h"
#include "ir/traits.h"

struct state_pair {
    struct node *from, *to;
};

struct cloning {
    struct graph *graph;
    struct arena *arena;
    struct block_copy *copy;
    VEC(struct block *) blocks;    /* the set */
    struct bitset in_set, is_copy; /* by block id */
    struct node **
        *definitions;     /* by id of a value of the set, then block id: at that block's start */
    uint32_t node_limit;  /* ids of originals are below */
    uint32_t block_limit; /* ids of all blocks, copies included, are below */
    VEC(struct state_pair) states; /* of the block whose uses are repaired */
};

static bool is_in_set(const struct cloning *c, const struct block *block) {
    return block->id < c->in_set.size && bitset_has(&c->in_set, block->id);
}

/* --- the border of the set --- */

static void add_to_set(struct cloning *c, struct block *block) {
    arena_vec_push(c->arena, &c->blocks, block);
}

static bool is_listed(const struct cloning *c, const struct block *block) {
    for (uint32_t i = 0; i < c->blocks.count; i++) {
        if (c->blocks.items[i] == block) return true;
    }
    return false;
}

/* Does the block hold its exception alone? Inserted code may be anchored behind it, and is no node of the program. */
static bool only_takes_exception(const struct block *block) {
    const struct node *node = block->first->next;
    while (node->kind == NODE_placeholder) node = node->next;
    return node->kind == NODE_goto;
}

/* Edges that leave the set must come from gotos: a new edge to their target is critical otherwise.
 * An exceptional successor begins with its own exception_object, so that much of it belongs to the
 * set. */
static void prepare_border(struct cloning *c) {
    uint32_t count = c->blocks.count;
    for (uint32_t i = 0; i < count; i++) {
        struct block *block = c->blocks.items[i];
        for (int s = 0; block->successor_count > 1 && s < block->successor_count; s++) {
            struct block *successor = block->successors[s];
            if (is_listed(c, successor)) continue;
            if (successor->first->kind != NODE_exception_object) {
                add_to_set(c, block_split_edge(block, s));
                continue;
            }
            if (!only_takes_exception(successor)) block_split_before(successor->first->next);
            add_to_set(c, successor);
        }
    }
}

static void make_tables(struct cloning *c) {
    c->node_limit = c->graph->next_node_id;
    c->block_limit = c->graph->next_block_id;
    c->copy->node_limit = c->node_limit;
    c->copy->block_limit = c->block_limit;
    c->copy->clones = ARENA_ARRAY(c->arena, struct node *, c->node_limit);
    c->copy->block_clones = ARENA_ARRAY(c->arena, struct block *, c->block_limit);
    c->definitions = ARENA_ARRAY(c->arena, struct node **, c->node_limit);
    /* Blocks are counted once and for all: the copies, and no others, are made from here on. */
    uint32_t size = c->block_limit + c->blocks.count;
    c->in_set = bitset_new(c->arena, size);
    c->is_copy = bitset_new(c->arena, size);
    c->block_limit = size;
    vec_each(struct block *, block, &c->blocks) bitset_add(&c->in_set, (*block)->id);
}

/* --- the copies --- */

static void copy_nodes(struct cloning *c, struct block *block) {
    struct block *copy = c->copy->block_clones[block->id];
    block_each_node(node, block) {
        struct node *clone = edit_clone(node);
        c->copy->clones[node->id] = clone;
        node_append(copy, clone);
    }
}

static struct block *copied_target(struct cloning *c, struct block *target) {
    return is_in_set(c, target) ? c->copy->block_clones[target->id] : target;
}

static void copy_edges(struct cloning *c, struct block *block) {
    struct block *copy = c->copy->block_clones[block->id];
    copy->successor_count = block->successor_count;
    copy->successors = ARENA_ARRAY(c->arena, struct block *, block->successor_count + 1);
    copy->probabilities = ARENA_ARRAY(c->arena, double, block->successor_count + 1);
    for (int i = 0; i < block->successor_count; i++) {
        struct block *target = block->successors[i];
        copy->successors[i] = copied_target(c, target);
        copy->probabilities[i] = block->probabilities[i];
        if (is_in_set(c, target)) continue;
        int index = block_predecessor_index(target, block);
        arena_vec_push(c->arena, &target->predecessors, copy);
        for (struct node *phi = target->first; phi && phi->kind == NODE_phi; phi = phi->next) {
            struct node *input = phi->inputs[index];
            struct node *clone = input->id < c->node_limit ? c->copy->clones[input->id] : NULL;
            node_add_input(phi, clone ? clone : input);
        }
    }
    for (int i = (int)block->predecessors.count; i-- > 0;) {
        if (is_in_set(c, block->predecessors.items[i])) continue;
        for (struct node *phi = copy->first; phi && phi->kind == NODE_phi; phi = phi->next) {
            node_remove_input(phi, i);
        }
    }
    vec_each(struct block *, predecessor, &block->predecessors) {
        if (!is_in_set(c, *predecessor)) continue;
        arena_vec_push(c->arena, &copy->predecessors, c->copy->block_clones[(*predecessor)->id]);
    }
}

static struct node *in_copies(struct cloning *c, struct node *value);

static bool changes_in_copies(struct cloning *c, const struct node *state) {
    for (int i = 0; i < state->input_count; i++) {
        struct node *input = state->inputs[i];
        if (input && in_copies(c, input) != input) return true;
    }
    return false;
}

/* What stands for [value] in the copies; states are cloned when they mention a value of the set. */
static struct node *in_copies(struct cloning *c, struct node *value) {
    if (value->id >= c->node_limit) return value;
    struct node *clone = c->copy->clones[value->id];
    if (clone) return clone;
    if (!node_is_state(value) || !changes_in_copies(c, value)) return value;
    clone = edit_clone(value);
    c->copy->clones[value->id] = clone;
    for (int i = 0; i < clone->input_count; i++) {
        if (clone->inputs[i]) node_set_input(clone, i, in_copies(c, clone->inputs[i]));
    }
    return clone;
}

static void connect_inputs(struct cloning *c, struct block *block) {
    block_each_node(node, c->copy->block_clones[block->id]) {
        for (int i = 0; i < node->input_count; i++) {
            if (node->inputs[i]) node_set_input(node, i, in_copies(c, node->inputs[i]));
        }
    }
}

static void make_copies(struct cloning *c) {
    vec_each(struct block *, block, &c->blocks) {
        struct block *copy = block_new(c->graph);
        copy->loop_start = (*block)->loop_start;
        c->copy->block_clones[(*block)->id] = copy;
        bitset_add(&c->is_copy, copy->id);
    }
    vec_each(struct block *, block, &c->blocks) copy_nodes(c, *block);
    vec_each(struct block *, block, &c->blocks) copy_edges(c, *block);
    vec_each(struct block *, block, &c->blocks) connect_inputs(c, *block);
}

/* --- uses outside --- */

static struct node *read_at_start(struct cloning *c, struct node *value, struct block *block);

static struct node *read_at_end(struct cloning *c, struct node *value, struct block *block) {
    if (is_in_set(c, block)) return value;
    if (bitset_has(&c->is_copy, block->id)) return c->copy->clones[value->id];
    return read_at_start(c, value, block);
}

static void forget_phi(struct cloning *c, struct node **known, struct node *phi, struct node *by) {
    for (uint32_t i = 0; i < c->block_limit; i++) {
        if (known[i] == phi) known[i] = by;
    }
    edit_replace_and_eliminate(phi, by);
}

static struct node *read_at_start(struct cloning *c, struct node *value, struct block *block) {
    struct node **known = c->definitions[value->id];
    if (!known) {
        known = c->definitions[value->id] = ARENA_ARRAY(c->arena, struct node *, c->block_limit);
    }
    if (known[block->id]) return known[block->id];
    ASSERT(block->predecessors.count > 0, "node %u does not dominate its use", value->id);
    if (block->predecessors.count == 1) {
        struct node *result = read_at_end(c, value, block->predecessors.items[0]);
        return known[block->id] = result;
    }
    struct node *phi = node_new(c->graph, NODE_phi, value->type, 0, NULL);
    phi->position = value->position;
    phi_append(block, phi);
    known[block->id] = phi;
    vec_each(struct block *, predecessor, &block->predecessors) {
        node_add_input(phi, read_at_end(c, value, *predecessor));
    }
    struct node *only = fold_phi_same(phi, phi->inputs);
    if (only) forget_phi(c, known, phi, only);
    return known[block->id];
}

static bool is_value_of_set(const struct cloning *c, const struct node *value) {
    return value->block && is_in_set(c, value->block);
}

static struct node *repaired(struct cloning *c, struct node *value, struct block *block);

static struct node *repaired_state(struct cloning *c, struct node *state, struct block *block) {
    vec_each(struct state_pair, pair, &c->states) {
        if (pair->from == state) return pair->to;
    }
    struct node *result = state;
    for (int i = 0; i < state->input_count; i++) {
        struct node *input = state->inputs[i];
        struct node *other = input ? repaired(c, input, block) : NULL;
        if (other == input) continue;
        if (result == state) result = node_copy(state);
        node_set_input(result, i, other);
    }
    arena_vec_push(c->arena, &c->states, (struct state_pair){state, result});
    return result;
}

/* What [value] is called at the start of [block], which is outside. */
static struct node *repaired(struct cloning *c, struct node *value, struct block *block) {
    if (node_is_state(value)) return repaired_state(c, value, block);
    return is_value_of_set(c, value) ? read_at_start(c, value, block) : value;
}

static void repair_phi(struct cloning *c, struct node *phi) {
    for (int i = 0; i < phi->input_count; i++) {
        struct block *predecessor = phi->block->predecessors.items[i];
        if (is_in_set(c, predecessor) || bitset_has(&c->is_copy, predecessor->id)) continue;
        if (!is_value_of_set(c, phi->inputs[i])) continue;
        node_set_input(phi, i, read_at_end(c, phi->inputs[i], predecessor));
    }
}

static void repair_node(struct cloning *c, struct node *node) {
    struct node *old = node_state(node);
    for (int i = 0; i < node->input_count; i++) {
        if (node->inputs[i]) node_set_input(node, i, repaired(c, node->inputs[i], node->block));
    }
    if (old && node_state(node) != old) state_release(old);
}

static void repair_uses(struct cloning *c) {
    for (uint32_t i = 0; i < c->graph->blocks.count; i++) {
        struct block *block = c->graph->blocks.items[i];
        if (block->is_dead || is_in_set(c, block) || bitset_has(&c->is_copy, block->id)) continue;
        vec_clear(&c->states);
        block_each_node(node, block) {
            if (node->kind == NODE_phi)
                repair_phi(c, node);
            else
                repair_node(c, node);
        }
    }
}

void edit_clone_blocks(struct graph *graph, struct block *const *blocks, int count,
                       struct block_copy *copy) {
    struct cloning c = {.graph = graph, .arena = graph_arena(graph), .copy = copy};
    for (int i = 0; i < count; i++) add_to_set(&c, blocks[i]);
    prepare_border(&c);
    make_tables(&c);
    make_copies(&c);
    repair_uses(&c);
    edit_copied(graph, copy);
}

/* --- peeling --- */

/* Points the edge from -> old at [to]; each phi of [to] gets what its counterpart in [old] had. */
static void carry_edge(struct block *from, struct block *old, struct block *to) {
    int index = block_predecessor_index(old, from);
    struct arena *arena = graph_arena(from->graph);
    VEC(struct node *) inputs = {0};
    for (struct node *phi = old->first; phi && phi->kind == NODE_phi; phi = phi->next) {
        arena_vec_push(arena, &inputs, phi->inputs[index]);
    }
    block_redirect(from, 0, to);
    uint32_t i = 0;
    for (struct node *phi = to->first; i < inputs.count; phi = phi->next) {
        node_add_input(phi, inputs.items[i++]);
    }
}

/* The last [count] predecessors come first. */
static void put_last_first(struct block *block, int count) {
    int total = (int)block->predecessors.count;
    int *order = ARENA_ARRAY(graph_arena(block->graph), int, total);
    for (int i = 0; i < total; i++) order[i] = (i + total - count) % total;
    block_permute_predecessors(block, order);
}

void edit_peel_loop(struct block *header, struct block_copy *copy) {
    struct arena *arena = graph_arena(header->graph);
    VEC(struct block *) entering = {0}, returning = {0};
    vec_each(struct block *, item, &header->predecessors) {
        if (!block_in_loop(*item, header)) arena_vec_push(arena, &entering, *item);
    }
    struct block **blocks;
    int count = loop_blocks(header, &blocks);
    edit_clone_blocks(header->graph, blocks, count, copy);
    struct block *peeled = copy->block_clones[header->id];
    vec_each(struct block *, item, &peeled->predecessors) {
        arena_vec_push(arena, &returning, *item);
    }
    vec_each(struct block *, item, &returning) carry_edge(*item, peeled, header);
    vec_each(struct block *, item, &entering) carry_edge(*item, header, peeled);
    put_last_first(header, (int)returning.count);
}
