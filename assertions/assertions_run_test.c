/* deoptimizations, the code cache, compilations and returns: every verdict, with its texts; and the verdicts
 * themselves. */
#include "assertions/a_allocates.h"
#include "assertions/a_cache.h"
#include "assertions/a_compilations.h"
#include "assertions/a_deoptimizations.h"
#include "assertions/a_returns.h"
#include "assertions/fixture.h"
#include "base/rng.h"

static struct deoptimizations_expectation deoptimizations(double is) {
    return (struct deoptimizations_expectation){
        {&assertion_deoptimizations}, {is, 0, NAN, NAN}, NULL};
}

static void add_deoptimization(struct observation *observation, int64_t execution) {
    struct decision *decision =
        add_decision(observation, DECISION_deoptimized, "deoptimised", NULL, "unreached_branch",
                     "a branch was taken that the profile never saw");
    decision->bci = 12;
    decision->line = 4;
    decision->execution = execution;
    if (execution >= 0) observation->deoptimizations++;
}

START_TEST(no_deoptimisation_in_all_executions_passes) {
    struct observation observation = observation_of(100);
    add_deoptimization(&observation, -1); /* while it was warmed up: not measured */
    struct deoptimizations_expectation expectation = deoptimizations(0);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, PASS);
    ck_assert_str_eq(verdict.summary, "count of deoptimisations is 0, expected 0");
    ck_assert_str_eq(verdict.observed, "0 in 100 of 100 executions");
}
END_TEST

START_TEST(a_deoptimisation_is_evidence_even_when_it_ended_the_run) {
    struct observation observation = observation_of(40);
    observation.executions_asked = 100;
    add_deoptimization(&observation, 40);
    struct deoptimizations_expectation none = deoptimizations(0), one = deoptimizations(1);
    struct verdict verdict = check(&none, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "1 in 40 of 100 executions");
    ck_assert_str_eq(
        verdict.because,
        "deoptimised at A.foo(Z)V:12 (line 4): a branch was taken that the profile never saw");
    ck_assert_verdict(check(&one, &observation), PASS);
}
END_TEST

START_TEST(no_deoptimisation_in_a_short_run_is_not_evaluated) {
    struct observation observation = observation_of(40);
    observation.executions_asked = 100;
    struct deoptimizations_expectation expectation = deoptimizations(0);
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(deoptimisations_are_counted_by_reason) {
    struct observation observation = observation_of(100);
    add_deoptimization(&observation, -1);
    add_deoptimization(&observation, 7);
    struct deoptimizations_expectation expectation = deoptimizations(0);
    expectation.because = "null_pointer";
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation.because = "unreached_branch";
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "count of deoptimisations (unreached_branch) is 1, expected 0");
    observation.decision_count = 0;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

static struct verdict check_cache(const struct assertion *assertion, double is,
                                  struct observation *observation) {
    struct cache_expectation expectation = {{assertion}, {is, 0, NAN, NAN}, BOUND_NONE};
    return check(&expectation, observation);
}

static const char *const node_kinds[] = {"new", "mul"};
static const int32_t built[] = {2, 1}, escaped[] = {0, 1}, lowered[] = {1, 1};
static const struct step_observation node_steps[] = {
    {"build", NULL, NULL, NULL, built},
    {"escape", NULL, NULL, NULL, escaped},
    {"late dce", NULL, NULL, NULL, lowered},
};

static struct observation observation_of_nodes(void) {
    struct observation observation = observation_of(100);
    observation.node_kinds = node_kinds;
    observation.node_kind_count = 2;
    observation.steps = node_steps;
    observation.step_count = 3;
    return observation;
}

static struct node_expectation nodes(const char *kind, const char *after, double is) {
    return (struct node_expectation){
        .base = {&assertion_node}, .kind = kind, .after = after, .count = {is, 0, NAN, NAN}};
}

START_TEST(nodes_are_counted_after_the_step_that_is_named_or_the_last) {
    struct observation observation = observation_of_nodes();
    struct node_expectation first = nodes("new", "build", 2), second = nodes("new", "escape", 0),
                            last = nodes("new", NULL, 0);
    ck_assert_verdict(check(&first, &observation), PASS);
    ck_assert_verdict(check(&second, &observation), PASS);
    struct verdict verdict = check(&last, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "1");
    ck_assert_str_eq(verdict.because, "2 after build, 0 after escape, 1 after late dce");
}
END_TEST

START_TEST(a_step_that_was_left_out_changed_nothing) {
    static const char *const before[] = {"build", "escape"};
    struct observation observation = observation_of_nodes();
    struct node_expectation expectation = nodes("new", "gvn 2", 2);
    expectation.before = before;
    expectation.before_count = 2;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.expected, "2 after gvn 2");
    ck_assert_str_eq(verdict.observed, "0 after escape, as gvn 2 did not run");
}
END_TEST

