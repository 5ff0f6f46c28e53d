/* The C interface on the target `fake`: what holds passes, what does not says why. */
#include "base/check_run.h"
#include "harness/jittest.h"

#include <stdio.h>

#include "harness/target.h"

static void warm_up(void) {
    jittest_source("class A {}");
    while (!jittest_is_compiled("A.foo"))
        jittest_call("A.foo", jittest_boolean(jittest_likely(0.8)));
    the_target()->counter(the_target(), "allocated");
    jittest_measure();
}

static void run(int calls) {
    for (int i = 0; i < calls; i++) jittest_call("A.foo", jittest_boolean(jittest_likely(0.8)));
}

START_TEST(a_rate_that_holds_passes) {
    warm_up();
    run(10000);
    ck_assert_rate("allocated", 0.8, 0.02);
    ck_assert_int_eq(jittest_call("A.foo", jittest_boolean(true)).integer, 1);
}
END_TEST

START_TEST(a_rate_that_does_not_hold_says_what_was_seen) {
    jittest_start();
    jittest_without("escape");
    warm_up();
    run(10000);
    ck_assert_ptr_nonnull(
        strstr(jittest_rate_problem("allocated", 0.8, 0.02), "1 (10000 of 10000)"));
    ck_assert_hits("allocated", 10000);
    ck_assert_ptr_nonnull(strstr(jittest_rate_problem("allocated", 0.8, 0.01), "use"));
}
END_TEST

START_TEST(calls_in_the_interpreter_are_no_evidence) {
    jittest_source("NEVER");
    jittest_measure();
    run(10000);
    ck_assert_ptr_nonnull(strstr(jittest_rate_problem("allocated", 0, 0.02), "NOT EVALUATED"));
}
END_TEST

int main(void) {
    target_choose("fake");
    Suite *suite = suite_create("jittest");
    TCase *test_case = tcase_create("jittest");
    tcase_add_unchecked_fixture(test_case, jittest_start, jittest_stop);
    tcase_add_test(test_case, a_rate_that_holds_passes);
    tcase_add_test(test_case, a_rate_that_does_not_hold_says_what_was_seen);
    tcase_add_test(test_case, calls_in_the_interpreter_are_no_evidence);
    suite_add_tcase(suite, test_case);
    return check_run(suite);
}
