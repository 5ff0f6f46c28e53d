/* The functions of StrictMath: results of java, most of them such as the C library does not give.
 * tests/library/StrictFunctions.java compares them all with java's. */
#include "runtime/math/strict_math.h"

#include "base/check_run.h"
#include <math.h>
#include <stdlib.h>

static const struct {
    double (*function)(double);
    double argument, result;
} of_one[] = {
    {strict_sin, 0x1.eb851eb851eb8p-2, 0x1.d8dca3e3b2b34p-2},
    {strict_sin, 0x1.17b851eb851ebp6, 0x1.7494ffd81367p-1},
    {strict_sin, 0x1.1b3dc408p28, 0x1.cc502597c0747p-1},
    {strict_sin, 0x1.1792ec46e0c37p673, 0x1.39409adfcbf0ep-1},
    {strict_sin, 0x1.fffffffffffffp1023, 0x1.452fc98b34e97p-8},
    {strict_cos, 0x1.999999999999ap-4, 0x1.fd712f9a817cp-1},
    {strict_cos, 0x1.9e66666666666p4, 0x1.708bc0eff45bep-1},
    {strict_cos, 0x1.0736d01p27, 0x1.305dc38691a35p-3},
    {strict_cos, 0x1.2354ea4049eacp672, 0x1.59f6ec4c7de5cp-1},
    {strict_cos, 0x1.921fb54442d18p0, 0x1.1a62633145c07p-54},
    {strict_cos, 0x1.6ac5b262ca1ffp849, -0x1.14ae72e6ba22fp-61}, /* the nearest to a multiple */
    {strict_tan, 0x1.47ae147ae147bp-4, 0x1.48617f0ce2c4ap-4},
    {strict_tan, 0x1.28p5, -0x1.ae7991eabe51ap-1},
    {strict_tan, 0x1.6e36001p27, 0x1.6fc88cf295101p0},
    {strict_tan, 0x1.510e70987111fp672, 0x1.3f9037b198c26p2},
    {strict_tan, 0x1.6ac5b262ca1ffp849, -0x1.d9ba9a7975636p60},
    {strict_log, 0x1.999999999999ap0, 0x1.e148a1a2726cep-2},
    {strict_log, 0x1.2cccccccccccdp4, 0x1.77889f358b898p1},
    {strict_log, 0x1.2266666666667p5, 0x1.cbc0af09f9b08p1},
    {strict_log10, 0x1.3333333333334p-1, -0x1.c658a32216005p-3},
    {strict_log10, 0x1.8666666666667p2, 0x1.9216c08be37ep-1},
    {strict_log10, 0x1.54ccccccccccdp4, 0x1.5410af89715d2p0},
    {strict_log1p, 0x1.999999999999ap-4, 0x1.8663f793c46c7p-4},
    {strict_log1p, 0x1.a827997709f7ap-2, 0x1.62e42fd2cf8f5p-2},
    {strict_exp, 0x1.147ae147ae148p-2, 0x1.4f59d48ad2682p0},
    {strict_exp, 0x1.7a3d70a3d70a4p2, 0x1.70b4c699d515p8},
};

static const struct {
    double (*function)(double, double);
    double first, second, result;
} of_two[] = {
    {strict_pow, 0.5, -7.5, 0x1.6a09e667f3bccp7},
    {strict_pow, 9, -3, 0x1.67980e0bf08c8p-10},
    {strict_pow, 16.400000000000002, -1.8000000000000007, 0x1.aa5846fbe10b8p-8},
    {strict_pow, 23.1, -2.7, 0x1.b4648da93590ap-13},
    {strict_pow, 32.7, 5.1, 0x1.944800c27453p25},
    {strict_pow, -0.0, 0.5, 0},
    {strict_pow, -2, 1023, -0x1p1023},
    {strict_pow, -2, 1024, INFINITY},
    {strict_pow, 2, -1074, 0x1p-1074},
    {strict_pow, 2, -1075, 0},
    {strict_pow, -0.0, -3, -INFINITY},
    {strict_hypot, 0x1.1dc174de894f4p-1022, -0x0.3945a8bd8cd8ap-1022, 0x1.2370428abeec2p-1022},
    {strict_remainder, 0x1.f055659235a11p-852, -0x1p-1022, 0},
    {strict_remainder, -5, 3, 1},
};

static void check_equal(double actual, double expected) {
    ck_assert_msg(actual == expected && signbit(actual) == signbit(expected), "%a, not %a", actual,
                  expected);
}

START_TEST(a_function_of_one_number_is_fdlibms) {
    check_equal(of_one[_i].function(of_one[_i].argument), of_one[_i].result);
}
END_TEST

START_TEST(a_function_of_two_numbers_is_fdlibms) {
    check_equal(of_two[_i].function(of_two[_i].first, of_two[_i].second), of_two[_i].result);
}
END_TEST

START_TEST(powers_that_java_leaves_open_are_not_numbers) {
    ck_assert(isnan(strict_pow(1, INFINITY)));
    ck_assert(isnan(strict_pow(-1, -INFINITY)));
    ck_assert(isnan(strict_pow(1, NAN)));
    ck_assert(isnan(strict_pow(-1, 0.25)));
    ck_assert(strict_pow(NAN, 0) == 1);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("strict math");
    tcase_add_loop_test(cases, a_function_of_one_number_is_fdlibms, 0,
                        sizeof of_one / sizeof *of_one);
    tcase_add_loop_test(cases, a_function_of_two_numbers_is_fdlibms, 0,
                        sizeof of_two / sizeof *of_two);
    tcase_add_test(cases, powers_that_java_leaves_open_are_not_numbers);
    Suite *suite = suite_create("strict math");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
