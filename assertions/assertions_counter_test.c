/* rate, count and ledger: every verdict, with its texts. */
#include "assertions/check.h"
#include "assertions/fixture.h"

#include "assertions/stat.h"

static struct observation run_of_10000(int64_t hits) {
    struct observation observation = observation_of(10000);
    add_draws(&observation, 8000);
    add_counter(&observation, "allocated", hits);
    return observation;
}

static struct counter_expectation rate_is(double is, double epsilon) {
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits = (struct bound){is, epsilon, NAN, NAN};
    return expectation;
}

START_TEST(a_rate_within_its_epsilon_passes_and_says_its_numbers) {
    struct observation observation = run_of_10000(8013);
    struct counter_expectation expectation = rate_is(0.8, 0.02);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "rate of allocated is 0.8013, expected 0.8 ± 0.02");
    ck_assert_str_eq(verdict.expected, "0.8 ± 0.02");
    ck_assert_str_eq(verdict.observed,
                     "0.8013 (8013 of 10000), exact 99.9 % interval [0.7879, 0.8142]");
    ck_assert_int_eq(verdict.hits, 8013);
    ck_assert_int_eq(verdict.trials, 10000);
    ck_assert_double_eq_tol(verdict.false_alarm, 5.545e-7, 1e-10);
    ck_assert_double_eq_tol(verdict.miss, 1.206e-6, 1e-9);
}
END_TEST

START_TEST(a_rate_on_its_bound_passes_and_one_hit_further_fails) {
    struct counter_expectation expectation = rate_is(0.8, 0.02);
    struct observation on_low = run_of_10000(7800), below = run_of_10000(7799);
    struct observation on_high = run_of_10000(8200), above = run_of_10000(8201);
    ck_assert_verdict(check(&expectation, &on_low), PASS);
    ck_assert_verdict(check(&expectation, &below), FAIL);
    ck_assert_verdict(check(&expectation, &on_high), PASS);
    ck_assert_verdict(check(&expectation, &above), FAIL);
}
END_TEST

START_TEST(a_rate_that_fails_tells_what_the_compiler_decided) {
    struct observation observation = run_of_10000(10000);
    add_decision(&observation, DECISION_allocation_kept, "allocation kept", "A", "passed_to_call",
                 "it is passed to a call");
    add_compiled(&observation);
    struct counter_expectation expectation = rate_is(0.8, 0.02);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "rate of allocated is 1, expected 0.8 ± 0.02");
    ck_assert_str_eq(verdict.observed, "1 (10000 of 10000), exact 99.9 % interval [0.9992, 1]");
    ck_assert_str_eq(verdict.because,
                     "allocation kept A at A.foo(Z)V:0 (line 3): it is passed to a call");
}
END_TEST

START_TEST(a_counter_whose_probe_failed_for_a_lost_value_is_not_evaluated) {
    static const struct loss_observation losses[] = {
        {"other", "the probe of T.g(I)I at line 9 reads 'j', which is gone", 3},
        {"allocated", "the probe of T.f(I)I at line 5 reads 'k', which is gone", 201},
    };
    struct observation observation = run_of_10000(8000);
    observation.losses = losses;
    struct counter_expectation expectation = rate_is(0.8, 0.02);
    for (observation.loss_count = 1; observation.loss_count <= 2; observation.loss_count++) {
        struct verdict verdict = check(&expectation, &observation);
        ck_assert_int_eq(verdict.kind == VERDICT_PASS, observation.loss_count == 1);
        if (verdict.kind == VERDICT_PASS) continue;
        ck_assert_verdict(verdict, NOT_EVALUATED);
        ck_assert_str_eq(verdict.because, "the probe of T.f(I)I at line 5 reads 'k', which is gone "
                                          "(201 times)");
    }
}
END_TEST

START_TEST(zero_is_printed_as_zero) {
    struct observation observation = run_of_10000(0);
    struct counter_expectation expectation = rate_is(0, 0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "rate of allocated is 0, expected 0");
    ck_assert_str_eq(verdict.observed, "0 (0 of 10000), exact 99.9 % interval [0, 0.0007598]");
    ck_assert_double_eq(verdict.false_alarm, 0);
}
END_TEST

