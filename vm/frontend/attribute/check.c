/* CHECK: what a class owes to its super types: overriding (JLS 8.4.8) and abstract methods. */
#include <string.h>

#include "frontend/passes.h"

/* The type of a member of a super type of [class], with the type parameters of method [as]. */
static struct type *inherited_type(struct compiler *compiler, struct class_symbol *class,
                                   const struct method_symbol *method,
                                   const struct method_symbol *as, struct type *type) {
    if (!type->is_open) return type;
    if (method->owner != class)
        type = type_of_member(compiler, class->this_type, method->owner, type);
    if (method == as || method->type_parameters.count != as->type_parameters.count) return type;
    return type_substitute(compiler, type, &method->type_parameters, &as->type_parameters);
}

bool same_parameters(struct compiler *compiler, struct class_symbol *class,
                     const struct method_symbol *a, const struct method_symbol *b) {
    if (a->parameters.count != b->parameters.count) return false;
    bool are_same = true, is_erased = true;
    for (uint32_t i = 0; i < a->parameters.count && (are_same || is_erased); i++) {
        struct type *of_a = a->parameters.items[i], *of_b = b->parameters.items[i];
        if (of_a == of_b && !of_a->is_open) continue;
        is_erased &= of_a == type_erasure(compiler, of_b);
        if (are_same)
            are_same = inherited_type(compiler, class, a, a, of_a) ==
                       inherited_type(compiler, class, b, a, of_b);
    }
    return are_same || is_erased;
}

static bool is_constructor(const struct method_symbol *method) { return *method->name == '<'; }

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
    if (class->state >= CLASS_HEADER_KNOWN && class->supertypes.count) return class->supertypes;
    collect(compiler, class, &all);
    if (class->state >= CLASS_HEADER_KNOWN) class->supertypes = all;
    return all;
}

static bool method_overrides(struct compiler *compiler, const struct method_symbol *method,
                             const struct method_symbol *inherited, struct class_symbol *class) {
    if (method == inherited || method->name != inherited->name || is_constructor(method))
        return false;
    if (inherited->access & ACC_PRIVATE || method->access & ACC_PRIVATE) return false;
    bool is_visible = inherited->access & (ACC_PUBLIC | ACC_PROTECTED) ||
                      inherited->owner->package == class->package;
    return is_visible && same_parameters(compiler, class, method, inherited);
}

/* JLS 8.4.8, 9.4.1: that of a class comes before those of interfaces, and of these the one whose
 * interface is below the others'. */
