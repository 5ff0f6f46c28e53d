/* ATTRIBUTE EXPRESSION: the type and, where it has one, the constant of every expression (JLS 15).
 */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "frontend/attribute.h"
#include "frontend/inference.h"

static void attribute_any(struct attribution *at, struct expression *expression);
static void attribute_tree(struct attribution *at, struct expression *expression, int wanted);
static struct type *conditional_type(struct attribution *at, const struct expression *conditional);

static struct type *boolean_type(struct attribution *at) {
    return type_primitive(at->compiler, JAVA_BOOLEAN);
}

/* A conditional whose branches waited for a type that nothing gives. */
static void finish_conditional(struct attribution *at, struct expression *conditional) {
    if (conditional->kind != EXPRESSION_CONDITIONAL || conditional->type) return;
    finish_conditional(at, conditional->left);
    finish_conditional(at, conditional->right);
    if (!conditional->left->type || !conditional->right->type)
        compile_error(at->compiler, conditional->place, "lambda expression not expected here");
    conditional->is_poly = false;
    conditional->type = conditional_type(at, conditional);
}

void attribute_site(struct attribution *at, struct expression *expression, int wanted) {
    uint32_t first = at->pending.count;
    attribute_tree(at, expression, wanted);
    if (is_lambda(expression))
        compile_error(at->compiler, expression->place, "%s not expected here",
                      expression->kind == EXPRESSION_LAMBDA ? "lambda expression"
                                                            : "method reference");
    solve_pending(at, first);
    finish_conditional(at, expression);
}

struct type *attribute_expression(struct attribution *at, struct expression *expression) {
    attribute_site(at, expression, WANT_VALUE);
    return expression->type;
}

static void check_not_void(struct attribution *at, const struct expression *expression) {
    if (expression->type && expression->type->kind == KIND_VOID)
        compile_error(at->compiler, expression->place, "'void' type not allowed here");
}

struct type *attribute_value(struct attribution *at, struct expression *expression) {
    struct type *type = attribute_expression(at, expression);
    check_not_void(at, expression);
    return type;
}

void attribute_argument(struct attribution *at, struct expression *expression) {
    attribute_tree(at, expression, WANT_VALUE);
    check_not_void(at, expression);
    /* Once: each capture is a type of its own. */
    if (expression->type) expression->type = type_capture(at->compiler, expression->type);
}

/* As an operator sees it: a box is its primitive type. */
static struct type *attribute_operand(struct attribution *at, struct expression *expression) {
    return unboxed_or_same(at->compiler, attribute_value(at, expression));
}

/* As attribute_site, but what is to be inferred may be left pending. */
static void attribute_tree(struct attribution *at, struct expression *expression, int wanted) {
    expression->constant = expression->kind == EXPRESSION_LITERAL ? expression->constant : NULL;
    if (expression->kind == EXPRESSION_NAME)
        attribute_name(at, expression, wanted, false);
    else if (expression->kind == EXPRESSION_SELECT)
        attribute_select(at, expression, wanted);
    else
        attribute_any(at, expression);
}

void attribute_condition(struct attribution *at, struct expression *expression) {
    attribute_assigned(at, expression, boolean_type(at));
}

/* ---- operators */

static _Noreturn void fail_unary(struct attribution *at, const struct expression *unary) {
    compile_error(at->compiler, unary->place, "bad operand type %s for unary operator '%s'",
                  type_text(at->compiler, unary->left->type), token_text(unary->operator));
}

static void attribute_unary(struct attribution *at, struct expression *unary) {
    struct type *type = attribute_operand(at, unary->left);
    if (unary->operator== TOKEN_NOT) {
        if (!type_is(type, JAVA_BOOLEAN)) fail_unary(at, unary);
        unary->type = type;
    } else {
        bool is_complement = unary->operator== TOKEN_COMPLEMENT;
        if (is_complement ? !type_is_integral(type) : !type_is_numeric(type)) fail_unary(at, unary);
        unary->type = promote(at->compiler, type);
    }
    const struct constant_value *operand = unary->left->constant;
    if (!operand) return;
    operand = value_convert(at->compiler, operand, unary->type->java);
    unary->constant = fold_unary(at->compiler, unary->operator, operand);
}

