/* NATIVE THREAD: java.lang.Thread, and Object's wait and notify. */
#include "runtime/natives.h"

#include <sched.h>

#include "runtime/wait.h"

static const union value nothing = {.j = 0};

union value native_object_wait(struct thread *thread, union value *arguments) {
    monitor_wait(thread, arguments[0].r, arguments[1].j);
    return nothing;
}

union value native_object_notify(struct thread *thread, union value *arguments) {
    monitor_notify(thread, arguments[0].r, false);
    return nothing;
}

union value native_object_notify_all(struct thread *thread, union value *arguments) {
    monitor_notify(thread, arguments[0].r, true);
    return nothing;
}

union value native_thread_current(struct thread *thread, union value *arguments) {
    return (union value){.r = thread_java(thread)};
}

union value native_thread_yield(struct thread *thread, union value *arguments) {
    thread_leave_java(thread);
    sched_yield();
    thread_enter_java(thread);
    return nothing;
}

union value native_thread_spin(struct thread *thread, union value *arguments) {
    __builtin_ia32_pause();
    return nothing;
}

union value native_thread_holds_lock(struct thread *thread, union value *arguments) {
    if (arguments[0].r) return (union value){.i = monitor_is_owner(thread, arguments[0].r)};
    throw_null_pointer(thread);
    return nothing;
}

union value native_thread_sleep(struct thread *thread, union value *arguments) {
    thread_sleep(thread, arguments[0].j);
    return nothing;
}

union value native_thread_launch(struct thread *thread, union value *arguments) {
    bool done = thread_start(thread, arguments[0].r, arguments[1].i, arguments[2].j);
    return (union value){.i = done};
}

union value native_thread_interrupted(struct thread *thread, union value *arguments) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    bool is_interrupted = thread->is_interrupted;
    thread->is_interrupted = false;
    pthread_mutex_unlock(&world->lock);
    return (union value){.i = is_interrupted};
}

/* The running thread of a java.lang.Thread, with world.lock; NULL when it does not run. */
static struct thread *find_locked(const struct thread *thread, const struct object *java) {
    struct thread *found = thread->runtime->world.threads;
    while (found && found->java != java) found = found->next;
    return found;
}

union value native_thread_interrupt(struct thread *thread, union value *arguments) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    struct thread *target = find_locked(thread, arguments[0].r);
    if (target) {
        target->is_interrupted = true;
        pthread_cond_signal(&target->wake);
    } else {
        *thread_interrupted_outside(arguments[0].r) = true;
    }
    pthread_mutex_unlock(&world->lock);
    return nothing;
}

union value native_thread_is_interrupted(struct thread *thread, union value *arguments) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    const struct thread *target = find_locked(thread, arguments[0].r);
    bool is_interrupted =
        target ? target->is_interrupted : *thread_interrupted_outside(arguments[0].r);
    pthread_mutex_unlock(&world->lock);
    return (union value){.i = is_interrupted};
}

union value native_thread_wait_state(struct thread *thread, union value *arguments) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    const struct thread *target = find_locked(thread, arguments[0].r);
    enum thread_wait wait = target ? target->wait : WAIT_NOT;
    pthread_mutex_unlock(&world->lock);
    return (union value){.i = (int32_t)wait};
}
