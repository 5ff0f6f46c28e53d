/* NAMES: what the name of a type means where it stands (JLS 6.4, 6.5.5). */
#include <string.h>

#include "base/intern.h"
#include "frontend/passes.h"

struct scope scope_of(struct class_symbol *class) {
    return (struct scope){.unit = class->unit, .class = class};
}

_Noreturn void fail_symbol(struct compiler *compiler, struct place place, struct scope scope,
                           const char *kind, const char *name) {
    if (!scope.class) compile_error(compiler, place, "cannot find symbol: %s %s", kind, name);
    compile_error(compiler, place, "cannot find symbol: %s %s, location: %s", kind, name,
                  class_text(compiler, scope.class));
}

static bool is_class_accessible(struct scope scope, struct class_symbol *class) {
    if (scope.class && class_outermost(scope.class) == class_outermost(class)) return true;
    if (class->access & ACC_PRIVATE) return false;
    bool same_package = class->package == scope.unit->package;
    if (class->access & ACC_PROTECTED && !same_package) {
        for (struct class_symbol *c = scope.class; c; c = c->outer)
            if (class->outer && class_is_subclass(c, class->outer)) return true;
        return false;
    }
    return same_package || class->access & (ACC_PUBLIC | ACC_PROTECTED);
}

static _Noreturn void fail_class_access(struct compiler *compiler, const struct class_symbol *class,
                                        struct place place) {
    if (class->outer && class->access & (ACC_PRIVATE | ACC_PROTECTED))
        compile_error(compiler, place, "%s has %s access in %s", class->simple_name,
                      class->access & ACC_PRIVATE ? "private" : "protected",
                      class->outer->simple_name);
    compile_error(compiler, place,
                  "%s is not public in %s; cannot be accessed from outside package",
                  class->simple_name, class_display_name(compiler, class->package));
}

void check_class_access(struct compiler *compiler, struct scope scope, struct class_symbol *class,
                        struct place place) {
    if (!is_class_accessible(scope, class)) fail_class_access(compiler, class, place);
}

/* A private class of a superclass is no member (JLS 8.5). */
static bool is_inherited(const struct class_symbol *class, const struct class_symbol *member) {
    return !(member->access & ACC_PRIVATE) || member->outer == class;
}

static struct class_symbol *find_member_in(struct compiler *compiler, struct class_symbol *class,
                                           const char *simple_name, uint64_t walk) {
    if (!class_visit(class, walk)) return NULL;
    for (uint32_t i = 0; i < class->nested.count; i++)
        if (class->nested.items[i]->simple_name == simple_name && !class->nested.items[i]->is_local)
            return class->nested.items[i];
    if (class->file) {
        struct class_symbol *found =
            class_find(compiler, intern_format("%s$%s", class->name, simple_name));
        if (found) return found;
    }
    if (class->state == CLASS_ENTERED) complete_header(compiler, class);
    struct class_symbol *found =
        class->super ? find_member_in(compiler, class->super, simple_name, walk) : NULL;
    for (uint32_t i = 0; i < class->interfaces.count && !found; i++)
        found = find_member_in(compiler, class->interfaces.items[i], simple_name, walk);
    return found;
}

struct class_symbol *find_member_class(struct compiler *compiler, struct class_symbol *class,
                                       const char *simple_name) {
    return find_member_in(compiler, class, simple_name, class_walk_new());
}

static struct class_symbol *find_in_package(struct compiler *compiler, const char *package,
                                            const char *simple_name) {
    return class_find(compiler,
                      *package ? intern_format("%s/%s", package, simple_name) : simple_name);
}

struct class_symbol *find_imported(struct compiler *compiler, const char *name) {
    const char *slash = strrchr(name, '/');
    struct class_symbol *class = class_find(compiler, name);
    if (class || !slash) return class;
    struct class_symbol *outer =
        find_imported(compiler, intern_bytes(name, (size_t)(slash - name)));
    return outer ? find_member_class(compiler, outer, intern(slash + 1)) : NULL;
}

