/* Between the files of the interpreter. */
#ifndef INTERP_EXECUTE_H
#define INTERP_EXECUTE_H

#include "interp/profile.h"
#include "runtime/resolve.h"

/* A frame that runs. Registers of the loop: written back to frame before anything that throws,
 * collects or calls. */
struct activation {
    struct frame frame;
    struct native_gap gap;
    struct thread *thread;
    struct profile *profile; /* NULL when profiles are left alone */
    bool is_back;            /* compiled code of a loop gave up: the frame goes on */
};

/* The gap reaches to here, and what is called from here on is scanned. */
#define GAP_BEGINS(activation) __asm__ volatile("mov %%rsp, %0" : "=m"((activation)->gap.low))
/* Runs from frame.bci until the method completes; a pending exception is thrown there first. */
union value execute(struct activation *activation);

/* The operand stack's invocation at [bci]: pops the arguments, calls, pushes the result. False when
 * it threw. */
bool execute_invoke(struct activation *activation, uint32_t bci);
bool execute_invoke_dynamic(struct activation *activation, uint32_t bci);

/* Enters compiled code of the loop at frame.bci. True when the method is done; else the frame says
 * where to go on. */
bool execute_loop(struct activation *activation, method_entry loop, union value *result);

/* Pushes a value of this type; booleans and their kin are ints. */
void frame_push(struct frame *frame, enum java_type type, union value value);

/* ldc and its kin. False when it threw. */
bool execute_load_constant(struct activation *activation, uint16_t index);
bool execute_field(struct activation *activation, uint8_t opcode, uint16_t index);
bool execute_new(struct activation *activation, uint16_t index);
bool execute_new_array(struct activation *activation, struct class *array_class);
bool execute_multi_array(struct activation *activation, uint16_t index, int dimensions);
/* checkcast and instanceof of the value on the stack. */
bool execute_type_check(struct activation *activation, uint8_t opcode, uint16_t index);
/* May the value on the stack be stored into the array below it? False when it threw. */
bool execute_store_check(struct activation *activation);
/* The target of a switch for [key], counted in the profile. */
uint32_t execute_switch(struct activation *activation, uint32_t bci, int32_t key);

#endif
