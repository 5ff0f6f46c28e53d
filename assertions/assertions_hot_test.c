/* hot: shares of cycles and their order, with what they say; and that windows, however they are distributed, decide wrongly as
 * rarely as announced. Seeds are fixed. */
#include "assertions/fixture.h"

#include "assertions/stat.h"
#include "base/rng.h"

/* --- verdicts --- */

/* Of 1000 cycles, 800 of which windows divide: T.run 100 and 200, with T.leaf inlined 400; T.leaf by itself 100 and 200. */
static struct observation run_of_cycles(int64_t windows) {
    static const struct cycles_observation cycles[] = {
        {"T.run(I)I", "T.run(I)I", 100, 200},   {"T.run(I)I", "T.leaf(I)I", 0, 400},
        {"T.leaf(I)I", "T.leaf(I)I", 100, 150}, {"T.leaf(I)I", NULL, 0, 50},
        {"T.cold(I)I", "T.cold(I)I", 0, 0},
    };
    struct observation observation = observation_of(100);
    observation.cycles = cycles;
    observation.cycles_count = 5;
    observation.windows = windows;
    return observation;
}

/* As many by method, and nothing is inlined. */
static struct observation run_without_inlining(int64_t windows) {
    static const struct cycles_observation cycles[] = {{"T.run(I)I", "T.run(I)I", 100, 200},
                                                       {"T.leaf(I)I", "T.leaf(I)I", 100, 550},
                                                       {"T.probed(I)I", NULL, 0, 50}};
    struct observation observation = run_of_cycles(windows);
    observation.cycles = cycles;
    observation.cycles_count = 3;
    return observation;
}

static struct hot_expectation hot(const char *method) {
    return (struct hot_expectation){
        .base = {&assertion_hot}, .method = method, .share = BOUND_NONE, .unit = BOUND_NONE};
}

START_TEST(a_share_is_of_what_is_timed_and_of_what_windows_divide) {
    struct observation observation = run_without_inlining(1000000);
    struct hot_expectation expectation = hot("T.leaf");
    expectation.share = (struct bound){0.65, 0.01, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "share of T.leaf is 0.65, expected 0.65 ± 0.01");
    ck_assert_str_eq(verdict.observed,
                     "0.65, 99.99999 % interval [0.648, 0.652], of 1000000 windows");
    ck_assert_int_eq(verdict.hits, 687500);
    ck_assert_int_eq(verdict.trials, 1000000);
    ck_assert_double_eq(verdict.false_alarm, 2 * STAT_PARTIAL_DECISION_RISK);
    expectation.share = (struct bound){NAN, 0, 0.66, NAN};
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "share of T.leaf is 0.65, expected at least 0.66");
    expectation.share = (struct bound){NAN, 0, NAN, 0.64};
    ck_assert_verdict(check(&expectation, &observation), FAIL);
}
END_TEST

START_TEST(a_unit_has_what_is_inlined_into_it) {
    struct observation observation = run_of_cycles(1000000);
    struct hot_expectation expectation = hot("T.run");
    expectation.unit = (struct bound){0.7, 0.01, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "share of the code of T.run is 0.7, expected 0.7 ± 0.01");
}
END_TEST

START_TEST(what_is_inlined_is_told_apart) {
    static const char *const run[] = {"T.run"};
    struct observation observation = run_of_cycles(1000000);
    struct hot_expectation expectation = hot("T.run");
    expectation.share = (struct bound){NAN, 0, 0.297, 0.303};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed,
                     "0.3, 99.99999 % interval [0.2982, 0.3018], of 1000000 windows");
    expectation = hot("T.leaf");
    expectation.above = run;
    expectation.above_count = 1;
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

/* What there is code of may have run, although no window has met it. */
START_TEST(only_what_has_no_code_has_certainly_no_share) {
    static const struct cycles_observation cycles = {"T.run(I)I", "T.leaf(I)I", 0, 100};
    struct observation observation = run_of_cycles(1000);
    struct hot_expectation expectation = hot("T.cold");
    expectation.unit.is = 0;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    observation.cycles = &cycles;
    observation.cycles_count = 1;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
    expectation.method = "T.leaf";
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation.method = "T.run";
    ck_assert_verdict(check(&expectation, &observation), FAIL);
}
END_TEST

