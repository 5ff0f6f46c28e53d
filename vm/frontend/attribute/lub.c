/* LUB: the least upper bound of several types, as conditionals and inference need it (JLS 4.10.4),
 * and the greatest lower one. */
#include <string.h>

#include "frontend/inference.h"
#include "frontend/passes.h"

enum { DEEPEST_ARGUMENT = 2 };

static struct type *lub(struct compiler *compiler, const struct type_list *types, int depth);

/* The classes that all of the types are of, the minimal ones only. */
static struct class_list minimal_classes(struct compiler *compiler, const struct type_list *types) {
    struct class_list minimal = {0};
    struct class_list all =
        class_supertypes(compiler, type_member_class(compiler, types->items[0]));
    if (types->items[0]->kind == KIND_INTERSECTION || types->items[0]->kind == KIND_VARIABLE)
        for (uint32_t i = 1; i < types->items[0]->bounds.count; i++) {
            struct class_list more = class_supertypes(
                compiler, type_member_class(compiler, types->items[0]->bounds.items[i]));
            for (uint32_t j = 0; j < more.count; j++)
                arena_vec_push(compiler->arena, &all, more.items[j]);
        }
    for (uint32_t i = 0; i < all.count; i++) {
        bool is_common = true, is_minimal = true;
        for (uint32_t j = 1; j < types->count && is_common; j++)
            is_common = type_as_super(compiler, types->items[j], all.items[i]) != NULL;
        for (uint32_t j = 0; j < minimal.count; j++)
            is_minimal &= !class_is_subclass(minimal.items[j], all.items[i]);
        if (!is_common || !is_minimal) continue;
        uint32_t kept = 0;
        for (uint32_t j = 0; j < minimal.count; j++)
            if (!class_is_subclass(all.items[i], minimal.items[j]))
                minimal.items[kept++] = minimal.items[j];
        minimal.count = kept;
        arena_vec_push(compiler->arena, &minimal, all.items[i]);
    }
    return minimal;
}

/* The least argument that contains both. */
static struct type *merge_arguments(struct compiler *compiler, struct type *a, struct type *b,
                                    int depth) {
    if (a == b) return a;
    bool is_super = (a->kind == KIND_WILDCARD && a->wildcard == WILDCARD_SUPER) ||
                    (b->kind == KIND_WILDCARD && b->wildcard == WILDCARD_SUPER);
    if (is_super || depth >= DEEPEST_ARGUMENT) return type_wildcard(compiler, WILDCARD_ANY, NULL);
    struct type *items[] = {type_upper(compiler, a), type_upper(compiler, b)};
    if (a->kind != KIND_WILDCARD) items[0] = a;
    if (b->kind != KIND_WILDCARD) items[1] = b;
    struct type_list both = {items, 2, 2};
    struct type *bound = lub(compiler, &both, depth + 1);
    if (type_is_class(bound, "java/lang/Object"))
        return type_wildcard(compiler, WILDCARD_ANY, NULL);
    return type_wildcard(compiler, WILDCARD_EXTENDS, bound);
}

/* The parameterisation of a class that is above all of the types. */
static struct type *candidate(struct compiler *compiler, const struct type_list *types,
                              struct class_symbol *class, int depth) {
    struct type *merged = type_as_super(compiler, types->items[0], class);
    for (uint32_t i = 1; i < types->count; i++) {
        struct type *next = type_as_super(compiler, types->items[i], class);
        if (next->arguments.count == 0 || merged->arguments.count == 0) return &class->type;
        struct type_list arguments = {0};
        for (uint32_t j = 0; j < next->arguments.count; j++) {
            struct type *argument = merge_arguments(compiler, merged->arguments.items[j],
                                                    next->arguments.items[j], depth);
            arena_vec_push(compiler->arena, &arguments, argument);
        }
        merged = type_parameterized(compiler, class, &arguments);
    }
    return merged;
}

static struct type *lub_of_arrays(struct compiler *compiler, const struct type_list *types,
                                  int depth) {
    struct type_list elements = {0};
    for (uint32_t i = 0; i < types->count; i++) {
        if (types->items[i]->kind != KIND_ARRAY || type_is_primitive(types->items[i]->element))
            return NULL;
        arena_vec_push(compiler->arena, &elements, types->items[i]->element);
    }
    return type_array(compiler, lub(compiler, &elements, depth));
}

/* The type variable that bounds this one; NULL. */
static struct type *variable_above(const struct type *type) {
    bool is_bounded = type->kind == KIND_VARIABLE && type->bounds.count > 0;
    return is_bounded && type->bounds.items[0]->kind == KIND_VARIABLE ? type->bounds.items[0]
                                                                      : NULL;
}

static struct type *lub(struct compiler *compiler, const struct type_list *types, int depth) {
    for (uint32_t i = 0; i < types->count; i++)
        for (struct type *type = types->items[i]; type; type = variable_above(type))
            if (types_are_below(compiler, types, type)) return type;
    struct type *array = lub_of_arrays(compiler, types, depth);
    if (array) return array;
    struct class_list classes = minimal_classes(compiler, types);
    struct type_list parts = {0};
    for (uint32_t interfaces = 0; interfaces < 2; interfaces++)
        for (uint32_t i = 0; i < classes.count; i++) {
            struct class_symbol *class = classes.items[i];
            if (symbol_is_interface(class) != (interfaces == 1)) continue;
            struct type *part = candidate(compiler, types, class, depth);
            arena_vec_push(compiler->arena, &parts, part);
        }
    if (parts.count == 0) return type_object(compiler);
    return type_intersection(compiler, &parts);
}

struct type *type_lub(struct compiler *compiler, const struct type_list *types) {
    struct type_list distinct = {0};
    for (uint32_t i = 0; i < types->count; i++)
        if (types->items[i]->kind != KIND_NULL)
            arena_vec_push(compiler->arena, &distinct, types->items[i]);
    if (distinct.count == 0) return type_null(compiler);
    return lub(compiler, &distinct, 0);
}

struct type *type_glb(struct compiler *compiler, const struct type_list *types) {
    struct type_list parts = {0};
    for (uint32_t i = 0; i < types->count; i++) {
        bool is_implied = false;
        for (uint32_t j = 0; j < types->count && !is_implied; j++)
            is_implied = i != j && type_is_subtype(compiler, types->items[j], types->items[i]) &&
                         (j < i || !type_is_subtype(compiler, types->items[i], types->items[j]));
        if (!is_implied) arena_vec_push(compiler->arena, &parts, types->items[i]);
    }
    for (uint32_t i = 1; i < parts.count; i++) {
        struct type *part = parts.items[i];
        if (part->kind != KIND_CLASS || symbol_is_interface(part->class)) continue;
        memmove(parts.items + 1, parts.items, i * sizeof *parts.items);
        parts.items[0] = part;
    }
    return type_intersection(compiler, &parts);
}
