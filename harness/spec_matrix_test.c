/* Matrices of specs: what their combinations are, and the exact message and place of each that is
 * wrong. */
#include "harness/spec_testing.h"

START_TEST(no_error_is_told_twice_by_the_combinations_of_a_matrix) {
    ck_assert_str_eq(all_errors("matrix: { p: [1, 2, 3], q: [1] }\n" TARGET
                                "run: { call: A.foo, iterations: $n, args: [$p / 0] }\n"
                                "expect: [{ rate: hits, is: $p, epsilon: -1 }]\n"),
                     "s.yaml:1:25: matrix 'q' is never used: write $q where its values belong\n"
                     "s.yaml:3:33: unknown matrix value 'n', did you mean 'p'?\n"
                     "s.yaml:3:44: '$p / 0' is not a finite number\n"
                     "s.yaml:4:41: 'epsilon' is 0 or more, not -1\n");
}
END_TEST

START_TEST(a_wrong_matrix_hides_no_other_error) {
    ck_assert_str_eq(all_errors("matrix: { p: [1, 1, []], 2: 3 }\n" TARGET
                                "run: { call: A.foo, iterations: $p, args: [$p / 0] }\n"
                                "expect: [{ rate: hits, is: $p, epsilon: -1 }]\n"),
                     "s.yaml:1:18: matrix 'p' has the value 1 twice\n"
                     "s.yaml:1:21: a matrix value must be a scalar, not a list\n"
                     "s.yaml:1:26: '2' cannot be a matrix name: letters, digits and _ only\n"
                     "s.yaml:4:41: 'epsilon' is 0 or more, not -1\n");
    ck_assert_str_eq(all_errors("matrix: [1]\n" TARGET "run: { call: A.$p }\n" EXPECT),
                     "s.yaml:1:9: matrix must be a map of lists, not a list\n"
                     "s.yaml:3:6: run needs 'iterations': measured calls, 1 to 100000000\n");
}
END_TEST

START_TEST(each_combination_of_a_matrix_is_a_spec_named_by_its_values) {
    load_good("matrix: { p: [0, 0.5], q: [a, b] }\n" TARGET
              "run: { call: A.$q, args: [{ likely: $p }, 'x${p}y$z'], iterations: 10 }\n"
              "expect: [{ rate: hits, is: $p, epsilon: 0.1 }]\n");
    ck_assert_uint_eq(specs.count, 4);
    ck_assert_str_eq(specs.items[0].name, "s [p=0, q=a]");
    ck_assert_str_eq(specs.items[1].name, "s [p=0, q=b]");
    ck_assert_str_eq(specs.items[3].name, "s [p=0.5, q=b]");
    ck_assert_str_eq(specs.items[1].run.call.text, "A.b");
    ck_assert_double_eq(specs.items[2].run.arguments.items[0].probability, 0.5);
    ck_assert_str_eq(specs.items[2].run.arguments.items[1].constant.text, "x0.5y$z");
    ck_assert_double_eq(AS(counter, &specs.items[2].expectations.items[0])->hits.is, 0.5);
}
END_TEST

static void check_arithmetic(const char *text, double expected) {
    const char *spec = arena_format(&arena,
                                    "matrix: { p: [0.8], n: [6], s: [x] }\n" TARGET
                                    "run: { call: A.$s, iterations: 10 }\n"
                                    "expect: [{ rate: $p, is: %s }, { rate: $n, is: 1 }]\n",
                                    text);
    ck_assert_double_eq(AS(counter, &load_good(spec)->expectations.items[0])->hits.is, expected);
    specs.count = 0;
}

START_TEST(arithmetic_of_what_is_no_number_is_refused) {
    ck_assert_str_eq(
        all_errors(
            "matrix: { p: [3], t: [abc], n: [9007199254740992] }\n" TARGET
            "run: { call: A.foo, iterations: $q + 1, args: [$t + $q, $n - 1, 1 - $p] }\n" EXPECT
            "skip: '$t - $p'\n"),
        "s.yaml:3:33: unknown matrix value 'q', did you mean 'p'?\n"
        "s.yaml:3:48: unknown matrix value 'q', did you mean 'p'?\n"
        "s.yaml:3:57: '$n - 1' exceeds 2^53, beyond which numbers are not exact\n");
}
END_TEST

START_TEST(values_of_a_matrix_know_arithmetic) {
    check_arithmetic("1 - $p", 0.2);
    check_arithmetic("$p * 2", 1.6);
    check_arithmetic("$n * ($n + 1) / 2", 21);
    check_arithmetic("-$n + -3 * -4", 6);
    const struct spec *spec = load_good("matrix: { n: [6], s: [x] }\n" TARGET
                                        "run:\n  call: A.$n-$s\n  iterations: ${n} * $n\n"
                                        "expect: [{ rate: '1 - $n', is: 1 }]\n"
                                        "skip: $s - 1\n");
    ck_assert_str_eq(spec->run.call.text, "A.6-x");
    ck_assert_int_eq(spec->run.iterations, 36);
    ck_assert_str_eq(AS(counter, &spec->expectations.items[0])->counter, "1 - 6");
    ck_assert_str_eq(spec->skip, "x - 1");
}
END_TEST

START_TEST(a_matrix_is_refused_when_it_is_none) {
#define MATRIX(text) "matrix: " text "\n" TARGET "run: { call: $p, iterations: 10 }\n" EXPECT
    ck_assert_refuses(MATRIX("[1]"), "s.yaml:1:9: matrix must be a map of lists, not a list");
    ck_assert_refuses(MATRIX("{ p: 1 }"),
                      "s.yaml:1:14: matrix 'p' must be a list of values, not a number");
    ck_assert_refuses(MATRIX("{ p: [] }"),
                      "s.yaml:1:14: matrix 'p' must be a list of values, not an empty list");
    ck_assert_refuses(MATRIX("{ p: [[1]] }"),
                      "s.yaml:1:15: a matrix value must be a scalar, not a list");
    ck_assert_refuses(MATRIX("{ p: [1, 1] }"), "s.yaml:1:18: matrix 'p' has the value 1 twice");
    ck_assert_refuses(MATRIX("{ p-q: [1] }"),
                      "s.yaml:1:11: 'p-q' cannot be a matrix name: letters, digits and _ only");
    ck_assert_refuses(MATRIX("{ pp: [1] }"),
                      "s.yaml:3:14: unknown matrix value 'p', did you mean 'pp'?");
    ck_assert_refuses("matrix: { p: [1], q: [2] }\n" TARGET
                      "run: { call: $p, iterations: 10 }\n" EXPECT,
                      "s.yaml:1:19: matrix 'q' is never used: write $q where its values belong");
    ck_assert_refuses(TARGET "run: { call: $p, iterations: 10 }\n" EXPECT,
                      "s.yaml:2:14: '$p' is not a matrix value: the spec has no matrix");
}
END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, no_error_is_told_twice_by_the_combinations_of_a_matrix);
    tcase_add_test(tests, a_wrong_matrix_hides_no_other_error);
    tcase_add_test(tests, each_combination_of_a_matrix_is_a_spec_named_by_its_values);
    tcase_add_test(tests, arithmetic_of_what_is_no_number_is_refused);
    tcase_add_test(tests, values_of_a_matrix_know_arithmetic);
    tcase_add_test(tests, a_matrix_is_refused_when_it_is_none);
}

int main(void) { return run_spec_tests("spec_matrix", add_tests); }
