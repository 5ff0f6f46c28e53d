/* Loop peeling: which loops are worth it, and what the rest of the loop gains. */
#include <stdio.h>

#include "opt/opt_testing.h"

#define PARAMETERS                                                                                 \
    "class A { int x, static A shared }\ngraph\n"                                                  \
    "p: int = parameter 0\nq: int = parameter 1\nr: reference = parameter 2\n"

#define HEAD                                                                                       \
    "e:\n"                                                                                         \
    "    goto head\n"                                                                              \
    "head:\n"                                                                                      \
    "    i: int = phi 0 j\n"                                                                       \
    "    c = compare lt i q\n"                                                                     \
    "    if c -> body:0.9 out:0.1\n"

#define LATCH                                                                                      \
    "    j = add i 1\n"                                                                            \
    "    goto head\n"                                                                              \
    "out:\n"                                                                                       \
    "    return i\n"

static void peel_and_clean(struct graph *graph) {
    phase_peel(graph);
    cfg_compute(graph);
    phase_canonical(graph);
    cfg_compute(graph);
    phase_conditional(graph);
    cfg_compute(graph);
    phase_canonical(graph);
}

static double frequency_in_loops(enum node_kind kind) {
    double frequency = 0;
    for (int i = 0; i < test.graph->order_count; i++) {
        block_each_node(at, test.graph->order[i]) {
            if (at->kind == kind && at->block->loop) frequency += at->block->frequency;
        }
    }
    return frequency;
}

START_TEST(an_invariant_guard_is_left_in_the_first_iteration_only) {
    run(PARAMETERS HEAD "body:\n"
                        "    s = state @3 locals i r\n"
                        "    n = compare ne r null\n"
                        "    guard null_pointer n s\n"
                        "    storefield A.x r i\n" LATCH,
        peel_and_clean);
    ck_assert_int_eq(told(EVENT_loop_peeled, REASON_loop_entry_invariant), 1);
    ck_assert_int_eq(count(NODE_guard), 1);
    ck_assert_double_eq(frequency_in_loops(NODE_guard), 0);
    end();
}
END_TEST

START_TEST(a_loop_that_gains_nothing_is_left_alone) {
    run(PARAMETERS HEAD "body:\n"
                        "    s = state @3 locals i r\n"
                        "    n = compare below i p\n"
                        "    guard array_bounds n s\n" LATCH,
        phase_peel);
    ck_assert_int_eq(graph_test_events(&test, EVENT_loop_peeled), 0);
    end();
}
END_TEST

START_TEST(a_guard_that_only_some_iterations_pass_is_not_enough) {
    run(PARAMETERS HEAD "body:\n"
                        "    n = compare ne r null\n"
                        "    if p -> check skip\n"
                        "check:\n"
                        "    s = state @3 locals i r\n"
                        "    guard null_pointer n s\n"
                        "    goto latch\n"
                        "skip:\n"
                        "    goto latch\n"
                        "latch:\n" LATCH,
        phase_peel);
    ck_assert_int_eq(graph_test_events(&test, EVENT_loop_peeled), 0);
    end();
}
END_TEST

START_TEST(a_branch_that_only_the_first_iteration_takes_leaves_the_loop) {
    run(PARAMETERS "e:\n"
                   "    goto head\n"
                   "head:\n"
                   "    i: int = phi 0 j\n"
                   "    first: int = phi 1 0\n"
                   "    c = compare lt i q\n"
                   "    if c -> body:0.9 out:0.1\n"
                   "body:\n"
                   "    if first -> once again\n"
                   "once:\n"
                   "    storestatic A.shared r\n"
                   "    goto latch\n"
                   "again:\n"
                   "    goto latch\n"
                   "latch:\n" LATCH,
        peel_and_clean);
    ck_assert_int_eq(graph_test_events(&test, EVENT_loop_peeled), 1);
    ck_assert_int_eq(count(NODE_store_static), 1);
    ck_assert_double_eq(frequency_in_loops(NODE_store_static), 0);
    end();
}
END_TEST

