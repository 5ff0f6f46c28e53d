/* Applying effects. Arms that were found dead go first, so that no effect meets them; then phis and
 * merged objects are made, then each block's effects in order, then inputs of phis (which may come
 * from later blocks), and what became superfluous goes last: until then clones need their
 * originals. */
#include "base/die.h"
#include "escape/analysis.h"

typedef void apply(struct analysis *analysis, struct effect *effect);

static struct node *real(struct analysis *analysis, struct node *value) {
    struct node *applied = analysis_node(analysis, value)->applied;
    return applied ? applied : value;
}

static void each_effect(struct analysis *analysis, apply *apply_one) {
    for (int i = 0; i < analysis->graph->order_count; i++) {
        struct block_info *block = &analysis->blocks[analysis->graph->order[i]->id];
        vec_each(struct effect, effect, &block->merge) apply_one(analysis, effect);
        vec_each(struct effect, effect, &block->body) apply_one(analysis, effect);
    }
}

static void drop_arms(struct analysis *analysis, struct effect *effect) {
    if (effect->kind != EFFECT_KEEP_SUCCESSOR) return;
    compilation_report(analysis->compilation, EVENT_branch_removed, effect->node, NULL,
                       branch_value(effect->node, effect->index), REASON_constant_condition);
    block_keep_successor(effect->node->block, effect->index);
}

/* --- merged objects --- */
static void make_merged(struct analysis *analysis, struct virtual_object *object) {
    if (object->origin) return;
    struct block *merge = object->merge;
    uint32_t count = merge->predecessors.count;
    struct node **origins = ARENA_ARRAY(analysis->arena, struct node *, count);
    for (uint32_t i = 0; i < count; i++) {
        make_merged(analysis, object->parts[i]);
        origins[i] = object->parts[i]->origin;
    }
    enum node_kind kind = object->is_array ? NODE_new_array : NODE_new;
    struct node *length = object->is_array ? graph_int(analysis->graph, object->length) : NULL;
    struct node *merged =
        node_new(analysis->graph, kind, TYPE_REFERENCE, object->is_array, &length);
    merged->extra.class = object->class;
    merged->position = origins[0]->position;
    object->origin = merged;
    edit_merge(merge, origins, merged);
}

/* Its parts by predecessor as it is now: dead ones are gone. */
static void settle_parts(struct analysis *analysis, struct effect *effect) {
    if (effect->kind != EFFECT_MERGE) return;
    struct virtual_object *object = effect->object;
    uint32_t count = object->merge->predecessors.count;
    object->parts = ARENA_ARRAY(analysis->arena, struct virtual_object *, count + 1);
    for (int i = 0; i < effect->input_count; i++) {
        int index = block_predecessor_index(object->merge, effect->inputs[i].predecessor);
        object->parts[index] = analysis_object(analysis, effect->inputs[i].value);
    }
}

static void make_merges(struct analysis *analysis, struct effect *effect) {
    if (effect->kind == EFFECT_MERGE) make_merged(analysis, effect->object);
    if (effect->kind == EFFECT_ADD_PHI) phi_append(effect->block, effect->node);
}

/* --- bodies --- */
static void add_node(struct analysis *analysis, struct effect *effect) {
    for (int i = 0; i < effect->input_count; i++)
        node_add_input(effect->node, real(analysis, effect->inputs[i].value));
    node_insert_before(effect->before, effect->node);
}

static void note_in_log(struct analysis *analysis, struct effect *effect) {
    if (effect->kind == EFFECT_VIRTUALIZE) escape_log_virtualized(analysis->log, effect->node);
    if (effect->kind == EFFECT_REMOVE_LOCK)
        escape_log_unlocked(analysis->log, effect->node, effect->object->class);
}

static void apply_body(struct analysis *analysis, struct effect *effect) {
    switch (effect->kind) {
    case EFFECT_INPUT:
        node_set_input(effect->node, effect->index, real(analysis, effect->value));
        break;
    case EFFECT_STATE:
        /* The old state stays until nobody copies it any more. */
        node_set_input(effect->node, effect->node->input_count - 1,
                       state_record_apply(analysis, effect->record));
        break;
    case EFFECT_ADD_NODE: add_node(analysis, effect); break;
    case EFFECT_MATERIALIZE: group_apply(analysis, effect->group); break;
    case EFFECT_VIRTUALIZE:
    case EFFECT_REMOVE_LOCK:
    case EFFECT_ADD_PHI:
    case EFFECT_PHI_INPUT:
    case EFFECT_MERGE:
    case EFFECT_REPLACE:
    case EFFECT_DELETE:
    case EFFECT_KEEP_SUCCESSOR: break;
    }
}

static void apply_phi_inputs(struct analysis *analysis, struct effect *effect) {
    if (effect->kind == EFFECT_PHI_INPUT) {
        struct phi_input *input = effect->inputs;
        int index = block_predecessor_index(effect->node->block, input->predecessor);
        node_set_input(effect->node, index, real(analysis, input->value));
    }
    if (effect->kind != EFFECT_ADD_PHI) return;
    struct block *block = effect->node->block;
    for (uint32_t i = 0; i < block->predecessors.count; i++) {
        int k = 0;
        while (effect->inputs[k].predecessor != block->predecessors.items[i]) k++;
        node_add_input(effect->node, real(analysis, effect->inputs[k].value));
    }
}

/* --- what goes --- */
static bool goes(const struct effect *effect) {
    return effect->kind == EFFECT_REPLACE || effect->kind == EFFECT_DELETE ||
           effect->kind == EFFECT_VIRTUALIZE || effect->kind == EFFECT_REMOVE_LOCK;
}

static void release_state(struct analysis *analysis, struct effect *effect) {
    if (effect->kind != EFFECT_STATE) return;
    struct node *old = effect->record->state;
    if (!old->is_dead && old->uses.count == 0) edit_eliminate(old);
}

/* A load of a virtual object's field may be another virtual object: who listens is told, although nothing of the program uses
 * it any more. */
static void replace_value(struct analysis *analysis, struct effect *effect) {
    if (effect->kind == EFFECT_REPLACE)
        edit_replace_value(effect->node, real(analysis, effect->value));
    if (effect->kind == EFFECT_DELETE && effect->value)
        edit_replace_value(effect->node, analysis_object(analysis, effect->value)->origin);
}

static void eliminate(struct analysis *analysis) {
    VEC(struct node *) going = {0};
    for (int i = 0; i < analysis->graph->order_count; i++) {
        struct block_info *block = &analysis->blocks[analysis->graph->order[i]->id];
        vec_each(struct effect, effect, &block->merge)
            if (goes(effect)) arena_vec_push(analysis->arena, &going, effect->node);
        vec_each(struct effect, effect, &block->body)
            if (goes(effect)) arena_vec_push(analysis->arena, &going, effect->node);
    }
    edit_eliminate_all(going.items, (int)going.count);
}

static void eliminate_merged(struct analysis *analysis, struct effect *effect) {
    if (effect->kind == EFFECT_MERGE) edit_eliminate(effect->object->origin);
}

void effects_apply(struct analysis *analysis) {
    apply *const passes[] = {
        drop_arms,  note_in_log,      settle_parts,  make_merges,
        apply_body, apply_phi_inputs, release_state, replace_value,
    };
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) each_effect(analysis, passes[i]);
    eliminate(analysis);
    each_effect(analysis, eliminate_merged);
}
