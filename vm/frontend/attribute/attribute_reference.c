/* ATTRIBUTE REFERENCE: a method reference becomes the lambda that it stands for (JLS 15.13): its
 * parameters are the function's, its body is the call. What stands before the :: is evaluated first
 * and once, as a variable that the lambda captures. */
#include <string.h>

#include "base/intern.h"
#include "frontend/attribute.h"
#include "frontend/inference.h"

static struct expression *new_expression(struct attribution *at, enum expression_kind kind,
                                         const struct expression *reference) {
    struct expression *expression = ARENA_NEW(at->compiler->arena, struct expression);
    expression->kind = kind;
    expression->place = reference->place;
    return expression;
}

static struct expression *new_name(struct attribution *at, const char *name,
                                   const struct expression *reference) {
    struct expression *expression = new_expression(at, EXPRESSION_NAME, reference);
    expression->name = name;
    return expression;
}

static struct variable *new_variable(struct attribution *at, const char *name, struct type *type,
                                     struct place place) {
    struct variable *variable = ARENA_NEW(at->compiler->arena, struct variable);
    variable->name = name;
    variable->type = type;
    variable->place = place;
    variable->home = at->class;
    variable->constant_state = CONSTANT_KNOWN;
    return variable;
}

/* The type before the ::, or NULL when an expression stands there. */
static struct type *reference_type(struct attribution *at, struct expression *reference) {
    if (reference->syntax)
        return resolve_type(at->compiler, attribution_scope(at), reference->syntax);
    if (!reference->left->type) attribute_site(at, reference->left, WANT_VALUE | WANT_TYPE);
    return reference->left->names == NAMES_TYPE ? reference->left->type : NULL;
}

static bool is_self(const struct expression *expression) {
    return expression->kind == EXPRESSION_SUPER ||
           (expression->kind == EXPRESSION_THIS && !expression->left);
}

static struct expression *constructor(struct attribution *at, struct expression *reference,
                                      struct type *type) {
    bool is_array = type->kind == KIND_ARRAY;
    struct expression *new =
        new_expression(at, is_array ? EXPRESSION_NEW_ARRAY : EXPRESSION_NEW, reference);
    new->syntax = type_syntax_of(at, type, reference->place);
    new->syntax->is_diamond = type_is_raw(type);
    new->type_arguments = reference->type_arguments;
    return new;
}

/* The arguments are the parameters from [first] on. */
static void add_arguments(struct attribution *at, struct expression *call, uint32_t first) {
    const struct lambda *lambda = call->lambda;
    call->arguments = (struct expression_list){0};
    for (uint32_t i = first; i < lambda->parameters.count; i++) {
        struct expression *argument = new_name(at, lambda->parameters.items[i]->name, call);
        argument->type = lambda->parameters.items[i]->type;
        arena_vec_push(at->compiler->arena, &call->arguments, argument);
    }
}

static bool has_applicable(struct attribution *at, struct expression *call,
                           const struct method_list *named, struct type *site, bool is_static) {
    for (uint32_t i = 0; i < named->count; i++) {
        struct method_symbol *method = named->items[i];
        if (((method->access & ACC_STATIC) != 0) == is_static &&
            is_applicable_by_any_phase(at, call, site, method))
            return true;
    }
    return false;
}

/* Type::method: static with all parameters, or called on the first one. */
static struct expression *method_of_type(struct attribution *at, struct expression *reference,
                                         struct type *type) {
    struct lambda *lambda = reference->lambda;
    struct expression *call = new_expression(at, EXPRESSION_CALL, reference);
    struct method_list named =
        find_methods(at, type_member_class(at->compiler, type), reference->name);
    call->name = reference->name;
    call->lambda = lambda;
    call->type_arguments = reference->type_arguments;
    add_arguments(at, call, 0);
    bool is_static = has_applicable(at, call, &named, type, true);
    if (!is_static && lambda->parameters.count > 0) {
        add_arguments(at, call, 1);
        struct type *first = lambda->parameters.items[0]->type;
        struct type *site =
            type_is_subtype(at->compiler, first, type) ? type_capture(at->compiler, first) : type;
        if (has_applicable(at, call, &named, site, false)) {
            call->left = new_name(at, lambda->parameters.items[0]->name, reference);
            return call;
        }
        add_arguments(at, call, 0);
    }
    call->left = new_name(at, "", reference);
    call->left->syntax = type_syntax_of(at, type, reference->place);
    return call;
}

