/* CALLS: how activations begin and end: invocations, natives, resumption after deoptimisation.
 *
 * Frames lie in the thread's stack memory: locals, struct activation, operand stack. An activation
 * that the loop pushes for a call of its own is the caller's C frame's too; what is called from
 * elsewhere, and what is not plain bytecode, gets a C frame here. */
#include "interp/interp.h"

#include <string.h>

#include "base/handover.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "dynamic/dynamic.h"
#include "interp/execute.h"
#include "runtime/contexts.h"

/* After __builtin_unwind_init: where the callee-saved registers of this function's caller lie, rbp
 * topmost. They may hold references; what lies below is the interpreter's own. */
#define CALLER_REGISTERS ((char *)__builtin_frame_address(0) - 5 * sizeof(void *))

/* A frame in the C frame of [gap], its locals zero. */
static struct activation *activation_at_top(struct thread *thread, struct method *method,
                                            const struct native_gap *gap) {
    const struct translation *translation = translation_of(method);
    struct profile *profile = thread->interpret_only ? NULL : profile_of(method);
    memset(thread->stack_top, 0, translation->local_slots * sizeof(union value));
    return activation_push(thread, method, translation, thread->stack_top, gap, profile, NULL);
}

static ptrdiff_t slots_of(struct method *method) {
    const struct translation *translation = translation_of(method);
    return (ptrdiff_t)translation->local_slots + translation->rest_slots;
}

/* Room for a frame; NULL with StackOverflowError. */
static struct activation *activation_begin(struct thread *thread, struct method *method,
                                           const struct native_gap *gap) {
    const char *here = __builtin_frame_address(0);
    if (here < __atomic_load_n(&thread->native_limit, __ATOMIC_RELAXED) &&
        thread_overflowed(thread, here))
        return NULL;
    if (thread->stack_limit - thread->stack_top < slots_of(method)) {
        throw_stack_overflow(thread);
        return NULL;
    }
    return activation_at_top(thread, method, gap);
}

static void activation_end(struct activation *activation) {
    activation->thread->frame = activation->frame.caller;
    activation->thread->stack_top = activation->frame.locals;
}

static void gap_begin(struct thread *thread, struct native_gap *gap, const void *high) {
    *gap = (struct native_gap){.high = high, .outer = thread->gap};
    thread->gap = gap;
}

/* One value an argument into slots: long and double take two. */
static void spread_arguments(const struct method *method, const union value *arguments,
                             union value *locals) {
    if (!method_is_static(method)) *locals++ = *arguments++;
    for (int i = 0; i < method->shape->parameter_count; i++) {
        *locals = *arguments++;
        locals += java_type_slots(method->shape->parameters[i]);
    }
}

static struct object *monitor_of(struct thread *thread, struct method *method,
                                 const union value *arguments) {
    return method_is_static(method) ? class_mirror(thread, method->class) : arguments[0].r;
}

void execute_leave(const struct activation *activation) {
    struct thread *thread = activation->thread;
    const struct frame *frame = &activation->frame;
    timing_leave(thread, frame->method, timing_account(thread, frame->caller->method));
}

/* Leaves the pending exception, if there is one, as it is; false with another, of the monitor. */
static bool monitor_release(struct thread *thread, struct object *monitor) {
    struct object *exception = thread->exception;
    thread->exception = NULL;
    bool is_left = monitor_exit(thread, monitor);
    if (is_left) thread->exception = exception;
    return is_left;
}

static void touch_arguments(const struct heap *heap, const struct method *method,
                            const union value *arguments) {
    if (!heap->watcher.touched) return;
    if (!method_is_static(method)) heap_tell_touched(heap, (*arguments++).r);
    for (int i = 0; i < method->shape->parameter_count; i++)
        if (method->shape->parameters[i] == JAVA_REFERENCE) heap_tell_touched(heap, arguments[i].r);
}

static void tell_native(struct thread *thread, const struct method *method,
                        const union value *arguments) {
    const struct runtime *runtime = thread->runtime;
    struct happening happening = {POINT_native, .native = method};
    touch_arguments(&runtime->heap, method, arguments);
    if (runtime->on_native) runtime->on_native(thread, method);
    if (!runtime_tells(runtime, POINT_native)) return;
    if (!method_is_static(method)) happening.object = arguments[0].r;
    runtime->on_happening(thread, &happening);
}

static union value run_native(struct thread *thread, struct method *method,
                              union value *arguments) {
    if (method->native) {
        tell_native(thread, method, arguments);
        return method->native(thread, arguments);
    }
    if (method->refusal)
        throw_refusal(thread, method);
    else
        throw_unsatisfied_link(thread, method);
    return (union value){.j = 0};
}

