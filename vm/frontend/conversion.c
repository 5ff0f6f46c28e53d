/* CONVERSION: which types go where (JLS 5). */
#include "frontend/attribute.h"

struct type *promote(struct compiler *compiler, const struct type *type) {
    return type_primitive(compiler, java_stack_type(type->java));
}

struct type *promote_pair(struct compiler *compiler, const struct type *a, const struct type *b) {
    static const enum java_type order[] = {JAVA_DOUBLE, JAVA_FLOAT, JAVA_LONG};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a->java == order[i] || b->java == order[i]) return type_primitive(compiler, order[i]);
    return type_primitive(compiler, JAVA_INT);
}

bool is_boxed(const struct type *type) {
    for (int java = 0; java < JAVA_TYPE_COUNT; java++)
        if (java != JAVA_REFERENCE && java != JAVA_VOID &&
            type_is_class(type, primitive_class_name((enum java_type)java)))
            return true;
    return false;
}

bool needs_boxing(struct compiler *compiler, const struct type *from, const struct type *to) {
    if (type_is_primitive(from) && type_is_reference(to)) {
        struct class_symbol *box = class_find(compiler, primitive_class_name(from->java));
        return is_boxed(to) || (box && type_is_subtype(compiler, &box->type, to));
    }
    return type_is_primitive(to) && is_boxed(from);
}

_Noreturn void refuse_boxing(struct compiler *compiler, struct place place) {
    compile_refuse(compiler, place, "conversions between primitive types and their classes are");
}

static bool is_reference_conditional(const struct expression *expression) {
    return expression->kind == EXPRESSION_CONDITIONAL && type_is_reference(expression->type);
}

bool is_applicable(struct compiler *compiler, const struct expression *argument,
                   const struct type *parameter) {
    if (is_reference_conditional(argument))
        return is_applicable(compiler, argument->left, parameter) &&
               is_applicable(compiler, argument->right, parameter);
    return type_is_subtype(compiler, argument->type, parameter);
}

void check_assignable(struct compiler *compiler, const struct expression *expression,
                      const struct type *target) {
    const struct type *type = expression->type;
    if (is_reference_conditional(expression) && type_is_reference(target)) {
        check_assignable(compiler, expression->left, target);
        check_assignable(compiler, expression->right, target);
        return;
    }
    if (type_is_subtype(compiler, type, target)) return;
    if (expression->constant && type_is_primitive(target) &&
        constant_fits(expression->constant, target->java))
        return;
    if (needs_boxing(compiler, type, target)) refuse_boxing(compiler, expression->place);
    if (type_is_numeric(type) && type_is_numeric(target))
        compile_error(compiler, expression->place,
                      "incompatible types: possible lossy conversion from %s to %s",
                      type_text(compiler, type), type_text(compiler, target));
    compile_error(compiler, expression->place, "incompatible types: %s cannot be converted to %s",
                  type_text(compiler, type), type_text(compiler, target));
}

static bool is_class_castable(struct compiler *compiler, const struct type *from,
                              const struct type *to) {
    bool from_interface = class_is_interface(from->class),
         to_interface = class_is_interface(to->class);
    if (from_interface && to_interface) return true;
    if (from_interface) return !(to->class->access & ACC_FINAL);
    return to_interface && !(from->class->access & ACC_FINAL);
}

bool is_castable(struct compiler *compiler, const struct type *from, const struct type *to) {
    if (type_is_numeric(from) && type_is_numeric(to)) return true;
    if (type_is_subtype(compiler, from, to)) return true;
    if (!type_is_reference(from) || !type_is_reference(to) || from->kind == TYPE_NULL) return false;
    if (type_is_subtype(compiler, to, from)) return true;
    if (from->kind == TYPE_ARRAY && to->kind == TYPE_ARRAY)
        return type_is_reference(from->element) && type_is_reference(to->element) &&
               is_castable(compiler, from->element, to->element);
    return from->kind == TYPE_CLASS && to->kind == TYPE_CLASS &&
           is_class_castable(compiler, from, to);
}