static struct expression *method_of_value(struct attribution *at, struct expression *reference) {
    struct lambda *lambda = reference->lambda;
    struct expression *call = new_expression(at, EXPRESSION_CALL, reference);
    call->name = reference->name;
    call->lambda = lambda;
    call->type_arguments = reference->type_arguments;
    call->left = reference->left;
    if (!is_self(reference->left)) {
        const char *name = intern("$receiver");
        lambda->receiver = new_variable(at, name, reference->left->type, reference->place);
        lambda->receiver_value = reference->left;
        arena_vec_push(at->compiler->arena, &at->locals, lambda->receiver);
        call->left = new_name(at, name, reference);
    }
    add_arguments(at, call, 0);
    return call;
}

/* JLS 15.13.1: an exact reference says what is not known yet of the function's parameters. */
static void add_exact_types(struct attribution *at, const struct expression *reference,
                            struct type *type, const struct function_type *function) {
    struct compiler *compiler = at->compiler;
    if (!type || reference->is_new_reference) return;
    struct method_list named = find_methods(at, type_member_class(compiler, type), reference->name);
    if (named.count != 1 || named.items[0]->type_parameters.count) return;
    const struct method_symbol *method = named.items[0];
    bool is_static = method->access & ACC_STATIC;
    if (method->parameters.count + (is_static ? 0 : 1) != function->parameters.count) return;
    uint32_t next = 0;
    if (!is_static && !type_is_raw(type))
        type_is_subtype(compiler, function->parameters.items[next++], type);
    else if (!is_static)
        next++;
    for (uint32_t i = 0; i < method->parameters.count; i++) {
        struct type *parameter =
            type_of_member(compiler, type, method->owner, method->parameters.items[i]);
        struct type *given = function->parameters.items[next++];
        if (type_is_reference(parameter) && type_is_reference(given) && !type_is_raw(type))
            type_is_subtype(compiler, given, parameter);
    }
}

void attribute_reference(struct attribution *at, struct expression *reference,
                         const struct function_type *function) {
    struct compiler *compiler = at->compiler;
    struct lambda *lambda = reference->lambda;
    struct type *type = reference_type(at, reference);
    for (uint32_t i = 0; i < function->parameters.count; i++) {
        struct type *parameter_type =
            type_upward(compiler, type_solved(compiler, function->parameters.items[i]));
        struct variable *parameter =
            new_variable(at, intern_format("$%u", i), parameter_type, reference->place);
        parameter->is_parameter = true;
        arena_vec_push(compiler->arena, &lambda->parameters, parameter);
    }
    if (reference->is_new_reference) {
        if (!type) compile_error(compiler, reference->place, "invalid constructor reference");
        lambda->expression = constructor(at, reference, type);
        lambda->expression->lambda = lambda;
        add_arguments(at, lambda->expression, 0);
    } else {
        lambda->expression =
            type ? method_of_type(at, reference, type) : method_of_value(at, reference);
    }
    lambda->expression->lambda = NULL;
}

void reference_infer(struct attribution *at, struct expression *reference, struct type *target) {
    struct function_type function;
    if (reference->kind != EXPRESSION_REFERENCE ||
        !function_type_of(at->compiler, target, &function))
        return;
    add_exact_types(at, reference, reference_type(at, reference), &function);
}

bool reference_is_exact(struct attribution *at, const struct expression *reference) {
    struct type *type = reference_type(at, (struct expression *)reference);
    if (!type) type = reference->left->type;
    if (!type_is_reference(type) || type_is_raw(type)) return false;
    struct method_list named =
        find_methods(at, type_member_class(at->compiler, type), reference->name);
    return named.count == 1 && !named.items[0]->is_variable_arity &&
           !named.items[0]->type_parameters.count;
}

bool reference_fits(struct attribution *at, const struct expression *reference, uint32_t count) {
    if (reference->is_new_reference) return true;
    struct type *type = reference_type(at, (struct expression *)reference);
    bool is_value = !type;
    if (is_value) type = reference->left->type;
    if (!type_is_reference(type)) return false;
    struct method_list named =
        find_methods(at, type_member_class(at->compiler, type), reference->name);
    for (uint32_t i = 0; i < named.count; i++) {
        const struct method_symbol *method = named.items[i];
        uint32_t own = method->parameters.count;
        bool is_static = method->access & ACC_STATIC;
        if (own == count || (method->is_variable_arity && count + 1 >= own)) return true;
        if (!is_value && !is_static &&
            (own + 1 == count || (method->is_variable_arity && count >= own)))
            return true;
    }
    return named.count == 0;
}
