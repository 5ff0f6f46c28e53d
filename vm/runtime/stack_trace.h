/* Stack traces of exceptions. */
#ifndef RUNTIME_STACK_TRACE_H
#define RUNTIME_STACK_TRACE_H

#include "runtime/runtime.h"

/* The trace of an exception without it: it would keep alive all that it refers to. */
struct kept_trace {
    int32_t count;
    int64_t frames[];
};

/* Frames that a trace keeps, counted from the innermost that does not make the exception. */
enum { STACK_TRACE_DEPTH = 1024 };

/* The frames of this thread as a long[], one frame a word, innermost first. May collect; NULL
 * without an exception when there is no room. */
struct array *stack_trace_take(struct thread *thread);

/* What the exception's trace shows; NULL: it has none. */
struct kept_trace *stack_trace_copy(const struct object *exception, struct arena *arena);
/* The exception shows this one from now on. May collect; it is left as it is without room. */
void stack_trace_put(struct thread *thread, struct object *exception,
                     const struct kept_trace *trace);

/* The method and bci in a word of a trace. */
struct method *stack_trace_method(int64_t frame);
int stack_trace_bci(int64_t frame);

#endif
