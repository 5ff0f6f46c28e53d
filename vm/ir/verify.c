/* What is verified, in this order:
 *
 *   blocks       the entry has no predecessors; every live block can be reached; a block ends with
 * its only `end` node; its phis come first, one input a predecessor; nodes know their block, graph
 * and neighbours edges        successors and predecessors agree; as many successors as the end's
 * kind has; probabilities sum to 1; a block with several predecessors is entered by gotos only, and
 * each once; entry edges before back edges calls        the exceptional successor of an invoke
 * begins with exception_object, which stands nowhere else inputs       number and types as
 * nodes.def says, and as method, field and element types say; none dead, none missing states input
 * lists as long as the layout; callers are states, objects object states with an entry each use
 * lists    each value is used exactly as often as it says, by nodes of this graph floating
 * constants, parameters, states have no block; everything else has one dominance    values are
 * there where they are used: inputs, inputs of states (nested ones too), phi inputs at the end of
 *                the predecessor, the result of an invoke only where it returned normally
 *
 * Changes nothing; its tables are in an arena of its own. */
#include "ir/verify.h"

#include <math.h>

#include "base/die.h"
#include "ir/compilation.h"
#include "ir/flow.h"
#include "ir/frame_state.h"
#include "ir/links.h"
#include "ir/traits.h"
#include "ir/words.h"

struct verifying {
    const struct graph *graph;
    struct strbuf *problem;
    struct arena arena;
    struct flow flow;
    uint32_t *uses;  /* by node id: inputs seen that are this node */
    uint32_t *place; /* by node id: index in its block, from 1; floating: 1 when listed */
};

