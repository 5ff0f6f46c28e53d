/* Materialisation: a virtual object, and all that it refers to, comes into being at one place.
 * Locks are kept in order, as if they had been taken where the program takes them: a virtual object
 * whose lock turns out to be taken inside a lock that is really held is noted (is_ordered), and the
 * walk starts over and materialises it before that inner lock. */
#include "escape/analysis.h"

static struct node *stand_in(struct analysis *analysis, const struct virtual_object *object) {
    enum node_kind kind = object->is_array ? NODE_new_array : NODE_new;
    struct node *node = node_new(analysis->graph, kind, TYPE_REFERENCE, 0, NULL);
    node->extra.class = object->class;
    return node;
}

static void add(struct analysis *analysis, struct block_state *state, struct group *group,
                struct virtual_object *object, enum reason reason) {
    const struct object_state *before = block_state_get(state, object);
    struct node *made = stand_in(analysis, object);
    arena_vec_push(analysis->arena, &group->items,
                   (struct group_item){object, before, made, NULL, reason});
    block_state_set(analysis->arena, state, object, object_state_materialized(object, made));
    for (int i = 0; i < object->length; i++) {
        struct virtual_object *entry = analysis_virtual(analysis, state, before->entries[i]);
        if (entry) add(analysis, state, group, entry, REASON_field_of_escaping);
    }
}

static int outermost_lock(const struct group *group) {
    int depth = -1;
    vec_each(struct group_item, item, &group->items) {
        for (const struct lock_level *lock = item->before->locks; lock; lock = lock->outer)
            if (depth < 0 || lock->depth < depth) depth = lock->depth;
    }
    return depth;
}

static int innermost_lock(const struct group *group) {
    int depth = -1;
    vec_each(struct group_item, item, &group->items)
        if (item->before->locks && item->before->locks->depth > depth)
            depth = item->before->locks->depth;
    return depth;
}

static bool has_lock_outside(const struct object_state *known, int depth) {
    for (const struct lock_level *lock = known->locks; lock; lock = lock->outer)
        if (lock->depth < depth) return true;
    return false;
}

static void add_ordered(struct analysis *analysis, struct block_state *state, struct group *group,
                        int depth) {
    vec_each(struct virtual_object *, object, &analysis->objects) {
        const struct object_state *known = block_state_get(state, *object);
        if ((*object)->is_ordered && known && !known->materialized &&
            has_lock_outside(known, depth))
            add(analysis, state, group, *object, REASON_lock_order);
    }
}

static bool is_in_group(const struct group *group, const struct virtual_object *object) {
    vec_each(struct group_item, item, &group->items)
        if (item->object == object) return true;
    return false;
}

/* Is a lock that is deeper than [depth] really held, and not taken by this group? */
static bool is_lock_held(const struct block_state *state, const struct group *group, int depth) {
    for (const struct held_lock *held = state->held; held && held->depth > depth;
         held = held->outer) {
        if (!held->object) return true;
        if (!block_state_is_virtual(state, held->object) && !is_in_group(group, held->object))
            return true;
    }
    return false;
}

/* Is one held inside the outermost lock that the group takes? */
static bool violates_order(const struct block_state *state, const struct group *group) {
    int outermost = outermost_lock(group);
    return outermost >= 0 && is_lock_held(state, group, outermost);
}

/* Returns whether some lock will be taken earlier. */
static bool lock_earlier(struct analysis *analysis, const struct group *group) {
    bool any = false;
    vec_each(struct group_item, item, &group->items) {
        if (!item->before->locks || item->object->is_ordered) continue;
        item->object->is_ordered = any = true;
    }
    analysis->must_start_over |= any;
    return any;
}

/* --- memory that runs out --- */
static bool has_handler(const struct node *node) {
    return node && node->position && node->position->has_handler;
}

/* Without a state to repeat from, an OutOfMemoryError leaves the method: would it pass a held lock
 * or a handler? */
static bool must_recover(const struct block_state *state, const struct group *group) {
    if (is_lock_held(state, group, -1)) return true;
    if (has_handler(group->before ? group->before : group->block->last)) return true;
    vec_each(struct group_item, item, &group->items)
        if (has_handler(item->object->origin)) return true;
    return false;
}

/* If that was not early enough, the objects stay allocations. */
static void allocate_earlier(struct analysis *analysis, const struct group *group) {
    vec_each(struct group_item, item, &group->items) {
        struct virtual_object *object = item->object;
        object->is_kept = object->is_prompt;
        object->kept_reason = REASON_under_lock_or_handler;
        object->is_prompt = true;
    }
    analysis->must_start_over = true;
}

static void add_prompt(struct analysis *analysis, struct block_state *state, struct group *group) {
    vec_each(struct virtual_object *, object, &analysis->objects) {
        if ((*object)->is_prompt && block_state_is_virtual(state, *object))
            add(analysis, state, group, *object, REASON_under_lock_or_handler);
    }
}

