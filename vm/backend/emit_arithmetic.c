/* Arithmetic as Java defines it (JLS 15.15 to 15.22) in terms of GCC's: -fwrapv makes overflow
 * wrap, the rest is said here. */
#include "backend/emit.h"

static void binary(struct emitter *e, const struct node *node, enum gcc_jit_binary_op op) {
    gcc_emit_result(e, node,
                    gcc_binary(e, op, e->types.of_node[node->type],
                               gcc_emit_value(e, node->inputs[0]),
                               gcc_emit_value(e, node->inputs[1])));
}

static bool is_integer(const struct node *node) {
    return node->type == TYPE_INT || node->type == TYPE_LONG;
}

static gcc_jit_rvalue *integer(struct emitter *e, enum node_type type, int64_t value) {
    return type == TYPE_INT ? gcc_int(e, (int32_t)value) : gcc_long(e, value);
}

/* MIN / -1 traps in hardware: -1 goes its own way. */
static void divide(struct emitter *e, const struct node *node, enum gcc_jit_binary_op op) {
    gcc_jit_type *type = e->types.of_node[node->type];
    gcc_jit_rvalue *dividend = gcc_emit_value(e, node->inputs[0]);
    gcc_jit_rvalue *divisor = gcc_emit_value(e, node->inputs[1]);
    gcc_jit_block *usual = gcc_block(e), *minus_one = gcc_block(e), *done = gcc_block(e);
    gcc_jit_rvalue *is_minus_one =
        gcc_compare(e, GCC_JIT_COMPARISON_EQ, divisor, integer(e, node->type, -1));
    gcc_branch(e, is_minus_one, 0.01, minus_one, usual);

    e->block = usual;
    gcc_emit_result(e, node, gcc_binary(e, op, type, dividend, divisor));
    gcc_jump(e, done);

    e->block = minus_one;
    gcc_emit_result(e, node,
                    op == GCC_JIT_BINARY_OP_DIVIDE
                        ? gcc_unary(e, GCC_JIT_UNARY_OP_MINUS, type, dividend)
                        : integer(e, node->type, 0));
    gcc_jump(e, done);
    e->block = done;
}

static void remainder_of_floats(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *arguments[] = {gcc_emit_value(e, node->inputs[0]),
                                   gcc_emit_value(e, node->inputs[1])};
    enum stub stub = node->type == TYPE_FLOAT ? STUB_fmod_float : STUB_fmod_double;
    gcc_emit_result(e, node, gcc_call_stub(e, stub, arguments));
}

static void shift(struct emitter *e, const struct node *node) {
    bool is_int = node->type == TYPE_INT;
    gcc_jit_type *type = is_int ? e->types.int32 : e->types.int64;
    gcc_jit_type *without_sign = is_int ? e->types.uint32 : e->types.uint64;
    gcc_jit_rvalue *count =
        gcc_binary(e, GCC_JIT_BINARY_OP_BITWISE_AND, e->types.int32,
                   gcc_emit_value(e, node->inputs[1]), gcc_int(e, is_int ? 31 : 63));
    gcc_jit_rvalue *value = gcc_emit_value(e, node->inputs[0]);
    if (node->kind == NODE_shr) {
        value = gcc_binary(e, GCC_JIT_BINARY_OP_RSHIFT, type, value, gcc_cast(e, count, type));
    } else {
        enum gcc_jit_binary_op op =
            node->kind == NODE_shl ? GCC_JIT_BINARY_OP_LSHIFT : GCC_JIT_BINARY_OP_RSHIFT;
        value = gcc_binary(e, op, without_sign, gcc_cast(e, value, without_sign),
                           gcc_cast(e, count, without_sign));
        value = gcc_cast(e, value, type);
    }
    gcc_emit_result(e, node, value);
}

static const struct comparison {
    enum gcc_jit_comparison op;
    bool is_unsigned;
} comparisons[] = {
    [COND_EQ] = {GCC_JIT_COMPARISON_EQ, false},   [COND_NE] = {GCC_JIT_COMPARISON_NE, false},
    [COND_LT] = {GCC_JIT_COMPARISON_LT, false},   [COND_GE] = {GCC_JIT_COMPARISON_GE, false},
    [COND_GT] = {GCC_JIT_COMPARISON_GT, false},   [COND_LE] = {GCC_JIT_COMPARISON_LE, false},
    [COND_BELOW] = {GCC_JIT_COMPARISON_LT, true}, [COND_NOT_BELOW] = {GCC_JIT_COMPARISON_GE, true},
};

static gcc_jit_rvalue *truth_of_compare(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *a = gcc_emit_value(e, node->inputs[0]), *b = gcc_emit_value(e, node->inputs[1]);
    struct comparison comparison = comparisons[node->extra.condition];
    if (comparison.is_unsigned) {
        a = gcc_cast(e, a, e->types.uint32);
        b = gcc_cast(e, b, e->types.uint32);
    }
    return gcc_compare(e, comparison.op, a, b);
}

/* Is it a part of the branch or guard that alone uses it? Not across blocks: phis change on edges.
 */
static bool is_part_of_user(const struct node *compare) {
    if (compare->kind != NODE_compare || compare->uses.count != 1) return false;
    const struct node *user = compare->uses.items[0];
    return user->block == compare->block && (user->kind == NODE_if || user->kind == NODE_guard);
}

