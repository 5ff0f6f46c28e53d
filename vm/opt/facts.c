/* Implication between conditions. A comparison is the set of outcomes for which it holds (less,
 * equal, greater, unordered): one implies another over the same operands when its set is contained
 * in the other's, and excludes it when they do not meet. Over different constants, an interval
 * stands for the set. */
#include "opt/facts.h"

#include "ir/fold.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8, ALL = 15 };

static unsigned outcomes(enum condition condition) {
    switch (condition) {
    case COND_EQ: return EQUAL;
    case COND_NE: return LESS | GREATER | UNORDERED;
    case COND_LT:
    case COND_BELOW: return LESS;
    case COND_GE:
    case COND_NOT_BELOW: return GREATER | EQUAL;
    case COND_GT: return GREATER;
    case COND_LE: return LESS | EQUAL;
    }
    return ALL;
}

static bool is_unsigned(enum condition condition) {
    return condition == COND_BELOW || condition == COND_NOT_BELOW;
}

static unsigned swapped(unsigned set) {
    return (set & (EQUAL | UNORDERED)) | (set & LESS ? GREATER : 0) | (set & GREATER ? LESS : 0);
}

static unsigned known_outcomes(const struct node *compare, bool holds) {
    unsigned set = outcomes(compare->extra.condition);
    enum node_type type = compare->inputs[0]->type;
    unsigned possible = type == TYPE_FLOAT || type == TYPE_DOUBLE ? ALL : ALL & ~UNORDERED;
    return (holds ? set : ~set) & possible;
}

static bool same_order(enum condition a, enum condition b) {
    bool any = a == COND_EQ || a == COND_NE || b == COND_EQ || b == COND_NE;
    return any || is_unsigned(a) == is_unsigned(b);
}

static enum tristate decide(unsigned known, unsigned asked) {
    if (!(known & ~asked)) return TRISTATE_YES;
    return known & asked ? TRISTATE_UNKNOWN : TRISTATE_NO;
}

struct interval {
    int64_t least, most;
    bool has_hole; /* one value is excluded */
    int64_t hole;
};

/* What values of the first operand make the comparison with a constant hold (or not). */
static bool interval_of(const struct node *compare, bool holds, struct interval *out) {
    int64_t constant;
    enum condition condition = compare->extra.condition;
    if (is_unsigned(condition) || !value_is_integer(compare->inputs[1], &constant)) return false;
    if (!holds) condition = condition_negated(condition);
    *out = (struct interval){INT64_MIN, INT64_MAX, false, 0};
    if (condition == COND_EQ) out->least = out->most = constant;
    if (condition == COND_NE) out->has_hole = true, out->hole = constant;
    if (condition == COND_LE || condition == COND_LT) out->most = constant;
    if (condition == COND_GE || condition == COND_GT) out->least = constant;
    if (condition == COND_LT && out->most-- == INT64_MIN) return false;
    if (condition == COND_GT && out->least++ == INT64_MAX) return false;
    return true;
}

static bool is_within(struct interval inner, struct interval outer) {
    if (inner.least < outer.least || inner.most > outer.most) return false;
    if (!outer.has_hole) return true;
    bool has_same_hole = inner.has_hole && inner.hole == outer.hole;
    return has_same_hole || outer.hole < inner.least || outer.hole > inner.most;
}

static bool are_apart(struct interval a, struct interval b) {
    if (a.most < b.least || b.most < a.least) return true;
    bool a_is_hole = b.has_hole && a.least == a.most && a.least == b.hole;
    bool b_is_hole = a.has_hole && b.least == b.most && b.least == a.hole;
    return a_is_hole || b_is_hole;
}

static enum tristate compare_implies(const struct node *fact, bool holds,
                                     const struct node *query) {
    bool is_swapped = fact->inputs[0] == query->inputs[1] && fact->inputs[1] == query->inputs[0];
    bool is_same = fact->inputs[0] == query->inputs[0] && fact->inputs[1] == query->inputs[1];
    if ((is_same || is_swapped) && same_order(fact->extra.condition, query->extra.condition)) {
        unsigned known = known_outcomes(fact, holds);
        return decide(is_same ? known : swapped(known), outcomes(query->extra.condition));
    }
    struct interval known, asked;
    if (fact->inputs[0] != query->inputs[0]) return TRISTATE_UNKNOWN;
    if (!interval_of(fact, holds, &known) || !interval_of(query, true, &asked))
        return TRISTATE_UNKNOWN;
    if (is_within(known, asked)) return TRISTATE_YES;
    return are_apart(known, asked) ? TRISTATE_NO : TRISTATE_UNKNOWN;
}

