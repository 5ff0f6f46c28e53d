/* INFERENCE: bounds of the types that are being inferred, what follows from them (JLS 18.3), and
 * their solutions (JLS 18.4). Every change goes through the trail, so that it can be undone. */
#include "frontend/inference.h"

#include "base/die.h"
#include "frontend/passes.h"

struct type *inference_prune(struct type *type) {
    while (type->kind == KIND_INFERENCE && type->inference->solution)
        type = type->inference->solution;
    return type;
}

struct type_list inference_variables(struct compiler *compiler,
                                     const struct type_list *parameters) {
    struct type_list variables = {0};
    for (uint32_t i = 0; i < parameters->count; i++) {
        struct type *type = ARENA_NEW(compiler->arena, struct type);
        type->kind = KIND_INFERENCE;
        type->java = JAVA_REFERENCE;
        type->is_open = true;
        type->inference = ARENA_NEW(compiler->arena, struct inference);
        type->inference->declared = parameters->items[i];
        arena_vec_push(compiler->arena, &variables, type);
    }
    for (uint32_t i = 0; i < parameters->count; i++) {
        struct type *parameter = parameters->items[i];
        struct type_list *upper = &variables.items[i]->inference->upper;
        *upper = types_substitute(compiler, &parameter->bounds, parameters, &variables);
        if (upper->count == 0) arena_vec_push(compiler->arena, upper, type_object(compiler));
    }
    return variables;
}

/* ---- the trail */

uint32_t inference_mark(const struct compiler *compiler) { return compiler->trail.count; }

void inference_undo(struct compiler *compiler, uint32_t mark) {
    while (compiler->trail.count > mark) {
        struct trail_entry entry = vec_pop(&compiler->trail);
        if (entry.list)
            entry.list->count--;
        else
            entry.variable->solution = NULL;
    }
}

static void push_bound(struct compiler *compiler, struct type_list *list, struct type *bound) {
    struct trail_entry entry = {list, NULL};
    arena_vec_push(compiler->arena, list, bound);
    arena_vec_push(compiler->arena, &compiler->trail, entry);
}

static void set_solution(struct compiler *compiler, struct inference *variable, struct type *type) {
    struct trail_entry entry = {NULL, variable};
    variable->solution = type;
    arena_vec_push(compiler->arena, &compiler->trail, entry);
}

/* ---- bounds */

static struct type_list *list_of(struct inference *variable, enum bound_kind kind) {
    return kind == BOUND_EQUAL   ? &variable->equal
           : kind == BOUND_LOWER ? &variable->lower
                                 : &variable->upper;
}

static bool has_bound(const struct type_list *list, const struct type *bound) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i] == bound || inference_prune(list->items[i]) == bound) return true;
    return false;
}

static bool all_above(struct compiler *compiler, const struct type_list *list, struct type *type) {
    for (uint32_t i = 0; i < list->count; i++)
        if (!type_is_subtype(compiler, type, list->items[i])) return false;
    return true;
}

static bool all_same(struct compiler *compiler, const struct type_list *list, struct type *type) {
    for (uint32_t i = 0; i < list->count; i++)
        if (!type_is_same(compiler, list->items[i], type)) return false;
    return true;
}

/* JLS 18.3.1 */
static bool incorporate(struct compiler *compiler, struct inference *variable, enum bound_kind kind,
                        struct type *bound) {
    switch (kind) {
    case BOUND_EQUAL:
        return all_same(compiler, &variable->equal, bound) &&
               types_are_below(compiler, &variable->lower, bound) &&
               all_above(compiler, &variable->upper, bound);
    case BOUND_LOWER:
        return all_above(compiler, &variable->equal, bound) &&
               all_above(compiler, &variable->upper, bound);
    case BOUND_UPPER:
        return types_are_below(compiler, &variable->equal, bound) &&
               types_are_below(compiler, &variable->lower, bound);
    }
    UNREACHABLE();
}

static enum bound_kind opposite(enum bound_kind kind) {
    return kind == BOUND_EQUAL ? BOUND_EQUAL : kind == BOUND_LOWER ? BOUND_UPPER : BOUND_LOWER;
}

bool inference_add_bound(struct compiler *compiler, struct type *type, enum bound_kind kind,
                         struct type *bound) {
    bound = inference_prune(bound);
    if (bound == type || bound->kind == KIND_NULL) return true;
    if (bound->kind == KIND_PRIMITIVE || bound->kind == KIND_VOID) return false;
    struct type_list *list = list_of(type->inference, kind);
    if (has_bound(list, bound)) return true;
    push_bound(compiler, list, bound);
    if (bound->kind == KIND_INFERENCE)
        push_bound(compiler, list_of(bound->inference, opposite(kind)), type);
    if (!incorporate(compiler, type->inference, kind, bound)) return false;
    return bound->kind != KIND_INFERENCE ||
           incorporate(compiler, bound->inference, opposite(kind), type);
}

/* ---- solutions */

bool type_is_inferred(const struct type *type) {
    if (!type->is_open) return false;
    switch (type->kind) {
    case KIND_INFERENCE:
        return !type->inference->solution || type_is_inferred(type->inference->solution);
    case KIND_ARRAY: return type_is_inferred(type->element);
    case KIND_WILDCARD: return type->bound && type_is_inferred(type->bound);
    case KIND_CLASS:
    case KIND_INTERSECTION: {
        const struct type_list *parts = type->kind == KIND_CLASS ? &type->arguments : &type->bounds;
        for (uint32_t i = 0; i < parts->count; i++)
            if (type_is_inferred(parts->items[i])) return true;
        return false;
    }
    case KIND_PRIMITIVE:
    case KIND_VOID:
    case KIND_NULL:
    case KIND_VARIABLE: return false;
    }
    UNREACHABLE();
}

