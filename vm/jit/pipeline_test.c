/* The pipeline: its order, its switches, and what it does as a whole. */
#include <string.h>

#include "opt/opt_testing.h"
#include "jit/pipeline.h"

/* Figure 10 of the first paper, inlined constructor and all. */
static const char figure_10[] = "class A { int x }\n"
                                "method static A.use(LA;)V\n"
                                "graph\n"
                                "p: int = parameter 0\n"
                                "e:\n"
                                "    s0 = state @0 locals p\n"
                                "    a = new A s0\n"
                                "    storefield A.x a 1\n"
                                "    n = compare ne a null\n"
                                "    s1 = state @8 locals p stack a\n"
                                "    c = compare ne p 0\n"
                                "    if c -> escape:0.8 stay:0.2\n"
                                "escape:\n"
                                "    guard null_pointer n s1\n"
                                "    s2 = state @12 locals p after_call\n"
                                "    invoke static A.use(LA;)V a s2 -> back caught\n"
                                "caught:\n"
                                "    thrown = exception\n"
                                "    unwind thrown\n"
                                "back:\n"
                                "    goto done\n"
                                "stay:\n"
                                "    goto done\n"
                                "done:\n"
                                "    return\n";

struct heard {
    int steps;
    bool built_first, has_escape;
    const char *last;
};

static void after_step(void *context, const char *step, struct graph *graph) {
    struct heard *heard = context;
    if (heard->steps++ == 0) heard->built_first = strcmp(step, "build") == 0;
    heard->has_escape |= strcmp(step, "escape") == 0;
    heard->last = step;
}

static struct heard run_pipeline(const char *text, const char *disabled) {
    struct heard heard = {0};
    graph_test_begin(&test, text);
    const char *off[] = {"inline", disabled}; /* the callee of a text graph has no bytecode */
    struct pipeline_options options = {off, disabled ? 2 : 1, after_step, &heard};
    pipeline_run(test.graph, &options);
    graph_check(test.graph, "the pipeline");
    return heard;
}

START_TEST(the_steps_stand_in_an_order_that_the_reasons_allow) {
    ck_assert_ptr_null(pipeline_order_violation());
}
END_TEST

START_TEST(each_phase_is_listed_once) {
    const char *phase, *earlier, *purpose;
    int escapes = 0;
    for (int i = 0; pipeline_phase(i, &phase, &purpose); i++) {
        escapes += strcmp(phase, "escape") == 0;
        for (int k = 0; k < i && pipeline_phase(k, &earlier, &purpose); k++)
            ck_assert_str_ne(phase, earlier);
    }
    ck_assert_int_eq(escapes, 1);
}
END_TEST

START_TEST(figure_10_allocates_where_the_object_escapes) {
    struct heard heard = run_pipeline(figure_10, NULL);
    ck_assert(heard.built_first);
    ck_assert_str_eq(heard.last, "sabotage");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_new), 0.8, 1e-9);
    ck_assert_int_eq(count(NODE_guard), 0);
    ck_assert_int_eq(told(EVENT_materialized, REASON_passed_to_call), 1);
    end();
}
END_TEST

START_TEST(a_phase_that_is_switched_off_does_not_run) {
    struct heard heard = run_pipeline(figure_10, "escape");
    ck_assert(!heard.has_escape);
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_new), 1, 1e-9);
    end();
}
END_TEST

START_TEST(checks_that_stay_are_told_once) {
    run_pipeline("graph\n"
                 "p: int = parameter 0\n"
                 "r: reference = parameter 1\n"
                 "e:\n"
                 "    s = state @0 locals p r\n"
                 "    n = compare ne r null\n"
                 "    guard null_pointer n s\n"
                 "    guard null_pointer n s\n"
                 "    return\n",
                 NULL);
    ck_assert_int_eq(graph_test_events(&test, EVENT_check_kept), 1);
    ck_assert_int_eq(graph_test_events(&test, EVENT_check_removed), 1);
    ck_assert_str_eq(graph_test_event(&test, EVENT_check_kept, 0)->subject, "null_pointer");
    end();
}
END_TEST

START_TEST(events_name_the_phase_that_decided) {
    run_pipeline(figure_10, NULL);
    ck_assert_str_eq(graph_test_event(&test, EVENT_materialized, 0)->phase, "escape");
    ck_assert_str_eq(graph_test_event(&test, EVENT_check_removed, 0)->phase, "canonical");
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("pipeline");
    tcase_add_test(cases, the_steps_stand_in_an_order_that_the_reasons_allow);
    tcase_add_test(cases, each_phase_is_listed_once);
    tcase_add_test(cases, figure_10_allocates_where_the_object_escapes);
    tcase_add_test(cases, a_phase_that_is_switched_off_does_not_run);
    tcase_add_test(cases, checks_that_stay_are_told_once);
    tcase_add_test(cases, events_name_the_phase_that_decided);
    return run_cases("pipeline", cases);
}
