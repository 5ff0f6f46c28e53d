/* ratio and distribution: every verdict, with its texts, and the risks that they announce. */
#include "assertions/fixture.h"

#include "assertions/stat.h"
#include "base/rng.h"

/* Counters a and b, hit so often in each execution. */
static void add_pair(struct observation *observation, const int32_t *a, const int32_t *b) {
    struct counter_observation *counters = ARENA_ARRAY(&test_arena, struct counter_observation, 2);
    const int32_t *each[] = {a, b};
    for (int i = 0; i < 2; i++) {
        counters[i] = (struct counter_observation){.name = i ? "b" : "a", .per_execution = each[i]};
        for (int64_t k = 0; k < observation->executions; k++) counters[i].total += each[i][k];
    }
    observation->counters = counters;
    observation->counter_count = 2;
}

static int32_t *hits_of_each(int64_t executions, int32_t hits) {
    int32_t *each = ARENA_ARRAY(&test_arena, int32_t, executions);
    for (int64_t i = 0; i < executions; i++) each[i] = hits;
    return each;
}

static struct ratio_expectation ratio_is(double is, double epsilon) {
    return (struct ratio_expectation){{&assertion_ratio}, "a", "b", {is, epsilon, NAN, NAN}};
}

/* [per] hits of b in each execution, a hit of a in each of the first [hits] executions. */
static struct observation run_of_1000(int64_t hits, int32_t per) {
    struct observation observation = observation_of(1000);
    int32_t *a = hits_of_each(1000, 0);
    add_draws(&observation, 500);
    for (int64_t i = 0; i < hits; i++) a[i] = per;
    add_pair(&observation, a, hits_of_each(1000, per));
    return observation;
}

START_TEST(a_ratio_has_its_interval_by_the_executions_that_draw) {
    struct ratio_expectation expectation = ratio_is(0.2, 0.1);
    struct observation observation = run_of_1000(210, 1), bursts = run_of_1000(210, 4);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "ratio of a to b is 0.21, expected 0.2 ± 0.1");
    ck_assert_str_eq(verdict.observed, "0.21 (210 of 1000), exact 99.9 % interval [0.1694, 0.255]");
    verdict = check(&expectation, &bursts);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed, "0.21 (840 of 4000 in 1000 executions), exact 99.9 % "
                                       "interval [0.1694, 0.255]");
}
END_TEST

START_TEST(a_ratio_beyond_its_bound_fails) {
    struct ratio_expectation expectation = ratio_is(0.2, 0.1);
    struct observation observation = run_of_1000(301, 1);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "ratio of a to b is 0.301, expected 0.2 ± 0.1");
}
END_TEST

START_TEST(a_ratio_near_its_bound_is_undecided) {
    struct ratio_expectation expectation = ratio_is(NAN, 0);
    expectation.hits.at_most = 0.22;
    struct observation observation = run_of_1000(210, 1), fewer = run_of_1000(100, 1);
    ck_assert_verdict(check(&expectation, &observation), UNDECIDED);
    ck_assert_verdict(check(&expectation, &fewer), PASS);
}
END_TEST

START_TEST(several_hits_for_each_are_a_ratio_above_1) {
    struct ratio_expectation expectation = ratio_is(3, 0);
    struct observation observation = observation_of(100);
    add_pair(&observation, hits_of_each(100, 6), hits_of_each(100, 2));
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed,
                     "3 (600 of 200 in 100 executions), exact 99.9 % interval [2.927, 3]");
}
END_TEST

START_TEST(hits_that_come_without_the_other_have_no_interval) {
    struct ratio_expectation expectation = ratio_is(1, 0.5);
    struct observation observation = observation_of(100);
    int32_t *a = hits_of_each(100, 0), *b = hits_of_each(100, 0);
    add_draws(&observation, 50);
    for (int i = 0; i < 100; i++) a[i] = i < 50, b[i] = i >= 50;
    add_pair(&observation, a, b);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed,
                     "1 (50 of 50 in 100 executions), as there are hits without the other, "
                     "so no exact interval");
    ck_assert_str_eq(verdict.unknown_risk, "as there are hits without the other");
}
END_TEST

