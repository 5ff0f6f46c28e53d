/* Folds: what folds.def lists. Requires nothing, breaks nothing. Inputs may be nodes that are not
 * placed and have no inputs yet (analyses make such), so an input's inputs are asked for through
 * operand(). */
#include "ir/fold.h"

#include "base/die.h"
#include "ir/compilation.h"
#include "ir/traits.h"

static const struct node *operand(const struct node *node, int index) {
    return index < node->input_count ? node->inputs[index] : NULL;
}

static bool is_integral(const struct node *node) {
    return node->type == TYPE_INT || node->type == TYPE_LONG;
}

static bool is_integer(const struct node *value, int64_t wanted) {
    int64_t integer;
    return value_is_integer(value, &integer) && integer == wanted;
}

static bool is_one(const struct node *value) {
    bool is_real = node_kind_extra(value->kind) == EXTRA_real;
    return is_integer(value, 1) || (is_real && value->extra.real == 1.0);
}

/* --- what is known of a value --- */
static bool is_receiver(const struct node *value) {
    return value->kind == NODE_parameter && value->extra.integer == 0 && value->graph->method &&
           !value->graph->is_loop && !value->graph->method->is_static;
}

static bool value_is_never_null(const struct node *value) {
    if (node_kind_gives(value->kind) != GIVES_any || is_receiver(value)) return true;
    if (value->kind != NODE_phi || value->input_count == 0) return false;
    for (int i = 0; i < value->input_count; i++) {
        const struct node *input = value->inputs[i];
        if (input != value && !node_kind_makes(input->kind) && !is_receiver(input)) return false;
    }
    return true;
}

/* The one class of the objects that a phi takes, all of them made here; NULL when there is none. */
static struct meta_class *allocated_class(const struct node *phi, bool may_be_null) {
    struct meta_class *class = NULL;
    for (int i = 0; i < phi->input_count; i++) {
        const struct node *input = phi->inputs[i];
        if (input == phi || (may_be_null && input->kind == NODE_const_null)) continue;
        if (!node_kind_makes(input->kind) || (class && input->extra.class != class)) return NULL;
        class = input->extra.class;
    }
    return class;
}

struct meta_class *value_exact_class(const struct node *value) {
    if (node_kind_makes(value->kind)) return value->extra.class;
    if (value->kind == NODE_virtual_object) return value->extra.virtual_object.class;
    if (value->kind == NODE_const_object) return value->extra.object.class;
    return value->kind == NODE_phi ? allocated_class(value, false) : NULL;
}

/* An interface says nothing: the verifier lets any object pass for one. */
static struct meta_class *instance_class(struct meta_class *class) {
    return class && !class->is_interface ? class : NULL;
}

struct meta_class *value_class(const struct node *value) {
    struct meta_class *exact = value_exact_class(value);
    if (exact) return exact;
    if (is_receiver(value)) return value->graph->method->class;
    if (value->kind == NODE_load_field || value->kind == NODE_load_static)
        return instance_class(value->extra.field->type_class);
    return value->kind == NODE_phi ? allocated_class(value, true) : NULL;
}

bool value_is_of_class(const struct node *value, const struct meta_class *class) {
    struct meta_class *known = value_class(value);
    return known && meta_is_subtype(known, class);
}

bool value_is_boolean(const struct node *value) {
    int64_t integer;
    if (node_kind_result(value->kind) == 'Z') return true;
    if (value->kind == NODE_narrow) return value->extra.type == JAVA_BOOLEAN;
    if (value->kind == NODE_load_field || value->kind == NODE_load_static)
        return value->extra.field->type == JAVA_BOOLEAN;
    return value_is_integer(value, &integer) && (integer == 0 || integer == 1);
}

