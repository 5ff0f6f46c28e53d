/* ATTRIBUTE CALL: methods and constructors by name and arguments (JLS 15.12, 15.9). Only the first
 * phase, without boxing and variable arity, is known; a call that javac would resolve by another
 * phase is refused, so that what is accepted means the same. */
#include <string.h>

#include "base/intern.h"
#include "frontend/attribute.h"

struct method_list {
    struct method **items;
    uint32_t count, capacity;
};

static void attribute_arguments(struct attribution *at, struct expression *call) {
    for (uint32_t i = 0; i < call->arguments.count; i++) {
        struct expression *argument = call->arguments.items[i];
        attribute_value(at, argument);
    }
}

static const char *arguments_text(struct compiler *compiler, const struct expression *call) {
    struct type_list types = {0};
    for (uint32_t i = 0; i < call->arguments.count; i++) {
        struct type *type = call->arguments.items[i]->type;
        arena_vec_push(compiler->arena, &types, type);
    }
    return types_text(compiler, &types);
}

/* ---- candidates */

static bool is_hidden(const struct method_list *found, const struct method *method) {
    for (uint32_t i = 0; i < found->count; i++)
        if (found->items[i] == method || same_parameters(found->items[i], method)) {
            /* A class's own or inherited method comes before an interface's abstract one. */
            if (class_is_subclass(found->items[i]->owner, method->owner)) return true;
            if (!class_is_interface(found->items[i]->owner) && method->access & ACC_ABSTRACT)
                return true;
            if (found->items[i] == method) return true;
        }
    return false;
}

static void collect_methods(struct attribution *at, struct class_symbol *class, const char *name,
                            struct method_list *found) {
    struct class_list all = class_supertypes(at->compiler, class);
    if (class_is_interface(class)) {
        struct class_list object =
            class_supertypes(at->compiler, class_known(at->compiler, "java/lang/Object"));
        if (!all.count || all.items[all.count - 1] != object.items[0])
            arena_vec_push(at->compiler->arena, &all, object.items[0]);
    }
    for (uint32_t i = 0; i < all.count; i++) {
        struct class_symbol *owner = all.items[i];
        for (uint32_t j = 0; j < owner->methods.count; j++) {
            struct method *method = owner->methods.items[j];
            bool is_foreign_static =
                method->access & ACC_STATIC && class_is_interface(owner) && owner != class;
            if (method->name == name && !is_foreign_static && !is_hidden(found, method))
                arena_vec_push(at->compiler->arena, found, method);
        }
    }
}

static struct method_list find_methods(struct attribution *at, struct class_symbol *class,
                                       const char *name) {
    struct method_list found = {0};
    if (*name == '<') {
        class_load_members(at->compiler, class);
        for (uint32_t i = 0; i < class->methods.count; i++) {
            struct method *method = class->methods.items[i];
            if (method->name == name) arena_vec_push(at->compiler->arena, &found, method);
        }
    } else {
        collect_methods(at, class, name, &found);
    }
    return found;
}

static bool is_applicable_method(struct compiler *compiler, const struct method *method,
                                 const struct expression *call) {
    if (method->parameters.count != call->arguments.count) return false;
    for (uint32_t i = 0; i < call->arguments.count; i++)
        if (!is_applicable(compiler, call->arguments.items[i], method->parameters.items[i]))
            return false;
    return true;
}

static bool is_more_specific(struct compiler *compiler, const struct method *a,
                             const struct method *b) {
    for (uint32_t i = 0; i < a->parameters.count; i++)
        if (!type_is_subtype(compiler, a->parameters.items[i], b->parameters.items[i]))
            return false;
    return true;
}

/* Of two with the same parameters: one with a body, else the one with the narrower result. */
static bool is_preferred(struct compiler *compiler, const struct method *a,
                         const struct method *b) {
    bool is_a_abstract = a->access & ACC_ABSTRACT, is_b_abstract = b->access & ACC_ABSTRACT;
    if (is_a_abstract != is_b_abstract) return is_b_abstract;
    return a->result != b->result && type_is_subtype(compiler, a->result, b->result);
}

/* JLS 15.12.2.5; NULL when ambiguous. */
static struct method *most_specific(struct compiler *compiler, const struct method_list *methods) {
    struct method *best = NULL;
    for (uint32_t i = 0; i < methods->count; i++) {
        struct method *method = methods->items[i];
        bool is_best = true;
        for (uint32_t j = 0; j < methods->count; j++)
            is_best &= is_more_specific(compiler, method, methods->items[j]);
        if (is_best && (!best || is_preferred(compiler, method, best))) best = method;
    }
    return best;
}

