/* ATTRIBUTE LAMBDA: lambdas against the functional interface that is wanted (JLS 15.27). */
#include "frontend/attribute.h"
#include "frontend/inference.h"

bool is_lambda(const struct expression *expression) {
    return expression->kind == EXPRESSION_LAMBDA || expression->kind == EXPRESSION_REFERENCE;
}

/* ---- the form of a body */

struct body_shape {
    bool returns_value, returns_nothing;
};

static void add_shapes(const struct statement_list *statements, struct body_shape *shape);

static void add_shape(const struct statement *statement, struct body_shape *shape) {
    if (!statement) return;
    if (statement->kind == STATEMENT_RETURN && statement->expression) shape->returns_value = true;
    if (statement->kind == STATEMENT_RETURN && !statement->expression)
        shape->returns_nothing = true;
    add_shape(statement->body, shape);
    add_shape(statement->otherwise, shape);
    add_shapes(&statement->statements, shape);
    for (uint32_t i = 0; i < statement->cases.count; i++)
        add_shapes(&statement->cases.items[i].statements, shape);
    for (uint32_t i = 0; i < statement->catches.count; i++)
        add_shape(statement->catches.items[i].body, shape);
}

static void add_shapes(const struct statement_list *statements, struct body_shape *shape) {
    for (uint32_t i = 0; i < statements->count; i++) add_shape(statements->items[i], shape);
}

static bool is_always_true(const struct expression *condition) {
    return !condition ||
           (condition->kind == EXPRESSION_LITERAL && condition->constant &&
            condition->constant->java == JAVA_BOOLEAN && condition->constant->integer);
}

/* By the form alone: a block whose end is a throw, a return or a loop without end. */
static bool may_complete(const struct statement *statement) {
    switch (statement->kind) {
    case STATEMENT_THROW:
    case STATEMENT_RETURN: return false;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR: return !is_always_true(statement->expression);
    case STATEMENT_IF:
        return !statement->otherwise || may_complete(statement->body) ||
               may_complete(statement->otherwise);
    case STATEMENT_SYNCHRONIZED:
    case STATEMENT_LABELED: return may_complete(statement->body);
    case STATEMENT_SWITCH: return statement->cases.count == 0;
    case STATEMENT_TRY:
        if (statement->otherwise && !may_complete(statement->otherwise)) return false;
        for (uint32_t i = 0; i < statement->catches.count; i++)
            if (may_complete(statement->catches.items[i].body)) return true;
        return may_complete(statement->body);
    case STATEMENT_BLOCK:
        return statement->statements.count == 0 || may_complete(vec_last(&statement->statements));
    case STATEMENT_LOCAL:
    case STATEMENT_EXPRESSION:
    case STATEMENT_FOR_EACH:
    case STATEMENT_BREAK:
    case STATEMENT_CONTINUE:
    case STATEMENT_ASSERT:
    case STATEMENT_EMPTY:
    case STATEMENT_CLASS: break;
    }
    return true;
}

static bool is_statement_expression(const struct expression *expression) {
    if (expression->is_parenthesized) return false;
    return expression->kind == EXPRESSION_CALL || expression->kind == EXPRESSION_NEW ||
           expression->kind == EXPRESSION_INCREMENT || expression->kind == EXPRESSION_ASSIGN ||
           expression->kind == EXPRESSION_COMPOUND;
}

static bool is_void_compatible(const struct lambda *lambda) {
    if (lambda->expression) return is_statement_expression(lambda->expression);
    struct body_shape shape = {0};
    add_shape(lambda->body, &shape);
    return !shape.returns_value;
}

static bool is_value_compatible(const struct lambda *lambda) {
    if (lambda->expression) return true;
    struct body_shape shape = {0};
    add_shape(lambda->body, &shape);
    return !shape.returns_nothing && !may_complete(lambda->body);
}

bool lambda_fits(struct attribution *at, const struct expression *expression, struct type *target) {
    struct function_type function;
    target = inference_prune(target);
    if (target->kind == KIND_INFERENCE) return true;
    if (!function_type_of(at->compiler, target, &function)) return false;
    uint32_t count = function.parameters.count;
    if (expression->kind == EXPRESSION_REFERENCE) return reference_fits(at, expression, count);
    const struct lambda *lambda = expression->lambda;
    if (lambda->parameters.count != count) return false;
    return function.result->kind == KIND_VOID ? is_void_compatible(lambda)
                                              : is_value_compatible(lambda);
}

bool lambda_is_explicit(struct attribution *at, const struct expression *expression) {
    if (expression->kind == EXPRESSION_REFERENCE) return reference_is_exact(at, expression);
    const struct lambda *lambda = expression->lambda;
    return lambda->parameters.count == lambda->parameter_types.count;
}

bool lambda_needs(struct attribution *at, const struct expression *expression, struct type *target,
                  struct type_list *needed) {
    struct compiler *compiler = at->compiler;
    struct function_type function;
    target = inference_prune(target);
    if (target->kind == KIND_INFERENCE) {
        arena_vec_push(compiler->arena, needed, target);
        return true;
    }
    if (!function_type_of(compiler, target, &function)) return false;
    if (expression->lambda->parameter_types.count) return false;
    for (uint32_t i = 0; i < function.parameters.count; i++)
        if (type_is_inferred(function.parameters.items[i]))
            arena_vec_push(compiler->arena, needed, function.parameters.items[i]);
    return needed->count > 0;
}

