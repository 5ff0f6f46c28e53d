/* Conversions between the numeric types (JLS 5.1.2, 5.1.3): floating point to integer saturates,
 * NaN is 0. */
#include "backend/emit.h"

static void saturate(struct emitter *e, const struct node *node) {
    const struct node *input = node->inputs[0];
    bool from_float = input->type == TYPE_FLOAT, to_int = node->type == TYPE_INT;
    gcc_jit_type *to = e->types.of_node[node->type];
    gcc_jit_rvalue *value = gcc_emit_value(e, input);
    double limit = to_int ? 0x1p31 : 0x1p63;
    gcc_jit_rvalue *above = from_float ? gcc_float(e, (float)limit) : gcc_double(e, limit);
    gcc_jit_rvalue *below = from_float ? gcc_float(e, (float)-limit) : gcc_double(e, -limit);

    gcc_jit_block *fits = gcc_block(e), *large = gcc_block(e), *not_large = gcc_block(e);
    gcc_jit_block *small = gcc_block(e), *unordered = gcc_block(e), *not_small = gcc_block(e);
    gcc_jit_block *done = gcc_block(e);
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_GE, value, above), 0.01, large, not_large);
    e->block = not_large;
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_LT, value, below), 0.01, small, not_small);
    e->block = not_small;
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_NE, value, value), 0.01, unordered, fits);

    e->block = fits;
    gcc_emit_result(e, node, gcc_cast(e, value, to));
    gcc_jump(e, done);
    e->block = large;
    gcc_emit_result(e, node, to_int ? gcc_int(e, INT32_MAX) : gcc_long(e, INT64_MAX));
    gcc_jump(e, done);
    e->block = small;
    gcc_emit_result(e, node, to_int ? gcc_int(e, INT32_MIN) : gcc_long(e, INT64_MIN));
    gcc_jump(e, done);
    e->block = unordered;
    gcc_emit_result(e, node, to_int ? gcc_int(e, 0) : gcc_long(e, 0));
    gcc_jump(e, done);
    e->block = done;
}

static bool is_floating(const struct node *node) {
    return node->type == TYPE_FLOAT || node->type == TYPE_DOUBLE;
}

static gcc_jit_rvalue *narrow(struct emitter *e, gcc_jit_rvalue *value, enum java_type type) {
    if (type == JAVA_BOOLEAN)
        return gcc_binary(e, GCC_JIT_BINARY_OP_BITWISE_AND, e->types.int32, value, gcc_int(e, 1));
    return gcc_cast(e, gcc_cast(e, value, e->types.in_memory[type]), e->types.int32);
}

void gcc_emit_conversion(struct emitter *e, const struct node *node) {
    if (node->kind == NODE_narrow)
        gcc_emit_result(e, node, narrow(e, gcc_emit_value(e, node->inputs[0]), node->extra.type));
    else if (is_floating(node->inputs[0]) && !is_floating(node))
        saturate(e, node);
    else
        gcc_emit_result(
            e, node, gcc_cast(e, gcc_emit_value(e, node->inputs[0]), e->types.of_node[node->type]));
}