/* ---- errors */

static _Noreturn void fail_ambiguous(struct attribution *at, const struct expression *call,
                                     const struct method_list *methods) {
    const struct method *a = methods->items[0], *b = methods->items[1];
    compile_error(
        at->compiler, call->place, "reference to %s is ambiguous; both %s in %s and %s in %s match",
        *call->name == '<' ? a->owner->simple_name : call->name, method_text(at->compiler, a),
        a->owner->simple_name, method_text(at->compiler, b), b->owner->simple_name);
}

/* What the later phases of javac would find. */
static void refuse_later_phases(struct attribution *at, const struct expression *call,
                                const struct method_list *methods) {
    for (uint32_t i = 0; i < methods->count; i++) {
        const struct method *method = methods->items[i];
        if (method->is_variable_arity && call->arguments.count + 1 >= method->parameters.count)
            compile_refuse(at->compiler, call->place, "calls of variable-arity methods are");
        bool fits = method->parameters.count == call->arguments.count;
        for (uint32_t j = 0; fits && j < call->arguments.count; j++) {
            const struct expression *argument = call->arguments.items[j];
            const struct type *parameter = method->parameters.items[j];
            fits = is_applicable(at->compiler, argument, parameter) ||
                   needs_boxing(at->compiler, argument->type, parameter);
        }
        if (fits) refuse_boxing(at->compiler, call->place);
    }
}

static _Noreturn void fail_inapplicable(struct attribution *at, const struct expression *call,
                                        const struct method *method) {
    struct compiler *compiler = at->compiler;
    bool is_constructor = *method->name == '<';
    const char *required = types_text(compiler, &method->parameters);
    const char *found = arguments_text(compiler, call);
    compile_error(compiler, call->place,
                  "%s %s in class %s cannot be applied to given types; required: %s; found: %s; "
                  "reason: actual and formal argument lists differ in length",
                  is_constructor ? "constructor" : "method",
                  is_constructor ? method->owner->simple_name : method->name,
                  method->owner->simple_name, *required ? required : "no arguments",
                  *found ? found : "no arguments");
}

/* javac reports a wrong argument at the argument when only one method has as many parameters. */
static _Noreturn void fail_unresolved(struct attribution *at, const struct expression *call,
                                      struct class_symbol *class,
                                      const struct method_list *methods) {
    struct compiler *compiler = at->compiler;
    refuse_later_phases(at, call, methods);
    const struct method *same_count = NULL;
    uint32_t same_counts = 0;
    for (uint32_t i = 0; i < methods->count; i++)
        if (methods->items[i]->parameters.count == call->arguments.count)
            same_count = methods->items[i], same_counts++;
    if (same_counts == 1)
        for (uint32_t i = 0; i < call->arguments.count; i++)
            if (!is_applicable(compiler, call->arguments.items[i],
                               same_count->parameters.items[i])) {
                struct expression plain = *call->arguments.items[i];
                plain.constant = NULL; /* no narrowing of constants here */
                check_assignable(compiler, &plain, same_count->parameters.items[i]);
            }
    if (methods->count == 1) fail_inapplicable(at, call, methods->items[0]);
    bool is_constructor = *call->name == '<';
    const char *found = arguments_text(compiler, call);
    compile_error(compiler, call->place, "no suitable %s found for %s(%s)",
                  is_constructor ? "constructor" : "method",
                  is_constructor ? class->simple_name : call->name,
                  *found ? found : "no arguments");
}

static _Noreturn void fail_access(struct attribution *at, const struct expression *call,
                                  const struct method *method) {
    const char *text = method_text(at->compiler, method);
    if (method->access & (ACC_PRIVATE | ACC_PROTECTED))
        compile_error(at->compiler, call->place, "%s has %s access in %s", text,
                      method->access & ACC_PRIVATE ? "private" : "protected",
                      method->owner->simple_name);
    compile_error(at->compiler, call->place,
                  "%s is not public in %s; cannot be accessed from outside package", text,
                  method->owner->simple_name);
}

/* ---- resolution */

