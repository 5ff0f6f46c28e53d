/* CHECK: what a class owes to its super types: overriding (JLS 8.4.8) and abstract methods. */
#include <string.h>

#include "frontend/passes.h"

bool same_parameters(const struct method *a, const struct method *b) {
    if (a->parameters.count != b->parameters.count) return false;
    for (uint32_t i = 0; i < a->parameters.count; i++)
        if (a->parameters.items[i] != b->parameters.items[i]) return false;
    return true;
}

static bool is_constructor(const struct method *method) { return *method->name == '<'; }

static void collect(struct compiler *compiler, struct class_symbol *class, struct class_list *out) {
    for (uint32_t i = 0; i < out->count; i++)
        if (out->items[i] == class) return;
    class_load_members(compiler, class);
    arena_vec_push(compiler->arena, out, class);
    if (class->super) collect(compiler, class->super, out);
    for (uint32_t i = 0; i < class->interfaces.count; i++)
        collect(compiler, class->interfaces.items[i], out);
}

struct class_list class_supertypes(struct compiler *compiler, struct class_symbol *class) {
    struct class_list all = {0};
    collect(compiler, class, &all);
    return all;
}

bool method_overrides(const struct method *method, const struct method *inherited,
                      const struct class_symbol *class) {
    if (method == inherited || method->name != inherited->name || is_constructor(method))
        return false;
    if (inherited->access & ACC_PRIVATE || method->access & ACC_PRIVATE) return false;
    bool is_visible = inherited->access & (ACC_PUBLIC | ACC_PROTECTED) ||
                      inherited->owner->package == class->package;
    return is_visible && same_parameters(method, inherited);
}

struct method *find_implementation(struct compiler *compiler, struct class_symbol *class,
                                   const struct method *method) {
    struct class_list all = class_supertypes(compiler, class);
    struct method *found = NULL;
    for (uint32_t i = 0; i < all.count; i++) {
        struct class_symbol *c = all.items[i];
        if (found && class_is_interface(c)) continue;
        for (uint32_t j = 0; j < c->methods.count; j++) {
            struct method *candidate = c->methods.items[j];
            bool is_same = candidate == method || method_overrides(candidate, method, c);
            if (!is_same || candidate->access & ACC_STATIC) continue;
            bool is_default = class_is_interface(c) && !(candidate->access & ACC_ABSTRACT);
            if (!class_is_interface(c)) return candidate;
            if (is_default) found = candidate;
        }
    }
    return found;
}

/* ---- one method against one that it overrides or hides */

static int access_rank(uint16_t access) {
    if (access & ACC_PUBLIC) return 3;
    if (access & ACC_PROTECTED) return 2;
    return access & ACC_PRIVATE ? 0 : 1;
}

static const char *access_name(uint16_t access) {
    static const char *const names[] = {"private", "package", "protected", "public"};
    return names[access_rank(access)];
}

static _Noreturn void fail_override(struct compiler *compiler, struct place place,
                                    const struct method *method, const struct method *inherited,
                                    const char *why) {
    bool is_hiding = method->access & ACC_STATIC && inherited->access & ACC_STATIC;
    bool is_implementing =
        class_is_interface(inherited->owner) && !class_is_interface(method->owner);
    compile_error(compiler, place, "%s in %s cannot %s %s in %s; %s", method_text(compiler, method),
                  method->owner->simple_name,
                  is_hiding         ? "hide"
                  : is_implementing ? "implement"
                                    : "override",
                  method_text(compiler, inherited), inherited->owner->simple_name, why);
}

static bool is_unchecked(struct compiler *compiler, const struct type *exception) {
    return type_is_subtype(compiler, exception,
                           type_known(compiler, "java/lang/RuntimeException")) ||
           type_is_subtype(compiler, exception, type_known(compiler, "java/lang/Error"));
}

static void check_exceptions(struct compiler *compiler, struct place place,
                             const struct method *method, const struct method *inherited) {
    for (uint32_t i = 0; i < method->exceptions.count; i++) {
        const struct type *exception = method->exceptions.items[i];
        bool is_allowed = is_unchecked(compiler, exception);
        for (uint32_t j = 0; j < inherited->exceptions.count && !is_allowed; j++)
            is_allowed = type_is_subtype(compiler, exception, inherited->exceptions.items[j]);
        if (!is_allowed)
            fail_override(compiler, place, method, inherited,
                          arena_format(compiler->arena, "overridden method does not throw %s",
                                       type_text(compiler, exception)));
    }
}

static bool is_return_compatible(struct compiler *compiler, const struct type *result,
                                 const struct type *inherited) {
    if (result == inherited) return true;
    return type_is_reference(result) && type_is_reference(inherited) &&
           type_is_subtype(compiler, result, inherited);
}

