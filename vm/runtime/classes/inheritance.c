/* INHERITANCE: which superinterface's method a class inherits (JVMS 5.4.3.3). Where default methods
 * are in conflict, or none of them is left because a nearer interface made it abstract again, java
 * gives the class a method that throws; here it is made when it is first looked up. */
#include <string.h>

#include "base/strbuf.h"
#include "runtime/internal.h"

struct refused_method {
    struct method method;
    struct refusal refusal;
    struct refused_method *next; /* of the class */
};

static bool overridden_by_candidate(const struct class *class, const struct method *method) {
    for (int i = 0; i < class->supertype_count; i++) {
        struct class *other = class->supertypes[i];
        if (!class_is_interface(other) || other == method->class ||
            !class_is_subtype(other, method->class))
            continue;
        struct method *lower = class_declared_method(other, method->name, method->descriptor);
        if (lower && method_is_inheritable(lower)) return true;
    }
    return false;
}

static struct method *candidate(const struct class *class, int supertype, const char *name,
                                const char *descriptor) {
    const struct class *interface = class->supertypes[supertype];
    struct method *method =
        class_is_interface(interface) ? class_declared_method(interface, name, descriptor) : NULL;
    return method && method_is_inheritable(method) ? method : NULL;
}

/* --- methods that refuse */

/* As in java's message, which names overridden ones, too. */
static const char *describe_conflict(const struct class *class, const struct method *method) {
    struct strbuf text = STRBUF_INIT;
    strbuf_add_text(&text, "Conflicting default methods:");
    for (int i = 0; i < class->supertype_count; i++) {
        const struct method *each = candidate(class, i, method->name, method->descriptor);
        if (each) strbuf_addf(&text, " %s.%s", each->class->binary_name, each->name);
    }
    const char *copy = arena_format(&class->runtime->arena, "%s", strbuf_text(&text));
    strbuf_release(&text);
    return copy;
}

static struct method *make_refused(struct class *class, const struct method *like,
                                   bool is_conflict) {
    struct arena *arena = &class->runtime->arena;
    struct refused_method *refused = ARENA_NEW(arena, struct refused_method);
    refused->refusal.error = is_conflict ? ERROR_incompatible_class_change : ERROR_abstract_method;
    refused->refusal.message = is_conflict
                                   ? describe_conflict(class, like)
                                   : arena_format(arena, "Method %s.%s%s is abstract",
                                                  class->binary_name, like->name, like->descriptor);
    refused->method = (struct method){
        .entry = class->runtime->interpret,
        .compiled_entry = class->runtime->compiled_entry,
        .class = class,
        .name = like->name,
        .descriptor = like->descriptor,
        .access = ACC_PUBLIC | ACC_SYNTHETIC,
        .shape = like->shape,
        .refusal = &refused->refusal,
        .argument_count = like->argument_count,
        .vtable_index = -1,
    };
    refused->next = class->refused;
    __atomic_store_n(&class->refused, refused, __ATOMIC_RELEASE);
    return &refused->method;
}

static struct method *known_refused(const struct class *class, const struct method *like) {
    struct refused_method *known = __atomic_load_n(&class->refused, __ATOMIC_ACQUIRE);
    while (known &&
           (known->method.name != like->name || known->method.descriptor != like->descriptor))
        known = known->next;
    return known ? &known->method : NULL;
}

static struct method *refused(struct class *class, const struct method *like, bool is_conflict) {
    struct lock *lock = &class->runtime->class_lock;
    struct method *method = known_refused(class, like);
    if (method) return method;
    lock_enter(thread_current(), lock);
    method = known_refused(class, like);
    if (!method) method = make_refused(class, like, is_conflict);
    lock_leave(thread_current(), lock);
    return method;
}

/* --- the search */

struct method *inherited_from_interfaces(struct class *class, const char *name,
                                         const char *descriptor) {
    struct method *found = NULL;
    int default_count = 0;
    bool was_default = false;
    for (int i = 0; i < class->supertype_count; i++) {
        struct method *method = candidate(class, i, name, descriptor);
        if (!method) continue;
        bool has_body = !method_is_abstract(method);
        was_default |= has_body;
        if (overridden_by_candidate(class, method)) continue;
        default_count += has_body;
        if (!found || (method_is_abstract(found) && has_body)) found = method;
    }
    bool is_refused = default_count > 1 || (was_default && default_count == 0);
    return is_refused ? refused(class, found, default_count > 1) : found;
}

struct method *class_find_method(struct class *class, const char *name, const char *descriptor) {
    for (const struct class *at = class; at; at = at->super) {
        struct method *method = class_declared_method(at, name, descriptor);
        bool of_object = at != class && class_is_interface(class); /* JVMS 5.4.3.4: public ones */
        if (method &&
            (!of_object || (method_is_inheritable(method) && method->access & ACC_PUBLIC)))
            return method;
    }
    return inherited_from_interfaces(class, name, descriptor);
}
