/* INTERP: the loop, one label for each row of operations.def. What takes more than a line is in objects.c
 * and calls.c.
 *
 * [top], [locals] and [pc] are the registers of the machine. LEAVE writes them back to the frame
 * before anything that may throw, collect or call; ENTER takes them up again. A local or stack slot
 * keeps an int in .i, so its upper half is undefined; long and double use the first of their two
 * slots. References stay in slots: a C variable of the loop would keep its object alive for as long
 * as the method runs, because the collector scans the C stack. */
#include "interp/execute.h"

#include <string.h>

#include "base/die.h"
#include "classfile/arithmetic.h"
#include "classfile/bytes.h"
#include "classfile/regions.h"
#include "classfile/opcodes.h"
#include "runtime/windows.h"

/* Told of every operation, before it is executed. Nobody asks, but a test (tests/dispatched.c). */
#ifndef DISPATCHED
#define DISPATCHED(activation, pc)
#endif
#define DISPATCH()                                                                                 \
    {                                                                                              \
        DISPATCHED(activation, pc)                                                                 \
        goto *labels[__atomic_load_n(&pc->operation, __ATOMIC_ACQUIRE)];                           \
    }
#define NEXT()                                                                                     \
    {                                                                                              \
        pc++;                                                                                      \
        DISPATCH();                                                                                \
    }
#define LEAVE() (activation->frame.bci = &pc->bci, activation->frame.top = top)
#define ENTER() (top = activation->frame.top)
/* What takes more than a line: an execute_ function of the instruction. */
#define TRY(call)                                                                                  \
    {                                                                                              \
        LEAVE();                                                                                   \
        if (!(call)) goto thrown;                                                                  \
        ENTER();                                                                                   \
        NEXT()                                                                                     \
    }
/* The same for a part of an instruction. */
#define CHECK(call)                                                                                \
    {                                                                                              \
        LEAVE();                                                                                   \
        if (!(call)) goto thrown;                                                                  \
    }
#define THROW(call)                                                                                \
    {                                                                                              \
        LEAVE();                                                                                   \
        call;                                                                                      \
        goto thrown;                                                                               \
    }
/* A slot is always written whole: to load 64 bits where 32 were stored last takes longer. */
#define SET_bits(slot, value) ((slot).bits = (value))
#define SET_i(slot, value)    ((slot).bits = (uint32_t)(value))
#define SET_j(slot, value)    ((slot).j = (value))
#define SET_f(slot, value)    ((slot).f = (value))
#define SET_d(slot, value)    ((slot).d = (value))
#define SET_r(slot, value)    ((slot).r = (value))
#define CHECK_NULL(slot)                                                                           \
    if (!(slot).r) THROW(throw_null_pointer(thread))
#define PUSH(field, value, slots)                                                                  \
    {                                                                                              \
        SET_##field(*top, value);                                                                  \
        top += (slots);                                                                            \
        NEXT()                                                                                     \
    }
#define LOAD(field, slots) PUSH(field, locals[pc->local].field, slots)
#define STORE(field, slots)                                                                        \
    {                                                                                              \
        top -= (slots);                                                                            \
        SET_##field(locals[pc->local], top->field);                                                \
        NEXT()                                                                                     \
    }
/* [a] and [b] are the operands, the result replaces them. */
#define BINARY(field, in, slots, out, out_slots, operation)                                        \
    {                                                                                              \
        in b = top[-(slots)].field, a = top[-2 * (slots)].field;                                   \
        top += (out_slots)-2 * (slots);                                                            \
        SET_##out(top[-(out_slots)], operation);                                                   \
        NEXT()                                                                                     \
    }
#define UNARY(field, in, slots, out, out_slots, operation)                                         \
    {                                                                                              \
        in a = top[-(slots)].field;                                                                \
        top += (out_slots) - (slots);                                                              \
        SET_##out(top[-(out_slots)], operation);                                                   \
        NEXT()                                                                                     \
    }
#define DIVIDE(field, in, slots, operation)                                                        \
    {                                                                                              \
        if (top[-(slots)].field == 0) THROW(throw_division_by_zero(thread))                        \
        BINARY(field, in, slots, field, slots, operation)                                          \
    }
