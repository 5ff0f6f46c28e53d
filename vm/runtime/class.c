/* CLASS: subtypes, members by name, and which implementation a call selects. */
#include "runtime/class.h"

#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "runtime/runtime.h"

/* What array types are besides Object and Cloneable is said by name: Serializable need not be
 * loaded. */
static bool array_is_subtype_of(const struct class *class) {
    return !strcmp(class->name, "java/lang/Object") ||
           !strcmp(class->name, "java/lang/Cloneable") ||
           !strcmp(class->name, "java/io/Serializable");
}

bool class_is_subtype(const struct class *from, const struct class *to) {
    while (from != to && class_is_array(from) && class_is_array(to)) {
        if (!from->element_class || !to->element_class) return false;
        from = from->element_class;
        to = to->element_class;
    }
    if (from == to) return true;
    if (class_is_array(from)) return array_is_subtype_of(to);
    for (int i = 0; i < from->supertype_count; i++)
        if (from->supertypes[i] == to) return true;
    return false;
}

bool class_find_supertype(struct class *from, struct class *to) {
    if (!class_is_subtype(from, to)) return false;
    __atomic_store_n(&from->last_supertype, to, __ATOMIC_RELAXED);
    return true;
}

bool class_same_package(const struct class *a, const struct class *b) {
    const char *end_a = strrchr(a->name, '/'), *end_b = strrchr(b->name, '/');
    size_t length_a = end_a ? (size_t)(end_a - a->name) : 0;
    size_t length_b = end_b ? (size_t)(end_b - b->name) : 0;
    return length_a == length_b && memcmp(a->name, b->name, length_a) == 0;
}

int method_line(const struct method *method, int bci) {
    return method->code && bci >= 0 ? code_line(method->code, (uint32_t)bci) : 0;
}

const char *method_full_name(const struct method *method) {
    return intern_format("%s.%s%s", method->class->binary_name, method->name, method->descriptor);
}

const char *field_full_name(const struct field *field) {
    return intern_format("%s.%s", field->class->binary_name, field->name);
}

struct method *class_declared_method(const struct class *class, const char *name,
                                     const char *descriptor) {
    for (int i = 0; i < class->method_count; i++)
        if (class->methods[i].name == name && class->methods[i].descriptor == descriptor)
            return &class->methods[i];
    return NULL;
}

struct field *class_declared_field(const struct class *class, const char *name,
                                   const char *descriptor) {
    for (int i = 0; i < class->field_count; i++)
        if (class->fields[i].name == name && class->fields[i].descriptor == descriptor)
            return &class->fields[i];
    return NULL;
}

static bool is_inheritable(const struct method *method) {
    return !(method->access & (ACC_PRIVATE | ACC_STATIC));
}

static bool overridden_by_candidate(const struct class *class, const struct method *method) {
    for (int i = 0; i < class->supertype_count; i++) {
        struct class *other = class->supertypes[i];
        if (!class_is_interface(other) || other == method->class ||
            !class_is_subtype(other, method->class))
            continue;
        struct method *lower = class_declared_method(other, method->name, method->descriptor);
        if (lower && is_inheritable(lower)) return true;
    }
    return false;
}

/* The maximally-specific superinterface method (JVMS 5.4.3.3), one with a body if there is one.
 * NULL with [conflict], if it is not NULL, when there are several with a body: that one besides the
 * first found. */
static struct method *find_in_interfaces(const struct class *class, const char *name,
                                         const char *descriptor, struct method *conflict[2]) {
    struct method *found = NULL;
    for (int i = 0; i < class->supertype_count; i++) {
        if (!class_is_interface(class->supertypes[i])) continue;
        struct method *method = class_declared_method(class->supertypes[i], name, descriptor);
        if (!method || !is_inheritable(method) || overridden_by_candidate(class, method)) continue;
        bool has_body = !method_is_abstract(method);
        if (conflict && found && has_body && !method_is_abstract(found)) {
            conflict[0] = found, conflict[1] = method;
            return NULL;
        }
        if (!found || (method_is_abstract(found) && has_body)) found = method;
    }
    return found;
}

struct method *class_find_method(const struct class *class, const char *name,
                                 const char *descriptor) {
    for (const struct class *at = class; at; at = at->super) {
        struct method *method = class_declared_method(at, name, descriptor);
        bool of_object = at != class && class_is_interface(class); /* JVMS 5.4.3.4: public ones */
        if (method && (!of_object || (is_inheritable(method) && method->access & ACC_PUBLIC)))
            return method;
    }
    return find_in_interfaces(class, name, descriptor, NULL);
}

struct field *class_find_field(const struct class *class, const char *name,
                               const char *descriptor) {
    struct field *field = class_declared_field(class, name, descriptor);
    for (int i = 0; i < class->interface_count && !field; i++)
        field = class_find_field(class->interfaces[i], name, descriptor);
    return field || !class->super ? field : class_find_field(class->super, name, descriptor);
}

/* --- selection */