static struct class_symbol *find_single_import(struct compiler *compiler,
                                               const struct compilation_unit *unit,
                                               const char *simple_name) {
    for (uint32_t i = 0; i < unit->imports.count; i++) {
        struct import *import = &unit->imports.items[i];
        if (!import->name || import->member ||
            strcmp(strrchr(import->name, '/') + 1, simple_name) != 0)
            continue;
        if (!import->class) import->class = find_imported(compiler, import->name);
        if (import->class) return import->class;
        const char *slash = strrchr(import->name, '/');
        const char *package = intern_bytes(import->name, (size_t)(slash - import->name));
        compile_error(compiler, import->place, "cannot find symbol: class %s, location: package %s",
                      simple_name, class_display_name(compiler, package));
    }
    return NULL;
}

/* java.lang and the packages, or classes, that are imported whole. */
static struct class_symbol *find_on_demand(struct compiler *compiler, struct scope scope,
                                           const char *simple_name, struct place place) {
    struct class_symbol *found = find_in_package(compiler, "java/lang", simple_name);
    for (uint32_t i = 0; i < scope.unit->imports.count; i++) {
        const struct import *import = &scope.unit->imports.items[i];
        if (!import->package) continue;
        struct class_symbol *class = find_in_package(compiler, import->package, simple_name);
        struct class_symbol *outer = class ? NULL : find_imported(compiler, import->package);
        if (outer) class = find_member_class(compiler, outer, simple_name);
        if (!class || class == found || !is_class_accessible(scope, class)) continue;
        if (found && is_class_accessible(scope, found))
            compile_error(compiler, place, "reference to %s is ambiguous", simple_name);
        found = class;
    }
    return found;
}

static struct type *find_parameter(const struct type_list *parameters, uint32_t first,
                                   const char *name) {
    for (uint32_t i = first; parameters && i < parameters->count; i++)
        if (parameters->items[i]->name == name) return parameters->items[i];
    return NULL;
}

/* The scope around a class. */
static struct scope outer_scope(struct scope scope) {
    const struct class_symbol *class = scope.class;
    if (class->around) return *class->around;
    bool is_static = scope.is_static || !class->is_inner;
    return (struct scope){.unit = class->unit, .class = class->outer, .is_static = is_static};
}

/* [inaccessible]: set to a class of that name that the class does not inherit. */
static struct type *find_in_class(struct compiler *compiler, struct scope scope,
                                  const char *simple_name, struct place place,
                                  const struct class_symbol **inaccessible) {
    struct class_symbol *class = scope.class;
    struct type *variable = find_parameter(
        &class->parameters, class->parameters.count - class->own_parameters, simple_name);
    if (variable && scope.is_static)
        compile_error(compiler, place,
                      "non-static type variable %s cannot be referenced from a static context",
                      simple_name);
    if (variable) return variable;
    struct class_symbol *member = find_member_class(compiler, class, simple_name);
    if (member && !is_inherited(class, member)) {
        *inaccessible = member;
        member = NULL;
    }
    if (!member && class->simple_name == simple_name && !class->is_anonymous) member = class;
    return member ? &member->type : NULL;
}

struct type *find_type_in_scope(struct compiler *compiler, struct scope scope,
                                const char *simple_name, struct place place) {
    struct compilation_unit *unit = scope.unit;
    const struct class_symbol *inaccessible = NULL;
    for (;; scope = outer_scope(scope)) {
        struct type *variable = find_parameter(scope.type_parameters, 0, simple_name);
        if (variable) return variable;
        if (!scope.class) break;
        for (const struct local_class *local = scope.local_classes; local; local = local->next)
            if (local->class->simple_name == simple_name) return &local->class->type;
        struct type *found = find_in_class(compiler, scope, simple_name, place, &inaccessible);
        if (found) return found;
    }
    for (uint32_t i = 0; i < unit->classes.count; i++)
        if (unit->classes.items[i]->name == simple_name)
            return &unit->classes.items[i]->symbol->type;
    struct class_symbol *found = find_single_import(compiler, unit, simple_name);
    if (!found) found = find_in_package(compiler, unit->package, simple_name);
    if (!found) found = find_on_demand(compiler, scope, simple_name, place);
    if (!found && inaccessible) fail_class_access(compiler, inaccessible, place);
    return found ? &found->type : NULL;
}

