/* What each kind of node does to virtual objects: one rule per kind. A kind without a rule needs
 * real objects. */
#include "base/die.h"
#include "escape/analysis.h"
#include "ir/fold.h"

struct visit {
    struct analysis *analysis;
    struct block_state *state;
    struct node *node;
    effect_list *effects;
};

/* --- tools of the rules --- */
static struct effect *note(const struct visit *visit, enum effect_kind kind) {
    return analysis_effect(visit->analysis, visit->effects, kind, visit->node);
}

static struct node *value_of(const struct visit *visit, int input) {
    return analysis_value(visit->analysis, visit->state, visit->node->inputs[input]);
}

static struct virtual_object *virtual_input(const struct visit *visit, int input) {
    return analysis_virtual(visit->analysis, visit->state, visit->node->inputs[input]);
}

static const struct object_state *known(const struct visit *visit,
                                        const struct virtual_object *object) {
    return block_state_get(visit->state, object);
}

static void set_known(const struct visit *visit, const struct virtual_object *object,
                      const struct object_state *state) {
    block_state_set(visit->analysis->arena, visit->state, object, state);
}

static struct insertion_point here(const struct visit *visit) {
    return (struct insertion_point){visit->node->block, visit->node};
}

/* The node is this value from now on (a token, or a value that exists); [object] gains by it. */
static void becomes(const struct visit *visit, struct node *value, struct virtual_object *object) {
    struct node *raw = analysis_raw(visit->analysis, value);
    analysis_node(visit->analysis, visit->node)->alias = raw;
    bool is_token = analysis_object(visit->analysis, raw) != NULL;
    struct effect *effect = note(visit, is_token ? EFFECT_DELETE : EFFECT_REPLACE);
    effect->value = raw;
    effect->object = object;
}

static void delete_node(const struct visit *visit, struct virtual_object *object) {
    note(visit, EFFECT_DELETE)->object = object;
}

static bool may_repeat(const struct node *state) { return !state->extra.state->after_call; }

/* Before anything is materialised for this node. */
static void note_resume(const struct visit *visit) {
    struct node *state = node_state(visit->node);
    if (state && may_repeat(state))
        visit->state->resume = state_record_new(visit->analysis, visit->state, state);
}

static void materialize_mentioned(const struct visit *visit, const struct node *state) {
    for (int i = 0; i < state->input_count; i++) {
        struct node *input = state->inputs[i];
        if (!input) continue;
        if (input->type == TYPE_STATE) {
            materialize_mentioned(visit, input);
            continue;
        }
        struct virtual_object *object = analysis_virtual(visit->analysis, visit->state, input);
        if (object)
            materialize(visit->analysis, visit->state, object, here(visit), REASON_in_frame_state);
    }
}

static void adapt_state(const struct visit *visit) {
    struct node *state = node_state(visit->node);
    if (!state) return;
    if (!analysis_rule(visit->analysis, RULE_escape_states)) materialize_mentioned(visit, state);
    struct state_record *record = state_record_new(visit->analysis, visit->state, state);
    if (record->objects.count > 0) note(visit, EFFECT_STATE)->record = record;
}

/* Input [i] must be real. */
static void require_real(const struct visit *visit, int i, enum reason reason) {
    struct virtual_object *object = virtual_input(visit, i);
    if (object) materialize(visit->analysis, visit->state, object, here(visit), reason);
    struct node *value = value_of(visit, i);
    bool is_token = analysis_object(visit->analysis,
                                    analysis_raw(visit->analysis, visit->node->inputs[i])) != NULL;
    if (!is_token) return; /* values are replaced everywhere at once */
    struct effect *effect = note(visit, EFFECT_INPUT);
    effect->index = i;
    effect->value = value;
}

static void require_all_real(const struct visit *visit, enum reason reason) {
    int count = visit->node->input_count - (node_state(visit->node) != NULL);
    for (int i = 0; i < count; i++) require_real(visit, i, reason);
}

static void ordinary(const struct visit *visit, enum reason reason) {
    note_resume(visit);
    require_all_real(visit, reason);
    adapt_state(visit);
}

static void has_effect(const struct visit *visit, enum reason reason) {
    note_resume(visit);
    materialize_prompt(visit->analysis, visit->state, here(visit));
    ordinary(visit, reason);
    visit->state->resume = NULL;
}

/* --- pure values --- */
static struct node **values_of(const struct visit *visit) {
    int count = visit->node->input_count;
    struct node **values = ARENA_ARRAY(visit->analysis->arena, struct node *, count + 1);
    for (int i = 0; i < count; i++) values[i] = value_of(visit, i);
    return values;
}