START_TEST(no_node_of_a_kind_that_no_graph_has_is_not_evaluated) {
    struct observation observation = observation_of_nodes();
    struct node_expectation unknown = nodes("Alocate", NULL, 0), late = nodes("new", "gvn 9", 0);
    struct verdict verdict = check(&unknown, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(
        verdict.because,
        "no graph of the target's compilation has a node 'Alocate', which is therefore not "
        "known to be a kind of node of this compiler");
    verdict = check(&late, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because,
                     "the compilation had no step 'gvn 9'; there are: build, escape, late dce");
    observation.step_count = 0;
    ck_assert_verdict(check(&late, &observation), NOT_EVALUATED);
    observation = observation_of_nodes();
    observation.executions = 0;
    ck_assert_verdict(check(&late, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(the_working_set_is_judged_by_its_methods_and_by_its_bytes) {
    struct observation observation = observation_of(100);
    observation.executed_codes = 3;
    observation.executed_bytes = 640;
    ck_assert_verdict(check_cache(&assertion_working_set, 3, &observation), PASS);
    struct cache_expectation expectation = {
        {&assertion_working_set}, {3, 0, NAN, NAN}, {640, 0, NAN, NAN}};
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation.executed_bytes = 704;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "bytes of the working set is 704, expected 640");
    ck_assert_str_eq(verdict.observed, "3 with 704 bytes in 100 of 100 executions");
    observation.executions_asked = 200;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
    observation.executed_codes = observation.executed_bytes = 0;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(what_the_code_cache_did_is_judged_each_for_itself) {
    struct observation observation = observation_of(100);
    observation.evictions = 3;
    observation.recompilations = 2;
    observation.most_cache_bytes = 512;
    ck_assert_verdict(check_cache(&assertion_evictions, 3, &observation), PASS);
    ck_assert_verdict(check_cache(&assertion_recompilations, 2, &observation), PASS);
    ck_assert_verdict(check_cache(&assertion_occupancy, 512, &observation), PASS);
    struct verdict verdict = check_cache(&assertion_evictions, 2, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "count of evictions is 3, expected 2");
    verdict = check_cache(&assertion_occupancy, 2, &observation);
    ck_assert_str_eq(verdict.observed, "512 bytes at the most in 100 of 100 executions");
}
END_TEST

START_TEST(no_eviction_in_a_short_run_is_not_evaluated_but_one_is) {
    struct observation observation = observation_of(40);
    observation.executions_asked = 100;
    ck_assert_verdict(check_cache(&assertion_evictions, 0, &observation), NOT_EVALUATED);
    observation.evictions = 1;
    ck_assert_verdict(check_cache(&assertion_evictions, 0, &observation), FAIL);
}
END_TEST

START_TEST(what_may_still_grow_in_a_short_run_is_not_evaluated) {
    struct observation observation = observation_of(40);
    observation.executions_asked = 100;
    observation.evictions = 2;
    struct cache_expectation expectation = {{&assertion_evictions}, {NAN, 0, NAN, 3}, BOUND_NONE};
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
    expectation.bound = (struct bound){NAN, 0, 3, NAN};
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
    expectation.bound = (struct bound){NAN, 0, 2, NAN};
    ck_assert_verdict(check(&expectation, &observation), PASS);
    ck_assert_verdict(check_cache(&assertion_evictions, 2, &observation), NOT_EVALUATED);
    ck_assert_verdict(check_cache(&assertion_evictions, 1, &observation), FAIL);
}
END_TEST

/* --- runs that end early have the verdict of the whole run, or none --- */

static struct bound draw_bound(struct rng *rng) {
    double number = (double)rng_below(rng, 12);
    switch (rng_below(rng, 4)) {
    case 0: return (struct bound){number, (double)rng_below(rng, 2), NAN, NAN};
    case 1: return (struct bound){NAN, 0, number, NAN};
    case 2: return (struct bound){NAN, 0, NAN, number};
    default: return (struct bound){NAN, 0, number / 2, number};
    }
}

static void grow(struct rng *rng, struct observation *observation) {
    observation->executions++;
    observation->evictions += rng_likely(rng, 0.2);
    observation->recompilations += rng_likely(rng, 0.1);
    observation->most_cache_bytes += rng_likely(rng, 0.1);
    observation->executed_codes += rng_likely(rng, 0.15);
    observation->executed_bytes += rng_likely(rng, 0.2);
}

static enum verdict_kind kind_of(const struct cache_expectation *expectation,
                                 const struct observation *observation) {
    return check(expectation, observation).kind;
}

START_TEST(a_run_that_ended_early_raises_no_false_alarm_and_misses_nothing) {
    static const struct assertion *const assertions[] = {
        &assertion_evictions, &assertion_recompilations, &assertion_occupancy,
        &assertion_working_set};
    const struct assertion *assertion = assertions[_i];
    struct rng rng;
    int decided[2] = {0};
    rng_init(&rng, 77 + (uint64_t)_i);
    for (int round = 0; round < 20000; round++) {
        int asked = 1 + (int)rng_below(&rng, 60), ran = (int)rng_below(&rng, (uint64_t)asked);
        struct cache_expectation expectation = {{assertion}, draw_bound(&rng), BOUND_NONE};
        if (assertion == &assertion_working_set && rng_likely(&rng, 0.5))
            expectation.bytes = draw_bound(&rng);
        struct observation observation = observation_of(0);
        observation.executions_asked = asked;
        while (observation.executions < ran) grow(&rng, &observation);
        enum verdict_kind early = kind_of(&expectation, &observation);
        while (observation.executions < asked) grow(&rng, &observation);
        enum verdict_kind whole = kind_of(&expectation, &observation);
        ck_assert(whole == VERDICT_PASS || whole == VERDICT_FAIL);
        if (early == VERDICT_NOT_EVALUATED) continue;
        ck_assert_int_eq(early, whole);
        decided[early == VERDICT_PASS]++;
    }
    ck_assert_int_gt(decided[0], 500);
    ck_assert_int_gt(decided[1], 500);
}
END_TEST

static struct compilations_expectation compilations(void) {
    return (struct compilations_expectation){
        .base = {&assertion_compilations}, .count = BOUND_NONE, .by_call = -1};
}

START_TEST(compilations_are_counted_and_dated) {
    struct observation observation = observation_of(100);
    add_compiled(&observation);
    add_compiled(&observation);
    struct compilations_expectation expectation = compilations();
    expectation.count.at_most = 2;
    expectation.by_call = 500;
    expectation.is = "compiled";
    ck_assert_verdict(check(&expectation, &observation), PASS);
    add_compiled(&observation);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "count of compilations of A.foo(Z)V is 3, expected at most 2");
    expectation.count = BOUND_NONE;
    expectation.by_call = 499;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "compilation is at call 500, expected by call 499");
}
END_TEST

START_TEST(a_bailout_can_be_expected_with_its_reason) {
    struct observation observation = observation_of(0);
    observation.was_compiled = false;
    observation.compiled_at_call = 0;
    add_decision(&observation, DECISION_bailed_out, "bailed out", NULL, "irreducible_loop",
                 "the bytecode has an irreducible loop");
    struct compilations_expectation expectation = compilations();
    expectation.is = "bailed out";
    expectation.because = "irreducible_loop";
    ck_assert_verdict(check(&expectation, &observation), PASS);
    add_decision(&observation, DECISION_bailed_out, "bailed out", NULL, "too_many_nodes",
                 "the graph is too big");
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation.decision_count--;
    expectation.because = "method_too_big";
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "reason of the bailout is irreducible_loop, expected method_too_big");
    expectation.is = "compiled";
    expectation.because = NULL;
    verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "the last compilation is bailed out, expected compiled");
    add_compiled(&observation);
    ck_assert_verdict(check(&expectation, &observation), PASS);
}
END_TEST

