/* Graphs of inserted code by themselves. Requires a region's blocks, out of the base graph; what
 * they make of it cannot harm the base program: guards, throws and deoptimisations lead to the exit
 * through a counter of failures, calls and allocations have no frame states, and since a weak edge
 * may lose its value, what is dereferenced or divided by is checked. */
#include "icg/internal.h"

#include "base/die.h"
#include "base/intern.h"
#include "ir/traits.h"

struct value_pair {
    struct node *base, *body;
};

struct isolation {
    struct icg_set *set;
    struct icg *icg;
    struct graph *body;
    struct block *fail;
    VEC(struct value_pair) values;
    VEC(struct node *) checked; /* not null, or not zero, in the rest of the block */
};

static struct node *end_with_goto(struct block *block, struct block *target) {
    struct node *end = node_new(block->graph, NODE_goto, TYPE_VOID, 0, NULL);
    block_end(block, end, 1, &target, NULL);
    return end;
}

static void end_with_return(struct block *block) {
    block_end(block, node_new(block->graph, NODE_return, TYPE_VOID, 0, NULL), 0, NULL, NULL);
}

struct block *icg_exit(struct graph *body) {
    vec_each(struct block *, block, &body->blocks) {
        const struct node *last = (*block)->last;
        if (last && last->kind == NODE_return) return *block;
    }
    BUG("inserted code has no exit");
}

struct graph *icg_body_of_node(struct icg_set *set, enum node_kind kind, struct node **node) {
    struct graph *body = graph_new(set->compilation, NULL);
    *node = node_new(body, kind, TYPE_VOID, 0, NULL);
    node_append(body->entry, *node);
    end_with_return(body->entry);
    return body;
}

/* --- what goes wrong --- */

static struct block *new_fail_block(struct icg_set *set, struct block *exit) {
    struct block *fail = block_new(exit->graph);
    if (set->failure_cell) {
        struct node *count = node_new(exit->graph, NODE_count, TYPE_VOID, 0, NULL);
        count->extra.counter.cell = set->failure_cell;
        count->extra.counter.name = intern("failed probes");
        node_append(fail, count);
    }
    end_with_goto(fail, exit);
    return fail;
}

static bool locks_at_depth(const struct isolation *i, int depth) {
    vec_each(struct block *, block, &i->body->blocks) {
        block_each_node(node, *block) {
            if (node->kind == NODE_monitor_enter && node->extra.integer == depth) return true;
        }
    }
    return false;
}

/* Releases the monitors that the region holds at [state], the last one first. */
static void release_locks(struct isolation *i, struct block *block, const struct node *state) {
    const struct state_layout *layout = state->extra.state;
    int first = layout->local_count + layout->stack_count;
    for (int depth = layout->lock_count; depth-- > 0;) {
        if (!locks_at_depth(i, depth)) continue;
        struct node *object = state->inputs[first + depth];
        struct node *release = node_new(i->body, NODE_monitor_exit, TYPE_VOID, 1, &object);
        release->extra.integer = depth;
        node_append(block, release);
    }
}

#define UNLIKELY 1e-6

/* In front of [place]: goes on when [condition] is not 0, else fails. */
static void require(struct isolation *i, struct node *place, struct node *condition,
                    const struct node *state) {
    struct block *block = place->block;
    struct block *rest = block_split_before(place);
    block_remove_predecessor(rest, 0);
    edit_eliminate(block->last);
    struct block *failing = block_new(i->body);
    if (state) release_locks(i, failing, state);
    end_with_goto(failing, i->fail);
    struct node *branch = node_new(i->body, NODE_if, TYPE_VOID, 1, &condition);
    block_end(block, branch, 2, (struct block *[]){rest, failing},
              (double[]){1 - UNLIKELY, UNLIKELY});
}

static bool is_checked(const struct isolation *i, const struct node *value) {
    for (uint32_t k = 0; k < i->checked.count; k++) {
        if (i->checked.items[k] == value) return true;
    }
    return false;
}

static void remember_checked(struct isolation *i, struct node *value) {
    arena_vec_push(i->set->arena, &i->checked, value);
}

static bool is_safe(const struct isolation *i, const struct node *value) {
    bool is_zero = value->kind == NODE_const_null ||
                   ((value->kind == NODE_const_int || value->kind == NODE_const_long) &&
                    value->extra.integer == 0);
    if (is_zero) return false;
    return node_is_constant(value) || node_kind_gives(value->kind) == GIVES_object ||
           is_checked(i, value);
}

