/* What compiled code calls: the rows of backend/stubs.def in terms of the runtime. */
#include "jit/internal.h"

#include <math.h>
#include <stdatomic.h>

#include "base/handover.h"
#include "context/counts.h"
#include "runtime/contexts.h"
#include "runtime/stack_trace.h"
#include "runtime/timing_windows.h"
#include "tally/sample.h"
#include "tally/site.h"
#include "tally/told.h"

static struct object *allocate_object(struct thread *thread, struct class *class, int64_t size) {
    struct object *object = heap_allocate_slow(&thread->runtime->heap, &thread->tlab, (size_t)size);
    if (object) object->class = class;
    return object;
}

static struct object *allocate_array(struct thread *thread, struct class *class, int32_t length) {
    size_t size = array_size(class->element_type, length);
    struct object *object = heap_allocate_slow(&thread->runtime->heap, &thread->tlab, size);
    if (!object) return NULL;
    object->class = class;
    ((struct array *)object)->length = length;
    return object;
}

static struct object *of_probe(struct thread *thread, struct object *object) {
    int64_t bytes = object ? (int64_t)object_size(object) : 0;
    thread->allocated_bytes += bytes;
    thread->probe_bytes += bytes;
    return object;
}

static struct object *allocate_probe_object(struct thread *thread, struct class *class,
                                            int64_t size) {
    return of_probe(thread, allocate_object(thread, class, size));
}

static struct object *allocate_probe_array(struct thread *thread, struct class *class,
                                           int32_t length) {
    return of_probe(thread, allocate_array(thread, class, length));
}

static int32_t check_stack(struct thread *thread, const void *stack_pointer,
                           struct object *receiver) {
    if (thread_overflowed(thread, stack_pointer)) return true;
    bool is_poll = !thread->runtime->options->separate_check;
    if (is_poll && thread_is_asked(thread, REQUEST_ENTRIES)) windows_poll(thread, receiver);
    return false;
}

static int32_t check_stack_at_loop(struct thread *thread, const void *stack_pointer) {
    if (thread_overflowed(thread, stack_pointer)) return true;
    windows_poll_at_loop(thread);
    return false;
}

static int32_t enter_monitor(struct thread *thread, struct object *object) {
    enum lock_type lock = monitor_enter(thread, object);
    if (thread->waited) monitor_tell_wait(thread, object);
    return (int32_t)lock;
}

static int32_t enter_probe_monitor(struct thread *thread, struct object *object) {
    thread->interpret_only += INSERTED_CODE; /* nobody is told how long it waits */
    enum lock_type lock = monitor_enter(thread, object);
    thread->interpret_only -= INSERTED_CODE;
    return (int32_t)lock;
}

/* Locking is structured in compiled code: the exit cannot fail. */
static void exit_monitor(struct thread *thread, struct object *object) {
    monitor_exit(thread, object);
}

static int32_t instance_of(struct thread *thread, struct object *object, struct class *class) {
    return class_find_supertype(object->class, class);
}

static int32_t store_ok(struct thread *thread, struct object *array, struct object *value) {
    return class_is_kind_of(value->class, array->class->element_class);
}

/* What the site selects first is remembered there. */
static struct method *select_method(struct thread *thread, struct object *receiver,
                                    struct method *method, struct call_cache *cache) {
    struct method *selected = class_select_or_throw(thread, receiver->class, method, true);
    if (selected && !cache->is_taken && !atomic_exchange(&cache->is_taken, 1)) {
        cache->first = (struct selection){receiver->class, selected};
        __atomic_store_n(&cache->current, &cache->first, __ATOMIC_RELEASE);
    }
    return selected;
}

static struct object *taken(struct thread *thread) {
    struct object *exception = thread->exception;
    thread->exception = NULL;
    return exception;
}

static struct object *take_exception(struct thread *thread) {
    stack_forget(thread);
    return taken(thread);
}

static struct object *out_of_memory(struct thread *thread) {
    throw_out_of_memory(thread);
    return taken(thread);
}

static struct object *null_pointer(struct thread *thread) {
    throw_null_pointer(thread);
    return taken(thread);
}

static struct object *array_bounds(struct thread *thread, int32_t index, int32_t length) {
    throw_array_index(thread, index, length);
    return taken(thread);
}

static struct object *division_by_zero(struct thread *thread) {
    throw_division_by_zero(thread);
    return taken(thread);
}

static struct object *array_store(struct thread *thread, struct object *value) {
    throw_array_store(thread, value->class);
    return taken(thread);
}

static struct object *negative_length(struct thread *thread, int32_t length) {
    throw_negative_array_size(thread, length);
    return taken(thread);
}

static struct context_tree *contexts_of(const struct thread *thread) {
    handover_receive(thread->runtime->contexts);
    return thread->runtime->contexts;
}

static struct context *find_context(struct thread *thread, struct context_link **slot,
                                    struct context_method *method) {
    return context_find(contexts_of(thread), &thread->cells, &thread->last_context, slot, method);
}

static struct context_row *find_row(struct thread *thread, struct context *context,
                                    const struct context_counts *counts) {
    return context_row(contexts_of(thread), context, thread->last_context, counts);
}

static struct context *context_of_frame(struct thread *thread, struct context_row *row,
                                        int32_t frame) {
    return context_frame_node(contexts_of(thread), row, (uint32_t)frame, &thread->last_context);
}

static float fmod_float(struct thread *thread, float a, float b) { return fmodf(a, b); }
static double fmod_double(struct thread *thread, double a, double b) { return fmod(a, b); }

