/* DECLARE: symbols for the classes of the sources: first all names, then the super types, then the
 * members, because each step looks at what the one before made of other classes. */
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "frontend/passes.h"

static void check_names_around(struct compiler *compiler, const struct class_symbol *class) {
    for (const struct class_symbol *c = class->outer; c; c = c->outer)
        if (c->simple_name == class->simple_name)
            compile_error(compiler, class->place, "class %s is already defined in %s",
                          class->simple_name,
                          c->outer ? class_text(compiler, c->outer) : "package unnamed package");
}

static void check_duplicate(struct compiler *compiler, const struct class_symbol *class) {
    if (!class_is_entered(compiler, class->name)) return;
    const struct class_symbol *outer = class->outer;
    compile_error(compiler, class->place,
                  outer ? "class %s is already defined in class %s" : "duplicate class: %s%s",
                  outer ? class->simple_name : class_display_name(compiler, class->name),
                  outer ? outer->simple_name : "");
}

static struct class_symbol *class_new(struct compiler *compiler, struct compilation_unit *unit,
                                      struct class_declaration *declaration,
                                      struct class_symbol *outer) {
    struct class_symbol *class = ARENA_NEW(compiler->arena, struct class_symbol);
    class->simple_name = declaration->name ? declaration->name : intern("");
    class->package = unit->package;
    class->access = declaration->access;
    class->outer = outer;
    class->declaration = declaration;
    class->unit = unit;
    class->place = declaration->place;
    declaration->symbol = class;
    return class;
}

static void enter_class(struct compiler *compiler, struct compilation_unit *unit,
                        struct class_declaration *declaration, struct class_symbol *outer);

/* Its type parameters, and the classes inside. */
static void enter(struct compiler *compiler, struct class_symbol *class) {
    struct class_declaration *declaration = class->declaration;
    class_enter(compiler, class);
    arena_vec_push(compiler->arena, &compiler->classes, class);
    if (class->outer) arena_vec_push(compiler->arena, &class->outer->nested, class);
    if (class->is_inner && !class->is_local)
        for (uint32_t i = 0; i < class->outer->parameters.count; i++)
            arena_vec_push(compiler->arena, &class->parameters, class->outer->parameters.items[i]);
    declare_type_parameters(compiler, &declaration->type_parameters, &class->parameters);
    class->own_parameters = declaration->type_parameters.count;
    class->this_type = type_parameterized(compiler, class, &class->parameters);
    for (uint32_t i = 0; i < declaration->nested.count; i++)
        enter_class(compiler, class->unit, declaration->nested.items[i], class);
}

static void enter_class(struct compiler *compiler, struct compilation_unit *unit,
                        struct class_declaration *declaration, struct class_symbol *outer) {
    struct class_symbol *class = class_new(compiler, unit, declaration, outer);
    if (outer)
        class->name = intern_format("%s$%s", outer->name, declaration->name);
    else if (*unit->package)
        class->name = intern_format("%s/%s", unit->package, declaration->name);
    else
        class->name = declaration->name;
    class->is_inner = outer && !(class->access & ACC_STATIC);
    if (outer) class->site = outer->site;
    check_names_around(compiler, class);
    check_duplicate(compiler, class);
    enter(compiler, class);
}

/* ---- headers */

/* What the types in a class's header can name: its type parameters and what is around it. */
static struct scope header_scope(const struct class_symbol *class) {
    struct scope scope = {.unit = class->unit, .class = class->outer};
    if (class->around)
        scope = *class->around;
    else
        scope.is_static = !class->is_inner;
    if (class->own_parameters == 0) return scope;
    scope.type_parameters = &class->parameters;
    return scope;
}

static struct type *resolve_super(struct compiler *compiler, struct class_symbol *class,
                                  const struct type_syntax *syntax) {
    struct type *type = resolve_type(compiler, header_scope(class), syntax);
    if (type->kind != KIND_CLASS) compile_error(compiler, syntax->place, "unexpected type");
    struct class_symbol *super = type->class;
    if (super->state == CLASS_HEADER_IN_PROGRESS || super == class)
        compile_error(compiler, super->place, "cyclic inheritance involving %s",
                      super->simple_name);
    complete_header(compiler, super);
    return type;
}