static void tell_monitor(struct thread *thread, enum vm_point point, struct object *monitor,
                         enum lock_type lock) {
    const struct happening happening = {point, .class = monitor->class, .object = monitor,
                                        .lock = lock};
    if (runtime_tells(thread->runtime, point)) thread->runtime->on_happening(thread, &happening);
}

/* The caller's bytecode locks: a native has none. */
static union value run_synchronized_native(struct thread *thread, struct method *method,
                                           union value *arguments) {
    struct object *monitor = monitor_of(thread, method, arguments);
    if (!monitor) return (union value){.j = 0};
    tell_monitor(thread, POINT_lock, monitor, monitor_enter(thread, monitor));
    if (thread->waited) monitor_tell_wait(thread, monitor);
    union value result = run_native(thread, method, arguments);
    if (monitor_release(thread, monitor)) tell_monitor(thread, POINT_unlock, monitor, LOCK_CAS);
    return result;
}

/* A native, or a method without code that throws. It has a frame for stack traces, but neither
 * locals nor operands; one that is missing has none. */
static union value call_native(struct thread *thread, struct method *method, union value *arguments,
                               char *const *entered_by) {
    union value result = {.j = 0};
    if (!method->native && method_is_abstract(method)) {
        throw_missing_implementation(thread, method);
        return result;
    }
    int64_t *caller = thread->runtime->timing ? timing_enter_native(thread, method) : NULL;
    struct frame frame = {
        .caller = thread->frame, .method = method, .native = &frame, .entered_by = entered_by};
    frame.called_at = thread->call_site;
    if (thread->runtime->contexts) frame.call_site = contexts_enter_native(thread, method);
    thread->frame = &frame;
    if (thread_is_asked(thread, REQUEST_ENTRIES))
        windows_poll(thread, method_is_static(method) ? NULL : arguments[0].r);
    if (method->access & ACC_SYNCHRONIZED)
        result = run_synchronized_native(thread, method, arguments);
    else
        result = run_native(thread, method, arguments);
    thread->frame = frame.caller;
    if (thread->runtime->timing) timing_leave_native(thread, method, caller);
    return result;
}

/* [monitor]: what a synchronized method has locked. */
static __attribute__((noinline)) union value run_method(struct thread *thread,
                                                        struct method *method,
                                                        union value *arguments,
                                                        struct object *monitor) {
    __builtin_unwind_init();
    struct native_gap gap;
    union value result = {.j = 0};
    gap_begin(thread, &gap, CALLER_REGISTERS);
    int64_t *caller = thread->clock.account;
    struct activation *activation = activation_begin(thread, method, &gap);
    if (activation) {
        if (thread->runtime->contexts) activation->frame.context = contexts_enter(thread, method);
        spread_arguments(method, arguments, activation->frame.locals);
        activation_keep_monitor(activation, monitor);
        if (thread->waited) monitor_tell_wait(thread, monitor);
        if (thread_is_asked(thread, REQUEST_ENTRIES))
            windows_poll(thread, activation_receiver(activation));
        result = execute(activation);
        activation_end(activation);
        if (thread->runtime->timing) timing_leave(thread, method, caller);
    } else {
        thread->waited = 0; /* the method has not begun: its lock counts nowhere */
    }
    thread->gap = gap.outer;
    return result;
}

/* Counts the invocation; true when the method has become hot and has compiled code now. */
static bool grew_hot(struct thread *thread, struct method *method) {
    profile_count(&profile_of(method)->invocations);
    int32_t heat = __atomic_load_n(&method->heat, __ATOMIC_RELAXED);
    if (heat <= 0) return false;
    __atomic_store_n(&method->heat, --heat, __ATOMIC_RELAXED);
    if (heat > 0) return false;
    struct context_link **call_site = thread->call_site;
    thread->runtime->on_hot(thread, method); /* may call */
    thread->call_site = call_site;
    return __atomic_load_n(&method->entry, __ATOMIC_ACQUIRE) != thread->runtime->interpret;
}

union value interpret_method(struct thread *thread, struct method *method, union value *arguments) {
    handover_receive(thread->runtime);
    if (method->native || !method->code)
        return call_native(thread, method, arguments, *(char *const **)__builtin_frame_address(0));
    if (!thread->interpret_only && grew_hot(thread, method))
        return thread_pass_call(thread, method, arguments);
    if (!(method->access & ACC_SYNCHRONIZED)) return run_method(thread, method, arguments, NULL);
    struct object *monitor = monitor_of(thread, method, arguments);
    if (!monitor) return (union value){.j = 0};
    thread->entered = method;
    monitor_enter(thread, monitor);
    thread->entered = NULL;
    union value result = run_method(thread, method, arguments, monitor);
    monitor_release(thread, monitor);
    return result;
}

