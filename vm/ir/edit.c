/* The edit primitives: each does its change and tells the compilation's listeners. Elimination tells
 * before, while the node is whole; the others after. */
#include "ir/edit.h"

#include "base/die.h"
#include "ir/compilation.h"
#include "ir/links.h"
#include "ir/traits.h"

#define TELL_OF(graph, event, ...)                                                                 \
    for (struct edit_listener *listener_ = (graph)->compilation->listeners; listener_;             \
         listener_ = listener_->next) {                                                            \
        if (listener_->event) listener_->event(listener_->context, __VA_ARGS__);                   \
    }
#define TELL(node, event, ...) TELL_OF((node)->graph, event, __VA_ARGS__)

void edit_built(struct graph *graph) { TELL_OF(graph, built, graph) }
void edit_copied(struct graph *graph, const struct block_copy *copy) {
    TELL_OF(graph, copied, copy)
}

static void kill(struct node *node) {
    TELL(node, eliminated, &node, 1);
    struct node *state = node_state(node);
    node_clear_inputs(node);
    node_unplace(node);
    node->is_dead = true;
    if (state) state_release(state);
}

void state_release(struct node *state) {
    if (state->is_dead || state->uses.count > 0) return;
    int count = state->input_count;
    struct node **inputs = state->inputs; /* the array stays as it is */
    TELL(state, eliminated, &state, 1);
    node_clear_inputs(state);
    state->is_dead = true;
    for (int i = 0; i < count; i++) {
        if (inputs[i] && node_is_state(inputs[i])) state_release(inputs[i]);
    }
}

static void release_unused_states(struct node *node) {
    for (uint32_t i = 0; i < node->uses.count;) {
        struct node *user = node->uses.items[i];
        if (node_is_state(user) && user->uses.count == 0) {
            state_release(user);
            i = 0;
        } else {
            i++;
        }
    }
}

static void require_unused(const struct node *node) {
    ASSERT(node->uses.count == 0, "node %u (%s) is still used by node %u (%s)", node->id,
           node_kind_text(node->kind), node->uses.items[0]->id,
           node_kind_text(node->uses.items[0]->kind));
}

void edit_eliminate(struct node *node) {
    ASSERT(!node->is_dead, "node %u is eliminated already", node->id);
    release_unused_states(node);
    require_unused(node);
    if (node_is_state(node)) {
        state_release(node);
    } else {
        kill(node);
    }
}

void edit_eliminate_all(struct node *const *nodes, int count) {
    if (count == 0) return;
    struct node **states = ARENA_ARRAY(graph_arena(nodes[0]->graph), struct node *, count);
    TELL(nodes[0], eliminated, nodes, count);
    for (int i = 0; i < count; i++) {
        states[i] = node_state(nodes[i]);
        node_clear_inputs(nodes[i]);
    }
    for (int i = 0; i < count; i++) {
        if (states[i]) state_release(states[i]);
    }
    for (int i = 0; i < count; i++) {
        struct node *node = nodes[i];
        if (node->is_dead) continue;
        release_unused_states(node);
        require_unused(node);
        if (node->block) node_unplace(node);
        node->is_dead = true;
    }
}

void edit_replace_value(struct node *node, struct node *by) {
    if (node == by) return;
    while (node->uses.count > 0) {
        struct node *user = vec_last(&node->uses);
        for (int i = 0; i < user->input_count; i++) {
            if (user->inputs[i] == node) node_set_input(user, i, by);
        }
    }
    TELL(node, replaced, node, by);
}

void edit_expand(struct node *node, const struct expansion *expansion) {
    TELL(node, expanded, node, expansion);
}

struct node *edit_clone(struct node *node) {
    struct node *clone = node_copy(node);
    TELL(node, cloned, node, clone);
    return clone;
}

void edit_move_before(struct node *node, struct node *place) {
    TELL(node, moved, node);
    node_unplace(node);
    node_insert_before(place, node);
}

void edit_merge(struct block *merge, struct node *const *origins, struct node *merged) {
    TELL(merged, merged, merge, origins, merged);
}

void edit_replace_and_eliminate(struct node *node, struct node *by) {
    edit_replace_value(node, by);
    edit_eliminate(node);
}
