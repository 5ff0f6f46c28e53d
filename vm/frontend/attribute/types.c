/* TYPES: generic types: their identity, erasure, substitution, super types and capture. Types are
 * unique, so that equal ones are the same pointer; only captured variables and those of inference
 * are new each time. */
#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "frontend/compiler.h"
#include "frontend/inference.h"
#include "frontend/passes.h"
#include <uthash.h>

struct type_table {
    UT_hash_handle hh;
    struct type *type;
    const void *key[];
};

/* The type of this kind with these parts; new ones are zeroed but for their kind. */
static struct type *find_type(struct compiler *compiler, enum type_kind kind, const void *first,
                              const struct type_list *parts, bool *is_new) {
    size_t size = (2 + parts->count) * sizeof(void *);
    struct type_table *row = arena_allocate(compiler->arena, sizeof *row + size), *known;
    row->key[0] = (const void *)(uintptr_t)kind;
    row->key[1] = first;
    for (uint32_t i = 0; i < parts->count; i++) row->key[2 + i] = parts->items[i];
    HASH_FIND(hh, compiler->types, row->key, size, known);
    *is_new = !known;
    if (known) return known->type;
    row->type = ARENA_NEW(compiler->arena, struct type);
    row->type->kind = kind;
    row->type->java = JAVA_REFERENCE;
    HASH_ADD_KEYPTR(hh, compiler->types, row->key, size, row);
    return row->type;
}

void type_table_release(struct compiler *compiler) { HASH_CLEAR(hh, compiler->types); }

static bool any_is_open(const struct type_list *types) {
    for (uint32_t i = 0; i < types->count; i++)
        if (types->items[i]->is_open) return true;
    return false;
}

struct type *type_parameterized(struct compiler *compiler, struct class_symbol *class,
                                const struct type_list *arguments) {
    if (arguments->count == 0) return &class->type;
    bool is_new;
    struct type *type = find_type(compiler, KIND_CLASS, class, arguments, &is_new);
    if (!is_new) return type;
    type->class = class;
    type->is_open = any_is_open(arguments);
    for (uint32_t i = 0; i < arguments->count; i++)
        arena_vec_push(compiler->arena, &type->arguments, arguments->items[i]);
    return type;
}

struct type *type_wildcard(struct compiler *compiler, enum wildcard_kind kind, struct type *bound) {
    bool is_new;
    struct type_list parts = {&bound, kind == WILDCARD_ANY ? 0 : 1, 1};
    struct type *type =
        find_type(compiler, KIND_WILDCARD, (const void *)(uintptr_t)kind, &parts, &is_new);
    type->wildcard = kind;
    if (kind != WILDCARD_ANY) type->bound = bound;
    type->is_open = type->bound && type->bound->is_open;
    return type;
}

struct type *type_intersection(struct compiler *compiler, const struct type_list *types) {
    if (types->count == 1) return types->items[0];
    bool is_new;
    struct type *type = find_type(compiler, KIND_INTERSECTION, NULL, types, &is_new);
    if (!is_new) return type;
    type->is_open = any_is_open(types);
    for (uint32_t i = 0; i < types->count; i++)
        arena_vec_push(compiler->arena, &type->bounds, types->items[i]);
    return type;
}

struct type *type_variable_new(struct compiler *compiler, const char *name) {
    struct type *type = ARENA_NEW(compiler->arena, struct type);
    type->kind = KIND_VARIABLE;
    type->java = JAVA_REFERENCE;
    type->is_open = true;
    type->name = name;
    return type;
}

bool type_is_raw(const struct type *type) {
    return type->kind == KIND_CLASS && type->class->parameters.count > 0 &&
           type->arguments.count == 0;
}

/* ---- bounds, erasure */

struct type *type_upper(struct compiler *compiler, struct type *type) {
    if (type->kind == KIND_VARIABLE)
        return type->bounds.count ? type_intersection(compiler, &type->bounds)
                                  : type_object(compiler);
    if (type->kind == KIND_WILDCARD)
        return type->wildcard == WILDCARD_EXTENDS ? type->bound : type_object(compiler);
    return type;
}

