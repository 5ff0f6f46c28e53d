/* allocation: every verdict, with its texts, and what holds of sites of each kind. */
#include "assertions/fixture.h"

#include "assertions/stat.h"

static struct site_expectation allocation(const char *is) {
    struct site_expectation expectation = site_of(&assertion_allocation, "A");
    expectation.in_method = "A.foo";
    expectation.is = is;
    return expectation;
}

static void add_virtualized(struct observation *observation) {
    add_decision(observation, DECISION_virtualized, "virtualised", "A", "does_not_escape",
                 "it does not escape")
        ->frequency = 1;
}

static void add_materialized(struct observation *observation, double frequency) {
    struct decision *decision = add_decision(observation, DECISION_materialized, "materialised",
                                             "A", "passed_to_call", "it is passed to a call");
    decision->bci = 17;
    decision->line = 9;
    decision->frequency = frequency;
}

static void add_kept(struct observation *observation) {
    add_decision(observation, DECISION_allocation_kept, "allocation kept", "A", "returned",
                 "it is returned")
        ->frequency = 1;
}

static struct observation moved_run(void) {
    struct observation observation = observation_of(10000);
    add_draws(&observation, 8000);
    add_site(&observation, SITE_ALLOCATION, "A", 10000, 8013);
    add_virtualized(&observation);
    add_materialized(&observation, 0.81);
    add_compiled(&observation);
    return observation;
}

START_TEST(an_allocation_that_never_takes_effect_is_removed) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    add_virtualized(&observation);
    add_compiled(&observation);
    struct site_expectation removed = allocation("removed"), kept = allocation("kept"),
                            moved = allocation("moved");
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(
        verdict.summary,
        "allocation of A in A.foo is virtualised, 0 of 100 took effect, expected removed");
    ck_assert_str_eq(verdict.where, "A.foo(Z)V:0 (line 3)");
    ck_assert_int_eq(verdict.hits, 0);
    ck_assert_int_eq(verdict.trials, 100);
    ck_assert_verdict(check(&kept, &observation), FAIL);
    ck_assert_verdict(check(&moved, &observation), FAIL);
}
END_TEST

START_TEST(an_allocation_that_is_materialised_is_moved_and_says_where_to) {
    struct observation observation = moved_run();
    struct site_expectation removed = allocation("removed"), kept = allocation("kept"),
                            moved = allocation("moved");
    ck_assert_verdict(check(&moved, &observation), PASS);
    ck_assert_verdict(check(&kept, &observation), FAIL);
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.expected, "removed");
    ck_assert_str_eq(verdict.observed, "virtualised, materialised, 8013 of 10000 took effect");
    ck_assert_str_eq(verdict.because,
                     "virtualised A at A.foo(Z)V:0 (line 3): it does not escape; materialised A of "
                     "A.foo(Z)V:0 (line 3) at A.foo(Z)V:17 (line 9): it is passed to a call");
}
END_TEST

START_TEST(an_allocation_that_always_takes_effect_is_kept) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    add_kept(&observation);
    add_compiled(&observation);
    struct site_expectation removed = allocation("removed"), kept = allocation("kept"),
                            moved = allocation("moved");
    ck_assert_verdict(check(&kept, &observation), PASS);
    ck_assert_verdict(check(&removed, &observation), FAIL);
    ck_assert_verdict(check(&moved, &observation), FAIL);
}
END_TEST

START_TEST(a_decision_that_the_executions_contradict_fails) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 1);
    add_virtualized(&observation);
    struct site_expectation removed = allocation("removed");
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "virtualised, 1 of 100 took effect");
}
END_TEST

START_TEST(an_allocation_rate_is_per_execution_of_its_site) {
    struct observation observation = moved_run();
    struct site_expectation expectation = allocation(NULL);
    expectation.rate = (struct bound){0.8, 0.02, NAN, NAN};
    expectation.predicted = (struct bound){0.8, 0.02, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary,
                     "rate of allocation of A in A.foo is 0.8013, expected 0.8 ± 0.02; predicted "
                     "rate of allocation of A in A.foo is 0.81, expected 0.8 ± 0.02");
    /* The prediction rests on the 500 draws before the compilation, the rate on 10000. */
    ck_assert_double_eq_tol(verdict.false_alarm, stat_false_alarm(499, 0.8, 0.02) + 5.545e-7,
                            1e-10);
}
END_TEST