START_TEST(a_flag_that_its_own_branch_clears_is_constant_from_the_second_iteration_on) {
    run(PARAMETERS "e:\n"
                   "    goto head\n"
                   "head:\n"
                   "    i: int = phi 0 j\n"
                   "    first: int = phi 1 flag\n"
                   "    c = compare lt i q\n"
                   "    if c -> body:0.9 out:0.1\n"
                   "body:\n"
                   "    if first -> once again\n"
                   "once:\n"
                   "    storestatic A.shared r\n"
                   "    goto latch\n"
                   "again:\n"
                   "    goto latch\n"
                   "latch from once again:\n"
                   "    flag = phi 0 first\n" LATCH,
        phase_conditional);
    ck_assert_int_eq(graph_test_run(&test, peel_and_clean), REASON_none);
    ck_assert_int_eq(graph_test_events(&test, EVENT_loop_peeled), 1);
    ck_assert_double_eq(frequency_in_loops(NODE_store_static), 0);
    end();
}
END_TEST

static void one_round_of_escape(struct graph *graph) {
    phase_escape_begin(graph);
    cfg_compute(graph);
    phase_escape_round(graph);
}

START_TEST(an_object_that_escapes_in_the_first_iteration_is_allocated_with_it) {
    run(PARAMETERS "e:\n"
                   "    s0 = state @0 locals p\n"
                   "    a = new A s0\n"
                   "    goto head\n"
                   "head:\n"
                   "    i: int = phi 0 j\n"
                   "    first: int = phi 1 0\n"
                   "    c = compare lt i q\n"
                   "    if c -> body:0.2 out:0.8\n"
                   "body:\n"
                   "    if first -> once again\n"
                   "once:\n"
                   "    storestatic A.shared a\n"
                   "    goto latch\n"
                   "again:\n"
                   "    goto latch\n"
                   "latch:\n" LATCH,
        peel_and_clean);
    ck_assert_int_eq(graph_test_run(&test, one_round_of_escape), REASON_none);
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_new), 0.25, 1e-9);
    end();
}
END_TEST

/* The body's frequency in and before the loop, when [stay] of the header's visits stay in it and
 * [back] of the iterations begun come back. */
static void peel_a_loop(const char *stay, const char *leave, const char *back, const char *out) {
    char text[1000];
    snprintf(text, sizeof text,
             PARAMETERS "e:\n"
                        "    s = state @0 locals p\n"
                        "    goto head\n"
                        "head:\n"
                        "    i: int = phi 0 j\n"
                        "    c = compare lt i q\n"
                        "    if c -> body:%s out:%s\n"
                        "body:\n"
                        "    n = compare ne r null\n"
                        "    guard null_pointer n s\n"
                        "    storefield A.x r i\n"
                        "    k = compare lt i p\n"
                        "    if k -> latch:%s away:%s\n"
                        "latch:\n"
                        "    j = add i 1\n"
                        "    goto head\n"
                        "away:\n"
                        "    return 0\n"
                        "out:\n"
                        "    return i\n",
             stay, leave, back, out);
    run(text, phase_peel);
    cfg_compute(test.graph);
    ck_assert_int_eq(graph_test_events(&test, EVENT_loop_peeled), 1);
}

START_TEST(a_loop_of_several_iterations_has_a_first_one) {
    peel_a_loop("0.9", "0.1", "1", "0");
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_store_field), 9, 1e-9);
    ck_assert_double_eq_tol(frequency_in_loops(NODE_store_field), 8, 1e-9);
    end();
    peel_a_loop("0.8", "0.2", "0.5", "0.5");
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_store_field), 4 / 3.0, 1e-9);
    ck_assert_double_eq_tol(frequency_in_loops(NODE_store_field), 1 / 3.0, 1e-9);
    end();
}
END_TEST

START_TEST(a_loop_that_is_hardly_entered_has_its_only_iteration_in_front) {
    peel_a_loop("0.2", "0.8", "1", "0");
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_store_field), 0.25, 1e-9);
    ck_assert_double_eq_tol(frequency_in_loops(NODE_store_field), 0, 1e-9);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("peel");
    tcase_add_test(cases, an_invariant_guard_is_left_in_the_first_iteration_only);
    tcase_add_test(cases, a_loop_that_gains_nothing_is_left_alone);
    tcase_add_test(cases, a_guard_that_only_some_iterations_pass_is_not_enough);
    tcase_add_test(cases, a_branch_that_only_the_first_iteration_takes_leaves_the_loop);
    tcase_add_test(cases,
                   a_flag_that_its_own_branch_clears_is_constant_from_the_second_iteration_on);
    tcase_add_test(cases, an_object_that_escapes_in_the_first_iteration_is_allocated_with_it);
    tcase_add_test(cases, a_loop_of_several_iterations_has_a_first_one);
    tcase_add_test(cases, a_loop_that_is_hardly_entered_has_its_only_iteration_in_front);
    return run_cases("peel", cases);
}
