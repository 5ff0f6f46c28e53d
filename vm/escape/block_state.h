/* What is known of all objects at one point of the program. Passed along edges by copying. */
#ifndef ESCAPE_BLOCK_STATE_H
#define ESCAPE_BLOCK_STATE_H

#include "escape/object_state.h"

struct state_record; /* effects.h */

/* A lock that is held, on whatever object; shared tails. */
struct held_lock {
    const struct held_lock *outer;
    const struct virtual_object *object; /* NULL: not one that may be virtual */
    int depth;
};

struct block_state {
    const struct object_state **objects; /* by object number; NULL: not alive here */
    uint32_t capacity;
    const struct held_lock *held;
    /* A frame state from which execution can be repeated: nothing that can be seen happened since.
     * NULL: none. */
    struct state_record *resume;
};

struct block_state *block_state_new(struct arena *arena);
struct block_state *block_state_copy(struct arena *arena, const struct block_state *state);
const struct object_state *block_state_get(const struct block_state *state,
                                           const struct virtual_object *object);
void block_state_set(struct arena *arena, struct block_state *state,
                     const struct virtual_object *object, const struct object_state *object_state);
static inline bool block_state_is_virtual(const struct block_state *state,
                                          const struct virtual_object *object) {
    const struct object_state *known = block_state_get(state, object);
    return known && !known->materialized;
}

void block_state_hold(struct arena *arena, struct block_state *state,
                      const struct virtual_object *object);
void block_state_release_lock(struct block_state *state);
static inline int block_state_lock_depth(const struct block_state *state) {
    return state->held ? state->held->depth + 1 : 0;
}

#endif