START_TEST(executions_are_the_independent_trials_of_a_site_in_a_loop) {
    struct observation observation = observation_of(10000);
    add_draws(&observation, 8000);
    add_site(&observation, SITE_ALLOCATION, "A", 50000, 40065);
    add_virtualized(&observation);
    struct site_expectation expectation = allocation(NULL);
    expectation.rate = (struct bound){0.8, 0.02, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(
        verdict.observed,
        "0.8013 (40065 of 50000 in 10000 executions), exact 99.9 % interval [0.7879, 0.8142]");
    ck_assert_double_eq_tol(verdict.false_alarm, 5.545e-7, 1e-10);
}
END_TEST

/* The last site and decision are of a bytecode of their own. */
static void place_site(struct observation *observation, int bci, int line) {
    struct origin *origin =
        &((struct site_observation *)observation->sites)[observation->site_count - 1].origin;
    origin->at.bci = bci;
    origin->at.line = line;
}

static void place_decision(struct observation *observation, int bci, int line) {
    struct decision *decision =
        (struct decision *)&observation->decisions[observation->decision_count - 1];
    decision->bci = decision->origin.at.bci = bci;
    decision->line = decision->origin.at.line = line;
}

/* Of two sites of the class in one method, the first is removed, and the second moved. */
static struct observation two_sites(void) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    add_virtualized(&observation);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 40);
    place_site(&observation, 8, 5);
    add_virtualized(&observation);
    place_decision(&observation, 8, 5);
    add_materialized(&observation, 0.4);
    ((struct decision *)observation.decisions)[2].origin.at =
        (struct code_place){"A.foo(Z)V", 8, 5, false};
    add_compiled(&observation);
    return observation;
}

START_TEST(each_of_several_sites_must_hold_and_those_that_do_not_are_named) {
    struct observation observation = two_sites();
    struct site_expectation removed = allocation("removed");
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.where, "A.foo(Z)V:8 (line 5)");
    ck_assert_str_eq(verdict.summary,
                     "1 of 2 sites: at A.foo(Z)V:8 (line 5): allocation of A in A.foo is "
                     "virtualised, materialised, 40 of 100 took effect, expected removed");
    ck_assert_str_eq(verdict.observed,
                     "at A.foo(Z)V:8 (line 5): virtualised, materialised, 40 of 100 took effect");
    ck_assert_str_eq(verdict.expected, "removed");
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    place_site(&observation, 4, 4);
    verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "2 of 3 sites: at A.foo(Z)V:4 (line 4): "));
    ck_assert_ptr_nonnull(strstr(verdict.summary, "; at A.foo(Z)V:8 (line 5): "));
}
END_TEST

START_TEST(what_becomes_of_one_object_says_nothing_about_another_of_its_class) {
    struct observation observation = two_sites();
    struct site_expectation removed = allocation("removed"), moved = allocation("moved");
    removed.line = moved.line = 3;
    ck_assert_verdict(check(&removed, &observation), PASS);
    ck_assert_verdict(check(&moved, &observation), FAIL);
    removed.line = moved.line = 5;
    ck_assert_verdict(check(&removed, &observation), FAIL);
    ck_assert_verdict(check(&moved, &observation), PASS);
    moved.because = "passed_to_call";
    moved.predicted = (struct bound){0.4, 0, NAN, NAN};
    ck_assert_verdict(check(&moved, &observation), PASS);
}
END_TEST

START_TEST(the_nth_site_is_counted_in_bytecode_order) {
    struct observation observation = two_sites();
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    place_site(&observation, 4, 4);
    struct site_expectation expectation = allocation("moved");
    expectation.nth = 3;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation.is = "kept";
    expectation.nth = 2;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation.nth = 4;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.summary,
                     "allocation of A in A.foo, number 4 was not evaluated: there are 3 such "
                     "allocations, and no number 4");
}
END_TEST

