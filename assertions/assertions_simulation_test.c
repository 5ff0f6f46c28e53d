/* The announced error rates hold: runs of a correct and of a wrong compiler are made up by the
 * hundred thousand, and what goes red or stays green is counted. Seeds are fixed; a comparison
 * would itself be wrong, with other seeds, less than once in 1e9 times. */
#include "assertions/fixture.h"

#include "assertions/stat.h"
#include "base/rng.h"

/* Is this what so many runs show when the probability is as announced? */
static void assert_announced(int64_t happened, int64_t runs, double announced) {
    struct stat_region region = stat_region_exact(runs, announced, 1e-9);
    ck_assert_msg(happened >= region.lo && happened <= region.hi,
                  "%lld of %lld, expected %lld to %lld at %g", (long long)happened, (long long)runs,
                  (long long)region.lo, (long long)region.hi, announced);
}

static int64_t draw_hits(struct rng *rng, int64_t n, double odds) {
    int64_t hits = 0;
    for (int64_t i = 0; i < n; i++) hits += rng_likely(rng, odds);
    return hits;
}

static const struct {
    int64_t n;
    double p, epsilon;
} cases[] = {
    {100, 0.8, 0.1},   {200, 0.5, 0.1},   {60, 0.1, 0.1},
    {300, 0.01, 0.02}, {150, 0.95, 0.05}, {37, 0.3, 0.2},
};
enum { CASES = sizeof cases / sizeof *cases, RUNS = 200000 };

START_TEST(a_correct_compiler_goes_red_as_often_as_announced) {
    int i = _i;
    struct rng rng;
    rng_init(&rng, 1000 + (uint64_t)i);
    int64_t red = 0;
    for (int run = 0; run < RUNS; run++) {
        int64_t hits = draw_hits(&rng, cases[i].n, cases[i].p);
        red += !stat_is_within(hits, cases[i].n, cases[i].p, cases[i].epsilon);
    }
    double announced = stat_false_alarm(cases[i].n, cases[i].p, cases[i].epsilon);
    ck_assert_double_gt(announced, 1e-4);
    ck_assert_double_lt(announced, 5e-2);
    assert_announced(red, RUNS, announced);
}
END_TEST

START_TEST(a_deviation_of_twice_the_epsilon_stays_green_as_often_as_announced) {
    int i = _i;
    struct rng rng;
    rng_init(&rng, 2000 + (uint64_t)i);
    double worst = 0;
    for (int side = -1; side <= 1; side += 2) {
        double odds = cases[i].p + side * 2 * cases[i].epsilon;
        if (odds < 0 || odds > 1) continue;
        int64_t green = 0;
        for (int run = 0; run < RUNS; run++) {
            int64_t hits = draw_hits(&rng, cases[i].n, odds);
            green += stat_is_within(hits, cases[i].n, cases[i].p, cases[i].epsilon);
        }
        struct stat_region region = stat_region_within(cases[i].n, cases[i].p, cases[i].epsilon);
        double announced = 1 - stat_outside(region, cases[i].n, odds);
        assert_announced(green, RUNS, announced);
        worst = fmax(worst, announced);
    }
    ck_assert_double_eq_tol(stat_miss(cases[i].n, cases[i].p, cases[i].epsilon), worst, 1e-12);
}
END_TEST

/* One run, as an observation, through the front door. [reach]: executions of the site per execution
 * of the target. */
static struct verdict run_once(const struct expectation *expectation, int64_t n, int64_t hits,
                               int64_t reach, struct arena *arena) {
    struct argument_observation argument = {NULL, "likely", NAN, true, false};
    struct counter_observation counter = {.name = "allocated", .total = hits};
    struct site_observation site = {.kind = SITE_ALLOCATION,
                                    .origin = {.at = {.method = "A.foo(Z)V"}},
                                    .subject = "A",
                                    .reached = n * reach,
                                    .effective = hits * reach};
    struct observation observation = observation_of(n);
    observation.arguments = &argument;
    observation.counters = &counter;
    observation.sites = &site;
    observation.argument_count = observation.counter_count = observation.site_count = 1;
    return expectation_check(expectation, &observation, arena);
}

