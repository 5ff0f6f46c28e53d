/* ALLOCATE: objects and arrays. */
#include "base/die.h"
#include "runtime/happenings.h"
#include "runtime/internal.h"

enum { LONGEST_ARRAY = INT32_MAX - 2 }; /* java's: longer ones are refused however much memory is */

/* What inserted code makes, and what it calls, is not the program's. */
static void hand_out(struct thread *thread, struct object *object, size_t size,
                     enum making making) {
    const struct runtime *runtime = thread->runtime;
    thread->allocated_bytes += (int64_t)size;
    if (thread_runs_inserted_code(thread)) {
        thread->probe_bytes += (int64_t)size;
        return;
    }
    thread->allocated_objects++;
    if (runtime->on_made) runtime->on_made(thread, object, making);
    if (making == MADE_BY_VM && runtime_tells(runtime, POINT_new))
        happening_tell_made(thread, object, size);
}

struct object *object_allocate(struct thread *thread, struct class *class) {
    ASSERT(class->instance_size, "an object of %s", class->name);
    struct object *object =
        heap_allocate(&thread->runtime->heap, &thread->tlab, class->instance_size);
    if (object)
        object->class = class;
    else
        throw_out_of_memory(thread);
    return object;
}

void object_tell_made(struct thread *thread, struct object *object, enum making making) {
    hand_out(thread, object, object->class->instance_size, making);
}

struct object *object_make(struct thread *thread, struct class *class, enum making making) {
    struct object *object = object_allocate(thread, class);
    if (object) object_tell_made(thread, object, making);
    return object;
}

struct array *array_make(struct thread *thread, struct class *array_class, int32_t length,
                         enum making making) {
    if (length < 0) {
        throw_negative_array_size(thread, length);
        return NULL;
    }
    if (length > LONGEST_ARRAY) {
        throw_array_too_large(thread);
        return NULL;
    }
    size_t size = array_size(array_class->element_type, length);
    struct array *array =
        (struct array *)heap_allocate(&thread->runtime->heap, &thread->tlab, size);
    if (!array) {
        throw_out_of_memory(thread);
        return NULL;
    }
    array->object.class = array_class;
    array->length = length;
    hand_out(thread, &array->object, size, making);
    return array;
}

static struct array *new_multi(struct thread *thread, struct class *class, const int32_t *lengths,
                               int dimensions) {
    struct array *array = array_make(thread, class, lengths[0], MADE_BY_BYTECODE);
    if (!array || dimensions == 1) return array;
    for (int32_t i = 0; i < lengths[0]; i++) {
        struct array *element =
            new_multi(thread, class->element_class, lengths + 1, dimensions - 1);
        if (!element) return NULL;
        ((struct array **)array->elements)[i] = element;
    }
    return array;
}

struct array *array_new_multi(struct thread *thread, struct class *array_class,
                              const int32_t *lengths, int dimensions) {
    for (int i = 0; i < dimensions; i++)
        if (lengths[i] < 0) {
            throw_negative_array_size(thread, lengths[i]);
            return NULL;
        }
    return new_multi(thread, array_class, lengths, dimensions);
}
