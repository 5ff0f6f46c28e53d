/* DECLARE: symbols for the classes of the sources: first all names, then the super types, then the
 * members, because each step looks at what the one before made of other classes. */
#include <string.h>

#include "base/intern.h"
#include "frontend/passes.h"

static void enter_class(struct compiler *compiler, struct compilation_unit *unit,
                        struct class_declaration *declaration, struct class_symbol *outer) {
    struct class_symbol *class = ARENA_NEW(compiler->arena, struct class_symbol);
    if (outer)
        class->name = intern_format("%s$%s", outer->name, declaration->name);
    else if (*unit->package)
        class->name = intern_format("%s/%s", unit->package, declaration->name);
    else
        class->name = declaration->name;
    class->simple_name = declaration->name;
    class->package = unit->package;
    class->access = declaration->access;
    class->outer = outer;
    class->declaration = declaration;
    class->unit = unit;
    class->place = declaration->place;
    declaration->symbol = class;
    for (struct class_symbol *c = outer; c; c = c->outer)
        if (c->simple_name == class->simple_name)
            compile_error(compiler, class->place, "class %s is already defined in %s",
                          class->simple_name,
                          c->outer ? class_text(compiler, c->outer) : "package unnamed package");
    for (uint32_t i = 0; i < compiler->classes.count; i++)
        if (compiler->classes.items[i]->name == class->name)
            compile_error(compiler, class->place,
                          outer ? "class %s is already defined in class %s"
                                : "duplicate class: %s%s",
                          outer ? class->simple_name : class_display_name(compiler, class->name),
                          outer ? outer->simple_name : "");
    class_enter(compiler, class);
    arena_vec_push(compiler->arena, &compiler->classes, class);
    if (outer) arena_vec_push(compiler->arena, &outer->nested, class);
    for (uint32_t i = 0; i < declaration->nested.count; i++)
        enter_class(compiler, unit, declaration->nested.items[i], class);
}

/* ---- headers */

static struct class_symbol *resolve_super(struct compiler *compiler, struct class_symbol *class,
                                          const struct type_syntax *syntax) {
    struct scope scope = {class->unit, class->outer};
    struct type *type = resolve_type(compiler, scope, syntax);
    if (type->kind != TYPE_CLASS) compile_error(compiler, syntax->place, "unexpected type");
    struct class_symbol *super = type->class;
    if (super->state == CLASS_HEADER_IN_PROGRESS || super == class)
        compile_error(compiler, super->place, "cyclic inheritance involving %s",
                      super->simple_name);
    complete_header(compiler, super);
    return super;
}

static void complete_interfaces(struct compiler *compiler, struct class_symbol *class) {
    const struct type_syntax_list *list = &class->declaration->interfaces;
    for (uint32_t i = 0; i < list->count; i++) {
        struct class_symbol *interface = resolve_super(compiler, class, list->items[i]);
        if (!class_is_interface(interface))
            compile_error(compiler, list->items[i]->place, "interface expected here");
        for (uint32_t j = 0; j < class->interfaces.count; j++)
            if (class->interfaces.items[j] == interface)
                compile_error(compiler, list->items[i]->place, "repeated interface");
        arena_vec_push(compiler->arena, &class->interfaces, interface);
    }
}

void complete_header(struct compiler *compiler, struct class_symbol *class) {
    if (class->state != CLASS_ENTERED || !class->declaration) return;
    class->state = CLASS_HEADER_IN_PROGRESS;
    const struct type_syntax *super = class->declaration->super;
    if (class->outer) complete_header(compiler, class->outer);
    if (super) {
        class->super = resolve_super(compiler, class, super);
        if (class_is_interface(class->super))
            compile_error(compiler, super->place, "no interface expected here");
        if (class->super->access & ACC_FINAL)
            compile_error(compiler, super->place, "cannot inherit from final %s",
                          class->super->simple_name);
    } else if (strcmp(class->name, "java/lang/Object") != 0) {
        class->super = class_known(compiler, "java/lang/Object");
    }
    complete_interfaces(compiler, class);
    class->state = CLASS_HEADER_KNOWN;
}

/* ---- members */

static void declare_field(struct compiler *compiler, struct class_symbol *class,
                          struct member_declaration *member) {
    struct variable *field = ARENA_NEW(compiler->arena, struct variable);
    field->name = member->name;
    field->access = member->access;
    field->place = member->place;
    field->owner = class;
    field->initializer = member->initializer;
    field->type = resolve_type(compiler, scope_of(class), member->syntax);
    for (uint32_t i = 0; i < class->fields.count; i++)
        if (class->fields.items[i]->name == field->name)
            compile_error(compiler, field->place, "variable %s is already defined in %s",
                          field->name, class_text(compiler, class));
    member->variable = field;
    arena_vec_push(compiler->arena, &class->fields, field);
}

static void describe_method(struct method *method) {
    const char *descriptor = "(";
    for (uint32_t i = 0; i < method->parameters.count; i++)
        descriptor = intern_format("%s%s", descriptor, method->parameters.items[i]->descriptor);
    method->descriptor = intern_format("%s)%s", descriptor, method->result->descriptor);
}

