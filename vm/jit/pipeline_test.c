/* The pipeline: its order, its switches, its rounds. What it does as a whole: the files in tests. */
#include <string.h>

#include "base/check_run.h"
#include "ir/testing.h"
#include "jit/pipeline.h"

static struct graph_test test;

/* Figure 10 of Zheng, Bulej and Binder (OOPSLA 2015), with the constructor inlined. */
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
    int steps, parts;
    struct strbuf names; /* of all, each with a semicolon */
};

static void after_step(void *context, const struct step_done *done, struct graph *graph) {
    struct heard *heard = context;
    if (done->is_part)
        heard->parts++;
    else
        heard->steps++;
    ck_assert(done->seconds >= 0);
    strbuf_addf(&heard->names, "%s;", done->name);
}

static bool was_heard(struct heard *heard, const char *names) {
    return strstr(strbuf_text(&heard->names), names) != NULL;
}

/* The callee of a text graph has no bytecode. */
static struct heard run_pipeline(const char *text, enum phase disabled) {
    struct heard heard = {.names = STRBUF_INIT};
    struct step_listener listener = {after_step, &heard};
    graph_test_begin(&test, text);
    test.compilation.phase_disabled[PHASE_inline] = true;
    test.compilation.phase_disabled[disabled] = true;
    pipeline_run(test.graph, STAGE_optimize, &listener);
    graph_check(test.graph, "the pipeline");
    return heard;
}

static void done_with(struct heard *heard) {
    strbuf_release(&heard->names);
    graph_test_end(&test);
}

START_TEST(the_steps_stand_in_an_order_that_the_reasons_allow) {
    ck_assert_ptr_null(pipeline_order_violation(NULL, 0));
}
END_TEST

START_TEST(an_order_that_the_steps_violate_is_told_with_its_reason) {
    const struct step_order orders[] = {
        {STEP_inline, STEP_escape, "it is so"},
        {STEP_canonical_2, STEP_peel, "loops would be small"},
    };
    ck_assert_str_eq(pipeline_order_violation(orders, 2),
                     "\"canonical 2\" must come before \"peel\", because loops would be small");
    ck_assert_ptr_null(pipeline_order_violation(orders, 1));
}
END_TEST

START_TEST(each_phase_that_can_be_switched_off_is_listed_once) {
    int escapes = 0;
    enum phase phase;
    for (int i = 0; (phase = pipeline_phase(i)) != PHASE_none; i++) {
        escapes += phase == PHASE_escape;
        ck_assert(phase != PHASE_build && phase != PHASE_lower && phase != PHASE_splice);
        for (int k = 0; k < i; k++) ck_assert_int_ne(phase, pipeline_phase(k));
    }
    ck_assert_int_eq(escapes, 1);
}
END_TEST

START_TEST(what_runs_in_rounds_is_told_part_by_part_and_then_as_a_whole) {
    struct heard heard = run_pipeline(figure_10, PHASE_none);
    ck_assert(was_heard(&heard, ";escape round 1;escape round 1: canonical;escape round 1: dce;"));
    ck_assert(was_heard(&heard, ";escape round 2;escape;canonical 3;"));
    ck_assert_int_eq(heard.parts, 4);
    done_with(&heard);
}
END_TEST

START_TEST(a_phase_that_is_switched_off_does_not_run_in_rounds_either) {
    struct heard heard = run_pipeline(figure_10, PHASE_dce);
    ck_assert(was_heard(&heard, ";escape round 1;escape round 1: canonical;escape round 2;"));
    ck_assert(!was_heard(&heard, "dce"));
    done_with(&heard);
}
END_TEST

START_TEST(a_limit_says_how_many_rounds_there_are) {
    double limits[LIMIT_COUNT];
    memcpy(limits, limit_defaults, sizeof limits);
    limits[LIMIT_escape_rounds] = 1;
    struct heard heard = {.names = STRBUF_INIT};
    graph_test_begin(&test, figure_10);
    test.compilation.limits = limits;
    pipeline_run_step(test.graph, STEP_escape, &(struct step_listener){after_step, &heard});
    ck_assert(was_heard(&heard, "escape round 1: dce;escape;"));
    ck_assert_int_eq(heard.steps, 1);
    done_with(&heard);
}
END_TEST

START_TEST(lowering_comes_after_all_that_optimises) {
    struct heard heard = run_pipeline(figure_10, PHASE_none);
    ck_assert(was_heard(&heard, ";sabotage;"));
    ck_assert(!was_heard(&heard, "lower"));
    strbuf_clear(&heard.names);
    pipeline_run(test.graph, STAGE_lower, &(struct step_listener){after_step, &heard});
    ck_assert_str_eq(strbuf_text(&heard.names),
                     "lower;polls;splice;lower inserted;polls inserted;jump_threading;share;");
    ck_assert_int_eq(graph_count(test.graph, NODE_new), 0);
    done_with(&heard);
}
END_TEST

START_TEST(a_phase_that_is_switched_off_does_not_run) {
    struct heard heard = run_pipeline(figure_10, PHASE_escape);
    ck_assert(!was_heard(&heard, "escape"));
    done_with(&heard);
}
END_TEST

START_TEST(events_name_the_phase_that_decided) {
    struct heard heard = run_pipeline(figure_10, PHASE_none);
    ck_assert_str_eq(graph_test_event(&test, EVENT_materialized, 0)->phase, "escape");
    ck_assert_str_eq(graph_test_event(&test, EVENT_check_removed, 0)->phase, "canonical");
    done_with(&heard);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("pipeline");
    tcase_add_test(cases, the_steps_stand_in_an_order_that_the_reasons_allow);
    tcase_add_test(cases, an_order_that_the_steps_violate_is_told_with_its_reason);
    tcase_add_test(cases, each_phase_that_can_be_switched_off_is_listed_once);
    tcase_add_test(cases, what_runs_in_rounds_is_told_part_by_part_and_then_as_a_whole);
    tcase_add_test(cases, a_phase_that_is_switched_off_does_not_run_in_rounds_either);
    tcase_add_test(cases, a_limit_says_how_many_rounds_there_are);
    tcase_add_test(cases, lowering_comes_after_all_that_optimises);
    tcase_add_test(cases, a_phase_that_is_switched_off_does_not_run);
    tcase_add_test(cases, events_name_the_phase_that_decided);
    Suite *suite = suite_create("pipeline");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
