/* TICKS: see the header. */
#define _GNU_SOURCE /* sem_clockwait */
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

enum { MOST_AT_ONCE = 64 };

static bool is_before(struct timespec time, struct timespec other) {
    return time.tv_sec != other.tv_sec ? time.tv_sec < other.tv_sec : time.tv_nsec < other.tv_nsec;
}

/* How many have come, all or, when somebody wakes it, some; 0: there are no more. */
static int wait(struct ticks *ticks, const struct timespec *due, int count) {
    struct timespec now;
    int awaited = count;
    while (!__atomic_load_n(&ticks->is_ended, __ATOMIC_ACQUIRE)) {
        if (sem_clockwait(&ticks->wake, CLOCK_MONOTONIC, &due[awaited - 1]) != 0) {
            if (errno == ETIMEDOUT) return awaited;
            continue;
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
        for (awaited = 1; awaited < count && is_before(due[awaited - 1], now);) awaited++;
    }
    return 0;
}

static void *run(void *context) {
    struct ticks *ticks = context;
    struct timespec last, due[MOST_AT_ONCE];
    clock_gettime(CLOCK_MONOTONIC, &last);
    for (int64_t wanted = 1;;) {
        int count = wanted < MOST_AT_ONCE ? (int)wanted : MOST_AT_ONCE;
        for (int i = 0; i < count; i++) due[i] = later(i ? due[i - 1] : last, interval(ticks));
        int come = wait(ticks, due, count);
        if (!come) return NULL;
        wanted = ticks->tick(ticks->context, come);
        last = last_tick(ticks, due[come - 1]);
    }
}

bool ticks_begin(struct ticks *ticks, double every_ms, bool is_fixed, uint64_t seed,
                 ticks_function *tick, void *context) {
    *ticks = (struct ticks){.nanoseconds = llround(every_ms * 1e6),
                            .is_fixed = is_fixed,
                            .tick = tick,
                            .context = context};
    rng_init(&ticks->random, seed);
    sem_init(&ticks->wake, 0, 0);
    ticks->is_begun = helper_thread_start(&ticks->thread, run, ticks);
    return ticks->is_begun;
}

void ticks_wake(struct ticks *ticks) {
    if (ticks->is_begun) sem_post(&ticks->wake);
}

void ticks_end(struct ticks *ticks) {
    if (!ticks->is_begun) return;
    __atomic_store_n(&ticks->is_ended, true, __ATOMIC_RELEASE);
    ticks_wake(ticks);
    pthread_join(ticks->thread, NULL);
    sem_destroy(&ticks->wake);
    ticks->is_begun = false;
}