static void resolve_exceptions(struct compiler *compiler, struct class_symbol *class,
                               struct member_declaration *member) {
    struct type *throwable = type_known(compiler, "java/lang/Throwable");
    for (uint32_t i = 0; i < member->exceptions.count; i++) {
        const struct type_syntax *syntax = member->exceptions.items[i];
        struct type *type = resolve_type(compiler, scope_of(class), syntax);
        if (!type_is_subtype(compiler, type, throwable))
            compile_error(compiler, syntax->place,
                          "incompatible types: %s cannot be converted to Throwable",
                          type_text(compiler, type));
        arena_vec_push(compiler->arena, &member->method->exceptions, type);
    }
}

static void resolve_signature(struct compiler *compiler, struct class_symbol *class,
                              struct member_declaration *member) {
    struct method *method = member->method;
    method->result = member->kind == MEMBER_METHOD
                         ? resolve_type(compiler, scope_of(class), member->syntax)
                         : type_primitive(compiler, JAVA_VOID);
    for (uint32_t i = 0; i < member->parameters.count; i++) {
        struct variable *parameter = member->parameters.items[i];
        parameter->type = resolve_type(compiler, scope_of(class), member->parameter_types.items[i]);
        parameter->constant_state = CONSTANT_KNOWN;
        arena_vec_push(compiler->arena, &method->parameters, parameter->type);
    }
    describe_method(method);
    if (!descriptor_is_method(method->descriptor))
        compile_error(compiler, member->place, "too many parameters");
    if (member->exceptions.count) resolve_exceptions(compiler, class, member);
}

static void declare_method(struct compiler *compiler, struct class_symbol *class,
                           struct member_declaration *member) {
    struct method *method = ARENA_NEW(compiler->arena, struct method);
    method->name = member->name;
    method->access = member->access;
    method->place = member->place;
    method->owner = class;
    method->declaration = member;
    member->method = method;
    resolve_signature(compiler, class, member);
    for (uint32_t i = 0; i < class->methods.count; i++) {
        const struct method *other = class->methods.items[i];
        if (other->name == method->name && same_parameters(other, method))
            compile_error(compiler, method->place, "%s %s is already defined in %s",
                          member->kind == MEMBER_METHOD ? "method" : "constructor",
                          method_text(compiler, method), class_text(compiler, class));
    }
    arena_vec_push(compiler->arena, &class->methods, method);
}

/* JLS 8.8.9: as accessible as its class. */
static void declare_default_constructor(struct compiler *compiler, struct class_symbol *class) {
    struct member_declaration *member = ARENA_NEW(compiler->arena, struct member_declaration);
    member->kind = MEMBER_CONSTRUCTOR;
    member->is_default = true;
    member->name = intern("<init>");
    member->place = class->place;
    member->access = class->access & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED);
    member->body = ARENA_NEW(compiler->arena, struct statement);
    member->body->kind = STATEMENT_BLOCK;
    member->body->place = member->body->end = class->place;
    arena_vec_push(compiler->arena, &class->declaration->members, member);
    declare_method(compiler, class, member);
}

static void declare_members(struct compiler *compiler, struct class_symbol *class) {
    bool has_constructor = class_is_interface(class);
    struct class_declaration *declaration = class->declaration;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        struct member_declaration *member = declaration->members.items[i];
        if (member->kind == MEMBER_FIELD) {
            declare_field(compiler, class, member);
            member->variable->order = i + 1;
        } else if (member->kind != MEMBER_INITIALIZER) {
            declare_method(compiler, class, member);
        }
        has_constructor |= member->kind == MEMBER_CONSTRUCTOR;
    }
    if (!has_constructor) declare_default_constructor(compiler, class);
    class->state = CLASS_COMPLETE;
}

/* An imported package is only known by its classes; an imported class must be there. */
static void check_imports(struct compiler *compiler, struct compilation_unit *unit) {
    for (uint32_t i = 0; i < unit->imports.count; i++) {
        const struct import *import = &unit->imports.items[i];
        if (!import->name) continue;
        const char *simple_name = intern(strrchr(import->name, '/') + 1);
        struct scope scope = {unit, NULL};
        struct class_symbol *class =
            find_class_in_scope(compiler, scope, simple_name, import->place);
        if (class->unit == unit && !class->outer && class != import->class)
            compile_error(compiler, import->place, "%s is already defined in this compilation unit",
                          simple_name);
        check_class_access(compiler, scope, class, import->place);
    }
}

void declare_classes(struct compiler *compiler) {
    for (size_t i = 0; i < compiler->unit_count; i++) {
        struct compilation_unit *unit = &compiler->units[i];
        for (uint32_t j = 0; j < unit->classes.count; j++)
            enter_class(compiler, unit, unit->classes.items[j], NULL);
    }
    for (uint32_t i = 0; i < compiler->classes.count; i++)
        complete_header(compiler, compiler->classes.items[i]);
    for (size_t i = 0; i < compiler->unit_count; i++) check_imports(compiler, &compiler->units[i]);
    for (uint32_t i = 0; i < compiler->classes.count; i++)
        declare_members(compiler, compiler->classes.items[i]);
}
