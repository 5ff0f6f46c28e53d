/* call and lock: every verdict, with its texts. */
#include "assertions/fixture.h"

static struct site_expectation call(const char *is, const char *because) {
    struct site_expectation expectation = site_of(&assertion_call, "A.bar");
    expectation.in_method = "A.foo";
    expectation.is = is;
    expectation.because = because;
    return expectation;
}

START_TEST(a_call_that_is_not_inlined_has_its_reason) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_not_inlined, "not inlined", "A.bar()V", "never_inline",
                 "never_inline");
    struct site_expectation right = call("not inlined", "never_inline"),
                            other = call("not inlined", "too_deep");
    struct site_expectation inlined = call("inlined", NULL);
    ck_assert_verdict(check(&right, &observation), PASS);
    struct verdict verdict = check(&other, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "reason for call of A.bar in A.foo is never_inline, expected too_deep");
    verdict = check(&inlined, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "call of A.bar in A.foo is not inlined, expected inlined");
    ck_assert_str_eq(verdict.because, "not inlined A.bar()V at A.foo(Z)V:0 (line 3): never_inline");
}
END_TEST

START_TEST(an_inlined_call_that_is_made_all_the_same_fails) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_inlined, "inlined", "A.bar()V", "trivial_size",
                 "the callee is trivially small");
    struct site_expectation inlined = call("inlined", "trivial_size");
    ck_assert_verdict(check(&inlined, &observation), PASS);
    add_site(&observation, SITE_CALL, "A.bar()V", 100, 0);
    ck_assert_verdict(check(&inlined, &observation), PASS);
    ((struct site_observation *)observation.sites)->effective = 3;
    struct verdict verdict = check(&inlined, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "inlined, 3 of 100 took effect");
}
END_TEST

START_TEST(calls_that_were_decided_differently_are_neither) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_inlined, "inlined", "A.bar()V", "trivial_size", "");
    add_decision(&observation, DECISION_not_inlined, "not inlined", "A.bar()V", "too_deep", "");
    struct site_expectation inlined = call("inlined", NULL),
                            not_inlined = call("not inlined", NULL);
    struct verdict verdict = check(&inlined, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "inlined, not inlined");
    ck_assert_verdict(check(&not_inlined, &observation), FAIL);
}
END_TEST

static struct decision *add_guarded(struct observation *observation) {
    struct decision *decision =
        add_decision(observation, DECISION_guarded, "inlined behind a guard", "A.bar()V",
                     "monomorphic_profile", "the profile saw one receiver class");
    decision->callee = "B.bar()V";
    return decision;
}

static void add_call_site(struct observation *observation, int64_t dispatched, int64_t inlined) {
    add_site(observation, SITE_CALL, "A.bar()V", dispatched + inlined, dispatched);
    ((struct site_observation *)observation->sites)[observation->site_count - 1].inlined = inlined;
}

START_TEST(a_guarded_call_that_is_always_dispatched_is_neither_inlined_nor_guarded) {
    struct observation observation = observation_of(100);
    add_guarded(&observation);
    add_call_site(&observation, 100, 0);
    struct site_expectation inlined = call("inlined", NULL), guarded = call("guarded", NULL),
                            not_inlined = call("not inlined", NULL),
                            virtual = call("virtual", NULL);
    ck_assert_verdict(check(&inlined, &observation), FAIL);
    ck_assert_verdict(check(&not_inlined, &observation), FAIL);
    ck_assert_verdict(check(&virtual, &observation), FAIL);
    struct verdict verdict = check(&guarded, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "guarded, and always dispatched: 100 of 100");
    ck_assert_str_eq(verdict.because,
                     "inlined behind a guard A.bar()V (B.bar()V) at A.foo(Z)V:0 (line 3): the "
                     "profile saw one receiver class");
}
END_TEST

START_TEST(the_share_of_a_guarded_call_is_what_ran_inlined_code) {
    struct observation observation = observation_of(100);
    add_guarded(&observation)->frequency = 0.05;
    add_call_site(&observation, 5, 95);
    struct site_expectation guarded = call("guarded", "monomorphic_profile");
    guarded.share = (struct bound){0.95, 0, NAN, NAN};
    guarded.predicted = (struct bound){0.05, 0, NAN, NAN};
    struct verdict verdict = check(&guarded, &observation);
    ck_assert_verdict(verdict, PASS);
    guarded.predicted = BOUND_NONE;
    guarded.share = (struct bound){NAN, 0, 0.96, NAN};
    verdict = check(&guarded, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "share of call of A.bar in A.foo is 0.95, expected at least 0.96");
}
END_TEST

