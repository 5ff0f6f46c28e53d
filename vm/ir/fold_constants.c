/* Operations on constants, with Java's results. */
#include "ir/fold.h"

#include <math.h>

#include "classfile/arithmetic.h"

bool value_is_integer(const struct node *value, int64_t *out) {
    if (value->kind != NODE_const_int && value->kind != NODE_const_long) return false;
    *out = value->extra.integer;
    return true;
}

bool condition_holds(enum condition condition, int order) {
    switch (condition) {
    case COND_EQ: return order == 0;
    case COND_NE: return order != 0;
    case COND_LT:
    case COND_BELOW: return order < 0;
    case COND_GE:
    case COND_NOT_BELOW: return order >= 0;
    case COND_GT: return order > 0;
    case COND_LE: return order <= 0;
    }
    return false;
}

enum condition condition_swapped(enum condition condition) {
    switch (condition) {
    case COND_LT: return COND_GT;
    case COND_GE: return COND_LE;
    case COND_GT: return COND_LT;
    case COND_LE: return COND_GE;
    case COND_EQ:
    case COND_NE:
    case COND_BELOW:
    case COND_NOT_BELOW: break;
    }
    return condition;
}

bool condition_is_symmetric(enum condition condition) {
    return condition == COND_EQ || condition == COND_NE;
}

enum condition condition_negated(enum condition condition) {
    switch (condition) {
    case COND_EQ: return COND_NE;
    case COND_NE: return COND_EQ;
    case COND_LT: return COND_GE;
    case COND_GE: return COND_LT;
    case COND_GT: return COND_LE;
    case COND_LE: return COND_GT;
    case COND_BELOW: return COND_NOT_BELOW;
    case COND_NOT_BELOW: return COND_BELOW;
    }
    return condition;
}

static struct node *integer_of(struct graph *graph, enum node_type type, int64_t value) {
    return type == TYPE_LONG ? graph_long(graph, value) : graph_int(graph, (int32_t)value);
}

/* Both widths in 64 bits: an int's result is the low half. False: not an operation on two integers.
 */
static bool integer_operation(enum node_kind kind, bool is_long, int64_t a, int64_t b,
                              int64_t *out) {
    int32_t x = (int32_t)a, count = (int32_t)b;
    if (kind == NODE_add)
        *out = long_add(a, b);
    else if (kind == NODE_sub)
        *out = long_sub(a, b);
    else if (kind == NODE_mul)
        *out = long_mul(a, b);
    else if (kind == NODE_and)
        *out = a & b;
    else if (kind == NODE_or)
        *out = a | b;
    else if (kind == NODE_xor)
        *out = a ^ b;
    else if (kind == NODE_shl)
        *out = is_long ? long_shl(a, count) : int_shl(x, count);
    else if (kind == NODE_shr)
        *out = is_long ? long_shr(a, count) : int_shr(x, count);
    else if (kind == NODE_ushr)
        *out = is_long ? long_ushr(a, count) : int_ushr(x, count);
    else if (kind == NODE_div && b != 0)
        *out = long_div(a, b);
    else if (kind == NODE_rem && b != 0)
        *out = long_rem(a, b);
    else
        return false;
    return true;
}

static bool float_operation(enum node_kind kind, float a, float b, float *out) {
    if (kind == NODE_add)
        *out = a + b;
    else if (kind == NODE_sub)
        *out = a - b;
    else if (kind == NODE_mul)
        *out = a * b;
    else if (kind == NODE_div)
        *out = a / b;
    else if (kind == NODE_rem)
        *out = fmodf(a, b);
    else
        return false;
    return true;
}

static bool double_operation(enum node_kind kind, double a, double b, double *out) {
    if (kind == NODE_add)
        *out = a + b;
    else if (kind == NODE_sub)
        *out = a - b;
    else if (kind == NODE_mul)
        *out = a * b;
    else if (kind == NODE_div)
        *out = a / b;
    else if (kind == NODE_rem)
        *out = fmod(a, b);
    else
        return false;
    return true;
}