START_TEST(a_target_that_was_never_tried_fails_to_be_compiled) {
    struct observation observation = observation_of(0);
    observation.was_compiled = false;
    struct compilations_expectation expectation = compilations();
    expectation.by_call = 100;
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "never in 500 calls");
    expectation.is = "compiled";
    ck_assert_verdict(check(&expectation, &observation), FAIL);
}
END_TEST

START_TEST(compilations_that_were_not_recorded_are_not_evaluated) {
    struct observation observation = observation_of(100);
    struct compilations_expectation expectation = compilations();
    expectation.count.is = 1;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

static struct returns_expectation returns(const struct outcome *outcome) {
    return (struct returns_expectation){{&assertion_returns}, outcome};
}

static struct verdict check_one(struct outcome expected, struct outcome observed) {
    struct observation observation = observation_of(100);
    observation.outcomes = &observed;
    observation.outcome_count = 1;
    struct returns_expectation expectation = returns(&expected);
    return check(&expectation, &observation);
}

#define OUTCOME(k, ...)                                                                            \
    (struct outcome) { .kind = OUTCOME_##k, __VA_ARGS__ }

START_TEST(every_kind_of_outcome_is_compared) {
    ck_assert_verdict(check_one(OUTCOME(VOID), OUTCOME(VOID)), PASS);
    ck_assert_verdict(check_one(OUTCOME(INTEGER, .integer = 4), OUTCOME(INTEGER, .integer = 4)),
                      PASS);
    ck_assert_verdict(check_one(OUTCOME(INTEGER, .integer = 4), OUTCOME(INTEGER, .integer = 5)),
                      FAIL);
    ck_assert_verdict(check_one(OUTCOME(REAL, .real = NAN), OUTCOME(REAL, .real = NAN)), PASS);
    ck_assert_verdict(check_one(OUTCOME(REAL, .real = 0.5), OUTCOME(REAL, .real = 0.25)), FAIL);
    ck_assert_verdict(check_one(OUTCOME(TEXT, .text = "a"), OUTCOME(TEXT, .text = "a")), PASS);
    ck_assert_verdict(check_one(OUTCOME(TEXT, .text = "a"), OUTCOME(OBJECT, .text = "a")), FAIL);
    ck_assert_verdict(check_one(OUTCOME(NULL), OUTCOME(NULL)), PASS);
    ck_assert_verdict(check_one(OUTCOME(NULL), OUTCOME(INTEGER, .integer = 0)), FAIL);
    ck_assert_verdict(check_one(OUTCOME(OBJECT, .text = "A"), OUTCOME(OBJECT, .text = "B")), FAIL);
}
END_TEST

START_TEST(the_type_that_is_returned_decides_what_a_number_means) {
    struct outcome two = OUTCOME(INTEGER, .integer = 2, .real = 2),
                   tenth = OUTCOME(REAL, .real = 0.1), nan = OUTCOME(TEXT, .text = "NaN"),
                   minus = OUTCOME(REAL, .real = -0.0), letter = OUTCOME(TEXT, .text = "a");
    ck_assert_verdict(check_one(two, OUTCOME(REAL, .real = 2)), PASS);
    ck_assert_verdict(check_one(two, OUTCOME(FLOAT, .real = 2)), PASS);
    ck_assert_verdict(check_one(tenth, OUTCOME(FLOAT, .real = 0.1f)), PASS);
    ck_assert_verdict(check_one(tenth, OUTCOME(REAL, .real = 0.1)), PASS);
    ck_assert_verdict(check_one(tenth, OUTCOME(REAL, .real = 0.1f)), FAIL);
    ck_assert_verdict(check_one(minus, OUTCOME(REAL, .real = -0.0)), PASS);
    ck_assert_verdict(check_one(minus, OUTCOME(REAL, .real = 0.0)), FAIL);
    ck_assert_verdict(check_one(two, OUTCOME(REAL, .real = NAN)), FAIL);
    ck_assert_verdict(check_one(nan, OUTCOME(FLOAT, .real = NAN)), PASS);
    ck_assert_verdict(check_one(nan, OUTCOME(FLOAT, .real = INFINITY)), FAIL);
    ck_assert_verdict(
        check_one(OUTCOME(TEXT, .text = "-Infinity"), OUTCOME(REAL, .real = -INFINITY)), PASS);
    ck_assert_verdict(check_one(letter, OUTCOME(CHAR, .integer = 'a')), PASS);
    ck_assert_verdict(check_one(letter, OUTCOME(CHAR, .integer = 'b')), FAIL);
    ck_assert_verdict(check_one(OUTCOME(INTEGER, .integer = 97), OUTCOME(CHAR, .integer = 97)),
                      PASS);
    ck_assert_verdict(check_one(OUTCOME(NULL), OUTCOME(VOID)), PASS);
    ck_assert_str_eq(check_one(tenth, OUTCOME(CHAR, .integer = 'b')).summary,
                     "outcome is 'b' (98), expected 0.10000000000000001");
}
END_TEST

START_TEST(an_exception_may_be_expected_with_or_without_its_message) {
    struct outcome thrown =
        OUTCOME(THREW, .text = "java.lang.ArithmeticException", .message = "/ by zero");
    ck_assert_verdict(check_one(OUTCOME(THREW, .text = "java.lang.ArithmeticException"), thrown),
                      PASS);
    ck_assert_verdict(check_one(thrown, thrown), PASS);
    struct verdict verdict = check_one(OUTCOME(INTEGER, .integer = 1), thrown);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary,
                     "outcome is threw java.lang.ArithmeticException: / by zero, expected 1");
    struct outcome other =
        OUTCOME(THREW, .text = "java.lang.ArithmeticException", .message = "other");
    ck_assert_verdict(check_one(other, thrown), FAIL);
}
END_TEST

START_TEST(one_wrong_execution_fails_and_is_named) {
    struct outcome outcomes[100], expected = OUTCOME(INTEGER, .integer = 3);
    for (int i = 0; i < 100; i++) outcomes[i] = expected;
    outcomes[41].integer = outcomes[77].integer = 4;
    struct observation observation = observation_of(100);
    observation.outcomes = outcomes;
    observation.outcome_count = 100;
    struct returns_expectation expectation = returns(&expected);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.summary, "outcome is 4, expected 3");
    ck_assert_str_eq(verdict.observed, "4 in execution 41, wrong in 2 of 100");
    ck_assert_int_eq(verdict.hits, 2);
}
END_TEST

