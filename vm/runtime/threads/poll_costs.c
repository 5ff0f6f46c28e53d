/* POLL COSTS: what polls take of the time of a window, which is none of the program's. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "runtime/runtime.h"
#include "runtime/thread.h"
#include "runtime/windows.h"

enum { ROUNDS = 64, ENTRIES = 64, PASSING = 512 };
static char *const polls = (char *)UINTPTR_MAX; /* a limit that all stacks are below */

/* What compiled code calls at an entry that is a poll, and does not pass. */
static __attribute__((noinline)) bool come_to_poll(struct thread *thread,
                                                   const void *stack_pointer) {
    if (thread_overflowed(thread, stack_pointer)) return true;
    if (!thread_is_asked_to_stop(thread)) windows_poll(thread, NULL);
    return false;
}

/* As compiled code has it (backend/emit.c). */
static inline bool passes_poll(struct thread *thread, const char *stack_pointer) {
    return stack_pointer >= thread->native_end && !thread_is_asked(thread, REQUESTS_NOT_PASSED) &&
           --thread->windows.passes >= 0;
}

/* A method that reads and returns a field of its argument. What it needs is put aside for the way to the poll and back. */
static __attribute__((noinline)) const void *read_field(struct thread *thread, const char *limit,
                                                        const void *object, ptrdiff_t field) {
    static bool (*volatile const poll)(struct thread *, const void *) = come_to_poll;
    const char *here = __builtin_frame_address(0);
    bool is_poll = __builtin_expect(here < limit, false);
    if (is_poll && !passes_poll(thread, here) && poll(thread, here)) return NULL;
    return thread->exception ? NULL : ((const void *const *)object)[field];
}

/* For the compiler not to know the limit. */
static const void *(*volatile const enter)(struct thread *, const char *, const void *,
                                           ptrdiff_t) = read_field;

static int compare(const void *a, const void *b) {
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static int64_t at_percent(int64_t *times, int count, int percent) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count * percent / 100];
}

/* From one poll that reads the clock to the next of nothing at all, where nothing tells the processor that the next entry is one, and
 * little is at hand of what polls need: so it is in windows, which are rare. */
static int time_ways(const struct windows *windows, struct thread *thread, int64_t *ways) {
    enum { LINE = 64, LINES = 1024 };
    int count = 0;
    char *lines = memory_allocate(LINE * LINES);
    volatile char *others = lines;
    struct rng random;
    rng_init(&random, windows->options.seed);
    for (int round = 0; round < ROUNDS; round++) {
        bool is_poll[ENTRIES];
        for (int i = 0; i < ENTRIES; i++) is_poll[i] = rng_below(&random, 2) == 0;
        for (int i = 0; i < LINES; i++) others[i * LINE]++;
        thread->windows.last = cycle_clock_now(&windows->clock);
        for (int i = 0; i < ENTRIES; i++) {
            int64_t before = thread->windows.time;
            thread->windows.passes = thread->windows.passed = 0;
            enter(thread, is_poll[i] ? polls : NULL, &thread, 0);
            if (is_poll[i]) ways[count++] = thread->windows.time - before;
        }
    }
    memory_free(lines);
    return count;
}

/* Of polls that pass, or are none, each with so much between it and the next that waits for nothing: what passing executes takes time of
 * its own then. */
static int64_t time_polls(const struct windows *windows, struct thread *thread, const char *limit) {
    enum { FIELDS = 8, READS = 3 };
    static volatile const int64_t fields[FIELDS];
    const char *volatile limit_of_polls = limit, *here = __builtin_frame_address(0);
    int64_t sums[FIELDS] = {0};
    volatile int64_t result = 0;
    thread->windows.passes = PASSING;
    int64_t begun = cycle_clock_settled(&windows->clock);
    for (int i = 0; i < PASSING; i++) {
        bool is_poll = __builtin_expect(here < limit_of_polls, false);
        if (is_poll && !passes_poll(thread, here)) come_to_poll(thread, here);
#pragma GCC unroll 24
        for (int read = 0; read < FIELDS * READS; read++)
            sums[read % FIELDS] += fields[read % FIELDS];
    }
#pragma GCC unroll 8
    for (int field = 0; field < FIELDS; field++) result ^= sums[field];
    return cycle_clock_settled(&windows->clock) - begun;
}

/* What passing takes longer, in the median: the processor may change its pace at any time, so what is compared is neighbours. */
static int64_t time_passing(const struct windows *windows, struct thread *thread) {
    int64_t longer[ROUNDS];
    for (int round = 0; round < ROUNDS; round++)
        longer[round] = time_polls(windows, thread, polls) - time_polls(windows, thread, NULL);
    return at_percent(longer, ROUNDS, 50);
}

/* The way is as long as 95 in 100 are: what is left of others would be the program's, and dense calls would be seen too seldom. Of what
 * passing takes here some is hidden where calls wait for something, if only for each other. */
void windows_measure_polls(struct windows *windows) {
    int64_t ways[ROUNDS * ENTRIES];
    struct thread *thread = thread_current();
    const struct thread_windows before = thread->windows;
    windows->way = 0;
    windows->pass = 0;
    thread->windows = (struct thread_windows){.is_seeded = true,
                                              .is_open = true,
                                              .asked_at = 1,
                                              .begun = 1,
                                              .weight = 1,
                                              .skip = INT32_MAX,
                                              .time = INT64_MIN / 2};
    rng_init(&thread->windows.random, windows->options.seed);
    int count = time_ways(windows, thread, ways);
    int64_t passing = time_passing(windows, thread);
    thread->windows = before;
    windows->usual_way = at_percent(ways, count, 50);
    windows->way = at_percent(ways, count, 95);
    const double not_hidden = 0.65;
    windows->pass = fmax(0, not_hidden * (double)passing / PASSING);
}