static void complete_interfaces(struct compiler *compiler, struct class_symbol *class) {
    const struct type_syntax_list *list = &class->declaration->interfaces;
    for (uint32_t i = 0; i < list->count; i++) {
        struct type *type = resolve_super(compiler, class, list->items[i]);
        if (!symbol_is_interface(type->class))
            compile_error(compiler, list->items[i]->place, "interface expected here");
        for (uint32_t j = 0; j < class->interfaces.count; j++)
            if (class->interfaces.items[j] == type->class)
                compile_error(compiler, list->items[i]->place, "repeated interface");
        arena_vec_push(compiler->arena, &class->interfaces, type->class);
        arena_vec_push(compiler->arena, &class->interface_types, type);
    }
}

static void complete_super(struct compiler *compiler, struct class_symbol *class) {
    const struct type_syntax *super = class->declaration->super;
    if (super) {
        class->super_type = resolve_super(compiler, class, super);
        if (symbol_is_interface(class->super_type->class))
            compile_error(compiler, super->place, "no interface expected here");
        if (class->super_type->class->access & ACC_FINAL)
            compile_error(compiler, super->place, "cannot inherit from final %s",
                          class->super_type->class->simple_name);
        if (class->super_type->class->access & ACC_ENUM && !class->is_anonymous)
            compile_error(compiler, super->place, "cannot inherit from final %s",
                          class->super_type->class->simple_name);
        if (class->parameters.count &&
            class_is_subclass(class->super_type->class,
                              class_known(compiler, "java/lang/Throwable")))
            compile_error(compiler, super->place,
                          "a generic class may not extend java.lang.Throwable");
    } else if (class->access & ACC_ENUM) {
        struct type *arguments[] = {&class->type};
        struct type_list list = {arguments, 1, 1};
        class->super_type =
            type_parameterized(compiler, class_known(compiler, "java/lang/Enum"), &list);
    } else if (strcmp(class->name, "java/lang/Object") != 0) {
        class->super_type = type_object(compiler);
    }
    class->super = class->super_type ? class->super_type->class : NULL;
}

void complete_header(struct compiler *compiler, struct class_symbol *class) {
    if (class->state != CLASS_ENTERED || !class->declaration) return;
    class->state = CLASS_HEADER_IN_PROGRESS;
    if (class->outer) complete_header(compiler, class->outer);
    uint32_t around = class->parameters.count - class->own_parameters;
    resolve_type_parameters(compiler, header_scope(class), &class->declaration->type_parameters,
                            class->parameters.items + around);
    complete_super(compiler, class);
    complete_interfaces(compiler, class);
    class->state = CLASS_HEADER_KNOWN;
}

/* ---- members */

static struct scope member_scope(struct class_symbol *class, uint16_t access) {
    struct scope scope = scope_of(class);
    scope.is_static = access & ACC_STATIC;
    return scope;
}

static void declare_field(struct compiler *compiler, struct class_symbol *class,
                          struct member_declaration *member) {
    struct variable *field = ARENA_NEW(compiler->arena, struct variable);
    field->name = member->name;
    field->access = member->access;
    field->place = member->place;
    field->owner = class;
    field->initializer = member->initializer;
    field->type = member->syntax
                      ? resolve_type(compiler, member_scope(class, member->access), member->syntax)
                      : &class->type; /* an enum constant */
    if (class_field(class, field->name))
        compile_error(compiler, field->place, "variable %s is already defined in %s", field->name,
                      class_text(compiler, class));
    member->variable = field;
    class_add_field(compiler, class, field);
}

/* The hidden parameters of constructors: the instance around an inner class, the name and ordinal
 * of an enum constant. Captured variables follow all others, once they are known. */
static void add_hidden_parameters(struct strbuf *descriptor, const struct method_symbol *method) {
    const struct class_symbol *class = method->owner;
    if (*method->name != '<') return;
    if (class->access & ACC_ENUM) strbuf_add_text(descriptor, "Ljava/lang/String;I");
    if (class->is_inner) strbuf_add_text(descriptor, class->outer->type.descriptor);
}

static void describe_method(struct compiler *compiler, struct method_symbol *method) {
    struct strbuf *descriptor = compiler_text(compiler);
    strbuf_add_text(descriptor, "(");
    add_hidden_parameters(descriptor, method);
    for (uint32_t i = 0; i < method->parameters.count; i++)
        strbuf_add_text(descriptor, erased_descriptor(compiler, method->parameters.items[i]));
    strbuf_addf(descriptor, ")%s", erased_descriptor(compiler, method->result));
    method->descriptor = intern(strbuf_text(descriptor));
}

