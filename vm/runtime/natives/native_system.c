/* NATIVE SYSTEM: java.lang.System, System.out and Probe. */
#include "base/clock.h"
#include "runtime/natives.h"
#include "runtime/stack.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool is_array(const struct object *object) { return class_is_array(object->class); }

static void tell_overwritten(const struct heap *heap, struct object *const *references,
                             int32_t count) {
    for (int32_t i = 0; heap->watcher.touched && i < count; i++)
        heap_tell_touched(heap, references[i]);
}

/* Elements of reference arrays may have to be checked one by one; those before a wrong one are
 * copied. */
static void copy_references(struct thread *thread, struct array *source, int32_t from,
                            struct array *target, int32_t to, int32_t length) {
    struct object **read = array_element(source, JAVA_REFERENCE, from);
    struct object **write = array_element(target, JAVA_REFERENCE, to);
    struct class *element = target->object.class->element_class;
    tell_overwritten(&thread->runtime->heap, write, length);
    if (class_is_subtype(source->object.class->element_class, element)) {
        memmove(write, read, sizeof *read * (size_t)length);
        return;
    }
    for (int32_t i = 0; i < length; i++) {
        if (read[i] && !class_is_subtype(read[i]->class, element)) {
            throw_new(thread, ERROR_array_store,
                      "arraycopy: element type mismatch: can not cast one of the elements of %s[] "
                      "to the type of the destination array, %s",
                      source->object.class->element_class->binary_name, element->binary_name);
            return;
        }
        write[i] = read[i];
    }
}

/* "int" or "object array", before the brackets of a message. */
static const char *element_text(struct thread *thread, const struct class *array_class) {
    enum java_type type = array_class->element_type;
    return type == JAVA_REFERENCE ? "object array" : thread->runtime->primitives[type]->binary_name;
}

static void check_types(struct thread *thread, struct object *source, struct object *target) {
    if (!is_array(source))
        throw_new(thread, ERROR_array_store, "arraycopy: source type %s is not an array",
                  source->class->binary_name);
    else if (!is_array(target))
        throw_new(thread, ERROR_array_store, "arraycopy: destination type %s is not an array",
                  target->class->binary_name);
    else if (source->class->element_type != target->class->element_type)
        throw_new(thread, ERROR_array_store,
                  "arraycopy: type mismatch: can not copy %s[] into %s[]",
                  element_text(thread, source->class), element_text(thread, target->class));
}

static void check_ranges(struct thread *thread, const struct array *source, int32_t from,
                         const struct array *target, int32_t to, int32_t length) {
    const char *element = element_text(thread, source->object.class);
    if (from < 0)
        throw_new(thread, ERROR_array_index, "arraycopy: source index %d out of bounds for %s[%d]",
                  from, element, source->length);
    else if (to < 0)
        throw_new(thread, ERROR_array_index,
                  "arraycopy: destination index %d out of bounds for %s[%d]", to, element,
                  target->length);
    else if (length < 0)
        throw_new(thread, ERROR_array_index, "arraycopy: length %d is negative", length);
    else if ((int64_t)from + length > source->length)
        throw_new(thread, ERROR_array_index,
                  "arraycopy: last source index %lld out of bounds for %s[%d]",
                  (long long)from + length, element, source->length);
    else if ((int64_t)to + length > target->length)
        throw_new(thread, ERROR_array_index,
                  "arraycopy: last destination index %lld out of bounds for %s[%d]",
                  (long long)to + length, element, target->length);
}

