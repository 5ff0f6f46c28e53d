/* CAPTURES: what lambdas and local classes take along from the code around them: local variables,
 * copied, and the instance. */
#include "frontend/attribute.h"

struct scope attribution_scope(struct attribution *at) {
    struct scope scope = scope_of(at->class);
    if (at->method) scope.type_parameters = &at->method->type_parameters;
    scope.local_classes = at->local_classes;
    scope.is_static = at->is_static;
    scope.at = at;
    return scope;
}

/* The local class that the class is, or is inside of. */
static const struct class_symbol *local_class_of(const struct class_symbol *class) {
    while (class && !class->is_local) class = class->outer;
    return class;
}

void capture_this(struct attribution *at) {
    for (struct lambda_scope *scope = at->lambda; scope; scope = scope->outer)
        scope->lambda->captures_this = true;
}

static void add_captured(struct compiler *compiler, struct class_symbol *class,
                         struct variable *variable) {
    for (uint32_t i = 0; i < class->captured.count; i++)
        if (class->captured.items[i] == variable) return;
    arena_vec_push(compiler->arena, &class->captured, variable);
}

static void add_to_lambda(struct compiler *compiler, struct lambda *lambda,
                          struct variable *variable) {
    for (uint32_t i = 0; i < lambda->captured.count; i++)
        if (lambda->captured.items[i] == variable) return;
    arena_vec_push(compiler->arena, &lambda->captured, variable);
}

/* Its place among the locals, or -1. */
static int64_t index_of(const struct attribution *at, const struct variable *variable) {
    for (uint32_t i = at->locals.count; i-- > 0;)
        if (at->locals.items[i] == variable) return i;
    return -1;
}

void capture_variable(struct attribution *at, struct variable *variable, struct place place) {
    struct compiler *compiler = at->compiler;
    struct captured_use use = {variable, place, at->lambda != NULL};
    int64_t index;
    bool is_captured = false;
    while ((index = index_of(at, variable)) < 0) {
        struct class_symbol *class = (struct class_symbol *)local_class_of(at->class);
        if (!class) return;
        add_captured(compiler, class, variable);
        capture_this(at);
        is_captured = true;
        use.is_in_lambda = false;
        at = class->site;
    }
    for (struct lambda_scope *scope = at->lambda; scope; scope = scope->outer)
        if (index < scope->first_local) {
            add_to_lambda(compiler, scope->lambda, variable);
            is_captured = true;
        }
    if (is_captured) arena_vec_push(compiler->arena, &compiler->captured_uses, use);
}

void capture_for_class(struct attribution *at, const struct class_symbol *class,
                       struct place place) {
    if (local_class_of(class) != class) return;
    for (uint32_t i = 0; i < class->captured.count; i++)
        capture_variable(at, class->captured.items[i], place);
}
