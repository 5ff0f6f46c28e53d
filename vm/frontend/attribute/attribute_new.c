/* ATTRIBUTE NEW: instances, of anonymous classes too, and the constructors that constructors call
 * (JLS 15.9, 8.8.7.1). */
#include <string.h>

#include "base/intern.h"
#include "classfile/absent.h"
#include "frontend/attribute.h"

static void resolve_constructor(struct attribution *at, struct expression *call, struct type *type,
                                bool is_super) {
    struct class_symbol *class = type->class;
    struct method_list named = find_methods(at, class, call->name);
    if (!resolve_call(at, call, &named, type, is_super))
        compile_error(at->compiler, call->place,
                      "cannot find symbol: constructor %s(%s), location: %s%s", class->simple_name,
                      arguments_text(at->compiler, call), class_text(at->compiler, class),
                      absent_class_note(class->name));
    call->site = &class->type;
    /* A protected constructor is only reached by super(...), which needs no help. */
    if (call->method->access & ACC_PRIVATE && !class->is_local)
        call->accessor = accessor_of_method(at, ACCESS_NEW, call->method);
}

/* ---- instances around */

/* The class around whose instance an instance of the inner class gets. */
static struct class_symbol *find_around(struct attribution *at, const struct class_symbol *inner,
                                        struct class_symbol *from, bool is_static,
                                        struct place place) {
    for (struct class_symbol *class = from; class; class = class->outer) {
        bool is_wanted =
            inner->is_local ? class == inner->outer : class_is_subclass(class, inner->outer);
        if (is_wanted && !is_static) return class;
        if (is_wanted) break;
        if (!class->is_inner) is_static = true;
    }
    if (is_static && !inner->is_local)
        compile_error(at->compiler, place,
                      "non-static variable this cannot be referenced from a static context");
    compile_error(at->compiler, place, "an enclosing instance that contains %s is required",
                  type_text(at->compiler, inner->this_type));
}

static void attribute_around(struct attribution *at, struct expression *new,
                             struct class_symbol *class) {
    if (!class->is_inner && new->left)
        compile_error(at->compiler, new->place, "qualified new of static class");
    if (class->is_inner && !new->left) {
        bool is_static = at->is_static;
        struct class_symbol *from = at->class;
        if (at->in_constructor_call) {
            is_static = !at->class->is_inner;
            from = at->class->outer;
        }
        new->around = find_around(at, class, from, is_static, new->place);
        capture_this(at);
    }
    capture_for_class(at, class, new->place);
}

/* ---- constructor calls */

static void check_constructor_call(struct attribution *at, const struct expression *call) {
    const char *word = call->left->kind == EXPRESSION_THIS ? "this" : "super";
    const struct member_declaration *member = at->method ? at->method->declaration : NULL;
    bool is_constructor = member && member->kind == MEMBER_CONSTRUCTOR;
    const struct statement_list *statements = is_constructor ? &member->body->statements : NULL;
    if (!statements || statements->count == 0 || statements->items[0]->expression != call)
        compile_error(at->compiler, call->place,
                      "call to %s must be first statement in constructor", word);
}

/* The instance around the super class's part of the object. */
static void attribute_super_around(struct attribution *at, struct expression *call,
                                   struct class_symbol *super) {
    struct expression *written = call->left->left;
    if (written) {
        attribute_site(at, written, WANT_VALUE);
    } else if (super->is_inner) {
        call->around = find_around(at, super, at->class->outer, !at->class->is_inner, call->place);
    }
    capture_for_class(at, super, call->place);
}