/* ---- attribution */

static void type_parameters(struct attribution *at, struct expression *expression,
                            const struct function_type *function) {
    struct compiler *compiler = at->compiler;
    struct lambda *lambda = expression->lambda;
    if (lambda->parameters.count != function->parameters.count)
        compile_error(compiler, expression->place,
                      "incompatible types: incompatible parameter types in lambda expression");
    lambda->parameter_erasures = (struct type_list){0};
    for (uint32_t i = 0; i < lambda->parameters.count; i++) {
        struct variable *parameter = lambda->parameters.items[i];
        struct type *wanted = function->parameters.items[i];
        if (lambda->parameter_types.count) {
            parameter->type =
                resolve_type(compiler, attribution_scope(at), lambda->parameter_types.items[i]);
            if (!type_is_same(compiler, wanted, parameter->type))
                compile_error(
                    compiler, expression->place,
                    "incompatible types: incompatible parameter types in lambda expression");
        } else {
            parameter->type = type_upward(compiler, type_solved(compiler, wanted));
        }
        parameter->home = at->class;
        parameter->constant_state = CONSTANT_KNOWN;
        arena_vec_push(compiler->arena, &lambda->parameter_erasures, parameter->type);
    }
}

/* JLS 18.5.3: with what the declared types of the parameters say in place of wildcards. */
static struct type *explicit_target(struct attribution *at, const struct lambda *lambda,
                                    struct type *target) {
    struct compiler *compiler = at->compiler;
    if (target->kind != KIND_CLASS || target->arguments.count == 0) return target;
    struct type_list variables = inference_variables(compiler, &target->class->parameters);
    struct type *open = type_parameterized(compiler, target->class, &variables);
    struct function_type function;
    if (!function_type_of(compiler, open, &function) ||
        function.parameters.count != lambda->parameter_types.count)
        return target;
    for (uint32_t i = 0; i < function.parameters.count; i++)
        type_is_same(
            compiler, function.parameters.items[i],
            resolve_type(compiler, attribution_scope(at), lambda->parameter_types.items[i]));
    struct type_list arguments = {0};
    for (uint32_t i = 0; i < variables.count; i++) {
        const struct type_list *declared = &variables.items[i]->inference->equal;
        bool is_declared = target->arguments.items[i]->kind == KIND_WILDCARD && declared->count;
        arena_vec_push(compiler->arena, &arguments,
                       is_declared ? declared->items[0] : target->arguments.items[i]);
    }
    struct type *chosen = type_parameterized(compiler, target->class, &arguments);
    return type_is_subtype(compiler, chosen, target) ? chosen : target;
}

static void attribute_lambda_body(struct attribution *at, struct expression *expression) {
    struct lambda *lambda = expression->lambda;
    struct type *result = lambda->result;
    if (lambda->body) {
        attribute_block(at, lambda->body);
    } else if (result->kind == KIND_VOID) {
        if (!lambda->is_reference && !is_statement_expression(lambda->expression))
            compile_error(at->compiler, lambda->expression->place,
                          "incompatible types: bad return type in lambda expression");
        attribute_expression(at, lambda->expression);
    } else {
        attribute_argument(at, lambda->expression);
        attribute_checked(at, lambda->expression, result,
                          lambda->is_reference ? "bad return type in method reference"
                                               : "bad return type in lambda expression");
    }
}

/* In a scope of its own; what jumps are around is out of reach. */
static void attribute_in_scope(struct attribution *at, struct expression *expression) {
    struct lambda *lambda = expression->lambda;
    struct lambda_scope *scope = ARENA_NEW(at->compiler->arena, struct lambda_scope);
    *scope = (struct lambda_scope){at->lambda, lambda, at->locals.count, lambda->result};
    struct statement_list targets = at->targets;
    at->targets = (struct statement_list){0};
    at->lambda = scope;
    for (uint32_t i = 0; i < lambda->parameters.count; i++)
        declare_local(at, lambda->parameters.items[i]);
    attribute_lambda_body(at, expression);
    at->lambda = scope->outer;
    at->targets = targets;
    at->locals.count = scope->first_local;
}

void attribute_lambda(struct attribution *at, struct expression *expression, struct type *target) {
    struct compiler *compiler = at->compiler;
    struct function_type function;
    struct lambda *lambda = expression->lambda;
    bool is_explicit = lambda->parameter_types.count > 0;
    struct type *chosen = is_explicit ? explicit_target(at, lambda, target) : target;
    if (!function_type_of(compiler, chosen, &function))
        compile_error(compiler, expression->place,
                      "incompatible types: %s is not a functional interface",
                      type_text(compiler, target));
    uint32_t locals = at->locals.count;
    expression->type = function.interface;
    lambda->target = function.interface;
    lambda->wanted = target;
    lambda->method = function.method;
    lambda->result = function.result;
    lambda->thrown = function.thrown;
    lambda->class = at->class;
    lambda->enclosing = at->method;
    lambda->is_static_context = at->is_static;
    if (expression->kind == EXPRESSION_REFERENCE) attribute_reference(at, expression, &function);
    type_parameters(at, expression, &function);
    attribute_pending(at, expression, target);
    vec_last(&at->pending).is_done = true;
    attribute_in_scope(at, expression);
    at->locals.count = locals;
}