START_TEST(a_ratio_to_nothing_is_not_evaluated) {
    struct ratio_expectation expectation = ratio_is(0, 0);
    struct observation observation = observation_of(100);
    add_pair(&observation, hits_of_each(100, 0), hits_of_each(100, 0));
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "b was never hit, so that there is no ratio");
}
END_TEST

/* --- distribution --- */

static struct portion portions[] = {{"Square", {0.8, 0.1, NAN, NAN}},
                                    {"Circle", {0.2, 0.1, NAN, NAN}}};

static struct distribution_expectation shapes(void) {
    return (struct distribution_expectation){{&assertion_distribution}, "a", {portions, 2, NULL}};
}

/* One in each of so many executions, from [first] on. */
static struct row_observation row_of(const char *counter, const char *key, int64_t first,
                                     int64_t hits, int64_t executions) {
    int32_t *each = hits_of_each(executions, 0);
    for (int64_t i = first; i < first + hits; i++) each[i % executions]++;
    return (struct row_observation){
        .counter = counter, .key = key, .hits = hits, .per_execution = each};
}

static struct observation run_of_shapes(int64_t squares, int64_t circles, int64_t stars) {
    struct observation observation = observation_of(squares + circles + stars);
    struct row_observation *rows = ARENA_ARRAY(&test_arena, struct row_observation, 4);
    add_draws(&observation, 1);
    add_counter(&observation, "a", observation.executions);
    int64_t all = observation.executions;
    rows[0] = row_of("a", "Square", 0, squares, all);
    rows[1] = row_of("other", "Square", 0, 1000, all);
    rows[2] = row_of("a", "Circle", squares, circles, all);
    rows[3] = row_of("a", "Star", squares + circles, stars, all);
    observation.rows = rows;
    observation.row_count = 4;
    return observation;
}

START_TEST(the_shares_of_keys_are_judged_one_by_one) {
    struct distribution_expectation expectation = shapes();
    struct observation observation = run_of_shapes(790, 210, 0),
                       wrong = run_of_shapes(650, 250, 100);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.expected, "Square 0.8 ± 0.1; Circle 0.2 ± 0.1");
    ck_assert_str_eq(verdict.observed,
                     "Square 0.79 (790 of 1000), exact 99.9 % interval [0.745, 0.8306]; "
                     "Circle 0.21 (210 of 1000), exact 99.9 % interval [0.1694, 0.255]");
    verdict = check(&expectation, &wrong);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "share in a is Square 0.65, expected Square 0.8 ± 0.1");
    ck_assert_str_eq(verdict.because, "of 1000: Square 650, Circle 250, Star 100");
}
END_TEST

START_TEST(keys_that_are_not_named_count_as_others) {
    struct distribution_expectation expectation = shapes();
    struct observation some = run_of_shapes(780, 210, 10), none = run_of_shapes(790, 210, 0);
    ck_assert_verdict(check(&expectation, &some), PASS);
    expectation.portions.others = &(struct bound){0, 0, NAN, NAN};
    ck_assert_verdict(check(&expectation, &none), PASS);
    struct verdict verdict = check(&expectation, &some);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "share in a is others 0.01, expected others 0");
}
END_TEST

START_TEST(counters_have_shares_of_their_sum) {
    static struct portion both[] = {{"a", {0.75, 0, NAN, NAN}}, {"b", {0.25, 0, NAN, NAN}}};
    struct distribution_expectation expectation = {
        {&assertion_distribution}, NULL, {both, 2, NULL}};
    struct observation observation = observation_of(100);
    add_pair(&observation, hits_of_each(100, 3), hits_of_each(100, 1));
    ck_assert_verdict(check(&expectation, &observation), PASS);
    add_pair(&observation, hits_of_each(100, 3), hits_of_each(100, 2));
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "share in the distribution is a 0.6, expected a 0.75; share in the "
                     "distribution is b 0.4, expected b 0.25");
}
END_TEST