static bool range_of(enum java_type type, int64_t *least, int64_t *most) {
    switch (type) {
    case JAVA_BOOLEAN: return *least = 0, *most = 1, true;
    case JAVA_BYTE: return *least = INT8_MIN, *most = INT8_MAX, true;
    case JAVA_CHAR: return *least = 0, *most = UINT16_MAX, true;
    case JAVA_SHORT: return *least = INT16_MIN, *most = INT16_MAX, true;
    case JAVA_INT:
    case JAVA_LONG:
    case JAVA_FLOAT:
    case JAVA_DOUBLE:
    case JAVA_REFERENCE:
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return false;
}

static bool known_range(const struct node *value, int64_t *least, int64_t *most) {
    if (value_is_integer(value, least)) return *most = *least, true;
    if (value_is_boolean(value)) return range_of(JAVA_BOOLEAN, least, most);
    if (value->kind == NODE_narrow || value->kind == NODE_load_element)
        return range_of(value->extra.type, least, most);
    if (value->kind == NODE_load_field || value->kind == NODE_load_static)
        return range_of(value->extra.field->type, least, most);
    return false;
}

bool value_fits(const struct node *value, enum java_type type) {
    int64_t least, most, from, to;
    if (!range_of(type, &least, &most)) return true;
    return known_range(value, &from, &to) && from >= least && to <= most;
}

/* --- identities --- */
static struct node *fold_add_zero(const struct node *node, struct node *const *inputs) {
    if (is_integer(inputs[1], 0)) return inputs[0];
    return is_integer(inputs[0], 0) ? inputs[1] : NULL;
}

static struct node *fold_sub_zero(const struct node *node, struct node *const *inputs) {
    bool is_real = node->type == TYPE_FLOAT || node->type == TYPE_DOUBLE;
    if (is_real) return inputs[1] == graph_default(node->graph, node->type) ? inputs[0] : NULL;
    return is_integer(inputs[1], 0) ? inputs[0] : NULL;
}

static struct node *fold_sub_itself(const struct node *node, struct node *const *inputs) {
    bool same = is_integral(node) && inputs[0] == inputs[1];
    return same ? graph_default(node->graph, node->type) : NULL;
}

static struct node *fold_times_one(const struct node *node, struct node *const *inputs) {
    if (is_one(inputs[1])) return inputs[0];
    return is_one(inputs[0]) ? inputs[1] : NULL;
}

static struct node *fold_times_zero(const struct node *node, struct node *const *inputs) {
    if (is_integer(inputs[1], 0)) return inputs[1];
    return is_integer(inputs[0], 0) ? inputs[0] : NULL;
}

static struct node *fold_by_one(const struct node *node, struct node *const *inputs) {
    return is_one(inputs[1]) ? inputs[0] : NULL;
}

static struct node *fold_rem_one(const struct node *node, struct node *const *inputs) {
    bool by_one = is_integer(inputs[1], 1) || is_integer(inputs[1], -1);
    return by_one ? graph_default(node->graph, node->type) : NULL;
}

static struct node *fold_neg_neg(const struct node *node, struct node *const *inputs) {
    return inputs[0]->kind == NODE_neg && operand(inputs[0], 0) ? inputs[0]->inputs[0] : NULL;
}

static struct node *fold_and_same(const struct node *node, struct node *const *inputs) {
    for (int i = 0; i < 2; i++) {
        if (is_integer(inputs[i], 0)) return inputs[i];
        if (is_integer(inputs[i], -1)) return inputs[1 - i];
        if (is_integer(inputs[i], 1) && value_is_boolean(inputs[1 - i])) return inputs[1 - i];
    }
    return inputs[0] == inputs[1] ? inputs[0] : NULL;
}

static struct node *fold_or_same(const struct node *node, struct node *const *inputs) {
    for (int i = 0; i < 2; i++) {
        if (is_integer(inputs[i], 0)) return inputs[1 - i];
        if (is_integer(inputs[i], -1)) return inputs[i];
    }
    return inputs[0] == inputs[1] ? inputs[0] : NULL;
}

static struct node *fold_xor_same(const struct node *node, struct node *const *inputs) {
    if (inputs[0] == inputs[1]) return graph_default(node->graph, node->type);
    return fold_add_zero(node, inputs);
}

static struct node *fold_shift_zero(const struct node *node, struct node *const *inputs) {
    int64_t count;
    if (is_integer(inputs[0], 0)) return inputs[0];
    if (!value_is_integer(inputs[1], &count)) return NULL;
    return (count & (node->type == TYPE_LONG ? 63 : 31)) == 0 ? inputs[0] : NULL;
}

static struct node *fold_convert_back(const struct node *node, struct node *const *inputs) {
    if (inputs[0]->type == node->type) return inputs[0];
    bool is_widened = inputs[0]->kind == NODE_convert && inputs[0]->type == TYPE_LONG;
    const struct node *from = is_widened ? operand(inputs[0], 0) : NULL;
    return node->type == TYPE_INT && from && from->type == TYPE_INT ? inputs[0]->inputs[0] : NULL;
}

static struct node *fold_narrow_fitting(const struct node *node, struct node *const *inputs) {
    return value_fits(inputs[0], node->extra.type) ? inputs[0] : NULL;
}

static struct node *fold_select_decided(const struct node *node, struct node *const *inputs) {
    int64_t condition;
    if (value_is_integer(inputs[0], &condition)) return inputs[condition ? 1 : 2];
    if (inputs[1] == inputs[2]) return inputs[1];
    bool is_condition = is_integer(inputs[1], 1) && is_integer(inputs[2], 0);
    return node->type == TYPE_INT && is_condition && value_is_boolean(inputs[0]) ? inputs[0] : NULL;
}

/* --- comparisons --- */
static struct node *fold_compare_itself(const struct node *node, struct node *const *inputs) {
    bool is_real = inputs[0]->type == TYPE_FLOAT || inputs[0]->type == TYPE_DOUBLE;
    if (inputs[0] != inputs[1] || is_real) return NULL;
    return graph_int(node->graph, condition_holds(node->extra.condition, 0));
}

static struct node *fold_compare_boolean(const struct node *node, struct node *const *inputs) {
    if (!value_is_boolean(inputs[0])) return NULL;
    bool is_value = (node->extra.condition == COND_NE && is_integer(inputs[1], 0)) ||
                    (node->extra.condition == COND_EQ && is_integer(inputs[1], 1));
    return is_value ? inputs[0] : NULL;
}

static struct node *fold_compare_length(const struct node *node, struct node *const *inputs) {
    if (node->extra.condition == COND_BELOW && is_integer(inputs[1], 0))
        return graph_int(node->graph, 0);
    if (inputs[0]->kind != NODE_array_length || !is_integer(inputs[1], 0)) return NULL;
    if (node->extra.condition == COND_GE) return graph_int(node->graph, 1);
    return node->extra.condition == COND_LT ? graph_int(node->graph, 0) : NULL;
}

/* What was there before this method made an object. */
static bool is_older(const struct node *value) {
    return value->kind == NODE_const_object || value->kind == NODE_parameter;
}

static struct node *fold_compare_identity(const struct node *node, struct node *const *inputs) {
    bool differs = false;
    for (int i = 0; i < 2; i++) {
        const struct node *a = inputs[i], *b = inputs[1 - i];
        if (a->type != TYPE_REFERENCE) return NULL;
        differs |= value_is_never_null(a) && b->kind == NODE_const_null;
        bool is_another = is_older(b) || (node_kind_makes(b->kind) && a != b);
        differs |= node_kind_makes(a->kind) && is_another;
    }
    return differs ? graph_int(node->graph, node->extra.condition == COND_NE) : NULL;
}

/* --- types --- */
static bool cannot_be(const struct node *value, const struct meta_class *class) {
    struct meta_class *exact = value_exact_class(value), *known = value_class(value);
    if (exact) return !meta_is_subtype(exact, class);
    return known && !meta_may_meet(known, class);
}

static struct node *fold_instance_of(const struct node *node, struct node *const *inputs) {
    const struct node *value = inputs[0];
    if (value->kind == NODE_const_null || cannot_be(value, node->extra.class))
        return graph_int(node->graph, 0);
    bool is_instance = value_is_of_class(value, node->extra.class) && value_is_never_null(value);
    return is_instance ? graph_int(node->graph, 1) : NULL;
}

static struct node *fold_cast_ok(const struct node *node, struct node *const *inputs) {
    const struct node *value = inputs[0];
    if (value->kind == NODE_const_null || value_is_of_class(value, node->extra.class))
        return graph_int(node->graph, 1);
    bool fails = value_is_never_null(value) && cannot_be(value, node->extra.class);
    return fails ? graph_int(node->graph, 0) : NULL;
}

static struct node *fold_exact_class(const struct node *node, struct node *const *inputs) {
    struct meta_class *class = node->extra.class, *exact = value_exact_class(inputs[0]);
    if (exact) return graph_int(node->graph, exact == class);
    struct meta_class *known = value_class(inputs[0]);
    if (!known) return NULL;
    if (!meta_is_subtype(class, known)) return graph_int(node->graph, 0);
    return known == class && class->is_final ? graph_int(node->graph, 1) : NULL;
}

static struct node *fold_store_ok(const struct node *node, struct node *const *inputs) {
    struct meta_class *array = value_exact_class(inputs[0]);
    bool fits = inputs[1]->kind == NODE_const_null;
    if (array && array->element_class) {
        fits |= array->element_class->super == NULL && !array->element_class->is_interface;
        fits |= value_is_of_class(inputs[1], array->element_class);
    }
    return fits ? graph_int(node->graph, 1) : NULL;
}

static struct node *fold_array_length(const struct node *node, struct node *const *inputs) {
    return inputs[0]->kind == NODE_new_array && operand(inputs[0], 0) ? inputs[0]->inputs[0] : NULL;
}

struct node *fold_phi_same(const struct node *node, struct node *const *inputs) {
    struct node *same = NULL;
    for (int i = 0; i < node->input_count; i++) {
        if (inputs[i] == node || inputs[i] == same) continue;
        if (same) return NULL;
        same = inputs[i];
    }
    return same;
}

/* --- the table --- */
static const struct fold_row {
    enum node_kind kind;
    struct node *(*fold)(const struct node *node, struct node *const *inputs);
    enum rule rule;
} rows[] = {
#define FOLD(kind, function, rule) {NODE_##kind, fold_##function, RULE_##rule},
#include "ir/folds.def"
#undef FOLD
};

struct node *fold_value(const struct node *node, struct node *const *inputs) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].kind != node->kind) continue;
        if (!compilation_rule(node->graph->compilation, rows[i].rule)) continue;
        struct node *value = rows[i].fold(node, inputs);
        if (value && value != node) return value;
    }
    return NULL;
}
