/* Where paths meet. An object that is still needed stays virtual if it is virtual on all paths with
 * the same locks; its entries that differ become phis. Otherwise it is materialised at the ends of
 * the predecessors where it is virtual. A phi over objects is the object, if it is the same on all
 * paths; or, if they can no longer be told apart, one new virtual object that merges them; or a phi
 * over real objects. Materialising at a predecessor changes what meets, so the merge then starts
 * again; each round makes at least one object real on one path. */
#include "base/die.h"
#include "escape/analysis.h"
#include "ir/cfg.h"

enum phi_fate { PHI_OF_VALUES, PHI_OF_ONE_OBJECT, PHI_OF_MERGED_OBJECTS, PHI_UNUSED };

struct phi_decision {
    struct node *phi;
    enum phi_fate fate;
    struct virtual_object *object; /* the one, or the merged */
};

struct merge {
    struct analysis *analysis;
    struct block *block;
    VEC(struct block *) from; /* predecessors that take part */
    struct block_state *result;
    effect_list effects;
    VEC(struct phi_decision) phis;
    VEC(struct virtual_object *) needed; /* in [result], or on the way there */
    bool has_materialized;
};

static struct block_state *out(const struct merge *merge, uint32_t i) {
    return merge->analysis->blocks[merge->from.items[i]->id].out;
}

static struct node *phi_input_from(const struct merge *merge, const struct node *phi, uint32_t i) {
    return phi->inputs[block_predecessor_index(merge->block, merge->from.items[i])];
}

static void make_real(struct merge *merge, uint32_t i, struct virtual_object *object,
                      enum reason reason) {
    bool is_carried = block_is_loop_header(merge->block) && merge->from.count > 1;
    struct insertion_point end = {merge->from.items[i], NULL};
    materialize(merge->analysis, out(merge, i), object, end,
                is_carried && reason == REASON_merged_states_differ ? REASON_carried_by_loop
                                                                    : reason);
    merge->has_materialized = true;
}

/* The value at the end of predecessor [i], materialised there if it must be. */
static struct node *real_at_end(struct merge *merge, uint32_t i, struct node *value,
                                enum reason reason) {
    struct virtual_object *object = analysis_virtual(merge->analysis, out(merge, i), value);
    if (object) make_real(merge, i, object, reason);
    return analysis_value(merge->analysis, out(merge, i), value);
}

/* --- phis for what meets --- */
/* The same each time for the same object and entry: an analysis that repeats finds the same values.
 */
static struct node *cached_phi(struct merge *merge, const struct virtual_object *object, int entry,
                               enum node_type type) {
    struct block_info *info = &merge->analysis->blocks[merge->block->id];
    vec_each(struct merge_phi, made, &info->phis) {
        if (made->object == object && made->entry == entry) return made->phi;
    }
    struct node *phi = node_new(merge->analysis->graph, NODE_phi, type, 0, NULL);
    phi->position = merge->block->first->position;
    arena_vec_push(merge->analysis->arena, &info->phis, (struct merge_phi){object, entry, phi});
    return phi;
}

/* One value for [values], one for each predecessor: a phi unless they are the same. */
static struct node *phi_of(struct merge *merge, const struct virtual_object *object, int entry,
                           enum node_type type, struct node *const *values) {
    struct node *phi = cached_phi(merge, object, entry, type);
    struct node *same = NULL;
    bool differ = false;
    for (uint32_t i = 0; i < merge->from.count; i++) {
        if (values[i] == phi) continue;
        differ |= same && same != values[i];
        same = values[i];
    }
    if (!differ && same) return same;
    struct effect *effect = analysis_effect(merge->analysis, &merge->effects, EFFECT_ADD_PHI, phi);
    effect->block = merge->block;
    effect->input_count = (int)merge->from.count;
    effect->inputs = ARENA_ARRAY(merge->analysis->arena, struct phi_input, merge->from.count);
    for (uint32_t i = 0; i < merge->from.count; i++)
        effect->inputs[i] = (struct phi_input){merge->from.items[i], values[i]};
    return phi;
}

static void need(struct merge *merge, struct virtual_object *object) {
    vec_each(struct virtual_object *, needed, &merge->needed)
        if (*needed == object) return;
    arena_vec_push(merge->analysis->arena, &merge->needed, object);
}