struct type *type_erasure(struct compiler *compiler, struct type *type) {
    switch (type->kind) {
    case KIND_PRIMITIVE:
    case KIND_VOID:
    case KIND_NULL: return type;
    case KIND_CLASS: return &type->class->type;
    case KIND_ARRAY: return type_array(compiler, type_erasure(compiler, type->element));
    case KIND_VARIABLE:
    case KIND_INTERSECTION:
        return type->bounds.count ? type_erasure(compiler, type->bounds.items[0])
                                  : type_object(compiler);
    case KIND_WILDCARD: return type_erasure(compiler, type_upper(compiler, type));
    case KIND_INFERENCE: {
        struct type *known = inference_prune(type);
        return type_erasure(compiler, known == type ? type->inference->declared : known);
    }
    }
    UNREACHABLE();
}

const char *erased_descriptor(struct compiler *compiler, const struct type *type) {
    return type_erasure(compiler, (struct type *)type)->descriptor;
}

/* ---- substitution */

static struct type *substitute_bound(struct compiler *compiler, struct type *wildcard,
                                     const struct type_list *from, const struct type_list *to) {
    struct type *bound = type_substitute(compiler, wildcard->bound, from, to);
    if (bound->kind == KIND_WILDCARD) { /* a bound that was itself an argument */
        if (bound->wildcard == WILDCARD_ANY || bound->wildcard == wildcard->wildcard) return bound;
        return type_wildcard(compiler, WILDCARD_ANY, NULL);
    }
    return type_wildcard(compiler, wildcard->wildcard, bound);
}

struct type *type_substitute(struct compiler *compiler, struct type *type,
                             const struct type_list *from, const struct type_list *to) {
    if (!type->is_open) return type;
    if (to->count < from->count) return type_erasure(compiler, type);
    switch (type->kind) {
    case KIND_PRIMITIVE:
    case KIND_VOID:
    case KIND_NULL: return type;
    case KIND_CLASS: {
        struct type_list arguments = types_substitute(compiler, &type->arguments, from, to);
        return type_parameterized(compiler, type->class, &arguments);
    }
    case KIND_ARRAY:
        return type_array(compiler, type_substitute(compiler, type->element, from, to));
    case KIND_VARIABLE:
        for (uint32_t i = 0; i < from->count; i++)
            if (from->items[i] == type) return to->items[i];
        return type;
    case KIND_WILDCARD: return substitute_bound(compiler, type, from, to);
    case KIND_INTERSECTION: {
        struct type_list parts = types_substitute(compiler, &type->bounds, from, to);
        return type_intersection(compiler, &parts);
    }
    case KIND_INFERENCE: {
        struct type *known = inference_prune(type);
        return known == type ? type : type_substitute(compiler, known, from, to);
    }
    }
    UNREACHABLE();
}

struct type_list types_substitute(struct compiler *compiler, const struct type_list *types,
                                  const struct type_list *from, const struct type_list *to) {
    struct type_list result = {0};
    for (uint32_t i = 0; i < types->count; i++) {
        struct type *type = type_substitute(compiler, types->items[i], from, to);
        arena_vec_push(compiler->arena, &result, type);
    }
    return result;
}

/* ---- super types */

static struct type *super_of_class(struct compiler *compiler, struct type *type,
                                   struct class_symbol *class) {
    struct class_symbol *own = type->class;
    if (own == class) return type;
    struct type *found = NULL;
    complete_header(compiler, own);
    if (own->super_type && class_is_subclass(own->super, class))
        found = type_as_super(compiler, own->super_type, class);
    for (uint32_t i = 0; i < own->interface_types.count && !found; i++)
        found = type_as_super(compiler, own->interface_types.items[i], class);
    if (!found) return class->super ? NULL : type_object(compiler) /* of interfaces too */;
    return type_substitute(compiler, found, &own->parameters, &type->arguments);
}

