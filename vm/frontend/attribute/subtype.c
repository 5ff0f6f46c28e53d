/* SUBTYPE: which types are below which (JLS 4.10). Where a type that is being inferred takes part
 * the answer is yes when the bound that this means does not contradict the others. */
#include "base/die.h"
#include "frontend/inference.h"
#include "frontend/passes.h"

static bool widens_to(enum java_type from, enum java_type to) {
    /* JLS 4.10.1: each number type and the ones above it. */
    static const int8_t rank[JAVA_TYPE_COUNT] = {
        [JAVA_BYTE] = 1, [JAVA_SHORT] = 2, [JAVA_INT] = 3,
        [JAVA_LONG] = 4, [JAVA_FLOAT] = 5, [JAVA_DOUBLE] = 6,
    };
    if (from == to) return true;
    if (from == JAVA_CHAR) return rank[to] >= 3;
    return rank[from] && rank[to] && rank[from] < rank[to];
}

static bool array_is_subtype(struct compiler *compiler, struct type *type, struct type *super) {
    if (super->kind == KIND_CLASS)
        return type_is_class(super, "java/lang/Object") ||
               type_is_class(super, "java/lang/Cloneable") ||
               type_is_class(super, "java/io/Serializable");
    if (super->kind != KIND_ARRAY) return false;
    if (type_is_primitive(type->element) || type_is_primitive(super->element))
        return inference_prune(type->element) == inference_prune(super->element);
    return type_is_subtype(compiler, type->element, super->element);
}

/* JLS 4.5.1 */
static bool argument_is_contained(struct compiler *compiler, struct type *argument,
                                  struct type *in) {
    if (argument == in) return true;
    if (in->kind != KIND_WILDCARD)
        return argument->kind != KIND_WILDCARD && type_is_same(compiler, argument, in);
    bool is_wildcard = argument->kind == KIND_WILDCARD;
    switch (in->wildcard) {
    case WILDCARD_ANY: return true;
    case WILDCARD_EXTENDS:
        return type_is_subtype(compiler, is_wildcard ? type_upper(compiler, argument) : argument,
                               in->bound);
    case WILDCARD_SUPER:
        if (is_wildcard && argument->wildcard != WILDCARD_SUPER) return false;
        return type_is_subtype(compiler, in->bound, is_wildcard ? argument->bound : argument);
    }
    UNREACHABLE();
}

static bool class_type_is_subtype(struct compiler *compiler, struct type *type,
                                  struct type *super) {
    struct type *found = type_as_super(compiler, type, super->class);
    if (!found) return false;
    if (super->arguments.count == 0) return true;
    if (found->arguments.count == 0) return false;
    for (uint32_t i = 0; i < super->arguments.count; i++)
        if (!argument_is_contained(compiler, found->arguments.items[i], super->arguments.items[i]))
            return false;
    return true;
}

static bool any_bound_is_subtype(struct compiler *compiler, struct type *type, struct type *super) {
    for (uint32_t i = 0; i < type->bounds.count; i++) {
        uint32_t mark = inference_mark(compiler);
        if (type_is_subtype(compiler, type->bounds.items[i], super)) return true;
        inference_undo(compiler, mark);
    }
    return type->bounds.count == 0 && type_is_subtype(compiler, type_object(compiler), super);
}

static bool is_below(struct compiler *compiler, struct type *type, struct type *super) {
    if (type == super) return true;
    if (super->kind == KIND_INFERENCE)
        return type_is_reference(type) && inference_add_bound(compiler, super, BOUND_LOWER, type);
    if (type->kind == KIND_INFERENCE)
        return type_is_reference(super) && inference_add_bound(compiler, type, BOUND_UPPER, super);
    if (super->kind == KIND_INTERSECTION) {
        for (uint32_t i = 0; i < super->bounds.count; i++)
            if (!type_is_subtype(compiler, type, super->bounds.items[i])) return false;
        return true;
    }
    if (super->kind == KIND_VARIABLE && super->lower &&
        type_is_subtype(compiler, type, super->lower))
        return true;
    switch (type->kind) {
    case KIND_PRIMITIVE: return super->kind == KIND_PRIMITIVE && widens_to(type->java, super->java);
    case KIND_NULL: return type_is_reference(super);
    case KIND_CLASS:
        return super->kind == KIND_CLASS && class_type_is_subtype(compiler, type, super);
    case KIND_ARRAY: return array_is_subtype(compiler, type, super);
    case KIND_VARIABLE:
    case KIND_INTERSECTION: return any_bound_is_subtype(compiler, type, super);
    case KIND_VOID:
    case KIND_WILDCARD:
    case KIND_INFERENCE: return false;
    }
    UNREACHABLE();
}

bool type_is_subtype(struct compiler *compiler, struct type *type, struct type *super) {
    enum { DEEPEST = 50 }; /* bounds like T extends Comparable<T> can go round in circles */
    if (compiler->subtype_depth >= DEEPEST) return false;
    compiler->subtype_depth++;
    bool is = is_below(compiler, inference_prune(type), inference_prune(super));
    compiler->subtype_depth--;
    return is;
}

bool types_are_below(struct compiler *compiler, const struct type_list *types, struct type *super) {
    for (uint32_t i = 0; i < types->count; i++)
        if (!type_is_subtype(compiler, types->items[i], super)) return false;
    return true;
}

static bool are_same_lists(struct compiler *compiler, const struct type_list *a,
                           const struct type_list *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!type_is_same(compiler, a->items[i], b->items[i])) return false;
    return true;
}

bool type_is_same(struct compiler *compiler, struct type *a, struct type *b) {
    a = inference_prune(a);
    b = inference_prune(b);
    if (a == b) return true;
    if (a->kind == KIND_WILDCARD || b->kind == KIND_WILDCARD)
        return a->kind == b->kind && a->wildcard == b->wildcard && a->bound && b->bound &&
               type_is_same(compiler, a->bound, b->bound);
    if (a->kind == KIND_INFERENCE) return inference_add_bound(compiler, a, BOUND_EQUAL, b);
    if (b->kind == KIND_INFERENCE) return inference_add_bound(compiler, b, BOUND_EQUAL, a);
    if (a->kind != b->kind || (!a->is_open && !b->is_open)) return false;
    if (a->kind == KIND_ARRAY) return type_is_same(compiler, a->element, b->element);
    if (a->kind == KIND_CLASS)
        return a->class == b->class && are_same_lists(compiler, &a->arguments, &b->arguments);
    return a->kind == KIND_INTERSECTION && are_same_lists(compiler, &a->bounds, &b->bounds);
}

bool type_is_subtype_unchecked(struct compiler *compiler, struct type *type, struct type *super,
                               bool *is_unchecked) {
    uint32_t mark = inference_mark(compiler);
    type = inference_prune(type);
    super = inference_prune(super);
    if (type_is_subtype(compiler, type, super)) return true;
    inference_undo(compiler, mark);
    if (type->kind == KIND_ARRAY && super->kind == KIND_ARRAY && type_is_reference(type->element) &&
        type_is_reference(super->element))
        return type_is_subtype_unchecked(compiler, type->element, super->element, is_unchecked);
    if (super->kind != KIND_CLASS || super->arguments.count == 0 || !type_is_reference(type))
        return false;
    struct type *found = type_as_super(compiler, type, super->class);
    if (!found || !type_is_raw(found)) return false;
    *is_unchecked = true;
    return true;
}