/* Fails in front of [place] when [value] is null or 0. */
static void require_value(struct isolation *i, struct node *place, struct node *value,
                          const struct node *state) {
    if (is_safe(i, value)) return;
    struct node *inputs[] = {value, graph_default(i->body, value->type)};
    struct node *test = node_new(i->body, NODE_compare, TYPE_INT, 2, inputs);
    test->extra.condition = COND_NE;
    node_insert_before(place, test);
    require(i, place, test, state);
    remember_checked(i, value);
}

/* What a guard's condition says of one value: it is not null or not 0. */
static struct node *value_guarded(const struct node *condition) {
    bool is_test = condition->kind == NODE_compare && condition->extra.condition == COND_NE;
    if (!is_test || !node_is_constant(condition->inputs[1])) return NULL;
    struct node probe = *condition->inputs[1];
    return probe.extra.integer == 0 ? condition->inputs[0] : NULL;
}

static void drop_state(struct node *node) {
    struct node *state = node_state(node);
    if (!state) return;
    node_remove_input(node, node->input_count - 1);
    if (state->uses.count == 0) edit_eliminate(state);
}

static void isolate_guard(struct isolation *i, struct node *guard) {
    struct node *value = value_guarded(guard->inputs[0]);
    require(i, guard, guard->inputs[0], node_state(guard));
    edit_eliminate(guard);
    if (value) remember_checked(i, value);
}

static void isolate_allocation(struct isolation *i, struct node *node) {
    struct node *state = node_state(node);
    require_value(i, node->next, node, state);
    drop_state(node);
}

static void isolate_end(struct isolation *i, struct node *end) {
    struct block *block = end->block;
    if (end->kind == NODE_unwind || end->kind == NODE_deoptimize) {
        edit_eliminate(end);
        end_with_goto(block, i->fail);
    }
}

static void isolate_node(struct isolation *i, struct node *node) {
    int required = node_required_input(node);
    if (required >= 0) require_value(i, node, node->inputs[required], NULL);
    if (node->kind == NODE_guard)
        isolate_guard(i, node);
    else if (node_kind_makes(node->kind))
        isolate_allocation(i, node);
    else if (node->kind == NODE_invoke)
        drop_state(node);
    else if (node_is_end(node))
        isolate_end(i, node);
}

static void isolate_block(struct isolation *i, struct block *block) {
    vec_clear(&i->checked);
    struct node *next;
    for (struct node *node = block->first; node; node = next) {
        next = node->next;
        isolate_node(i, node);
    }
}

/* --- values of the base program --- */

static struct node *copy_into(struct graph *graph, const struct node *node) {
    if (node_kind_is_shared(node->kind)) return graph_constant(graph, node->kind, node->extra);
    struct node *copy = node_new(graph, node->kind, node->type, 0, NULL);
    copy->extra = node->extra;
    copy->position = node->position;
    return copy;
}

struct node *icg_weak_edge(struct icg_set *set, struct icg *icg, struct node *source) {
    struct node *weak = node_new(icg->body, NODE_weak, source->type, 0, NULL);
    weak->extra.integer = icg->weak.count;
    arena_vec_push(set->arena, &icg->weak, (struct icg_weak){.source = source});
    icg_want(set, source);
    return weak;
}

/* What stands for a base value in the body. */
static struct node *body_value(struct isolation *i, struct node *value) {
    if (value->graph == i->body) return value;
    vec_each(struct value_pair, pair, &i->values) {
        if (pair->base == value) return pair->body;
    }
    struct node *result = node_is_constant_anywhere(value) ? copy_into(i->body, value)
                                                           : icg_weak_edge(i->set, i->icg, value);
    arena_vec_push(i->set->arena, &i->values, (struct value_pair){value, result});
    return result;
}

static void connect_values(struct isolation *i) {
    vec_each(struct block *, block, &i->body->blocks) {
        if (*block == i->body->entry) continue;
        block_each_node(node, *block) {
            for (int k = 0; k < node->input_count; k++) {
                node_set_input(node, k, body_value(i, node->inputs[k]));
            }
        }
    }
}

/* --- the whole --- */

static void adopt_block(struct graph *body, struct block *block) {
    block->graph = body;
    block->id = body->next_block_id++;
    block_each_node(node, block) {
        node->graph = body;
        node->id = body->next_node_id++;
    }
    arena_vec_push(body->compilation->arena, &body->blocks, block);
}