static bool is_needed(const struct merge *merge, const struct virtual_object *object) {
    vec_each(struct virtual_object *, needed, &merge->needed)
        if (*needed == object) return true;
    return false;
}

/* One entry of an object that is virtual on all paths; parts[i] is the object there. */
static struct node *merge_entry(struct merge *merge, struct virtual_object *object,
                                struct virtual_object *const *parts, int index) {
    struct node *values[merge->from.count];
    bool differ = false;
    for (uint32_t i = 0; i < merge->from.count; i++) {
        const struct object_state *known = block_state_get(out(merge, i), parts[i]);
        if (known->materialized) return object_entry_default(object, index); /* merged again */
        values[i] = known->entries[index];
        differ |= values[i] != values[0];
    }
    if (!differ) {
        struct virtual_object *entry = analysis_object(merge->analysis, values[0]);
        if (entry) need(merge, entry);
        return values[0];
    }
    for (uint32_t i = 0; i < merge->from.count; i++)
        values[i] = real_at_end(merge, i, values[i], REASON_merged_with_other);
    enum node_type type = node_type_of_java(object_entry_type(object, index));
    return phi_of(merge, object, index, type, values);
}

static void merge_entries(struct merge *merge, struct virtual_object *object,
                          struct virtual_object *const *parts) {
    struct object_state *merged = object_state_fresh(object);
    merged->locks = block_state_get(out(merge, 0), parts[0])->locks;
    for (int i = 0; i < object->length; i++)
        merged->entries[i] = merge_entry(merge, object, parts, i);
    block_state_set(merge->analysis->arena, merge->result, object, merged);
}

/* --- one object --- */
static void merge_real(struct merge *merge, struct virtual_object *object, enum reason reason) {
    struct node *values[merge->from.count];
    for (uint32_t i = 0; i < merge->from.count; i++)
        values[i] = real_at_end(merge, i, object->token, reason);
    struct node *value = phi_of(merge, object, MATERIALIZED_VALUE, TYPE_REFERENCE, values);
    block_state_set(merge->analysis->arena, merge->result, object,
                    object_state_materialized(object, value));
}

static void merge_object(struct merge *merge, struct virtual_object *object) {
    uint32_t virtual_count = 0;
    bool locks_differ = false;
    const struct object_state *first = block_state_get(out(merge, 0), object);
    for (uint32_t i = 0; i < merge->from.count; i++) {
        const struct object_state *known = block_state_get(out(merge, i), object);
        if (!known) return; /* not on this path */
        virtual_count += known->materialized == NULL;
        if (!known->materialized && !first->materialized)
            locks_differ |= !locks_equal(known->locks, first->locks);
    }
    if (virtual_count < merge->from.count || locks_differ) {
        merge_real(merge, object,
                   locks_differ ? REASON_merged_locks_differ : REASON_merged_states_differ);
        return;
    }
    if (object->is_prompt && !merge->result->resume) {
        merge_real(merge, object, REASON_under_lock_or_handler);
        return;
    }
    struct virtual_object *parts[merge->from.count];
    for (uint32_t i = 0; i < merge->from.count; i++) parts[i] = object;
    merge_entries(merge, object, parts);
}

/* --- phis of the graph --- */
static struct virtual_object *input_object(const struct merge *merge, const struct node *phi,
                                           uint32_t i) {
    struct node *input = phi_input_from(merge, phi, i);
    return analysis_object(merge->analysis, analysis_raw(merge->analysis, input));
}

/* A loop never takes its phi for an object that exists at its entry: that would be in no state, so
 * that the loop would not be walked again when the back edge brings something else. */
static struct virtual_object *one_object(const struct merge *merge, const struct node *phi) {
    struct virtual_object *object = input_object(merge, phi, 0);
    if (!object) return NULL;
    if (block_is_loop_header(merge->block) && !block_state_is_virtual(out(merge, 0), object))
        return NULL;
    for (uint32_t i = 1; i < merge->from.count; i++)
        if (input_object(merge, phi, i) != object) return NULL;
    return object;
}

/* A merged object is never part of one that a loop carries: which of its parts it was would be
 * forgotten when its merge is passed again, and code that was inserted at them could not follow. */