#define SHIFT_LONG(operation)                                                                      \
    {                                                                                              \
        int32_t b = (--top)->i;                                                                    \
        int64_t a = top[-2].j;                                                                     \
        top[-2].j = (operation);                                                                   \
        NEXT()                                                                                     \
    }
/* The operands are popped already. */
#define BRANCH(condition)                                                                          \
    {                                                                                              \
        if (!(condition)) {                                                                        \
            if (activation->profile) count_branch(activation->profile, pc, false);                 \
            NEXT()                                                                                 \
        }                                                                                          \
        if (activation->profile) count_branch(activation->profile, pc, true);                      \
        JUMP(pc + pc->distance)                                                                    \
    }
#define JUMP(target)                                                                               \
    {                                                                                              \
        const struct instruction *from = pc;                                                       \
        pc = (target);                                                                             \
        if (pc <= from) goto back_edge;                                                            \
        DISPATCH();                                                                                \
    }
/* Array and index lie at top[-[below]], and at top[0] when they were found good. */
#define ELEMENT(below)                                                                             \
    top -= (below);                                                                                \
    if (!top[0].r || (uint32_t)top[1].i >= (uint32_t)((struct array *)top[0].r)->length)           \
    THROW(throw_element(thread, (struct array *)top[0].r, top[1].i))
/* Elements have no volatile kind: a program may read one while another thread writes it, and must
 * see the final fields of what it finds (JLS 17.5). */
#define ELEMENT_AT(type) &((type *)((struct array *)top[0].r)->elements)[top[1].i]
#define ARRAY_LOAD(field, type, slots)                                                             \
    {                                                                                              \
        ELEMENT(2)                                                                                 \
        PUSH(field, __atomic_load_n(ELEMENT_AT(type), __ATOMIC_ACQUIRE), slots)                    \
    }
#define ARRAY_STORE(field, type, slots)                                                            \
    {                                                                                              \
        ELEMENT(2 + (slots))                                                                       \
        __atomic_store_n(ELEMENT_AT(type), (type)top[2].field, __ATOMIC_RELEASE);                  \
        NEXT()                                                                                     \
    }
/* dup and its kin: the assignments, in order, then [pushed] slots more. */
#define SHUFFLE(pushed, ...)                                                                       \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        top += (pushed);                                                                           \
        NEXT()                                                                                     \
    }
/* The caller's operand stack ends where the callee's locals begin. */
#define RETURN_VOID()                                                                              \
    {                                                                                              \
        if (activation == base) return (union value){.j = 0};                                      \
        activation = activation_pop(activation);                                                   \
        top = locals;                                                                              \
        goto returned;                                                                             \
    }
#define RETURN(field, slots)                                                                       \
    {                                                                                              \
        union value result = top[-(slots)];                                                        \
        if (activation == base) return result;                                                     \
        activation = activation_pop(activation);                                                   \
        SET_##field(*locals, result.field);                                                        \
        top = locals + (slots);                                                                    \
        goto returned;                                                                             \
    }
/* Accesses to a resolved field of an object, whose address is known when it is not null; and of a
 * class. */
#define OBJECT_FIELD(object, type) (*(type *)object_at((object).r, pc->offset))
#define GET_FIELD(field, type, slots)                                                              \
    {                                                                                              \
        CHECK_NULL(top[-1])                                                                        \
        SET_##field(top[-1], OBJECT_FIELD(top[-1], type));                                         \
        top += (slots)-1;                                                                          \
        NEXT()                                                                                     \
    }
#define PUT_FIELD(field, type, slots, value)                                                       \
    {                                                                                              \
        top -= 1 + (slots);                                                                        \
        CHECK_NULL(top[0])                                                                         \
        OBJECT_FIELD(top[0], type) = (type)(value);                                                \
        NEXT()                                                                                     \
    }
#define PUT_STATIC(type, slots, value)                                                             \
    {                                                                                              \
        top -= (slots);                                                                            \
        *(type *)pc->cell = (type)(value);                                                         \
        NEXT()                                                                                     \
    }
