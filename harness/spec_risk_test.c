/* What chance may do to a spec: what is refused, with what would do, and the threshold that is
 * chosen. */
#include "harness/spec_testing.h"

#define BELIEF(compiler, warm_up, epsilon)                                                         \
    TARGET "run: { call: A.foo, args: [{ likely: 0.5 }], " warm_up " iterations: 10 }\n" compiler  \
           "expect: [{ allocation: A, predicted: { is: 0.5, epsilon: " epsilon " } }]\n"

#define THRESHOLD(calls) "compiler: { options: { compile_threshold: " calls " } }\n"

START_TEST(a_belief_from_too_few_calls_is_refused_with_what_would_do) {
    const struct spec *spec = load_good(BELIEF(THRESHOLD("200"), "", "0.05"));
    ck_assert(!spec_check_false_alarms(spec, &error));
    ck_assert_str_eq(error.message,
                     "a correct compiler would fail 'predicted' of 'allocation: A' with "
                     "probability 0.16, for it knows the odds from 199 calls only, more than "
                     "1e-06: use a compile_threshold of 2372, or an epsilon of 0.174");
    error = (struct diag)DIAG_INIT;
    specs.count = 0;
    spec = load_good(BELIEF("", "warm_up: { at_most: 1000 },", "0.05"));
    ck_assert(!spec_check_false_alarms(spec, &error));
    ck_assert_msg(strstr(error.message, "use a compile_threshold of 2372 and a warm-up of as many "
                                        "calls, or an epsilon of 0.174"),
                  "%s", error.message);
    error = (struct diag)DIAG_INIT;
    specs.count = 0;
    spec = load_good(BELIEF("", "", "0"));
    ck_assert(!spec_check_false_alarms(spec, &error));
    ck_assert_msg(strstr(error.message, "more than 1e-06: use an epsilon of 0.174"), "%s",
                  error.message);
    error = (struct diag)DIAG_INIT;
    specs.count = 0;
    spec = load_good(BELIEF(THRESHOLD("4000"), "", "0.05"));
    ck_assert_int_eq(spec->compiler.chosen_threshold, 0);
    ck_assert(spec_check_false_alarms(spec, &error));
}
END_TEST

static int64_t chosen(const char *text) {
    specs.count = 0;
    const struct spec *spec = load_good(text);
    bool is_fine = spec_check_false_alarms(spec, &error);
    error = (struct diag)DIAG_INIT;
    return is_fine ? spec->compiler.chosen_threshold : -1;
}

START_TEST(the_threshold_is_chosen_for_what_is_predicted_where_the_spec_leaves_it_open) {
    ck_assert_int_eq(chosen(BELIEF("", "", "0.05")), 2372);
    ck_assert_int_eq(chosen(BELIEF("compiler: { options: { heap_bytes: 4194304 } }\n", "", "0.05")),
                     2372);
    ck_assert_int_eq(chosen(BELIEF("", "", "0.2")), 0);
    ck_assert_int_eq(chosen(BELIEF("", "warm_up: { args: [true] },", "0.05")), 0);
    ck_assert_int_eq(chosen(BELIEF("", "warm_up: { at_most: 2372 },", "0.05")), 2372);
    ck_assert_int_eq(chosen(BELIEF("", "warm_up: { at_most: 2371 },", "0.05")), -1);
    ck_assert_int_eq(chosen(BELIEF("", "warm_up: { calls: 2371 },", "0.05")), -1);
    ck_assert_int_eq(chosen(BELIEF("", "", "0.005")), -1);
    ck_assert_int_eq(chosen(BELIEF("", "", "0")), -1);
    ck_assert_int_eq(chosen(BELIEF("", "", "$e") "matrix: { e: [0.05] }\n"), 2372);
    ck_assert_int_eq(chosen(BELIEF(THRESHOLD("$t"), "", "0.05") "matrix: { t: [300] }\n"), -1);
    ck_assert_int_eq(chosen(TARGET
                            "run: { call: A.foo, args: [{ likely: 0.5 }], iterations: 10 }\n"
                            "expect: [{ allocation: A, predicted: { is: 0.5, epsilon: 0.05 } },\n"
                            "{ allocation: A, predicted: { is: 0.1, epsilon: 0.02 } }]\n"),
                     5426);
}
END_TEST

START_TEST(a_rate_that_chance_would_miss_is_refused_with_what_would_do) {
    const struct spec *spec =
        load_good(TARGET "run: { call: A.foo, args: [{ likely: 0.8 }], iterations: 10000 }\n"
                         "expect: [{ rate: x, is: 0.8, epsilon: 0.02 }]\n");
    ck_assert(spec_check_false_alarms(spec, &error));
    specs.count = 0;
    spec = load_good(TARGET "run: { call: A.foo, args: [{ likely: 0.8 }], iterations: 1000 }\n"
                            "expect: [{ rate: x, is: 0.8, epsilon: 0.02 }]\n");
    ck_assert(!spec_check_false_alarms(spec, &error));
    ck_assert_ptr_nonnull(strstr(error.message, "in 1000 iterations, more than 1e-06: use 9"));
    specs.count = 0;
    spec = load_good(
        TARGET
        "run: { call: A.foo, iterations: 10 }\nexpect: [{ rate: x, is: 0.8, epsilon: 0.02 }]\n");
    ck_assert(spec_check_false_alarms(spec, &error));
}
END_TEST

START_TEST(a_share_that_chance_would_miss_is_refused_too) {
    const struct spec *spec =
        load_good(TARGET "run: { call: A.foo, args: [{ likely: 0.8 }], iterations: 1000 }\n"
                         "expect: [{ call: A.bar, share: { is: 0.9, epsilon: 0.001 } }]\n");
    ck_assert(!spec_check_false_alarms(spec, &error));
    ck_assert_ptr_nonnull(
        strstr(error.message, "a correct compiler would fail 'call: A.bar' with"));
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_belief_from_too_few_calls_is_refused_with_what_would_do);
    tcase_add_test(tests,
                   the_threshold_is_chosen_for_what_is_predicted_where_the_spec_leaves_it_open);
    tcase_add_test(tests, a_rate_that_chance_would_miss_is_refused_with_what_would_do);
    tcase_add_test(tests, a_share_that_chance_would_miss_is_refused_too);
}

int main(void) { return run_spec_tests("spec_risk", add_tests); }