static bool fits_merged(const struct merge *merge, const struct virtual_object *part,
                        const struct virtual_object *first, uint32_t i) {
    const struct object_state *known = block_state_get(out(merge, i), part);
    if (part->phi && block_is_loop_header(merge->block)) return false;
    if (part->is_prompt && !merge->result->resume) return false;
    return known && !known->materialized && !known->locks && part->class == first->class &&
           part->length == first->length;
}

static struct virtual_object *merged_object(struct merge *merge, struct node *phi,
                                            const struct virtual_object *first) {
    struct virtual_object *merged = analysis_node(merge->analysis, phi)->object;
    if (merged) return merged;
    merged = analysis_new_object(merge->analysis, phi, first->class, first->length);
    merged->phi = phi;
    merged->merge = merge->block;
    return merged;
}

/* Different objects that could be one from here on; whether somebody could still tell is checked at
 * the end. */
static struct virtual_object *mergeable(struct merge *merge, struct node *phi) {
    struct virtual_object *first = input_object(merge, phi, 0);
    if (!first || !analysis_rule(merge->analysis, RULE_escape_merged)) return NULL;
    struct virtual_object *merged = analysis_node(merge->analysis, phi)->object;
    if (merged &&
        (merged->is_kept || merged->class != first->class || merged->length != first->length))
        return NULL;
    for (uint32_t i = 0; i < merge->from.count; i++) {
        struct virtual_object *part = input_object(merge, phi, i);
        if (!part || !fits_merged(merge, part, first, i)) return NULL;
    }
    return merged_object(merge, phi, first);
}

static struct phi_decision decide_phi(struct merge *merge, struct node *phi) {
    if (phi->uses.count == 0) return (struct phi_decision){phi, PHI_UNUSED, NULL};
    struct virtual_object *object = one_object(merge, phi);
    if (object) return (struct phi_decision){phi, PHI_OF_ONE_OBJECT, object};
    object = mergeable(merge, phi);
    if (object) return (struct phi_decision){phi, PHI_OF_MERGED_OBJECTS, object};
    return (struct phi_decision){phi, PHI_OF_VALUES, NULL};
}

static void decide_phis(struct merge *merge) {
    vec_clear(&merge->phis);
    for (struct node *phi = merge->block->first; phi->kind == NODE_phi; phi = phi->next) {
        if (phi->type != TYPE_REFERENCE) continue;
        arena_vec_push(merge->analysis->arena, &merge->phis, decide_phi(merge, phi));
    }
}

static void keep_values(struct merge *merge, struct node *phi) {
    for (uint32_t i = 0; i < merge->from.count; i++) {
        if (!input_object(merge, phi, i)) continue;
        struct node *input = phi_input_from(merge, phi, i);
        struct node *value = real_at_end(merge, i, input, REASON_merged_with_other);
        struct effect *effect =
            analysis_effect(merge->analysis, &merge->effects, EFFECT_PHI_INPUT, phi);
        effect->inputs = ARENA_NEW(merge->analysis->arena, struct phi_input);
        *effect->inputs = (struct phi_input){merge->from.items[i], value};
    }
}

static void merge_distinct(struct merge *merge, struct node *phi, struct virtual_object *object) {
    struct virtual_object *parts[merge->from.count];
    struct effect *effect = analysis_effect(merge->analysis, &merge->effects, EFFECT_MERGE, phi);
    effect->object = object;
    effect->input_count = (int)merge->from.count;
    effect->inputs = ARENA_ARRAY(merge->analysis->arena, struct phi_input, merge->from.count);
    for (uint32_t i = 0; i < merge->from.count; i++) {
        parts[i] = input_object(merge, phi, i);
        effect->inputs[i] = (struct phi_input){merge->from.items[i], parts[i]->token};
    }
    merge_entries(merge, object, parts);
}

static bool refers_to(const struct merge *merge, const struct virtual_object *from, uint32_t i,
                      const struct virtual_object *to) {
    const struct object_state *known = block_state_get(out(merge, i), from);
    if (!known || known->materialized) return false;
    for (int k = 0; k < from->length; k++)
        if (known->entries[k] == to->token) return true;
    return false;
}

/* Can the program still reach [part] on this path other than through [phi]? Then its identity could
 * be observed. */