/* [narrowed]: what a store makes of the value first. */
#define MEMBER_OPERATIONS(kind, field, type, slots, narrowed)                                      \
    do_getstatic_##kind : PUSH(field, *(type *)pc->cell, slots);                                   \
    do_putstatic_##kind : PUT_STATIC(type, slots, top->field narrowed);                            \
    do_getfield_##kind : GET_FIELD(field, type, slots);                                            \
    do_putfield_##kind : PUT_FIELD(field, type, slots, top[1].field narrowed);
/* The receiver of the call at pc. */
#define RECEIVER() (top[-pc->method->shape->parameter_slots - 1].r)
#define CHECK_RECEIVER()                                                                           \
    if (!RECEIVER()) THROW(throw_null_receiver(activation))
/* [receiver]: whose class is counted; or NULL. */
#define CALL(method, receiver)                                                                     \
    {                                                                                              \
        target = (method);                                                                         \
        if (activation->profile) count_call(activation->profile, pc, receiver);                    \
        goto call;                                                                                 \
    }
/* What has not been selected lately, or is abstract, is searched, or thrown. */
#define CALL_SELECTED(selected)                                                                    \
    {                                                                                              \
        target = (selected);                                                                       \
        if (!target || method_is_abstract(target)) TRY(execute_invoke(activation))                 \
        CALL(target, RECEIVER())                                                                   \
    }
#define METHOD() (activation->frame.method)
/* checkcast and instanceof. */
#define SEE()                                                                                      \
    if (activation->profile) profile_see_object(&activation->profile->rows[pc->row], top[-1].r);
#define IS_NULL_OR_INSTANCE() (!top[-1].r || class_is_kind_of(top[-1].r->class, pc->class))

static __attribute__((noinline)) void count_branch(struct profile *profile,
                                                   const struct instruction *pc, bool is_taken) {
    profile_count_branch(&profile->rows[pc->branch_row], is_taken);
}

/* [receiver] is NULL where it is not counted. */
static __attribute__((noinline)) void
count_call(struct profile *profile, const struct instruction *pc, const struct object *receiver) {
    struct profile_row *row = &profile->rows[pc->row];
    profile_count(&row->taken);
    if (receiver) profile_see_class(row, receiver->class);
}

static void count_back_edge(struct profile *profile) {
    profile_count(&profile->back_edges);
    if (profile_read(&profile->back_edges) % ROUNDS_AS_INVOCATION == 0) profile_warm(profile, 1);
}

static void count_round(struct activation *activation) {
    int32_t bci = *activation->frame.bci;
    if (activation->loop_bci != bci) activation->rounds = 0;
    activation->loop_bci = bci;
    if (activation->rounds < INT32_MAX) activation->rounds++;
}

/* True when compiled code may go on from here. */
static bool take_back_edge(struct activation *activation) {
    if (activation->profile) {
        count_back_edge(activation->profile);
        count_round(activation);
    }
    if (thread_is_asked(activation->thread, REQUESTS_AT_LOOPS))
        windows_poll_at_loop(activation->thread);
    const struct profile *profile = activation->profile;
    return profile && profile_read(&profile->back_edges) >
                          __atomic_load_n(&profile->loop_limit, __ATOMIC_RELAXED);
}

static method_entry find_loop(struct activation *activation) {
    struct thread *thread = activation->thread;
    int32_t bci = *activation->frame.bci;
    method_entry loop = thread->runtime->on_loop(thread, activation->frame.method, bci);
    if (!loop) return NULL;
    profile_warm(activation->profile, LOOP_ENTRY_AS_INVOCATIONS);
    profile_enter_loop(activation->profile, (uint32_t)bci, activation->rounds);
    return loop;
}

/* The object stays on the stack while the thread may wait. */
static bool enter_monitor(struct activation *activation) {
    struct thread *thread = activation->thread;
    struct object *object = activation->frame.top[-1].r;
    if (object)
        monitor_enter(thread, object);
    else
        throw_null_pointer(thread);
    if (thread->waited) monitor_tell_wait(thread, object);
    activation->frame.top--;
    return object != NULL;
}

static bool exit_monitor(struct activation *activation) {
    struct object *object = activation->frame.top[-1].r;
    if (!object) throw_null_pointer(activation->thread);
    bool is_done = object && monitor_exit(activation->thread, object);
    activation->frame.top--;
    return is_done;
}

