/* Allocations that compiled code does not carry out: what words and rates say of them. */
#include "assertions/a_allocates.h"
#include "assertions/fixture.h"

static struct site_expectation allocation(const char *is) {
    struct site_expectation expectation = site_of(&assertion_allocation, "A");
    expectation.in_method = "A.foo";
    expectation.is = is;
    return expectation;
}

static struct site_observation *add_made(struct observation *observation, enum site_maker maker,
                                         int64_t reached, int64_t effective) {
    add_site(observation, SITE_ALLOCATION, "A", reached, effective);
    struct site_observation *site =
        (struct site_observation *)&observation->sites[observation->site_count - 1];
    site->maker = maker;
    site->is_compiled = false;
    if (maker == MAKER_NATIVE) site->native = "java.lang.Object.clone()Ljava/lang/Object;";
    return site;
}

/* As the VM tells it: of no compilation. */
static void add_reason(struct observation *observation, const char *reason, const char *text) {
    add_decision(observation, DECISION_allocation_kept, "allocation kept", "A", reason, text)
        ->phase = NULL;
}

static struct observation native_run(int64_t reached, int64_t effective) {
    struct observation observation = observation_of(100);
    add_compiled(&observation);
    add_made(&observation, MAKER_NATIVE, reached, effective);
    add_reason(&observation, "made_by_native", "a native method makes it");
    return observation;
}

START_TEST(what_a_native_makes_is_kept_and_can_be_nothing_else) {
    struct observation observation = native_run(40, 40);
    struct site_expectation kept = allocation("kept"), removed = allocation("removed"),
                            moved = allocation("moved");
    kept.because = "made_by_native";
    kept.rate = (struct bound){1, 0, NAN, NAN};
    ck_assert_verdict(check(&kept, &observation), PASS);
    ck_assert_verdict(check(&moved, &observation), FAIL);
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, FAIL);
    ck_assert_str_eq(
        verdict.summary,
        "allocation of A in A.foo is allocation kept, 40 of 40 took effect, expected removed");
    ck_assert_str_eq(verdict.because,
                     "allocation kept A at A.foo(Z)V:0 (line 3): a native method makes it");
}
END_TEST

START_TEST(what_a_native_makes_has_a_rate_and_no_prediction) {
    struct observation observation = native_run(40, 10);
    struct site_expectation rate = allocation(NULL), predicted = allocation(NULL),
                            kept = allocation("kept");
    rate.rate = (struct bound){0.25, 0, NAN, NAN};
    predicted.predicted = (struct bound){0.25, 0, NAN, NAN};
    ck_assert_verdict(check(&rate, &observation), PASS);
    ck_assert_verdict(check(&predicted, &observation), NOT_EVALUATED);
    ck_assert_verdict(check(&kept, &observation), FAIL);
}
END_TEST

START_TEST(what_the_vm_makes_is_kept_and_has_bytes_but_no_rate) {
    struct observation observation = observation_of(100);
    add_made(&observation, MAKER_VM, 40, 40)->counts_effect_alone = true;
    add_reason(&observation, "made_by_vm", "the VM makes it");
    struct site_expectation kept = allocation("kept"), rate = allocation(NULL),
                            bytes = allocation(NULL);
    kept.because = "made_by_vm";
    rate.rate = (struct bound){1, 0, NAN, NAN};
    bytes.bytes = (struct bound){6.4, 0, NAN, NAN};
    ck_assert_verdict(check(&kept, &observation), PASS);
    ck_assert_verdict(check(&bytes, &observation), PASS);
    struct verdict verdict = check(&rate, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_str_eq(verdict.observed,
                     "not known: it was made by the VM, and how often its bytecode was executed "
                     "was not counted; ask for its bytes");
}
END_TEST

START_TEST(what_others_make_for_a_bytecode_is_no_site_of_compiled_code) {
    static const char *const texts[] = {"A by the interpreter", "A where compiled code was left"};
    static const enum site_maker makers[] = {MAKER_INTERPRETER, MAKER_DEOPTIMIZATION};
    struct site_expectation removed = allocation("removed");
    struct observation observation = observation_of(100);
    add_made(&observation, makers[_i], 5, 5);
    struct verdict verdict = check(&removed, &observation);
    ck_assert_verdict(verdict, NOT_EVALUATED);
    ck_assert_ptr_nonnull(
        strstr(verdict.summary, arena_format(&test_arena,
                                             "the compiler saw no allocation of A in A.foo; there "
                                             "are: %s at A.foo(Z)V:0 (line 3)",
                                             texts[_i])));
    add_site(&observation, SITE_ALLOCATION, "A", 100, 0);
    add_decision(&observation, DECISION_virtualized, "virtualised", "A", "does_not_escape", "");
    ck_assert_verdict(check(&removed, &observation), PASS);
}
END_TEST

START_TEST(an_execution_names_who_allocates) {
    struct observation observation = observation_of(100);
    struct allocates_expectation expectation = {
        {&assertion_allocates}, .bytes = {0, 0, NAN, NAN}, .objects = BOUND_NONE};
    add_made(&observation, MAKER_NATIVE, 4, 4);
    add_made(&observation, MAKER_INTERPRETER, 2, 2);
    add_made(&observation, MAKER_DEOPTIMIZATION, 1, 1);
    observation.program_bytes = 7 * 16 + 48;
    ck_assert_str_eq(
        check(&expectation, &observation).because,
        "64 bytes of A by the native java.lang.Object.clone()Ljava/lang/Object;, A.foo(Z)V:0 (line "
        "3); 32 bytes of A by the interpreter, A.foo(Z)V:0 (line 3); 16 bytes of A where compiled "
        "code was left, A.foo(Z)V:0 (line 3); 48 bytes by the VM, which no bytecode asked for");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, what_a_native_makes_is_kept_and_can_be_nothing_else);
    tcase_add_test(tests, what_a_native_makes_has_a_rate_and_no_prediction);
    tcase_add_test(tests, what_the_vm_makes_is_kept_and_has_bytes_but_no_rate);
    tcase_add_loop_test(tests, what_others_make_for_a_bytecode_is_no_site_of_compiled_code, 0, 2);
    tcase_add_test(tests, an_execution_names_who_allocates);
}

int main(void) { return run_tests("makers", add_tests); }
