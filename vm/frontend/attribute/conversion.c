/* CONVERSION: which types go where (JLS 5). */
#include "frontend/attribute.h"
#include "frontend/inference.h"

struct type *promote(struct compiler *compiler, const struct type *type) {
    return type_primitive(compiler, java_stack_type(type->java));
}

struct type *promote_pair(struct compiler *compiler, const struct type *a, const struct type *b) {
    static const enum java_type order[] = {JAVA_DOUBLE, JAVA_FLOAT, JAVA_LONG};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a->java == order[i] || b->java == order[i]) return type_primitive(compiler, order[i]);
    return type_primitive(compiler, JAVA_INT);
}

struct type *unboxed_or_same(struct compiler *compiler, struct type *type) {
    struct type *unboxed = type_is_primitive(type) ? NULL : type_unboxed(compiler, type);
    return unboxed ? unboxed : type;
}

/* What is being inferred becomes the box of a primitive type, or something below what its bounds
 * say (JLS 18.5.2.1). */
static bool unboxes_inferred(struct compiler *compiler, struct type *type, struct type *target) {
    const struct inference *variable = type->inference;
    if (variable->equal.count == 0 && variable->lower.count == 0)
        return type_is_same(compiler, type, type_boxed(compiler, target));
    if (!inference_solve_type(compiler, type)) return false;
    struct type *unboxed = type_unboxed(compiler, type);
    return unboxed && type_is_subtype(compiler, unboxed, target);
}

static bool is_loosely_below(struct compiler *compiler, struct type *type, struct type *target) {
    if (type_is_primitive(type))
        return type_is_subtype(compiler, type_boxed(compiler, type), target);
    type = inference_prune(type);
    if (type->kind == KIND_INFERENCE) return unboxes_inferred(compiler, type, target);
    struct type *unboxed = type_unboxed(compiler, type);
    return unboxed && type_is_subtype(compiler, unboxed, target);
}

bool is_applicable(struct attribution *at, const struct expression *argument,
                   struct type *parameter, bool is_loose, bool *is_unchecked) {
    struct compiler *compiler = at->compiler;
    if (is_lambda(argument)) return lambda_fits(at, argument, parameter);
    if (argument->kind == EXPRESSION_CONDITIONAL && argument->is_poly)
        return is_applicable(at, argument->left, parameter, is_loose, is_unchecked) &&
               is_applicable(at, argument->right, parameter, is_loose, is_unchecked);
    struct type *type = argument->type;
    if (type->kind == KIND_VOID) return false;
    bool is_primitive = type_is_primitive(type), to_primitive = type_is_primitive(parameter);
    if (is_primitive != to_primitive)
        return is_loose && type->kind != KIND_NULL && is_loosely_below(compiler, type, parameter);
    if (is_primitive) return type_is_subtype(compiler, type, parameter);
    return type_is_subtype_unchecked(compiler, type_capture(compiler, type), parameter,
                                     is_unchecked);
}

/* JLS 5.2: an int constant that fits, boxed too. */
static bool constant_is_assignable(struct compiler *compiler, const struct expression *expression,
                                   struct type *target) {
    if (!expression->constant || !type_is_primitive(expression->type)) return false;
    struct type *narrow = unboxed_or_same(compiler, target);
    if (target->kind != KIND_PRIMITIVE && target->kind != KIND_CLASS) return false;
    return type_is_primitive(narrow) && constant_fits(expression->constant, narrow->java);
}

_Noreturn void fail_conversion(struct attribution *at, struct place place, struct type *from,
                               struct type *to) {
    struct compiler *compiler = at->compiler;
    if (type_is_numeric(from) && type_is_numeric(to))
        compile_error(compiler, place,
                      "incompatible types: possible lossy conversion from %s to %s",
                      type_text(compiler, from), type_text(compiler, to));
    compile_error(compiler, place, "incompatible types: %s cannot be converted to %s",
                  type_text(compiler, from), type_text(compiler, to));
}

bool is_assignable(struct attribution *at, const struct expression *expression,
                   struct type *target) {
    bool is_unchecked = false;
    return is_applicable(at, expression, target, true, &is_unchecked) ||
           constant_is_assignable(at->compiler, expression, target);
}

void check_assignable(struct attribution *at, const struct expression *expression,
                      struct type *target) {
    if (is_assignable(at, expression, target)) return;
    fail_conversion(at, expression->place, expression->type, target);
}

/* ---- casts */

static bool is_class_castable(const struct type *from, const struct type *to) {
    bool from_interface = symbol_is_interface(from->class),
         to_interface = symbol_is_interface(to->class);
    if (from_interface && to_interface) return true;
    if (from_interface) return !(to->class->access & ACC_FINAL);
    return to_interface && !(from->class->access & ACC_FINAL);
}

static bool is_erased_castable(struct compiler *compiler, struct type *from, struct type *to) {
    if (type_is_subtype(compiler, from, to) || type_is_subtype(compiler, to, from)) return true;
    if (from->kind == KIND_ARRAY && to->kind == KIND_ARRAY)
        return type_is_reference(from->element) && type_is_reference(to->element) &&
               is_erased_castable(compiler, from->element, to->element);
    return from->kind == KIND_CLASS && to->kind == KIND_CLASS && is_class_castable(from, to);
}

/* Whether the type arguments exclude each other: List<String> as a List<Integer>. */
static bool are_distinct(struct compiler *compiler, struct type *from, struct type *to) {
    if (from->kind != KIND_CLASS || to->kind != KIND_CLASS) return false;
    bool is_down = class_is_subclass(to->class, from->class);
    struct type *same = is_down ? type_as_super(compiler, to, from->class)
                                : type_as_super(compiler, from, to->class);
    struct type *other = is_down ? from : to;
    if (!same || same->arguments.count != other->arguments.count) return false;
    for (uint32_t i = 0; i < same->arguments.count; i++) {
        const struct type *a = same->arguments.items[i], *b = other->arguments.items[i];
        if (a != b && !a->is_open && !b->is_open && a->kind == KIND_CLASS && b->kind == KIND_CLASS)
            return true;
    }
    return false;
}

bool is_castable(struct compiler *compiler, struct type *from, struct type *to) {
    if (type_is_numeric(from) && type_is_numeric(to)) return true;
    if (type_is_primitive(from) && type_is_primitive(to)) return from == to;
    if (type_is_primitive(from))
        return type_is_reference(to) &&
               type_is_subtype(compiler, type_boxed(compiler, from), type_erasure(compiler, to));
    if (type_is_primitive(to)) {
        struct type *unboxed = type_unboxed(compiler, from);
        if (unboxed) return type_is_subtype(compiler, unboxed, to);
        return type_is_reference(from) && from->kind != KIND_NULL &&
               type_is_subtype(compiler, type_boxed(compiler, to), type_erasure(compiler, from));
    }
    if (!type_is_reference(from) || !type_is_reference(to)) return false;
    if (type_is_subtype(compiler, from, to)) return true;
    if (from->kind == KIND_NULL) return true;
    return is_erased_castable(compiler, type_erasure(compiler, from), type_erasure(compiler, to)) &&
           !are_distinct(compiler, from, to);
}
