/* Between the files of the interpreter. */
#ifndef INTERP_EXECUTE_H
#define INTERP_EXECUTE_H

#include "interp/profile.h"
#include "interp/translate.h"
#include "runtime/resolve.h"
#include "runtime/timing.h"

/* A frame that runs, in the thread's stack memory between its locals and its operand stack.
 * Registers of the loop: written back to frame before anything that throws, collects or calls. No
 * word of it may be left as it is: the collector scans it with the slots. */
struct activation {
    struct frame frame;
    union value *end; /* of its memory */
    struct thread *thread;
    struct profile *profile;  /* NULL when profiles are left alone */
    int64_t in_region;        /* in inserted code of its method: slots of the stack that are the
                                program's, plus 1; else 0 */
    int32_t loop_bci, rounds; /* of the loop that it has gone back in last; -1: in none */
};

enum { ACTIVATION_SLOTS = sizeof(struct activation) / sizeof(union value) };
_Static_assert(sizeof(struct activation) % sizeof(union value) == 0, "lies among slots");

/* The bottom of its operand stack. */
static inline union value *activation_stack(struct activation *activation) {
    return (union value *)(activation + 1);
}
static inline const struct instruction *activation_pc(const struct activation *activation) {
    return (const struct instruction *)activation->frame.bci;
}
/* The instruction at the frame's bci, behind the probes in front of it. */
static inline const struct instruction *instruction_probed(const struct instruction *pc) {
    while (__atomic_load_n(&pc->operation, __ATOMIC_RELAXED) == DO_probe) pc++;
    return pc;
}
/* What a synchronized method has locked, where rules want to know. */
static inline void activation_keep_monitor(struct activation *activation, struct object *monitor) {
    struct method *method = activation->frame.method;
    if (translation_keeps_monitor(method, translation_made(method)))
        ((union value *)activation)[-1].r = monitor;
}
static inline struct object *activation_monitor(const struct activation *activation) {
    return ((const union value *)activation)[-1].r;
}
/* The bytecode of the current instruction. */
static inline const uint8_t *activation_bytes(const struct activation *activation) {
    return activation->frame.method->code->bytes + *activation->frame.bci;
}
/* The row of the current instruction, in a profile that is kept. */
static inline struct profile_row *activation_row(const struct activation *activation) {
    return &activation->profile->rows[activation_pc(activation)->row];
}
/* Of the current instruction, likewise. */
static inline struct profile_throws *activation_throws(const struct activation *activation) {
    return profile_throws_of(activation->profile, (uint32_t)*activation->frame.bci);
}

/* How to ask for the constant of the current instruction (resolve.h). */
static inline uint32_t activation_constant(const struct activation *activation, uint16_t index) {
    return resolution_index(activation->frame.method->class, index,
                            thread_runs_inserted_code(activation->thread));
}
/* What is called on behalf of inserted code resolves nothing that the program would see. */
static inline bool activation_may_quicken(const struct activation *activation) {
    return activation->in_region || !thread_runs_inserted_code(activation->thread);
}

/* Of a method that has just been entered; NULL: it is static. */
static inline struct object *activation_receiver(const struct activation *activation) {
    const struct frame *frame = &activation->frame;
    return method_is_static(frame->method) ? NULL : frame->locals[0].r;
}

/* Inserted code runs without heat and profile, in what it calls, too. */
static inline void activation_enter_region(struct activation *activation) {
    activation->in_region = activation->frame.top - activation_stack(activation) + 1;
    activation->thread->interpret_only += INSERTED_CODE;
    activation->profile = NULL;
}
static inline void activation_leave_region(struct activation *activation) {
    struct thread *thread = activation->thread;
    activation->in_region = 0;
    thread->interpret_only -= INSERTED_CODE;
    if (!thread->interpret_only) activation->profile = profile_made(activation->frame.method);
}

/* The gap reaches to here, and what is called from here on is scanned. */
#define GAP_BEGINS(thread) __asm__ volatile("mov %%rsp, %0" : "=m"((thread)->gap->low))

/* Sets an activation up for [method], its callee: the arguments' slots are the callee's first
 * locals. [end] is where its memory ends. The thread's stack has room. */