static void resolve_values(struct analysis *analysis, const struct block_state *state,
                           struct group *group) {
    vec_each(struct group_item, item, &group->items) {
        item->values = ARENA_ARRAY(analysis->arena, struct node *, item->object->length + 1);
        for (int i = 0; i < item->object->length; i++)
            item->values[i] = analysis_value(analysis, state, item->before->entries[i]);
    }
}

void materialize(struct analysis *analysis, struct block_state *state,
                 struct virtual_object *object, struct insertion_point place, enum reason reason) {
    struct group *group = ARENA_NEW(analysis->arena, struct group);
    *group = (struct group){.block = place.block, .before = place.before, .resume = state->resume};
    add(analysis, state, group, object, reason);
    int innermost = innermost_lock(group);
    if (innermost >= 0) {
        add_ordered(analysis, state, group, innermost);
        add_prompt(analysis, state, group);
    }
    bool is_early = violates_order(state, group) && lock_earlier(analysis, group);
    if (!is_early && !group->resume && must_recover(state, group))
        allocate_earlier(analysis, group);
    if (innermost >= 0) state->resume = NULL;
    resolve_values(analysis, state, group);
    effect_list *effects = &analysis->blocks[place.block->id].body;
    analysis_effect(analysis, effects, EFFECT_MATERIALIZE, NULL)->group = group;
}

void materialize_prompt(struct analysis *analysis, struct block_state *state,
                        struct insertion_point place) {
    vec_each(struct virtual_object *, object, &analysis->objects) {
        if ((*object)->is_prompt && block_state_is_virtual(state, *object))
            materialize(analysis, state, *object, place, REASON_under_lock_or_handler);
    }
}

void materialize_ordered(struct analysis *analysis, struct block_state *state,
                         struct insertion_point place) {
    vec_each(struct virtual_object *, object, &analysis->objects) {
        const struct object_state *known = block_state_get(state, *object);
        if ((*object)->is_ordered && known && !known->materialized && known->locks)
            materialize(analysis, state, *object, place, REASON_lock_order);
    }
}

/* --- applying --- */
static struct node *real_value(struct analysis *analysis, struct node *value) {
    struct node *applied = analysis_node(analysis, value)->applied;
    return applied ? applied : value;
}

static void set_resume(struct analysis *analysis, struct node *clone, struct state_record *resume) {
    struct node *old = node_state(clone);
    struct node *state = resume ? state_record_apply(analysis, resume) : NULL;
    if (old && state)
        node_set_input(clone, clone->input_count - 1, state);
    else if (old)
        node_remove_input(clone, clone->input_count - 1);
    else if (state)
        node_add_input(clone, state);
}

static void allocate(struct analysis *analysis, struct group *group, struct group_item *item,
                     struct node *place) {
    struct node *clone = edit_clone(item->object->origin);
    if (item->object->is_array)
        node_set_input(clone, 0, graph_int(analysis->graph, item->object->length));
    set_resume(analysis, clone, group->resume);
    node_insert_before(place, clone);
    analysis_node(analysis, item->stand_in)->applied = clone;
    escape_log_materialized(analysis->log, item->object, clone, place, item->reason);
}

static struct node *store_of(struct analysis *analysis, const struct virtual_object *object,
                             struct node *clone, int index, struct node *value) {
    struct graph *graph = analysis->graph;
    struct node *store;
    if (object->is_array) {
        struct node *inputs[] = {clone, graph_int(graph, index), value};
        store = node_new(graph, NODE_store_element, TYPE_VOID, 3, inputs);
        store->extra.type = object->class->element_type;
    } else {
        store = node_new(graph, NODE_store_field, TYPE_VOID, 2, (struct node *[]){clone, value});
        store->extra.field = object->class->fields.items[index];
    }
    store->position = clone->position;
    return store;
}

static void fill(struct analysis *analysis, const struct group_item *item, struct node *place) {
    for (int i = 0; i < item->object->length; i++) {
        struct node *value = real_value(analysis, item->values[i]);
        if (value == object_entry_default(item->object, i)) continue;
        struct node *clone = real_value(analysis, item->stand_in);
        node_insert_before(place, store_of(analysis, item->object, clone, i, value));
    }
}

static void take_locks(struct analysis *analysis, const struct group *group, int depth,
                       struct node *place) {
    vec_each(struct group_item, item, &group->items) {
        for (const struct lock_level *lock = item->before->locks; lock; lock = lock->outer) {
            if (lock->depth != depth) continue;
            struct node *enter = edit_clone(lock->enter);
            node_set_input(enter, 0, real_value(analysis, item->stand_in));
            node_insert_before(place, enter);
            escape_log_locked(analysis->log, lock->enter, enter, item->reason);
        }
    }
}

void group_apply(struct analysis *analysis, struct group *group) {
    struct node *place = group->before ? group->before : group->block->last;
    vec_each(struct group_item, item, &group->items) allocate(analysis, group, item, place);
    vec_each(struct group_item, item, &group->items) fill(analysis, item, place);
    for (int depth = 0; depth <= innermost_lock(group); depth++)
        take_locks(analysis, group, depth, place);
}