bool execute_enters(struct thread *thread, struct method *method) {
    method_entry interpret = thread->runtime->interpret;
    return __atomic_load_n(&method->entry, __ATOMIC_ACQUIRE) == interpret &&
           !grew_hot(thread, method);
}

/* The arguments of a call, moved together where long and double took two slots: one value each. */
static union value *pack_arguments(const struct frame *frame, const struct method *method) {
    const struct method_shape *shape = method->shape;
    bool has_receiver = !method_is_static(method);
    union value *arguments = frame->top - shape->parameter_slots - has_receiver;
    if (shape->parameter_slots == shape->parameter_count) return arguments;
    union value *from = arguments + has_receiver, *to = from;
    for (int i = 0; i < shape->parameter_count; i++) {
        *to++ = *from;
        from += java_type_slots(shape->parameters[i]);
    }
    return arguments;
}

/* The callee pushes the callee-saved registers where the collector looks: they must hold none of
 * the references that the interpreter has left in them. */
static inline void forget_registers(void) {
    __asm__ volatile("xor %%ebx, %%ebx\n\txor %%r12d, %%r12d\n\txor %%r13d, %%r13d\n\t"
                     "xor %%r14d, %%r14d\n\txor %%r15d, %%r15d"
                     :
                     :
                     : "rbx", "r12", "r13", "r14", "r15", "cc");
}

static struct context_link **call_site(const struct activation *activation) {
    return contexts_slot(activation->thread, activation->frame.context, *activation->frame.bci);
}

struct context *execute_enter_context(const struct activation *activation, struct method *target) {
    return contexts_enter_at(activation->thread, call_site(activation), target);
}

/* The arguments stay on the operand stack, where the collector sees them, until the call is over.
 */
__attribute__((noinline)) bool execute_call(struct activation *activation, struct method *target) {
    struct thread *thread = activation->thread;
    const void *low = thread->gap->low;
    union value *arguments = pack_arguments(&activation->frame, target);
    if (activation->frame.context) thread->call_site = call_site(activation);
    GAP_BEGINS(thread);
    forget_registers();
    union value result = target->native ? call_native(thread, target, arguments, NULL)
                                        : thread_pass_call(thread, target, arguments);
    thread->gap->low = low;
    if (thread->exception) return false;
    activation->frame.top = arguments;
    frame_push(&activation->frame, target->shape->return_type, result);
    return true;
}

void throw_null_receiver(struct activation *activation) {
    if (activation->profile) {
        profile_see_object(activation_row(activation), NULL);
        profile_count(&activation_throws(activation)->null);
    }
    throw_null_pointer(activation->thread);
}

/* What the invocation of [method] on [receiver] runs; NULL when it threw. */
static struct method *select_target(struct activation *activation, uint32_t index,
                                    struct method *method, const struct object *receiver) {
    struct thread *thread = activation->thread;
    struct class *class = activation->frame.method->class;
    enum opcode opcode = *activation_bytes(activation);
    if (opcode == OP_invokestatic) return class_initialize(thread, method->class) ? method : NULL;
    if (!receiver) {
        throw_null_receiver(activation);
        return NULL;
    }
    if (opcode == OP_invokespecial) return select_special_method(thread, class, index, method);
    bool linked = resolved_method(class, index);
    struct method *target = class_select_or_throw(thread, receiver->class, method, linked);
    if (target && !linked) resolved_method_keep(class, index, method);
    return target;
}

bool execute_invoke(struct activation *activation) {
    struct frame *frame = &activation->frame;
    const uint8_t *bytes = activation_bytes(activation);
    enum opcode opcode = *bytes;
    uint32_t index = activation_constant(activation, read_u16(bytes + 1));
    struct method *method = resolve_method(activation->thread, frame->method->class, index, opcode);
    if (!method) return false;
    const struct object *receiver =
        opcode == OP_invokestatic ? NULL : frame->top[-method->shape->parameter_slots - 1].r;
    if (activation->profile && (receiver || opcode == OP_invokestatic)) {
        struct profile_row *row = activation_row(activation);
        if (opcode == OP_invokevirtual || opcode == OP_invokeinterface)
            profile_see_object(row, receiver);
        else
            profile_count(&row->taken);
    }
    struct method *target = select_target(activation, index, method, receiver);
    if (!target) return false;
    quicken_invoke(activation, method);
    return execute_call(activation, target);
}

bool execute_invoke_dynamic(struct activation *activation) {
    struct method *target =
        dynamic_link(activation->thread, activation->frame.method, *activation->frame.bci);
    if (!target) return false;
    if (activation->profile) profile_count(&activation_row(activation)->taken);
    quicken_invoke(activation, target);
    return execute_call(activation, target);
}

