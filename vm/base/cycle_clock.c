/* CYCLE CLOCK: see the header. */
#include "base/cycle_clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#if defined(__x86_64__)
/* At one rate on all cores, whatever their speed (Intel SDM 17.17.1; AMD APM 3, CPUID 8000_0007). */
static bool counter_is_invariant(void) {
    unsigned a, b, c, d;
    enum { POWER = 0x80000007, INVARIANT = 1 << 8 };
    return __get_cpuid(POWER, &a, &b, &c, &d) && (d & INVARIANT);
}
#else
static bool counter_is_invariant(void) { return false; }
#endif

struct instant {
    int64_t nanoseconds, cycles;
};

/* What both clocks say of the same instant: a thread may be interrupted between two readings, and the nearest of several are told. */
static struct instant read_both(const struct cycle_clock *clock) {
    enum { TRIES = 16, AT_ONCE = 200 /* nanoseconds */ };
    struct instant nearest = {0};
    int64_t least = INT64_MAX;
    for (int i = 0; i < TRIES && least > AT_ONCE; i++) {
        int64_t before = clock_nanoseconds(), cycles = cycle_clock_now(clock);
        int64_t apart = clock_nanoseconds() - before;
        if (apart >= least) continue;
        least = apart;
        nearest = (struct instant){before + apart / 2, cycles};
    }
    return nearest;
}

/* 0: the monotonic clock stands still. */
static double measure_rate(const struct cycle_clock *clock) {
    enum { WHILE = 2000000, MOST_READINGS = 2000000 }; /* nanoseconds: a reading takes some 20 */
    struct instant begin = read_both(clock);
    for (int i = 0; i < MOST_READINGS && clock_nanoseconds() - begin.nanoseconds < WHILE;) i++;
    struct instant end = read_both(clock);
    if (end.nanoseconds <= begin.nanoseconds) return 0;
    return (double)(end.cycles - begin.cycles) * 1e9 /
           (double)(end.nanoseconds - begin.nanoseconds);
}

struct cycle_clock cycle_clock_begin(bool uses_monotonic_clock, int64_t (*counter)(void)) {
    struct cycle_clock clock = {.counter = counter};
    clock.reads_counter = counter || (!uses_monotonic_clock && counter_is_invariant());
    clock.rate = clock.reads_counter ? measure_rate(&clock) : 0;
    if (clock.rate > 0) return clock;
    return (struct cycle_clock){.rate = 1e9};
}