START_TEST(compiled_code_that_disagrees_with_the_interpreter_fails_without_being_asked) {
    struct outcome four = OUTCOME(INTEGER, .integer = 4);
    struct observation observation = observation_of(100);
    observation.outcomes = &four;
    observation.outcome_count = 1;
    struct returns_expectation expectation = returns(NULL);
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation.mismatch = "execution 5 returned 4, the interpreter 3";
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(
        verdict.summary,
        "compiled code is execution 5 returned 4, the interpreter 3, expected as interpreted");
    expectation.outcome = &four;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
}
END_TEST

START_TEST(outcomes_that_were_not_recorded_are_not_evaluated) {
    struct observation observation = observation_of(100);
    struct returns_expectation expectation = returns(NULL);
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.because, "the outcomes were not recorded");
    observation.was_compiled = false;
    ck_assert_str_eq(check(&expectation, &observation).because,
                     "A.foo(Z)V was never compiled in 500 calls");
}
END_TEST

START_TEST(a_target_that_was_not_compiled_says_what_its_calls_threw) {
    struct observation observation = observation_of(100);
    struct returns_expectation expectation = returns(NULL);
    observation.was_compiled = false;
    observation.warm_up_calls = observation.warm_up_throws = 1;
    observation.first_throw = "call 1 threw java.lang.Error, in A.<clinit>()V (line 3)";
    ck_assert_str_eq(check(&expectation, &observation).because,
                     "A.foo(Z)V was never compiled in 1 call; call 1 threw java.lang.Error, in "
                     "A.<clinit>()V (line 3)");
}
END_TEST