static void resolve_exceptions(struct compiler *compiler, struct scope scope,
                               struct member_declaration *member) {
    struct type *throwable = type_known(compiler, "java/lang/Throwable");
    for (uint32_t i = 0; i < member->exceptions.count; i++) {
        const struct type_syntax *syntax = member->exceptions.items[i];
        struct type *type = resolve_type(compiler, scope, syntax);
        if (!type_is_subtype(compiler, type, throwable))
            compile_error(compiler, syntax->place,
                          "incompatible types: %s cannot be converted to Throwable",
                          type_text(compiler, type));
        arena_vec_push(compiler->arena, &member->method->exceptions, type);
    }
}

static void resolve_signature(struct compiler *compiler, struct class_symbol *class,
                              struct member_declaration *member) {
    struct method_symbol *method = member->method;
    struct scope scope = member_scope(class, member->access);
    declare_type_parameters(compiler, &member->type_parameters, &method->type_parameters);
    scope.type_parameters = &method->type_parameters;
    resolve_type_parameters(compiler, scope, &member->type_parameters,
                            method->type_parameters.items);
    method->result = member->kind == MEMBER_METHOD ? resolve_type(compiler, scope, member->syntax)
                                                   : type_primitive(compiler, JAVA_VOID);
    for (uint32_t i = 0; i < member->parameters.count; i++) {
        struct variable *parameter = member->parameters.items[i];
        parameter->type = resolve_type(compiler, scope, member->parameter_types.items[i]);
        parameter->constant_state = CONSTANT_KNOWN;
        parameter->home = class;
        arena_vec_push(compiler->arena, &method->parameters, parameter->type);
    }
    describe_method(compiler, method);
    if (!descriptor_is_method(method->descriptor))
        compile_error(compiler, member->place, "too many parameters");
    if (member->exceptions.count) resolve_exceptions(compiler, scope, member);
}

/* The parameters of the descriptor: two methods of a name must differ in them. */
static bool same_erasure(const struct method_symbol *a, const struct method_symbol *b) {
    size_t length = (size_t)(strchr(a->descriptor, ')') - a->descriptor);
    return strncmp(a->descriptor, b->descriptor, length + 1) == 0;
}

static void check_redefinition(struct compiler *compiler, struct class_symbol *class,
                               const struct method_symbol *method) {
    const struct method_symbol *other = class_first_method(class, method->name);
    for (; other; other = other->next_of_name) {
        if (same_parameters(compiler, class, other, method))
            compile_error(compiler, method->place, "%s %s is already defined in %s",
                          *method->name == '<' ? "constructor" : "method",
                          method_text(compiler, method), class_text(compiler, class));
        if (same_erasure(other, method))
            compile_error(compiler, method->place, "name clash: %s and %s have the same erasure",
                          method_text(compiler, method), method_text(compiler, other));
    }
}

static void declare_method(struct compiler *compiler, struct class_symbol *class,
                           struct member_declaration *member) {
    struct method_symbol *method = ARENA_NEW(compiler->arena, struct method_symbol);
    method->name = member->name;
    method->access = member->access;
    method->is_variable_arity = member->is_variable_arity;
    method->place = member->place;
    method->owner = class;
    method->declaration = member;
    member->method = method;
    resolve_signature(compiler, class, member);
    check_redefinition(compiler, class, method);
    class_add_method(compiler, class, method);
}

/* JLS 8.8.9: as accessible as its class. */
static void declare_default_constructor(struct compiler *compiler, struct class_symbol *class) {
    struct member_declaration *member = ARENA_NEW(compiler->arena, struct member_declaration);
    member->kind = MEMBER_CONSTRUCTOR;
    member->is_default = true;
    member->name = intern("<init>");
    member->place = class->place;
    member->access = class->access & ACC_ENUM
                         ? ACC_PRIVATE
                         : class->access & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED);
    member->body = ARENA_NEW(compiler->arena, struct statement);
    member->body->kind = STATEMENT_BLOCK;
    member->body->place = member->body->end = class->place;
    arena_vec_push(compiler->arena, &class->declaration->members, member);
    declare_method(compiler, class, member);
}

static void declare_enum_method(struct compiler *compiler, struct class_symbol *class,
                                const char *name, struct type *parameter, struct type *result) {
    struct method_symbol *method = ARENA_NEW(compiler->arena, struct method_symbol);
    method->name = intern(name);
    method->access = ACC_PUBLIC | ACC_STATIC;
    method->owner = class;
    method->place = class->place;
    method->result = result;
    if (parameter) arena_vec_push(compiler->arena, &method->parameters, parameter);
    describe_method(compiler, method);
    check_redefinition(compiler, class, method);
    class_add_method(compiler, class, method);
}

