/* NATIVE OBJECT: methods of java.lang.Object, Class and String that need the VM. */
#include "base/intern.h"
#include "base/strbuf.h"
#include "runtime/natives.h"

#include <string.h>

union value native_object_class(struct thread *thread, union value *arguments) {
    return (union value){.r = class_mirror(thread, arguments[0].r->class)};
}

union value native_object_hash(struct thread *thread, union value *arguments) {
    return (union value){.i = (int32_t)object_identity_hash(thread, arguments[0].r)};
}

union value native_identity_hash(struct thread *thread, union value *arguments) {
    struct object *object = arguments[0].r;
    return (union value){.i = object ? (int32_t)object_identity_hash(thread, object) : 0};
}

union value native_object_clone(struct thread *thread, union value *arguments) {
    struct object *original = arguments[0].r;
    struct class *class = original->class;
    struct runtime *runtime = thread->runtime;
    struct object *copy;
    if (class_is_array(class)) {
        copy = (struct object *)array_new(thread, class, ((struct array *)original)->length);
    } else if (class_is_subtype(class, runtime->known.cloneable)) {
        copy = object_new(thread, class);
    } else {
        throw_new(thread, ERROR_clone_not_supported, "%s", class->binary_name);
        copy = NULL;
    }
    if (copy)
        memcpy(object_at(copy, OBJECT_HEADER), object_at(original, OBJECT_HEADER),
               object_size(original) - OBJECT_HEADER);
    return (union value){.r = copy};
}

union value native_class_name(struct thread *thread, union value *arguments) {
    const char *name = mirror_class(arguments[0].r)->binary_name;
    return (union value){.r = string_intern_utf8(thread, name, strlen(name))};
}

union value native_class_is_instance(struct thread *thread, union value *arguments) {
    struct object *object = arguments[1].r;
    return (union value){.i = object &&
                              class_is_subtype(object->class, mirror_class(arguments[0].r))};
}

union value native_class_is_interface(struct thread *thread, union value *arguments) {
    return (union value){.i = class_is_interface(mirror_class(arguments[0].r)) != 0};
}

union value native_class_is_array(struct thread *thread, union value *arguments) {
    return (union value){.i = class_is_array(mirror_class(arguments[0].r))};
}

union value native_class_is_primitive(struct thread *thread, union value *arguments) {
    return (union value){.i = mirror_class(arguments[0].r)->is_primitive};
}

static union value mirror_or_null(struct thread *thread, struct class *class) {
    return (union value){.r = class ? class_mirror(thread, class) : NULL};
}

union value native_class_super(struct thread *thread, union value *arguments) {
    struct class *class = mirror_class(arguments[0].r);
    return mirror_or_null(thread, class_is_interface(class) ? NULL : class->super);
}

union value native_class_component(struct thread *thread, union value *arguments) {
    struct class *class = mirror_class(arguments[0].r);
    if (!class_is_array(class)) return (union value){.r = NULL};
    return mirror_or_null(thread, class->element_class
                                      ? class->element_class
                                      : thread->runtime->primitives[class->element_type]);
}

union value native_class_is_assignable(struct thread *thread, union value *arguments) {
    if (!arguments[1].r) {
        throw_null_pointer(thread);
        return (union value){.i = 0};
    }
    struct class *to = mirror_class(arguments[0].r), *from = mirror_class(arguments[1].r);
    if (to->is_primitive || from->is_primitive) return (union value){.i = to == from};
    return (union value){.i = class_is_subtype(from, to)};
}

union value native_class_assertions(struct thread *thread, union value *arguments) {
    return (union value){.i = thread->runtime->options->enable_assertions};
}

/* What the compiler's values() gives; null for a class that is no enum. */
union value native_class_enum_constants(struct thread *thread, union value *arguments) {
    union value none = {.r = NULL};
    struct class *class = mirror_class(arguments[0].r);
    if (!class->super || strcmp(class->super->name, "java/lang/Enum") != 0) return none;
    struct strbuf descriptor = STRBUF_INIT;
    strbuf_addf(&descriptor, "()[L%s;", class->name);
    struct method *values =
        class_declared_method(class, intern("values"), intern(strbuf_text(&descriptor)));
    strbuf_release(&descriptor);
    if (!values || !method_is_static(values) || !class_initialize(thread, class)) return none;
    return thread_call(thread, values, NULL);
}

union value native_array_create(struct thread *thread, union value *arguments) {
    struct class *array = class_array_of(mirror_class(arguments[0].r));
    return (union value){.r = (struct object *)array_new(thread, array, arguments[1].i)};
}

union value native_string_intern(struct thread *thread, union value *arguments) {
    if (string_is_made(arguments[0].r))
        return (union value){.r = string_intern(thread, arguments[0].r)};
    throw_null_pointer(thread);
    return (union value){.r = NULL};
}
