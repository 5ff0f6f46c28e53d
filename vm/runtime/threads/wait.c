/* WAIT: see the header. */
#include "runtime/wait.h"

#include <errno.h>
#include <time.h>

#include "runtime/internal.h"

struct timespec deadline_after(int64_t nanoseconds) {
    enum { SECOND = 1000000000 };
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t rest = time.tv_nsec + nanoseconds % SECOND;
    time.tv_sec += (time_t)(nanoseconds / SECOND + rest / SECOND);
    time.tv_nsec = rest % SECOND;
    return time;
}

void wait_locked(struct thread *thread, int64_t nanoseconds, const bool *is_done) {
    struct world *world = &thread->runtime->world;
    struct timespec deadline = deadline_after(nanoseconds);
    int result = 0;
    thread->wait = nanoseconds ? WAIT_WITH_LIMIT : WAIT_FOREVER;
    while (!(is_done && *is_done) && !thread->is_interrupted && !world->is_over &&
           result != ETIMEDOUT)
        result = nanoseconds ? pthread_cond_timedwait(&thread->wake, &world->lock, &deadline)
                             : pthread_cond_wait(&thread->wake, &world->lock);
    thread->wait = WAIT_NOT;
}

bool thread_wait(struct thread *thread, int64_t nanoseconds, const bool *is_done,
                 const char *message) {
    struct world *world = &thread->runtime->world;
    native_context_save(&thread->context);
    pthread_mutex_lock(&world->lock);
    thread_went_outside_locked(thread);
    wait_locked(thread, nanoseconds, is_done);
    bool is_interrupted = thread->is_interrupted && !(is_done && *is_done);
    if (is_interrupted) thread->is_interrupted = false;
    thread_enter_java_locked(thread);
    pthread_mutex_unlock(&world->lock);
    if (is_interrupted)
        throw_named(thread, "java/lang/InterruptedException", message ? "%s" : NULL, message);
    return !is_interrupted;
}

bool thread_sleep(struct thread *thread, int64_t nanoseconds) {
    return thread_wait(thread, nanoseconds ? nanoseconds : 1, NULL, "sleep interrupted");
}