void attribute_constructor_call(struct attribution *at, struct expression *call) {
    check_constructor_call(at, call);
    bool is_this = call->left->kind == EXPRESSION_THIS;
    struct type *type = is_this ? at->class->this_type : at->class->super_type;
    if (!type) fail_symbol(at->compiler, call->place, scope_of(at->class), "variable", "super");
    if (!is_this && at->class->access & ACC_ENUM && !at->class->is_anonymous)
        compile_error(at->compiler, call->place, "call to super not allowed in enum constructor");
    uint32_t first = at->pending.count;
    at->in_constructor_call = true;
    attribute_arguments(at, call);
    if (!is_this) attribute_super_around(at, call, type->class);
    resolve_constructor(at, call, type, true);
    solve_pending(at, first);
    at->in_constructor_call = false;
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
    if (at->class->access & ACC_ENUM && !at->class->is_anonymous) {
        /* Enum(String, int): name and ordinal are passed on, not written. */
        struct method_list named = find_methods(at, at->class->super, call->name);
        call->method = named.items[0];
        call->site = &at->class->super->type;
    } else {
        attribute_super_around(at, call, at->class->super);
        resolve_constructor(at, call, at->class->super_type, true);
    }
    call->type = type_primitive(at->compiler, JAVA_VOID);
    return call;
}

/* ---- anonymous classes */

struct type_syntax *type_syntax_of(struct attribution *at, struct type *type, struct place place) {
    struct type_syntax *syntax = ARENA_NEW(at->compiler->arena, struct type_syntax);
    syntax->place = place;
    syntax->primitive = JAVA_REFERENCE;
    syntax->type = type;
    return syntax;
}

/* The parameters are those of the super class's constructor, which gets them all. */
static struct member_declaration *anonymous_constructor(struct attribution *at,
                                                        const struct expression *new) {
    struct arena *arena = at->compiler->arena;
    struct member_declaration *member = ARENA_NEW(arena, struct member_declaration);
    struct expression *call = ARENA_NEW(arena, struct expression);
    struct statement *statement = ARENA_NEW(arena, struct statement);
    const struct method_symbol *super = new->method;
    bool is_class = !symbol_is_interface(new->type->class);
    call->kind = EXPRESSION_CALL;
    call->is_constructor_call = true;
    call->name = intern("<init>");
    call->left = ARENA_NEW(arena, struct expression);
    call->left->kind = EXPRESSION_SUPER;
    for (uint32_t i = 0; is_class && i < super->parameters.count; i++) {
        struct variable *parameter = ARENA_NEW(arena, struct variable);
        struct expression *argument = ARENA_NEW(arena, struct expression);
        struct type *type =
            type_of_member(at->compiler, new->type, super->owner, super->parameters.items[i]);
        parameter->name = argument->name = intern_format("$%u", i);
        parameter->place = argument->place = new->place;
        parameter->is_parameter = true;
        argument->kind = EXPRESSION_NAME;
        struct type_syntax *syntax =
            type_syntax_of(at, type_upward(at->compiler, type), new->place);
        arena_vec_push(arena, &member->parameters, parameter);
        arena_vec_push(arena, &member->parameter_types, syntax);
        arena_vec_push(arena, &call->arguments, argument);
    }
    statement->kind = STATEMENT_EXPRESSION;
    statement->expression = call;
    member->kind = MEMBER_CONSTRUCTOR;
    member->is_variable_arity = is_class && super->is_variable_arity;
    member->is_default = true;
    member->name = call->name;
    member->body = ARENA_NEW(arena, struct statement);
    member->body->kind = STATEMENT_BLOCK;
    arena_vec_push(arena, &member->body->statements, statement);
    member->place = member->body->place = member->body->end = new->place;
    statement->place = call->place = call->left->place = new->place;
    return member;
}

void attribute_anonymous(struct attribution *at, struct expression *new) {
    struct compiler *compiler = at->compiler;
    struct class_declaration *declaration = new->body;
    struct type_syntax *super = type_syntax_of(at, new->type, new->syntax->place);
    if (symbol_is_interface(new->type->class))
        arena_vec_push(compiler->arena, &declaration->interfaces, super);
    else
        declaration->super = super;
    bool is_inner = !at->is_static && !at->in_constructor_call;
    declare_local_class(compiler, declaration, attribution_scope(at), is_inner);
    struct class_symbol *class = declaration->symbol;
    struct member_declaration *constructor = anonymous_constructor(at, new);
    declare_anonymous_constructor(compiler, class, constructor);
    constructor->method->exceptions = new->thrown;
    check_class(compiler, class);
    attribute_class(compiler, class);
    new->method = constructor->method;
    new->type = new->site = &class->type;
    new->accessor = NULL;
    new->around = is_inner ? at->class : NULL;
    if (is_inner) capture_this(at);
    new->body = NULL;
    capture_for_class(at, class, new->place);
}

