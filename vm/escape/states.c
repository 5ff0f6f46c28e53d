/* Frame states in which objects are virtual: recorded while analysing, made when effects are
 * applied. A record lists every object that the state may mention: what its slots, its callers' and
 * its object states refer to, what those objects refer to, and all virtual objects that are locked,
 * so that their locks are taken again. */
#include "base/die.h"
#include "escape/analysis.h"
#include "ir/frame_state.h"

static int record_index(const struct state_record *record, const struct virtual_object *object) {
    for (uint32_t i = 0; i < record->objects.count; i++)
        if (record->objects.items[i] == object) return (int)i;
    return -1;
}

static void mention(struct analysis *analysis, const struct block_state *state,
                    struct state_record *record, struct virtual_object *object) {
    if (record_index(record, object) >= 0) return;
    const struct object_state *known = block_state_get(state, object);
    ASSERT(known, "object %u is mentioned where it does not exist", object->number);
    arena_vec_push(analysis->arena, &record->objects, object);
    arena_vec_push(analysis->arena, &record->states, known);
    if (known->materialized) return;
    for (int i = 0; i < object->length; i++) {
        struct virtual_object *entry = analysis_object(analysis, known->entries[i]);
        if (entry) mention(analysis, state, record, entry);
    }
}

static void mention_inputs(struct analysis *analysis, const struct block_state *state,
                           struct state_record *record, struct node *frame_state) {
    for (int i = 0; i < frame_state->input_count; i++) {
        struct node *input = frame_state->inputs[i];
        if (!input) continue;
        if (input->type == TYPE_STATE) {
            mention_inputs(analysis, state, record, input);
            continue;
        }
        struct virtual_object *object = analysis_object(analysis, analysis_raw(analysis, input));
        if (object) mention(analysis, state, record, object);
    }
}

struct state_record *state_record_new(struct analysis *analysis, const struct block_state *state,
                                      struct node *frame_state) {
    struct state_record *record = ARENA_NEW(analysis->arena, struct state_record);
    record->state = frame_state;
    mention_inputs(analysis, state, record, frame_state);
    vec_each(struct virtual_object *, object, &analysis->objects) {
        const struct object_state *known = block_state_get(state, *object);
        if (known && !known->materialized && known->locks)
            mention(analysis, state, record, *object);
    }
    return record;
}

/* --- applying --- */
static struct node *recorded_value(struct analysis *analysis, const struct state_record *record,
                                   struct node *input) {
    struct node *raw = analysis_raw(analysis, input);
    struct virtual_object *object = analysis_object(analysis, raw);
    if (object) {
        struct node *real = record->states.items[record_index(record, object)]->materialized;
        raw = real ? real : raw;
    }
    struct node *applied = analysis_node(analysis, raw)->applied;
    return applied ? applied : raw;
}

static bool must_change(struct analysis *analysis, const struct node *state) {
    for (int i = 0; i < state->input_count; i++) {
        struct node *input = state->inputs[i];
        if (!input) continue;
        if (input->type == TYPE_STATE) {
            if (must_change(analysis, input)) return true;
        } else if (analysis_raw(analysis, input) != input) {
            return true;
        }
    }
    return false;
}

static struct node *copy_state(struct node *state) {
    if (state->kind == NODE_frame_state) return frame_state_clone(state);
    struct node *copy =
        node_new(state->graph, NODE_object_state, TYPE_STATE, state->input_count, state->inputs);
    copy->extra = state->extra;
    return copy;
}

static struct node *changed_state(struct analysis *analysis, const struct state_record *record,
                                  struct node *state) {
    struct node *copy = copy_state(state);
    for (int i = 0; i < copy->input_count; i++) {
        struct node *input = copy->inputs[i];
        if (!input) continue;
        bool is_state = input->type == TYPE_STATE;
        if (!is_state)
            node_set_input(copy, i, recorded_value(analysis, record, input));
        else if (must_change(analysis, input))
            node_set_input(copy, i, changed_state(analysis, record, input));
    }
    return copy;
}

static struct node *object_state_node(struct analysis *analysis, const struct state_record *record,
                                      const struct virtual_object *object,
                                      const struct object_state *known) {
    struct node *node = node_new(analysis->graph, NODE_object_state, TYPE_STATE, 1, &object->token);
    if (!object->token->extra.virtual_object.origins)
        object->token->extra.virtual_object.origins = escape_log_origins(analysis->log, object);
    for (int i = 0; i < object->length; i++)
        node_add_input(node, recorded_value(analysis, record, known->entries[i]));
    node->extra.integer = locks_count(known->locks);
    return node;
}

struct node *state_record_apply(struct analysis *analysis, struct state_record *record) {
    if (record->made) return record->made;
    bool has_virtual = false;
    vec_each(const struct object_state *, known, &record->states)
        has_virtual |= !(*known)->materialized;
    record->made = record->state;
    if (!has_virtual && !must_change(analysis, record->state)) return record->made;
    record->made = changed_state(analysis, record, record->state);
    for (uint32_t i = 0; i < record->objects.count; i++) {
        const struct object_state *known = record->states.items[i];
        if (known->materialized) continue;
        frame_state_add_object(
            record->made, object_state_node(analysis, record, record->objects.items[i], known));
    }
    return record->made;
}
