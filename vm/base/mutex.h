/* Mutexes of the process's own tables, which cost nothing while the process has one thread. */
#ifndef BASE_MUTEX_H
#define BASE_MUTEX_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/single_threaded.h>

/* Returns what mutex_leave needs to know. */
static inline bool mutex_enter(pthread_mutex_t *mutex) {
    bool is_locked = !__libc_single_threaded;
    if (is_locked) pthread_mutex_lock(mutex);
    return is_locked;
}

static inline void mutex_leave(pthread_mutex_t *mutex, bool is_locked) {
    if (is_locked) pthread_mutex_unlock(mutex);
}

#endif