static void throw_element(struct thread *thread, const struct array *array, int32_t index) {
    if (array)
        throw_array_index(thread, index, array->length);
    else
        throw_null_pointer(thread);
}

static void throw_cast(struct thread *thread, const struct object *object, struct class *to) {
    throw_class_cast(thread, object->class, to);
}

static inline bool is_boolean_array(const struct object *array) {
    return array && array->class->element_type == JAVA_BOOLEAN;
}

static void throw_reference(struct thread *thread, struct object *exception) {
    if (exception)
        throw_object(thread, exception);
    else
        throw_null_pointer(thread);
}

static const struct instruction *instruction_at(const struct activation *activation, uint32_t bci) {
    const struct translation *translation = translation_made(activation->frame.method);
    return &translation->instructions[translation->index[bci]];
}

/* What inserted code throws ends it and nothing else: the program goes on behind it. */
static const struct instruction *end_region(struct activation *activation) {
    struct thread *thread = activation->thread;
    struct frame *frame = &activation->frame;
    const struct code_region *region = code_region_at(frame->method->code, (uint32_t)*frame->bci);
    frame->top = activation_stack(activation) + activation->in_region - 1;
    thread->exception = NULL;
    count_add(&thread->cells, &thread->runtime->failed_probes, COUNT_INTERPRETED, 1);
    activation_leave_region(activation);
    stack_forget(thread);
    return instruction_at(activation, region->end);
}

/* A call tells by itself whether its receiver was null: what it called may have thrown the like. NULL: it is not counted. */
static struct profile_throws *count_thrown(const struct activation *activation) {
    if (!activation->profile) return NULL;
    struct profile_throws *throws = activation_throws(activation);
    bool is_call = opcode_is_call(*activation_bytes(activation));
    profile_count(&throws->thrown);
    if (!is_call && exception_is(activation->thread->exception, ERROR_null_pointer))
        profile_count(&throws->null);
    return throws;
}

/* The instruction that goes on in this frame after the pending exception: of a handler, which has
 * the exception alone on its stack, or behind inserted code; or NULL. */
static const struct instruction *find_handler(struct activation *activation) {
    struct thread *thread = activation->thread;
    struct frame *frame = &activation->frame;
    struct object *exception;
    struct profile_throws *throws = count_thrown(activation);
    union value *bottom = activation_stack(activation);
    if (activation->in_region) bottom += activation->in_region - 1;
    frame->top = bottom + 1;
    int bci, target = *frame->bci;
    do { /* what a handler throws before it runs is thrown there */
        bci = target;
        exception = thread->exception;
        bottom->r = exception; /* a root while catch classes are looked up */
        thread->exception = NULL;
        target = exception_handler(thread, frame->method, bci, exception);
    } while (thread->exception && target > bci);
    if (target < 0 || thread->exception) {
        if (activation->in_region) return end_region(activation);
        if (!thread->exception) thread->exception = exception;
        if (throws) profile_count(&throws->unwound);
        if (thread->runtime->profile) probe_unwind(activation, thread->exception);
        return NULL;
    }
    *activation_stack(activation) = *bottom;
    frame->top = activation_stack(activation) + 1;
    if (throws) profile_count(&profile_throws_of(activation->profile, (uint32_t)target)->caught);
    if (thread->runtime->profile) probe_catch(activation, (uint32_t)target);
    stack_forget(thread);
    return instruction_at(activation, (uint32_t)target);
}

/* The frame of the caller, which goes on. */
static struct activation *activation_pop(struct activation *activation) {
    struct activation *caller = (struct activation *)activation->frame.caller;
    caller->thread->frame = &caller->frame;
    caller->thread->stack_top = caller->end;
    return caller;
}

/* What compiled code of the loop has returned, unless it threw. */
static struct activation *activation_return(struct activation *activation, union value result) {
    enum java_type type = activation->frame.method->shape->return_type;
    union value *locals = activation->frame.locals;
    if (activation->thread->runtime->timing) execute_leave(activation);
    struct activation *caller = activation_pop(activation);
    if (caller->thread->exception) return caller;
    caller->frame.top = locals;
    frame_push(&caller->frame, type, result);
    caller->frame.bci = &activation_pc(caller)[1].bci;
    return caller;
}

