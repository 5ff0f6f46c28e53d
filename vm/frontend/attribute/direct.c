/* DIRECT: which method references LambdaMetafactory can link to the method that they name. The
 * others are lambdas: variable arity, super, arrays, what only an accessor reaches, inner classes,
 * and where erasure hides that an argument fits. */
#include <string.h>

#include "frontend/passes.h"

/* What LambdaMetafactory converts: subtypes, boxes and wider primitive types. */
static bool is_adaptable(struct compiler *compiler, struct type *from, struct type *to) {
    from = type_erasure(compiler, from);
    to = type_erasure(compiler, to);
    if (type_is_primitive(from) && !type_is_primitive(to)) from = type_boxed(compiler, from);
    if (!type_is_primitive(from) && type_is_primitive(to)) {
        from = type_unboxed(compiler, from);
        if (!from) return false;
    }
    return type_is_subtype(compiler, from, to);
}

static bool are_adaptable(struct compiler *compiler, const struct lambda *lambda, uint32_t first) {
    const struct method_symbol *method = lambda->expression->method;
    for (uint32_t i = 0; i < method->parameters.count; i++)
        if (!is_adaptable(compiler, lambda->parameters.items[first + i]->type,
                          method->parameters.items[i]))
            return false;
    return true;
}

static bool is_direct_call(struct compiler *compiler, const struct lambda *lambda) {
    const struct expression *call = lambda->expression;
    bool is_static = call->method->access & ACC_STATIC;
    if (call->left->kind == EXPRESSION_SUPER || call->site->kind == KIND_ARRAY) return false;
    bool is_bound = lambda->receiver || call->left->kind == EXPRESSION_THIS;
    bool is_first = !is_static && !is_bound;
    struct type *receiver = is_first           ? lambda->parameters.items[0]->type
                            : lambda->receiver ? lambda->receiver->type
                                               : NULL;
    if (is_static && is_bound) return false;
    if (receiver && !is_adaptable(compiler, receiver, call->site)) return false;
    return are_adaptable(compiler, lambda, is_first ? 1 : 0);
}

bool reference_is_direct(struct compiler *compiler, const struct lambda *lambda) {
    const struct expression *call = lambda->expression;
    if (!lambda->is_reference || !call->method || call->is_variable_arity || call->accessor)
        return false;
    if (call->kind == EXPRESSION_CALL) return is_direct_call(compiler, lambda);
    const struct class_symbol *class = call->method->owner;
    return call->kind == EXPRESSION_NEW && !class->is_inner && !class->is_local &&
           are_adaptable(compiler, lambda, 0);
}
