/* A clock that costs little to read: the processor's time stamp counter where it goes on at one rate, else the monotonic clock.
 * By builtins: <x86intrin.h> has 60,000 lines, which each file of the VM would read. */
#ifndef BASE_CYCLE_CLOCK_H
#define BASE_CYCLE_CLOCK_H

#include <stdbool.h>

#include "base/clock.h"

struct cycle_clock {
    int64_t (*counter)(void); /* instead of the processor's; NULL: that */
    bool reads_counter;       /* else nanoseconds of the monotonic clock are the cycles */
    double rate; /* cycles a second, as measured at the beginning; of the monotonic clock 1e9 */
};

/* The counter where it is one and goes on. Takes some milliseconds. */
struct cycle_clock cycle_clock_begin(bool uses_monotonic_clock, int64_t (*counter)(void));

static inline int64_t cycle_clock_now(const struct cycle_clock *clock) {
    if (clock->counter) return clock->counter();
#if defined(__x86_64__)
    if (clock->reads_counter) return (int64_t)__builtin_ia32_rdtsc();
#endif
    return clock_nanoseconds();
}

/* When all before has been executed. */
static inline int64_t cycle_clock_settled(const struct cycle_clock *clock) {
#if defined(__x86_64__)
    __builtin_ia32_lfence();
#endif
    return cycle_clock_now(clock);
}

#endif