static _Noreturn void fail_binary(struct attribution *at, const struct expression *binary) {
    compile_error(at->compiler, binary->place,
                  "bad operand types for binary operator '%s'; first type: %s; second type: %s",
                  token_text(binary->operator), type_text(at->compiler, binary->left->type),
                  type_text(at->compiler, binary->right->type));
}

static bool is_shift(enum token_kind operator) {
    return operator== TOKEN_SHIFT_LEFT || operator== TOKEN_SHIFT_RIGHT || operator==
        TOKEN_SHIFT_RIGHT_UNSIGNED;
}

static bool is_bitwise(enum token_kind operator) {
    return operator== TOKEN_AND || operator== TOKEN_OR || operator== TOKEN_XOR;
}

static bool is_relation(enum token_kind operator) {
    return operator== TOKEN_LESS || operator== TOKEN_LESS_EQUAL || operator== TOKEN_GREATER ||
    operator== TOKEN_GREATER_EQUAL;
}

static void attribute_equality(struct attribution *at, struct expression *binary) {
    struct compiler *compiler = at->compiler;
    struct type *left = binary->left->type, *right = binary->right->type;
    binary->type = boolean_type(at);
    if (type_is_primitive(left) || type_is_primitive(right)) { /* JLS 15.21: not for two boxes */
        left = unboxed_or_same(compiler, left);
        right = unboxed_or_same(compiler, right);
    }
    bool is_boxing = type_is_primitive(left) != type_is_primitive(right);
    if (type_is_numeric(left) && type_is_numeric(right)) {
        binary->operand_type = promote_pair(compiler, left, right);
    } else if (type_is(left, JAVA_BOOLEAN) && type_is(right, JAVA_BOOLEAN)) {
        binary->operand_type = binary->type;
    } else if (type_is_reference(left) && type_is_reference(right)) {
        if (!is_castable(compiler, left, right) && !is_castable(compiler, right, left))
            compile_error(compiler, binary->place, "incomparable types: %s and %s",
                          type_text(compiler, left), type_text(compiler, right));
        binary->operand_type = type_object(compiler);
    } else if (type_is_primitive(left) && type_is_primitive(right)) {
        compile_error(compiler, binary->place, "incomparable types: %s and %s",
                      type_text(compiler, left), type_text(compiler, right));
    } else if (is_boxing &&
               (is_castable(compiler, left, right) || is_castable(compiler, right, left))) {
        struct type *primitive = type_is_primitive(left) ? left : right;
        binary->operand_type =
            type_is_numeric(primitive) ? promote(compiler, primitive) : primitive;
        struct type *reference = type_is_primitive(left) ? right : left;
        if (!type_unboxed(compiler, reference)) binary->operand_type = type_object(compiler);
    } else {
        fail_binary(at, binary);
    }
}

static bool is_string(const struct type *type) { return type_is_class(type, "java/lang/String"); }

/* Sets the type and the operand type of left operator right; both are attributed. */
static void type_binary(struct attribution *at, struct expression *binary) {
    struct type *left = unboxed_or_same(at->compiler, binary->left->type);
    struct type *right = unboxed_or_same(at->compiler, binary->right->type);
    enum token_kind operator= binary->operator;
    bool are_boolean = type_is(left, JAVA_BOOLEAN) && type_is(right, JAVA_BOOLEAN);
    bool are_numeric = type_is_numeric(left) && type_is_numeric(right);
    bool are_integral = type_is_integral(left) && type_is_integral(right);
    if (operator== TOKEN_EQUAL || operator== TOKEN_NOT_EQUAL) {
        attribute_equality(at, binary);
    } else if (operator== TOKEN_PLUS &&(is_string(left) || is_string(right))) {
        binary->type = binary->operand_type = type_string(at->compiler);
    } else if (operator== TOKEN_AND_AND || operator== TOKEN_OR_OR) {
        if (!are_boolean) fail_binary(at, binary);
        binary->type = binary->operand_type = boolean_type(at);
    } else if (is_shift(operator)) {
        if (!are_integral) fail_binary(at, binary);
        binary->type = binary->operand_type = promote(at->compiler, left);
    } else if (is_bitwise(operator) && are_boolean) {
        binary->type = binary->operand_type = boolean_type(at);
    } else {
        if (is_bitwise(operator) ? !are_integral : !are_numeric) fail_binary(at, binary);
        binary->operand_type = promote_pair(at->compiler, left, right);
        binary->type = is_relation(operator) ? boolean_type(at) : binary->operand_type;
    }
}

