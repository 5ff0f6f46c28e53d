/* Which phase broke what was expected, by what the compiler believed after each. */
#include "assertions/a_returns.h"
#include "assertions/fixture.h"

#include "assertions/history.h"

enum { STEPS = 4 };

static const char *const names[STEPS] = {"build", "inline", "escape", "sabotage"};

/* The beliefs about the only counter, and about the only site per reach of it. */
static void add_steps(struct observation *observation, const double believed[STEPS]) {
    struct step_observation *steps = ARENA_ARRAY(&test_arena, struct step_observation, STEPS);
    for (int i = 0; i < STEPS; i++) {
        double *values = ARENA_ARRAY(&test_arena, double, 3);
        values[0] = believed[i];
        values[1] = isnan(believed[i]) ? 0 : 2;
        values[2] = isnan(believed[i]) ? 0 : 2 * believed[i];
        steps[i] = (struct step_observation){names[i], values, values + 1, values + 2, NULL};
    }
    observation->steps = steps;
    observation->step_count = STEPS;
}

static const char *history(const struct expectation *expectation, struct observation *observation,
                           const double believed[STEPS]) {
    add_steps(observation, believed);
    return expectation_history(expectation, observation, "escape", &test_arena);
}

static const char *history_of_rate(double is, const double believed[STEPS]) {
    struct observation observation = observation_of(100);
    add_counter(&observation, "allocated", 100);
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits = (struct bound){is, 0.02, NAN, NAN};
    return history(&expectation.base, &observation, believed);
}

static const char *history_of_site(const char *is, const double believed[STEPS]) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    struct site_expectation expectation = site_of(&assertion_allocation, "A");
    expectation.is = is;
    return history(&expectation.base, &observation, believed);
}

START_TEST(a_rate_that_a_phase_spoils_names_that_phase_and_the_one_before) {
    ck_assert_str_eq(history_of_rate(0.8, (double[]){1, 1, 0.83, 1}),
                     "it held after phase escape (0.83 predicted per call), and no longer after "
                     "phase sabotage (1)");
}
END_TEST

START_TEST(a_rate_that_no_phase_brought_about_names_what_the_spec_relies_on) {
    ck_assert_str_eq(history_of_rate(0.8, (double[]){0, 1, 1, 1}),
                     "it held after no phase: 1 predicted per call after phase inline, and at the "
                     "end; the spec relies on escape");
}
END_TEST

START_TEST(a_count_is_expected_of_all_executions_together) {
    struct observation observation = observation_of(100);
    add_counter(&observation, "allocated", 100);
    struct counter_expectation expectation = hits_of(&assertion_count, "allocated");
    expectation.hits = (struct bound){NAN, 0, NAN, 50};
    ck_assert_str_eq(history(&expectation.base, &observation, (double[]){1, 0.5, 0.5, 1}),
                     "it held after phase escape (0.5 predicted per call), and no longer after "
                     "phase sabotage (1)");
}
END_TEST

START_TEST(a_ledger_expects_the_share_of_the_draws_that_say_so) {
    struct observation observation = observation_of(100);
    add_counter(&observation, "allocated", 100);
    add_draws(&observation, 30);
    struct ledger_expectation expectation = ledger_of(0);
    ck_assert_str_eq(history(&expectation.base, &observation, (double[]){1, 1, 0.3, 1}),
                     "it held after phase escape (0.3 predicted per call), and no longer after "
                     "phase sabotage (1)");
}
END_TEST

START_TEST(a_site_counts_per_reach_and_from_where_it_is_in_the_graph) {
    ck_assert_str_eq(history_of_site("removed", (double[]){NAN, 1, 0, 0.5}),
                     "it held after phase escape (0 predicted per execution of the site), and no "
                     "longer after phase sabotage (0.5)");
    ck_assert_str_eq(history_of_site("moved", (double[]){1, 1, 0.2, 1}),
                     "it held after phase escape (0.2 predicted per execution of the site), and "
                     "no longer after phase sabotage (1)");
    ck_assert_str_eq(history_of_site("kept", (double[]){1, 1, 0, 0}),
                     "it held after phase inline (1 predicted per execution of the site), and no "
                     "longer after phase escape (0)");
    ck_assert_ptr_null(history_of_site("removed", (double[]){1, 1, 1, NAN}));
}
END_TEST

START_TEST(what_is_left_where_nothing_comes_is_not_removed) {
    ck_assert_str_eq(
        history_of_site("removed", (double[]){1, 1, 1, STEP_STILL_THERE}),
        "it held after no phase: 1 predicted per execution of the site after phase build, 0 but "
        "still there at the end; the spec relies on escape");
}
END_TEST

START_TEST(a_run_against_the_beliefs_is_no_phases_fault) {
    ck_assert_str_eq(history_of_rate(0.8, (double[]){1, 1, 0.81, 0.81}),
                     "no phase broke it: 0.81 predicted per call at the end");
}
END_TEST

START_TEST(without_beliefs_nothing_is_told) {
    struct observation observation = observation_of(100);
    add_counter(&observation, "allocated", 100);
    struct counter_expectation rate = hits_of(&assertion_rate, "allocated");
    struct returns_expectation returns = {{&assertion_returns}, NULL};
    rate.hits = (struct bound){0.8, 0, NAN, NAN};
    ck_assert_ptr_null(expectation_history(&rate.base, &observation, NULL, &test_arena));
    ck_assert_ptr_null(history(&returns.base, &observation, (double[]){1, 1, 1, 1}));
    ck_assert_ptr_null(history(&rate.base, &observation, (double[]){0, 0, 0, 0}));
}
END_TEST

static void add_tests(TCase *test_case) {
    tcase_add_test(test_case, a_rate_that_a_phase_spoils_names_that_phase_and_the_one_before);
    tcase_add_test(test_case, a_rate_that_no_phase_brought_about_names_what_the_spec_relies_on);
    tcase_add_test(test_case, a_count_is_expected_of_all_executions_together);
    tcase_add_test(test_case, a_ledger_expects_the_share_of_the_draws_that_say_so);
    tcase_add_test(test_case, a_site_counts_per_reach_and_from_where_it_is_in_the_graph);
    tcase_add_test(test_case, what_is_left_where_nothing_comes_is_not_removed);
    tcase_add_test(test_case, a_run_against_the_beliefs_is_no_phases_fault);
    tcase_add_test(test_case, without_beliefs_nothing_is_told);
}

int main(void) { return run_tests("history", add_tests); }
