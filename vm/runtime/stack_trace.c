/* STACK TRACE: see the header. */
#include "runtime/stack_trace.h"

#include "base/intern.h"

void report_uncaught(struct thread *thread, const char *thread_name, struct object *exception) {
    FILE *err = thread->runtime->err;
    fprintf(err, "Exception in thread \"%s\" ", thread_name);
    struct method *print =
        class_find_method(exception->class, intern("printStackTrace"), intern("()V"));
    print = class_select_method(exception->class, print);
    thread->exception = NULL;
    thread_call(thread, print, (union value[]){{.r = exception}});
    if (thread->exception)
        fprintf(err, "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n",
                thread->exception->class->binary_name, thread_name);
    thread->exception = NULL;
}
