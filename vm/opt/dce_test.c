/* Dead code elimination: what goes, and what has an effect. */
#include "opt/opt_testing.h"

START_TEST(values_that_nobody_uses_go_with_what_only_they_used) {
    run("graph\np: int = parameter 0\n"
        "e:\n"
        "    a = add p 1\n"
        "    b = mul a a\n"
        "    return p\n",
        phase_dce);
    ck_assert_int_eq(count(NODE_add) + count(NODE_mul), 0);
    end();
}
END_TEST

START_TEST(phis_that_only_use_each_other_go) {
    run("graph\np: int = parameter 0\n"
        "e:\n"
        "    goto h\n"
        "h:\n"
        "    i: int = phi 0 j\n"
        "    k: int = phi 0 l\n"
        "    c = compare lt i p\n"
        "    if c -> body out\n"
        "body:\n"
        "    j = add i 1\n"
        "    l = add k 2\n"
        "    goto h\n"
        "out:\n"
        "    return i\n",
        phase_dce);
    ck_assert_int_eq(count(NODE_phi), 1);
    ck_assert_int_eq(count(NODE_add), 1);
    end();
}
END_TEST

START_TEST(a_value_that_only_a_frame_state_needs_stays) {
    run("graph\np: int = parameter 0\n"
        "e:\n"
        "    a = add p 1\n"
        "    s = state @3 locals a\n"
        "    guard null_pointer p s\n"
        "    return p\n",
        phase_dce);
    ck_assert_int_eq(count(NODE_add), 1);
    end();
}
END_TEST

START_TEST(allocations_volatile_loads_and_stores_stay_and_plain_loads_go) {
    run("class A { int x, volatile int y }\n"
        "graph\nr: reference = parameter 0\n"
        "e:\n"
        "    s = state @0 locals r\n"
        "    a = new A s\n"
        "    x = loadfield A.x r\n"
        "    y = loadfield A.y r\n"
        "    storefield A.x r 1\n"
        "    return\n",
        phase_dce);
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_int_eq(count(NODE_load_field), 1);
    ck_assert(!node("y")->is_dead);
    ck_assert_int_eq(count(NODE_store_field), 1);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("dce");
    tcase_add_test(cases, values_that_nobody_uses_go_with_what_only_they_used);
    tcase_add_test(cases, phis_that_only_use_each_other_go);
    tcase_add_test(cases, a_value_that_only_a_frame_state_needs_stays);
    tcase_add_test(cases, allocations_volatile_loads_and_stores_stay_and_plain_loads_go);
    return run_cases("dce", cases);
}
