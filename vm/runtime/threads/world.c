/* WORLD: see the header. One mutex guards all states: going outside and coming back are rare, since
 * only what blocks does it. */
#include "runtime/world.h"

#include <setjmp.h>

#include "base/die.h"
#include "base/handler.h"
#include "base/intern.h"
#include "runtime/internal.h"
#include "runtime/monitor.h"
#include "runtime/timing.h"

static _Thread_local struct thread *the_current;

IN_HANDLER struct thread *thread_current(void) { return the_current; }

void thread_set_current(struct thread *thread) { the_current = thread; }

/* In a C function the compiler may have moved a caller's register to its own frame by the time the
 * registers are read: this must be the caller's very next instruction. */
__asm__(".text\n"
        ".globl native_context_save\n"
        ".type native_context_save, @function\n"
        "native_context_save:\n"
        "    mov %rbx, 0(%rdi)\n"
        "    mov %rbp, 8(%rdi)\n"
        "    mov %r12, 16(%rdi)\n"
        "    mov %r13, 24(%rdi)\n"
        "    mov %r14, 32(%rdi)\n"
        "    mov %r15, 40(%rdi)\n"
        "    mov %rsp, 48(%rdi)\n"
        "    ret\n"
        ".size native_context_save, .-native_context_save\n");
_Static_assert(offsetof(struct native_context, stack_pointer) == 48, "the assembler knows it");

/* --- the list */

void world_init(struct runtime *runtime) {
    struct world *world = &runtime->world;
    pthread_mutex_init(&world->lock, NULL);
    pthread_cond_init(&world->changed, NULL);
}

void world_release(struct runtime *runtime) {
    pthread_mutex_destroy(&runtime->world.lock);
    pthread_cond_destroy(&runtime->world.changed);
    vec_release(&runtime->world.free_ids);
}

static bool take_id(struct world *world, struct thread *thread) {
    if (world->free_ids.count)
        thread->id = vec_pop(&world->free_ids);
    else if (world->last_id < UINT16_MAX)
        thread->id = ++world->last_id;
    thread->bias = (uint32_t)thread->id << LOCK_OWNER_SHIFT | LOCK_TAG_BIASED;
    return thread->id != 0;
}

bool *thread_interrupted_outside(struct object *java) {
    const struct class *below_object = java->class;
    while (below_object->super->super) below_object = below_object->super;
    const struct field *field =
        class_declared_field(below_object, intern("interruptedOutside"), intern("Z"));
    return (bool *)object_at(java, field->offset);
}

bool world_add(struct runtime *runtime, struct thread *thread) {
    struct world *world = &runtime->world;
    pthread_mutex_lock(&world->lock);
    bool done = !world->is_over && take_id(world, thread);
    if (done) {
        thread->is_outside = true;
        thread->number = world->begun++;
        thread->requests |= windows_meet_thread(runtime->windows);
        thread->next = world->threads;
        world->threads = thread;
        world->user_threads += !thread->is_daemon;
        if (thread->java) thread->is_interrupted = *thread_interrupted_outside(thread->java);
    }
    pthread_mutex_unlock(&world->lock);
    return done;
}

void world_remove(struct runtime *runtime, struct thread *thread) {
    struct world *world = &runtime->world;
    pthread_mutex_lock(&world->lock);
    struct thread **link = &world->threads;
    while (*link != thread) link = &(*link)->next;
    *link = thread->next;
    if (thread->java) *thread_interrupted_outside(thread->java) = thread->is_interrupted;
    world->user_threads -= !thread->is_daemon;
    if (world->is_over) pthread_cond_signal(&runtime->main.wake); /* it waits for all */
    vec_push(&world->free_ids, thread->id);
    pthread_cond_broadcast(&world->changed);
    pthread_mutex_unlock(&world->lock);
}

/* --- states */

static void charge_waiting(struct thread *thread) {
    int64_t *inside = timing_enter_part(thread, TIMED_waiting);
    if (!thread->is_outside) thread->clock.inside = inside;
}

void thread_went_outside_locked(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    if (thread->runtime->timing) charge_waiting(thread);
    thread->is_outside = true;
    if (world->stopper) pthread_cond_broadcast(&world->changed);
}

static void wait_until_resumed(struct world *world, const struct thread *thread) {
    while (world->stopper && world->stopper != thread)
        pthread_cond_wait(&world->changed, &world->lock);
}

static void go_inside(struct thread *thread) {
    thread->is_outside = false;
    if (thread->runtime->timing) timing_leave_part(thread, thread->clock.inside);
}

void thread_enter_java_locked(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    wait_until_resumed(world, thread);
    if (world->is_over && thread->end) {
        pthread_mutex_unlock(&world->lock);
        longjmp(*thread->end, 1);
    }
    go_inside(thread);
}

void thread_went_outside(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    pthread_mutex_unlock(&world->lock);
}

void thread_enter_java(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
}

bool world_is_over(struct world *world) {
    pthread_mutex_lock(&world->lock);
    bool is_over = world->is_over;
    pthread_mutex_unlock(&world->lock);
    return is_over;
}

void thread_poll(struct thread *thread) {
    struct runtime *runtime = thread->runtime;
    if (runtime->on_poll) runtime->on_poll(thread);
    if (__atomic_load_n(&runtime->has_poll_work, __ATOMIC_RELAXED)) runtime->on_poll_work(thread);
    thread_leave_java(thread);
    thread_enter_java(thread);
}