static bool broken(struct verifying *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool broken(struct verifying *v, const char *format, ...) {
    va_list args;
    va_start(args, format);
    strbuf_addf_list(v->problem, format, args);
    va_end(args);
    return false;
}

static bool node_broken(struct verifying *v, const struct node *node, const char *what) {
    if (node->block) {
        return broken(v, "block %u: node %u (%s): %s", node->block->id, node->id,
                      node_kind_text(node->kind), what);
    }
    return broken(v, "node %u (%s): %s", node->id, node_kind_text(node->kind), what);
}

#define CHECK_NODE(condition, node, what)                                                          \
    if (!(condition)) return node_broken(v, node, what)
#define CHECK_BLOCK(condition, block, what)                                                        \
    if (!(condition)) return broken(v, "block %u: %s", (block)->id, what)

/* --- blocks --- */

static bool check_member(struct verifying *v, const struct block *block, const struct node *node) {
    CHECK_NODE(node->id > 0 && node->id < v->graph->next_node_id, node, "its id is out of range");
    CHECK_NODE(!node->is_dead, node, "it is eliminated, but in a block");
    CHECK_NODE(node->block == block, node, "it does not know its block");
    CHECK_NODE(node->graph == v->graph, node, "it belongs to another graph");
    CHECK_NODE(node->next ? node->next->previous == node : block->last == node, node,
               "its neighbours do not know it");
    enum node_placement placement = node_kind_placement(node->kind);
    CHECK_NODE(placement != PLACEMENT_floating, node, "it floats, but is in a block");
    CHECK_NODE((placement == PLACEMENT_end) == (node == block->last), node,
               "exactly the last node of a block is its end");
    if (node->kind != NODE_phi) return true;
    CHECK_NODE(!node->previous || node->previous->kind == NODE_phi, node, "phis come first");
    CHECK_NODE(node->input_count == block->predecessors.count, node,
               "it has not one input for each predecessor");
    return true;
}

static bool check_block(struct verifying *v, const struct block *block) {
    CHECK_BLOCK(block->id < v->graph->next_block_id, block, "its id is out of range");
    CHECK_BLOCK(v->flow.order[block->id] >= 0, block, "it cannot be reached");
    CHECK_BLOCK(block->graph == v->graph, block, "it belongs to another graph");
    CHECK_BLOCK(block->last, block, "it is empty");
    CHECK_BLOCK(node_is_end(block->last), block, "it has no end");
    uint32_t index = 0;
    block_each_node(node, block) {
        if (!check_member(v, block, node)) return false;
        v->place[node->id] = ++index;
    }
    return true;
}

/* --- edges --- */

static int expected_successors(const struct node *end) {
    if (end->kind == NODE_goto) return 1;
    if (end->kind == NODE_if || end->kind == NODE_invoke) return 2;
    return end->kind == NODE_switch ? end->extra.keys.count + 1 : 0;
}

static int edges_between(const struct block *from, const struct block *to) {
    int count = 0;
    for (int i = 0; i < from->successor_count; i++) count += from->successors[i] == to;
    return count;
}

static bool check_successors(struct verifying *v, const struct block *block) {
    CHECK_BLOCK(block->successor_count == expected_successors(block->last), block,
                "its end has another number of successors");
    double sum = 0;
    for (int i = 0; i < block->successor_count; i++) {
        const struct block *successor = block->successors[i];
        CHECK_BLOCK(!successor->is_dead, block, "a successor is dead");
        CHECK_BLOCK(successor != v->graph->entry, block, "it jumps to the entry");
        CHECK_BLOCK(block_predecessor_index(successor, block) >= 0, block,
                    "a successor does not know it");
        CHECK_BLOCK(edges_between(block, successor) == 1, block, "two edges have one target");
        CHECK_BLOCK(block->probabilities[i] >= 0, block, "a probability is negative");
        sum += block->probabilities[i];
    }
    CHECK_BLOCK(block->successor_count == 0 || fabs(sum - 1) < 1e-6, block,
                "the probabilities do not sum to 1");
    return true;
}

static bool check_predecessors(struct verifying *v, const struct block *block) {
    uint32_t count = block->predecessors.count;
    bool back_edge_seen = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct block *predecessor = block->predecessors.items[i];
        CHECK_BLOCK(!predecessor->is_dead, block, "a predecessor is dead");
        CHECK_BLOCK(edges_between(predecessor, block) == 1, block,
                    "a predecessor does not go there");
        CHECK_BLOCK(block_predecessor_index(block, predecessor) == (int)i, block,
                    "a predecessor is listed twice");
        CHECK_BLOCK(count == 1 || predecessor->last->kind == NODE_goto, block,
                    "it has several predecessors and is not entered by gotos only");
        bool is_back_edge = flow_dominates(&v->flow, block, predecessor);
        CHECK_BLOCK(is_back_edge || !back_edge_seen, block,
                    "a back edge comes before an entry edge");
        back_edge_seen |= is_back_edge;
    }
    return true;
}

static bool check_calls(struct verifying *v, const struct block *block) {
    if (block->last->kind == NODE_invoke) {
        const struct block *handler = block->successors[1];
        CHECK_NODE(handler->predecessors.count == 1 &&
                       handler->first->kind == NODE_exception_object,
                   block->last, "its exceptional successor does not begin with exception_object");
    }
    block_each_node(node, block) {
        if (node->kind != NODE_exception_object) continue;
        const struct block *caller =
            block->predecessors.count == 1 ? block->predecessors.items[0] : NULL;
        CHECK_NODE(!node->previous && caller && caller->last->kind == NODE_invoke &&
                       caller->successors[1] == block,
                   node, "it does not begin the exceptional successor of an invoke");
    }
    return true;
}

/* --- inputs --- */

/* The type of the field or of the elements. */
static enum node_type extra_type(const struct node *node) {
    bool is_field = node_kind_extra(node->kind) == EXTRA_field;
    return node_type_of_java(is_field ? node->extra.field->type : node->extra.type);
}

