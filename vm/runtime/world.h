/* All threads of the VM, and how one of them stops the others.
 *
 * A thread is in Java, where it may touch objects and stops only at polls (thread->requests, at method
 * entries and in each round of a loop), or outside, where it touches none and may block. The world is stopped
 * when every other thread is outside; none returns to Java before the world is resumed. A thread
 * that is outside has saved its registers, so that its stack can be scanned. */
#ifndef RUNTIME_WORLD_H
#define RUNTIME_WORLD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct object;
struct runtime;
struct thread;

struct world {
    pthread_mutex_t lock;   /* guards all of this, the threads' states, and inflated monitors */
    pthread_cond_t changed; /* a thread went outside or ended, or the world goes on */
    struct thread *threads; /* those that run, newest first; the main thread is the last */
    struct thread *stopper; /* the one for whom the world stands still; NULL */
    int user_threads;       /* those that are no daemons */
    bool is_over;           /* threads that come back to Java end instead */
    bool has_several;       /* Java started a thread */
    uint64_t begun;         /* threads that there have been */
    uint16_t last_id;
    VEC(uint16_t) free_ids;
};

/* The callee-saved registers and the stack pointer of a thread that is outside. */
struct native_context {
    uintptr_t registers[6];
    char *stack_pointer;
};

/* A lock of the VM that a thread may hold while the world is stopped by others; recursive. */
struct lock {
    pthread_mutex_t mutex;
    struct thread *owner;
    int depth;
};

#define LOCK_INIT                                                                                  \
    { PTHREAD_MUTEX_INITIALIZER, NULL, 0 }

/* May wait, outside Java. */
void lock_enter(struct thread *thread, struct lock *lock);
void lock_leave(struct thread *thread, struct lock *lock);

void world_init(struct runtime *runtime);
void world_release(struct runtime *runtime);

/* The calling thread: NULL when it is not one of the VM's. */
struct thread *thread_current(void);
void thread_set_current(struct thread *thread);

/* With world.lock: whether a java.lang.Thread that is none of the world's threads was interrupted.
 */
bool *thread_interrupted_outside(struct object *java);

/* Adds a thread, outside Java and with an id; false when there are too many. */
bool world_add(struct runtime *runtime, struct thread *thread);
/* The calling thread runs no Java any more; it is outside, and takes its lock ids with it. */
void world_remove(struct runtime *runtime, struct thread *thread);

void native_context_save(struct native_context *context);
void thread_went_outside(struct thread *thread);
/* Between these two the thread touches no object. Coming back waits while the world is stopped. */
#define thread_leave_java(thread)                                                                  \
    (native_context_save(&(thread)->context), thread_went_outside(thread))
void thread_enter_java(struct thread *thread);
/* The same for a thread that holds world.lock already, and keeps it. */
void thread_went_outside_locked(struct thread *thread);
void thread_enter_java_locked(struct thread *thread);

/* Must who is outside, and was interrupted there, come back? */
bool world_is_over(struct world *world);
/* The thread comes to a poll soon, or to the next when it is outside Java. For signal handlers: it
 * goes on being asked to its end. */
void thread_ask_from_signal(struct thread *thread);
/* enum thread_request: from another thread; and the thread is not asked any more. */
void thread_ask_for(struct thread *thread, int requests);
void thread_takes(struct thread *thread, int requests);
/* Every thread comes to a poll soon, or to its next when it is outside Java. */
void world_ask_to_poll(struct thread *thread);
/* From now on entries of methods, and loops where they are asked for, have polls for windows (runtime/windows.h), or are not any
 * more. */
void thread_ask_for_windows(struct thread *thread, bool is_asked);
void thread_ask_for_windows_locked(struct thread *thread, bool is_asked); /* with world.lock */
/* What a poll calls: stops here when another thread wants it. */
void thread_poll(struct thread *thread);
/* The check at a method's entry failed: false when it was a poll, true with StackOverflowError. */
bool thread_overflowed(struct thread *thread, const void *stack_pointer);
/* Moves the end of what the thread may use of its C stack. */
void thread_set_native_end(struct thread *thread, char *end);

/* In Java; nothing is stopped when there is one thread. Stops may nest. */
void world_stop(struct thread *thread);
void world_resume(struct thread *thread);
/* For good, before the process exits: runtime->on_exit ends what goes on outside Java. */
void world_stop_at_exit(struct thread *thread);

#endif
