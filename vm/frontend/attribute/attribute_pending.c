/* ATTRIBUTE PENDING: expressions whose types depend on what is wanted of them: generic calls,
 * lambdas, method references and conditionals of these. They wait on a stack until the outermost
 * expression that they belong to knows its own target; then all of them are inferred together (JLS
 * 18.5.2). */
#include <string.h>

#include "frontend/attribute.h"
#include "frontend/inference.h"

static bool has_body(const struct expression *expression) {
    return expression->kind == EXPRESSION_NEW && expression->body;
}

void attribute_pending(struct attribution *at, struct expression *expression, struct type *target) {
    struct pending pending = {.expression = expression, .target = target};
    if ((is_lambda(expression) || has_body(expression)) && at->locals.count) {
        pending.local_count = at->locals.count;
        pending.locals = ARENA_ARRAY(at->compiler->arena, struct variable *, at->locals.count);
        memcpy(pending.locals, at->locals.items, at->locals.count * sizeof *pending.locals);
    }
    pending.lambda = at->lambda;
    pending.local_classes = at->local_classes;
    arena_vec_push(at->compiler->arena, &at->pending, pending);
}

void attribute_checked(struct attribution *at, struct expression *expression, struct type *target,
                       const char *what) {
    bool is_conditional = expression->kind == EXPRESSION_CONDITIONAL && expression->is_poly;
    if (!is_lambda(expression) && !is_conditional && !is_assignable(at, expression, target))
        compile_error(at->compiler, expression->place,
                      "incompatible types: %s; %s cannot be converted to %s", what,
                      type_text(at->compiler, expression->type), type_text(at->compiler, target));
    attribute_accepted(at, expression, target);
}

void attribute_accepted(struct attribution *at, struct expression *expression,
                        struct type *target) {
    if (is_lambda(expression)) {
        struct type_list needed = {0};
        target = type_solved(at->compiler, target);
        if (lambda_is_explicit(at, expression) && !lambda_needs(at, expression, target, &needed))
            attribute_lambda(at, expression, target);
        else
            attribute_pending(at, expression, target);
    } else if (expression->kind == EXPRESSION_CONDITIONAL && expression->is_poly) {
        attribute_checked(at, expression->left, target, "bad type in conditional expression");
        attribute_checked(at, expression->right, target, "bad type in conditional expression");
        expression->type = target;
        attribute_pending(at, expression, NULL);
    } else {
        check_assignable(at, expression, target);
    }
}

/* ---- lambdas, as soon as what their parameters depend on is known */

static bool is_ready(struct attribution *at, const struct pending *pending) {
    struct type_list needed = {0};
    return !lambda_needs(at, pending->expression, pending->target, &needed);
}

static int64_t next_lambda(struct attribution *at, uint32_t first) {
    int64_t next = -1;
    for (uint32_t i = first; i < at->pending.count; i++) {
        const struct pending *pending = &at->pending.items[i];
        if (pending->is_done || !is_lambda(pending->expression)) continue;
        if (is_ready(at, pending)) return i;
        if (next < 0) next = i;
    }
    return next;
}

static _Noreturn void fail_inference(struct attribution *at, const struct expression *expression) {
    compile_error(at->compiler, expression->place,
                  "incompatible types: inference variables have incompatible bounds");
}

/* The lambda against its target, or the body of an anonymous class, with what is in scope there. */
static void attribute_where_it_stands(struct attribution *at, const struct pending *entry,
                                      struct type *target) {
    struct pending pending = *entry; /* which may move */
    __typeof__(at->locals) locals = at->locals;
    struct lambda_scope *lambda = at->lambda;
    const struct local_class *local_classes = at->local_classes;
    at->locals.items = pending.locals;
    at->locals.count = at->locals.capacity = pending.local_count;
    at->lambda = pending.lambda;
    at->local_classes = pending.local_classes;
    if (target)
        attribute_lambda(at, pending.expression, target);
    else
        attribute_anonymous(at, pending.expression);
    at->locals = locals;
    at->lambda = lambda;
    at->local_classes = local_classes;
}

static void attribute_next_lambda(struct attribution *at, uint32_t index) {
    struct pending *pending = &at->pending.items[index];
    struct expression *expression = pending->expression;
    struct type *target = pending->target;
    struct type_list needed = {0};
    pending->is_done = true;
    reference_infer(at, expression, target);
    if (lambda_needs(at, expression, target, &needed))
        for (uint32_t i = 0; i < needed.count; i++)
            if (!inference_solve_type(at->compiler, needed.items[i]))
                fail_inference(at, expression);
    attribute_where_it_stands(at, &at->pending.items[index], type_solved(at->compiler, target));
}

static void complete(struct attribution *at, const struct pending *pending) {
    struct compiler *compiler = at->compiler;
    struct expression *expression = pending->expression;
    if (expression->type) expression->type = type_solved(compiler, expression->type);
    if (expression->element_type)
        expression->element_type = type_solved(compiler, expression->element_type);
    expression->thrown = types_solved(compiler, &expression->thrown);
    if (has_body(expression)) attribute_where_it_stands(at, pending, NULL);
    struct lambda *lambda = is_lambda(expression) ? expression->lambda : NULL;
    if (!lambda) return;
    lambda->target = type_solved(compiler, lambda->target);
    lambda->result = type_solved(compiler, lambda->result);
    lambda->thrown = types_solved(compiler, &lambda->thrown);
}

void solve_pending(struct attribution *at, uint32_t first) {
    int64_t next;
    while ((next = next_lambda(at, first)) >= 0) attribute_next_lambda(at, (uint32_t)next);
    for (uint32_t i = first; i < at->pending.count; i++) {
        const struct expression *expression = at->pending.items[i].expression;
        if (!inference_solve(at->compiler, &expression->variables)) fail_inference(at, expression);
    }
    uint32_t end = at->pending.count;
    for (uint32_t i = first; i < end; i++) {
        complete(at, &at->pending.items[i]);
    }
    at->pending.count = first;
}
