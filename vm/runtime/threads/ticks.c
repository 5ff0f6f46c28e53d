/* TICKS: see the header. */
#include "runtime/ticks.h"

#include <errno.h>
#include <math.h>
#include <time.h>

#include "runtime/helper_thread.h"

static struct timespec later(struct timespec time, int64_t nanoseconds) {
    nanoseconds += time.tv_nsec;
    time.tv_sec += nanoseconds / 1000000000;
    time.tv_nsec = nanoseconds % 1000000000;
    return time;
}

static int64_t interval(struct ticks *ticks) {
    int64_t mean = ticks->nanoseconds;
    return ticks->is_fixed ? mean : rng_around(&ticks->random, mean);
}

/* On time, or late by less than an interval: the next tick comes when it would have. Else those that were missed do not come at
 * all: they would come one right after the other, and what they lock would be locked all the time. */
static struct timespec last_tick(const struct ticks *ticks, struct timespec due) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t late = (now.tv_sec - due.tv_sec) * 1000000000 + (now.tv_nsec - due.tv_nsec);
    return late < ticks->nanoseconds ? due : now;
}

static void *run(void *context) {
    struct ticks *ticks = context;
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    pthread_mutex_lock(&ticks->mutex);
    while (!ticks->is_ended) {
        next = later(next, interval(ticks));
        while (!ticks->is_ended &&
               pthread_cond_timedwait(&ticks->ended, &ticks->mutex, &next) != ETIMEDOUT) {}
        if (!ticks->is_ended) ticks->tick(ticks->context);
        next = last_tick(ticks, next);
    }
    pthread_mutex_unlock(&ticks->mutex);
    return NULL;
}

bool ticks_begin(struct ticks *ticks, double every_ms, bool is_fixed, uint64_t seed,
                 void (*tick)(void *context), void *context) {
    pthread_condattr_t attributes;
    *ticks = (struct ticks){.nanoseconds = llround(every_ms * 1e6),
                            .is_fixed = is_fixed,
                            .tick = tick,
                            .context = context};
    rng_init(&ticks->random, seed);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&ticks->mutex, NULL);
    pthread_cond_init(&ticks->ended, &attributes);
    pthread_condattr_destroy(&attributes);
    ticks->is_begun = helper_thread_start(&ticks->thread, run, ticks);
    return ticks->is_begun;
}

void ticks_end(struct ticks *ticks) {
    if (!ticks->is_begun) return;
    pthread_mutex_lock(&ticks->mutex);
    ticks->is_ended = true;
    pthread_cond_signal(&ticks->ended);
    pthread_mutex_unlock(&ticks->mutex);
    pthread_join(ticks->thread, NULL);
    pthread_mutex_destroy(&ticks->mutex);
    pthread_cond_destroy(&ticks->ended);
    ticks->is_begun = false;
}
