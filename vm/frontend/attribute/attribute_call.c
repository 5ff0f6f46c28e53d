/* ATTRIBUTE CALL: calls of methods by name (JLS 15.12): where they are looked for, and what may
 * call them. */
#include <string.h>

#include "base/intern.h"
#include "classfile/absent.h"
#include "frontend/attribute.h"

/* A private method of a superclass is no member (JLS 8.4.8). */
static bool is_member(const struct class_symbol *class, const struct method_symbol *method) {
    return !(method->access & ACC_PRIVATE) || method->owner == class;
}

static bool has_method(struct attribution *at, struct class_symbol *class, const char *name) {
    struct method_list methods = find_methods(at, class, name);
    for (uint32_t i = 0; i < methods.count; i++)
        if (is_member(class, methods.items[i])) return true;
    return false;
}

/* [class]: of the receiver; NULL when it has none. */
static _Noreturn void fail_method(struct attribution *at, const struct expression *call,
                                  const char *location, const struct class_symbol *class) {
    compile_error(at->compiler, call->place, "cannot find symbol: method %s(%s), location: %s%s",
                  call->name, arguments_text(at->compiler, call), location,
                  class ? absent_class_note(class->name) : "");
}

/* JLS 15.12.1: the innermost class that has a method of this name, whatever its parameters. */
static struct class_symbol *find_calling_class(struct attribution *at,
                                               const struct expression *call, bool *is_static) {
    *is_static = at->is_static;
    for (struct class_symbol *class = at->class; class; class = class->outer) {
        if (has_method(at, class, call->name)) return class;
        if (!class->is_inner) *is_static = true;
    }
    const struct compilation_unit *unit = at->class->unit;
    *is_static = true;
    for (int is_whole = 0; is_whole < 2; is_whole++)
        for (uint32_t i = 0; i < unit->imports.count; i++) {
            const struct import *import = &unit->imports.items[i];
            if (!import->member || !import->class) continue;
            bool fits = is_whole ? strcmp(import->member, "*") == 0 : import->member == call->name;
            if (fits && has_method(at, import->class, call->name)) return import->class;
        }
    fail_method(at, call, class_text(at->compiler, at->class), at->class);
}

static void check_static_call(struct attribution *at, const struct expression *call,
                              const struct method_symbol *method, bool is_static) {
    if (method->access & ACC_STATIC) return;
    if (call->left ? call->left->names == NAMES_TYPE && call->left->kind != EXPRESSION_SUPER
                   : is_static)
        compile_error(at->compiler, call->place,
                      "non-static method %s cannot be referenced from a static context",
                      method_text(at->compiler, method));
    if (!call->left && at->in_constructor_call && call->around == at->class)
        compile_error(at->compiler, call->place,
                      "cannot reference %s before supertype constructor has been called",
                      method->name);
}

static void check_super_call(struct attribution *at, const struct expression *call,
                             const struct method_symbol *method) {
    if (!call->left || call->left->kind != EXPRESSION_SUPER) return;
    if (method->access & ACC_ABSTRACT)
        compile_error(at->compiler, call->place,
                      "abstract method %s in %s cannot be accessed directly",
                      method_text(at->compiler, method), method->owner->simple_name);
}

/* JLS 15.12.3: static methods of interfaces are called by the interface's own name. */
static void check_interface_static(struct attribution *at, const struct expression *call,
                                   const struct method_symbol *method) {
    if (!(method->access & ACC_STATIC) || !symbol_is_interface(method->owner) || !call->left)
        return;
    if (call->left->names != NAMES_TYPE)
        compile_error(at->compiler, call->place, "illegal static interface method call");
}

static const char *qualifier_text(struct compiler *compiler, const struct expression *left) {
    if (left->names == NAMES_VALUE && left->variable)
        return arena_format(compiler->arena, "variable %s of type %s", left->variable->name,
                            type_text(compiler, left->type));
    return left->type->kind == KIND_CLASS
               ? class_text(compiler, left->type->class)
               : arena_format(compiler->arena, "class %s", type_text(compiler, left->type));
}