static void pure(const struct visit *visit, enum reason reason) {
    struct node **values = values_of(visit);
    bool changed = false;
    for (int i = 0; i < visit->node->input_count; i++)
        changed |= values[i] != visit->node->inputs[i];
    struct node *folded = changed ? fold_value(visit->node, values) : NULL;
    if (folded)
        becomes(visit, folded, NULL);
    else
        require_all_real(visit, reason);
}

/* Nothing that exists can be an object that does not, and two objects are never one. */
static void compare(const struct visit *visit) {
    struct virtual_object *a = virtual_input(visit, 0), *b = virtual_input(visit, 1);
    if (!a && !b) {
        pure(visit, REASON_compared_unknown);
        return;
    }
    bool is_equal = a == b, asks_equal = visit->node->extra.condition == COND_EQ;
    becomes(visit, graph_int(visit->node->graph, is_equal == asks_equal), NULL);
}

static void type_test(const struct visit *visit) {
    struct virtual_object *object = virtual_input(visit, 0);
    if (!object) {
        pure(visit, REASON_unknown_use);
        return;
    }
    bool is_exact = visit->node->kind == NODE_exact_class;
    bool holds = is_exact ? object->class == visit->node->extra.class
                          : meta_is_subtype(object->class, visit->node->extra.class);
    becomes(visit, graph_int(visit->node->graph, holds), NULL);
}

static void array_length(const struct visit *visit) {
    struct virtual_object *array = virtual_input(visit, 0);
    if (array)
        becomes(visit, graph_int(visit->node->graph, array->length), NULL);
    else
        pure(visit, REASON_unknown_use);
}

/* --- allocations --- */
static void keep(const struct visit *visit, enum reason reason) {
    escape_log_kept(visit->analysis->log, visit->node, reason);
    ordinary(visit, REASON_unknown_use);
}

static void make_virtual(const struct visit *visit, int length) {
    struct virtual_object *object = analysis_node(visit->analysis, visit->node)->object;
    if (!object) {
        object =
            analysis_new_object(visit->analysis, visit->node, visit->node->extra.class, length);
        object->origin = visit->node;
    }
    if (object->is_kept || object->length != length) {
        keep(visit, object->is_kept ? object->kept_reason : REASON_unknown_length);
        return;
    }
    note_resume(visit);
    analysis_node(visit->analysis, visit->node)->alias = object->token;
    set_known(visit, object, object_state_fresh(object));
    note(visit, EFFECT_VIRTUALIZE)->object = object;
}

static void allocate(const struct visit *visit) {
    uint32_t fields = visit->node->extra.class->fields.count;
    if (fields > analysis_limit(visit->analysis, LIMIT_virtual_fields))
        keep(visit, REASON_too_large);
    else
        make_virtual(visit, (int)fields);
}

static void allocate_array(const struct visit *visit) {
    int64_t length;
    if (!value_is_integer(value_of(visit, 0), &length))
        keep(visit, REASON_unknown_length);
    else if (length < 0 || (double)length > analysis_limit(visit->analysis, LIMIT_virtual_elements))
        keep(visit, REASON_too_large);
    else if (!analysis_rule(visit->analysis, RULE_escape_arrays))
        keep(visit, REASON_unknown_use);
    else
        make_virtual(visit, (int)length);
}

/* --- fields and elements --- */
/* A node that computes what the entry holds after storing [value]: bytes, chars and shorts are cut.
 */
static struct node *cut_to(const struct visit *visit, enum java_type type, struct node *value) {
    if (value_fits(value, type)) return value;
    struct node_info *info = analysis_node(visit->analysis, visit->node);
    if (!info->extra) {
        info->extra = node_new(visit->node->graph, NODE_narrow, TYPE_INT, 0, NULL);
        info->extra->extra.type = type;
        info->extra->position = visit->node->position;
    }
    struct node *narrow = info->extra;
    struct node constant_test = *narrow;
    constant_test.input_count = 1;
    struct node *constant = fold_constants(&constant_test, &value);
    if (constant) return constant;
    struct effect *effect = note(visit, EFFECT_ADD_NODE);
    effect->before = visit->node;
    effect->node = narrow;
    effect->inputs = ARENA_NEW(visit->analysis->arena, struct phi_input);
    effect->inputs->value = value;
    effect->input_count = 1;
    return narrow;
}

static void load_entry(const struct visit *visit, struct virtual_object *object, int index) {
    becomes(visit, known(visit, object)->entries[index], object);
}