static void fold(struct attribution *at, struct expression *binary) {
    const struct constant_value *left = binary->left->constant, *right = binary->right->constant;
    if (!left || !right) return;
    struct compiler *compiler = at->compiler;
    if (binary->operator== TOKEN_PLUS && is_string(binary->type)) {
        binary->constant = fold_concat(compiler, left, right);
        return;
    }
    enum java_type java = binary->operand_type->java;
    left = value_convert(compiler, left, java);
    enum java_type distance = java_stack_type(right->java);
    right = value_convert(compiler, right, is_shift(binary->operator) ? distance : java);
    binary->constant = fold_binary(compiler, binary->operator, left, right);
}

/* Sums and conjunctions lean to the left and can be thousands deep. */
static void attribute_binary(struct attribution *at, struct expression *binary) {
    struct expression_list spine = {0};
    struct expression *leftmost = binary;
    for (; leftmost->kind == EXPRESSION_BINARY; leftmost = leftmost->left) {
        leftmost->constant = NULL;
        arena_vec_push(at->compiler->arena, &spine, leftmost);
    }
    attribute_value(at, leftmost);
    while (spine.count > 0) {
        struct expression *next = vec_pop(&spine);
        next->names = NAMES_VALUE;
        attribute_value(at, next->right);
        type_binary(at, next);
        fold(at, next);
    }
}

/* ---- assignments */

static bool is_in_constructor_of(const struct attribution *at, const struct variable *field) {
    bool is_static = field->access & ACC_STATIC;
    if (field->owner != at->class || is_static != at->is_static) return false;
    return !at->method || *at->method->name == '<';
}

static void check_final(struct attribution *at, const struct expression *target) {
    const struct variable *variable = target->variable;
    bool is_length = target->kind == EXPRESSION_SELECT && !variable;
    bool is_own = target->kind == EXPRESSION_NAME || target->left->kind == EXPRESSION_THIS;
    if (!is_length) {
        if (!(variable->access & ACC_FINAL)) return;
        bool may_be_blank = !variable->initializer &&
                            (!variable->owner || (is_own && is_in_constructor_of(at, variable)));
        if (variable->is_parameter) may_be_blank = true; /* the analysis of assignment says so */
        if (may_be_blank) return;
    }
    compile_error(at->compiler, target->place, "cannot assign a value to final variable %s",
                  is_length ? "length" : variable->name);
}

static bool is_variable_of_block(const struct expression *target) {
    return target->kind == EXPRESSION_NAME && target->variable && !target->variable->owner;
}

/* [is_simple]: the old value is not read. */
static struct type *attribute_target(struct attribution *at, struct expression *target,
                                     bool is_simple) {
    target->constant = NULL;
    if (target->kind == EXPRESSION_NAME)
        attribute_name(at, target, WANT_VALUE, is_simple);
    else
        attribute_expression(at, target);
    target->constant = NULL;
    if (target->kind == EXPRESSION_THIS)
        compile_error(at->compiler, target->place, "cannot assign to 'this'");
    if (is_variable_of_block(target) && target->variable->home != at->class)
        compile_error(at->compiler, target->place,
                      "local variables referenced from an inner class must be final or "
                      "effectively final");
    bool is_variable = target->kind == EXPRESSION_NAME || target->kind == EXPRESSION_SELECT;
    if (!is_variable && target->kind != EXPRESSION_INDEX)
        compile_error(at->compiler, target->place,
                      "unexpected type; required: variable; found: value");
    if (is_variable) check_final(at, target);
    if (is_variable && target->variable) target->variable->is_reassigned = true;
    if (is_variable && target->variable && target->variable->owner)
        target->setter = accessor_of_variable(at, ACCESS_SET, target->variable);
    return target->type;
}