gcc_jit_rvalue *gcc_emit_condition(struct emitter *e, const struct node *user) {
    const struct node *condition = user->inputs[0];
    if (is_part_of_user(condition)) return truth_of_compare(e, condition);
    return gcc_compare(e, GCC_JIT_COMPARISON_NE, gcc_emit_value(e, condition), gcc_int(e, 0));
}

static void compare(struct emitter *e, const struct node *node) {
    if (!is_part_of_user(node)) gcc_emit_result(e, node, gcc_truth(e, truth_of_compare(e, node)));
}

/* -1, 0 or 1 without branches; only equality and one order are asked, both false when unordered:
 *     unordered 1:   1 - (a == b) - 2 * (a < b)
 *     else:         -1 + (a == b) + 2 * (a > b) */
static void compare_three(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *a = gcc_emit_value(e, node->inputs[0]), *b = gcc_emit_value(e, node->inputs[1]);
    bool greater = node->extra.integer == 1;
    enum gcc_jit_binary_op step = greater ? GCC_JIT_BINARY_OP_MINUS : GCC_JIT_BINARY_OP_PLUS;
    gcc_jit_rvalue *equal = gcc_truth(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, a, b));
    gcc_jit_rvalue *order =
        gcc_truth(e, gcc_compare(e, greater ? GCC_JIT_COMPARISON_LT : GCC_JIT_COMPARISON_GT, a, b));
    gcc_jit_type *type = e->types.int32;
    gcc_jit_rvalue *twice = gcc_binary(e, GCC_JIT_BINARY_OP_MULT, type, gcc_int(e, 2), order);
    gcc_jit_rvalue *result = gcc_binary(e, step, type, gcc_int(e, greater ? 1 : -1), equal);
    gcc_emit_result(e, node, gcc_binary(e, step, type, result, twice));
}

static void select_value(struct emitter *e, const struct node *node) {
    gcc_jit_block *first = gcc_block(e), *second = gcc_block(e), *done = gcc_block(e);
    gcc_jit_rvalue *condition =
        gcc_compare(e, GCC_JIT_COMPARISON_NE, gcc_emit_value(e, node->inputs[0]), gcc_int(e, 0));
    gcc_jit_block_end_with_conditional(e->block, gcc_statement_location(e), condition, first,
                                       second);
    e->block = first;
    gcc_emit_result(e, node, gcc_emit_value(e, node->inputs[1]));
    gcc_jump(e, done);
    e->block = second;
    gcc_emit_result(e, node, gcc_emit_value(e, node->inputs[2]));
    gcc_jump(e, done);
    e->block = done;
}

/* Negation flips the sign of zeros and NaNs as well; GCC's does. */
static void negate(struct emitter *e, const struct node *node) {
    gcc_emit_result(e, node,
                    gcc_unary(e, GCC_JIT_UNARY_OP_MINUS, e->types.of_node[node->type],
                              gcc_emit_value(e, node->inputs[0])));
}

/* The machine's instruction: without optimisation GCC's builtin is a call, and nothing is linked.
 */
static void square_root(struct emitter *e, const struct node *node) {
    gcc_jit_lvalue *result = gcc_local(e, e->types.float64);
    gcc_jit_rvalue *value = gcc_emit_value(e, node->inputs[0]); /* before what takes it is begun */
    gcc_jit_extended_asm *root =
        gcc_jit_block_add_extended_asm(e->block, gcc_statement_location(e), "sqrtsd %1, %0");
    gcc_jit_extended_asm_add_output_operand(root, NULL, "=x", result);
    gcc_jit_extended_asm_add_input_operand(root, NULL, "x", value);
    gcc_emit_result(e, node, gcc_jit_lvalue_as_rvalue(result));
}

void gcc_emit_arithmetic(struct emitter *e, const struct node *node) {
    enum node_kind kind = node->kind;
    if (kind == NODE_add)
        binary(e, node, GCC_JIT_BINARY_OP_PLUS);
    else if (kind == NODE_sub)
        binary(e, node, GCC_JIT_BINARY_OP_MINUS);
    else if (kind == NODE_mul)
        binary(e, node, GCC_JIT_BINARY_OP_MULT);
    else if (kind == NODE_and)
        binary(e, node, GCC_JIT_BINARY_OP_BITWISE_AND);
    else if (kind == NODE_or)
        binary(e, node, GCC_JIT_BINARY_OP_BITWISE_OR);
    else if (kind == NODE_xor)
        binary(e, node, GCC_JIT_BINARY_OP_BITWISE_XOR);
    else if (kind == NODE_neg)
        negate(e, node);
    else if (kind == NODE_sqrt)
        square_root(e, node);
    else if (kind == NODE_div && is_integer(node))
        divide(e, node, GCC_JIT_BINARY_OP_DIVIDE);
    else if (kind == NODE_div)
        binary(e, node, GCC_JIT_BINARY_OP_DIVIDE);
    else if (kind == NODE_rem && is_integer(node))
        divide(e, node, GCC_JIT_BINARY_OP_MODULO);
    else if (kind == NODE_rem)
        remainder_of_floats(e, node);
    else if (kind == NODE_shl || kind == NODE_shr || kind == NODE_ushr)
        shift(e, node);
    else if (kind == NODE_compare)
        compare(e, node);
    else if (kind == NODE_compare_three)
        compare_three(e, node);
    else if (kind == NODE_select)
        select_value(e, node);
    else
        BUG("node %s is not arithmetic", node_kind_text(kind));
}
