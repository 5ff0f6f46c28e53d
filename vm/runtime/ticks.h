/* Ticks: a thread that calls a function at random moments. */
#ifndef RUNTIME_TICKS_H
#define RUNTIME_TICKS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

struct ticks {
    int64_t nanoseconds; /* from one to the next, in the mean */
    bool is_fixed;       /* always as long, not drawn at random from 0 to twice that */
    struct rng random;
    void (*tick)(void *context); /* in the thread of the ticks */
    void *context;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    bool is_begun, is_ended;
};

/* False when there is no thread for them. */
bool ticks_begin(struct ticks *ticks, double every_ms, bool is_fixed, uint64_t seed,
                 void (*tick)(void *context), void *context);
/* When this returns no tick is under way, and none will come. Also of what did not begin. */
void ticks_end(struct ticks *ticks);

#endif