static void attribute_assign(struct attribution *at, struct expression *assign) {
    assign->type = attribute_target(at, assign->left, true);
    attribute_assigned(at, assign->right, assign->type);
}

static void attribute_compound(struct attribution *at, struct expression *assign) {
    struct type *target = attribute_target(at, assign->left, false);
    attribute_value(at, assign->right);
    type_binary(at, assign);
    if (!is_castable(at->compiler, assign->type, target))
        compile_error(
            at->compiler, assign->right->place, "incompatible types: %s cannot be converted to %s",
            type_text(at->compiler, assign->right->type), type_text(at->compiler, target));
    assign->type = target;
}

static void attribute_increment(struct attribution *at, struct expression *increment) {
    struct type *type = attribute_target(at, increment->left, false);
    if (!type_is_numeric(unboxed_or_same(at->compiler, type))) fail_unary(at, increment);
    increment->type = type;
}

/* ---- conditionals (JLS 15.25) */

static struct type *numeric_conditional_type(struct attribution *at,
                                             const struct expression *conditional) {
    const struct expression *left = conditional->left, *right = conditional->right;
    struct type *a = unboxed_or_same(at->compiler, left->type);
    struct type *b = unboxed_or_same(at->compiler, right->type);
    if (a == b) return a;
    bool is_byte_short = (a->java == JAVA_BYTE && b->java == JAVA_SHORT) ||
                         (a->java == JAVA_SHORT && b->java == JAVA_BYTE);
    if (is_byte_short) return type_primitive(at->compiler, JAVA_SHORT);
    if (b->java == JAVA_INT && right->constant && constant_fits(right->constant, a->java)) return a;
    if (a->java == JAVA_INT && left->constant && constant_fits(left->constant, b->java)) return b;
    return promote_pair(at->compiler, a, b);
}

static struct type *conditional_type(struct attribution *at, const struct expression *conditional) {
    struct compiler *compiler = at->compiler;
    struct type *left = conditional->left->type, *right = conditional->right->type;
    struct type *a = unboxed_or_same(compiler, left), *b = unboxed_or_same(compiler, right);
    if (left == right) return left;
    if (type_is_numeric(a) && type_is_numeric(b)) return numeric_conditional_type(at, conditional);
    if (type_is(a, JAVA_BOOLEAN) && type_is(b, JAVA_BOOLEAN)) return a;
    struct type *items[] = {left, right};
    for (int i = 0; i < 2; i++)
        if (type_is_primitive(items[i])) items[i] = type_boxed(compiler, items[i]);
    struct type_list both = {items, 2, 2};
    return type_lub(compiler, &both);
}

/* JLS 15.25: boolean and numeric ones need no target. */
static bool stands_alone(struct attribution *at, const struct expression *branch) {
    bool is_null = branch->kind == EXPRESSION_LITERAL && !branch->constant;
    if (branch->kind == EXPRESSION_CONDITIONAL && branch->is_poly) return false;
    return branch->type && !type_is_inferred(branch->type) &&
           (is_null || type_is_primitive(unboxed_or_same(at->compiler, branch->type)));
}

static void attribute_conditional(struct attribution *at, struct expression *conditional) {
    attribute_condition(at, conditional->condition);
    attribute_argument(at, conditional->left);
    attribute_argument(at, conditional->right);
    const struct expression *left = conditional->left, *right = conditional->right;
    conditional->is_poly = !stands_alone(at, left) || !stands_alone(at, right);
    bool is_known = left->type && right->type && !type_is_inferred(left->type) &&
                    !type_is_inferred(right->type);
    conditional->type = is_known ? conditional_type(at, conditional) : NULL;
    const struct constant_value *condition = conditional->condition->constant;
    if (!condition || !left->constant || !right->constant) return;
    if (!type_is_primitive(conditional->type) && !is_string(conditional->type)) return;
    const struct constant_value *chosen = condition->integer ? left->constant : right->constant;
    conditional->constant = value_convert(at->compiler, chosen, conditional->type->java);
}

/* ---- casts */