/* JLS 10.7: clone of an array is public, has the array's type and throws nothing. */
static struct method_symbol *array_clone(struct attribution *at, struct type *array) {
    struct method_symbol *method = ARENA_NEW(at->compiler->arena, struct method_symbol);
    method->name = intern("clone");
    method->descriptor = intern("()Ljava/lang/Object;");
    method->result = array;
    method->access = ACC_PUBLIC;
    method->owner = class_known(at->compiler, "java/lang/Object");
    return method;
}

/* The methods of all bounds of a type variable or intersection. */
static struct method_list find_methods_of_type(struct attribution *at, struct type *type,
                                               const char *name) {
    if ((type->kind != KIND_VARIABLE && type->kind != KIND_INTERSECTION) || type->bounds.count < 2)
        return find_methods(at, type_member_class(at->compiler, type_upper(at->compiler, type)),
                            name);
    struct method_list all = {0};
    for (uint32_t i = 0; i < type->bounds.count; i++) {
        struct method_list more = find_methods_of_type(at, type->bounds.items[i], name);
        for (uint32_t j = 0; j < more.count; j++) {
            bool is_known = false;
            for (uint32_t k = 0; k < all.count; k++)
                is_known |= all.items[k] == more.items[j] ||
                            (all.items[k]->descriptor == more.items[j]->descriptor &&
                             symbol_is_interface(more.items[j]->owner));
            if (!is_known) arena_vec_push(at->compiler->arena, &all, more.items[j]);
        }
    }
    return all;
}

/* The class that the call names: what the site is, erased, or the method's own where only another
 * bound has it. */
static struct type *call_site(struct attribution *at, struct type *site,
                              const struct method_symbol *method) {
    struct type *erased = type_erasure(at->compiler, site);
    if (erased->kind == KIND_CLASS && !class_is_subclass(erased->class, method->owner))
        return &method->owner->type;
    return erased;
}

static struct type *attribute_qualifier(struct attribution *at, struct expression *call) {
    struct expression *left = call->left;
    attribute_site(at, left, WANT_VALUE | WANT_TYPE);
    if (!type_is_reference(left->type) || left->type->kind == KIND_NULL)
        compile_error(at->compiler, call->place, "%s cannot be dereferenced",
                      type_text(at->compiler, left->type));
    return type_capture(at->compiler, left->type);
}

/* A clone of an array, or what the name and arguments say. */
static void resolve_named(struct attribution *at, struct expression *call, struct type *site,
                          const struct method_list *named, bool is_super) {
    if (site->kind == KIND_ARRAY && strcmp(call->name, "clone") == 0 && !call->arguments.count) {
        call->method = array_clone(at, site);
        call->type = site;
    } else if (!resolve_call(at, call, named, site, is_super)) {
        fail_method(at, call, qualifier_text(at->compiler, call->left), site->class);
    }
    call->site = call_site(at, site, call->method);
}

static void attribute_qualified_call(struct attribution *at, struct expression *call) {
    struct type *site = attribute_qualifier(at, call);
    bool is_super = call->left->kind == EXPRESSION_SUPER;
    attribute_arguments(at, call);
    struct method_list named = find_methods_of_type(at, site, call->name);
    resolve_named(at, call, site, &named, is_super);
    check_static_call(at, call, call->method, false);
    check_super_call(at, call, call->method);
    check_interface_static(at, call, call->method);
    bool is_outer_super = is_super && call->left->left && !symbol_is_interface(site->class);
    if (!is_super || is_outer_super || call->method->access & ACC_PRIVATE)
        call->accessor = accessor_of_method(at, ACCESS_CALL, call->method);
}

static void attribute_plain_call(struct attribution *at, struct expression *call) {
    bool is_static;
    attribute_arguments(at, call);
    struct class_symbol *class = find_calling_class(at, call, &is_static);
    struct method_list named = find_methods(at, class, call->name);
    call->around = class;
    resolve_named(at, call, class->this_type, &named, true);
    check_static_call(at, call, call->method, is_static);
    if (!(call->method->access & ACC_STATIC)) capture_this(at);
    call->accessor = accessor_of_method(at, ACCESS_CALL, call->method);
}

void attribute_call(struct attribution *at, struct expression *call) {
    call->names = NAMES_VALUE;
    if (call->is_constructor_call)
        attribute_constructor_call(at, call);
    else if (!call->left)
        attribute_plain_call(at, call);
    else
        attribute_qualified_call(at, call);
}