START_TEST(an_interval_that_straddles_the_bound_is_undecided_and_says_how_many_would_do) {
    struct observation observation = run_of_10000(8013);
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits.at_least = 0.79;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert_int_gt(verdict.iterations_needed, 10000);
    const char *observed =
        arena_format(&test_arena,
                     "0.8013 (8013 of 10000), exact 99.99999 %% interval [0.7794, 0.822]; %lld "
                     "iterations would decide at this rate",
                     (long long)verdict.iterations_needed);
    ck_assert_str_eq(verdict.observed, observed);

    struct observation longer = observation_of(verdict.iterations_needed);
    add_draws(&longer, 1);
    add_counter(&longer, "allocated", (int64_t)ceil(0.8013 * (double)longer.executions));
    ck_assert_verdict(check(&expectation, &longer), PASS);
}
END_TEST

START_TEST(a_range_is_decided_on_both_sides) {
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits.at_least = 0.7;
    expectation.hits.at_most = 0.9;
    struct observation inside = run_of_10000(8000), below = run_of_10000(6000),
                       above = run_of_10000(9500);
    struct verdict verdict = check(&expectation, &inside);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.expected, "0.7 to 0.9");
    ck_assert_double_eq_tol(verdict.false_alarm, 2 * STAT_DECISION_RISK, 1e-12);
    ck_assert_verdict(check(&expectation, &below), FAIL);
    ck_assert_verdict(check(&expectation, &above), FAIL);
}
END_TEST

START_TEST(never_and_always_need_no_interval) {
    struct counter_expectation never = hits_of(&assertion_rate, "allocated");
    struct counter_expectation always = hits_of(&assertion_rate, "allocated");
    never.hits.at_most = 0;
    always.hits.at_least = 1;
    struct observation none = run_of_10000(0), one = run_of_10000(1);
    struct observation all = run_of_10000(10000), all_but_one = run_of_10000(9999);
    ck_assert_verdict(check(&never, &none), PASS);
    ck_assert_verdict(check(&never, &one), FAIL);
    ck_assert_verdict(check(&always, &all), PASS);
    ck_assert_verdict(check(&always, &all_but_one), FAIL);
    ck_assert_double_eq(check(&always, &all_but_one).false_alarm, 0);
}
END_TEST

START_TEST(without_chance_a_bound_is_compared_as_it_is) {
    struct observation observation = observation_of(100);
    add_counter(&observation, "allocated", 50);
    struct counter_expectation expectation = hits_of(&assertion_rate, "allocated");
    expectation.hits.at_least = 0.5;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    struct counter_expectation exact = rate_is(0.5, 0);
    struct verdict verdict = check(&exact, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_double_eq(verdict.false_alarm, 0);
}
END_TEST

START_TEST(a_rate_above_one_is_its_whole_part_and_the_odds_of_the_rest) {
    struct observation observation = observation_of(10000);
    add_draws(&observation, 8000);
    int32_t *hits = add_counter(&observation, "allocated", 10000);
    for (int64_t i = 0; i < 8013; i++) hits[i] = 2;
    ((struct counter_observation *)observation.counters)->total = 18013;
    struct counter_expectation expectation = rate_is(1.8, 0.02);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed,
                     "1.8013 (18013 of 10000), exact 99.9 % interval [1.788, 1.814]");
    ck_assert_double_eq_tol(verdict.false_alarm, 5.545e-7, 1e-10);
}
END_TEST

START_TEST(hits_that_come_in_bursts_have_no_exact_interval) {
    struct observation observation = observation_of(10000);
    add_draws(&observation, 8000);
    int32_t *hits = add_counter(&observation, "allocated", 0);
    hits[0] = 7;
    ((struct counter_observation *)observation.counters)->total = 7;
    struct counter_expectation expectation = rate_is(0, 0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed,
                     "0.0007 (7 of 10000), up to 7 hits at once, so no exact interval");
    ck_assert_str_eq(verdict.unknown_risk, "up to 7 hits at once");
    expectation.hits = (struct bound){NAN, 0, NAN, 0.5};
    ck_assert_str_eq(check(&expectation, &observation).unknown_risk, "up to 7 hits at once");
    observation.argument_count = 0;
    ck_assert_ptr_null(check(&expectation, &observation).unknown_risk);
}
END_TEST

