/* PROBE: what rules count where a method is interpreted. A probe lies in front of a bytecode or behind it, with the operands
 * or the result on the stack, and leaves everything as it is: neither heat nor profile nor stack know of it. Inserted code
 * is no part of the program, and what it calls is not either. */
#include "classfile/bytes.h"
#include "classfile/opcodes.h"
#include "interp/execute.h"
#include "tally/execution.h"

/* The six comparisons of ints follow each other as those with 0 do; references have the first two. */
static bool compares(int relation, int64_t a, int64_t b) {
    switch (relation) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return a < b;
    case 3: return a >= b;
    case 4: return a > b;
    default: return a <= b;
    }
}

static bool is_taken(int opcode, const union value *top) {
    switch (opcode) {
    case OP_ifeq ... OP_ifle: return compares(opcode - OP_ifeq, top[-1].i, 0);
    case OP_if_icmpeq ... OP_if_icmple:
        return compares(opcode - OP_if_icmpeq, top[-2].i, top[-1].i);
    case OP_if_acmpeq: return top[-2].r == top[-1].r;
    case OP_if_acmpne: return top[-2].r != top[-1].r;
    case OP_ifnull: return !top[-1].r;
    case OP_ifnonnull: return top[-1].r;
    default: return true;
    }
}

static bool is_switch(int opcode) { return opcode == OP_tableswitch || opcode == OP_lookupswitch; }

static int64_t edge_of(const struct frame *frame, uint32_t bci) {
    const uint8_t *code = frame->method->code->bytes;
    if (!is_switch(code[bci])) return is_taken(code[bci], frame->top);
    struct switch_choice chosen = switch_choose(code, bci, frame->top[-1].i);
    return chosen.is_default ? TALLY_DEFAULT : frame->top[-1].i;
}

/* Does the branch or switch lead back? */
static bool goes_back(const struct frame *frame, uint32_t bci) {
    const struct code *code = frame->method->code;
    uint32_t target;
    if (is_switch(code->bytes[bci]))
        return switch_choose(code->bytes, bci, frame->top[-1].i).offset <= 0;
    instruction_targets(code, bci, &target);
    return target <= bci && is_taken(code->bytes[bci], frame->top);
}

/* Those of the arrays that multianewarray made that have [depth] around them. */
static void count_arrays(struct thread *thread, struct spot *spot, struct execution *execution,
                         struct object *array, int depth) {
    if (depth == 0) {
        execution_see_made(execution, array);
        spot_count(thread, spot, execution);
        return;
    }
    for (int32_t i = 0; i < ((struct array *)array)->length; i++)
        count_arrays(thread, spot, execution,
                     ((struct object **)((struct array *)array)->elements)[i], depth - 1);
}

static void count_new(struct activation *activation, struct spot *spot,
                      struct execution *execution) {
    const uint8_t *bytes = activation_bytes(activation);
    int dimensions = *bytes == OP_multianewarray ? bytes[3] : 1;
    for (int depth = 0; depth < dimensions; depth++)
        count_arrays(activation->thread, spot, execution, activation->frame.top[-1].r, depth);
}

/* Of monitorenter and monitorexit the object is on the stack. */
static bool is_of_method(const struct spot *spot) {
    return !spot->object && (spot->rule->point == POINT_lock || spot->rule->point == POINT_unlock);
}

static struct object *object_of(const struct activation *activation, const struct spot *spot) {
    if (is_of_method(spot)) return activation_monitor(activation);
    return spot->object ? activation->frame.top[-spot->object].r : NULL;
}

/* Adds one where that is all that executions do. */
static bool is_counted(const struct activation *activation, const struct spot *spot) {
    enum vm_point point = spot->rule->point;
    uint32_t plain = __atomic_load_n(&spot->plain, __ATOMIC_ACQUIRE);
    if (!plain || point == POINT_new) return false;
    if (point != POINT_loop || goes_back(&activation->frame, spot->bci))
        cell_add(&activation->thread->cells, plain - 1, 1);
    return true;
}

static void count_spot(struct activation *activation, struct spot *spot) {
    const struct frame *frame = &activation->frame;
    if (is_counted(activation, spot)) return;
    struct execution execution = {.method = frame->method,
                                  .bci = *frame->bci,
                                  .edge = TALLY_NO_EDGE,
                                  .context = frame->context};
    if (spot->rule->point == POINT_new) {
        count_new(activation, spot, &execution);
        return;
    }
    if (spot->rule->point == POINT_loop && !goes_back(frame, spot->bci)) return;
    if (spot->rule->point == POINT_branch || spot->rule->point == POINT_switch)
        execution.edge = edge_of(frame, spot->bci);
    execution.object = object_of(activation, spot);
    execution.value_type = spot->value_type;
    if (spot->value) execution.value = frame->top[-spot->value];
    if (spot->rule->point == POINT_write && spot->rule->tell)
        execution.old.r = overwritten_reference(activation);
    spot_count(activation->thread, spot, &execution);
}

void probe_run(struct activation *activation) {
    const struct instruction *pc = activation_pc(activation);
    if (thread_runs_inserted_code(activation->thread)) return;
    int operands = pc->spots->place == SPOT_LOCKED;
    activation->frame.top += operands;
    for (uint32_t i = 0; i < pc->spot_count; i++) count_spot(activation, &pc->spots[i]);
    activation->frame.top -= operands;
}

static void count_exception(struct activation *activation, uint32_t bci, enum spot_place place,
                            struct object *exception) {
    const struct frame *frame = &activation->frame;
    struct spot *spots;
    if (thread_runs_inserted_code(activation->thread)) return;
    uint32_t count = spots_at(translation_made(frame->method)->spots, bci, place, &spots);
    for (uint32_t i = 0; i < count; i++) {
        struct execution execution = {.method = frame->method,
                                      .bci = place == SPOT_CATCH ? bci : *frame->bci,
                                      .object = exception,
                                      .edge = TALLY_NO_EDGE,
                                      .context = frame->context};
        if (is_of_method(&spots[i])) execution.object = activation_monitor(activation);
        spot_count(activation->thread, &spots[i], &execution);
    }
}

void probe_catch(struct activation *activation, uint32_t bci) {
    count_exception(activation, bci, SPOT_CATCH, activation->frame.top[-1].r);
}

void probe_unwind(struct activation *activation, struct object *exception) {
    count_exception(activation, 0, SPOT_UNWIND, exception);
}
