/* GENERATE CONDITION: jumps instead of boolean values. */
#include "frontend/generate.h"

/* EQUAL, NOT_EQUAL, LESS, GREATER_EQUAL, GREATER, LESS_EQUAL in the order of ifeq..ifle. */
static uint32_t comparison_index(enum token_kind operator) {
    switch ((int)operator) {
    case TOKEN_EQUAL: return 0;
    case TOKEN_NOT_EQUAL: return 1;
    case TOKEN_LESS: return 2;
    case TOKEN_GREATER_EQUAL: return 3;
    case TOKEN_GREATER: return 4;
    }
    return 5;
}

static bool is_comparison(const struct expression *condition) {
    return condition->kind == EXPRESSION_BINARY &&
           (condition->operator== TOKEN_EQUAL || condition->operator== TOKEN_NOT_EQUAL ||
            condition->
            operator== TOKEN_LESS || condition->
            operator== TOKEN_GREATER_EQUAL || condition->
            operator== TOKEN_GREATER || condition->
            operator== TOKEN_LESS_EQUAL);
}

static bool is_null(const struct expression *expression) {
    return expression->type->kind == KIND_NULL && expression->kind == EXPRESSION_LITERAL;
}

static void generate_reference_comparison(struct code_generator *g, const struct expression *binary,
                                          bool jump_when, struct label *target) {
    bool jump_when_equal = (binary->operator== TOKEN_EQUAL) == jump_when;
    generate_value(g, binary->left, binary->operand_type);
    if (is_null(binary->right)) {
        emit_jump(&g->emitter, jump_when_equal ? OP_ifnull : OP_ifnonnull, target);
        return;
    }
    generate_value(g, binary->right, binary->operand_type);
    emit_jump(&g->emitter, jump_when_equal ? OP_if_acmpeq : OP_if_acmpne, target);
}

static bool is_int_zero(const struct expression *expression) {
    return expression->constant && java_stack_type(expression->constant->java) == JAVA_INT &&
           expression->constant->integer == 0;
}

/* A comparison with NaN is false, so that < and <= want the result 1 for it and > and >= want -1,
 * whichever way the jump goes. */
static enum opcode comparison_opcode(enum java_type java, enum token_kind operator) {
    bool is_less = operator== TOKEN_LESS || operator== TOKEN_LESS_EQUAL;
    if (java == JAVA_LONG) return OP_lcmp;
    if (java == JAVA_FLOAT) return is_less ? OP_fcmpg : OP_fcmpl;
    return is_less ? OP_dcmpg : OP_dcmpl;
}

static void generate_comparison(struct code_generator *g, const struct expression *binary,
                                bool jump_when, struct label *target) {
    struct type *type = binary->operand_type;
    if (type_is_reference(type)) {
        generate_reference_comparison(g, binary, jump_when, target);
        return;
    }
    struct code_emitter *e = &g->emitter;
    uint32_t index = comparison_index(binary->operator);
    if (!jump_when) index ^= 1; /* each comparison is followed by its opposite */
    generate_value(g, binary->left, type);
    if (java_stack_type(type->java) != JAVA_INT) {
        generate_value(g, binary->right, type);
        emit(e, comparison_opcode(type->java, binary->operator));
        emit_jump(e, (enum opcode)(OP_ifeq + index), target);
    } else if (is_int_zero(binary->right)) {
        emit_jump(e, (enum opcode)(OP_ifeq + index), target);
    } else {
        generate_value(g, binary->right, type);
        emit_jump(e, (enum opcode)(OP_if_icmpeq + index), target);
    }
}

static void generate_logical(struct code_generator *g, const struct expression *binary,
                             bool jump_when, struct label *target) {
    bool is_and = binary->operator== TOKEN_AND_AND;
    if (is_and != jump_when) {
        generate_condition(g, binary->left, jump_when, target);
        generate_condition(g, binary->right, jump_when, target);
        return;
    }
    struct label *end = label_new(&g->emitter);
    generate_condition(g, binary->left, !jump_when, end);
    generate_condition(g, binary->right, jump_when, target);
    label_place(&g->emitter, end);
}

static void generate_choice(struct code_generator *g, const struct expression *conditional,
                            bool jump_when, struct label *target) {
    struct code_emitter *e = &g->emitter;
    struct label *otherwise = label_new(e), *end = label_new(e);
    generate_condition(g, conditional->condition, false, otherwise);
    generate_condition(g, conditional->left, jump_when, target);
    emit_jump(e, OP_goto, end);
    label_place(e, otherwise);
    generate_condition(g, conditional->right, jump_when, target);
    label_place(e, end);
}

void generate_condition(struct code_generator *g, const struct expression *condition,
                        bool jump_when, struct label *target) {
    struct code_emitter *e = &g->emitter;
    bool is_logical = condition->kind == EXPRESSION_BINARY &&
                      (condition->operator== TOKEN_AND_AND || condition->operator== TOKEN_OR_OR);
    if (condition->constant) {
        if (value_is_true(condition->constant) == jump_when) emit_jump(e, OP_goto, target);
    } else if (condition->kind == EXPRESSION_UNARY && condition->operator== TOKEN_NOT) {
        generate_condition(g, condition->left, !jump_when, target);
    } else if (is_logical) {
        generate_logical(g, condition, jump_when, target);
    } else if (is_comparison(condition)) {
        generate_comparison(g, condition, jump_when, target);
    } else if (condition->kind == EXPRESSION_CONDITIONAL &&
               type_is(condition->type, JAVA_BOOLEAN)) {
        generate_choice(g, condition, jump_when, target);
    } else {
        generate_value(g, condition, type_primitive(g->compiler, JAVA_BOOLEAN));
        emit_jump(e, jump_when ? OP_ifne : OP_ifeq, target);
    }
}
