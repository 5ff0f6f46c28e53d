/* Block states: arrays of object states by object number. */
#include "escape/block_state.h"

struct block_state *block_state_new(struct arena *arena) {
    return ARENA_NEW(arena, struct block_state);
}

struct block_state *block_state_copy(struct arena *arena, const struct block_state *state) {
    struct block_state *copy = ARENA_NEW(arena, struct block_state);
    *copy = *state;
    copy->objects = ARENA_ARRAY(arena, const struct object_state *, state->capacity + 1);
    if (state->capacity)
        memcpy(copy->objects, state->objects, state->capacity * sizeof *copy->objects);
    return copy;
}

const struct object_state *block_state_get(const struct block_state *state,
                                           const struct virtual_object *object) {
    return object->number < state->capacity ? state->objects[object->number] : NULL;
}

void block_state_set(struct arena *arena, struct block_state *state,
                     const struct virtual_object *object, const struct object_state *object_state) {
    if (object->number >= state->capacity) {
        uint32_t capacity = (object->number + 1) * 2;
        const struct object_state **objects =
            ARENA_ARRAY(arena, const struct object_state *, capacity);
        if (state->capacity) memcpy(objects, state->objects, state->capacity * sizeof *objects);
        state->objects = objects;
        state->capacity = capacity;
    }
    state->objects[object->number] = object_state;
}

void block_state_hold(struct arena *arena, struct block_state *state,
                      const struct virtual_object *object) {
    struct held_lock *held = ARENA_NEW(arena, struct held_lock);
    *held = (struct held_lock){state->held, object, block_state_lock_depth(state)};
    state->held = held;
}

void block_state_release_lock(struct block_state *state) {
    if (state->held) state->held = state->held->outer;
}
