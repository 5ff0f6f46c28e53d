/* NATIVE CONSTRUCTOR: java.lang.reflect.Constructor finds and calls constructors; it knows one as
 * its method's address. What a caller gave was checked and converted there. */
#include <string.h>

#include "base/intern.h"
#include "runtime/natives.h"
#include "runtime/resolve.h"
#include "runtime/stack.h"

static struct method *method_at(union value address) {
    return (struct method *)(uintptr_t)address.j;
}

static bool is_constructor(const struct method *method) {
    return strcmp(method->name, "<init>") == 0;
}

union value native_constructors(struct thread *thread, union value *arguments) {
    const struct class *class = mirror_class(arguments[0].r);
    int32_t count = 0;
    for (int i = 0; i < class->method_count; i++) count += is_constructor(&class->methods[i]);
    struct class *longs = class_array_of(thread->runtime->primitives[JAVA_LONG]);
    struct array *array = array_new(thread, longs, count);
    int64_t *next = array ? array_element(array, JAVA_LONG, 0) : NULL;
    for (int i = 0; array && i < class->method_count; i++)
        if (is_constructor(&class->methods[i])) *next++ = (int64_t)(uintptr_t) & class->methods[i];
    return (union value){.r = (struct object *)array};
}

union value native_constructor_modifiers(struct thread *thread, union value *arguments) {
    return (union value){.i = method_at(arguments[0])->access};
}

union value native_constructor_parameters(struct thread *thread, union value *arguments) {
    const struct method_shape *shape = method_at(arguments[0])->shape;
    struct class *classes = class_array_of(thread->runtime->known.class);
    struct array *array = array_new(thread, classes, shape->parameter_count);
    for (int i = 0; array && i < shape->parameter_count; i++) {
        enum java_type type = shape->parameters[i];
        struct class *class = type == JAVA_REFERENCE
                                  ? class_load(thread, shape->parameter_classes[i])
                                  : thread->runtime->primitives[type];
        struct object *mirror = class ? class_mirror(thread, class) : NULL;
        if (!mirror) return (union value){.r = NULL};
        *(struct object **)array_element(array, JAVA_REFERENCE, i) = mirror;
    }
    return (union value){.r = (struct object *)array};
}

/* The innermost frame that belongs to neither class that hands constructors on. */
union value native_reflection_caller(struct thread *thread, union value *arguments) {
    const char *reflection = intern("java/lang/reflect/Constructor");
    struct class *class = thread->runtime->known.class;
    struct stack_walk walk;
    struct stack_entry entry;
    stack_walk_begin(&walk, thread);
    while (stack_walk_next(&walk, &entry))
        if (entry.method->class != thread->runtime->known.class &&
            entry.method->class->name != reflection) {
            class = entry.method->class;
            break;
        }
    return (union value){.r = class_mirror(thread, class)};
}

union value native_constructor_is_accessible(struct thread *thread, union value *arguments) {
    struct class *from = mirror_class(arguments[1].r);
    return (union value){.i = constructor_is_accessible(thread, from, method_at(arguments[0]))};
}

union value native_constructor_allocate(struct thread *thread, union value *arguments) {
    struct class *class = mirror_class(arguments[0].r);
    bool is_ready = class_initialize(thread, class);
    return (union value){.r = is_ready ? object_new(thread, class) : NULL};
}

/* An argument of a primitive type comes in an array of one element. */
union value native_construct(struct thread *thread, union value *arguments) {
    struct method *method = method_at(arguments[0]);
    struct object **given =
        (struct object **)array_element((struct array *)arguments[2].r, JAVA_REFERENCE, 0);
    union value values[UINT8_MAX] = {arguments[1]};
    for (int i = 0; i < method->shape->parameter_count; i++) {
        enum java_type type = method->shape->parameters[i];
        values[1 + i] = type == JAVA_REFERENCE
                            ? (union value){.r = given[i]}
                            : memory_load(array_element((struct array *)given[i], type, 0), type);
    }
    return thread_call(thread, method, values);
}