static inline struct activation *activation_push(struct thread *thread, struct method *method,
                                                 const struct translation *translation,
                                                 union value *locals, const void *native,
                                                 struct profile *profile, struct context *context) {
    struct activation *activation = (struct activation *)(locals + translation->local_slots);
    activation->frame.caller = thread->frame;
    activation->frame.method = method;
    activation->frame.locals = locals;
    activation->frame.top = activation_stack(activation);
    activation->frame.bci = &translation->instructions->bci;
    activation->frame.native = native;
    activation->frame.context = context;
    activation->frame.called_at = NULL;
    activation->frame.entered_by = NULL;
    activation->end = (union value *)activation + translation->rest_slots;
    activation->thread = thread;
    activation->profile = profile;
    activation->in_region = 0;
    activation->loop_bci = -1;
    thread->frame = &activation->frame;
    thread->stack_top = activation->end;
    return activation;
}

/* Runs from where the frame is until the method completes; a pending exception is thrown there
 * first. */
union value execute(struct activation *activation);

/* Calls [target] with the arguments on the operand stack, and pushes the result in their place.
 * False when it threw. */
bool execute_call(struct activation *activation, struct method *target);
/* [target], called by the frame's instruction, begins: its node. */
struct context *execute_enter_context(const struct activation *activation, struct method *target);
/* Counts an invocation of [method] from a frame whose profile is kept; true when the method goes on
 * being interpreted. */
bool execute_enters(struct thread *thread, struct method *method);
/* The invocation at the frame's pc, whatever it is: resolves, calls, quickens. */
bool execute_invoke(struct activation *activation);
bool execute_invoke_dynamic(struct activation *activation);

/* Where threads are timed: an activation that the interpreter has called ends. */
void execute_leave(const struct activation *activation);
/* Enters compiled code of the loop at the frame's pc. True when the method is done; else the frame
 * says where to go on. */
bool execute_loop(struct activation *activation, method_entry loop, union value *result);

/* Pushes a value of this type; boolean, byte, char and short are ints. */
void frame_push(struct frame *frame, enum java_type type, union value value);

/* Of the call at the frame's pc. */
void throw_null_receiver(struct activation *activation);

/* Each executes the instruction at the frame's pc. False when it threw. */
bool execute_load_constant(struct activation *activation);
bool execute_field(struct activation *activation);
bool execute_new(struct activation *activation);
bool execute_new_object(struct activation *activation, struct class *class);
bool execute_new_array(struct activation *activation, struct class *array_class);
bool execute_new_reference_array(struct activation *activation);
bool execute_multi_array(struct activation *activation);
/* checkcast and instanceof of the value on the stack. */
bool execute_type_check(struct activation *activation);
/* May the value on the stack be stored into the array below it? False when it threw. */
bool execute_store_check(struct activation *activation);
/* What the switch at [bci] does with [key]. */
struct switch_choice {
    int32_t index;  /* in the order of the operands, the default behind them */
    int32_t offset; /* from [bci], of the target */
    bool is_default;
};
struct switch_choice switch_choose(const uint8_t *code, uint32_t bci, int32_t key);
/* The target of a switch for [key], counted in the profile. */
const struct instruction *execute_switch(const struct activation *activation, int32_t key);

/* quicken.c: the instruction at the frame's pc is resolved; from now on it is executed by a quick
 * operation, if there is one for it. */
void quicken_constant(struct activation *activation, struct object *constant);
void quicken_field(struct activation *activation, struct field *field);
void quicken_invoke(struct activation *activation, struct method *method);
void quicken_class(struct activation *activation, enum operation operation, struct class *class);

/* probe.c: counts what rules want to know at the frame's pc, a probe. */
void probe_run(struct activation *activation);
/* The pending exception is taken by the handler at [bci], and is on the stack; or leaves the method
 * at the frame's pc. */
void probe_catch(struct activation *activation, uint32_t bci);
void probe_unwind(struct activation *activation, struct object *exception);
/* overwritten.c: what the frame's pc, a store, is about to replace; NULL where that is no reference. */
struct object *overwritten_reference(const struct activation *activation);

/* Counts what an instruction saw of an object in its row. */
void profile_see_object(struct profile_row *row, const struct object *object);

#endif