/* [to] owns the values: their copies on the C stack would keep objects alive to the method's end.
 */
static void move_slots(union value *to, union value *from, int count) {
    for (int i = 0; i < count; i++) {
        to[i] = from[i];
        from[i] = (union value){.bits = 0};
    }
}

static void resume_at(struct activation *activation, uint32_t bci) {
    const struct translation *translation = translation_made(activation->frame.method);
    activation->frame.bci = &translation->instructions[translation->index[bci]].bci;
}

static void resume_begin(struct activation *activation, const struct resume_frame *resume) {
    struct frame *frame = &activation->frame;
    union value *stack = activation_stack(activation);
    move_slots(frame->locals, resume->locals, resume->local_count);
    move_slots(stack, resume->stack, resume->stack_count);
    frame->top = stack + resume->stack_count;
    resume_at(activation, (uint32_t)resume->bci);
}

/* Behind the call at the frame's pc, whose [result] is there, unless it threw. */
static void resume_after_call(struct activation *activation, union value result,
                              const struct method *callee) {
    struct frame *frame = &activation->frame;
    if (activation->thread->exception) return;
    if (callee) frame_push(frame, callee->shape->return_type, result);
    frame->bci = &instruction_probed(activation_pc(activation))[1].bci;
}

/* Compiled code had the room that it needed, which must suffice when it goes on here: the reserve
 * of the slots is open, and so is that of the C stack. */
static bool has_room_to_resume(const struct thread *thread, struct method *method) {
    return thread->stack_limit + STACK_RESERVE / 2 - thread->stack_top >= slots_of(method);
}

union value interpret_resume(struct thread *thread, const struct resume_frame *frames, int count) {
    __builtin_unwind_init();
    struct activation *activations[count];
    struct native_gap gap;
    union value result = {.j = 0};
    int begun = count;
    gap_begin(thread, &gap, CALLER_REGISTERS);
    while (begun > 0 && has_room_to_resume(thread, frames[begun - 1].method)) {
        begun--;
        activations[begun] = activation_at_top(thread, frames[begun].method, &gap);
        resume_begin(activations[begun], &frames[begun]);
        if (frames[begun].lock_count)
            activation_keep_monitor(activations[begun], frames[begun].locks[0]);
        activations[begun]->frame.context = frames[begun].context;
    }
    /* Frames below [begun] had no room even in the reserve: they end here, and the overflow is
     * thrown at the call that led to them. */
    if (begun > 0) throw_stack_overflow(thread);
    int64_t *callers[count];
    for (int i = count; thread->runtime->timing && i > begun; i--)
        callers[i - 1] = timing_resume(thread, frames[i - 1].method);
    for (int i = 0; i < begun; i++)
        for (int j = frames[i].lock_count; j > 0; j--)
            monitor_release(thread, frames[i].locks[j - 1]);
    for (int i = begun; i < count; i++) {
        bool has_callee = i > 0;
        if (frames[i].after_call)
            resume_after_call(activations[i], result, has_callee ? frames[i - 1].method : NULL);
        result = execute(activations[i]);
        gap.low = NULL;
        activation_end(activations[i]);
        if (thread->runtime->timing) timing_leave(thread, frames[i].method, callers[i]);
        if (frames[i].method->access & ACC_SYNCHRONIZED)
            monitor_release(thread, frames[i].locks[0]);
    }
    thread->gap = gap.outer;
    return result;
}

/* --- loops --- */

/* The frame's place is taken by the compiled code's, which reads the locals first and clears them.
 */
bool execute_loop(struct activation *activation, method_entry loop, union value *result) {
    struct thread *thread = activation->thread;
    struct frame *outer = thread->loop;
    thread->frame = activation->frame.caller;
    thread->loop = &activation->frame;
    const void *low = thread->gap->low;
    GAP_BEGINS(thread);
    stack_clear(STACK_CLEARED);
    forget_registers();
    int64_t *interpreted = timing_enter_compiled(thread);
    *result = loop(thread, activation->frame.method, activation->frame.locals);
    timing_leave_part(thread, interpreted);
    thread->gap->low = low;
    bool is_back = thread->loop != &activation->frame;
    thread->loop = outer;
    return !is_back;
}

void interpret_resume_loop(struct thread *thread, const struct resume_frame *frames, int count) {
    struct activation *loop = (struct activation *)thread->loop;
    const struct resume_frame *outermost = &frames[count - 1];
    bool has_callee = count > 1;
    thread->frame = &loop->frame;
    resume_begin(loop, outermost);
    union value result = {.j = 0};
    if (has_callee) result = interpret_resume(thread, frames, count - 1);
    if (outermost->after_call)
        resume_after_call(loop, result, has_callee ? frames[count - 2].method : NULL);
    thread->loop = NULL;
}