START_TEST(near_a_bound_it_says_how_many_windows_would_decide) {
    struct observation observation = run_without_inlining(200);
    struct hot_expectation expectation = hot("T.leaf");
    expectation.share.at_least = 0.6;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert_str_eq(verdict.observed,
                     "0.65, 99.99999 % interval [0.4969, 0.7743], of 200 windows; 1680 windows "
                     "would decide at this share, in some 840 iterations");
    ck_assert_int_eq(verdict.iterations_needed, 840);
    observation.windows = 1680;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation.windows = 1600;
    ck_assert_verdict(check(&expectation, &observation), UNDECIDED);
    expectation.share.at_least = 0.65;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert_str_eq(verdict.observed,
                     "0.65, 99.99999 % interval [0.5988, 0.6976], of 1600 windows; "
                     "it is too near to decide");
}
END_TEST

START_TEST(an_order_is_decided_where_intervals_do_not_meet) {
    static const char *const run[] = {"T.run"}, *const leaf[] = {"T.leaf"},
                             *const same[] = {"T.leaf", "T.run"};
    struct observation observation = run_without_inlining(2000);
    struct hot_expectation expectation = hot("T.leaf");
    expectation.above = run;
    expectation.above_count = 1;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "order of T.leaf is 0.65, T.run 0.3, expected above T.run");
    observation.windows = 50;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    int64_t iterations = verdict.iterations_needed;
    ck_assert_int_gt(iterations, 100);
    observation.windows = (iterations + 1) / 2;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation = hot("T.run");
    expectation.above = leaf;
    expectation.above_count = 1;
    observation.windows = 2000;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    expectation = hot("T.leaf");
    expectation.above = same;
    expectation.above_count = 1;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert_int_eq(verdict.iterations_needed, 0);
}
END_TEST

START_TEST(what_did_not_run_is_not_evaluated) {
    static const char *const nothing[] = {"T.nothing"};
    struct observation observation = run_of_cycles(1000);
    struct hot_expectation expectation = hot("T.nothing");
    expectation.share.at_most = 0.5;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "T.nothing was in no code that ran while measured");
    expectation.method = "T.leaf";
    expectation.share.at_most = NAN;
    expectation.above = nothing;
    expectation.above_count = 1;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
    observation.windows = 0;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "no window closed in compiled code while measured, which took too short a "
                     "time: more iterations are needed");
    observation = run_of_cycles(1000);
    observation.executions = 99;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

/* --- simulation --- */

/* How much of a window is one method's, and what this is in the mean. */
static double all_or_nothing(struct rng *rng) { return rng_likely(rng, 0.3); }
static double half(struct rng *rng) { return rng_likely(rng, 0.5); }
static double rarely(struct rng *rng) { return rng_likely(rng, 0.02); }
static double always_the_same(struct rng *rng) { return rng_likely(rng, 0.5) ? 0.29 : 0.31; }
static double anything(struct rng *rng) {
    return rng_likely(rng, 0.6) ? (double)rng_below(rng, 1001) / 1000 : 0;
}
static double a_little_or_nearly_all(struct rng *rng) { return rng_likely(rng, 0.25) ? 0.9 : 0.1; }