START_TEST(nothing_has_no_shares) {
    struct distribution_expectation expectation = shapes();
    struct observation observation = run_of_shapes(10, 0, 0);
    observation.row_count = 0;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "nothing was counted, which has no shares");
}
END_TEST

/* --- sites --- */

static struct row_observation row_at(int bci, const char *subject, const char *way, int64_t first,
                                     int64_t hits) {
    return (struct row_observation){.kind = SITE_ALLOCATION,
                                    .in = "A.foo(Z)V",
                                    .origin = {.at = {"A.foo(Z)V", bci, 3, false}},
                                    .subject = subject,
                                    .way = way,
                                    .receiver = "-",
                                    .hits = hits,
                                    .per_execution =
                                        row_of("", "", first, hits, 100).per_execution};
}

START_TEST(executions_of_a_site_divide_by_kind) {
    static struct portion ways[] = {{"ELIMINATED", {0.9, 0, NAN, NAN}}};
    struct site_expectation expectation = site_of(&assertion_allocation, "A");
    struct observation observation = observation_of(100);
    struct row_observation rows[] = {
        row_at(0, "A", "ELIMINATED", 0, 90), row_at(0, "A", "TLAB", 90, 10),
        row_at(7, "A", "HEAP", 0, 1000),     row_at(0, "B", "HEAP", 0, 1000),
        row_at(0, "A", "HEAP", 0, 1000),
    };
    rows[4].in = "A.*";
    add_site(&observation, SITE_ALLOCATION, "A", 100, 10);
    expectation.ways = (struct portions){ways, 1, NULL};
    observation.rows = rows;
    observation.row_count = 5;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.because, "of 100: ELIMINATED 90, TLAB 10");
    rows[1] = row_at(0, "A", "TLAB", 70, 30);
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "kind of allocation of A in A.foo(Z)V is ELIMINATED 0.75, "
                                      "expected ELIMINATED 0.9");
    observation.row_count = 0;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

/* --- contexts --- */

static const struct via far_path[] = {{"A.far", 8}, {"A.leaf", 0}};

static struct contexts_expectation by_far(void) {
    return (struct contexts_expectation){
        {&assertion_contexts}, far_path, 2, BOUND_NONE, {0.25, 0.1, NAN, NAN}};
}

/* A.foo calls A.far in line 5 and A.leaf in line 6; A.far calls A.leaf in the lines 8 and 9. */
static struct observation run_of_leaf(const int32_t *by_8, const int32_t *by_9,
                                      const int32_t *directly) {
    struct observation observation = observation_of(100);
    struct context_observation *contexts = ARENA_ARRAY(&test_arena, struct context_observation, 5);
    const int32_t *none = NULL, *each[] = {directly, none, by_8, by_9, directly};
    contexts[0] = (struct context_observation){"A.foo(Z)V", 0, -1, 0, NULL};
    contexts[1] = (struct context_observation){"A.far()V", 5, 0, 0, NULL};
    contexts[2] = (struct context_observation){"A.leaf()V", 8, 1, 0, NULL};
    contexts[3] = (struct context_observation){"A.leaf()V", 9, 1, 0, NULL};
    contexts[4] = (struct context_observation){"A.leaf()V", 6, 0, 0, NULL};
    for (int i = 0; i < 5; i++) {
        contexts[i].per_execution = each[i];
        for (int k = 0; each[i] && k < 100; k++) contexts[i].calls += each[i][k];
    }
    observation.contexts = contexts;
    observation.context_count = 5;
    return observation;
}