START_TEST(the_verdicts_of_a_rate_are_red_as_often_as_they_say) {
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits = (struct bound){0.8, 0.1, NAN, NAN};
    struct rng rng;
    rng_init(&rng, 3);
    int64_t red = 0, runs = 5000;
    double announced = 0;
    for (int64_t run = 0; run < runs; run++) {
        struct arena arena;
        arena_init(&arena);
        struct verdict verdict =
            run_once(&expectation.base, 100, draw_hits(&rng, 100, 0.8), 1, &arena);
        red += verdict_is_red(verdict.kind);
        announced = verdict.false_alarm;
        arena_release(&arena);
    }
    ck_assert_double_eq(announced,
                        expectation_false_alarm(&expectation.base, 100, 1e-6).probability);
    assert_announced(red, runs, announced);
}
END_TEST

static double odds_of_hits(int64_t hits, int64_t n, double p) {
    double log_odds =
        lgamma((double)n + 1) - lgamma((double)hits + 1) - lgamma((double)(n - hits) + 1);
    return exp(log_odds + (double)hits * log(p) + (double)(n - hits) * log1p(-p));
}

/* The probability of a verdict, exactly: all counts of hits that there can be, each with its odds.
 */
static double chance_of(const struct expectation *expectation, int64_t n, double odds,
                        int64_t reach, enum verdict_kind kind) {
    double chance = 0;
    for (int64_t hits = 0; hits <= n; hits++) {
        struct arena arena;
        arena_init(&arena);
        if (run_once(expectation, n, hits, reach, &arena).kind == kind)
            chance += odds_of_hits(hits, n, odds);
        arena_release(&arena);
    }
    return chance;
}

START_TEST(a_false_alarm_is_the_sum_over_all_runs_that_fail) {
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits = (struct bound){0.8, 0.06, NAN, NAN};
    double announced = expectation_false_alarm(&expectation.base, 500, 1e-6).probability;
    ck_assert_double_eq_tol(chance_of(&expectation.base, 500, 0.8, 1, VERDICT_FAIL), announced,
                            announced * 1e-6);
}
END_TEST

START_TEST(a_site_in_a_loop_that_follows_one_draw_has_the_error_rate_of_its_draws) {
    struct site_expectation expectation = site_of(&assertion_allocation, "A");
    expectation.rate = (struct bound){0.8, 0.06, NAN, NAN};
    double announced = expectation_false_alarm(&expectation.base, 500, 1e-6).probability;
    ck_assert_double_eq_tol(chance_of(&expectation.base, 500, 0.8, 7, VERDICT_FAIL), announced,
                            announced * 1e-6);
}
END_TEST

START_TEST(at_least_and_at_most_fail_a_rate_on_the_bound_hardly_ever) {
    struct counter_expectation at_least = hits_of(&assertion_rate, "allocated"), at_most = at_least;
    at_least.hits.at_least = 0.3;
    at_most.hits.at_most = 0.3;
    ck_assert_double_le(chance_of(&at_least.base, 400, 0.3, 1, VERDICT_FAIL), STAT_DECISION_RISK);
    ck_assert_double_le(chance_of(&at_most.base, 400, 0.3, 1, VERDICT_FAIL), STAT_DECISION_RISK);
    /* And they pass one that violates the bound as rarely. */
    ck_assert_double_le(chance_of(&at_least.base, 400, 0.2999, 1, VERDICT_PASS),
                        STAT_DECISION_RISK);
    ck_assert_double_le(chance_of(&at_most.base, 400, 0.3001, 1, VERDICT_PASS), STAT_DECISION_RISK);
    /* Between the two there is "undecided", and nothing else. */
    ck_assert_double_gt(chance_of(&at_least.base, 400, 0.3, 1, VERDICT_UNDECIDED), 0.999);
}
END_TEST