static bool is_reachable_otherwise(const struct merge *merge, const struct node *phi, uint32_t i,
                                   const struct virtual_object *part) {
    if (is_needed(merge, part)) return true;
    vec_each(struct virtual_object *, needed, &merge->needed)
        if (refers_to(merge, *needed, i, part)) return true;
    vec_each(struct phi_decision, other, &merge->phis) {
        if (other->fate == PHI_UNUSED) continue;
        struct virtual_object *object = input_object(merge, other->phi, i);
        if (!object) continue;
        if (other->phi != phi && object == part) return true;
        if (refers_to(merge, object, i, part)) return true;
    }
    return false;
}

/* Materialises the parts of merged objects whose identity could be observed. */
static void check_merged(struct merge *merge) {
    vec_each(struct phi_decision, decision, &merge->phis) {
        if (decision->fate != PHI_OF_MERGED_OBJECTS) continue;
        for (uint32_t i = 0; i < merge->from.count; i++) {
            struct virtual_object *part = input_object(merge, decision->phi, i);
            bool is_virtual = block_state_is_virtual(out(merge, i), part);
            if (is_virtual && is_reachable_otherwise(merge, decision->phi, i, part))
                make_real(merge, i, part, REASON_merged_with_other);
        }
    }
}

/* --- the whole --- */
static void need_what_lives(struct merge *merge) {
    struct analysis *analysis = merge->analysis;
    vec_clear(&merge->needed);
    vec_each(struct node *, live, &analysis->liveness.live_list[merge->block->id]) {
        struct virtual_object *object = analysis_object(analysis, analysis_raw(analysis, *live));
        if (object) need(merge, object);
    }
    vec_each(struct virtual_object *, object,
             &analysis->objects) { /* a lock is needed until it is released */
        const struct object_state *known = block_state_get(out(merge, 0), *object);
        if (known && !known->materialized && known->locks) need(merge, *object);
    }
    vec_each(struct phi_decision, decision, &merge->phis)
        if (decision->fate == PHI_OF_ONE_OBJECT) need(merge, decision->object);
}

/* Where paths part and meet without an effect, execution can still be repeated from before. */
static struct state_record *common_resume(const struct merge *merge) {
    struct state_record *resume = out(merge, 0)->resume;
    for (uint32_t i = 1; i < merge->from.count; i++)
        if (out(merge, i)->resume != resume) return NULL;
    return block_is_loop_header(merge->block) ? NULL : resume;
}

static void merge_once(struct merge *merge) {
    merge->has_materialized = false;
    merge->result = block_state_new(merge->analysis->arena);
    merge->result->resume = common_resume(merge);
    vec_clear(&merge->effects);
    decide_phis(merge);
    need_what_lives(merge);
    vec_each(struct phi_decision, decision, &merge->phis) {
        if (decision->fate == PHI_OF_MERGED_OBJECTS)
            merge_distinct(merge, decision->phi, decision->object);
        if (decision->fate == PHI_OF_VALUES) keep_values(merge, decision->phi);
    }
    for (uint32_t i = 0; i < merge->needed.count; i++) merge_object(merge, merge->needed.items[i]);
    if (!merge->has_materialized) check_merged(merge);
}

static bool has_object_input(const struct merge *merge, const struct node *phi) {
    for (uint32_t i = 0; i < merge->from.count; i++)
        if (input_object(merge, phi, i)) return true;
    return false;
}

static void commit_phis(struct merge *merge) {
    vec_each(struct phi_decision, decision, &merge->phis) {
        bool goes = decision->object != NULL;
        if (decision->fate == PHI_UNUSED) goes = has_object_input(merge, decision->phi);
        if (goes) analysis_effect(merge->analysis, &merge->effects, EFFECT_DELETE, decision->phi);
    }
    vec_each(struct phi_decision, decision, &merge->phis)
        analysis_node(merge->analysis, decision->phi)->alias =
            decision->object ? decision->object->token : NULL;
}

struct block_state *merge_states(struct analysis *analysis, struct block *block) {
    struct merge merge = {.analysis = analysis, .block = block};
    vec_each(struct block *, predecessor, &block->predecessors) {
        if (analysis_reaches(analysis, *predecessor, block))
            arena_vec_push(analysis->arena, &merge.from, *predecessor);
    }
    ASSERT(merge.from.count > 0, "block %u is not reached", block->id);
    do merge_once(&merge);
    while (merge.has_materialized);
    merge.result->held = out(&merge, 0)->held;
    commit_phis(&merge);
    analysis->blocks[block->id].merge = merge.effects;
    return merge.result;
}