static void check_cast(struct attribution *at, const struct expression *expression,
                       struct type *from, struct type *to) {
    if (is_castable(at->compiler, from, to)) return;
    compile_error(at->compiler, expression->place,
                  "incompatible types: %s cannot be converted to %s", type_text(at->compiler, from),
                  type_text(at->compiler, to));
}

static void attribute_cast(struct attribution *at, struct expression *cast) {
    cast->type = resolve_type(at->compiler, attribution_scope(at), cast->syntax);
    uint32_t first = at->pending.count;
    attribute_argument(at, cast->left);
    if (is_lambda(cast->left)) {
        attribute_accepted(at, cast->left, cast->type);
        solve_pending(at, first);
        return;
    }
    solve_pending(at, first);
    finish_conditional(at, cast->left);
    check_cast(at, cast->left, cast->left->type, cast->type);
    bool is_constant_type = type_is_primitive(cast->type) || is_string(cast->type);
    if (cast->left->constant && is_constant_type)
        cast->constant = value_convert(at->compiler, cast->left->constant, cast->type->java);
}

/* JLS 4.7: nothing is lost by erasure. */
static bool is_reifiable(const struct type *type) {
    if (type->kind == KIND_ARRAY) return is_reifiable(type->element);
    for (uint32_t i = 0; i < type->arguments.count; i++) {
        const struct type *argument = type->arguments.items[i];
        if (argument->kind != KIND_WILDCARD || argument->wildcard != WILDCARD_ANY) return false;
    }
    return type->kind != KIND_VARIABLE;
}

static void attribute_instanceof(struct attribution *at, struct expression *test) {
    struct type *from = attribute_value(at, test->left);
    test->operand_type = resolve_type(at->compiler, attribution_scope(at), test->syntax);
    if (!type_is_reference(from))
        compile_error(at->compiler, test->left->place,
                      "unexpected type; required: reference; found: %s",
                      type_text(at->compiler, from));
    if (!type_is_reference(test->operand_type))
        compile_error(at->compiler, test->syntax->place,
                      "unexpected type; required: class or array; found: %s",
                      type_text(at->compiler, test->operand_type));
    if (from->kind != KIND_NULL) check_cast(at, test->left, from, test->operand_type);
    if (type_erasure(at->compiler, test->operand_type) != test->operand_type &&
        !is_reifiable(test->operand_type) &&
        !type_is_subtype(at->compiler, from, test->operand_type))
        compile_error(at->compiler, test->place, "%s cannot be safely cast to %s",
                      type_text(at->compiler, from), type_text(at->compiler, test->operand_type));
    test->type = boolean_type(at);
}

/* Class<T>, of the box for a primitive type; raw where the library's Class is not generic. */
static struct type *class_type_of(struct attribution *at, struct type *type) {
    struct class_symbol *class = class_known(at->compiler, "java/lang/Class");
    if (class->parameters.count != 1) return &class->type;
    struct type *argument = type_is_reference(type)
                                ? type_erasure(at->compiler, type)
                                : type_known(at->compiler, primitive_class_name(type->java));
    struct type_list arguments = {&argument, 1, 1};
    return type_parameterized(at->compiler, class, &arguments);
}

static void attribute_class_literal(struct attribution *at, struct expression *literal) {
    literal->operand_type =
        literal->syntax->primitive == JAVA_VOID
            ? type_primitive(at->compiler, JAVA_VOID)
            : resolve_type(at->compiler, attribution_scope(at), literal->syntax);
    if (literal->operand_type->kind == KIND_VARIABLE)
        compile_error(at->compiler, literal->place, "cannot select from a type variable");
    literal->type = class_type_of(at, literal->operand_type);
    if (type_is_reference(literal->operand_type)) return;
    struct class_symbol *box =
        class_known(at->compiler, primitive_class_name(literal->operand_type->java));
    const char *name = intern("TYPE");
    class_load_members(at->compiler, box);
    for (uint32_t i = 0; i < box->fields.count; i++)
        if (box->fields.items[i]->name == name) return;
    fail_symbol(at->compiler, literal->place, scope_of(box), "variable", name);
}

