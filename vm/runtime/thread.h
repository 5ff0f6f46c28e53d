/* A Java thread: pending exception, allocation buffer, interpreter stack. Compiled code receives it
 * as its first parameter and uses the offsets below. */
#ifndef RUNTIME_THREAD_H
#define RUNTIME_THREAD_H

#include <stddef.h>

#include "heap/heap.h"
#include "runtime/value.h"

struct runtime;
struct method;

/* An activation of the interpreter; frames form a chain from the newest. Locals and operand stack
 * lie in the thread's stack memory, which the collector scans conservatively up to
 * thread->stack_top. */
struct frame {
    struct frame *caller;
    struct method *method;
    union value *locals; /* slots as in the class file: long and double take two */
    union value *stack;  /* bottom of the operand stack */
    union value *top;    /* first free slot */
    int bci;             /* of the current instruction */
};

enum { DEOPTIMIZATION_VALUES = 1024 };

struct thread {
    struct tlab tlab;         /* at offset 0: compiled code allocates */
    struct object *exception; /* pending */
    struct runtime *runtime;
    struct frame *frame;                          /* newest interpreter frame, NULL */
    union value *stack, *stack_top, *stack_limit; /* memory of interpreter frames */
    char *native_limit;                           /* C stack: below this, StackOverflowError */
    char *native_base;                            /* C stack's outermost address to scan */
    int interpret_only; /* > 0: method->entry is ignored, profiles are left alone */
    union value deoptimization_values[DEOPTIMIZATION_VALUES]; /* live values a failing guard hands
                                                                 over; roots */
};

enum {
    THREAD_TLAB_TOP = offsetof(struct thread, tlab.top),
    THREAD_TLAB_LIMIT = offsetof(struct thread, tlab.limit),
    THREAD_EXCEPTION = offsetof(struct thread, exception),
    THREAD_DEOPTIMIZATION_VALUES = offsetof(struct thread, deoptimization_values),
    THREAD_NATIVE_LIMIT = offsetof(struct thread, native_limit),
};

/* Calls a method whatever executes it: its entry, or the interpreter when interpret_only. */
union value thread_call(struct thread *thread, struct method *method, union value *arguments);

#endif
