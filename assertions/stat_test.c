/* Exact statistics against sums that are computed another way, and against published tables. */
#include "assertions/stat.h"

#include "base/check_run.h"
#include <math.h>
#include <stdlib.h>

/* P(lo <= hits <= hi), term by term in long double: slow, but nothing can be wrong with it. */
static long double sum_of_terms(int64_t lo, int64_t hi, int64_t n, long double p) {
    long double sum = 0;
    for (int64_t k = lo < 0 ? 0 : lo; k <= hi && k <= n; k++) {
        if ((p == 0 && k > 0) || (p == 1 && k < n)) continue;
        long double term = lgammal((long double)n + 1) - lgammal((long double)k + 1) -
                           lgammal((long double)(n - k) + 1);
        if (k > 0) term += (long double)k * logl(p);
        if (k < n) term += (long double)(n - k) * log1pl(-p);
        sum += expl(term);
    }
    return sum;
}

static void assert_near(double value, double reference, double relative) {
    ck_assert_msg(fabs(value - reference) <= relative * fabs(reference) + 1e-300,
                  "%.17g instead of %.17g", value, reference);
}

START_TEST(the_first_papers_example_has_the_published_error_rates) {
    assert_near(stat_false_alarm(10000, 0.8, 0.02), 5.5449e-7, 1e-4);
    assert_near(stat_miss(10000, 0.8, 0.02), 1.2062e-6, 1e-4);
    /* The other alternative, 0.84, is the smaller one. */
    struct stat_region region = stat_region_within(10000, 0.8, 0.02);
    assert_near(1 - stat_outside(region, 10000, 0.84), 4.2e-8, 2e-2);
}
END_TEST

START_TEST(false_alarms_and_misses_are_the_sums_of_their_terms) {
    static const double odds[] = {0, 0.003, 0.1, 0.5, 0.8, 0.99, 1};
    static const double epsilons[] = {0, 0.005, 0.02, 0.1, 0.3};
    static const int64_t trials[] = {1, 2, 7, 50, 333, 1000};
    for (size_t i = 0; i < 7; i++)
        for (size_t j = 0; j < 5; j++)
            for (size_t k = 0; k < 6; k++) {
                double p = odds[i], epsilon = epsilons[j];
                int64_t n = trials[k];
                struct stat_region region = stat_region_within(n, p, epsilon);
                long double outside =
                    sum_of_terms(0, region.lo - 1, n, p) + sum_of_terms(region.hi + 1, n, n, p);
                if (region.hi < region.lo) outside = 1;
                assert_near(stat_false_alarm(n, p, epsilon), (double)outside, 1e-9);
                long double miss = 0;
                if (p - 2 * epsilon >= 0)
                    miss = sum_of_terms(region.lo, region.hi, n, p - 2 * (long double)epsilon);
                if (p + 2 * epsilon <= 1)
                    miss = fmaxl(
                        miss, sum_of_terms(region.lo, region.hi, n, p + 2 * (long double)epsilon));
                if (epsilon > 0) assert_near(stat_miss(n, p, epsilon), (double)miss, 1e-9);
            }
}
END_TEST

START_TEST(trial_counts_beyond_the_continued_fraction_are_summed) {
    /* Around the mode of many trials the distribution is nearly normal: its halves are a half. */
    assert_near(stat_outside((struct stat_region){0, 400000000}, 1000000000, 0.4), 0.5, 1e-4);
    assert_near(stat_false_alarm(100000000, 0.8, 0.00012),
                erfc(0.00012 / sqrt(0.16 / 1e8) / sqrt(2)), 2e-3);
    ck_assert_double_lt(stat_outside((struct stat_region){0, 1000000000}, 1000000000, 0.3), 1e-15);
}
END_TEST

START_TEST(certain_odds_raise_no_false_alarm) {
    for (int64_t n = 1; n < 5000; n = n * 3 + 1) {
        ck_assert_double_eq(stat_false_alarm(n, 0, 0), 0);
        ck_assert_double_eq(stat_false_alarm(n, 1, 0), 0);
        ck_assert_double_eq(stat_false_alarm(n, 0, 0.02), 0);
        ck_assert_double_eq(stat_false_alarm(n, 1, 0.02), 0);
    }
}
END_TEST