static bool fits(char wanted, const struct node *node, int index) {
    const struct node *input = node->inputs[index];
    switch (wanted) {
    case 't': return input->type == node->type;
    case 'u': return input->type == node->inputs[index - 1]->type;
    case 'e': return input->type == extra_type(node);
    case 'i': return input->type == TYPE_INT;
    case 'j': return input->type == TYPE_LONG;
    case 'f': return input->type == TYPE_FLOAT;
    case 'd': return input->type == TYPE_DOUBLE;
    case 'r': return input->type == TYPE_REFERENCE;
    case 'a': return input->type == TYPE_ADDRESS || input->type == TYPE_REFERENCE;
    case 'v': return input->type != TYPE_VOID && input->type != TYPE_STATE;
    case 's': return input->kind == NODE_frame_state;
    case 'o': return input->kind == NODE_virtual_object;
    default: return false;
    }
}

static const char *misfit(char wanted) {
    if (wanted == 't') return "operands and result have different types";
    return wanted == 'u' ? "operands have different types" : "an input has another type";
}

static bool check_signature(struct verifying *v, const struct node *node) {
    const char *wanted = node_kind_signature(node->kind);
    int count = node->input_count;
    if (node->kind == NODE_invoke && node_state(node)) count--;
    int i = 0;
    for (; *wanted; wanted++) {
        char repeat = wanted[1] == '*' || wanted[1] == '?' ? wanted[1] : 0;
        int last = repeat == '*' ? count : i + 1;
        if (repeat == '?' && i == count) last = i;
        CHECK_NODE(last <= count, node, "an input is missing");
        for (; i < last; i++) {
            if (!node->inputs[i]) {
                CHECK_NODE(node->kind == NODE_object_state, node, "an input is missing");
                continue;
            }
            CHECK_NODE(fits(*wanted, node, i), node, misfit(*wanted));
        }
        if (repeat) wanted++;
    }
    CHECK_NODE(i == count, node, "it has too many inputs");
    return true;
}

static bool has_type(const struct node *node, int index, enum node_type type) {
    return node->inputs[index]->type == type;
}

static bool check_call_types(struct verifying *v, const struct node *node) {
    const struct meta_method *method = node->extra.call.method;
    CHECK_NODE(method, node, "it has no method");
    int count = node->input_count - (node_state(node) != NULL);
    CHECK_NODE(count == method->argument_count, node, "it has another number of arguments");
    for (int i = 0; i < count; i++) {
        CHECK_NODE(has_type(node, i, node_type_of_java(method->argument_types[i])), node,
                   "an argument has another type");
    }
    CHECK_NODE(node->type == node_type_of_java(method->return_type), node,
               "it has another type than its method");
    return true;
}

static bool check_return(struct verifying *v, const struct node *node) {
    const struct meta_method *method = v->graph->method;
    if (!method) return true;
    enum node_type type = node_type_of_java(method->return_type);
    enum node_type given = node->input_count > 0 ? node->inputs[0]->type : TYPE_VOID;
    CHECK_NODE(type == given, node, "it returns another type than the method");
    return true;
}

/* What the columns of the row cannot say. */
static bool check_types(struct verifying *v, const struct node *node) {
    enum node_extra_kind extra = node_kind_extra(node->kind);
    bool is_typed_by_extra =
        node_kind_result(node->kind) == 'Q' && (extra == EXTRA_field || extra == EXTRA_type);
    CHECK_NODE(!is_typed_by_extra || node->type == extra_type(node), node,
               "what it loads has another type");
    if (node->kind == NODE_invoke) return check_call_types(v, node);
    return node->kind != NODE_return || check_return(v, node);
}

#define CALLERS_AT_MOST 1000

static bool is_cyclic(const struct node *state) {
    int depth = 0;
    while (state && state->kind == NODE_frame_state && depth++ < CALLERS_AT_MOST) {
        state = frame_state_caller(state);
    }
    return depth > CALLERS_AT_MOST;
}

