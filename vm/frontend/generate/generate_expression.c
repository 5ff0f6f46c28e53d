/* GENERATE EXPRESSION: code that leaves an expression's value on the stack. */
#include "base/die.h"
#include "frontend/generate.h"

void generate_operator(struct code_generator *g, enum token_kind operator,
                       const struct type * type) {
    static const struct {
        enum token_kind operator;
        enum opcode opcode;
    } rows[] = {
        {TOKEN_PLUS, OP_iadd},
        {TOKEN_MINUS, OP_isub},
        {TOKEN_STAR, OP_imul},
        {TOKEN_SLASH, OP_idiv},
        {TOKEN_PERCENT, OP_irem},
        {TOKEN_AND, OP_iand},
        {TOKEN_OR, OP_ior},
        {TOKEN_XOR, OP_ixor},
        {TOKEN_SHIFT_LEFT, OP_ishl},
        {TOKEN_SHIFT_RIGHT, OP_ishr},
        {TOKEN_SHIFT_RIGHT_UNSIGNED, OP_iushr},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].operator== operator) {
            emit(&g->emitter,
                 (enum opcode)(rows[i].opcode + (uint32_t)java_stack_type(type->java)));
            return;
        }
    UNREACHABLE();
}

/* A constant as a box: of the type that is wanted, when that is a box (JLS 5.2). */
static void generate_boxed_constant(struct code_generator *g, const struct expression *expression,
                                    struct type *target) {
    struct type *wanted = type_unboxed(g->compiler, target), *type = expression->type;
    if (target->kind == KIND_CLASS && wanted) type = wanted;
    emit_value(&g->emitter, value_convert(g->compiler, expression->constant, type->java));
    generate_conversion(g, type, target);
}

void generate_value(struct code_generator *g, const struct expression *expression,
                    struct type *target) {
    bool is_primitive = type_is_primitive(expression->type);
    if (expression->constant && is_primitive && !type_is_primitive(target)) {
        generate_boxed_constant(g, expression, target);
    } else if (expression->constant && (is_primitive || type_is_reference(target))) {
        emit_value(&g->emitter, value_convert(g->compiler, expression->constant, target->java));
    } else if (is_primitive || type_is_primitive(target)) {
        generate_expression(g, expression);
        generate_conversion(g, expression->type, target);
    } else {
        generate_uncast(g, expression);
        generate_checkcast(g, uncast_type(g, expression), target);
    }
}

static struct type *discarded_type(struct code_generator *g, const struct expression *expression) {
    return type_is_reference(expression->type) ? uncast_type(g, expression) : expression->type;
}

void generate_discarded(struct code_generator *g, const struct expression *expression) {
    if (expression->kind == EXPRESSION_ASSIGN)
        generate_assign(g, expression, false);
    else if (expression->kind == EXPRESSION_COMPOUND)
        generate_compound(g, expression, false);
    else if (expression->kind == EXPRESSION_INCREMENT)
        generate_increment(g, expression, false);
    else {
        generate_uncast(g, expression);
        emit_pop(&g->emitter, discarded_type(g, expression));
    }
}

/* ---- operators */

static bool is_condition(const struct expression *expression) {
    if (expression->kind == EXPRESSION_UNARY) return expression->operator== TOKEN_NOT;
    if (expression->kind != EXPRESSION_BINARY || !type_is(expression->type, JAVA_BOOLEAN))
        return false;
    return expression->operator!= TOKEN_AND && expression->operator!= TOKEN_OR && expression->
    operator!= TOKEN_XOR;
}

static void generate_condition_value(struct code_generator *g, const struct expression *condition) {
    struct code_emitter *e = &g->emitter;
    struct label *when_false = label_new(e), *end = label_new(e);
    int depth = e->depth;
    generate_condition(g, condition, false, when_false);
    if (e->alive) {
        emit(e, OP_iconst_1);
        emit_jump(e, OP_goto, end);
        e->depth = depth;
    }
    label_place(e, when_false);
    if (e->alive) emit(e, OP_iconst_0);
    label_place(e, end);
}

static void generate_unary(struct code_generator *g, const struct expression *unary) {
    generate_value(g, unary->left, unary->type);
    enum java_type java = unary->type->java;
    if (unary->operator== TOKEN_MINUS) emit(&g->emitter, (enum opcode)(OP_ineg + (uint32_t)java));
    if (unary->operator!= TOKEN_COMPLEMENT) return;
    struct constant_value minus_one = {.java = java};
    if (java == JAVA_LONG)
        minus_one.long_value = -1;
    else
        minus_one.integer = -1;
    emit_value(&g->emitter, &minus_one);
    generate_operator(g, TOKEN_XOR, unary->type);
}

static bool is_shift(enum token_kind operator) {
    return operator== TOKEN_SHIFT_LEFT || operator== TOKEN_SHIFT_RIGHT || operator==
        TOKEN_SHIFT_RIGHT_UNSIGNED;
}

static void generate_binary(struct code_generator *g, const struct expression *binary) {
    if (type_is_reference(binary->type)) {
        generate_concat(g, binary);
        return;
    }
    struct type *type = binary->operand_type;
    generate_value(g, binary->left, type);
    generate_value(g, binary->right,
                   is_shift(binary->operator) ? type_primitive(g->compiler, JAVA_INT) : type);
    if (binary->operator== TOKEN_SLASH || binary->operator== TOKEN_PERCENT)
        emitter_set_line(&g->emitter, binary->place);
    generate_operator(g, binary->operator, type);
}