START_TEST(the_bounds_themselves_are_accepted_whatever_the_binary_rounding) {
    static const double epsilons[] = {0.01, 0.02, 0.03, 0.05, 0.07};
    for (int percent = 10; percent <= 90; percent++)
        for (size_t i = 0; i < 5; i++)
            for (int64_t n = 100; n <= 1000000; n *= 10) {
                int64_t hits = n / 100 * percent,
                        off = n / 100 * (int64_t)lround(epsilons[i] * 100);
                double p = percent / 100.0;
                ck_assert(stat_is_within(hits + off, n, p, epsilons[i]));
                ck_assert(stat_is_within(hits - off, n, p, epsilons[i]));
                ck_assert(!stat_is_within(hits + off + 1, n, p, epsilons[i]));
                ck_assert(!stat_is_within(hits - off - 1, n, p, epsilons[i]));
                struct stat_region region = stat_region_within(n, p, epsilons[i]);
                ck_assert_int_eq(region.lo, hits - off);
                ck_assert_int_eq(region.hi, hits + off);
            }
}
END_TEST

/* Independently computed: iterations for a false alarm of 1e-9 and a miss of 1e-6, by a threshold
 * fixed at epsilon and by the exact two-sided test. */
static const struct {
    double p, epsilon;
    int64_t fixed, exact;
} published[] = {
    {.01, .005, 16485, 16778},  {.01, .01, 5882, 5304},     {.01, .02, 2323, 1803},
    {.01, .05, 759, 483},       {.1, .005, 134601, 110745}, {.1, .01, 33777, 28800},
    {.1, .02, 8627, 7699},      {.1, .05, 1460, 1456},      {.5, .005, 374042, 295225},
    {.5, .01, 93454, 73888},    {.5, .02, 23361, 18431},    {.5, .05, 3720, 2917},
    {.8, .005, 239386, 192362}, {.8, .01, 59949, 48968},    {.8, .02, 15039, 12630},
    {.8, .05, 2456, 2190},
};

START_TEST(the_published_iterations_are_enough_and_a_few_percent_less_are_not) {
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        double p = published[i].p, epsilon = published[i].epsilon;
        int64_t n = published[i].fixed, fewer = n - n / 20;
        ck_assert_double_le(stat_false_alarm(n, p, epsilon), 1e-9);
        ck_assert_double_le(stat_miss(n, p, epsilon), 1e-6);
        ck_assert(stat_false_alarm(fewer, p, epsilon) > 1e-9 ||
                  stat_miss(fewer, p, epsilon) > 1e-6);
    }
}
END_TEST

static double miss_of_region(struct stat_region region, int64_t n, double p, double epsilon) {
    double above = 1 - stat_outside(region, n, p + 2 * epsilon);
    return p - 2 * epsilon > 0 ? fmax(above, 1 - stat_outside(region, n, p - 2 * epsilon)) : above;
}

START_TEST(the_exact_test_needs_the_published_iterations) {
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        double p = published[i].p, epsilon = published[i].epsilon;
        int64_t n = published[i].exact, fewer = n - n / 20;
        struct stat_region region = stat_region_exact(n, p, 1e-9);
        ck_assert_double_le(stat_outside(region, n, p), 1e-9);
        ck_assert_double_le(miss_of_region(region, n, p, epsilon), 1e-6);
        ck_assert_double_gt(miss_of_region(stat_region_exact(fewer, p, 1e-9), fewer, p, epsilon),
                            1e-6);
    }
}
END_TEST

START_TEST(the_exact_region_is_the_narrowest_with_such_tails) {
    struct stat_region region = stat_region_exact(200, 0.3, 0.01);
    ck_assert_double_le((double)sum_of_terms(0, region.lo - 1, 200, 0.3L), 0.005);
    ck_assert_double_gt((double)sum_of_terms(0, region.lo, 200, 0.3L), 0.005);
    ck_assert_double_le((double)sum_of_terms(region.hi + 1, 200, 200, 0.3L), 0.005);
    ck_assert_double_gt((double)sum_of_terms(region.hi, 200, 200, 0.3L), 0.005);
}
END_TEST

START_TEST(the_interval_is_clopper_and_pearsons) {
    struct stat_interval interval = stat_clopper_pearson(8000, 10000, 1 - 1e-9);
    assert_near(interval.lo, 0.77477, 1e-5);
    assert_near(interval.hi, 0.82371, 1e-5);
    interval = stat_clopper_pearson(100, 10000, 1 - 1e-9);
    assert_near(interval.lo, 0.00506, 1e-3);
    assert_near(interval.hi, 0.01743, 1e-3);
    /* Its definition: the odds at which a tail of half the rest begins at the hits. */
    interval = stat_clopper_pearson(7, 50, 0.99);
    assert_near((double)sum_of_terms(7, 50, 50, interval.lo), 0.005, 1e-9);
    assert_near((double)sum_of_terms(0, 7, 50, interval.hi), 0.005, 1e-9);
}
END_TEST

