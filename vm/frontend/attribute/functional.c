/* FUNCTIONAL: the one method of a functional interface and its types (JLS 9.8, 9.9). */
#include <string.h>

#include "frontend/attribute.h"

static bool is_method_of_object(struct compiler *compiler, const struct method_symbol *method) {
    struct class_symbol *object = type_object(compiler)->class;
    class_load_members(compiler, object);
    for (uint32_t i = 0; i < object->methods.count; i++) {
        const struct method_symbol *other = object->methods.items[i];
        if (other->name == method->name && other->access & ACC_PUBLIC &&
            other->parameters.count == method->parameters.count &&
            same_parameters(compiler, method->owner, method, other))
            return true;
    }
    return false;
}

/* NULL when there is none, or more than one. */
static struct method_symbol *find_function(struct compiler *compiler, struct class_symbol *class) {
    struct class_list all = class_supertypes(compiler, class);
    struct method_symbol *found = NULL;
    for (uint32_t i = 0; i < all.count; i++) {
        const struct class_symbol *interface = all.items[i];
        if (!symbol_is_interface(interface)) continue;
        for (uint32_t j = 0; j < interface->methods.count; j++) {
            struct method_symbol *method = interface->methods.items[j];
            if (!(method->access & ACC_ABSTRACT) || is_method_of_object(compiler, method)) continue;
            const struct method_symbol *implementation =
                find_implementation(compiler, class, method);
            if (implementation && !(implementation->access & ACC_ABSTRACT)) continue;
            if (found &&
                (found->name != method->name || !same_parameters(compiler, class, found, method)))
                return NULL;
            if (!found) found = method;
        }
    }
    return found;
}

static struct method_symbol *function_of(struct compiler *compiler, struct class_symbol *class) {
    if (!symbol_is_interface(class)) return NULL;
    if (!class->is_function_known) class->function = find_function(compiler, class);
    class->is_function_known = true;
    return class->function;
}

/* JLS 9.9: the parameterisation without wildcards. */
static struct type *ground_type(struct compiler *compiler, struct type *type) {
    struct type_list arguments = {0};
    for (uint32_t i = 0; i < type->arguments.count; i++) {
        struct type *argument = type->arguments.items[i];
        if (argument->kind == KIND_WILDCARD) {
            struct type *parameter = type->class->parameters.items[i];
            argument = argument->bound           ? argument->bound
                       : parameter->bounds.count ? type_erasure(compiler, parameter)
                                                 : type_object(compiler);
        }
        arena_vec_push(compiler->arena, &arguments, argument);
    }
    return type_parameterized(compiler, type->class, &arguments);
}

bool function_type_of(struct compiler *compiler, struct type *type, struct function_type *out) {
    if (type->kind == KIND_INTERSECTION) {
        for (uint32_t i = 0; i < type->bounds.count; i++)
            if (function_type_of(compiler, type->bounds.items[i], out)) return true;
        return false;
    }
    if (type->kind != KIND_CLASS) return false;
    struct method_symbol *method = function_of(compiler, type->class);
    if (!method || method->type_parameters.count) return false;
    *out = (struct function_type){.interface = ground_type(compiler, type), .method = method};
    for (uint32_t i = 0; i < method->parameters.count; i++) {
        struct type *parameter =
            type_of_member(compiler, out->interface, method->owner, method->parameters.items[i]);
        arena_vec_push(compiler->arena, &out->parameters, parameter);
    }
    for (uint32_t i = 0; i < method->exceptions.count; i++) {
        struct type *thrown =
            type_of_member(compiler, out->interface, method->owner, method->exceptions.items[i]);
        arena_vec_push(compiler->arena, &out->thrown, thrown);
    }
    out->result = type_of_member(compiler, out->interface, method->owner, method->result);
    return true;
}