struct class_symbol *find_class_in_scope(struct compiler *compiler, struct scope scope,
                                         const char *simple_name, struct place place) {
    struct type *type = find_type_in_scope(compiler, scope, simple_name, place);
    return type && type->kind == KIND_CLASS ? type->class : NULL;
}

static const char *package_of(struct compiler *compiler, const struct type_syntax *syntax,
                              uint32_t count) {
    const char *package = syntax->names[0];
    for (uint32_t i = 1; i < count; i++)
        package = arena_format(compiler->arena, "%s/%s", package, syntax->names[i]);
    return package;
}

/* ---- with arguments */

static struct type *resolve_argument(struct compiler *compiler, struct scope scope,
                                     const struct type_syntax *syntax) {
    if (!syntax->is_wildcard) return resolve_type(compiler, scope, syntax);
    struct type *bound = syntax->bound ? resolve_type(compiler, scope, syntax->bound) : NULL;
    return type_wildcard(compiler, syntax->wildcard, bound);
}

/* What the classes around an inner class are parameterised with where it is named from inside. */
static struct type_list implied_arguments(struct compiler *compiler, struct scope scope,
                                          struct class_symbol *class) {
    for (; scope.class; scope = outer_scope(scope)) {
        if (scope.is_static || !class_is_subclass(scope.class, class->outer)) continue;
        struct type *outer = type_as_super(compiler, scope.class->this_type, class->outer);
        if (outer) return outer->arguments;
    }
    return (struct type_list){0};
}

/* JLS 4.5: an argument is below the bounds of its parameter. Wildcards are left alone. */
static void check_bound(struct compiler *compiler, const struct bound_check *check) {
    struct type *argument = check->type->arguments.items[check->argument];
    const struct type_list *parameters = &check->type->class->parameters;
    const struct type *parameter = parameters->items[check->argument];
    if (argument->kind == KIND_WILDCARD) return;
    for (uint32_t i = 0; i < parameter->bounds.count; i++) {
        bool is_unchecked = false;
        struct type *bound = type_substitute(compiler, parameter->bounds.items[i], parameters,
                                             &check->type->arguments);
        if (!type_is_subtype_unchecked(compiler, argument, bound, &is_unchecked))
            compile_error(compiler, check->place,
                          "type argument %s is not within bounds of type-variable %s",
                          type_text(compiler, argument), parameter->name);
    }
}

void check_bounds(struct compiler *compiler) {
    compiler->are_bounds_known = true;
    for (uint32_t i = 0; i < compiler->bound_checks.count; i++)
        check_bound(compiler, &compiler->bound_checks.items[i]);
}

/* [outer]: the type before the dot, or NULL. */
static struct type *with_arguments(struct compiler *compiler, struct scope scope,
                                   struct class_symbol *class, struct type *outer,
                                   const struct type_syntax *syntax, uint32_t name) {
    const struct type_syntax_list *given = &syntax->arguments[name];
    uint32_t around = class->parameters.count - class->own_parameters;
    struct type_list arguments = {0}, inherited = {0};
    if (given->count && given->count != class->own_parameters) {
        if (class->own_parameters == 0)
            compile_error(compiler, given->items[0]->place, "type %s does not take parameters",
                          class->simple_name);
        compile_error(compiler, given->items[0]->place,
                      "wrong number of type arguments; required %u", class->own_parameters);
    }
    if (given->count != class->own_parameters || class->parameters.count == 0) return &class->type;
    if (around)
        inherited = outer && outer->arguments.count == around
                        ? outer->arguments
                        : implied_arguments(compiler, scope, class);
    if (inherited.count != around) return &class->type;
    for (uint32_t i = 0; i < around; i++)
        arena_vec_push(compiler->arena, &arguments, inherited.items[i]);
    for (uint32_t i = 0; i < given->count; i++) {
        struct type *argument = resolve_argument(compiler, scope, given->items[i]);
        arena_vec_push(compiler->arena, &arguments, argument);
    }
    struct type *type = type_parameterized(compiler, class, &arguments);
    for (uint32_t i = 0; i < given->count; i++) {
        struct bound_check check = {type, around + i, given->items[i]->place};
        if (compiler->are_bounds_known)
            check_bound(compiler, &check);
        else
            arena_vec_push(compiler->arena, &compiler->bound_checks, check);
    }
    return type;
}