/* In A.make, which foo calls in line 6 through A.twice, and in line 7 itself. */
static struct observation inlined_sites(void) {
    static const struct code_place through[] = {{"A.twice()V", 3, 12, false},
                                                {"A.foo(Z)V", 5, 6, false}},
                                   direct[] = {{"A.foo(Z)V", 9, 7, false}};
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    struct site_observation *sites = (struct site_observation *)observation.sites;
    sites[0].origin = (struct origin){{"A.make()V", 0, 20, false}, 1, direct};
    sites[1].origin = (struct origin){{"A.make()V", 0, 20, false}, 2, through};
    return observation;
}

START_TEST(sites_of_one_bytecode_are_told_apart_by_the_calls_they_were_inlined_through) {
    struct observation observation = inlined_sites();
    struct site_expectation removed = allocation("removed");
    removed.in_method = "A.make";
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "1 of 2 sites: at A.make()V:0 (line 20) < "
                                                  "A.foo(Z)V:9 (line 7): "));
    struct via path[] = {{"A.foo", 0}, {"A.twice", 0}};
    removed.via = path;
    removed.via_count = 2;
    verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary,
                     "allocation of A in A.make, via A.foo -> A.twice is no decision recorded, 0 "
                     "of 100 took effect, expected removed");
    struct via own[] = {{"A.twice", 0}, {"A.make", 0}};
    removed.via = own;
    ck_assert_verdict(check(&removed, &observation), PASS);
    struct via words[] = {{"A.foo(boolean)", 0}, {"A.twice", 0}};
    removed.via = words;
    ck_assert_verdict(check(&removed, &observation), PASS);
    words[0].method = "A.foo(int)";
    ck_assert_verdict(check(&removed, &observation), NOT_EVALUATED);
    struct via line[] = {{"A.foo", 7}};
    removed.via = line;
    removed.via_count = 1;
    verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.where, "A.make()V:0 (line 20) < A.foo(Z)V:9 (line 7)");
    struct via backwards[] = {{"A.twice", 0}, {"A.foo", 0}};
    removed.via = backwards;
    removed.via_count = 2;
    ck_assert_verdict(check(&removed, &observation), NOT_EVALUATED);
    struct via itself[] = {{"A.make", 0}};
    removed.via = itself;
    removed.via_count = 1;
    ck_assert_verdict(check(&removed, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(inlined_code_stands_in_the_place_of_its_call) {
    struct observation observation = inlined_sites();
    struct site_expectation removed = allocation("removed");
    removed.in_method = "A.make";
    removed.nth = 1;
    ck_assert_verdict(check(&removed, &observation), PASS);
    removed.nth = 2;
    ck_assert_verdict(check(&removed, &observation), FAIL);
}
END_TEST

/* As JVMTI tells objects: where they are made, and not through which calls. */
START_TEST(a_bytecode_that_is_counted_for_all_its_places_is_not_one_of_them) {
    static const struct code_place through[] = {{"A.foo(Z)V", 12, 8, false}};
    static const struct evidence_observation evidence[] = {
        {"allocation.is", EVIDENCE_counted, "it knows"}};
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 200, 100);
    ((struct site_observation *)observation.sites)[0].origin =
        (struct origin){.at = {"A.make()V", 0, 20, false}};
    add_decision(&observation, DECISION_virtualized, "virtualized", "A", "none", "")->origin =
        (struct origin){{"A.make()V", 0, 20, false}, 1, through};
    struct site_expectation removed = allocation("removed");
    struct via path[] = {{"A.foo", 8}};
    removed.in_method = "A.make";
    removed.nth = 2;
    ck_assert_verdict(check(&removed, &observation), FAIL);
    observation.evidence = evidence;
    observation.evidence_count = 1;
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_ptr_nonnull(
        strstr(verdict.summary,
               "allocation is told by bytecode, for all places together where it was inlined"));
    removed.nth = 0;
    removed.via = path;
    removed.via_count = 1;
    ck_assert_verdict(check(&removed, &observation), PASS);
    path[0].line = 9;
    verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "for all places together"));
    removed.via_count = 0;
    ck_assert_verdict(check(&removed, &observation), FAIL);
}
END_TEST