START_TEST(calls_by_a_path_are_a_share_of_all) {
    struct contexts_expectation expectation = by_far();
    const int32_t *one = hits_of_each(100, 1), *two = hits_of_each(100, 2);
    struct observation observation = run_of_leaf(one, one, two);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "share of A.far:8 -> A.leaf is 0.25, expected 0.25 ± 0.1");
    ck_assert_str_eq(verdict.because, "of 400: A.foo(Z)V:6 -> A.leaf()V 200, A.far()V:8 -> "
                                      "A.leaf()V 100, A.far()V:9 -> A.leaf()V 100");
    expectation.rate = (struct bound){2, 0, NAN, NAN};
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "rate of A.far:8 -> A.leaf is 1, expected 2");
}
END_TEST

START_TEST(a_share_of_no_calls_is_not_evaluated_and_their_rate_is_0) {
    struct contexts_expectation expectation = by_far();
    const int32_t *none = hits_of_each(100, 0);
    struct observation observation = run_of_leaf(none, none, none);
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
    expectation.share = BOUND_NONE;
    expectation.rate = (struct bound){0, 0, NAN, NAN};
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation.context_count = 0;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(shares_of_what_executions_count_differently_often_have_no_interval) {
    struct contexts_expectation expectation = by_far();
    int32_t *three = hits_of_each(100, 3);
    three[0] = 2;
    struct observation observation = run_of_leaf(hits_of_each(100, 1), NULL, three);
    add_draws(&observation, 50);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.unknown_risk, "as executions count differently often");
}
END_TEST

/* --- lifetimes --- */

/* Of A.foo and A.bar: 80 of 100 and 10 of 100 objects of A die younger than 64, 90 and 20 than 128; 5 each stay alive. */
static struct observation run_of_lives(void) {
    static const struct lives_observation lives[] = {
        {"A.foo(Z)V", 3, "A", 64, 100, 80, 5},  {"A.bar()V", 9, "A", 64, 100, 10, 5},
        {"A.foo(Z)V", 3, "A", 128, 100, 90, 5}, {"A.bar()V", 9, "A", 128, 100, 20, 5},
        {"A.foo(Z)V", 3, "B", 64, 100, 100, 0}, {NULL, 0, "C", 64, 10, 10, 0},
    };
    struct observation observation = observation_of(100);
    observation.lives = lives;
    observation.lives_count = 6;
    return observation;
}

static struct lifetimes_expectation dying(const char *subject, const char *in_method, int64_t age,
                                          double at_least) {
    return (struct lifetimes_expectation){
        {&assertion_lifetimes}, subject, in_method, age, {NAN, 0, at_least, NAN}};
}

START_TEST(the_share_of_a_class_that_dies_young_is_of_all_places_or_one) {
    struct observation observation = run_of_lives();
    struct lifetimes_expectation expectation = dying("A", NULL, 64, 0.45);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "share of A that dies younger than 64 bytes is 0.45, "
                                      "expected at least 0.45");
    ck_assert_str_eq(verdict.because,
                     "of 200 allocated: 90 died younger, 100 later, 10 were alive at the end");
    expectation = dying("A", "A.foo", 128, 0.91);
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "share of A of A.foo that dies younger than 128 bytes is "
                                      "0.9, expected at least 0.91");
    expectation = dying("C", "A.foo", 64, 1);
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
    expectation = dying("C", NULL, 64, 1);
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

START_TEST(lifetimes_of_nothing_or_of_too_few_executions_are_not_evaluated) {
    struct observation observation = run_of_lives();
    struct lifetimes_expectation expectation = dying("D", NULL, 64, 0.5);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "no D was allocated while measured");
    expectation = dying("A", NULL, 64, 0.1);
    observation.executions = 99;
    observation.executions_asked = 100;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(the_risk_of_drawn_lifetimes_is_not_known) {
    struct observation observation = run_of_lives();
    struct lifetimes_expectation expectation = dying("A", NULL, 64, 0.45);
    add_draws(&observation, 50);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.unknown_risk, "as lifetimes hang together");
}
END_TEST

/* --- simulation --- */

