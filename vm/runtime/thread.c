/* THREAD: the memory of one thread, and where its C stack ends. */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "runtime/thread.h"

#include <sys/resource.h>

#include "base/die.h"
#include "runtime/internal.h"

/* The main thread's stack grows up to the limit of the moment: ask for what the VM uses at most. */
static void raise_stack_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= NATIVE_STACK_USED) return;
    limit.rlim_cur = limit.rlim_max < NATIVE_STACK_USED ? limit.rlim_max : NATIVE_STACK_USED;
    setrlimit(RLIMIT_STACK, &limit);
}

/* The C stack between its end and [native_end] is for what natives, the compiler and exceptions
 * need when Java code has used up its part. */
static void find_native_stack(struct thread *thread, size_t most) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    ASSERT(pthread_getattr_np(pthread_self(), &attributes) == 0, "the stack's place is unknown");
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    thread->native_base = (char *)lowest + size;
    if (size > most) size = most;
    size_t reserve = size >= 4 * NATIVE_RESERVE ? NATIVE_RESERVE : size / 4;
    thread->native_end = thread->native_limit = thread->native_base - size + reserve;
}

void thread_init(struct thread *thread, size_t native_bytes) {
    thread->stack = memory_allocate((STACK_SLOTS + STACK_RESERVE) * sizeof *thread->stack);
    thread->stack_top = thread->stack;
    thread->stack_limit = thread->stack + STACK_SLOTS;
    if (thread == &thread->runtime->main) raise_stack_limit();
    find_native_stack(thread, native_bytes);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&thread->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    thread->outer = thread_current();
    thread_set_current(thread);
}

void thread_release(struct thread *thread) {
    memory_free(thread->stack);
    pthread_cond_destroy(&thread->wake);
    thread_set_current(thread->outer);
}

union value thread_call(struct thread *thread, struct method *method, union value *arguments) {
    method_entry entry = thread->interpret_only ? thread->runtime->interpret : method->entry;
    return entry(thread, method, arguments);
}
