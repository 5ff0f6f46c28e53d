/* The rewrites of rewrites.def. */
#include "opt/rewrites.h"

#include "ir/fold.h"
#include "ir/compilation.h"

static bool is_real(const struct node *node) {
    return node->type == TYPE_FLOAT || node->type == TYPE_DOUBLE;
}

static bool is_zero(const struct node *node) {
    int64_t integer;
    return value_is_integer(node, &integer) && integer == 0;
}

static struct node *like(const struct node *node, struct node *a, struct node *b) {
    struct node *made = node_new(node->graph, node->kind, node->type, 2, (struct node *[]){a, b});
    made->extra = node->extra;
    made->position = node->position;
    return made;
}

static struct node *constant_second(struct node *node) {
    enum node_commutes commutes = node_kind_commutes(node->kind);
    if (commutes == COMMUTES_no) return NULL;
    if (!node_is_constant(node->inputs[0]) || node_is_constant(node->inputs[1])) return NULL;
    enum condition condition = node->extra.condition;
    bool is_mirrored = commutes == COMMUTES_mirror;
    if (is_mirrored && (condition == COND_BELOW || condition == COND_NOT_BELOW)) return NULL;
    struct node *swapped = like(node, node->inputs[1], node->inputs[0]);
    if (is_mirrored) swapped->extra.condition = condition_swapped(condition);
    return swapped;
}

static struct node *rewrite_subtract_constant(struct node *node) {
    int64_t integer;
    if (!value_is_integer(node->inputs[1], &integer)) return NULL;
    int64_t negated = (int64_t)(0 - (uint64_t)integer);
    struct graph *graph = node->graph;
    struct node *constant =
        node->type == TYPE_LONG ? graph_long(graph, negated) : graph_int(graph, (int32_t)negated);
    struct node *sum =
        node_new(graph, NODE_add, node->type, 2, (struct node *[]){node->inputs[0], constant});
    sum->position = node->position;
    return sum;
}

static struct node *rewrite_reassociate(struct node *node) {
    struct node *inner = node->inputs[0];
    int64_t integer;
    if (inner->kind != node->kind) return NULL;
    if (!value_is_integer(node->inputs[1], &integer)) return NULL;
    if (!value_is_integer(inner->inputs[1], &integer)) return NULL;
    struct node *constants[] = {inner->inputs[1], node->inputs[1]};
    return like(node, inner->inputs[0], fold_constants(node, constants));
}

static struct node *compare_with(const struct node *node, enum condition condition, struct node *a,
                                 struct node *b) {
    struct node *made = node_new(node->graph, NODE_compare, TYPE_INT, 2, (struct node *[]){a, b});
    made->extra.condition = condition;
    made->position = node->position;
    return made;
}

/* Unordered makes compare3 its own constant and every comparison false (but != true). */
static struct node *rewrite_compare_compare_three(struct node *node) {
    struct node *three = node->inputs[0];
    enum condition condition = node->extra.condition;
    if (three->kind != NODE_compare_three || !is_zero(node->inputs[1])) return NULL;
    if (condition == COND_BELOW || condition == COND_NOT_BELOW) return NULL;
    if (is_real(three->inputs[0])) {
        bool when_unordered = condition_holds(condition, (int)three->extra.integer);
        if (when_unordered != (condition == COND_NE)) return NULL;
    }
    return compare_with(node, condition, three->inputs[0], three->inputs[1]);
}

static struct node *rewrite_compare_negation(struct node *node) {
    struct node *inner = node->inputs[0];
    if (inner->kind != NODE_compare || node->extra.condition != COND_EQ) return NULL;
    if (!is_zero(node->inputs[1])) return NULL;
    enum condition condition = inner->extra.condition;
    bool is_exact = !is_real(inner->inputs[0]) || condition == COND_EQ || condition == COND_NE;
    if (!is_exact) return NULL;
    return compare_with(node, condition_negated(condition), inner->inputs[0], inner->inputs[1]);
}

static struct node *rewrite_instance_of_known(struct node *node) {
    struct node *value = node->inputs[0];
    bool folds_types = compilation_rule(node->graph->compilation, RULE_fold_types);
    if (!folds_types || !value_is_of_class(value, node->extra.class)) return NULL;
    return compare_with(node, COND_NE, value, graph_null(node->graph));
}

static const struct rewrite_row {
    enum node_kind kind;
    struct node *(*rewrite)(struct node *node);
} rows[] = {
#define REWRITE(kind, function) {NODE_##kind, rewrite_##function},
#include "opt/rewrites.def"
#undef REWRITE
};

struct node *rewrite_node(struct node *node) {
    struct node *swapped = constant_second(node);
    if (swapped) return swapped;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct node *made = rows[i].kind == node->kind ? rows[i].rewrite(node) : NULL;
        if (made) return made;
    }
    return NULL;
}