START_TEST(a_call_is_also_named_by_the_method_that_runs) {
    struct observation observation = observation_of(100);
    add_guarded(&observation);
    add_call_site(&observation, 0, 100);
    struct site_expectation guarded = call("guarded", NULL);
    guarded.subject = "B.bar";
    ck_assert_verdict(check(&guarded, &observation), PASS);
    guarded.subject = "C.bar";
    ck_assert_verdict(check(&guarded, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(a_call_in_code_that_was_left_out_names_the_cut) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_not_inlined, "not inlined", "A.deep()V", "too_deep",
                 "inlining is too deep");
    struct site_expectation expectation = call("inlined", NULL);
    expectation.in_method = "A.deep";
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "the compiler saw no call of A.bar in A.deep; its code was left out: not "
                     "inlined A.deep()V at A.foo(Z)V:0 (line 3): inlining is too deep; there are: "
                     "A.deep()V at A.foo(Z)V:0 (line 3)");
    struct via path[] = {{"A.foo", 0}, {"A.deep", 0}};
    expectation.in_method = NULL;
    expectation.via = path;
    expectation.via_count = 2;
    verdict = check(&expectation, &observation);
    ck_assert_ptr_nonnull(strstr(verdict.because, "; its code was left out: not inlined A.deep"));
}
END_TEST

START_TEST(a_reason_is_that_of_each_decision) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_not_inlined, "not inlined", "A.bar()V", "too_deep",
                 "inlining is too deep");
    add_decision(&observation, DECISION_not_inlined, "not inlined", "A.bar()V", "never_inline",
                 "never_inline");
    struct site_expectation expectation = call("not inlined", "never_inline");
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "too_deep, never_inline");
}
END_TEST

START_TEST(a_virtual_call_is_one_that_is_not_inlined) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_virtual, "virtual call", "A.bar()V", "polymorphic_profile",
                 "");
    add_call_site(&observation, 100, 0);
    struct site_expectation not_inlined = call("not inlined", NULL),
                            virtual = call("virtual", "polymorphic_profile"),
                            guarded = call("guarded", NULL);
    ck_assert_verdict(check(&virtual, &observation), PASS);
    ck_assert_verdict(check(&not_inlined, &observation), PASS);
    ck_assert_verdict(check(&guarded, &observation), FAIL);
}
END_TEST

START_TEST(a_call_without_a_decision_is_not_evaluated) {
    struct observation observation = observation_of(100);
    add_compiled(&observation);
    struct site_expectation inlined = call("inlined", NULL);
    struct verdict verdict = check(&inlined, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "the compiler saw no call of A.bar in A.foo");
}
END_TEST

START_TEST(where_no_site_is_in_a_line_it_is_said_how_lines_are_counted) {
    struct observation observation = observation_of(100);
    add_compiled(&observation);
    struct site_expectation inlined = call("inlined", NULL);
    inlined.line = 5;
    inlined.first_line = 3;
    struct verdict verdict = check(&inlined, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "the compiler saw no call of A.bar in A.foo, line 5; a spec counts lines from "
                     "the first of its Java text, which is line 3 here: subtract 2 from the line");
}
END_TEST

START_TEST(a_lock_of_an_object_of_unknown_class_has_its_decision) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_lock_kept, "lock kept", NULL, "not_allocated_here",
                 "the object comes from elsewhere")
        ->frequency = 1;
    add_site(&observation, SITE_LOCK, "java.lang.Object", 100, 100);
    struct site_expectation kept = site_of(&assertion_lock, "java.lang.Object");
    kept.is = "kept";
    kept.because = "not_allocated_here";
    kept.predicted.is = 1;
    ck_assert_verdict(check(&kept, &observation), PASS);
}
END_TEST