/* --- the VM's locks */

/* Outside meanwhile. Coming back does not end the thread, which would take the mutex along: its next poll does. */
static void wait_for_lock(struct thread *thread, struct lock *lock) {
    struct world *world = &thread->runtime->world;
    thread_leave_java(thread);
    pthread_mutex_lock(&lock->mutex);
    pthread_mutex_lock(&world->lock);
    wait_until_resumed(world, thread);
    go_inside(thread);
    pthread_mutex_unlock(&world->lock);
}

void lock_enter(struct thread *thread, struct lock *lock) {
    if (__atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == thread) {
        lock->depth++;
        return;
    }
    if (pthread_mutex_trylock(&lock->mutex) != 0) wait_for_lock(thread, lock);
    __atomic_store_n(&lock->owner, thread, __ATOMIC_RELAXED);
    lock->depth = 1;
}

void lock_leave(struct thread *thread, struct lock *lock) {
    ASSERT(lock->owner == thread, "a lock is released by a thread that does not hold it");
    if (--lock->depth) return;
    __atomic_store_n(&lock->owner, NULL, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock->mutex);
}

/* --- the limit of the C stack: beyond everything while entries of methods are polls */

static void publish_limit(struct thread *thread) {
    char *const polls = (char *)UINTPTR_MAX;
    bool is_poll = thread_is_asked(thread, REQUEST_STOP | REQUEST_ENTRIES);
    __atomic_store_n(&thread->native_limit, is_poll ? polls : thread->native_end, __ATOMIC_RELAXED);
    if (thread->is_asked_for_good) /* a signal may have come in between */
        __atomic_store_n(&thread->native_limit, polls, __ATOMIC_RELAXED);
}

void thread_set_native_end(struct thread *thread, char *end) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    thread->native_end = end;
    publish_limit(thread);
    pthread_mutex_unlock(&world->lock);
}

bool thread_overflowed(struct thread *thread, const void *stack_pointer) {
    if ((const char *)stack_pointer >= thread->native_end) {
        if (thread_is_asked_to_stop(thread)) thread_poll(thread);
        return false;
    }
    throw_stack_overflow(thread);
    return true;
}

/* A signal may come at any time, and asks by itself. */
static void request(struct thread *thread, int requests, bool is_asked) {
    if (is_asked)
        __atomic_fetch_or(&thread->requests, requests, __ATOMIC_RELAXED);
    else
        __atomic_fetch_and(&thread->requests, ~requests, __ATOMIC_RELAXED);
}

/* When all is over it stays asked: it may have come back without ending. */
static void ask(struct thread *thread, bool to_stop) {
    bool has_work = __atomic_load_n(&thread->runtime->has_poll_work, __ATOMIC_RELAXED);
    bool is_to_end = thread->runtime->world.is_over && thread->end;
    request(thread, REQUEST_STOP, to_stop || has_work || is_to_end);
    if (thread->is_asked_for_good) request(thread, REQUEST_STOP, true); /* likewise */
    publish_limit(thread);
}

void world_ask_to_poll(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    for (struct thread *other = world->threads; other; other = other->next) ask(other, true);
    pthread_mutex_unlock(&world->lock);
}

void thread_ask_for_windows_locked(struct thread *thread, bool is_asked) {
    request(thread, REQUEST_ENTRIES | REQUEST_LOOPS, false);
    if (is_asked) request(thread, windows_requests(thread->runtime->windows), true);
    publish_limit(thread);
}

void thread_ask_for_windows(struct thread *thread, bool is_asked) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    thread_ask_for_windows_locked(thread, is_asked);
    pthread_mutex_unlock(&world->lock);
}

void thread_ask_for(struct thread *thread, int requests) { request(thread, requests, true); }

void thread_takes(struct thread *thread, int requests) {
    if (thread_is_asked(thread, requests)) request(thread, requests, false);
}

void thread_ask_from_signal(struct thread *thread) {
    thread->is_asked_for_good = true;
    __atomic_store_n(&thread->native_limit, (char *)UINTPTR_MAX, __ATOMIC_RELAXED);
    __atomic_fetch_or(&thread->requests, REQUEST_STOP, __ATOMIC_RELAXED);
}

/* --- stopping */

static bool all_others_are_outside(const struct world *world, const struct thread *stopper) {
    for (const struct thread *thread = world->threads; thread; thread = thread->next)
        if (thread != stopper && !thread->is_outside) return false;
    return true;
}

void world_stop(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    if (thread->stops++ == 0) {
        thread_went_outside_locked(thread);
        thread_enter_java_locked(thread);
        world->stopper = thread;
        for (struct thread *other = world->threads; other; other = other->next)
            if (other != thread) ask(other, true);
        while (!all_others_are_outside(world, thread))
            pthread_cond_wait(&world->changed, &world->lock);
    }
    pthread_mutex_unlock(&world->lock);
}

void world_resume(struct thread *thread) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    if (--thread->stops == 0) {
        world->stopper = NULL;
        for (struct thread *other = world->threads; other; other = other->next) ask(other, false);
        pthread_cond_broadcast(&world->changed);
    }
    pthread_mutex_unlock(&world->lock);
}

void world_stop_at_exit(struct thread *thread) {
    world_stop(thread);
    if (thread->runtime->on_exit) thread->runtime->on_exit();
}