START_TEST(code_that_did_not_run_is_asked_only_where_no_other_is_there) {
    struct observation observation = inlined_sites();
    add_site(&observation, SITE_ALLOCATION, "A", 0, 0);
    struct site_observation *sites = (struct site_observation *)observation.sites;
    sites[2].origin = (struct origin){.at = {"A.make()V", 0, 20, false}};
    sites[2].is_compiled = true;
    sites[0].effective = 0;
    struct site_expectation removed = allocation("removed");
    removed.in_method = "A.make";
    removed.rate.is = 0;
    ck_assert_verdict(check(&removed, &observation), PASS);
    sites[0].reached = sites[1].reached = 0;
    sites[0].origin = sites[1].origin = sites[2].origin;
    ck_assert_verdict(check(&removed, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(a_decision_about_code_that_never_ran_is_no_evidence_of_an_effect) {
    struct observation observation = two_sites();
    struct site_observation *sites = (struct site_observation *)observation.sites;
    struct site_expectation removed = allocation("removed"), reason = allocation(NULL);
    sites[0].reached = 0;
    removed.line = 3;
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.observed, "not known: the site was never reached in compiled code");
    reason.line = 3;
    reason.because = "does_not_escape";
    ck_assert_verdict(check(&reason, &observation), PASS);
    /* Of several, those that were reached speak; a number counts them all. */
    struct site_expectation moved = allocation("moved");
    ck_assert_verdict(check(&moved, &observation), PASS);
    moved.nth = 1;
    ck_assert_verdict(check(&moved, &observation), FAIL);
    moved.nth = 2;
    ck_assert_verdict(check(&moved, &observation), PASS);
}
END_TEST

START_TEST(a_reason_that_was_not_given_is_not_known) {
    struct observation observation = two_sites();
    struct decision *decisions = (struct decision *)observation.decisions;
    struct site_expectation reason = allocation(NULL);
    reason.nth = 1;
    reason.because = "passed_to_call";
    ck_assert_verdict(check(&reason, &observation), FAIL);
    for (uint32_t i = 0; i < observation.decision_count; i++)
        decisions[i].reason = decisions[i].reason_text = "";
    struct verdict verdict = check(&reason, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.observed, "not known: the compiler gave no reason");
}
END_TEST

START_TEST(a_reason_is_not_known_of_what_the_library_made_and_nobody_decided) {
    struct observation observation = two_sites();
    struct site_observation *sites = (struct site_observation *)observation.sites;
    struct site_expectation reason = allocation(NULL);
    sites[1].subject = reason.subject = "B";
    reason.because = "passed_to_call";
    ck_assert_verdict(check(&reason, &observation), FAIL);
    sites[1].counts_effect_alone = true;
    ck_assert_verdict(check(&reason, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(moved_without_gain_fails) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    add_virtualized(&observation);
    add_materialized(&observation, 0.5);
    add_materialized(&observation, 0.5);
    struct site_expectation moved = allocation("moved");
    struct verdict verdict = check(&moved, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "moved, and nothing gained: 100 of 100");
    ((struct site_observation *)observation.sites)->effective = 99;
    ck_assert_verdict(check(&moved, &observation), PASS);
    ((struct site_observation *)observation.sites)->reached = 0;
    verdict = check(&moved, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.observed, "not known: the site was never reached in compiled code");
}
END_TEST

START_TEST(a_prediction_adds_up_the_places_where_an_allocation_is_left) {
    struct observation observation = observation_of(100);
    add_virtualized(&observation);
    add_materialized(&observation, 0.3);
    add_materialized(&observation, 0.2);
    struct site_expectation expectation = allocation(NULL);
    expectation.predicted = (struct bound){0.5, 0, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed, "0.5 (2 decisions)");
    expectation.predicted.is = 0.6;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    add_materialized(&observation, -1);
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.observed, "not known: the compiler recorded no frequency");
}
END_TEST

static struct verdict predicted(struct bound bound, double belief, int64_t calls) {
    struct observation observation = observation_of(100);
    add_virtualized(&observation);
    add_materialized(&observation, belief);
    observation.compiled_at_call = calls + 1;
    observation.is_profile_drawn = true;
    struct site_expectation expectation = allocation(NULL);
    expectation.predicted = bound;
    return check(&expectation, &observation);
}

static struct false_alarm predicted_alarm(struct bound bound) {
    struct site_expectation expectation = allocation(NULL);
    expectation.predicted = bound;
    return expectation_belief_alarm(&expectation.base, 200, 1e-6);
}

START_TEST(a_prediction_of_at_least_or_at_most_is_decided_by_the_interval_of_its_profile) {
    struct bound most = {NAN, 0, NAN, 0.5}, both = {NAN, 0, 0.2, 0.5};
    struct verdict verdict = predicted(most, 0.4, 200);
    ck_assert_verdict(verdict, UNDECIDED);
    ck_assert_str_eq(verdict.observed,
                     "0.4 (1 decision), from 200 calls, exact 99.99999 % interval [0.229, 0.5897]; "
                     "a compile_threshold of 721 would decide at this belief");
    ck_assert_verdict(predicted(most, 0.4, 720), PASS);
    ck_assert_verdict(predicted(most, 0.6, 720), FAIL);
    verdict = predicted(both, 0.4, 720);
    ck_assert_verdict(verdict, PASS);
    ck_assert_double_eq_tol(verdict.false_alarm, 1e-7, 1e-12);
    ck_assert_double_eq_tol(predicted_alarm(both).probability, 1e-7, 1e-12);
    struct bound rarely = {NAN, 0, NAN, 0.01}, always = {NAN, 0, 1, NAN}, never = {NAN, 0, NAN, 0};
    ck_assert_verdict(predicted(rarely, 0, 200), UNDECIDED);
    int64_t needed = predicted_alarm(rarely).iterations_needed;
    ck_assert_int_eq(needed, 1673);
    ck_assert_verdict(predicted(rarely, 0, needed), PASS);
    ck_assert_verdict(predicted(rarely, 0, needed - 1), UNDECIDED);
    ck_assert_verdict(predicted(always, 1, 200), PASS);
    ck_assert_verdict(predicted(never, 0, 200), PASS);
    ck_assert_verdict(predicted(never, 0.01, 200), FAIL);
    ck_assert_ptr_null(predicted(always, 1, 200).unknown_risk);
    ck_assert_str_eq(predicted(always, 1, 0).unknown_risk, "no call was profiled");
}
END_TEST

START_TEST(the_risk_of_a_prediction_is_known_where_a_call_has_it_once_at_most) {
    struct bound is = {0.5, 0.1, NAN, NAN}, more = {2.5, 0.1, NAN, NAN}, most = {NAN, 0, NAN, 3};
    ck_assert_double_eq_tol(predicted(is, 0.5, 200).false_alarm, 0.0037, 1e-4);
    ck_assert_ptr_null(predicted(is, 0.5, 200).unknown_risk);
    ck_assert_str_eq(predicted(more, 2.5, 200).unknown_risk, "more than one in a call");
    ck_assert_verdict(predicted(most, 2.5, 200), PASS);
    ck_assert_str_eq(predicted(most, 2.5, 200).unknown_risk, "more than one in a call");
}
END_TEST

START_TEST(an_allocation_that_was_removed_is_predicted_as_zero) {
    struct observation observation = observation_of(100);
    add_virtualized(&observation);
    struct site_expectation expectation = allocation(NULL);
    expectation.predicted.is = 0;
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

START_TEST(bytes_are_per_measured_execution) {
    struct observation observation = moved_run();
    struct site_expectation expectation = allocation(NULL);
    expectation.bytes = (struct bound){12.8, 0.32, NAN, NAN};
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.observed, "12.8208 (128208 bytes in 10000 executions)");
    expectation.bytes = (struct bound){16, 0, NAN, NAN};
    ck_assert_verdict(check(&expectation, &observation), FAIL);
}
END_TEST

START_TEST(a_site_that_the_compiler_never_saw_is_not_evaluated) {
    struct observation observation = moved_run();
    struct site_expectation expectation = allocation("removed");
    expectation.subject = "B";
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(
        verdict.summary,
        "allocation of B in A.foo was not evaluated: the compiler saw no allocation of "
        "B in A.foo; there are: A at A.foo(Z)V:0 (line 3)");
}
END_TEST

START_TEST(a_site_that_was_folded_away_is_not_evaluated) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 0, 0);
    struct site_expectation expectation = allocation("removed");
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(
        verdict.because,
        "the allocation was never reached in compiled code: it was folded away, or the "
        "run does not lead there");
}
END_TEST

START_TEST(a_rate_without_recorded_executions_is_not_evaluated) {
    struct observation observation = observation_of(100);
    add_virtualized(&observation);
    struct site_expectation expectation = allocation(NULL);
    expectation.rate.is = 0;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.observed,
                     "not known: executions were not recorded (profile: [allocations])");
}
END_TEST