START_TEST(the_interval_covers_the_odds_at_least_as_often_as_its_level) {
    static const double odds[] = {0.02, 0.3, 0.8, 0.99};
    double level = 0.95;
    for (int i = 0; i < 4; i++) {
        struct stat_interval intervals[61];
        for (int hits = 0; hits <= 60; hits++)
            intervals[hits] = stat_clopper_pearson(hits, 60, level);
        struct rng rng;
        rng_init(&rng, 4000 + (uint64_t)i);
        int64_t too_high = 0, too_low = 0, runs = 200000;
        for (int64_t run = 0; run < runs; run++) {
            struct stat_interval interval = intervals[draw_hits(&rng, 60, odds[i])];
            too_high += odds[i] < interval.lo;
            too_low += odds[i] > interval.hi;
        }
        int64_t limit = stat_region_exact(runs, (1 - level) / 2, 1e-9).hi;
        ck_assert_int_le(too_high, limit);
        ck_assert_int_le(too_low, limit);
    }
}
END_TEST

/* A compiler that decides wrongly in an execution with these odds, in either direction. */
static enum verdict_kind run_ledger(struct rng *rng, int64_t n, double odds_of_error,
                                    struct arena *arena) {
    double *draws = ARENA_ARRAY(arena, double, n);
    int32_t *hits = ARENA_ARRAY(arena, int32_t, n);
    struct argument_observation argument = {draws, "likely: 0.8", 0.8, true, false};
    struct counter_observation counter = {.name = "allocated", .total = 0, .per_execution = hits};
    for (int64_t i = 0; i < n; i++) {
        draws[i] = rng_likely(rng, 0.8);
        hits[i] = (int32_t)draws[i] ^ rng_likely(rng, odds_of_error);
        counter.total += hits[i];
    }
    struct observation observation = observation_of(n);
    observation.arguments = &argument;
    observation.counters = &counter;
    observation.argument_count = observation.counter_count = 1;
    struct ledger_expectation expectation = ledger_of(0);
    return expectation_check(&expectation.base, &observation, arena).kind;
}

static int64_t green_ledgers(int64_t runs, int64_t n, double odds_of_error, uint64_t seed) {
    struct rng rng;
    rng_init(&rng, seed);
    int64_t green = 0;
    for (int64_t run = 0; run < runs; run++) {
        struct arena arena;
        arena_init(&arena);
        green += run_ledger(&rng, n, odds_of_error, &arena) == VERDICT_PASS;
        arena_release(&arena);
    }
    return green;
}

START_TEST(a_ledger_never_raises_a_false_alarm) {
    ck_assert_int_eq(green_ledgers(2000, 132, 0, 5), 2000);
}
END_TEST

START_TEST(a_ledger_misses_a_deviation_only_where_no_execution_shows_it) {
    assert_announced(green_ledgers(10000, 50, 0.05, 6), 10000, pow(0.95, 50));
    /* The published size for a deviation of 0.1 and a miss of one in a million. */
    ck_assert_int_eq(green_ledgers(2000, 132, 0.1, 7), 0);
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_loop_test(tests, a_correct_compiler_goes_red_as_often_as_announced, 0, CASES);
    tcase_add_loop_test(tests, a_deviation_of_twice_the_epsilon_stays_green_as_often_as_announced,
                        0, CASES);
    tcase_add_test(tests, the_verdicts_of_a_rate_are_red_as_often_as_they_say);
    tcase_add_test(tests, a_false_alarm_is_the_sum_over_all_runs_that_fail);
    tcase_add_test(tests, a_site_in_a_loop_that_follows_one_draw_has_the_error_rate_of_its_draws);
    tcase_add_test(tests, at_least_and_at_most_fail_a_rate_on_the_bound_hardly_ever);
    tcase_add_test(tests, the_interval_covers_the_odds_at_least_as_often_as_its_level);
    tcase_add_test(tests, a_ledger_never_raises_a_false_alarm);
    tcase_add_test(tests, a_ledger_misses_a_deviation_only_where_no_execution_shows_it);
}

int main(void) { return run_tests("simulation", add_tests); }