/* ---- arrays */

/* An array's length or index. */
static void attribute_int(struct attribution *at, struct expression *expression) {
    struct type *type = attribute_operand(at, expression);
    if (!type_is_numeric(type) || promote(at->compiler, type)->java != JAVA_INT)
        check_assignable(at, expression, type_primitive(at->compiler, JAVA_INT));
}

static void attribute_index(struct attribution *at, struct expression *index) {
    struct type *array = attribute_value(at, index->left);
    attribute_int(at, index->right);
    if (array->kind != KIND_ARRAY)
        compile_error(at->compiler, index->place, "array required, but %s found",
                      type_text(at->compiler, array));
    index->type = array->element;
}

static void attribute_array_initializer(struct attribution *at, struct expression *array,
                                        struct type *target) {
    if (target->kind != KIND_ARRAY)
        compile_error(at->compiler, array->place, "illegal initializer for %s",
                      type_text(at->compiler, target));
    array->type = target;
    for (uint32_t i = 0; i < array->arguments.count; i++)
        attribute_assigned(at, array->arguments.items[i], target->element);
}

static void attribute_new_array(struct attribution *at, struct expression *new) {
    new->type = resolve_type(at->compiler, attribution_scope(at), new->syntax);
    const struct type *element = new->type;
    while (element->kind == KIND_ARRAY) element = element->element;
    if (!is_reifiable(element)) compile_error(at->compiler, new->place, "generic array creation");
    for (uint32_t i = 0; i < new->arguments.count; i++) attribute_int(at, new->arguments.items[i]);
    if (new->right) attribute_array_initializer(at, new->right, new->type);
}

void attribute_assigned(struct attribution *at, struct expression *expression,
                        struct type *target) {
    if (expression->kind == EXPRESSION_ARRAY_INITIALIZER) {
        attribute_array_initializer(at, expression, target);
        return;
    }
    uint32_t first = at->pending.count;
    attribute_tree(at, expression, WANT_VALUE);
    attribute_accepted(at, expression, target);
    solve_pending(at, first);
}

/* ---- all */

static void attribute_literal(struct attribution *at, struct expression *literal) {
    const struct constant_value *value = literal->constant;
    literal->type = !value                          ? type_null(at->compiler)
                    : value->java == JAVA_REFERENCE ? type_string(at->compiler)
                                                    : type_primitive(at->compiler, value->java);
}

static void attribute_any(struct attribution *at, struct expression *expression) {
    expression->names = NAMES_VALUE;
    switch (expression->kind) {
    case EXPRESSION_LITERAL: attribute_literal(at, expression); return;
    case EXPRESSION_CALL: attribute_call(at, expression); return;
    case EXPRESSION_NEW: attribute_new(at, expression); return;
    case EXPRESSION_NEW_ARRAY: attribute_new_array(at, expression); return;
    case EXPRESSION_INDEX: attribute_index(at, expression); return;
    case EXPRESSION_UNARY: attribute_unary(at, expression); return;
    case EXPRESSION_INCREMENT: attribute_increment(at, expression); return;
    case EXPRESSION_BINARY: attribute_binary(at, expression); return;
    case EXPRESSION_ASSIGN: attribute_assign(at, expression); return;
    case EXPRESSION_COMPOUND: attribute_compound(at, expression); return;
    case EXPRESSION_CONDITIONAL: attribute_conditional(at, expression); return;
    case EXPRESSION_CAST: attribute_cast(at, expression); return;
    case EXPRESSION_INSTANCEOF: attribute_instanceof(at, expression); return;
    case EXPRESSION_CLASS_LITERAL: attribute_class_literal(at, expression); return;
    case EXPRESSION_THIS:
    case EXPRESSION_SUPER: attribute_this(at, expression); return;
    case EXPRESSION_LAMBDA:
    case EXPRESSION_REFERENCE: return; /* by attribute_lambda, once the target is known */
    case EXPRESSION_ARRAY_INITIALIZER:
        compile_error(at->compiler, expression->place, "illegal start of expression");
    case EXPRESSION_NAME:
    case EXPRESSION_SELECT: break;
    }
    UNREACHABLE();
}