START_TEST(without_any_record_an_allocation_is_not_evaluated) {
    struct observation observation = observation_of(100);
    struct site_expectation expectation = allocation("removed");
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "neither executions nor decisions were recorded");
}
END_TEST

START_TEST(without_decisions_executions_tell_removed_and_kept_but_not_moved) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    struct site_expectation removed = allocation("removed"), kept = allocation("kept"),
                            moved = allocation("moved");
    ck_assert_verdict(check(&removed, &observation), PASS);
    ck_assert_verdict(check(&kept, &observation), FAIL);
    ck_assert_verdict(check(&moved, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(only_the_last_compilation_speaks_about_the_code_that_ran) {
    struct observation observation = observation_of(100);
    add_kept(&observation);
    add_compiled(&observation);
    add_virtualized(&observation);
    add_compiled(&observation);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    struct site_expectation removed = allocation("removed");
    ck_assert_verdict(check(&removed, &observation), PASS);
    add_kept(&observation);
    add_decision(&observation, DECISION_bailed_out, "bailed out", NULL, "code_generator_failed",
                 "");
    ck_assert_verdict(check(&removed, &observation), PASS);
}
END_TEST

START_TEST(a_method_that_the_target_calls_is_judged_by_its_own_compilation) {
    struct observation observation = observation_of(100);
    struct decision *decision =
        add_decision(&observation, DECISION_virtualized, "virtualised", "A", "does_not_escape", "");
    decision->root = decision->method = decision->origin.at.method = "B.baz()V";
    decision = add_decision(&observation, DECISION_compiled, "compiled", NULL, "none", "");
    decision->root = "B.baz()V";
    struct site_expectation expectation = allocation("removed");
    expectation.in_method = "B.baz";
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation.in_method = "B.ba";
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(a_line_tells_two_sites_of_a_method_apart) {
    struct observation observation = observation_of(100);
    add_kept(&observation);
    add_virtualized(&observation);
    place_decision(&observation, 8, 5);
    struct site_expectation expectation = allocation("removed");
    expectation.line = 5;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary,
                     "allocation of A in A.foo, line 5 is virtualised, expected removed");
    expectation.line = 3;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 100);
    add_site(&observation, SITE_ALLOCATION, "A", 50, 0);
    place_site(&observation, 8, 5);
    expectation.line = 5;
    ck_assert_int_eq(check(&expectation, &observation).trials, 50);
}
END_TEST

START_TEST(operations_of_one_origin_are_told_apart_by_their_subject) {
    struct observation observation = observation_of(100);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    add_site(&observation, SITE_ALLOCATION, "B", 100, 100);
    add_virtualized(&observation);
    add_decision(&observation, DECISION_allocation_kept, "allocation kept", "B", "returned",
                 "it is returned");
    struct site_expectation removed = allocation("removed");
    ck_assert_verdict(check(&removed, &observation), PASS);
}
END_TEST

START_TEST(where_class_files_have_no_lines_it_is_said) {
    struct observation observation = moved_run();
    struct site_expectation removed = allocation("removed");
    removed.line = 5;
    struct verdict verdict = check(&removed, &observation);
    ck_assert_ptr_null(strstr(verdict.because, "no lines"));
    for (uint32_t i = 0; i < observation.decision_count; i++)
        ((struct decision *)observation.decisions)[i].origin.at.line = 0;
    ((struct site_observation *)observation.sites)[0].origin.at.line = 0;
    verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(
        verdict.because,
        "the compiler saw no allocation of A in A.foo, line 5; there are: A at "
        "A.foo(Z)V:0; their class files have no line numbers: compile them with javac -g, or "
        "use nth");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, an_allocation_that_never_takes_effect_is_removed);
    tcase_add_test(tests, an_allocation_that_is_materialised_is_moved_and_says_where_to);
    tcase_add_test(tests, an_allocation_that_always_takes_effect_is_kept);
    tcase_add_test(tests, a_decision_that_the_executions_contradict_fails);
    tcase_add_test(tests, an_allocation_rate_is_per_execution_of_its_site);
    tcase_add_test(tests, executions_are_the_independent_trials_of_a_site_in_a_loop);
    tcase_add_test(tests, each_of_several_sites_must_hold_and_those_that_do_not_are_named);
    tcase_add_test(tests, what_becomes_of_one_object_says_nothing_about_another_of_its_class);
    tcase_add_test(tests, the_nth_site_is_counted_in_bytecode_order);
    tcase_add_test(tests,
                   sites_of_one_bytecode_are_told_apart_by_the_calls_they_were_inlined_through);
    tcase_add_test(tests, inlined_code_stands_in_the_place_of_its_call);
    tcase_add_test(tests, code_that_did_not_run_is_asked_only_where_no_other_is_there);
    tcase_add_test(tests, a_decision_about_code_that_never_ran_is_no_evidence_of_an_effect);
    tcase_add_test(tests, a_reason_that_was_not_given_is_not_known);
    tcase_add_test(tests, a_reason_is_not_known_of_what_the_library_made_and_nobody_decided);
    tcase_add_test(tests, moved_without_gain_fails);
    tcase_add_test(tests, a_prediction_adds_up_the_places_where_an_allocation_is_left);
    tcase_add_test(tests, an_allocation_that_was_removed_is_predicted_as_zero);
    tcase_add_test(tests,
                   a_prediction_of_at_least_or_at_most_is_decided_by_the_interval_of_its_profile);
    tcase_add_test(tests, the_risk_of_a_prediction_is_known_where_a_call_has_it_once_at_most);
    tcase_add_test(tests, bytes_are_per_measured_execution);
    tcase_add_test(tests, a_site_that_the_compiler_never_saw_is_not_evaluated);
    tcase_add_test(tests, a_site_that_was_folded_away_is_not_evaluated);
    tcase_add_test(tests, a_rate_without_recorded_executions_is_not_evaluated);
    tcase_add_test(tests, without_any_record_an_allocation_is_not_evaluated);
    tcase_add_test(tests, without_decisions_executions_tell_removed_and_kept_but_not_moved);
    tcase_add_test(tests, only_the_last_compilation_speaks_about_the_code_that_ran);
    tcase_add_test(tests, a_method_that_the_target_calls_is_judged_by_its_own_compilation);
    tcase_add_test(tests, a_line_tells_two_sites_of_a_method_apart);
    tcase_add_test(tests, a_bytecode_that_is_counted_for_all_its_places_is_not_one_of_them);
    tcase_add_test(tests, operations_of_one_origin_are_told_apart_by_their_subject);
    tcase_add_test(tests, where_class_files_have_no_lines_it_is_said);
}

int main(void) { return run_tests("sites", add_tests); }
