/* Stack traces of exceptions, and what is told of those that nobody catches. */
#ifndef RUNTIME_STACK_TRACE_H
#define RUNTIME_STACK_TRACE_H

#include "runtime/runtime.h"

/* What java prints of an exception that ends a thread: its printStackTrace() after the thread's
 * name. Runs Java code; nothing is pending afterwards. */
void report_uncaught(struct thread *thread, const char *thread_name, struct object *exception);

#endif
