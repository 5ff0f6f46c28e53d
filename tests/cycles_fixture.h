/* What the tests of time have in common: programs that are timed, and their accounts. The clock of the programs is the one that
 * charges, so what they measure bounds what is charged, however loaded the machine is. */
#ifndef TESTS_CYCLES_FIXTURE_H
#define TESTS_CYCLES_FIXTURE_H

#include "tests/vm_fixture.h"

#include <math.h>

#include "base/clock.h"

enum { MOST_UNITS = 4000, MOST_THREADS = 8 };

struct accounts {
    struct vm_timed units[MOST_UNITS];
    int count;
};

static inline void keep(void *context, const struct vm_timed *timed) {
    struct accounts *accounts = context;
    ck_assert_int_lt(accounts->count, MOST_UNITS);
    accounts->units[accounts->count++] = *timed;
}

static inline void begin_with(struct fixture *f, const char *text,
                              const struct vm_timing_options *options) {
    struct diag diag = DIAG_INIT;
    begin(f, text);
    ck_assert_msg(vm_time(f->vm, options, &diag), "%s", diag.message);
}

/* In windows, or each activation. */
static inline void begin_timed_so(struct fixture *f, const char *text, bool times_each,
                                  int threshold) {
    begin_with(f, text,
               &(struct vm_timing_options){.times_each = times_each,
                                           .threshold = threshold,
                                           .uses_monotonic_clock = true,
                                           .every_ms = 0.2});
}

static inline void begin_timed(struct fixture *f, const char *text, int threshold) {
    begin_timed_so(f, text, true, threshold);
}

static inline struct accounts *read_accounts(struct fixture *f) {
    struct accounts *accounts = memory_allocate(sizeof *accounts);
    vm_time_each(f->vm, true, false, keep, accounts);
    return accounts;
}

static inline struct accounts *read_accounts_of_all(struct fixture *f) {
    struct accounts *accounts = memory_allocate(sizeof *accounts);
    vm_time_each(f->vm, false, false, keep, accounts);
    return accounts;
}

#define ANY_PART TIMED_PARTS

static inline bool is_of(const struct vm_timed *unit, const char *name, enum timed_part part) {
    return (!name || strcmp(unit->name, name) == 0) && (part == ANY_PART || unit->part == part);
}

static inline struct vm_timed sum_of(const struct accounts *accounts, const char *name,
                                     enum timed_part part) {
    struct vm_timed sum = {0};
    for (int i = 0; i < accounts->count; i++) {
        const struct vm_timed *unit = &accounts->units[i];
        if (!is_of(unit, name, part)) continue;
        sum.own += unit->own;
        sum.error = sqrt(sum.error * sum.error + unit->error * unit->error);
        sum.total += unit->total;
        sum.activations += unit->activations;
    }
    return sum;
}

/* Pieces, as they measure themselves; some call nothing, one calls a method all the time, one is a native. What takes longer than
 * half a millisecond was interrupted: it took as long as the others did in the mean. */
#define PIECES                                                                                     \
    "class T { static long[] took = new long[3], whole = new long[3], all = new long[3];"          \
    "static synchronized void add(int k, long t) { all[k]++;"                                      \
    "    if (t < 500000) { took[k] += t; whole[k]++; } }"                                          \
    "static int loop(int y) { for (int i = 0; i < 20000; i++) y = y * 31 + i; return y; }"         \
    "static int leaf(int y) { for (int i = 0; i < 20; i++) y = y * 31 + i; return y; }"            \
    "static int caller(int y) { for (int i = 0; i < 1000; i++) y = leaf(y); return y; }"           \
    "static byte[] a = new byte[20000];"                                                           \
    "static void copy(byte[] b, int n) { for (int i = 0; i < n; i++) System.arraycopy(a, 0, b, "   \
    "    0, 20000); }"                                                                             \
    "static synchronized void restart() { took = new long[3]; whole = new long[3]; all = new "     \
    "long[3]; }"                                                                                   \
    "static synchronized long took(int k) { return took[k] * all[k] / whole[k]; }"                 \
    "static int run(int n) { int y = n; byte[] b = new byte[20000]; for (int i = 0; i < n; i++) {" \
    "    long t = System.nanoTime(); y = loop(y); add(0, System.nanoTime() - t);"                  \
    "    t = System.nanoTime(); y = caller(y); add(1, System.nanoTime() - t);"                     \
    "    t = System.nanoTime(); copy(b, 10); add(2, System.nanoTime() - t); }"                     \
    "    return y; } }"

/* Windows leave out when others run on the processor; where each activation is timed the clock has to. */
static inline int64_t time_on_processor(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline void begin_with_calls(struct fixture *f, const char *text, bool times_each,
                                    enum timed_calls calls) {
    begin_with(f, text,
               &(struct vm_timing_options){.times_each = times_each,
                                           .calls = calls,
                                           .uses_monotonic_clock = !times_each,
                                           .counter = times_each ? time_on_processor : NULL,
                                           .every_ms = 0.2});
}

/* Until all of these are compiled; NULL: it is inlined. */
static inline void warm_up_all(struct fixture *f, const char *const names[5], int n) {
    for (int i = 0; i < 5; i++)
        while (names[i] && !vm_is_compiled(method(f, names[i]))) call(f, "T.run", n);
}

/* So many windows, or half a second of the processor's time: some hundred ticks, though the timer may have to wait for a processor. */
static inline void run_as_long_as(struct fixture *f, int windows, const char *name, int n) {
    int64_t until = time_on_processor() + 500000000;
    bool times_each = vm_timing(f->vm).options.times_each;
    vm_time_restart(f->vm);
    while (times_each ? time_on_processor() < until : vm_timing(f->vm).windows < windows)
        call(f, name, n);
}

/* So many calls at least, and until there are windows: the timer may have to wait for a processor. With n, or 0: with their numbers. */
static inline void run_until_divided(struct fixture *f, int calls, int n) {
    bool times_each = vm_timing(f->vm).options.times_each;
    for (int i = 0; i < calls || (!times_each && vm_timing(f->vm).windows < 20); i++)
        call(f, "T.run", n ? n : i);
}

#ifdef __SANITIZE_THREAD__
enum { HANDLERS_FIND_UNITS = 0 };
#else
enum { HANDLERS_FIND_UNITS = 1 };
#endif

/* That found instructions of compiled code. */
static inline int64_t ticks_found(struct fixture *f) {
    struct accounts *accounts = read_accounts_of_all(f);
    int64_t ticks = 0;
    for (int i = 0; i < accounts->count; i++)
        for (size_t k = 0; k < accounts->units[i].share_count; k++)
            ticks += accounts->units[i].shares[k].ticks;
    memory_free(accounts);
    return ticks;
}

/* On, until it is known to three points how what is inlined is divided: the timer may reach a tenth of the ticks that it is asked for. */
static inline void run_until_found(struct fixture *f, const char *name, int n) {
    enum { TICKS = 300, AT_ONCE = 20000000 };
    while (HANDLERS_FIND_UNITS && ticks_found(f) < TICKS)
        for (int64_t until = clock_nanoseconds() + AT_ONCE; clock_nanoseconds() < until;)
            call(f, name, n);
}

static inline void spend(int64_t nanoseconds) {
    for (int64_t start = clock_nanoseconds(); clock_nanoseconds() - start < nanoseconds;) {}
}

static inline double time_of_compiled(const struct accounts *accounts) {
    double all = 0;
    for (int i = 0; i < accounts->count; i++)
        if (accounts->units[i].compilation) all += (double)accounts->units[i].own;
    return all;
}

#endif
