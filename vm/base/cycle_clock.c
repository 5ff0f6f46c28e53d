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

/* 0: the monotonic clock stands still. */
static double measure_rate(const struct cycle_clock *clock) {
    enum { WHILE = 2000000, MOST_READINGS = 2000000 }; /* nanoseconds: a reading takes some 20 */
    int64_t start = clock_nanoseconds(), before = cycle_clock_now(clock), now = start;
    for (int i = 0; i < MOST_READINGS && now - start < WHILE; i++) now = clock_nanoseconds();
    if (now <= start) return 0;
    return (double)(cycle_clock_now(clock) - before) * 1e9 / (double)(now - start);
}

struct cycle_clock cycle_clock_begin(bool uses_monotonic_clock, int64_t (*counter)(void)) {
    struct cycle_clock clock = {.counter = counter};
    clock.reads_counter = counter || (!uses_monotonic_clock && counter_is_invariant());
    clock.rate = clock.reads_counter ? measure_rate(&clock) : 0;
    if (clock.rate > 0) return clock;
    return (struct cycle_clock){.rate = 1e9};
}
