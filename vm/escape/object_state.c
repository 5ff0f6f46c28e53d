/* Object states: making changed copies, comparing. */
#include "escape/object_state.h"

static struct arena *arena_of(const struct virtual_object *object) {
    return object->token->graph->compilation->arena;
}

enum java_type object_entry_type(const struct virtual_object *object, int index) {
    return object->is_array ? object->class->element_type
                            : object->class->fields.items[index]->type;
}

struct node *object_entry_default(const struct virtual_object *object, int index) {
    return graph_default(object->token->graph, node_type_of_java(object_entry_type(object, index)));
}

struct object_state *object_state_fresh(const struct virtual_object *object) {
    struct object_state *state = ARENA_NEW(arena_of(object), struct object_state);
    state->entries = ARENA_ARRAY(arena_of(object), struct node *, object->length + 1);
    for (int i = 0; i < object->length; i++) state->entries[i] = object_entry_default(object, i);
    return state;
}

const struct object_state *object_state_with_entry(const struct virtual_object *object,
                                                   const struct object_state *state, int index,
                                                   struct node *value) {
    struct object_state *changed = ARENA_NEW(arena_of(object), struct object_state);
    *changed = *state;
    changed->entries = ARENA_ARRAY(arena_of(object), struct node *, object->length + 1);
    memcpy(changed->entries, state->entries, (size_t)object->length * sizeof *state->entries);
    changed->entries[index] = value;
    return changed;
}

const struct object_state *object_state_with_locks(const struct virtual_object *object,
                                                   const struct object_state *state,
                                                   const struct lock_level *locks) {
    struct object_state *changed = ARENA_NEW(arena_of(object), struct object_state);
    *changed = *state;
    changed->locks = locks;
    return changed;
}

const struct object_state *object_state_materialized(const struct virtual_object *object,
                                                     struct node *value) {
    struct object_state *state = ARENA_NEW(arena_of(object), struct object_state);
    state->materialized = value;
    return state;
}

bool locks_equal(const struct lock_level *a, const struct lock_level *b) {
    for (; a != b; a = a->outer, b = b->outer)
        if (!a || !b || a->enter != b->enter || a->depth != b->depth) return false;
    return true;
}

int locks_count(const struct lock_level *locks) {
    int count = 0;
    for (; locks; locks = locks->outer) count++;
    return count;
}

bool object_state_equal(const struct virtual_object *object, const struct object_state *a,
                        const struct object_state *b) {
    if (a == b) return true;
    if (!a || !b || a->materialized != b->materialized) return false;
    if (a->materialized) return true;
    if (!locks_equal(a->locks, b->locks)) return false;
    for (int i = 0; i < object->length; i++)
        if (a->entries[i] != b->entries[i]) return false;
    return true;
}