static void store_entry(const struct visit *visit, struct virtual_object *object, int index,
                        int input, enum reason reason) {
    bool may_nest = analysis_rule(visit->analysis, RULE_escape_nested);
    struct virtual_object *nested = virtual_input(visit, input);
    if (nested && !may_nest) {
        materialize(visit->analysis, visit->state, nested, here(visit), reason);
        if (!block_state_is_virtual(visit->state, object)) { /* it stored itself */
            has_effect(visit, reason);
            return;
        }
    }
    struct node *value = analysis_raw(visit->analysis, visit->node->inputs[input]);
    if (value->type == TYPE_INT) value = cut_to(visit, object_entry_type(object, index), value);
    set_known(visit, object, object_state_with_entry(object, known(visit, object), index, value));
    delete_node(visit, NULL);
}

/* The virtual object, if it has the field: behind a check that always fails it may be of any class.
 */
static struct virtual_object *owner_of(const struct visit *visit) {
    struct virtual_object *object = virtual_input(visit, 0);
    const struct meta_field *field = visit->node->extra.field;
    if (!object || field->index >= object->length) return NULL;
    return !object->is_array && object->class->fields.items[field->index] == field ? object : NULL;
}

static void load_field(const struct visit *visit) {
    struct virtual_object *object = owner_of(visit);
    if (object)
        load_entry(visit, object, visit->node->extra.field->index);
    else
        ordinary(visit, REASON_unknown_use);
}

static void store_field(const struct visit *visit) {
    struct virtual_object *object = owner_of(visit);
    if (object)
        store_entry(visit, object, visit->node->extra.field->index, 1, REASON_stored_to_heap);
    else
        has_effect(visit, REASON_stored_to_heap);
}

/* The virtual array, if it has such elements and the index is one of them. */
static struct virtual_object *element_of(const struct visit *visit, int *index) {
    struct virtual_object *array = virtual_input(visit, 0);
    int64_t constant;
    if (!array || !array->is_array || !value_is_integer(value_of(visit, 1), &constant)) return NULL;
    bool fits =
        node_type_of_java(array->class->element_type) == node_type_of_java(visit->node->extra.type);
    *index = (int)constant;
    return fits && constant >= 0 && constant < array->length ? array : NULL;
}

static void load_element(const struct visit *visit) {
    int index;
    struct virtual_object *array = element_of(visit, &index);
    if (array)
        load_entry(visit, array, index);
    else
        ordinary(visit, REASON_unknown_index);
}

static void store_element(const struct visit *visit) {
    int index;
    struct virtual_object *array = element_of(visit, &index);
    if (array) {
        store_entry(visit, array, index, 2, REASON_stored_to_array);
        return;
    }
    require_real(visit, 0, REASON_unknown_index);
    has_effect(visit, REASON_stored_to_array);
}

/* A virtual array's class is exact: what it admits is a cast to its element class. */
static void store_ok(const struct visit *visit) {
    struct virtual_object *array = virtual_input(visit, 0), *value = virtual_input(visit, 1);
    struct meta_class *element = array ? array->class->element_class : NULL;
    struct graph *graph = visit->node->graph;
    struct node *stored = value_of(visit, 1);
    if (element && value) {
        becomes(visit, graph_int(graph, meta_is_subtype(value->class, element)), NULL);
        return;
    }
    if (!element) {
        ordinary(visit, REASON_stored_to_array);
        return;
    }
    struct node_info *info = analysis_node(visit->analysis, visit->node);
    if (!info->extra) {
        info->extra = node_new(graph, NODE_cast_ok, TYPE_INT, 0, NULL);
        info->extra->extra.class = element;
        info->extra->position = visit->node->position;
    }
    struct node cast = *info->extra;
    cast.input_count = 1;
    struct node *folded = fold_value(&cast, &stored);
    if (!folded) {
        struct effect *effect = note(visit, EFFECT_ADD_NODE);
        effect->before = visit->node;
        effect->node = info->extra;
        effect->inputs = ARENA_NEW(visit->analysis->arena, struct phi_input);
        effect->inputs->value = stored;
        effect->input_count = 1;
    }
    becomes(visit, folded ? folded : info->extra, NULL);
}

/* --- locks --- */
static void real_enter(const struct visit *visit) {
    materialize_ordered(visit->analysis, visit->state, here(visit));
    struct virtual_object *object =
        analysis_object(visit->analysis, analysis_raw(visit->analysis, visit->node->inputs[0]));
    has_effect(visit, REASON_unknown_use);
    block_state_hold(visit->analysis->arena, visit->state, object);
}