START_TEST(a_target_that_was_never_compiled_is_not_evaluated) {
    struct observation observation = observation_of(0);
    observation.was_compiled = false;
    observation.executions_asked = 10000;
    observation.not_compiled_because = "the bytecode has an irreducible loop";
    struct counter_expectation expectation = rate_is(0.8, 0.02);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.summary,
                     "rate of allocated was not evaluated: A.foo(Z)V was never compiled: the "
                     "bytecode has an irreducible loop");
    ck_assert_str_eq(verdict.observed, "no evidence");
    ck_assert_int_eq(verdict.trials, -1);

    observation.not_compiled_because = NULL;
    verdict = check(&expectation, &observation);
    ck_assert_str_eq(verdict.because, "A.foo(Z)V was never compiled in 500 calls");
}
END_TEST

START_TEST(fewer_executions_than_asked_are_no_evidence) {
    struct observation observation = run_of_10000(0);
    observation.executions_asked = 10001;
    struct decision *decision =
        add_decision(&observation, DECISION_deoptimized, "deoptimised", NULL, "unreached_branch",
                     "a branch was taken that the profile never saw");
    decision->execution = 9999;
    struct counter_expectation expectation = rate_is(0, 0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "10000 of 10001 executions ran in compiled code that stayed "
                                      "valid; deoptimised in execution "
                                      "9999: a branch was taken that the profile never saw");
}
END_TEST

START_TEST(a_counter_that_does_not_exist_is_not_zero) {
    struct observation observation = run_of_10000(0);
    struct counter_expectation expectation = rate_is(0, 0);
    expectation.counter = "alocated";
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "no counter is called 'alocated'; there are: allocated");
    observation.counter_count = 0;
    ck_assert_str_eq(check(&expectation, &observation).because,
                     "no counter is called 'alocated'; there are none");
}
END_TEST

START_TEST(a_count_is_compared_as_a_whole_number) {
    struct counter_expectation expectation = hits_of(&assertion_count, "allocated");
    expectation.hits.is = 8000;
    struct observation right = run_of_10000(8000), wrong = run_of_10000(8001);
    struct verdict verdict = check(&expectation, &right);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed, "8000 in 10000 executions");
    ck_assert_double_eq(verdict.false_alarm, 0);
    verdict = check(&expectation, &wrong);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "count of allocated is 8001, expected 8000");
}
END_TEST

START_TEST(a_count_with_an_epsilon_has_the_probabilities_of_a_rate) {
    struct counter_expectation expectation = hits_of(&assertion_count, "allocated");
    expectation.hits = (struct bound){8000, 200, NAN, NAN};
    struct observation observation = run_of_10000(8200);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_double_eq_tol(verdict.false_alarm, 5.545e-7, 1e-10);
    struct false_alarm before = expectation_false_alarm(&expectation.base, 10000, 1e-6);
    ck_assert_double_eq(before.probability, verdict.false_alarm);
    observation.argument_count = 0;
    ck_assert_double_eq(check(&expectation, &observation).false_alarm, 0);
}
END_TEST

