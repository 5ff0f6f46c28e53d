/* Frame states: the parts of the input list of NODE_frame_state. */
#include "ir/frame_state.h"

#include "base/die.h"
#include "ir/links.h"

struct node *frame_state_new(struct graph *graph, const struct state_layout *layout,
                             struct node *const *slots, struct node *caller) {
    int count = layout->local_count + layout->stack_count + layout->lock_count;
    struct node *state = node_new(graph, NODE_frame_state, TYPE_STATE, count, slots);
    state->extra.state = ARENA_NEW(graph_arena(graph), struct state_layout);
    *state->extra.state = *layout;
    if (!layout->frame) state->extra.state->frame = graph->frame;
    state->extra.state->has_caller = caller != NULL;
    state->extra.state->object_count = 0;
    if (caller) node_add_input(state, caller);
    return state;
}

struct node *frame_state_clone(struct node *state) {
    return node_copy(state);
}

struct node **frame_state_locals(const struct node *state) {
    return state->inputs;
}

struct node **frame_state_stack(const struct node *state) {
    return state->inputs + state->extra.state->local_count;
}

struct node **frame_state_locks(const struct node *state) {
    return frame_state_stack(state) + state->extra.state->stack_count;
}

static int caller_index(const struct state_layout *layout) {
    return layout->local_count + layout->stack_count + layout->lock_count;
}

struct node *frame_state_caller(const struct node *state) {
    const struct state_layout *layout = state->extra.state;
    return layout->has_caller ? state->inputs[caller_index(layout)] : NULL;
}

struct node *frame_state_object(const struct node *state, int index) {
    const struct state_layout *layout = state->extra.state;
    ASSERT(index < layout->object_count, "frame state %u has no object %d", state->id, index);
    return state->inputs[caller_index(layout) + layout->has_caller + index];
}

void frame_state_add_object(struct node *state, struct node *object_state) {
    node_add_input(state, object_state);
    state->extra.state->object_count++;
}
