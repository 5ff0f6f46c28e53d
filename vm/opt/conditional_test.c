/* Conditional elimination: which dominating facts decide which conditions. */
#include <stdio.h>

#include "opt/opt_testing.h"

#define PARAMETERS                                                                                 \
    "class A\nclass B extends A\nfinal class C\ngraph\n"                                           \
    "p: int = parameter 0\nq: int = parameter 1\nr: reference = parameter 2\nd: double = "         \
    "parameter 3\n"

/* After [fact] held or not, is [query] decided? */
static const struct implication {
    const char *fact;
    bool holds;
    const char *query;
    int answer; /* -1: not decided */
} implications[] = {
    {"compare lt p q", true, "compare le p q", 1},
    {"compare lt p q", true, "compare ge p q", 0},
    {"compare lt p q", true, "compare ne p q", 1},
    {"compare lt p q", true, "compare gt q p", 1},
    {"compare lt p q", false, "compare lt q p", -1},
    {"compare lt p q", false, "compare le q p", 1},
    {"compare le p q", true, "compare eq p q", -1},
    {"compare eq p q", true, "compare le p q", 1},
    {"compare lt d 1.0", false, "compare ge d 1.0", -1}, /* not a number */
    {"compare lt d 1.0", true, "compare ne d 1.0", 1},
    {"compare below p q", true, "compare lt p q", -1},
    {"compare below p q", true, "compare below p q", 1},
    {"compare below p q", false, "compare below p q", 0},
    {"compare gt p 5", true, "compare gt p 3", 1},
    {"compare gt p 5", true, "compare eq p 5", 0},
    {"compare gt p 5", true, "compare gt p 7", -1},
    {"compare eq p 5", true, "compare lt p 6", 1},
    {"compare lt p 5", true, "compare le p 4", 1},
    {"compare lt p 5", true, "compare eq p 5", 0},
    {"compare le p 5", true, "compare eq p 5", -1},
    {"compare ne p 5", true, "compare eq p 5", 0},
    {"compare ne r null", true, "compare eq r null", 0},
    {"instanceof B r", true, "compare ne r null", 1},
    {"instanceof B r", true, "instanceof A r", 1},
    {"instanceof B r", true, "castok A r", 1},
    {"instanceof A r", true, "instanceof B r", -1},
    {"instanceof A r", false, "instanceof B r", 0},
    {"instanceof A r", true, "instanceof C r", 0},
    {"instanceof A r", true, "exactclass C r", 0},
    {"compare eq r null", true, "instanceof A r", 0},
    {"compare eq r null", true, "castok C r", 1},
    {"castok B r", true, "castok A r", 1},
    {"castok B r", true, "instanceof B r", -1},
    {"castok A r", false, "compare ne r null", 1},
};

START_TEST(a_dominating_condition_decides) {
    const struct implication *row = &implications[_i];
    char text[600];
    snprintf(text, sizeof text,
             PARAMETERS "e:\n"
                        "    c = %s\n"
                        "    if c -> %s\n"
                        "known:\n"
                        "    k = %s\n"
                        "    if k -> yes no\n"
                        "other:\n    return 0\n"
                        "yes:\n    return 1\n"
                        "no:\n    return 2\n",
             row->fact, row->holds ? "known other" : "other known", row->query);
    run(text, phase_conditional);
    int answer = block("yes")->is_dead ? 0 : block("no")->is_dead ? 1 : -1;
    ck_assert_msg(answer == row->answer, "%s being %d says %d of %s", row->fact, row->holds, answer,
                  row->query);
    end();
}
END_TEST

static const char two_guards[] = PARAMETERS "e:\n"
                                            "    s = state @0 locals p\n"
                                            "    c = compare ne r null\n"
                                            "    guard null_pointer c s\n"
                                            "    if p -> a b\n"
                                            "a:\n"
                                            "    guard null_pointer c s\n"
                                            "    return 1\n"
                                            "b:\n"
                                            "    return 0\n";

