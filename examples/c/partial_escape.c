/* Figure 10 of "Accurate Profiling in the Presence of Dynamic Compilation" as a C program with
 * Check. */
#include <stdlib.h>

#include "harness/jittest.h"

static const char target[] =
    "class A {\n"
    "    static void foo(boolean invokeBar) {\n"
    "        A a = new A();\n"
    "        DelimitationAPI.instrumentationBegin(DelimitationAPI.PRED);\n"
    "        if (CompilerDecision.isMethodCompiled()) Probe.hit(\"allocated\");\n"
    "        DelimitationAPI.instrumentationEnd();\n"
    "        if (invokeBar) a.bar();\n"
    "    }\n"
    "    void bar() {}\n"
    "}\n";

static void call_foo(void) { jittest_call("A.foo", jittest_boolean(jittest_likely(0.8))); }

START_TEST(an_object_that_escapes_on_one_branch_is_allocated_only_there) {
    jittest_source(target);
    jittest_never_inline("A.bar");
    while (!jittest_is_compiled("A.foo")) call_foo();
    jittest_measure();
    for (int i = 0; i < 10000; i++) call_foo();
    ck_assert_rate("allocated", 0.8, 0.02);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("partial escape analysis");
    TCase *test_case = tcase_create("partial escape analysis");
    tcase_add_unchecked_fixture(test_case, jittest_start, jittest_stop);
    tcase_add_test(test_case, an_object_that_escapes_on_one_branch_is_allocated_only_there);
    suite_add_tcase(suite, test_case);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
