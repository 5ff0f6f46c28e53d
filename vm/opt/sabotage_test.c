/* The imitated bugs: the graph stays sound, and allocations run more often. */
#include "opt/opt_testing.h"

static const char on_one_branch[] = "class A { int x, static A shared }\ngraph\n"
                                    "p: int = parameter 0\n"
                                    "e:\n"
                                    "    goto f\n"
                                    "f:\n"
                                    "    if p -> escape:0.25 stay:0.75\n"
                                    "escape:\n"
                                    "    s0 = state @0 locals p\n"
                                    "    a = new A s0\n"
                                    "    storefield A.x a p\n"
                                    "    storestatic A.shared a\n"
                                    "    return\n"
                                    "stay:\n"
                                    "    return\n";

static const char on_both[] = "class A { static A shared, static A other }\ngraph\n"
                              "p: int = parameter 0\n"
                              "e:\n"
                              "    if p -> one:0.25 two:0.75\n"
                              "one:\n"
                              "    s0 = state @0 locals p\n"
                              "    a = new A s0\n"
                              "    storestatic A.shared a\n"
                              "    return\n"
                              "two:\n"
                              "    s1 = state @5 locals p\n"
                              "    b = new A s1\n"
                              "    storestatic A.other b\n"
                              "    return\n";

static const char in_loop[] = "class A { static A shared }\ngraph\n"
                              "p: int = parameter 0\n"
                              "e:\n"
                              "    goto head\n"
                              "head:\n"
                              "    i: int = phi 0 j\n"
                              "    c = compare lt i 10\n"
                              "    if c -> body:0.9 out:0.1\n"
                              "body:\n"
                              "    if p -> escape:0.5 stay:0.5\n"
                              "escape:\n"
                              "    s0 = state @0 locals p\n"
                              "    a = new A s0\n"
                              "    storestatic A.shared a\n"
                              "    goto latch\n"
                              "stay:\n"
                              "    goto latch\n"
                              "latch:\n"
                              "    j = add i 1\n"
                              "    goto head\n"
                              "out:\n"
                              "    return\n";

static double frequency_with(const char *text, enum sabotage sabotage) {
    graph_test_begin(&test, text);
    test.compilation.sabotaged[sabotage] = true;
    ck_assert_int_eq(graph_test_run(&test, phase_sabotage), REASON_none);
    return graph_frequency(test.graph, NODE_new);
}

START_TEST(nothing_happens_unless_asked_for) {
    run(on_one_branch, phase_sabotage);
    ck_assert_double_eq(graph_frequency(test.graph, NODE_new), 0.25);
    end();
}
END_TEST

START_TEST(an_allocation_is_moved_out_of_its_arm) {
    ck_assert_double_eq_tol(frequency_with(on_one_branch, SABOTAGE_hoist_arm_allocation), 1, 1e-9);
    ck_assert_ptr_null(node_state(node("a")));
    end();
}
END_TEST

START_TEST(an_allocation_is_moved_to_the_top) {
    ck_assert_double_eq_tol(frequency_with(on_one_branch, SABOTAGE_revert_escape), 1, 1e-9);
    ck_assert_ptr_eq(node("a")->block, test.graph->entry);
    end();
}
END_TEST

START_TEST(allocations_of_loops_are_not_moved_to_the_top_but_to_the_head) {
    ck_assert_double_eq_tol(frequency_with(in_loop, SABOTAGE_revert_escape), 4.5, 1e-9);
    end();
    ck_assert_double_eq_tol(frequency_with(in_loop, SABOTAGE_revert_escape_in_loop), 10, 1e-9);
    end();
}
END_TEST

START_TEST(an_allocation_that_both_arms_begin_with_is_shared) {
    ck_assert_double_eq_tol(frequency_with(on_both, SABOTAGE_hoist_common_allocation), 1, 1e-9);
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert(node("b")->is_dead);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("sabotage");
    tcase_add_test(cases, nothing_happens_unless_asked_for);
    tcase_add_test(cases, an_allocation_is_moved_out_of_its_arm);
    tcase_add_test(cases, an_allocation_is_moved_to_the_top);
    tcase_add_test(cases, allocations_of_loops_are_not_moved_to_the_top_but_to_the_head);
    tcase_add_test(cases, an_allocation_that_both_arms_begin_with_is_shared);
    return run_cases("sabotage", cases);
}