START_TEST(a_guard_is_shared_with_a_dominating_one) {
    run(two_guards, phase_conditional);
    ck_assert_int_eq(count(NODE_guard), 1);
    ck_assert_int_eq(told(EVENT_check_removed, REASON_dominated_condition), 1);
    ck_assert_str_eq(graph_test_event(&test, EVENT_check_removed, 0)->subject, "null_pointer");
    end();
}
END_TEST

START_TEST(without_shared_checks_both_guards_stay) {
    graph_test_begin(&test, two_guards);
    test.compilation.rule_disabled[RULE_share_checks] = true;
    graph_test_run(&test, phase_conditional);
    ck_assert_int_eq(count(NODE_guard), 2);
    end();
}
END_TEST

START_TEST(what_one_arm_knows_the_other_does_not) {
    run(PARAMETERS "e:\n"
                   "    s = state @0 locals p\n"
                   "    c = compare ne r null\n"
                   "    if p -> a b\n"
                   "a:\n"
                   "    guard null_pointer c s\n"
                   "    goto m\n"
                   "b:\n"
                   "    goto m\n"
                   "m:\n"
                   "    guard null_pointer c s\n"
                   "    return 0\n",
        phase_conditional);
    ck_assert_int_eq(count(NODE_guard), 2);
    end();
}
END_TEST

START_TEST(a_phi_takes_the_constant_that_a_branch_proved) {
    run(PARAMETERS "e:\n"
                   "    c = compare eq p 0\n"
                   "    if c -> a b\n"
                   "a:\n"
                   "    goto m\n"
                   "b:\n"
                   "    goto m\n"
                   "m:\n"
                   "    x = phi p 7\n"
                   "    return x\n",
        phase_conditional);
    ck_assert_int_eq(node("x")->inputs[0]->kind, NODE_const_int);
    ck_assert_int_eq(node("x")->inputs[1]->extra.integer, 7);
    end();
}
END_TEST

static const char test_after_cast[] = PARAMETERS "e:\n"
                                                 "    s = state @0 locals p\n"
                                                 "    c = castok B r\n"
                                                 "    guard class_cast c s\n"
                                                 "    t = instanceof A r\n"
                                                 "    if t -> a b\n"
                                                 "a:\n    return 1\n"
                                                 "b:\n    return 0\n";

START_TEST(a_type_test_after_a_cast_is_a_null_test) {
    run(test_after_cast, phase_conditional);
    struct node *condition = graph_find(test.graph, NODE_if)->inputs[0];
    ck_assert_int_eq(condition->kind, NODE_compare);
    ck_assert_int_eq(condition->extra.condition, COND_NE);
    ck_assert_ptr_eq(condition->inputs[0], node("r"));
    ck_assert_int_eq(condition->inputs[1]->kind, NODE_const_null);
    end();
}
END_TEST

START_TEST(without_branch_folding_it_stays_a_type_test) {
    graph_test_begin(&test, test_after_cast);
    test.compilation.rule_disabled[RULE_fold_branches] = true;
    graph_test_run(&test, phase_conditional);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_if)->inputs[0], node("t"));
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("conditional");
    tcase_add_loop_test(cases, a_dominating_condition_decides, 0,
                        (int)(sizeof implications / sizeof *implications));
    tcase_add_test(cases, a_guard_is_shared_with_a_dominating_one);
    tcase_add_test(cases, without_shared_checks_both_guards_stay);
    tcase_add_test(cases, what_one_arm_knows_the_other_does_not);
    tcase_add_test(cases, a_phi_takes_the_constant_that_a_branch_proved);
    tcase_add_test(cases, a_type_test_after_a_cast_is_a_null_test);
    tcase_add_test(cases, without_branch_folding_it_stays_a_type_test);
    return run_cases("conditional", cases);
}