enum { DISPATCH_ROWS = 16 };

/* A direct-mapped cache; a miss costs a search, nothing else. A reader believes a row when
 * [version] was even and the same before and after: a writer, one at a time, makes it odd. */
struct interface_dispatch {
    uint32_t version;
    struct {
        struct method *method, *selected;
    } rows[DISPATCH_ROWS];
};

/* JVMS 5.4.6 for an interface's method; what a class declares that is not public cannot implement
 * it. */
static struct method *search_implementation(const struct class *class, const struct method *method,
                                            struct method *conflict[2]) {
    for (const struct class *at = class; at; at = at->super) {
        struct method *found = class_declared_method(at, method->name, method->descriptor);
        if (found && is_inheritable(found)) return found;
    }
    return find_in_interfaces(class, method->name, method->descriptor, conflict);
}

static struct method *implementation(const struct class *class, const struct method *method) {
    struct method *conflict[2], *found = search_implementation(class, method, conflict);
    return found && found->access & ACC_PUBLIC ? found : NULL;
}

static void dispatch_remember(struct class *class, size_t row, struct method *method,
                              struct method *selected) {
    struct lock *lock = &class->runtime->class_lock;
    lock_enter(thread_current(), lock);
    if (!class->dispatch)
        __atomic_store_n(&class->dispatch,
                         ARENA_NEW(&class->runtime->arena, struct interface_dispatch),
                         __ATOMIC_RELEASE);
    struct interface_dispatch *dispatch = class->dispatch;
    uint32_t version = dispatch->version;
    __atomic_store_n(&dispatch->version, version + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&dispatch->rows[row].method, method, __ATOMIC_RELEASE);
    __atomic_store_n(&dispatch->rows[row].selected, selected, __ATOMIC_RELEASE);
    __atomic_store_n(&dispatch->version, version + 2, __ATOMIC_RELEASE);
    lock_leave(thread_current(), lock);
}

/* False when the row is another method's. */
static bool dispatch_recall(const struct interface_dispatch *dispatch, size_t row,
                            const struct method *method, struct method **selected) {
    if (!dispatch) return false;
    uint32_t version = __atomic_load_n(&dispatch->version, __ATOMIC_ACQUIRE);
    struct method *of = __atomic_load_n(&dispatch->rows[row].method, __ATOMIC_ACQUIRE);
    *selected = __atomic_load_n(&dispatch->rows[row].selected, __ATOMIC_ACQUIRE);
    return of == method && version % 2 == 0 &&
           __atomic_load_n(&dispatch->version, __ATOMIC_RELAXED) == version;
}

static size_t dispatch_row(const struct method *method) {
    return ((uintptr_t)method / sizeof *method) % DISPATCH_ROWS;
}

struct method *class_dispatched(const struct class *class, const struct method *method) {
    struct method *selected;
    const struct interface_dispatch *dispatch = __atomic_load_n(&class->dispatch, __ATOMIC_ACQUIRE);
    return dispatch_recall(dispatch, dispatch_row(method), method, &selected) ? selected : NULL;
}

/* What does not implement the interface is not remembered. */
static struct method *dispatch_select(struct class *class, struct method *method) {
    struct method *selected = class_dispatched(class, method);
    if (selected) return selected;
    selected = implementation(class, method);
    if (selected && !method_is_abstract(selected) && class_is_subtype(class, method->class))
        dispatch_remember(class, dispatch_row(method), method, selected);
    return selected;
}

struct method *class_select_method(struct class *class, struct method *method) {
    if (!is_inheritable(method) || method->name[0] == '<') return method;
    struct method *selected = method->vtable_index >= 0 ? class->vtable[method->vtable_index]
                                                        : dispatch_select(class, method);
    return selected && !method_is_abstract(selected) ? selected : NULL;
}

/* Why no method was selected. */
static void throw_not_selected(struct thread *thread, struct class *receiver,
                               const struct method *method) {
    struct method *conflict[2] = {NULL, NULL}, *found = NULL;
    if (method->vtable_index < 0) found = search_implementation(receiver, method, conflict);
    if (found && !(found->access & ACC_PUBLIC))
        throw_new(thread, ERROR_illegal_access, NULL);
    else if (conflict[0])
        throw_new(thread, ERROR_incompatible_class_change,
                  "Conflicting default methods: %s.%s %s.%s", conflict[0]->class->binary_name,
                  method->name, conflict[1]->class->binary_name, method->name);
    else
        throw_abstract_method(thread, receiver, method);
}

struct method *class_select_or_throw(struct thread *thread, struct class *receiver,
                                     struct method *method) {
    if (class_is_interface(method->class) && !class_is_subtype(receiver, method->class)) {
        throw_new(thread, ERROR_incompatible_class_change,
                  "Class %s does not implement the requested interface %s", receiver->binary_name,
                  method->class->binary_name);
        return NULL;
    }
    struct method *selected = class_select_method(receiver, method);
    if (!selected) throw_not_selected(thread, receiver, method);
    return selected;
}