static void monitor_enter(const struct visit *visit) {
    struct virtual_object *object = virtual_input(visit, 0);
    if (!object || !analysis_rule(visit->analysis, RULE_escape_locks)) {
        real_enter(visit);
        return;
    }
    struct lock_level *lock = ARENA_NEW(visit->analysis->arena, struct lock_level);
    const struct object_state *before = known(visit, object);
    *lock = (struct lock_level){before->locks, visit->node, block_state_lock_depth(visit->state)};
    set_known(visit, object, object_state_with_locks(object, before, lock));
    block_state_hold(visit->analysis->arena, visit->state, object);
    note(visit, EFFECT_REMOVE_LOCK)->object = object;
}

static void monitor_exit(const struct visit *visit) {
    struct virtual_object *object = virtual_input(visit, 0);
    const struct object_state *before = object ? known(visit, object) : NULL;
    block_state_release_lock(visit->state);
    if (!before || !before->locks) {
        has_effect(visit, REASON_unknown_use);
        return;
    }
    set_known(visit, object, object_state_with_locks(object, before, before->locks->outer));
    delete_node(visit, object);
}

/* --- ends --- */
static void branch(const struct visit *visit) {
    int64_t condition;
    struct node *end = visit->node;
    bool folds = analysis_rule(visit->analysis, RULE_fold_branches);
    if (!folds || !value_is_integer(value_of(visit, 0), &condition)) return;
    int keep_index = branch_taken(end, condition);
    note(visit, EFFECT_KEEP_SUCCESSOR)->index = keep_index;
    visit->analysis->blocks[end->block->id].only_successor = end->block->successors[keep_index];
}

/* --- one rule a kind --- */
void visit_node(struct analysis *analysis, struct block_state *state, struct node *node) {
    struct visit visit = {analysis, state, node, &analysis->blocks[node->block->id].body};
    analysis_node(analysis, node)->alias = NULL;
    switch (node->kind) {
    case NODE_add:
    case NODE_sub:
    case NODE_mul:
    case NODE_div:
    case NODE_rem:
    case NODE_neg:
    case NODE_sqrt:
    case NODE_and:
    case NODE_or:
    case NODE_xor:
    case NODE_shl:
    case NODE_shr:
    case NODE_ushr:
    case NODE_convert:
    case NODE_narrow:
    case NODE_compare_three: pure(&visit, REASON_unknown_use); break;
    case NODE_select: pure(&visit, REASON_merged_with_other); break;
    case NODE_compare: compare(&visit); break;
    case NODE_instance_of:
    case NODE_cast_ok:
    case NODE_exact_class: type_test(&visit); break;
    case NODE_store_ok: store_ok(&visit); break;
    case NODE_array_length: array_length(&visit); break;
    case NODE_new: allocate(&visit); break;
    case NODE_new_array: allocate_array(&visit); break;
    case NODE_load_field: load_field(&visit); break;
    case NODE_store_field: store_field(&visit); break;
    case NODE_load_element: load_element(&visit); break;
    case NODE_store_element: store_element(&visit); break;
    case NODE_store_static: has_effect(&visit, REASON_stored_to_static); break;
    case NODE_monitor_enter: monitor_enter(&visit); break;
    case NODE_monitor_exit: monitor_exit(&visit); break;
    case NODE_guard:
    case NODE_deoptimize:
    case NODE_load_static: ordinary(&visit, REASON_unknown_use); break;
    case NODE_if:
    case NODE_switch: branch(&visit); break;
    case NODE_return: ordinary(&visit, REASON_returned); break;
    case NODE_unwind: ordinary(&visit, REASON_thrown); break;
    case NODE_invoke: has_effect(&visit, REASON_passed_to_call); break;
    case NODE_exception_object:
    case NODE_implicit_exception:
    case NODE_count:
    case NODE_flag_store:
    case NODE_flag_load:
    case NODE_enter_context:
    case NODE_context:
    case NODE_raw_load:
    case NODE_raw_store:
    case NODE_raw_add:
    case NODE_as_reference:
    case NODE_runtime_call:
    case NODE_poll: has_effect(&visit, REASON_unknown_use); break;
    case NODE_may_use:
    case NODE_stack_trace:
    case NODE_placeholder:
    case NODE_icg_begin:
    case NODE_icg_end:
    case NODE_query:
    case NODE_goto:
    case NODE_phi: break; /* phis: merge.c */
    case NODE_none:
    case NODE_const_int:
    case NODE_const_long:
    case NODE_const_float:
    case NODE_const_double:
    case NODE_const_null:
    case NODE_const_object:
    case NODE_parameter:
    case NODE_weak:
    case NODE_frame_state:
    case NODE_virtual_object:
    case NODE_object_state:
    case NODE_thread:
    case NODE_address:
    case NODE_KIND_COUNT: BUG("node %u (%s) in a block", node->id, node_kind_text(node->kind));
    }
}