/* Is this what so many runs show when the probability is as announced? */
static void assert_announced(int64_t happened, int64_t runs, double announced) {
    struct stat_region region = stat_region_exact(runs, announced, 1e-9);
    ck_assert_msg(happened >= region.lo && happened <= region.hi, "%lld of %lld at %g",
                  (long long)happened, (long long)runs, announced);
}

enum { RUNS = 20000, DRAWS = 60 };

/* Red as often as it says, of a compiler that does what is expected. */
static void simulate(const struct expectation *expectation,
                     struct observation (*draw)(struct rng *rng), uint64_t seed) {
    struct rng rng;
    int64_t red = 0;
    double announced = 0;
    rng_init(&rng, seed);
    for (int run = 0; run < RUNS; run++) {
        struct arena kept = test_arena;
        arena_init(&test_arena);
        struct observation observation = draw(&rng);
        struct verdict verdict = expectation_check(expectation, &observation, &test_arena);
        red += verdict_is_red(verdict.kind);
        announced = verdict.false_alarm;
        arena_release(&test_arena);
        test_arena = kept;
    }
    assert_announced(red, RUNS, announced);
}

static struct observation draw_ratio(struct rng *rng) {
    struct observation observation = observation_of(DRAWS);
    int32_t *a = hits_of_each(DRAWS, 0);
    add_draws(&observation, 1);
    for (int i = 0; i < DRAWS; i++) a[i] = rng_likely(rng, 0.2);
    add_pair(&observation, a, hits_of_each(DRAWS, 1));
    return observation;
}

static struct observation draw_shape(struct rng *rng) {
    int64_t squares = 0;
    for (int i = 0; i < DRAWS; i++) squares += rng_likely(rng, 0.8);
    return run_of_shapes(squares, DRAWS - squares, 0);
}

START_TEST(a_ratio_is_red_as_often_as_it_says) {
    struct ratio_expectation expectation = ratio_is(0.2, 0.1);
    simulate(&expectation.base, draw_ratio, 11);
}
END_TEST

START_TEST(a_share_is_red_as_often_as_it_says) {
    struct distribution_expectation expectation = shapes();
    expectation.portions.count = 1; /* of two, each is red with the other */
    simulate(&expectation.base, draw_shape, 12);
}
END_TEST

static void add(TCase *tests) {
    tcase_add_test(tests, a_ratio_has_its_interval_by_the_executions_that_draw);
    tcase_add_test(tests, a_ratio_beyond_its_bound_fails);
    tcase_add_test(tests, a_ratio_near_its_bound_is_undecided);
    tcase_add_test(tests, several_hits_for_each_are_a_ratio_above_1);
    tcase_add_test(tests, hits_that_come_without_the_other_have_no_interval);
    tcase_add_test(tests, a_ratio_to_nothing_is_not_evaluated);
    tcase_add_test(tests, the_shares_of_keys_are_judged_one_by_one);
    tcase_add_test(tests, keys_that_are_not_named_count_as_others);
    tcase_add_test(tests, counters_have_shares_of_their_sum);
    tcase_add_test(tests, nothing_has_no_shares);
    tcase_add_test(tests, calls_by_a_path_are_a_share_of_all);
    tcase_add_test(tests, a_share_of_no_calls_is_not_evaluated_and_their_rate_is_0);
    tcase_add_test(tests, shares_of_what_executions_count_differently_often_have_no_interval);
    tcase_add_test(tests, the_share_of_a_class_that_dies_young_is_of_all_places_or_one);
    tcase_add_test(tests, lifetimes_of_nothing_or_of_too_few_executions_are_not_evaluated);
    tcase_add_test(tests, the_risk_of_drawn_lifetimes_is_not_known);
    tcase_add_test(tests, executions_of_a_site_divide_by_kind);
    tcase_add_test(tests, a_ratio_is_red_as_often_as_it_says);
    tcase_add_test(tests, a_share_is_red_as_often_as_it_says);
}

int main(void) { return run_tests("ratio, distribution", add); }