union value native_array_copy(struct thread *thread, union value *arguments) {
    union value nothing = {.j = 0};
    if (!arguments[0].r || !arguments[2].r) {
        throw_null_pointer(thread);
        return nothing;
    }
    check_types(thread, arguments[0].r, arguments[2].r);
    if (thread->exception) return nothing;
    struct array *source = (struct array *)arguments[0].r, *target = (struct array *)arguments[2].r;
    int32_t from = arguments[1].i, to = arguments[3].i, length = arguments[4].i;
    check_ranges(thread, source, from, target, to, length);
    if (thread->exception) return nothing;
    enum java_type element = source->object.class->element_type;
    if (element == JAVA_REFERENCE)
        copy_references(thread, source, from, target, to, length);
    else
        memmove(array_element(target, element, to), array_element(source, element, from),
                (size_t)java_type_size(element) * (size_t)length);
    return nothing;
}

union value native_current_time(struct thread *thread, union value *arguments) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (union value){.j = now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000};
}

union value native_nano_time(struct thread *thread, union value *arguments) {
    return (union value){.j = clock_nanoseconds()};
}

union value native_collect(struct thread *thread, union value *arguments) {
    heap_collect(&thread->runtime->heap, &thread->tlab);
    return (union value){.j = 0};
}

union value native_processors(struct thread *thread, union value *arguments) {
    return (union value){.i = (int32_t)sysconf(_SC_NPROCESSORS_ONLN)};
}

/* --- memory */

union value native_total_memory(struct thread *thread, union value *arguments) {
    return (union value){.j = heap_capacity(&thread->runtime->heap)};
}

union value native_free_memory(struct thread *thread, union value *arguments) {
    const struct heap *heap = &thread->runtime->heap;
    const struct heap_statistics *now = &heap->statistics;
    return (union value){.j = heap_capacity(heap) - now->bytes_in_blocks - now->bytes_large};
}

union value native_max_memory(struct thread *thread, union value *arguments) {
    return (union value){.j = (int64_t)thread->runtime->heap.limit};
}

union value native_halt(struct thread *thread, union value *arguments) {
    int status = arguments[1].i & 0xff;
    if (thread->runtime->on_halt) thread->runtime->on_halt(thread, status);
    world_stop_at_exit(thread);
    fflush(NULL);
    struct runtime *runtime = thread->runtime;
    exit(runtime->on_end ? runtime->on_end(runtime, status) : status);
}

/* Of the caller: a counter's name that is computed is a call in compiled code, too. */
static enum count_way way_of_caller(struct thread *thread) {
    struct stack_walk walk;
    struct stack_entry probe, caller;
    stack_walk_begin(&walk, thread);
    bool is_compiled =
        stack_walk_next(&walk, &probe) && stack_walk_next(&walk, &caller) && caller.is_compiled;
    if (!is_compiled) return COUNT_INTERPRETED;
    return caller.is_on_stack ? COUNT_ON_STACK : COUNT_COMPILED;
}

union value native_probe_hit(struct thread *thread, union value *arguments) {
    if (!arguments[0].r) {
        throw_null_pointer(thread);
        return (union value){.j = 0};
    }
    struct arena arena;
    arena_init(&arena);
    struct counter *counter = runtime_counter(thread->runtime, string_utf8(arguments[0].r, &arena));
    count_add(&thread->cells, &counter->hits, way_of_caller(thread), 1);
    arena_release(&arena);
    return (union value){.j = 0};
}

union value native_profile_see(struct thread *thread, union value *arguments) {
    return (union value){.j = 0};
}

union value native_profile_mark(struct thread *thread, union value *arguments) {
    struct runtime *runtime = thread->runtime;
    if (!arguments[0].r) throw_null_pointer(thread);
    if (!arguments[0].r) return (union value){.j = 0};
    if (!runtime->profile && !runtime->notices.receive) return (union value){.j = 0};
    struct arena arena;
    arena_init(&arena);
    const char *text = string_utf8(arguments[0].r, &arena);
    if (runtime->profile) runtime->on_mark(runtime->profile, text);
    event_send(&runtime->notices,
               &(struct event){.kind = EVENT_mark, .subject = text, .frequency = -1});
    if (runtime->on_mark_told) runtime->on_mark_told(thread);
    arena_release(&arena);
    return (union value){.j = 0};
}