static void check_override(struct compiler *compiler, struct place place,
                           const struct method *method, const struct method *inherited) {
    bool is_static = method->access & ACC_STATIC;
    if (!is_static && inherited->access & ACC_STATIC)
        fail_override(compiler, place, method, inherited, "overridden method is static");
    if (is_static && !(inherited->access & ACC_STATIC))
        fail_override(compiler, place, method, inherited, "overriding method is static");
    if (inherited->access & ACC_FINAL)
        fail_override(compiler, place, method, inherited,
                      inherited->access & ACC_STATIC ? "overridden method is static final"
                                                     : "overridden method is final");
    if (access_rank(method->access) < access_rank(inherited->access))
        fail_override(compiler, place, method, inherited,
                      arena_format(compiler->arena,
                                   "attempting to assign weaker access privileges; was %s",
                                   access_name(inherited->access)));
    if (!is_return_compatible(compiler, method->result, inherited->result))
        fail_override(compiler, place, method, inherited,
                      arena_format(compiler->arena, "return type %s is not compatible with %s",
                                   type_text(compiler, method->result),
                                   type_text(compiler, inherited->result)));
    check_exceptions(compiler, place, method, inherited);
}

/* ---- a class */

static void check_methods(struct compiler *compiler, struct class_symbol *class,
                          const struct class_list *all) {
    for (uint32_t i = 0; i < class->methods.count; i++) {
        const struct method *method = class->methods.items[i];
        bool overrides = false;
        for (uint32_t j = 1; j < all->count; j++) {
            const struct class_symbol *super = all->items[j];
            /* Static methods of interfaces are not inherited. */
            for (uint32_t k = 0; k < super->methods.count; k++) {
                const struct method *inherited = super->methods.items[k];
                if (!method_overrides(method, inherited, class)) continue;
                if (class_is_interface(super) && inherited->access & ACC_STATIC) continue;
                if (class_is_interface(class) && !(inherited->access & ACC_PUBLIC)) continue;
                check_override(compiler, method->place, method, inherited);
                overrides = true;
            }
        }
        if (method->declaration->override.line && (!overrides || method->access & ACC_STATIC))
            compile_error(compiler, method->declaration->override,
                          "method does not override or implement a method from a supertype");
    }
}

/* Every abstract method has an implementation, and an inherited one that implements an interface's
 * may do so. */
static void check_implementations(struct compiler *compiler, struct class_symbol *class,
                                  const struct class_list *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        const struct class_symbol *super = all->items[i];
        for (uint32_t j = 0; j < super->methods.count; j++) {
            const struct method *method = super->methods.items[j];
            if (!(method->access & ACC_ABSTRACT)) continue;
            const struct method *found = find_implementation(compiler, class, method);
            bool is_missing = !found || found->access & ACC_ABSTRACT;
            if (is_missing && !(class->access & ACC_ABSTRACT))
                compile_error(compiler, class->place,
                              "%s is not abstract and does not override abstract method %s in %s",
                              class->simple_name, method_text(compiler, method),
                              super->simple_name);
            if (!is_missing && found->owner != class && class_is_interface(super) &&
                !class_is_subclass(found->owner, super))
                check_override(compiler, class->place, found, method);
        }
    }
}

static bool declares(const struct class_symbol *class, const struct method *method) {
    for (uint32_t i = 0; i < class->methods.count; i++)
        if (class->methods.items[i]->name == method->name &&
            same_parameters(class->methods.items[i], method))
            return true;
    return false;
}

static void check_same_result(struct compiler *compiler, const struct class_symbol *class,
                              const struct method *a, const struct method *b) {
    bool is_same = a->name == b->name && a->owner != b->owner && same_parameters(a, b);
    if (!is_same || (a->access | b->access) & (ACC_STATIC | ACC_PRIVATE) || is_constructor(a))
        return;
    if (is_return_compatible(compiler, a->result, b->result) ||
        is_return_compatible(compiler, b->result, a->result) || declares(class, a))
        return;
    compile_error(
        compiler, class->place,
        "types %s and %s are incompatible; both define %s, but with unrelated return types",
        b->owner->simple_name, a->owner->simple_name, method_text(compiler, a));
}

/* JLS 8.4.8.3: what is inherited from several interfaces has one result type. */
static void check_results(struct compiler *compiler, const struct class_symbol *class,
                          const struct class_list *all) {
    for (uint32_t i = 1; i < all->count; i++)
        for (uint32_t j = i + 1; j < all->count; j++) {
            const struct class_symbol *a = all->items[i], *b = all->items[j];
            if (!class_is_interface(b) && !class_is_interface(a)) continue;
            for (uint32_t k = 0; k < a->methods.count; k++)
                for (uint32_t l = 0; l < b->methods.count; l++)
                    check_same_result(compiler, class, a->methods.items[k], b->methods.items[l]);
        }
}

void check_class(struct compiler *compiler, struct class_symbol *class) {
    struct class_list all = class_supertypes(compiler, class);
    check_methods(compiler, class, &all);
    check_results(compiler, class, &all);
    if (!class_is_interface(class)) check_implementations(compiler, class, &all);
}