START_TEST(a_lock_is_removed_or_kept) {
    struct observation observation = observation_of(100);
    add_decision(&observation, DECISION_lock_removed, "lock removed", "A", "does_not_escape",
                 "it does not escape");
    add_site(&observation, SITE_LOCK, "A", 100, 0);
    struct site_expectation removed = site_of(&assertion_lock, "A"), kept = removed, rate = removed;
    removed.is = "removed";
    kept.is = "kept";
    rate.rate.is = 0;
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(
        verdict.summary,
        "lock of A in A.foo(Z)V is lock removed, 0 of 100 took effect, expected removed");
    ck_assert_verdict(check(&kept, &observation), FAIL);
    ck_assert_verdict(check(&rate, &observation), PASS);
    observation.executions_asked = 101;
    ck_assert_verdict(check(&removed, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(a_loop_is_what_was_done_to_it_and_whether_it_is_left) {
    static const enum decision_kind kinds[] = {DECISION_loop_peeled, DECISION_loop_unrolled,
                                               DECISION_loop_unswitched, DECISION_loop_removed,
                                               DECISION_loop_kept};
    enum { KINDS = sizeof kinds / sizeof *kinds, PEELED_AND_KEPT = KINDS };
    static const struct {
        const char *word;
        bool holds[KINDS + 1]; /* of each kind alone; the last: peeled and kept */
    } rows[] = {
        {"peeled", {[0] = true, [PEELED_AND_KEPT] = true}},
        {"unrolled", {[1] = true}},
        {"unswitched", {[2] = true}},
        {"removed", {[3] = true}},
        {"kept", {[4] = true, [PEELED_AND_KEPT] = true}},
        {"untouched", {[4] = true}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int k = 0; k <= KINDS; k++) {
            struct observation observation = observation_of(100);
            struct site_expectation wanted = site_of(&assertion_loop, NULL);
            wanted.is = rows[i].word;
            add_decision(&observation, kinds[k % KINDS], "told", NULL, "none", "");
            if (k == PEELED_AND_KEPT)
                add_decision(&observation, DECISION_loop_kept, "kept", NULL, "none", "");
            struct verdict verdict = check(&wanted, &observation);
            ck_assert_msg(verdict.kind == (rows[i].holds[k] ? VERDICT_PASS : VERDICT_FAIL),
                          "%s, %d: %s", rows[i].word, k, verdict.summary);
        }
    }
}
END_TEST

START_TEST(a_loop_is_predicted_as_often_as_its_header_that_is_left) {
    struct observation observation = observation_of(100);
    struct site_expectation wanted = site_of(&assertion_loop, NULL);
    wanted.predicted.is = 10;
    add_decision(&observation, DECISION_loop_peeled, "peeled", NULL, "why", "why")->frequency = 11;
    add_decision(&observation, DECISION_loop_kept, "kept", NULL, "none", "")->frequency = 10;
    ck_assert_verdict(check(&wanted, &observation), PASS);
    wanted.predicted.is = 11;
    struct verdict verdict = check(&wanted, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "predicted rate of loop in A.foo(Z)V is 10, expected 11");
    struct observation none = observation_of(100);
    add_compiled(&none);
    verdict = check(&wanted, &none);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.summary,
                     "loop in A.foo(Z)V was not evaluated: the compiler saw no loop in A.foo(Z)V");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_loop_is_what_was_done_to_it_and_whether_it_is_left);
    tcase_add_test(tests, a_loop_is_predicted_as_often_as_its_header_that_is_left);
    tcase_add_test(tests, a_call_that_is_not_inlined_has_its_reason);
    tcase_add_test(tests, an_inlined_call_that_is_made_all_the_same_fails);
    tcase_add_test(tests, calls_that_were_decided_differently_are_neither);
    tcase_add_test(tests, a_guarded_call_that_is_always_dispatched_is_neither_inlined_nor_guarded);
    tcase_add_test(tests, the_share_of_a_guarded_call_is_what_ran_inlined_code);
    tcase_add_test(tests, a_call_is_also_named_by_the_method_that_runs);
    tcase_add_test(tests, a_call_in_code_that_was_left_out_names_the_cut);
    tcase_add_test(tests, a_reason_is_that_of_each_decision);
    tcase_add_test(tests, a_virtual_call_is_one_that_is_not_inlined);
    tcase_add_test(tests, a_call_without_a_decision_is_not_evaluated);
    tcase_add_test(tests, where_no_site_is_in_a_line_it_is_said_how_lines_are_counted);
    tcase_add_test(tests, a_lock_of_an_object_of_unknown_class_has_its_decision);
    tcase_add_test(tests, a_lock_is_removed_or_kept);
}

int main(void) { return run_tests("calls", add_tests); }