static struct type *resolve_class(struct compiler *compiler, struct scope scope,
                                  const struct type_syntax *syntax) {
    uint32_t next = 1;
    struct type *found = find_type_in_scope(compiler, scope, syntax->names[0], syntax->place);
    if (found && found->kind == KIND_VARIABLE) {
        if (syntax->name_count > 1 || syntax->arguments[0].count)
            compile_error(compiler, syntax->place, "unexpected type");
        return found;
    }
    struct class_symbol *class = found ? found->class : NULL;
    while (!class && next < syntax->name_count) {
        next++;
        class = class_find(compiler, package_of(compiler, syntax, next));
    }
    if (!class && next == 1) fail_symbol(compiler, syntax->place, scope, "class", syntax->names[0]);
    if (!class)
        compile_error(compiler, syntax->place, "package %s does not exist",
                      class_display_name(compiler, package_of(compiler, syntax, next - 1)));
    check_class_access(compiler, scope, class, syntax->place);
    struct type *type = with_arguments(compiler, scope, class, NULL, syntax, next - 1);
    for (; next < syntax->name_count; next++) {
        struct class_symbol *outer = class;
        class = find_member_class(compiler, outer, syntax->names[next]);
        if (!class)
            fail_symbol(compiler, syntax->place, scope_of(outer), "class", syntax->names[next]);
        check_class_access(compiler, scope, class, syntax->place);
        if (!is_inherited(outer, class)) fail_class_access(compiler, class, syntax->place);
        type = with_arguments(compiler, scope, class, type, syntax, next);
    }
    return type;
}

struct type *resolve_type(struct compiler *compiler, struct scope scope,
                          const struct type_syntax *syntax) {
    struct type *type = syntax->type ? syntax->type
                        : syntax->primitive == JAVA_REFERENCE
                            ? resolve_class(compiler, scope, syntax)
                            : type_primitive(compiler, syntax->primitive);
    for (uint32_t i = 0; i < syntax->dimensions; i++) type = type_array(compiler, type);
    if (syntax->more.count == 0) return type;
    struct type_list parts = {0};
    arena_vec_push(compiler->arena, &parts, type);
    for (uint32_t i = 0; i < syntax->more.count; i++) {
        struct type *part = resolve_type(compiler, scope, syntax->more.items[i]);
        arena_vec_push(compiler->arena, &parts, part);
    }
    return type_intersection(compiler, &parts);
}

/* ---- type parameters */

void declare_type_parameters(struct compiler *compiler, const struct type_parameters *syntax,
                             struct type_list *parameters) {
    for (uint32_t i = 0; i < syntax->count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (syntax->items[j].name == syntax->items[i].name)
                compile_error(compiler, syntax->items[i].place,
                              "type variable %s is already defined", syntax->items[i].name);
        struct type *parameter = type_variable_new(compiler, syntax->items[i].name);
        arena_vec_push(compiler->arena, parameters, parameter);
    }
}

void resolve_type_parameters(struct compiler *compiler, struct scope scope,
                             const struct type_parameters *syntax, struct type **parameters) {
    for (uint32_t i = 0; i < syntax->count; i++)
        for (uint32_t j = 0; j < syntax->items[i].bounds.count; j++) {
            const struct type_syntax *bound_syntax = syntax->items[i].bounds.items[j];
            struct type *bound = resolve_type(compiler, scope, bound_syntax);
            bool is_class = bound->kind == KIND_CLASS;
            if (type_is_primitive(bound) || bound->kind == KIND_ARRAY)
                compile_error(compiler, bound_syntax->place, "unexpected type");
            if (j > 0 && (!is_class || !symbol_is_interface(bound->class)))
                compile_error(compiler, bound_syntax->place, "interface expected here");
            arena_vec_push(compiler->arena, &parameters[i]->bounds, bound);
        }
    for (uint32_t i = 0; i < syntax->count; i++) {
        const struct type *type = parameters[i];
        for (uint32_t steps = 0; type->kind == KIND_VARIABLE && type->bounds.count; steps++) {
            type = type->bounds.items[0];
            if (steps > syntax->count)
                compile_error(compiler, syntax->items[i].place, "cyclic inheritance involving %s",
                              syntax->items[i].name);
        }
    }
}