struct type *type_as_super(struct compiler *compiler, struct type *type,
                           struct class_symbol *class) {
    switch (type->kind) {
    case KIND_CLASS:
        return class_is_subclass(type->class, class) ? super_of_class(compiler, type, class) : NULL;
    case KIND_VARIABLE:
    case KIND_INTERSECTION:
        for (uint32_t i = 0; i < type->bounds.count; i++) {
            struct type *found = type_as_super(compiler, type->bounds.items[i], class);
            if (found) return found;
        }
        return class->super || symbol_is_interface(class) ? NULL : type_object(compiler);
    case KIND_ARRAY: return type_is_subtype(compiler, type, &class->type) ? &class->type : NULL;
    case KIND_INFERENCE: {
        struct type *known = inference_prune(type);
        return known == type ? NULL : type_as_super(compiler, known, class);
    }
    case KIND_PRIMITIVE:
    case KIND_VOID:
    case KIND_NULL:
    case KIND_WILDCARD: return NULL;
    }
    UNREACHABLE();
}

struct type *type_of_member(struct compiler *compiler, struct type *site,
                            struct class_symbol *owner, struct type *type) {
    if (!type->is_open || owner->parameters.count == 0) return type;
    struct type *super = type_as_super(compiler, site, owner);
    if (super) super = type_capture(compiler, super); /* the bound of a type variable */
    return super ? type_substitute(compiler, type, &owner->parameters, &super->arguments) : type;
}

struct class_symbol *type_member_class(struct compiler *compiler, struct type *type) {
    return type->kind == KIND_ARRAY ? type_object(compiler)->class
                                    : type_erasure(compiler, type)->class;
}

/* ---- capture */

static void add_bound_once(struct compiler *compiler, struct type_list *bounds,
                           struct type *bound) {
    for (uint32_t i = 0; i < bounds->count; i++)
        if (bounds->items[i] == bound) return;
    bool is_object = type_is_class(bound, "java/lang/Object");
    if (is_object && bounds->count) return;
    arena_vec_push(compiler->arena, bounds, bound);
}

static void bound_captured(struct compiler *compiler, struct type *variable, struct type *wildcard,
                           const struct type_list *declared) {
    if (wildcard->wildcard == WILDCARD_EXTENDS)
        add_bound_once(compiler, &variable->bounds, wildcard->bound);
    if (wildcard->wildcard == WILDCARD_SUPER) variable->lower = wildcard->bound;
    for (uint32_t i = 0; i < declared->count; i++) {
        struct type *bound = declared->items[i];
        struct type *own = wildcard->wildcard == WILDCARD_EXTENDS ? wildcard->bound : NULL;
        struct type *erased = type_erasure(compiler, bound);
        /* What the wildcard's own bound implies says nothing new. */
        if (own && type_is_subtype(compiler, type_erasure(compiler, own), erased)) continue;
        bool is_class_after_interface = variable->bounds.count && erased->kind == KIND_CLASS &&
                                        !symbol_is_interface(erased->class) && own &&
                                        own->kind == KIND_CLASS && symbol_is_interface(own->class);
        if (is_class_after_interface) {
            arena_vec_push(compiler->arena, &variable->bounds, own);
            memmove(variable->bounds.items + 1, variable->bounds.items,
                    (variable->bounds.count - 1) * sizeof *variable->bounds.items);
            variable->bounds.items[0] = bound;
        } else {
            add_bound_once(compiler, &variable->bounds, bound);
        }
    }
}

static bool has_wildcard(const struct type *type) {
    for (uint32_t i = 0; i < type->arguments.count; i++)
        if (type->arguments.items[i]->kind == KIND_WILDCARD) return true;
    return false;
}

