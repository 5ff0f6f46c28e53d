/* CLASS: subtypes, members by name, and which implementation a call selects. */
#include "runtime/class.h"

#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "runtime/internal.h"

/* The supertypes of arrays besides Object and Cloneable are compared by name: Serializable need not
 * be loaded. */
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

const struct inner_class *class_inner_row(const struct class *class) {
    for (int i = 0; class->file && i < class->file->inner_class_count; i++)
        if (class->file->inner_classes[i].name == class->file->name)
            return &class->file->inner_classes[i];
    return NULL;
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

const char *class_source_name(const struct class *class) {
    if (!class_is_array(class)) return class->binary_name;
    const char **kept = (const char **)&class->source_name;
    const char *name = __atomic_load_n(kept, __ATOMIC_ACQUIRE);
    if (name) return name;
    const struct class *element = class->element_class
                                      ? class->element_class
                                      : class->runtime->primitives[class->element_type];
    name = intern_format("%s[]", class_source_name(element));
    __atomic_store_n(kept, name, __ATOMIC_RELEASE);
    return name;
}

const char *method_full_name(const struct method *method) {
    const char **kept = (const char **)&method->full_name;
    const char *name = __atomic_load_n(kept, __ATOMIC_ACQUIRE);
    if (name) return name;
    name = intern_format("%s.%s%s", method->class->binary_name, method->name, method->descriptor);
    __atomic_store_n(kept, name, __ATOMIC_RELEASE);
    return name;
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

/* An interface's supertypes are in the order in which they are searched. */
static struct field *find_in_interface(const struct class *interface, const char *name,
                                       const char *descriptor) {
    struct field *field = NULL;
    for (int i = 0; i < interface->supertype_count && !field; i++)
        field = class_declared_field(interface->supertypes[i], name, descriptor);
    return field;
}

struct field *class_find_field(const struct class *class, const char *name,
                               const char *descriptor) {
    struct field *field = class_declared_field(class, name, descriptor);
    for (int i = 0; i < class->interface_count && !field; i++)
        field = find_in_interface(class->interfaces[i], name, descriptor);
    return field || !class->super ? field : class_find_field(class->super, name, descriptor);
}

/* --- selection */

enum { DISPATCH_ROWS = 16 };

/* A direct-mapped cache; a miss costs a search, nothing else. A reader trusts a row when [version]
 * was even and the same before and after: a writer, one at a time, makes it odd. */
struct interface_dispatch {
    uint32_t version;
    struct {
        struct method *method, *selected;
    } rows[DISPATCH_ROWS];
};

/* JVMS 5.4.6; what is not public does not implement an interface's method, nor does a refusal. */
static struct method *search_implementation(struct class *class, const struct method *method) {
    for (const struct class *at = class; at; at = at->super) {
        struct method *found = class_declared_method(at, method->name, method->descriptor);
        if (found && method_is_inheritable(found)) return found;
    }
    struct method *found = inherited_from_interfaces(class, method->name, method->descriptor);
    return found && found->refusal && class_is_interface(method->class) ? NULL : found;
}

static struct method *implementation(struct class *class, const struct method *method) {
    struct method *found = search_implementation(class, method);
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
    if (!method_is_inheritable(method) || method->name[0] == '<') return method;
    struct method *selected = method->vtable_index >= 0 ? class->vtable[method->vtable_index]
                                                        : dispatch_select(class, method);
    return selected && !method_is_abstract(selected) ? selected : NULL;
}

/* Why no method was selected. */
static void throw_not_selected(struct thread *thread, struct class *receiver,
                               const struct method *method, bool linked) {
    const struct method *found = method->vtable_index >= 0
                                     ? receiver->vtable[method->vtable_index]
                                     : search_implementation(receiver, method);
    bool is_hidden = found && method_is_searched(method) && !(found->access & ACC_PUBLIC);
    if (is_hidden && linked)
        throw_new(thread, ERROR_illegal_access, NULL);
    else if (is_hidden)
        throw_inaccessible_implementation(thread, receiver, method);
    else if (linked && method->vtable_index >= 0)
        throw_missing_implementation(thread, found);
    else
        throw_abstract_method(thread, receiver, method, linked ? NULL : found);
}

struct method *class_select_or_throw(struct thread *thread, struct class *receiver,
                                     struct method *method, bool linked) {
    if (class_is_interface(method->class) && !class_is_subtype(receiver, method->class)) {
        throw_new(thread, ERROR_incompatible_class_change,
                  "Class %s does not implement the requested interface %s", receiver->binary_name,
                  method->class->binary_name);
        return NULL;
    }
    struct method *selected = class_select_method(receiver, method);
    if (!selected) throw_not_selected(thread, receiver, method, linked);
    return selected;
}