/* Can the loop push a frame for the callee of a call with its arguments below [top]? If not, the
 * method's entry overflows, or polls. */
static inline bool has_room(const struct thread *thread, const struct translation *callee,
                            const union value *top) {
    return thread->stack_limit - top >= callee->growth && !thread_polls_at_entries(thread);
}

/* In the loop, unless compiled code is to be entered. */
#define ENTER_CALLEE()                                                                             \
    if (activation->profile) {                                                                     \
        LEAVE();                                                                                   \
        if (!execute_enters(thread, target)) TRY(execute_call(activation, target))                 \
    }                                                                                              \
    activation = push_callee(activation, target, callee, pc, top);

/* If it cannot, for calls are sampled alone? */
static bool has_room_and_samples(const struct thread *thread, const struct translation *callee,
                                 const union value *top) {
    return thread->stack_limit - top >= callee->growth && !thread_is_asked_to_stop(thread) &&
           thread_is_asked(thread, REQUEST_ENTRIES);
}

static inline struct activation *push_callee(struct activation *activation, struct method *target,
                                             const struct translation *callee,
                                             const struct instruction *pc, union value *top) {
    union value *locals = top - callee->argument_slots;
    activation->frame.bci = &pc->bci;
    activation->frame.top = locals;
    for (union value *local = top; local < locals + callee->local_slots; local++) local->bits = 0;
    struct context *context = activation->frame.context;
    if (context) context = execute_enter_context(activation, target);
    return activation_push(activation->thread, target, callee, locals, activation->frame.native,
                           activation->profile ? profile_made(target) : NULL, context);
}

union value execute(struct activation *base) {
    static const void *const labels[] = {
#define SAME(operation, ...)  &&do_##operation,
#define QUICK(operation, ...) &&do_##operation,
#define AS(opcode, operation)
#define MEMBER(kind, ...)                                                                          \
    &&do_getstatic_##kind, &&do_putstatic_##kind, &&do_getfield_##kind, &&do_putfield_##kind,
#include "interp/operations.def"
#undef SAME
#undef QUICK
#undef MEMBER
    };
    struct activation *activation = base;
    struct thread *thread = base->thread;
    const struct instruction *pc = activation_pc(base);
    union value *locals = base->frame.locals, *top = base->frame.top;
    struct method *target; /* of a call */
    const struct translation *callee;
    GAP_BEGINS(thread);
    if (thread->exception) goto thrown;
    DISPATCH();

#define SAME(operation, ...)  do_##operation : __VA_ARGS__
#define QUICK(operation, ...) do_##operation : __VA_ARGS__
#define MEMBER(kind, ...)     MEMBER_OPERATIONS(kind, __VA_ARGS__)
#include "interp/operations.def"
#undef SAME
#undef QUICK
#undef MEMBER
#undef AS

call:
    callee = translation_made(target);
    if (!callee || !has_room(thread, callee, top)) {
        if (!callee || !has_room_and_samples(thread, callee, top))
            TRY(execute_call(activation, target))
        ENTER_CALLEE()
        windows_poll(thread, activation_receiver(activation));
    } else {
        ENTER_CALLEE()
    }
    locals = activation->frame.locals;
    pc = callee->instructions;
    ENTER();
    DISPATCH();

returned:
    locals = activation->frame.locals;
    pc = activation_pc(activation) + 1;
    DISPATCH();

back_edge:
    if (!activation->profile && !thread_is_asked(thread, REQUESTS_AT_LOOPS)) DISPATCH();
    LEAVE();
    if (!take_back_edge(activation) || top != activation_stack(activation)) DISPATCH();
    method_entry loop = find_loop(activation);
    if (!loop) DISPATCH();
    union value result;
    if (execute_loop(activation, loop, &result)) {
        if (activation == base) return result;
        activation = activation_return(activation, result);
    }
    pc = activation_pc(activation);
    if (!thread->exception) goto resumed;

thrown:
    while (!(pc = find_handler(activation))) {
        if (activation == base) return (union value){.j = 0};
        if (thread->runtime->timing) execute_leave(activation);
        activation = activation_pop(activation);
    }
resumed:
    locals = activation->frame.locals;
    ENTER();
    DISPATCH();
}