static struct node *convert(struct graph *graph, const struct node *from, enum node_type to) {
    bool is_integer = from->kind == NODE_const_int || from->kind == NODE_const_long;
    int64_t integer = from->extra.integer;
    if (to == TYPE_FLOAT)
        return graph_float(graph, is_integer ? (float)integer : (float)from->extra.real);
    if (to == TYPE_DOUBLE)
        return graph_double(graph, is_integer ? (double)integer : from->extra.real);
    if (to == TYPE_LONG)
        return graph_long(graph, is_integer ? integer : double_to_long(from->extra.real));
    return graph_int(graph, is_integer ? (int32_t)integer : double_to_int(from->extra.real));
}

/* -1, 0, 1; 2 when unordered. */
static int order_of(const struct node *a, const struct node *b, bool is_unsigned) {
    if (node_kind_extra(a->kind) == EXTRA_real)
        return double_compare(a->extra.real, b->extra.real, 2);
    int64_t x = a->extra.integer, y = b->extra.integer;
    if (is_unsigned) x = (uint32_t)x, y = (uint32_t)y;
    return long_compare(x, y);
}

static struct node *compare(struct graph *graph, const struct node *node, const struct node *a,
                            const struct node *b) {
    if (a->kind == NODE_const_null) return graph_int(graph, node->extra.condition == COND_EQ);
    enum condition condition = node->extra.condition;
    int order = order_of(a, b, condition == COND_BELOW || condition == COND_NOT_BELOW);
    if (order == 2) return graph_int(graph, condition == COND_NE);
    return graph_int(graph, condition_holds(condition, order));
}

static struct node *two_constants(struct graph *graph, const struct node *node,
                                  const struct node *a, const struct node *b) {
    int64_t integer;
    float single;
    double real;
    if (node->kind == NODE_compare) return a->kind == b->kind ? compare(graph, node, a, b) : NULL;
    if (node->kind == NODE_compare_three) {
        int order = order_of(a, b, false);
        return graph_int(graph, order == 2 ? (int32_t)node->extra.integer : order);
    }
    if (node->type == TYPE_FLOAT)
        return float_operation(node->kind, (float)a->extra.real, (float)b->extra.real, &single)
                   ? graph_float(graph, single)
                   : NULL;
    if (node->type == TYPE_DOUBLE)
        return double_operation(node->kind, a->extra.real, b->extra.real, &real)
                   ? graph_double(graph, real)
                   : NULL;
    return integer_operation(node->kind, node->type == TYPE_LONG, a->extra.integer,
                             b->extra.integer, &integer)
               ? integer_of(graph, node->type, integer)
               : NULL;
}

static bool is_number_or_null(const struct node *node) {
    return node_is_constant(node) && node->kind != NODE_const_object;
}

struct node *fold_constants(const struct node *node, struct node *const *inputs) {
    for (int i = 0; i < node->input_count; i++)
        if (!is_number_or_null(inputs[i])) return NULL;
    struct graph *graph = node->graph;
    if (node->kind == NODE_convert) return convert(graph, inputs[0], node->type);
    if (node->kind == NODE_narrow)
        return graph_int(graph, int_narrow((int32_t)inputs[0]->extra.integer, node->extra.type));
    if (node->kind == NODE_neg && node->type == TYPE_FLOAT)
        return graph_float(graph, -(float)inputs[0]->extra.real);
    if (node->kind == NODE_neg && node->type == TYPE_DOUBLE)
        return graph_double(graph, -inputs[0]->extra.real);
    if (node->kind == NODE_sqrt) return graph_double(graph, sqrt(inputs[0]->extra.real));
    if (node->kind == NODE_neg)
        return integer_of(graph, node->type, long_neg(inputs[0]->extra.integer));
    return node->input_count == 2 ? two_constants(graph, node, inputs[0], inputs[1]) : NULL;
}