static void generate_conditional(struct code_generator *g, const struct expression *conditional) {
    struct code_emitter *e = &g->emitter;
    struct label *otherwise = label_new(e), *end = label_new(e);
    int depth = e->depth;
    generate_condition(g, conditional->condition, false, otherwise);
    if (e->alive) {
        generate_value(g, conditional->left, conditional->type);
        emit_jump(e, OP_goto, end);
        e->depth = depth;
    }
    label_place(e, otherwise);
    if (e->alive) generate_value(g, conditional->right, conditional->type);
    label_place(e, end);
}

/* ---- casts and types */

/* To all types of an intersection. */
static void cast_to(struct code_generator *g, struct type *from, struct type *to) {
    for (uint32_t i = to->bounds.count; to->kind == KIND_INTERSECTION && i-- > 1;)
        generate_checkcast(g, from, to->bounds.items[i]);
    generate_checkcast(g, from, to);
}

static void generate_cast(struct code_generator *g, const struct expression *cast) {
    if (type_is_reference(cast->type) && type_is_reference(cast->left->type)) {
        generate_uncast(g, cast->left);
        cast_to(g, uncast_type(g, cast->left), cast->type);
    } else {
        generate_value(g, cast->left, cast->type);
    }
}

static void generate_instanceof(struct code_generator *g, const struct expression *test) {
    generate_expression(g, test->left);
    emit_type(&g->emitter, OP_instanceof, test->operand_type);
}

static void generate_class_literal(struct code_generator *g, const struct expression *literal) {
    const struct type *type = literal->operand_type;
    if (type_is_reference(type))
        emit_type(&g->emitter, OP_ldc, type);
    else
        emit_field(&g->emitter, OP_getstatic, primitive_class_name(type->java), "TYPE",
                   "Ljava/lang/Class;");
}

/* ---- arrays */

static void generate_array_initializer(struct code_generator *g, const struct expression *array) {
    struct code_emitter *e = &g->emitter;
    struct type *element = array->type->element;
    emit_integer(e, (int32_t)array->arguments.count);
    emit_new_array(e, element);
    for (uint32_t i = 0; i < array->arguments.count; i++) {
        emit(e, OP_dup);
        emit_integer(e, (int32_t)i);
        generate_initializer(g, array->arguments.items[i], element);
        emit_array_store(e, element);
    }
}

void generate_initializer(struct code_generator *g, const struct expression *expression,
                          struct type *target) {
    if (expression->kind == EXPRESSION_ARRAY_INITIALIZER)
        generate_array_initializer(g, expression);
    else
        generate_value(g, expression, target);
}

static void generate_new_array(struct code_generator *g, const struct expression *new) {
    if (new->right) {
        generate_array_initializer(g, new->right);
        return;
    }
    for (uint32_t i = 0; i < new->arguments.count; i++)
        generate_value(g, new->arguments.items[i], type_primitive(g->compiler, JAVA_INT));
    if (new->arguments.count == 1)
        emit_new_array(&g->emitter, new->type->element);
    else
        emit_multi_array(&g->emitter, new->type, new->arguments.count);
}

/* ---- all */

static void generate_variable(struct code_generator *g, const struct expression *variable) {
    generate_holder(g, variable);
    generate_read(g, variable);
}

static void generate_literal(struct code_generator *g, const struct expression *literal) {
    ASSERT(literal->type->kind == KIND_NULL, "literal without a constant");
    emit(&g->emitter, OP_aconst_null);
}

static void generate_self(struct code_generator *g, const struct expression *self) {
    if (self->around && self->kind == EXPRESSION_THIS)
        generate_outer(g, self->around);
    else
        emit_load(&g->emitter, JAVA_REFERENCE, 0);
}

void generate_expression(struct code_generator *g, const struct expression *expression) {
    generate_uncast(g, expression);
    if (type_is_reference(expression->type))
        generate_checkcast(g, uncast_type(g, expression), expression->type);
}

void generate_uncast(struct code_generator *g, const struct expression *expression) {
    if (expression->constant) {
        emit_value(&g->emitter, expression->constant);
        return;
    }
    if (is_condition(expression)) {
        generate_condition_value(g, expression);
        return;
    }
    switch (expression->kind) {
    case EXPRESSION_LITERAL: generate_literal(g, expression); return;
    case EXPRESSION_NAME:
    case EXPRESSION_SELECT:
    case EXPRESSION_INDEX: generate_variable(g, expression); return;
    case EXPRESSION_CALL: generate_call(g, expression); return;
    case EXPRESSION_NEW: generate_new(g, expression); return;
    case EXPRESSION_NEW_ARRAY: generate_new_array(g, expression); return;
    case EXPRESSION_ARRAY_INITIALIZER: generate_array_initializer(g, expression); return;
    case EXPRESSION_UNARY: generate_unary(g, expression); return;
    case EXPRESSION_INCREMENT: generate_increment(g, expression, true); return;
    case EXPRESSION_BINARY: generate_binary(g, expression); return;
    case EXPRESSION_ASSIGN: generate_assign(g, expression, true); return;
    case EXPRESSION_COMPOUND: generate_compound(g, expression, true); return;
    case EXPRESSION_CONDITIONAL: generate_conditional(g, expression); return;
    case EXPRESSION_CAST: generate_cast(g, expression); return;
    case EXPRESSION_INSTANCEOF: generate_instanceof(g, expression); return;
    case EXPRESSION_CLASS_LITERAL: generate_class_literal(g, expression); return;
    case EXPRESSION_THIS:
    case EXPRESSION_SUPER: generate_self(g, expression); return;
    case EXPRESSION_LAMBDA:
    case EXPRESSION_REFERENCE: generate_lambda(g, expression); return;
    }
    UNREACHABLE();
}
