/* Ticks: a thread that calls a function at random moments. To wake takes it some 15 microseconds, more than most functions: who has nothing to
 * do at the next ticks says so. */
#ifndef RUNTIME_TICKS_H
#define RUNTIME_TICKS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

/* In the thread of the ticks: so many have come since it was called last. The result: after how many it is to be called again, from 1 on. */
typedef int64_t ticks_function(void *context, int64_t ticks);

struct ticks {
    int64_t nanoseconds; /* from one to the next, in the mean */
    bool is_fixed;       /* always as long, not drawn at random from 0 to twice that */
    struct rng random;
    ticks_function *tick;
    void *context;
    pthread_t thread;
    sem_t wake;
    bool is_begun, is_ended; /* the latter atomic */
};

/* False when there is no thread for them. */
bool ticks_begin(struct ticks *ticks, double every_ms, bool is_fixed, uint64_t seed,
                 ticks_function *tick, void *context);
/* The function is called at the next tick, however many it wanted to wait for. */
void ticks_wake(struct ticks *ticks);
/* When this returns no tick is under way, and none will come. Also of what did not begin. */
void ticks_end(struct ticks *ticks);

#endif