START_TEST(a_target_whose_code_never_lasts_says_how_often_and_why) {
    struct observation observation = observation_of(100);
    struct returns_expectation expectation = returns(NULL);
    observation.was_compiled = false;
    for (int i = 0; i < 3; i++) {
        struct decision *compiled =
            add_decision(&observation, DECISION_compiled, "compiled", NULL, "none", "");
        compiled->root = observation.target;
        compiled->method = NULL;
        struct decision *left = add_decision(&observation, DECISION_deoptimized, "deoptimised",
                                             NULL, "unresolved", "a constant was not resolved yet");
        left->execution = -1;
        left->call = 100 * i + 7;
    }
    ck_assert_str_eq(check(&expectation, &observation).because,
                     "A.foo(Z)V was compiled 3 times in 500 calls, and each time the code was "
                     "thrown away; deoptimised in warm-up call 207: a constant was not resolved "
                     "yet");
}
END_TEST

static struct allocates_expectation allocates(struct bound bytes, struct bound objects) {
    return (struct allocates_expectation){{&assertion_allocates}, bytes, objects};
}

START_TEST(what_an_execution_allocates_is_a_mean_of_all_who_allocate) {
    struct observation observation = observation_of(100);
    struct allocates_expectation expectation =
        allocates((struct bound){24, 0, NAN, NAN}, BOUND_NONE);
    add_site(&observation, SITE_ALLOCATION, "A", 100, 50); /* 800 bytes */
    observation.program_bytes = 2400;
    observation.program_objects = 75;
    ck_assert_verdict(check(&expectation, &observation), PASS);
    expectation = allocates(BOUND_NONE, (struct bound){NAN, 0, NAN, 0.5});
    struct verdict verdict = check(&expectation, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(verdict.observed, "0.75 (75 in 100 executions)");
    ck_assert_str_eq(
        verdict.because,
        "800 bytes of A, A.foo(Z)V:0 (line 3); 1600 bytes by the VM, which no bytecode "
        "asked for");
    observation.was_compiled = false;
    ck_assert_verdict(check(&expectation, &observation), NOT_EVALUATED);
}
END_TEST

START_TEST(nothing_is_allocated_when_not_a_byte_is) {
    struct observation observation = observation_of(100);
    struct allocates_expectation expectation =
        allocates((struct bound){0, 0, NAN, NAN}, BOUND_NONE);
    ck_assert_verdict(check(&expectation, &observation), PASS);
    observation.program_bytes = 16;
    ck_assert_verdict(check(&expectation, &observation), FAIL);
}
END_TEST

START_TEST(what_was_not_measured_speaks_louder_than_what_failed) {
    ck_assert_int_eq(verdict_worse(VERDICT_FAIL, VERDICT_NOT_EVALUATED), VERDICT_NOT_EVALUATED);
    ck_assert_int_eq(verdict_worse(VERDICT_PASS, VERDICT_UNDECIDED), VERDICT_UNDECIDED);
    ck_assert_int_eq(verdict_worse(VERDICT_CRASH, VERDICT_NOT_EVALUATED), VERDICT_CRASH);
    ck_assert_int_eq(verdict_worse(VERDICT_PASS, VERDICT_PASS), VERDICT_PASS);
}
END_TEST

START_TEST(only_pass_skip_and_a_known_failure_are_green) {
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++) {
        bool is_green =
            kind == VERDICT_PASS || kind == VERDICT_SKIP || kind == VERDICT_KNOWN_FAILURE;
        ck_assert_int_eq(verdict_is_red((enum verdict_kind)kind), !is_green);
    }
    ck_assert_str_eq(verdict_text(VERDICT_NOT_EVALUATED), "NOT EVALUATED");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, no_deoptimisation_in_all_executions_passes);
    tcase_add_test(tests, a_deoptimisation_is_evidence_even_when_it_ended_the_run);
    tcase_add_test(tests, no_deoptimisation_in_a_short_run_is_not_evaluated);
    tcase_add_test(tests, deoptimisations_are_counted_by_reason);
    tcase_add_test(tests, the_working_set_is_judged_by_its_methods_and_by_its_bytes);
    tcase_add_test(tests, what_the_code_cache_did_is_judged_each_for_itself);
    tcase_add_test(tests, no_eviction_in_a_short_run_is_not_evaluated_but_one_is);
    tcase_add_test(tests, what_may_still_grow_in_a_short_run_is_not_evaluated);
    tcase_add_loop_test(tests, a_run_that_ended_early_raises_no_false_alarm_and_misses_nothing, 0,
                        4);
    tcase_add_test(tests, compilations_are_counted_and_dated);
    tcase_add_test(tests, a_bailout_can_be_expected_with_its_reason);
    tcase_add_test(tests, a_target_that_was_never_tried_fails_to_be_compiled);
    tcase_add_test(tests, compilations_that_were_not_recorded_are_not_evaluated);
    tcase_add_test(tests, every_kind_of_outcome_is_compared);
    tcase_add_test(tests, the_type_that_is_returned_decides_what_a_number_means);
    tcase_add_test(tests, an_exception_may_be_expected_with_or_without_its_message);
    tcase_add_test(tests, one_wrong_execution_fails_and_is_named);
    tcase_add_test(tests,
                   compiled_code_that_disagrees_with_the_interpreter_fails_without_being_asked);
    tcase_add_test(tests, outcomes_that_were_not_recorded_are_not_evaluated);
    tcase_add_test(tests, a_target_that_was_not_compiled_says_what_its_calls_threw);
    tcase_add_test(tests, a_target_whose_code_never_lasts_says_how_often_and_why);
    tcase_add_test(tests, what_an_execution_allocates_is_a_mean_of_all_who_allocate);
    tcase_add_test(tests, nothing_is_allocated_when_not_a_byte_is);
    tcase_add_test(tests, nodes_are_counted_after_the_step_that_is_named_or_the_last);
    tcase_add_test(tests, a_step_that_was_left_out_changed_nothing);
    tcase_add_test(tests, no_node_of_a_kind_that_no_graph_has_is_not_evaluated);
    tcase_add_test(tests, what_was_not_measured_speaks_louder_than_what_failed);
    tcase_add_test(tests, only_pass_skip_and_a_known_failure_are_green);
}

int main(void) { return run_tests("runs", add_tests); }