struct method_symbol *find_implementation(struct compiler *compiler, struct class_symbol *class,
                                          const struct method_symbol *method) {
    struct class_list all = class_supertypes(compiler, class);
    struct method_symbol *found = NULL;
    for (uint32_t i = 0; i < all.count; i++) {
        struct class_symbol *c = all.items[i];
        bool is_interface = symbol_is_interface(c);
        if (found && class_is_subclass(found->owner, c)) continue;
        if (found && !symbol_is_interface(found->owner)) return found;
        struct method_symbol *candidate = class_first_method(c, method->name);
        for (; candidate; candidate = candidate->next_of_name) {
            if (candidate->access & ACC_STATIC) continue;
            if (candidate != method && !method_overrides(compiler, candidate, method, class))
                continue;
            bool is_better = !found || !is_interface || class_is_subclass(c, found->owner) ||
                             found->access & ACC_ABSTRACT;
            if (is_better) found = candidate;
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
                                    const struct method_symbol *method,
                                    const struct method_symbol *inherited, const char *why) {
    bool is_hiding = method->access & ACC_STATIC && inherited->access & ACC_STATIC;
    bool is_implementing =
        symbol_is_interface(inherited->owner) && !symbol_is_interface(method->owner);
    compile_error(compiler, place, "%s in %s cannot %s %s in %s; %s", method_text(compiler, method),
                  method->owner->simple_name,
                  is_hiding         ? "hide"
                  : is_implementing ? "implement"
                                    : "override",
                  method_text(compiler, inherited), inherited->owner->simple_name, why);
}

static bool is_unchecked(struct compiler *compiler, struct type *exception) {
    return type_is_subtype(compiler, exception,
                           type_known(compiler, "java/lang/RuntimeException")) ||
           type_is_subtype(compiler, exception, type_known(compiler, "java/lang/Error"));
}

static void check_exceptions(struct compiler *compiler, struct class_symbol *class,
                             struct place place, const struct method_symbol *method,
                             const struct method_symbol *inherited) {
    for (uint32_t i = 0; i < method->exceptions.count; i++) {
        struct type *exception = method->exceptions.items[i];
        bool is_allowed = is_unchecked(compiler, exception);
        for (uint32_t j = 0; j < inherited->exceptions.count && !is_allowed; j++)
            is_allowed = type_is_subtype(
                compiler, exception,
                inherited_type(compiler, class, inherited, method, inherited->exceptions.items[j]));
        if (!is_allowed)
            fail_override(compiler, place, method, inherited,
                          arena_format(compiler->arena, "overridden method does not throw %s",
                                       type_text(compiler, exception)));
    }
}

static bool is_return_compatible(struct compiler *compiler, struct type *result,
                                 struct type *inherited) {
    bool is_unchecked_conversion = false;
    if (result == inherited) return true;
    return type_is_reference(result) && type_is_reference(inherited) &&
           (type_is_subtype_unchecked(compiler, result, inherited, &is_unchecked_conversion) ||
            result == type_erasure(compiler, inherited));
}

static void check_override(struct compiler *compiler, struct class_symbol *class,
                           struct place place, const struct method_symbol *method,
                           const struct method_symbol *inherited) {
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
    struct type *result = inherited_type(compiler, class, inherited, method, inherited->result);
    struct type *own = inherited_type(compiler, class, method, method, method->result);
    if (!is_return_compatible(compiler, own, result))
        fail_override(compiler, place, method, inherited,
                      arena_format(compiler->arena, "return type %s is not compatible with %s",
                                   type_text(compiler, own), type_text(compiler, result)));
    check_exceptions(compiler, class, place, method, inherited);
}

/* ---- a class */

static void check_methods(struct compiler *compiler, struct class_symbol *class,
                          const struct class_list *all) {
    for (uint32_t i = 0; i < class->methods.count; i++) {
        const struct method_symbol *method = class->methods.items[i];
        bool overrides = false;
        for (uint32_t j = 1; j < all->count; j++) {
            const struct class_symbol *super = all->items[j];
            /* Static methods of interfaces are not inherited. */
            const struct method_symbol *inherited = class_first_method(super, method->name);
            for (; inherited; inherited = inherited->next_of_name) {
                if (!method_overrides(compiler, method, inherited, class)) continue;
                if (symbol_is_interface(super) && inherited->access & ACC_STATIC) continue;
                if (symbol_is_interface(class) && !(inherited->access & ACC_PUBLIC)) continue;
                check_override(compiler, class, method->place, method, inherited);
                overrides = true;
            }
        }
        if (method->declaration && method->declaration->override.line &&
            (!overrides || method->access & ACC_STATIC))
            compile_error(compiler, method->declaration->override,
                          "method does not override or implement a method from a supertype");
    }
}

/* "compareTo(String)", as the class inherits it. */
static const char *inherited_text(struct compiler *compiler, struct class_symbol *class,
                                  const struct method_symbol *method) {
    struct method_symbol inherited = *method;
    inherited.parameters = (struct type_list){0};
    for (uint32_t i = 0; i < method->parameters.count; i++) {
        struct type *type =
            inherited_type(compiler, class, method, method, method->parameters.items[i]);
        arena_vec_push(compiler->arena, &inherited.parameters, type);
    }
    return method_text(compiler, &inherited);
}

/* Every abstract method has an implementation, and an inherited one that implements an interface's
 * may do so. */
static void check_implementations(struct compiler *compiler, struct class_symbol *class,
                                  const struct class_list *all) {
    for (uint32_t i = 0; i < all->count; i++) {
        const struct class_symbol *super = all->items[i];
        for (uint32_t j = 0; j < super->methods.count; j++) {
            const struct method_symbol *method = super->methods.items[j];
            if (!(method->access & ACC_ABSTRACT)) continue;
            const struct method_symbol *found = find_implementation(compiler, class, method);
            bool is_missing = !found || found->access & ACC_ABSTRACT;
            bool have_bodies = class->access & ACC_ENUM && !(class->access & ACC_FINAL);
            if (is_missing && have_bodies && !class->is_anonymous)
                class->access |= ACC_ABSTRACT; /* its constants implement the method */
            if (is_missing && !(class->access & ACC_ABSTRACT))
                compile_error(compiler, class->place,
                              "%s is not abstract and does not override abstract method %s in %s",
                              class->is_anonymous
                                  ? arena_format(compiler->arena, "<anonymous %s>",
                                                 class_display_name(compiler, class->name))
                                  : class->simple_name,
                              inherited_text(compiler, class, method), super->simple_name);
            if (!is_missing && found->owner != class && symbol_is_interface(super) &&
                !class_is_subclass(found->owner, super))
                check_override(compiler, class, class->place, found, method);
        }
    }
}

static bool declares(struct compiler *compiler, struct class_symbol *class,
                     const struct method_symbol *method) {
    const struct method_symbol *own = class_first_method(class, method->name);
    while (own && !same_parameters(compiler, class, own, method)) own = own->next_of_name;
    return own;
}

/* JLS 8.4.8.4: a default method needs an override where another interface has the same method. */
static void check_unrelated(struct compiler *compiler, struct class_symbol *class,
                            const struct method_symbol *a, const struct method_symbol *b) {
    struct class_symbol *of_a = a->owner, *of_b = b->owner;
    bool is_default = !(a->access & ACC_ABSTRACT) || !(b->access & ACC_ABSTRACT);
    if (!is_default || !symbol_is_interface(of_a) || !symbol_is_interface(of_b) ||
        class_is_subclass(of_a, of_b) || class_is_subclass(of_b, of_a))
        return;
    const struct method_symbol *for_a = find_implementation(compiler, class, a);
    const struct method_symbol *for_b = find_implementation(compiler, class, b);
    if ((for_a != a && for_a != b) || (for_b != a && for_b != b)) return;
    struct class_list all = class_supertypes(compiler, class);
    for (uint32_t i = 1; i < all.count; i++) { /* overridden on the way by another interface */
        const struct method_symbol *other = class_first_method(all.items[i], a->name);
        for (; other; other = other->next_of_name) {
            if (other == a || other == b) continue;
            if ((class_is_subclass(other->owner, of_a) || class_is_subclass(other->owner, of_b)) &&
                same_parameters(compiler, class, other, a))
                return;
        }
    }
    bool are_both = !((a->access | b->access) & ACC_ABSTRACT);
    compile_error(compiler, class->place,
                  "types %s and %s are incompatible; class %s inherits %s for %s from types %s and "
                  "%s",
                  of_a->simple_name, of_b->simple_name, class->simple_name,
                  are_both ? "unrelated defaults" : "abstract and default",
                  method_text(compiler, a), of_a->simple_name, of_b->simple_name);
}

/* Two methods of one name. */
static void check_same_result(struct compiler *compiler, struct class_symbol *class,
                              const struct method_symbol *a, const struct method_symbol *b) {
    if (a->owner == b->owner || is_constructor(a) ||
        (a->access | b->access) & (ACC_STATIC | ACC_PRIVATE) ||
        !same_parameters(compiler, class, a, b))
        return;
    struct type *of_a = inherited_type(compiler, class, a, a, a->result);
    struct type *of_b = inherited_type(compiler, class, b, a, b->result);
    if (declares(compiler, class, a)) return;
    if (is_return_compatible(compiler, of_a, of_b) || is_return_compatible(compiler, of_b, of_a)) {
        check_unrelated(compiler, class, a, b);
        return;
    }
    compile_error(
        compiler, class->place,
        "types %s and %s are incompatible; both define %s, but with unrelated return types",
        b->owner->simple_name, a->owner->simple_name, method_text(compiler, a));
}

/* JLS 8.4.8.3: what is inherited from several interfaces has one result type. */
static void check_results(struct compiler *compiler, struct class_symbol *class,
                          const struct class_list *all) {
    for (uint32_t i = 1; i < all->count; i++)
        for (uint32_t j = i + 1; j < all->count; j++) {
            const struct class_symbol *a = all->items[i], *b = all->items[j];
            if (!symbol_is_interface(b) && !symbol_is_interface(a)) continue;
            for (uint32_t k = 0; k < a->methods.count; k++) {
                const struct method_symbol *method = a->methods.items[k];
                const struct method_symbol *other = class_first_method(b, method->name);
                for (; other; other = other->next_of_name)
                    check_same_result(compiler, class, method, other);
            }
        }
}

void check_class(struct compiler *compiler, struct class_symbol *class) {
    struct class_list all = class_supertypes(compiler, class);
    check_methods(compiler, class, &all);
    check_results(compiler, class, &all);
    if (!symbol_is_interface(class)) check_implementations(compiler, class, &all);
}
