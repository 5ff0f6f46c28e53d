/* ROOTS: what the heap asks of the runtime: sizes, references, and where references are held
 * outside the heap. The C stack, the registers, the interpreter's stack and the values of a failing
 * guard are ambiguous. */
#include "base/die.h"
#include "runtime/internal.h"
#include "runtime/timing.h"

static size_t trace_object(struct heap *heap, struct object *object) {
    const struct class *class = object->class;
    if (class->instance_size) {
        for (int i = 0; i < class->reference_count; i++)
            heap_mark(heap, *(struct object **)object_at(object, class->reference_offsets[i]));
        if (class->referent_kind) reference_trace(heap, object);
        return class->instance_size;
    }
    const struct array *array = (const struct array *)object;
    if (class->element_type == JAVA_REFERENCE)
        for (int32_t i = 0; i < array->length; i++)
            heap_mark(heap, ((struct object *const *)array->elements)[i]);
    return array_size(class->element_type, array->length);
}

static void trace_class(struct heap *heap, struct class *class) {
    heap_mark(heap, class->mirror);
    heap_mark(heap, class->initialization_failure);
    for (int i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        if (field->cell && field->type == JAVA_REFERENCE) heap_mark(heap, field->cell->r);
    }
}

/* The C stack, but for the interpreter's own frames: their slots lie elsewhere. */
static void trace_native_stack(struct heap *heap, const struct thread *thread, const void *from) {
    for (const struct native_gap *gap = thread->gap; gap; gap = gap->outer) {
        if (!gap->low) continue;
        heap_mark_range(heap, from, gap->low);
        from = gap->high;
    }
    heap_mark_range(heap, from, thread->native_base);
}

/* Outside Java: from the stack pointer it had when it left. */
static void trace_stopped_stack(struct heap *heap, const struct thread *thread) {
    if (!thread->context.stack_pointer) return; /* has not begun */
    heap_mark_range(heap, thread->context.registers, &thread->context.stack_pointer);
    trace_native_stack(heap, thread, thread->context.stack_pointer);
}

/* Without a frame of its own, which would stay as it is. */
__asm__(".text\n"
        ".globl stack_clear\n"
        ".type stack_clear, @function\n"
        "stack_clear:\n"
        "    mov %rdi, %rcx\n"
        "    mov %rsp, %rdi\n"
        "    sub %rcx, %rdi\n"
        "    shr $3, %rcx\n"
        "    xor %eax, %eax\n"
        "    rep stosq\n"
        "    ret\n"
        ".size stack_clear, .-stack_clear\n");

void stack_forget(struct thread *thread) {
    uintptr_t deepest = thread->out_of_memory_at, here = (uintptr_t)__builtin_frame_address(0);
    thread->out_of_memory_at = 0;
    if (deepest && deepest < here) stack_clear((here - deepest) / 8 * 8 + STACK_CLEARED);
}

static void trace_thread(struct heap *heap, struct thread *thread) {
    heap_mark(heap, thread->exception);
    heap_mark(heap, thread->java);
    for (const struct frame *frame = thread->frame; frame; frame = frame->caller)
        heap_mark_range(heap, frame->locals, frame->top);
    /* The loop's code may stop before it has read the locals. */
    if (thread->loop) heap_mark_range(heap, thread->loop->locals, thread->loop->top);
    heap_mark_range(heap, thread->deoptimization_values,
                    thread->deoptimization_values + DEOPTIMIZATION_VALUES);
    if (thread == thread_current())
        trace_native_stack(heap, thread, heap->stack);
    else
        trace_stopped_stack(heap, thread);
}

static void trace_roots(struct heap *heap, void *context) {
    struct runtime *runtime = context;
    for (struct class *class = runtime->classes; class; class = class->next)
        trace_class(heap, class);
    for (int type = 0; type < JAVA_TYPE_COUNT; type++)
        if (runtime->primitives[type]) trace_class(heap, runtime->primitives[type]);
    strings_trace(heap, runtime);
    for (uint32_t i = 0; i < runtime->protected.count; i++)
        heap_mark(heap, runtime->protected.items[i]);
    heap_mark(heap, runtime->out_of_memory);
    monitors_trace(heap, runtime);
    for (struct thread *thread = runtime->world.threads; thread; thread = thread->next)
        trace_thread(heap, thread);
}

static void judge_roots(struct heap *heap, void *context) { strings_judge(heap, context); }

static enum reason reason_of(enum heap_need need) {
    switch (need) {
    case HEAP_ALLOCATED_ENOUGH: return REASON_allocated_enough;
    case HEAP_HAS_NO_ROOM: return REASON_no_room;
    case HEAP_IS_ASKED: return REASON_asked;
    case HEAP_ALWAYS_COLLECTS: return REASON_always_collected;
    }
    UNREACHABLE();
}

static void collected(void *context, const struct heap_collection *collection) {
    struct runtime *runtime = context;
    const double values[] = {collection->stop, collection->mark, collection->sweep,
                             (double)collection->live};
    struct event event = {.kind = EVENT_collected,
                          .reason = reason_of(collection->need),
                          .amount = collection->reclaimed,
                          .frequency = -1,
                          .duration = collection->all,
                          .values = values,
                          .value_count = 4};
    event_send(&runtime->sink, &event);
    if (runtime->has_enqueued) references_tell(runtime);
    runtime->has_enqueued = false;
}

static void enter_heap(void *context) {
    struct runtime *runtime = context;
    lock_enter(thread_current(), &runtime->heap_lock);
}

static void leave_heap(void *context) {
    struct runtime *runtime = context;
    lock_leave(thread_current(), &runtime->heap_lock);
}

static void stop_world(struct heap *heap, void *context) {
    struct runtime *runtime = context;
    world_stop(thread_current());
    for (struct thread *thread = runtime->world.threads; thread; thread = thread->next)
        heap_retire(heap, &thread->tlab);
    struct thread *collecting = thread_current();
    collecting->clock.mutator = timing_enter_part(collecting, TIMED_collector);
}

static void resume_world(void *context) {
    struct thread *collecting = thread_current();
    timing_leave_part(collecting, collecting->clock.mutator);
    world_resume(collecting);
}

const struct heap_callbacks runtime_heap_callbacks = {
    .object_size = object_size,
    .trace_object = trace_object,
    .judge_reference = reference_judge,
    .trace_roots = trace_roots,
    .judge_roots = judge_roots,
    .collected = collected,
    .enter = enter_heap,
    .leave = leave_heap,
    .stop_world = stop_world,
    .resume_world = resume_world,
};