static void tidy(struct graph *body) {
    graph_remove_unreachable(body);
    for (uint32_t b = 0; b < body->blocks.count; b++) {
        if (body->blocks.items[b]->is_dead) continue;
        while (block_merge_with_successor(body->blocks.items[b])) {}
    }
}

struct icg *icg_make_body(struct icg_set *set, enum icg_place place, struct block *const *blocks,
                          int count, struct block *entry, struct block *last) {
    struct graph *body = graph_new(set->compilation, NULL);
    for (int b = 0; b < count; b++) adopt_block(body, blocks[b]);
    const struct position *position = entry->first->position;
    edit_eliminate(entry->first);
    vec_clear(&entry->predecessors);
    struct block *exit = block_new(body);
    end_with_return(exit);
    struct node *end = last->last;
    edit_eliminate(end->previous);
    last->successors[0] = exit;
    arena_vec_push(set->arena, &exit->predecessors, last);
    struct icg *icg = icg_new(set, place, body);
    icg->position = position;
    struct isolation i = {.set = set, .icg = icg, .body = body};
    i.fail = new_fail_block(set, exit);
    for (int b = 0; b < count; b++) isolate_block(&i, blocks[b]);
    connect_values(&i);
    end_with_goto(body->entry, entry);
    tidy(body);
    icg->exit = icg_exit(body);
    return icg;
}

/* --- copies --- */

static void copy_block(const struct block *block, struct block *const *blocks,
                       struct node *const *nodes) {
    struct block *copy = blocks[block->id];
    struct arena *arena = copy->graph->compilation->arena;
    block_each_node(node, block) {
        for (int i = 0; i < node->input_count; i++) {
            node_add_input(nodes[node->id], nodes[node->inputs[i]->id]);
        }
        node_append(copy, nodes[node->id]);
    }
    copy->successor_count = block->successor_count;
    copy->successors = ARENA_ARRAY(arena, struct block *, block->successor_count + 1);
    copy->probabilities = ARENA_ARRAY(arena, double, block->successor_count + 1);
    for (int i = 0; i < block->successor_count; i++) {
        copy->successors[i] = blocks[block->successors[i]->id];
        copy->probabilities[i] = block->probabilities[i];
    }
    vec_each(struct block *, predecessor, &block->predecessors) {
        arena_vec_push(arena, &copy->predecessors, blocks[(*predecessor)->id]);
    }
}

/* [nodes], by id of the original, receives the copies. */
static struct graph *copy_graph(const struct graph *graph, struct node **nodes) {
    struct graph *copy = graph_new(graph->compilation, NULL);
    struct block **blocks =
        ARENA_ARRAY(graph->compilation->arena, struct block *, graph->next_block_id);
    vec_each(struct node *, node, &graph->floating) {
        if (!(*node)->is_dead) nodes[(*node)->id] = copy_into(copy, *node);
    }
    vec_each(struct block *, item, &graph->blocks) {
        const struct block *block = *item;
        if (block->is_dead) continue;
        blocks[block->id] = block == graph->entry ? copy->entry : block_new(copy);
        block_each_node(node, block) nodes[node->id] = copy_into(copy, node);
    }
    vec_each(struct block *, block, &graph->blocks) {
        if (!(*block)->is_dead) copy_block(*block, blocks, nodes);
    }
    return copy;
}

struct icg *icg_copy(struct icg_set *set, const struct icg *icg, struct node *from,
                     struct node *to) {
    struct node **nodes = ARENA_ARRAY(set->arena, struct node *, icg->body->next_node_id);
    struct icg *copy = icg_new(set, icg->place, copy_graph(icg->body, nodes));
    copy->position = icg->position;
    copy->is_captured = icg->is_captured;
    copy->by_class = icg->by_class;
    vec_each(struct icg_weak, weak, &icg->weak) {
        struct icg_weak edge = *weak;
        if (edge.source == from) edge.source = to;
        arena_vec_push(set->arena, &copy->weak, edge);
        icg_want(set, edge.source);
    }
    vec_each(struct icg_guard, guard, &icg->guards) {
        arena_vec_push(set->arena, &copy->guards, *guard);
    }
    vec_each(struct icg_answer, answer, &icg->answers) {
        struct icg_answer mapped = {nodes[answer->query->id], answer->path};
        arena_vec_push(set->arena, &copy->answers, mapped);
    }
    return copy;
}