/* ---- new */

static struct type *member_of_qualifier(struct attribution *at, struct expression *new) {
    struct compiler *compiler = at->compiler;
    attribute_site(at, new->left, WANT_VALUE);
    struct type *outer = new->left->type;
    const char *name = new->syntax->names[0];
    struct class_symbol *class =
        outer->kind == KIND_CLASS ? find_member_class(compiler, outer->class, name) : NULL;
    if (!class) compile_error(compiler, new->syntax->place, "cannot find symbol: class %s", name);
    const struct type_syntax_list *given = &new->syntax->arguments[0];
    struct type *as_outer = type_as_super(compiler, outer, class->outer);
    struct type_list arguments = {0};
    for (uint32_t i = 0; as_outer && i < as_outer->arguments.count; i++)
        arena_vec_push(compiler->arena, &arguments, as_outer->arguments.items[i]);
    for (uint32_t i = 0; i < given->count; i++) {
        struct type *argument = resolve_type(compiler, attribution_scope(at), given->items[i]);
        arena_vec_push(compiler->arena, &arguments, argument);
    }
    return arguments.count == class->parameters.count
               ? type_parameterized(compiler, class, &arguments)
               : &class->type;
}

static void check_instantiable(struct attribution *at, const struct expression *new,
                               const struct type *type) {
    if (type->kind != KIND_CLASS)
        compile_error(at->compiler, new->syntax->place,
                      "unexpected type; required: class; found: type parameter %s",
                      type_text(at->compiler, type));
    const struct class_symbol *class = type->class;
    if (class->access & ACC_ENUM && !new->enum_constant)
        compile_error(at->compiler, new->place, "enum types may not be instantiated");
    if (new->syntax->is_diamond &&class->parameters.count == 0)
        compile_error(at->compiler, new->syntax->place,
                      "cannot infer type arguments for %s; reason: cannot use '<>' with "
                      "non-generic class %s",
                      class->simple_name, class->simple_name);
    if (class->access & ACC_ABSTRACT && !new->body)
        compile_error(at->compiler, new->place, "%s is abstract; cannot be instantiated",
                      class->simple_name);
    if (new->body &&class->access & ACC_FINAL)
        compile_error(at->compiler, new->place, "cannot inherit from final %s", class->simple_name);
}

/* An interface has no constructor: that of Object stands for it. */
static void attribute_interface_body(struct attribution *at, struct expression *new,
                                     struct type *type) {
    if (new->arguments.count)
        compile_error(at->compiler, new->place,
                      "anonymous class implements interface; cannot have arguments");
    if (new->syntax->is_diamond)
        compile_refuse(at->compiler, new->place, "anonymous classes with '<>' are");
    new->type = type;
    new->thrown = (struct type_list){0};
}

void attribute_new(struct attribution *at, struct expression *new) {
    struct compiler *compiler = at->compiler;
    struct type *type = new->left ? member_of_qualifier(at, new)
                                  : resolve_type(compiler, attribution_scope(at), new->syntax);
    check_instantiable(at, new, type);
    if (new->left &&new->body)
        compile_refuse(compiler, new->place, "anonymous classes of a qualified name are");
    new->name = intern("<init>");
    attribute_arguments(at, new);
    if (symbol_is_interface(type->class)) {
        attribute_interface_body(at, new, type);
    } else {
        resolve_constructor(at, new, type, new->body != NULL);
        if (new->method->access & ACC_PROTECTED && !new->body &&
            type->class->package != at->class->package)
            fail_method_access(at, new, new->method);
    }
    if (!new->body)
        attribute_around(at, new, type->class);
    else if (new->variables.count == 0)
        attribute_anonymous(at, new);
}