/* --- types --- */
static bool is_null_test(const struct node *node) {
    bool is_equality = node->kind == NODE_compare &&
                       (node->extra.condition == COND_EQ || node->extra.condition == COND_NE);
    return is_equality && node->inputs[1]->kind == NODE_const_null;
}

bool is_type_test(const struct node *node) {
    return node->kind == NODE_instance_of || node->kind == NODE_cast_ok ||
           node->kind == NODE_exact_class;
}

/* The fact says that the value is an instance (or, for casts, null). */
static enum tristate instance_implies(const struct node *fact, const struct node *query) {
    const struct meta_class *known = fact->extra.class;
    bool is_exact = fact->kind == NODE_exact_class, may_be_null = fact->kind == NODE_cast_ok;
    if (is_null_test(query))
        return may_be_null ? TRISTATE_UNKNOWN : (enum tristate)(query->extra.condition == COND_NE);
    if (query->kind == NODE_exact_class)
        return meta_is_subtype(query->extra.class, known) ? TRISTATE_UNKNOWN : TRISTATE_NO;
    bool is_instance = meta_is_subtype(known, query->extra.class);
    if (is_instance && (!may_be_null || query->kind == NODE_cast_ok)) return TRISTATE_YES;
    if (is_instance) return TRISTATE_UNKNOWN;
    if (is_exact) return TRISTATE_NO;
    bool excluded = !meta_may_meet(known, query->extra.class);
    return excluded && (!may_be_null || query->kind == NODE_instance_of) ? TRISTATE_NO
                                                                         : TRISTATE_UNKNOWN;
}

/* Null is an instance of nothing and may be cast to everything. */
static enum tristate null_implies(const struct node *query) {
    if (query->kind == NODE_instance_of) return TRISTATE_NO;
    return query->kind == NODE_cast_ok ? TRISTATE_YES : TRISTATE_UNKNOWN;
}

/* A failed test excludes what it tested for. */
static enum tristate failed_test_implies(const struct node *fact, const struct node *query) {
    const struct meta_class *not_this = fact->extra.class;
    if (is_null_test(query) && fact->kind == NODE_cast_ok)
        return (enum tristate)(query->extra.condition == COND_NE);
    if (is_null_test(query)) return TRISTATE_UNKNOWN;
    if (fact->kind == NODE_exact_class)
        return query->kind == NODE_exact_class && query->extra.class == not_this ? TRISTATE_NO
                                                                                 : TRISTATE_UNKNOWN;
    bool is_narrower = meta_is_subtype(query->extra.class, not_this);
    bool excludes = query->kind != NODE_cast_ok || fact->kind == NODE_cast_ok;
    return is_narrower && excludes ? TRISTATE_NO : TRISTATE_UNKNOWN;
}

static enum tristate type_implies(const struct node *fact, bool holds, const struct node *query) {
    if (fact->inputs[0] != query->inputs[0]) return TRISTATE_UNKNOWN;
    if (is_null_test(fact)) {
        bool is_null = holds == (fact->extra.condition == COND_EQ);
        return is_null ? null_implies(query) : TRISTATE_UNKNOWN;
    }
    return holds ? instance_implies(fact, query) : failed_test_implies(fact, query);
}

enum tristate fact_implies(const struct node *condition, bool holds, const struct node *query) {
    if (condition == query) return (enum tristate)holds;
    if (condition->kind == NODE_compare && query->kind == NODE_compare)
        return compare_implies(condition, holds, query);
    bool are_types = (is_null_test(condition) || is_type_test(condition)) &&
                     (is_null_test(query) || is_type_test(query));
    return are_types ? type_implies(condition, holds, query) : TRISTATE_UNKNOWN;
}

bool fact_leaves_null_test(const struct node *condition, bool holds, const struct node *query) {
    return holds && condition->kind == NODE_cast_ok && query->kind == NODE_instance_of &&
           condition->inputs[0] == query->inputs[0] &&
           meta_is_subtype(condition->extra.class, query->extra.class);
}

struct node *fact_constant(struct node *condition, bool holds, const struct node *value) {
    if (condition == value && (!holds || value_is_boolean(value)))
        return graph_int(value->graph, holds);
    if (condition->kind != NODE_compare || condition->inputs[0] != value) return NULL;
    bool is_equal = (condition->extra.condition == COND_EQ && holds) ||
                    (condition->extra.condition == COND_NE && !holds);
    struct node *constant = condition->inputs[1];
    bool is_real = node_kind_extra(constant->kind) == EXTRA_real;
    return is_equal && node_is_constant(constant) && !is_real ? constant : NULL;
}
