/* The interpreter: one label for each row of operations.def. Keeps the profile, counts invocations
 * and loops, and continues where compiled code fails a guard. */
#ifndef INTERP_INTERP_H
#define INTERP_INTERP_H

#include "runtime/runtime.h"

/* method->entry of every method that has no compiled code (natives and abstract methods too). */
union value interpret_method(struct thread *thread, struct method *method, union value *arguments);

/* A frame to resume in the middle of a method, as deoptimisation rebuilds it. */
struct resume_frame {
    struct method *method;
    int bci;
    /* At [bci] again (before its effects), or after the call at [bci]: the callee's result is then
     * pushed. */
    bool after_call;
    int local_count, stack_count; /* slots: long and double take two */
    union value *locals, *stack;
    int lock_count; /* monitors this frame holds, for synchronised methods: released when it
                       completes abruptly */
    struct object **locks;
    struct context *context; /* NULL while contexts are not kept */
};

/* Rebuilds [count] frames (innermost first), zeroing the slots they are made from, runs them to the
 * end and returns what the outermost method returns. When thread->exception is pending, it is
 * thrown in the innermost frame at its bci. */
union value interpret_resume(struct thread *thread, const struct resume_frame *frames, int count);
/* The same for the code of a loop: the frames inside the outermost run to the end, which then is
 * the one that entered the loop, and goes on when the loop's code returns. */
void interpret_resume_loop(struct thread *thread, const struct resume_frame *frames, int count);

#endif
