/* Stack traces of exceptions, and what is told of those that nobody catches. */
#ifndef RUNTIME_STACK_TRACE_H
#define RUNTIME_STACK_TRACE_H

#include "runtime/runtime.h"

/* Frames that a trace keeps, counted from the innermost that does not make the exception. */
enum { STACK_TRACE_DEPTH = 1024 };

/* The frames of this thread as a long[], one frame a word, innermost first. May collect; NULL
 * without an exception when there is no room. */
struct array *stack_trace_take(struct thread *thread);

/* The method and bci in a word of a trace. */
struct method *stack_trace_method(int64_t frame);
int stack_trace_bci(int64_t frame);

/* What java prints of an exception that ends a thread: its printStackTrace() after the thread's
 * name. Runs Java code; nothing is pending afterwards. */
void report_uncaught(struct thread *thread, const char *thread_name, struct object *exception);

#endif