static struct type_list proper_of(struct compiler *compiler, const struct type_list *bounds) {
    struct type_list proper = {0};
    for (uint32_t i = 0; i < bounds->count; i++) {
        if (type_is_inferred(bounds->items[i])) continue;
        struct type *type = type_solved(compiler, bounds->items[i]);
        if (!has_bound(&proper, type)) arena_vec_push(compiler->arena, &proper, type);
    }
    return proper;
}

/* The sooner the better known: what is solved first decides for what depends on it. */
static int rank(struct compiler *compiler, const struct inference *variable) {
    uint32_t lower = proper_of(compiler, &variable->lower).count;
    if (proper_of(compiler, &variable->equal).count) return 0;
    if (variable->equal.count) return 6;
    if (lower && lower == variable->lower.count) return 1;
    if (lower) return 2;
    if (variable->lower.count) return 5;
    return proper_of(compiler, &variable->upper).count == variable->upper.count ? 3 : 4;
}

static struct type *choose(struct compiler *compiler, const struct inference *variable) {
    struct type_list equal = proper_of(compiler, &variable->equal);
    if (equal.count) return equal.items[0];
    struct type_list lower = proper_of(compiler, &variable->lower);
    if (lower.count) return type_lub(compiler, &lower);
    struct type_list upper = proper_of(compiler, &variable->upper);
    if (variable->is_thrown) return type_known(compiler, "java/lang/RuntimeException");
    if (upper.count == 0) arena_vec_push(compiler->arena, &upper, type_object(compiler));
    return type_glb(compiler, &upper);
}

/* A variable whose bounds mention itself and nothing better, as in T extends Comparable<T>. */
static struct type *choose_recursive(struct compiler *compiler, const struct inference *variable) {
    return type_erasure(compiler, variable->declared);
}

static bool solve_one(struct compiler *compiler, struct type *type) {
    struct inference *variable = type->inference;
    bool is_recursive =
        rank(compiler, variable) == 4 && proper_of(compiler, &variable->upper).count == 0;
    struct type *solution =
        is_recursive ? choose_recursive(compiler, variable) : choose(compiler, variable);
    set_solution(compiler, variable, solution);
    return is_recursive || incorporate(compiler, variable, BOUND_EQUAL, solution);
}

bool inference_solve(struct compiler *compiler, const struct type_list *variables) {
    for (;;) {
        struct type *best = NULL;
        int best_rank = 0;
        for (uint32_t i = 0; i < variables->count; i++) {
            struct type *type = variables->items[i];
            if (type->inference->solution) continue;
            int own = rank(compiler, type->inference);
            if (!best || own < best_rank) best = type, best_rank = own;
        }
        if (!best) return true;
        if (!solve_one(compiler, best)) return false;
    }
}

static void collect(struct compiler *compiler, struct type *type, struct type_list *found) {
    type = inference_prune(type);
    if (!type->is_open) return;
    if (type->kind == KIND_INFERENCE && !has_bound(found, type))
        arena_vec_push(compiler->arena, found, type);
    if (type->kind == KIND_ARRAY) collect(compiler, type->element, found);
    if (type->kind == KIND_WILDCARD && type->bound) collect(compiler, type->bound, found);
    const struct type_list *parts =
        type->kind == KIND_INTERSECTION ? &type->bounds : &type->arguments;
    for (uint32_t i = 0; i < parts->count; i++) collect(compiler, parts->items[i], found);
}

/* What they depend on is found with them, and solved before them. */
bool inference_solve_type(struct compiler *compiler, struct type *type) {
    struct type_list variables = {0};
    collect(compiler, type, &variables);
    for (uint32_t i = 0; i < variables.count; i++) {
        const struct inference *variable = variables.items[i]->inference;
        if (proper_of(compiler, &variable->equal).count) continue;
        for (uint32_t j = 0; j < variable->equal.count; j++)
            collect(compiler, variable->equal.items[j], &variables);
        for (uint32_t j = 0; j < variable->lower.count; j++)
            collect(compiler, variable->lower.items[j], &variables);
    }
    return inference_solve(compiler, &variables);
}

struct type *type_solved(struct compiler *compiler, struct type *type) {
    if (!type->is_open) return type;
    switch (type->kind) {
    case KIND_INFERENCE: {
        struct type *known = inference_prune(type);
        return known == type ? type : type_solved(compiler, known);
    }
    case KIND_ARRAY: return type_array(compiler, type_solved(compiler, type->element));
    case KIND_WILDCARD:
        return type_wildcard(compiler, type->wildcard, type_solved(compiler, type->bound));
    case KIND_CLASS: {
        struct type_list arguments = types_solved(compiler, &type->arguments);
        return type_parameterized(compiler, type->class, &arguments);
    }
    case KIND_INTERSECTION: {
        struct type_list parts = types_solved(compiler, &type->bounds);
        return type_intersection(compiler, &parts);
    }
    case KIND_PRIMITIVE:
    case KIND_VOID:
    case KIND_NULL:
    case KIND_VARIABLE: return type;
    }
    UNREACHABLE();
}

struct type_list types_solved(struct compiler *compiler, const struct type_list *types) {
    struct type_list solved = {0};
    for (uint32_t i = 0; i < types->count; i++) {
        struct type *type = type_solved(compiler, types->items[i]);
        arena_vec_push(compiler->arena, &solved, type);
    }
    return solved;
}