static struct method *resolve_method(struct attribution *at, const struct expression *call,
                                     struct class_symbol *class, bool is_super) {
    struct method_list named = find_methods(at, class, call->name);
    struct method_list accessible = {0}, applicable = {0};
    struct method *inaccessible = NULL;
    for (uint32_t i = 0; i < named.count; i++) {
        struct method *method = named.items[i];
        bool is_applicable = is_applicable_method(at->compiler, method, call);
        if (!member_is_accessible(at, class, method->owner, method->access, is_super)) {
            if (is_applicable) inaccessible = method;
            continue;
        }
        arena_vec_push(at->compiler->arena, &accessible, method);
        if (is_applicable) arena_vec_push(at->compiler->arena, &applicable, method);
    }
    if (applicable.count == 0) {
        if (accessible.count == 0 && inaccessible) fail_access(at, call, inaccessible);
        if (named.count == 0) return NULL;
        fail_unresolved(at, call, class, accessible.count ? &accessible : &named);
    }
    struct method *method = most_specific(at->compiler, &applicable);
    if (!method) fail_ambiguous(at, call, &applicable);
    return method;
}

static bool has_method(struct attribution *at, struct class_symbol *class, const char *name) {
    struct method_list methods = find_methods(at, class, name);
    for (uint32_t i = 0; i < methods.count; i++)
        if (!(methods.items[i]->access & ACC_PRIVATE) || methods.items[i]->owner == class)
            return true;
    return false;
}

static _Noreturn void fail_method(struct attribution *at, const struct expression *call,
                                  const char *location) {
    compile_error(at->compiler, call->place, "cannot find symbol: method %s(%s), location: %s",
                  call->name, arguments_text(at->compiler, call), location);
}

/* JLS 15.12.1: the innermost class that has a method of this name, whatever its parameters. */
static struct class_symbol *find_calling_class(struct attribution *at,
                                               const struct expression *call) {
    for (struct class_symbol *class = at->class; class; class = class->outer)
        if (has_method(at, class, call->name)) return class;
    fail_method(at, call, class_text(at->compiler, at->class));
}

static void check_static_call(struct attribution *at, const struct expression *call,
                              const struct method *method) {
    if (method->access & ACC_STATIC) return;
    bool is_static = call->left ? call->left->names == NAMES_TYPE
                                : at->is_static || call->site->class != at->class;
    if (is_static)
        compile_error(at->compiler, call->place,
                      "non-static method %s cannot be referenced from a static context",
                      method_text(at->compiler, method));
    if (!call->left && at->in_constructor_call)
        compile_error(at->compiler, call->place,
                      "cannot reference %s before supertype constructor has been called",
                      method->name);
}

static void check_super_call(struct attribution *at, const struct expression *call,
                             const struct method *method) {
    if (!call->left || call->left->kind != EXPRESSION_SUPER) return;
    if (method->access & ACC_ABSTRACT)
        compile_error(at->compiler, call->place,
                      "abstract method %s in %s cannot be accessed directly",
                      method_text(at->compiler, method), method->owner->simple_name);
}

static void check_interface_static(struct attribution *at, const struct expression *call,
                                   const struct method *method) {
    if (method->access & ACC_STATIC && class_is_interface(method->owner))
        compile_refuse(at->compiler, call->place, "calls of static interface methods are");
}

/* The type whose members are searched; of a qualified call. */
static struct class_symbol *qualifier_class(struct attribution *at, struct expression *call) {
    struct expression *left = call->left;
    attribute_tree(at, left, WANT_VALUE | WANT_TYPE);
    if (!type_is_reference(left->type) || left->type->kind == TYPE_NULL)
        compile_error(at->compiler, call->place, "%s cannot be dereferenced",
                      type_text(at->compiler, left->type));
    call->site = left->type;
    return left->type->kind == TYPE_ARRAY ? class_known(at->compiler, "java/lang/Object")
                                          : left->type->class;
}

static const char *qualifier_text(struct compiler *compiler, const struct expression *left) {
    if (left->names == NAMES_VALUE && left->variable)
        return arena_format(compiler->arena, "variable %s of type %s", left->variable->name,
                            type_text(compiler, left->type));
    return left->type->kind == TYPE_CLASS
               ? class_text(compiler, left->type->class)
               : arena_format(compiler->arena, "class %s", type_text(compiler, left->type));
}

/* JLS 10.7: clone of an array is public, has the array's type and throws nothing. */
static struct method *array_clone(struct attribution *at, struct type *array) {
    struct method *method = ARENA_NEW(at->compiler->arena, struct method);
    method->name = intern("clone");
    method->descriptor = intern("()Ljava/lang/Object;");
    method->result = array;
    method->access = ACC_PUBLIC;
    method->owner = class_known(at->compiler, "java/lang/Object");
    return method;
}