struct type *type_capture(struct compiler *compiler, struct type *type) {
    if (type->kind != KIND_CLASS || !has_wildcard(type)) return type;
    const struct type_list *parameters = &type->class->parameters;
    struct type_list captured = {0};
    for (uint32_t i = 0; i < type->arguments.count; i++) {
        struct type *argument = type->arguments.items[i];
        if (argument->kind == KIND_WILDCARD) {
            argument = type_variable_new(compiler, intern("CAP#1"));
            argument->is_captured = true;
        }
        arena_vec_push(compiler->arena, &captured, argument);
    }
    for (uint32_t i = 0; i < captured.count; i++) {
        if (type->arguments.items[i]->kind != KIND_WILDCARD) continue;
        struct type_list declared =
            types_substitute(compiler, &parameters->items[i]->bounds, parameters, &captured);
        bound_captured(compiler, captured.items[i], type->arguments.items[i], &declared);
    }
    return type_parameterized(compiler, type->class, &captured);
}

static struct type *upward_argument(struct compiler *compiler, struct type *argument, int depth);

static struct type *upward(struct compiler *compiler, struct type *type, int depth) {
    if (!type->is_open) return type;
    if (type->kind == KIND_VARIABLE && type->is_captured)
        return upward(compiler, type_upper(compiler, type), depth + 1);
    if (type->kind == KIND_ARRAY)
        return type_array(compiler, upward(compiler, type->element, depth));
    if (type->kind == KIND_INTERSECTION) {
        struct type_list parts = {0};
        for (uint32_t i = 0; i < type->bounds.count; i++) {
            struct type *part = upward(compiler, type->bounds.items[i], depth);
            arena_vec_push(compiler->arena, &parts, part);
        }
        return type_intersection(compiler, &parts);
    }
    if (type->kind != KIND_CLASS) return type;
    struct type_list arguments = {0};
    for (uint32_t i = 0; i < type->arguments.count; i++) {
        struct type *argument = upward_argument(compiler, type->arguments.items[i], depth + 1);
        arena_vec_push(compiler->arena, &arguments, argument);
    }
    return type_parameterized(compiler, type->class, &arguments);
}

static struct type *upward_argument(struct compiler *compiler, struct type *argument, int depth) {
    enum { DEEPEST = 4 };
    if (!argument->is_open) return argument;
    if (depth > DEEPEST) return type_wildcard(compiler, WILDCARD_ANY, NULL);
    if (argument->kind == KIND_WILDCARD) {
        if (argument->wildcard != WILDCARD_EXTENDS) return argument;
        return type_wildcard(compiler, WILDCARD_EXTENDS, upward(compiler, argument->bound, depth));
    }
    bool is_captured = argument->kind == KIND_VARIABLE && argument->is_captured;
    if (is_captured && argument->lower)
        return type_wildcard(compiler, WILDCARD_SUPER, argument->lower);
    struct type *projected = upward(compiler, argument, depth);
    if (projected == argument) return argument;
    bool is_object = type_is_class(projected, "java/lang/Object");
    return is_object ? type_wildcard(compiler, WILDCARD_ANY, NULL)
                     : type_wildcard(compiler, WILDCARD_EXTENDS, projected);
}

struct type *type_upward(struct compiler *compiler, struct type *type) {
    return upward(compiler, type, 0);
}

/* ---- boxes */

struct type *type_boxed(struct compiler *compiler, const struct type *primitive) {
    return type_known(compiler, primitive_class_name(primitive->java));
}

struct type *type_unboxed(struct compiler *compiler, struct type *type) {
    if (type->kind == KIND_INFERENCE) type = inference_prune(type);
    if (type->kind == KIND_CLASS)
        return type->class->unboxed == JAVA_VOID ? NULL
                                                 : type_primitive(compiler, type->class->unboxed);
    if (type->kind != KIND_VARIABLE && type->kind != KIND_INTERSECTION) return NULL;
    for (uint32_t i = 0; i < type->bounds.count; i++) {
        struct type *found = type_unboxed(compiler, type->bounds.items[i]);
        if (found) return found;
    }
    return NULL;
}