static bool check_state(struct verifying *v, const struct node *state) {
    const struct state_layout *layout = state->extra.state;
    CHECK_NODE(layout, state, "it has no layout");
    int slots = layout->local_count + layout->stack_count + layout->lock_count;
    CHECK_NODE(state->input_count == slots + layout->has_caller + layout->object_count, state,
               "its inputs do not fit its layout");
    for (int i = 0; i < slots; i++) {
        const struct node *slot = state->inputs[i];
        CHECK_NODE(!slot || (slot->type != TYPE_VOID && slot->type != TYPE_STATE), state,
                   "a slot holds no value");
    }
    for (int i = slots; i < state->input_count; i++) {
        enum node_kind wanted =
            i == slots && layout->has_caller ? NODE_frame_state : NODE_object_state;
        CHECK_NODE(state->inputs[i] && state->inputs[i]->kind == wanted, state,
                   "its caller or an object is of another kind");
    }
    CHECK_NODE(!is_cyclic(state), state, "its callers go round in a circle");
    return true;
}

static bool check_inputs(struct verifying *v, const struct node *node) {
    for (int i = 0; i < node->input_count; i++) {
        const struct node *input = node->inputs[i];
        if (!input) continue;
        CHECK_NODE(!input->is_dead, node, "an input is eliminated");
        CHECK_NODE(input->graph == v->graph && input->id < v->graph->next_node_id, node,
                   "an input belongs to another graph");
        CHECK_NODE(input->block || node_kind_placement(input->kind) == PLACEMENT_floating, node,
                   "an input is not placed");
        v->uses[input->id]++;
    }
    if (node->kind == NODE_frame_state) return check_state(v, node);
    CHECK_NODE(node_kind_extra(node->kind) != EXTRA_field || node->extra.field, node,
               "it has no field");
    if (!check_signature(v, node)) return false;
    if (node->kind == NODE_object_state) {
        CHECK_NODE(node->inputs[0]->extra.virtual_object.length == node->input_count - 1, node,
                   "it has not one entry for each of the object");
    }
    CHECK_NODE((node->type == TYPE_VOID) <= (node_kind_result(node->kind) == 'V' ||
                                             node->kind == NODE_invoke ||
                                             node->kind == NODE_runtime_call),
               node, "it has no type");
    return check_types(v, node);
}

/* --- dominance --- */

/* Is [value] there at the end of [block]; or, with [user], in front of it? */
static bool is_available(struct verifying *v, const struct node *value, const struct block *block,
                         const struct node *user) {
    if (!value->block) return true;
    if (value->kind == NODE_invoke) {
        return flow_dominates(&v->flow, value->block->successors[0], block);
    }
    if (value->block != block) return flow_dominates(&v->flow, value->block, block);
    if (!user || value->kind == NODE_phi) return value != user;
    return v->place[value->id] < v->place[user->id];
}

static bool check_available(struct verifying *v, const struct node *node, const struct block *block,
                            const struct node *user);

static bool check_state_available(struct verifying *v, const struct node *state,
                                  const struct block *block, const struct node *user) {
    for (int i = 0; i < state->input_count; i++) {
        const struct node *input = state->inputs[i];
        if (input && !check_available(v, input, block, user)) return false;
    }
    return true;
}

static bool check_available(struct verifying *v, const struct node *node, const struct block *block,
                            const struct node *user) {
    if (node_is_state(node)) return check_state_available(v, node, block, user);
    if (is_available(v, node, block, user)) return true;
    return broken(v, "block %u: node %u (%s) is used by node %u (%s), which it does not dominate",
                  block->id, node->id, node_kind_text(node->kind), user ? user->id : 0,
                  user ? node_kind_text(user->kind) : "phi");
}

static bool check_phi_available(struct verifying *v, const struct node *phi) {
    for (int i = 0; i < phi->input_count; i++) {
        const struct node *input = phi->inputs[i];
        const struct block *predecessor = phi->block->predecessors.items[i];
        if (input->kind == NODE_invoke && input->block == predecessor &&
            predecessor->successors[0] == phi->block) {
            continue; /* on the edge of the normal return */
        }
        if (!check_available(v, input, predecessor, NULL)) return false;
    }
    return true;
}

