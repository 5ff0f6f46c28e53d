/* What windows tell, where it is known what they should: intervals of simulated windows hold the exact share. Seeds are fixed. */
#include "runtime/timing_windows.h"

#include <math.h>

#include "base/check_run.h"
#include "base/rng.h"

enum { LENGTH = 5000 }; /* cycles of a window */

/* Cycles of a window that are one unit's, and what part of all windows that is in the mean. */
static int64_t half_of_windows(struct rng *rng) { return rng_likely(rng, 0.5) ? LENGTH : 0; }
static int64_t a_tenth_of_windows(struct rng *rng) { return rng_likely(rng, 0.1) ? LENGTH : 0; }
static int64_t some_of_each(struct rng *rng) { return (int64_t)rng_below(rng, LENGTH + 1); }
static int64_t ends_of_some(struct rng *rng) {
    return rng_likely(rng, 0.4) ? (int64_t)rng_below(rng, LENGTH + 1) : 0;
}
static int64_t nearly_all(struct rng *rng) { return rng_likely(rng, 0.9) ? LENGTH : LENGTH / 2; }

static const struct unit_in_windows {
    int64_t (*draw)(struct rng *rng);
    double share;
} units[] = {{half_of_windows, 0.5},
             {a_tenth_of_windows, 0.1},
             {some_of_each, 0.5},
             {ends_of_some, 0.2},
             {nearly_all, 0.95}};
enum { UNITS = sizeof units / sizeof *units };

static struct timing_division draw(const struct unit_in_windows *unit, struct rng *rng, int windows,
                                   int64_t words[TIMED_CELLS]) {
    words[TIMED_SEEN] = words[TIMED_SQUARES] = 0;
    for (int i = 0; i < windows; i++) {
        int64_t cycles = unit->draw(rng);
        words[TIMED_SEEN] += cycles;
        words[TIMED_SQUARES] += cycles * cycles;
    }
    return (struct timing_division){
        .compiled = 1e9, .windows = windows, .seen = (double)windows * LENGTH};
}

START_TEST(intervals_hold_the_exact_share_nine_times_in_ten) {
    enum { RUNS = 1000 };
    static const int windows[] = {200, 1000, 10000};
    const struct unit_in_windows *unit = &units[_i % UNITS];
    struct rng rng;
    int holding = 0;
    double sum = 0;
    rng_init(&rng, (uint64_t)_i);
    for (int run = 0; run < RUNS; run++) {
        int64_t words[TIMED_CELLS];
        double error;
        struct timing_division division = draw(unit, &rng, windows[_i / UNITS], words);
        double own = timing_divide(&division, words, &error),
               exact = unit->share * division.compiled;
        holding += fabs(own - exact) <= TIMED_INTERVAL * error;
        sum += own;
    }
    ck_assert_int_ge(holding, RUNS * 92 / 100);
    ck_assert_int_le(holding, RUNS * 97 / 100);
    ck_assert_double_eq_tol(sum / RUNS / 1e9, unit->share, 0.005);
}
END_TEST

START_TEST(one_window_has_no_interval) {
    int64_t words[TIMED_CELLS] = {0};
    struct timing_division division = {.compiled = 1e6, .windows = 1, .seen = LENGTH};
    double error;
    words[TIMED_SEEN] = LENGTH;
    words[TIMED_SQUARES] = (int64_t)LENGTH * LENGTH;
    ck_assert_double_eq(timing_divide(&division, words, &error), 1e6);
    ck_assert(isinf(error));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("timing windows");
    TCase *cases = tcase_create("timing windows");
    tcase_set_timeout(cases, 120);
    tcase_add_loop_test(cases, intervals_hold_the_exact_share_nine_times_in_ten, 0, 3 * UNITS);
    tcase_add_test(cases, one_window_has_no_interval);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
