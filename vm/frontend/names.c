/* NAMES: what the name of a type means where it stands (JLS 6.4, 6.5.5). */
#include <string.h>

#include "base/intern.h"
#include "frontend/passes.h"

struct scope scope_of(struct class_symbol *class) {
    return (struct scope){class->unit, class};
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

void check_class_access(struct compiler *compiler, struct scope scope, struct class_symbol *class,
                        struct place place) {
    if (is_class_accessible(scope, class)) return;
    if (class->outer && class->access & (ACC_PRIVATE | ACC_PROTECTED))
        compile_error(compiler, place, "%s has %s access in %s", class->simple_name,
                      class->access & ACC_PRIVATE ? "private" : "protected",
                      class->outer->simple_name);
    compile_error(compiler, place,
                  "%s is not public in %s; cannot be accessed from outside package",
                  class->simple_name, class_display_name(compiler, class->package));
}

struct class_symbol *find_member_class(struct compiler *compiler, struct class_symbol *class,
                                       const char *simple_name) {
    for (uint32_t i = 0; i < class->nested.count; i++)
        if (class->nested.items[i]->simple_name == simple_name) return class->nested.items[i];
    if (class->file) {
        struct class_symbol *found =
            class_find(compiler, intern_format("%s$%s", class->name, simple_name));
        if (found) return found;
    }
    if (class->state == CLASS_ENTERED) complete_header(compiler, class);
    struct class_symbol *found =
        class->super ? find_member_class(compiler, class->super, simple_name) : NULL;
    for (uint32_t i = 0; i < class->interfaces.count && !found; i++)
        found = find_member_class(compiler, class->interfaces.items[i], simple_name);
    return found;
}

static struct class_symbol *find_in_package(struct compiler *compiler, const char *package,
                                            const char *simple_name) {
    return class_find(compiler,
                      *package ? intern_format("%s/%s", package, simple_name) : simple_name);
}

/* "java/util/Map/Entry", the longest package first. */
static struct class_symbol *find_imported(struct compiler *compiler, const char *name) {
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
        if (!import->name || strcmp(strrchr(import->name, '/') + 1, simple_name) != 0) continue;
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

struct class_symbol *find_class_in_scope(struct compiler *compiler, struct scope scope,
                                         const char *simple_name, struct place place) {
    for (struct class_symbol *class = scope.class; class; class = class->outer) {
        struct class_symbol *member = find_member_class(compiler, class, simple_name);
        if (member) return member;
        if (class->simple_name == simple_name) return class;
    }
    for (uint32_t i = 0; i < scope.unit->classes.count; i++)
        if (scope.unit->classes.items[i]->name == simple_name)
            return scope.unit->classes.items[i]->symbol;
    struct class_symbol *found = find_single_import(compiler, scope.unit, simple_name);
    if (!found) found = find_in_package(compiler, scope.unit->package, simple_name);
    return found ? found : find_on_demand(compiler, scope, simple_name, place);
}

static const char *package_of(struct compiler *compiler, const struct type_syntax *syntax,
                              uint32_t count) {
    const char *package = syntax->names[0];
    for (uint32_t i = 1; i < count; i++)
        package = arena_format(compiler->arena, "%s/%s", package, syntax->names[i]);
    return package;
}

static struct class_symbol *resolve_class(struct compiler *compiler, struct scope scope,
                                          const struct type_syntax *syntax) {
    uint32_t next = 1;
    struct class_symbol *class =
        find_class_in_scope(compiler, scope, syntax->names[0], syntax->place);
    while (!class && next < syntax->name_count) {
        next++;
        class = class_find(compiler, package_of(compiler, syntax, next));
    }
    if (!class && next == 1) fail_symbol(compiler, syntax->place, scope, "class", syntax->names[0]);
    if (!class)
        compile_error(compiler, syntax->place, "package %s does not exist",
                      class_display_name(compiler, package_of(compiler, syntax, next - 1)));
    check_class_access(compiler, scope, class, syntax->place);
    for (; next < syntax->name_count; next++) {
        struct class_symbol *outer = class;
        class = find_member_class(compiler, outer, syntax->names[next]);
        if (!class)
            fail_symbol(compiler, syntax->place, scope_of(outer), "class", syntax->names[next]);
        check_class_access(compiler, scope, class, syntax->place);
    }
    return class;
}

struct type *resolve_type(struct compiler *compiler, struct scope scope,
                          const struct type_syntax *syntax) {
    struct type *type = syntax->primitive == JAVA_REFERENCE
                            ? &resolve_class(compiler, scope, syntax)->type
                            : type_primitive(compiler, syntax->primitive);
    for (uint32_t i = 0; i < syntax->dimensions; i++) type = type_array(compiler, type);
    return type;
}