static bool check_dominance(struct verifying *v, const struct block *block) {
    block_each_node(node, block) {
        if (node->kind == NODE_phi) {
            if (!check_phi_available(v, node)) return false;
            continue;
        }
        for (int i = 0; i < node->input_count; i++) {
            if (!check_available(v, node->inputs[i], block, node)) return false;
        }
    }
    return true;
}

/* --- the whole --- */

#define EACH_LIVE_BLOCK(check)                                                                     \
    vec_each(struct block *, item, &v->graph->blocks) {                                            \
        if (!(*item)->is_dead && !check(v, *item)) return false;                                   \
    }

static bool check_floating(struct verifying *v) {
    vec_each(struct node *, item, &v->graph->floating) {
        const struct node *node = *item;
        if (node->is_dead) continue;
        CHECK_NODE(node->graph == v->graph && node->id < v->graph->next_node_id, node,
                   "it belongs to another graph");
        CHECK_NODE(!node->block, node, "it floats, but is in a block");
        CHECK_NODE(v->place[node->id]++ == 0, node, "it is listed twice");
    }
    return true;
}

static bool check_block_inputs(struct verifying *v, const struct block *block) {
    block_each_node(node, block) {
        if (!check_inputs(v, node)) return false;
    }
    return true;
}

static bool check_use_list(struct verifying *v, const struct node *node) {
    if (v->uses[node->id] == node->uses.count) return true;
    return broken(v, "node %u (%s): used %u times, but its list says %u", node->id,
                  node_kind_text(node->kind), v->uses[node->id], node->uses.count);
}

static bool check_uses(struct verifying *v, const struct block *block) {
    block_each_node(node, block) {
        if (!check_use_list(v, node)) return false;
    }
    return true;
}

static bool check_graph(struct verifying *v) {
    CHECK_BLOCK(v->graph->entry && !v->graph->entry->is_dead, v->graph->entry, "the entry is dead");
    CHECK_BLOCK(v->graph->entry->predecessors.count == 0, v->graph->entry,
                "the entry has predecessors");
    EACH_LIVE_BLOCK(check_block);
    if (!check_floating(v)) return false;
    EACH_LIVE_BLOCK(check_successors);
    EACH_LIVE_BLOCK(check_predecessors);
    EACH_LIVE_BLOCK(check_calls);
    EACH_LIVE_BLOCK(check_block_inputs);
    vec_each(struct node *, node, &v->graph->floating) {
        if (!(*node)->is_dead && !check_inputs(v, *node)) return false;
    }
    EACH_LIVE_BLOCK(check_uses);
    vec_each(struct node *, node, &v->graph->floating) {
        if (!(*node)->is_dead && !check_use_list(v, *node)) return false;
    }
    EACH_LIVE_BLOCK(check_dominance);
    return true;
}

bool graph_verify(const struct graph *graph, struct strbuf *problem) {
    struct verifying v = {.graph = graph, .problem = problem};
    arena_init(&v.arena);
    v.flow = flow_order(graph, &v.arena);
    flow_dominators(&v.flow, graph, &v.arena);
    v.uses = ARENA_ARRAY(&v.arena, uint32_t, graph->next_node_id);
    v.place = ARENA_ARRAY(&v.arena, uint32_t, graph->next_node_id);
    bool is_sound = check_graph(&v);
    arena_release(&v.arena);
    return is_sound;
}

void graph_check(const struct graph *graph, const char *after_phase) {
    struct strbuf problem = STRBUF_INIT;
    if (!graph_verify(graph, &problem)) {
        BUG("the graph of %s is broken after %s: %s",
            graph->method ? graph->method->full_name : "a method", after_phase,
            strbuf_text(&problem));
    }
    strbuf_release(&problem);
}