/* [object] may stand for the class of one that is not allocated. */
static const struct class *class_counted(const struct object *object) {
    const char *bits = (const char *)object;
    if ((uintptr_t)bits & NODE_CLASS_TAG) return (const struct class *)(bits - NODE_CLASS_TAG);
    return object ? object->class : NULL;
}

static void count_in_context(struct thread *thread, struct tally_site *site, struct object *object,
                             int32_t kind, int32_t way, struct context *context) {
    if (context) handover_receive(thread->runtime->contexts);
    const struct site_execution execution = {.class = class_counted(object),
                                             .kind = (enum vm_kind)kind,
                                             .way = (enum count_way)way,
                                             .context = context};
    tally_site_count(thread, site, &execution);
}

static void count_execution(struct thread *thread, struct tally_site *site, struct object *object,
                            int32_t kind, int32_t way) {
    count_in_context(thread, site, object, kind, way, NULL);
}

/* [kind] of all when the rule asks for none. */
static void tell_execution(struct thread *thread, struct told_place *place, struct object *object,
                           uint64_t value, int64_t number, int32_t kind, struct context *context) {
    if (context) handover_receive(thread->runtime->contexts);
    bool is_allocated = !((uintptr_t)object & NODE_CLASS_TAG);
    const struct told_execution told = {.class = class_counted(object),
                                        .object = is_allocated ? object : NULL,
                                        .value.bits = value,
                                        .number = number,
                                        .kind = (enum vm_kind)kind,
                                        .context = context};
    told_execution(thread, place, &told);
}

/* One of those that compiled code does not find in a block. */
static void stamp_object(struct thread *thread, const uint64_t *clock, struct object *object) {
    bool is_allocated = !((uintptr_t)object & NODE_CLASS_TAG);
    struct vm_stamp *stamp = is_allocated ? heap_stamp(&thread->runtime->heap, object) : NULL;
    if (stamp) __atomic_store_n(&stamp->used, *clock, __ATOMIC_RELAXED);
}

/* The executions are off the countdown. */
static void sample_execution(struct thread *thread, struct told_place *place, struct object *object,
                             int64_t number, int32_t kind, int64_t executions, int32_t countdown) {
    const struct told_execution told = {
        .class = class_counted(object), .number = number, .kind = (enum vm_kind)kind};
    told_sample(thread, place, &told);
}

static int32_t decide_sample(struct thread *thread, const struct vm_rule *rule, int32_t countdown) {
    return sample_due(thread, rule) > 0;
}

static void count_sample(struct thread *thread, struct told_place *place, struct object *object,
                         int64_t number, int32_t kind) {
    const struct told_execution told = {
        .class = class_counted(object), .number = number, .kind = (enum vm_kind)kind};
    told_decided(thread, place, &told);
}

static void enter_unit(struct thread *thread, const struct timed_unit *unit) {
    char *const *frame = *(char *const **)__builtin_frame_address(0); /* the unit's */
    timing_window_enter(thread, unit, frame[1]);
}

static int64_t read_clock(struct thread *thread) { return timing_now(thread->runtime->timing); }

void stubs_fill(void *stubs[STUB_COUNT]) {
    stubs[STUB_allocate_object] = allocate_object;
    stubs[STUB_allocate_array] = allocate_array;
    stubs[STUB_allocate_probe_object] = allocate_probe_object;
    stubs[STUB_allocate_probe_array] = allocate_probe_array;
    stubs[STUB_stack_trace] = stack_trace_take;
    stubs[STUB_monitor_enter] = enter_monitor;
    stubs[STUB_monitor_enter_probe] = enter_probe_monitor;
    stubs[STUB_monitor_exit] = exit_monitor;
    stubs[STUB_instance_of] = instance_of;
    stubs[STUB_store_ok] = store_ok;
    stubs[STUB_select_method] = select_method;
    stubs[STUB_take_exception] = take_exception;
    stubs[STUB_null_pointer] = null_pointer;
    stubs[STUB_array_bounds] = array_bounds;
    stubs[STUB_division_by_zero] = division_by_zero;
    stubs[STUB_array_store] = array_store;
    stubs[STUB_negative_length] = negative_length;
    stubs[STUB_deoptimize] = deoptimize;
    stubs[STUB_deoptimize_many] = deoptimize_many;
    stubs[STUB_deoptimize_float] = deoptimize_float;
    stubs[STUB_deoptimize_double] = deoptimize_double;
    stubs[STUB_fmod_float] = fmod_float;
    stubs[STUB_fmod_double] = fmod_double;
    stubs[STUB_stack_check] = check_stack;
    stubs[STUB_sample_entry] = windows_poll;
    stubs[STUB_loop_check] = check_stack_at_loop;
    stubs[STUB_count_execution] = count_execution;
    stubs[STUB_tell_execution] = tell_execution;
    stubs[STUB_stamp_object] = stamp_object;
    stubs[STUB_sample_execution] = sample_execution;
    stubs[STUB_decide_sample] = decide_sample;
    stubs[STUB_count_sample] = count_sample;
    stubs[STUB_count_in_context] = count_in_context;
    stubs[STUB_context_row] = find_row;
    stubs[STUB_context_of_frame] = context_of_frame;
    stubs[STUB_find_context] = find_context;
    stubs[STUB_poll] = windows_poll_at_loop;
    stubs[STUB_out_of_memory] = out_of_memory;
    stubs[STUB_enter_unit] = enter_unit;
    stubs[STUB_leave_unit] = timing_window_leave;
    stubs[STUB_read_clock] = read_clock;
    stubs[STUB_straighten_clock] = timing_straighten;
}