static void attribute_method_call(struct attribution *at, struct expression *call) {
    struct class_symbol *class;
    if (call->left) {
        class = qualifier_class(at, call);
    } else {
        attribute_arguments(at, call);
        class = find_calling_class(at, call);
        call->site = &class->type;
    }
    if (call->left) attribute_arguments(at, call);
    bool is_super = call->left && call->left->kind == EXPRESSION_SUPER;
    struct method *method;
    if (call->site->kind == TYPE_ARRAY && strcmp(call->name, "clone") == 0 &&
        call->arguments.count == 0)
        method = array_clone(at, call->site);
    else
        method = resolve_method(at, call, class, is_super || !call->left);
    if (!method) fail_method(at, call, qualifier_text(at->compiler, call->left));
    check_static_call(at, call, method);
    check_super_call(at, call, method);
    check_interface_static(at, call, method);
    call->method = method;
    call->type = method->result;
    check_generic_member(at, call, class, method->owner, method->generic);
    if (!is_super) call->accessor = accessor_of_method(at, ACCESS_CALL, method);
}

/* ---- constructors */

static void check_constructor_call(struct attribution *at, const struct expression *call) {
    const char *word = call->left->kind == EXPRESSION_THIS ? "this" : "super";
    const struct member_declaration *member = at->method ? at->method->declaration : NULL;
    bool is_constructor = member && member->kind == MEMBER_CONSTRUCTOR;
    const struct statement_list *statements = is_constructor ? &member->body->statements : NULL;
    if (!statements || statements->count == 0 || statements->items[0]->expression != call)
        compile_error(at->compiler, call->place,
                      "call to %s must be first statement in constructor", word);
}

static void resolve_constructor(struct attribution *at, struct expression *call,
                                struct class_symbol *class, bool is_super) {
    struct method *method = resolve_method(at, call, class, is_super);
    if (!method)
        compile_error(at->compiler, call->place,
                      "cannot find symbol: constructor %s(%s), location: %s", class->simple_name,
                      arguments_text(at->compiler, call), class_text(at->compiler, class));
    call->method = method;
    call->site = &class->type;
    /* A protected constructor is only reached by super(...), which needs no help. */
    if (method->access & ACC_PRIVATE) call->accessor = accessor_of_method(at, ACCESS_NEW, method);
}

static void attribute_constructor_call(struct attribution *at, struct expression *call) {
    check_constructor_call(at, call);
    at->in_constructor_call = true;
    attribute_arguments(at, call);
    at->in_constructor_call = false;
    bool is_this = call->left->kind == EXPRESSION_THIS;
    struct class_symbol *class = is_this ? at->class : at->class->super;
    if (!class) fail_symbol(at->compiler, call->place, scope_of(at->class), "variable", "super");
    resolve_constructor(at, call, class, true);
    call->type = type_primitive(at->compiler, JAVA_VOID);
}

struct expression *implicit_super_call(struct attribution *at, struct place place) {
    struct expression *call = ARENA_NEW(at->compiler->arena, struct expression);
    struct expression *super = ARENA_NEW(at->compiler->arena, struct expression);
    call->kind = EXPRESSION_CALL;
    call->place = super->place = place;
    call->left = super;
    call->name = intern("<init>");
    call->is_constructor_call = true;
    super->kind = EXPRESSION_SUPER;
    resolve_constructor(at, call, at->class->super, true);
    call->type = type_primitive(at->compiler, JAVA_VOID);
    return call;
}

void attribute_call(struct attribution *at, struct expression *call) {
    call->names = NAMES_VALUE;
    if (call->is_constructor_call)
        attribute_constructor_call(at, call);
    else
        attribute_method_call(at, call);
}

void attribute_new(struct attribution *at, struct expression *new) {
    new->type = resolve_type(at->compiler, scope_of(at->class), new->syntax);
    struct class_symbol *class = new->type->class;
    attribute_arguments(at, new);
    if (class->file && class->file->is_nested && !(class->access & ACC_STATIC))
        compile_refuse(at->compiler, new->place, "inner (non-static) classes are");
    if (class->access & ACC_ABSTRACT)
        compile_error(at->compiler, new->place, "%s is abstract; cannot be instantiated",
                      class->simple_name);
    new->name = intern("<init>");
    resolve_constructor(at, new, class, false);
    if (new->method->access & ACC_PROTECTED &&class->package != at->class->package)
        fail_access(at, new, new->method);
}