START_TEST(the_risk_of_a_count_is_known_with_an_epsilon_or_where_each_execution_does_the_same) {
    struct observation observation = observation_of(10);
    add_draws(&observation, 5);
    add_counter(&observation, "hits", 5);
    struct counter_expectation expectation = rate_is(5, 0);
    expectation.base.assertion = &assertion_count;
    expectation.counter = "hits";
    const char *unknown = "a count is compared as it is, whatever the odds";
    ck_assert_str_eq(check(&expectation, &observation).unknown_risk, unknown);
    expectation.hits = (struct bound){NAN, 0, 4, NAN};
    ck_assert_str_eq(check(&expectation, &observation).unknown_risk, unknown);
    expectation.hits = (struct bound){10, 0, NAN, NAN};
    ck_assert_ptr_null(check(&expectation, &observation).unknown_risk);
    expectation.hits = (struct bound){5, 2, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_ptr_null(verdict.unknown_risk);
    ck_assert_double_gt(verdict.false_alarm, 0.1);
}
END_TEST

START_TEST(a_count_without_its_counter_is_not_evaluated) {
    struct observation observation = observation_of(10);
    struct counter_expectation expectation = hits_of(&assertion_count, "allocated");
    expectation.hits.is = 0;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(a_ledger_without_a_wrong_execution_passes) {
    struct observation observation = observation_of(700);
    add_draws(&observation, 560);
    add_counter(&observation, "allocated", 560);
    struct ledger_expectation expectation = ledger_of(0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.expected,
                     "exactly once when argument 0 (likely: 0.8) = 1, never otherwise");
    ck_assert_str_eq(
        verdict.observed,
        "0 of 700 executions disagree (0, exact 99.9 % interval [0, 0.0108]); argument 0 (likely: "
        "0.8) = 1: 560 with, 0 without; otherwise: 0 with, 140 without");
    ck_assert_double_eq(verdict.false_alarm, 0);
}
END_TEST

START_TEST(opposite_errors_cannot_cancel_in_a_ledger) {
    struct observation observation = observation_of(700);
    add_draws(&observation, 560);
    int32_t *hits = add_counter(&observation, "allocated", 560);
    hits[3] = 0;
    hits[699] = 1;
    struct ledger_expectation expectation = ledger_of(0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "ledger of allocated is wrong in 2 of 700 executions, expected exactly once "
                     "when argument 0 (likely: 0.8) = 1, never otherwise");
    ck_assert_str_eq(
        verdict.observed,
        "2 of 700 executions disagree (0.00285714, exact 99.9 % interval [4.569e-05, 0.01709]); "
        "argument 0 (likely: 0.8) = 1: 559 with, 1 without; otherwise: 1 with, 139 without; first "
        "in "
        "executions 3, 699");
}
END_TEST

START_TEST(a_ledger_counts_a_second_event_as_wrong) {
    struct observation observation = observation_of(700);
    add_draws(&observation, 560);
    int32_t *hits = add_counter(&observation, "allocated", 560);
    for (int i = 10; i < 17; i++) hits[i] = 2;
    struct ledger_expectation expectation = ledger_of(0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert(strstr(verdict.observed, "560 with (7 of them more than once), 0 without"));
    ck_assert(strstr(verdict.observed, "; first in executions 10, 11, 12, 13, 14, ..."));
}
END_TEST

START_TEST(a_ledger_of_floats_takes_the_number_of_the_spec_for_a_float) {
    struct observation observation = observation_of(4);
    int32_t *hits = add_counter(&observation, "allocated", 0);
    struct outcome outcomes[] = {{.kind = OUTCOME_FLOAT, .real = 0.1f},
                                 {.kind = OUTCOME_FLOAT, .real = 0.2f},
                                 {.kind = OUTCOME_FLOAT, .real = 0.1f},
                                 {.kind = OUTCOME_FLOAT, .real = 0.2f}};
    double values[] = {0.1f, 0.2f, 0.1f, 0.2f};
    struct argument_observation argument = {values, "choose: [0.1, 0.2]", NAN, true, true};
    hits[0] = hits[2] = 1;
    observation.outcomes = outcomes;
    observation.outcome_count = 4;
    observation.arguments = &argument;
    observation.argument_count = 1;
    struct ledger_expectation expectation = ledger_of(0);
    expectation.equals = 0.1;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    argument.is_float = false;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    expectation.column = LEDGER_RETURNED;
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

START_TEST(a_ledger_reads_the_returned_value_too) {
    struct observation observation = observation_of(4);
    int32_t *hits = add_counter(&observation, "allocated", 0);
    struct outcome outcomes[] = {{.kind = OUTCOME_INTEGER, .integer = 7},
                                 {.kind = OUTCOME_INTEGER, .integer = 1},
                                 {.kind = OUTCOME_REAL, .real = 7},
                                 {.kind = OUTCOME_INTEGER, .integer = 0}};
    hits[0] = hits[2] = 1;
    observation.outcomes = outcomes;
    observation.outcome_count = 4;
    struct ledger_expectation expectation = ledger_of(0);
    expectation.column = LEDGER_RETURNED;
    expectation.equals = 7;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.expected, "exactly once when the returned value = 7, never otherwise");
    outcomes[3].kind = OUTCOME_NULL;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "execution 3 has no number to compare with");
    observation.outcome_count = 0;
    ck_assert_str_eq(check(&expectation, &observation).because,
                     "the returned values were not recorded");
}
END_TEST

START_TEST(a_counter_whose_probe_is_in_no_code_that_ran_says_nothing) {
    struct probe_observation probe = {"dead", "A.dead()V", "the probe stands HERE", false};
    struct observation observation = observation_of(100);
    struct counter_expectation expectation = hits_of(&assertion_rate, "dead");
    observation.probes = &probe;
    observation.probe_count = 1;
    expectation.hits.is = 0;
    add_counter(&observation, "dead", 0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "its probe is in no code that ran: A.dead()V was neither called "
                     "while measured nor inlined");
    probe.was_entered = true;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    probe.was_entered = false;
    probe.method = observation.target;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    probe.method = "A.dead()V";
    add_decision(&observation, DECISION_inlined, "inlined", "A.dead()V", "trivial_size", "");
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

START_TEST(a_ledger_whose_draws_are_all_alike_compared_nothing) {
    struct ledger_expectation expectation = ledger_of(0);
    struct observation never = observation_of(100), always = observation_of(100),
                       wrong = observation_of(100);
    add_draws(&never, 0);
    add_counter(&never, "allocated", 0);
    struct verdict verdict = check(&expectation, &never);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "no execution demands a hit: argument 0 (likely: 0.8) was never 1 in all 100 "
                     "executions (a rate of 0 says as much)");
    add_draws(&always, 100);
    add_counter(&always, "allocated", 100);
    ck_assert_verdict(check(&expectation, &always), NOT_EVALUATED);
    add_draws(&wrong, 0);
    add_counter(&wrong, "allocated", 1);
    ck_assert_verdict(check(&expectation, &wrong), FAIL);
}
END_TEST

START_TEST(a_ledger_without_its_columns_is_not_evaluated) {
    struct observation observation = observation_of(700);
    add_draws(&observation, 560);
    add_counter(&observation, "allocated", 560);
    struct ledger_expectation expectation = ledger_of(1);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "A.foo(Z)V has no argument 1: it takes 1");
    ((struct counter_observation *)observation.counters)->per_execution = NULL;
    expectation.argument = 0;
    ck_assert_str_eq(check(&expectation, &observation).because,
                     "the counter was not recorded execution by execution");
}
END_TEST

START_TEST(a_false_alarm_is_known_before_anything_runs) {
    struct counter_expectation expectation = rate_is(0.8, 0.02);
    struct false_alarm alarm = expectation_false_alarm(&expectation.base, 10000, 1e-6);
    ck_assert_double_eq_tol(alarm.probability, 5.545e-7, 1e-10);
    ck_assert_int_eq(alarm.iterations_needed, 10000);
    ck_assert_double_eq(alarm.epsilon_needed, 0.02);

    alarm = expectation_false_alarm(&expectation.base, 1000, 1e-6);
    ck_assert_double_gt(alarm.probability, 0.1);
    ck_assert_double_le(
        expectation_false_alarm(&expectation.base, alarm.iterations_needed, 1e-6).probability,
        1e-6);
    struct counter_expectation wider = rate_is(0.8, alarm.epsilon_needed);
    ck_assert_double_le(expectation_false_alarm(&wider.base, 1000, 1e-6).probability, 1e-6);
}
END_TEST

START_TEST(exact_expectations_raise_no_false_alarm) {
    struct counter_expectation none = rate_is(0, 0), all = rate_is(1, 0), twice = rate_is(2, 0);
    struct ledger_expectation ledger = ledger_of(0);
    ck_assert_double_eq(expectation_false_alarm(&none.base, 700, 1e-6).probability, 0);
    ck_assert_double_eq(expectation_false_alarm(&all.base, 700, 1e-6).probability, 0);
    ck_assert_double_eq(expectation_false_alarm(&twice.base, 700, 1e-6).probability, 0);
    ck_assert_double_eq(expectation_false_alarm(&ledger.base, 700, 1e-6).probability, 0);
    struct counter_expectation drawn_exactly = rate_is(0.8, 0);
    ck_assert_double_gt(expectation_false_alarm(&drawn_exactly.base, 700, 1e-6).probability, 0.9);
    ck_assert_int_eq(expectation_false_alarm(&drawn_exactly.base, 700, 1e-6).iterations_needed, 0);
}
END_TEST

START_TEST(a_range_stays_below_the_limit_of_a_false_alarm) {
    struct counter_expectation range = hits_of(&assertion_rate, "allocated");
    range.hits.at_least = 0.7;
    range.hits.at_most = 0.9;
    ck_assert_double_le(expectation_false_alarm(&range.base, 700, 1e-6).probability, 1e-6);
}
END_TEST

START_TEST(a_failure_says_who_else_hit_the_counter) {
    struct observation observation = observation_of(100);
    add_counter(&observation, "hits", 100);
    struct counter_observation *counter = (struct counter_observation *)observation.counters;
    counter->interpreted = 30;
    struct counter_expectation expectation = {{&assertion_count}, "hits", {70, 0, NAN, NAN}};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_int_eq(verdict.kind, VERDICT_FAIL);
    ck_assert_str_eq(verdict.because, "of 100 hits 30 interpreted");
    counter->elsewhere = 5;
    ck_assert_str_eq(counter_sources(counter, &test_arena),
                     "of 100 hits 30 interpreted, 5 in other threads");
    counter->on_stack = 20;
    verdict = check(&expectation, &observation);
    ck_assert_str_eq(verdict.because, "of 100 hits 30 interpreted, 20 after on-stack replacement, "
                                      "5 in other threads");
    ck_assert_int_eq(verdict.split->compiled, 45);
    ck_assert_int_eq(verdict.split->on_stack, 20);
    ck_assert_int_eq(verdict.split->interpreted, 30);
    ck_assert_int_eq(verdict.split->elsewhere, 5);
    counter->interpreted = counter->elsewhere = counter->on_stack = 0;
    ck_assert_ptr_null(counter_sources(counter, &test_arena));
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_failure_says_who_else_hit_the_counter);
    tcase_add_test(tests, a_rate_within_its_epsilon_passes_and_says_its_numbers);
    tcase_add_test(tests, a_rate_on_its_bound_passes_and_one_hit_further_fails);
    tcase_add_test(tests, a_rate_that_fails_tells_what_the_compiler_decided);
    tcase_add_test(tests, a_counter_whose_probe_failed_for_a_lost_value_is_not_evaluated);
    tcase_add_test(tests, zero_is_printed_as_zero);
    tcase_add_test(tests,
                   an_interval_that_straddles_the_bound_is_undecided_and_says_how_many_would_do);
    tcase_add_test(tests, a_range_is_decided_on_both_sides);
    tcase_add_test(tests, never_and_always_need_no_interval);
    tcase_add_test(tests, without_chance_a_bound_is_compared_as_it_is);
    tcase_add_test(tests, a_rate_above_one_is_its_whole_part_and_the_odds_of_the_rest);
    tcase_add_test(tests, hits_that_come_in_bursts_have_no_exact_interval);
    tcase_add_test(tests, a_target_that_was_never_compiled_is_not_evaluated);
    tcase_add_test(tests, fewer_executions_than_asked_are_no_evidence);
    tcase_add_test(tests, a_counter_that_does_not_exist_is_not_zero);
    tcase_add_test(tests, a_count_is_compared_as_a_whole_number);
    tcase_add_test(tests, a_count_with_an_epsilon_has_the_probabilities_of_a_rate);
    tcase_add_test(tests, a_count_without_its_counter_is_not_evaluated);
    tcase_add_test(
        tests, the_risk_of_a_count_is_known_with_an_epsilon_or_where_each_execution_does_the_same);
    tcase_add_test(tests, a_ledger_without_a_wrong_execution_passes);
    tcase_add_test(tests, opposite_errors_cannot_cancel_in_a_ledger);
    tcase_add_test(tests, a_ledger_counts_a_second_event_as_wrong);
    tcase_add_test(tests, a_ledger_reads_the_returned_value_too);
    tcase_add_test(tests, a_ledger_of_floats_takes_the_number_of_the_spec_for_a_float);
    tcase_add_test(tests, a_counter_whose_probe_is_in_no_code_that_ran_says_nothing);
    tcase_add_test(tests, a_ledger_whose_draws_are_all_alike_compared_nothing);
    tcase_add_test(tests, a_ledger_without_its_columns_is_not_evaluated);
    tcase_add_test(tests, a_false_alarm_is_known_before_anything_runs);
    tcase_add_test(tests, exact_expectations_raise_no_false_alarm);
    tcase_add_test(tests, a_range_stays_below_the_limit_of_a_false_alarm);
}

int main(void) { return run_tests("counters", add_tests); }