/* JLS 8.9: values and valueOf; the constants are made by expressions of the class's own type. */
static void declare_enum(struct compiler *compiler, struct class_symbol *class) {
    struct class_declaration *declaration = class->declaration;
    bool has_bodies = false, has_abstract = false;
    int32_t ordinal = 0;
    for (uint32_t i = 0; i < declaration->members.count; i++) {
        struct member_declaration *member = declaration->members.items[i];
        if (member->kind == MEMBER_CONSTRUCTOR) {
            if (member->access & (ACC_PUBLIC | ACC_PROTECTED))
                compile_error(compiler, member->place, "modifier %s not allowed here",
                              member->access & ACC_PUBLIC ? "public" : "protected");
            member->access |= ACC_PRIVATE;
        }
        has_abstract |= member->kind == MEMBER_METHOD && member->access & ACC_ABSTRACT;
        if (member->kind != MEMBER_FIELD || !(member->access & ACC_ENUM)) continue;
        struct type_syntax *syntax = ARENA_NEW(compiler->arena, struct type_syntax);
        syntax->place = member->place;
        syntax->primitive = JAVA_REFERENCE;
        syntax->type = &class->type;
        member->initializer->syntax = syntax;
        member->initializer->ordinal = ordinal++;
        member->initializer->enum_constant = member->name;
        has_bodies |= member->initializer->body != NULL;
    }
    if (!has_bodies) class->access |= ACC_FINAL;
    if (has_abstract) class->access |= ACC_ABSTRACT;
    declare_enum_method(compiler, class, "values", NULL, type_array(compiler, &class->type));
    declare_enum_method(compiler, class, "valueOf", type_string(compiler), &class->type);
}

static void declare_members(struct compiler *compiler, struct class_symbol *class) {
    bool has_constructor = symbol_is_interface(class) || class->is_anonymous;
    if (class->access & ACC_ENUM && !class->is_anonymous) declare_enum(compiler, class);
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

/* ---- local classes */

/* "Outer$1Local", the first number that is free. */
static const char *local_name(struct compiler *compiler, const struct class_symbol *outer,
                              const char *simple_name) {
    for (uint32_t number = 1;; number++) {
        const char *name = intern_format("%s$%u%s", outer->name, number, simple_name);
        if (!class_is_entered(compiler, name)) return name;
    }
}

void declare_anonymous_constructor(struct compiler *compiler, struct class_symbol *class,
                                   struct member_declaration *member) {
    arena_vec_push(compiler->arena, &class->declaration->members, member);
    declare_method(compiler, class, member);
}

static void complete_nested(struct compiler *compiler, uint32_t first) {
    uint32_t end = compiler->classes.count;
    for (uint32_t i = first; i < end; i++) complete_header(compiler, compiler->classes.items[i]);
    for (uint32_t i = first; i < end; i++) declare_members(compiler, compiler->classes.items[i]);
}

void declare_local_class(struct compiler *compiler, struct class_declaration *declaration,
                         struct scope scope, bool is_inner) {
    struct class_symbol *class = class_new(compiler, scope.unit, declaration, scope.class);
    uint32_t first = compiler->classes.count;
    struct local_class *local = ARENA_NEW(compiler->arena, struct local_class);
    class->name = local_name(compiler, scope.class, class->simple_name);
    class->is_local = true;
    class->is_anonymous = !declaration->name;
    class->is_inner = is_inner;
    class->site = scope.at;
    *local = (struct local_class){class, scope.local_classes};
    class->around = ARENA_NEW(compiler->arena, struct scope);
    *class->around = scope;
    if (!class->is_anonymous) class->around->local_classes = local;
    if (!class->is_anonymous) check_names_around(compiler, class);
    enter(compiler, class);
    complete_nested(compiler, first);
}

static void check_static_import(struct compiler *compiler, struct import *import) {
    const char *slash = strrchr(import->name, '/');
    import->class = find_imported(compiler, import->name);
    if (!import->class)
        compile_error(compiler, import->place, "cannot find symbol: class %s",
                      slash ? slash + 1 : import->name);
}

/* An imported package is only known by its classes; an imported class must be there. */
static void check_imports(struct compiler *compiler, struct compilation_unit *unit) {
    for (uint32_t i = 0; i < unit->imports.count; i++) {
        struct import *import = &unit->imports.items[i];
        if (import->member) check_static_import(compiler, import);
        if (!import->name || import->member) continue;
        const char *simple_name = intern(strrchr(import->name, '/') + 1);
        struct scope scope = {.unit = unit};
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
