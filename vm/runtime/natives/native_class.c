/* NATIVE CLASS: what java.lang.Class asks of class files and of the loader. */
#include <string.h>

#include "base/intern.h"
#include "runtime/natives.h"

union value native_class_modifiers(struct thread *thread, union value *arguments) {
    enum { VISIBILITY = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED };
    const struct class *class = mirror_class(arguments[0].r);
    if (class->is_primitive) return (union value){.i = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT};
    bool is_array = class_is_array(class);
    while (class_is_array(class) && class->element_class) class = class->element_class;
    const struct inner_class *row = class_inner_row(class);
    int access = class_is_array(class) ? ACC_PUBLIC : row ? row->access : class->access;
    access &= ~ACC_SUPER;
    return (union value){.i = is_array ? (access & VISIBILITY) | ACC_FINAL | ACC_ABSTRACT : access};
}

union value native_class_interfaces(struct thread *thread, union value *arguments) {
    struct class *class = mirror_class(arguments[0].r);
    struct class *of_arrays[] = {thread->runtime->known.cloneable, NULL};
    bool is_array = class_is_array(class);
    if (is_array && !(of_arrays[1] = class_load(thread, "java/io/Serializable")))
        return (union value){.r = NULL};
    struct class **interfaces = is_array ? of_arrays : class->interfaces;
    int count = is_array ? 2 : class->interface_count;
    struct array *array = array_new(thread, class_array_of(thread->runtime->known.class), count);
    for (int i = 0; array && i < count; i++) {
        struct object *mirror = class_mirror(thread, interfaces[i]);
        if (!mirror) return (union value){.r = NULL};
        *(struct object **)array_element(array, JAVA_REFERENCE, i) = mirror;
    }
    return (union value){.r = (struct object *)array};
}

static union value mirror_by_name(struct thread *thread, const char *internal_name) {
    struct class *class = internal_name ? class_load(thread, internal_name) : NULL;
    return (union value){.r = class ? class_mirror(thread, class) : NULL};
}

union value native_class_declaring(struct thread *thread, union value *arguments) {
    const struct inner_class *row = class_inner_row(mirror_class(arguments[0].r));
    return mirror_by_name(thread, row ? row->outer_name : NULL);
}

union value native_class_enclosing(struct thread *thread, union value *arguments) {
    const struct class *class = mirror_class(arguments[0].r);
    if (class->file && class->file->enclosing_class)
        return mirror_by_name(thread, class->file->enclosing_class);
    return native_class_declaring(thread, arguments);
}

/* The name that the source gives a member or local class, "" for an anonymous one, else null. A
 * member's outer class must be there, as in java. */
union value native_class_inner_name(struct thread *thread, union value *arguments) {
    const struct inner_class *row = class_inner_row(mirror_class(arguments[0].r));
    if (!row) return (union value){.r = NULL};
    bool is_member = row->outer_name && !mirror_class(arguments[0].r)->file->enclosing_class;
    if (is_member && !class_load(thread, row->outer_name)) return (union value){.r = NULL};
    const char *name = row->simple_name ? row->simple_name : "";
    return (union value){.r = string_intern_utf8(thread, name, strlen(name))};
}

union value native_class_is_local(struct thread *thread, union value *arguments) {
    const struct class *class = mirror_class(arguments[0].r);
    return (union value){.i = class->file && class->file->enclosing_class};
}

union value native_class_is_hidden(struct thread *thread, union value *arguments) {
    return (union value){.i = mirror_class(arguments[0].r)->host != NULL};
}

union value native_class_void(struct thread *thread, union value *arguments) {
    return (union value){.r = class_mirror(thread, thread->runtime->primitives[JAVA_VOID])};
}

/* Is it this class that is missing, rather than one that it needs? */
static bool tells_of(const struct object *error, const char *name, struct arena *arena) {
    if (!exception_is(error, ERROR_no_class_definition)) return false;
    const char *message = exception_message(error, arena);
    return message && !strcmp(message, name);
}

/* Class.forName. */
union value native_class_find(struct thread *thread, union value *arguments) {
    struct arena arena;
    arena_init(&arena);
    const char *binary_name = string_utf8(arguments[0].r, &arena);
    char *name = arena_copy_text(&arena, binary_name, strlen(binary_name));
    bool has_slash = strchr(name, '/');
    for (char *c = name; *c; c++)
        if (*c == '.') *c = '/';
    const char *descriptor = *name == '[' ? name : arena_format(&arena, "L%s;", name);
    bool is_possible = !has_slash && descriptor_is_field(descriptor);
    struct class *class = is_possible ? class_load(thread, intern(name)) : NULL;
    if (!is_possible)
        throw_new(thread, ERROR_class_not_found, "%s",
                  has_slash || *name != '[' ? binary_name : name);
    else if (!class && tells_of(thread->exception, name, &arena))
        throw_class_not_found(thread, name);
    arena_release(&arena);
    if (!class || (arguments[1].i && !class_initialize(thread, class)))
        return (union value){.r = NULL};
    return (union value){.r = class_mirror(thread, class)};
}

union value native_raise(struct thread *thread, union value *arguments) {
    thread->exception = arguments[0].r;
    return (union value){.r = NULL};
}