static const struct shape {
    double (*draw)(struct rng *rng);
    double mean;
} shapes[] = {{all_or_nothing, 0.3},
              {rarely, 0.02},
              {always_the_same, 0.3},
              {anything, 0.3},
              {a_little_or_nearly_all, 0.3}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static double draw_windows(const struct shape *shape, struct rng *rng, int windows) {
    double sum = 0;
    for (int i = 0; i < windows; i++) sum += shape->draw(rng);
    return sum;
}

START_TEST(the_interval_of_windows_holds_their_mean_at_least_as_often_as_its_level) {
    enum { RUNS = 2000, WINDOWS = 200 };
    const struct shape *shape = &shapes[_i];
    struct rng rng;
    int64_t too_high = 0, too_low = 0;
    rng_init(&rng, 100 + (uint64_t)_i);
    for (int run = 0; run < RUNS; run++) {
        struct stat_interval interval =
            stat_clopper_pearson(draw_windows(shape, &rng, WINDOWS), WINDOWS, 0.9);
        too_high += shape->mean < interval.lo;
        too_low += shape->mean > interval.hi;
    }
    int64_t limit = stat_region_exact(RUNS, 0.05, 1e-9).hi;
    ck_assert_int_le(too_high, limit);
    ck_assert_int_le(too_low, limit);
}
END_TEST

/* One method has the windows' part of it, another the rest; nothing is timed as it is. */
static struct observation draw_run(const struct shape *shape, struct rng *rng, int windows,
                                   struct cycles_observation *cycles) {
    double sum = draw_windows(shape, rng, windows);
    cycles[0] = (struct cycles_observation){"T.a()V", "T.a()V", 0, sum * 1000};
    cycles[1] = (struct cycles_observation){"T.b()V", "T.b()V", 0, (windows - sum) * 1000};
    struct observation observation = observation_of(100);
    observation.cycles = cycles;
    observation.cycles_count = 2;
    observation.windows = windows;
    return observation;
}

enum { SIMULATED = 100 };

struct verdicts {
    int counts[VERDICT_KIND_COUNT];
};

static struct verdicts simulate(const struct hot_expectation *expectation,
                                const struct shape *shape, uint64_t seed) {
    enum { WINDOWS = 1500 };
    struct verdicts verdicts = {{0}};
    struct rng rng;
    rng_init(&rng, seed);
    for (int run = 0; run < SIMULATED; run++) {
        struct cycles_observation cycles[2];
        struct arena arena;
        arena_init(&arena);
        struct observation observation = draw_run(shape, &rng, WINDOWS, cycles);
        verdicts.counts[expectation_check(&expectation->base, &observation, &arena).kind]++;
        arena_release(&arena);
    }
    return verdicts;
}

/* On the bound nothing is decided, nearly never; far from it everything is, rightly. */
START_TEST(a_share_raises_no_false_alarm_and_misses_nothing) {
    const struct shape *shape = &shapes[_i];
    struct hot_expectation least = hot("T.a"), most = least, low = least, high = least;
    least.share.at_least = most.share.at_most = shape->mean;
    low.share.at_least = shape->mean / 3;
    high.share.at_least = shape->mean * 3;
    ck_assert_int_eq(simulate(&least, shape, 1).counts[VERDICT_FAIL], 0);
    ck_assert_int_eq(simulate(&least, shape, 1).counts[VERDICT_PASS], 0);
    ck_assert_int_eq(simulate(&most, shape, 2).counts[VERDICT_FAIL], 0);
    ck_assert_int_eq(simulate(&most, shape, 2).counts[VERDICT_PASS], 0);
    if (shape->mean > 0.1) {
        ck_assert_int_eq(simulate(&low, shape, 3).counts[VERDICT_PASS], SIMULATED);
        ck_assert_int_eq(simulate(&high, shape, 4).counts[VERDICT_FAIL], SIMULATED);
    }
}
END_TEST

START_TEST(an_order_is_never_decided_wrongly) {
    static const char *const a[] = {"T.a"}, *const b[] = {"T.b"};
    const struct shape *shape = &shapes[_i];
    static const struct shape equal = {half, 0.5};
    struct hot_expectation right = hot("T.b"), wrong = hot("T.a");
    right.above = a;
    wrong.above = b;
    right.above_count = wrong.above_count = 1;
    ck_assert_int_eq(simulate(&right, shape, 5).counts[VERDICT_PASS], SIMULATED);
    ck_assert_int_eq(simulate(&wrong, shape, 6).counts[VERDICT_FAIL], SIMULATED);
    ck_assert_int_eq(simulate(&right, &equal, 7).counts[VERDICT_UNDECIDED], SIMULATED);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_share_is_of_what_is_timed_and_of_what_windows_divide);
    tcase_add_test(tests, a_unit_has_what_is_inlined_into_it);
    tcase_add_test(tests, what_is_inlined_is_told_apart);
    tcase_add_test(tests, only_what_has_no_code_has_certainly_no_share);
    tcase_add_test(tests, near_a_bound_it_says_how_many_windows_would_decide);
    tcase_add_test(tests, an_order_is_decided_where_intervals_do_not_meet);
    tcase_add_test(tests, what_did_not_run_is_not_evaluated);
    tcase_add_loop_test(
        tests, the_interval_of_windows_holds_their_mean_at_least_as_often_as_its_level, 0, SHAPES);
    tcase_add_loop_test(tests, a_share_raises_no_false_alarm_and_misses_nothing, 0, SHAPES);
    tcase_add_loop_test(tests, an_order_is_never_decided_wrongly, 0, SHAPES);
}

int main(void) { return run_tests("hot", add_tests); }
