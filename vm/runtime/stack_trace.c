/* STACK TRACE: a frame is one word, its method's address above its bci, and whether a frame that is
 * hidden lay above it; natives below take it apart for java.lang.StackTraceElement. */
#include "runtime/stack_trace.h"

#include <string.h>

#include "base/intern.h"
#include "runtime/internal.h"
#include "runtime/natives.h"
#include "runtime/null_pointer.h"
#include "runtime/stack.h"

/* A bci is a u2 (JVMS 4.7.3: code is shorter than 65536); user addresses have 47 bits. */
enum { BCI_BITS = 16 };

static const int64_t below_hidden = INT64_MIN;

static int64_t frame_word(const struct stack_entry *entry) {
    uint64_t word = (uint64_t)(uintptr_t)entry->method << BCI_BITS | (uint16_t)entry->bci;
    return (int64_t)word | (entry->is_below_hidden ? below_hidden : 0);
}

struct method *stack_trace_method(int64_t frame) {
    return (struct method *)(uintptr_t)((uint64_t)(frame & ~below_hidden) >> BCI_BITS);
}

int stack_trace_bci(int64_t frame) { return (uint16_t)frame; }

/* Can this frame belong to making an exception? Its constructors call fillInStackTrace. */
static bool makes_exceptions(const struct runtime *runtime, const struct method *method) {
    if (strcmp(method->name, "walkStack") == 0) return method->class == runtime->known.throwable;
    bool is_filler = strcmp(method->name, "fillInStackTrace") == 0 &&
                     strcmp(method->descriptor, "()Ljava/lang/Throwable;") == 0;
    return (is_filler || strcmp(method->name, "<init>") == 0) &&
           class_is_subtype(method->class, runtime->known.throwable);
}

static struct array *frames_array(struct thread *thread, const int64_t *frames, int32_t count) {
    struct class *longs = class_array_of(thread->runtime->primitives[JAVA_LONG]);
    struct array *array = array_new(thread, longs, count);
    if (array)
        memcpy(array_element(array, JAVA_LONG, 0), frames, sizeof *frames * (size_t)count);
    else
        thread->exception = NULL;
    return array;
}

/* Constructors that call each other are as many as there are superclasses and overloads: more than
 * so many are cut off. */
enum { MAKERS = 256 };

static int32_t collect(struct stack_walk *walk, int64_t frames[MAKERS + STACK_TRACE_DEPTH]) {
    int32_t count = 0, makers = 0;
    int64_t mark = 0;
    struct stack_entry entry;
    while (count < makers + STACK_TRACE_DEPTH && stack_walk_next(walk, &entry)) {
        if (entry.method->class->host) { /* hidden from traces, too */
            mark = below_hidden;
            continue;
        }
        bool is_maker = count == makers && makers < MAKERS;
        if (is_maker && makes_exceptions(walk->thread->runtime, entry.method)) makers++;
        frames[count++] = frame_word(&entry) | mark;
        mark = 0;
    }
    return count;
}

struct array *stack_trace_take(struct thread *thread) {
    int64_t frames[MAKERS + STACK_TRACE_DEPTH];
    struct stack_walk walk;
    stack_walk_begin(&walk, thread);
    return frames_array(thread, frames, collect(&walk, frames));
}

/* The frames of the thread that runs this java.lang.Thread, while the world stands still; NULL when
 * none does. */
static struct array *take_of(struct thread *thread, const struct object *java) {
    int64_t frames[MAKERS + STACK_TRACE_DEPTH];
    int32_t count = -1;
    world_stop(thread);
    const struct thread *other = thread->runtime->world.threads;
    while (other && other->java != java) other = other->next;
    if (other) {
        struct stack_walk walk;
        stack_walk_begin_outside(&walk, other);
        count = collect(&walk, frames);
    }
    world_resume(thread);
    return other ? frames_array(thread, frames, count) : NULL;
}

union value native_thread_walk_stack(struct thread *thread, union value *arguments) {
    return (union value){.r = (struct object *)take_of(thread, arguments[0].r)};
}

union value native_walk_stack(struct thread *thread, union value *arguments) {
    return (union value){.r = (struct object *)stack_trace_take(thread)};
}

/* How many frames of its trace made this exception: fillInStackTrace, its constructors. */
static int32_t count_makers(const struct object *exception, const struct array *trace) {
    int32_t count = 0;
    for (; count < trace->length; count++) {
        const struct method *method = stack_trace_method(((const int64_t *)trace->elements)[count]);
        if (!makes_exceptions(exception->class->runtime, method) ||
            !class_is_subtype(exception->class, method->class))
            break;
    }
    return count;
}

union value native_count_makers(struct thread *thread, union value *arguments) {
    return (union value){.i = count_makers(arguments[0].r, (struct array *)arguments[1].r)};
}

static struct array **backtrace_of(const struct object *exception) {
    const struct field *field = exception->class->runtime->fields.throwable_backtrace;
    return (struct array **)object_at((struct object *)exception, field->offset);
}

struct kept_trace *stack_trace_copy(const struct object *exception, struct arena *arena) {
    const struct array *all = *backtrace_of(exception);
    if (!all) return NULL;
    int32_t makers = count_makers(exception, all), count = all->length - makers;
    size_t size = sizeof(int64_t) * (size_t)count;
    struct kept_trace *copy = arena_allocate(arena, sizeof *copy + size);
    copy->count = count;
    memcpy(copy->frames, (const int64_t *)all->elements + makers, size);
    return copy;
}

void stack_trace_put(struct thread *thread, struct object *exception,
                     const struct kept_trace *trace) {
    struct array *frames = frames_array(thread, trace->frames, trace->count);
    if (frames) *backtrace_of(exception) = frames;
}

union value native_describe_null(struct thread *thread, union value *arguments) {
    struct strbuf text = STRBUF_INIT;
    int64_t frame = arguments[0].j;
    bool is_its_own = !(frame & below_hidden); /* what threw stands in this frame */
    if (is_its_own) null_pointer_describe(&text, stack_trace_method(frame), stack_trace_bci(frame));
    union value result = {.r = NULL};
    if (text.length) result.r = string_new_utf8(thread, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return result;
}

static union value text_value(struct thread *thread, const char *text) {
    return (union value){.r = text ? string_intern_utf8(thread, text, strlen(text)) : NULL};
}

union value native_frame_class(struct thread *thread, union value *arguments) {
    return text_value(thread, stack_trace_method(arguments[0].j)->class->binary_name);
}

union value native_frame_method(struct thread *thread, union value *arguments) {
    return text_value(thread, stack_trace_method(arguments[0].j)->name);
}

union value native_frame_file(struct thread *thread, union value *arguments) {
    return text_value(thread, stack_trace_method(arguments[0].j)->class->file->source_file);
}

/* As StackTraceElement has it: -1 when not known, -2 in a native method. */
union value native_frame_line(struct thread *thread, union value *arguments) {
    const struct method *method = stack_trace_method(arguments[0].j);
    int line = method_line(method, stack_trace_bci(arguments[0].j));
    bool is_native = method->native || (!method->code && !method->refusal);
    return (union value){.i = is_native ? -2 : line ? line : -1};
}

union value native_frame_library(struct thread *thread, union value *arguments) {
    return (union value){.i = class_is_of_library(stack_trace_method(arguments[0].j)->class)};
}
