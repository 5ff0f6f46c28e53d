/* Global value numbering: what is shared, and what only looks alike. */
#include "opt/opt_testing.h"

#define PARAMETERS "graph\np: int = parameter 0\nq: int = parameter 1\n"

START_TEST(an_equal_value_that_dominates_is_shared) {
    run(PARAMETERS "e:\n"
                   "    a = add p q\n"
                   "    if p -> x y\n"
                   "x:\n"
                   "    b = add q p\n"
                   "    return b\n"
                   "y:\n"
                   "    return 0\n",
        phase_gvn);
    ck_assert(node("b")->is_dead);
    ck_assert_ptr_eq(block("x")->last->inputs[0], node("a"));
    ck_assert_int_eq(told(EVENT_value_shared, REASON_equal_value), 1);
    end();
}
END_TEST

START_TEST(equal_values_of_two_arms_stay) {
    run(PARAMETERS "e:\n"
                   "    if p -> x y\n"
                   "x:\n"
                   "    a = add p q\n"
                   "    return a\n"
                   "y:\n"
                   "    b = add p q\n"
                   "    return b\n",
        phase_gvn);
    ck_assert_int_eq(count(NODE_add), 2);
    end();
}
END_TEST

START_TEST(operations_that_differ_in_order_condition_or_type_stay) {
    run("class A\nclass B\n" PARAMETERS "r: reference = parameter 2\n"
        "e:\n"
        "    a = sub p q\n"
        "    b = sub q p\n"
        "    c = compare lt p q\n"
        "    d = compare le p q\n"
        "    f = instanceof A r\n"
        "    g = instanceof B r\n"
        "    h = narrow byte p\n"
        "    i = narrow char p\n"
        "    s = state @0 locals a b c d f g h i\n"
        "    guard null_pointer p s\n"
        "    return 0\n",
        phase_gvn);
    ck_assert_int_eq(graph_test_events(&test, EVENT_value_shared), 0);
    end();
}
END_TEST

START_TEST(loads_and_allocations_are_not_shared) {
    run("class A { int x }\n" PARAMETERS "r: reference = parameter 2\n"
        "e:\n"
        "    s = state @0 locals p\n"
        "    a = new A s\n"
        "    b = new A s\n"
        "    x = loadfield A.x r\n"
        "    y = loadfield A.x r\n"
        "    z = add x y\n"
        "    return z\n",
        phase_gvn);
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(count(NODE_load_field), 2);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("gvn");
    tcase_add_test(cases, an_equal_value_that_dominates_is_shared);
    tcase_add_test(cases, equal_values_of_two_arms_stay);
    tcase_add_test(cases, operations_that_differ_in_order_condition_or_type_stay);
    tcase_add_test(cases, loads_and_allocations_are_not_shared);
    return run_cases("gvn", cases);
}