START_TEST(no_hit_and_nothing_but_hits_close_the_interval_on_one_side) {
    struct stat_interval none = stat_clopper_pearson(0, 700, 0.999),
                         all = stat_clopper_pearson(700, 700, 0.999);
    ck_assert_double_eq(none.lo, 0);
    assert_near(none.hi, 1 - pow(0.0005, 1 / 700.0), 1e-9);
    ck_assert_double_eq(all.hi, 1);
    assert_near(all.lo, pow(0.0005, 1 / 700.0), 1e-9);
}
END_TEST

START_TEST(the_trials_needed_are_the_first_that_do) {
    static const double limits[] = {1e-2, 1e-4, 1e-6};
    static const double odds[] = {0.01, 0.3, 0.8};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            int64_t first = 1;
            while (stat_false_alarm(first, odds[j], 0.05) > limits[i]) first++;
            ck_assert_int_eq(stat_trials_needed(1, odds[j], 0.05, limits[i]), first);
        }
    ck_assert_int_eq(stat_trials_needed(10000, 0.8, 0.02, 1e-6), 10000);
    ck_assert_int_eq(stat_trials_needed(100, 0.8, 0, 1e-6), 0);
}
END_TEST

START_TEST(the_epsilon_needed_does_and_a_smaller_one_does_not) {
    double epsilon = stat_epsilon_needed(700, 0.8, 0.05, 1e-6);
    ck_assert_double_le(stat_false_alarm(700, 0.8, epsilon), 1e-6);
    ck_assert_double_gt(stat_false_alarm(700, 0.8, epsilon - 0.0015), 1e-6);
    ck_assert_double_eq(stat_epsilon_needed(10000, 0.8, 0.02, 1e-6), 0.02);
    ck_assert_double_le(stat_false_alarm(5, 0.5, stat_epsilon_needed(5, 0.5, 0.01, 1e-6)), 1e-6);
}
END_TEST

START_TEST(the_epsilon_needed_is_the_smallest_of_three_digits) {
    static const int64_t trials[] = {10, 200, 3000, 10000, 70000};
    static const double odds[] = {0.1, 0.5, 0.8};
    for (size_t i = 0; i < 5; i++)
        for (size_t j = 0; j < 3; j++) {
            double epsilon = stat_epsilon_needed(trials[i], odds[j], 1e-4, 1e-6);
            double step = pow(10, floor(log10(epsilon)) - 2);
            ck_assert_double_le(stat_false_alarm(trials[i], odds[j], epsilon), 1e-6);
            ck_assert_double_gt(stat_false_alarm(trials[i], odds[j], epsilon - step), 1e-6);
        }
    ck_assert_double_eq_tol(stat_epsilon_needed(10000, 0.8, 1e-4, 1e-6), 0.0196, 1e-12);
}
END_TEST

START_TEST(enough_trials_exclude_a_bound_and_one_fewer_does_not) {
    int64_t n = stat_trials_to_exclude(0.5, 0.4, 0.99);
    ck_assert_int_gt(n, 10);
    ck_assert_double_gt(stat_clopper_pearson((double)n * 0.5, n, 0.99).lo, 0.4);
    ck_assert_double_le(stat_clopper_pearson((double)(n - 1) * 0.5, n - 1, 0.99).lo, 0.4);
    ck_assert_int_eq(stat_trials_to_exclude(0.8, 0.8, 0.99), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stat");
    TCase *tests = tcase_create("stat");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, the_first_papers_example_has_the_published_error_rates);
    tcase_add_test(tests, false_alarms_and_misses_are_the_sums_of_their_terms);
    tcase_add_test(tests, trial_counts_beyond_the_continued_fraction_are_summed);
    tcase_add_test(tests, certain_odds_raise_no_false_alarm);
    tcase_add_test(tests, the_bounds_themselves_are_accepted_whatever_the_binary_rounding);
    tcase_add_test(tests, the_published_iterations_are_enough_and_a_few_percent_less_are_not);
    tcase_add_test(tests, the_exact_test_needs_the_published_iterations);
    tcase_add_test(tests, the_exact_region_is_the_narrowest_with_such_tails);
    tcase_add_test(tests, the_interval_is_clopper_and_pearsons);
    tcase_add_test(tests, no_hit_and_nothing_but_hits_close_the_interval_on_one_side);
    tcase_add_test(tests, the_trials_needed_are_the_first_that_do);
    tcase_add_test(tests, the_epsilon_needed_does_and_a_smaller_one_does_not);
    tcase_add_test(tests, the_epsilon_needed_is_the_smallest_of_three_digits);
    tcase_add_test(tests, enough_trials_exclude_a_bound_and_one_fewer_does_not);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
