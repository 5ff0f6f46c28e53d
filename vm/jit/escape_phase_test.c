/* The escape phase as a whole: what a second round finds after cleaning up, and that decisions are
 * told once. */
#include "jit/pipeline.h"
#include "opt/opt_testing.h"

static void escape(struct graph *graph) {
    pipeline_run_step(graph, STEP_escape, &(struct step_listener){0});
}

#define DECLARATIONS                                                                               \
    "class A { int x, static A shared }\n"                                                         \
    "graph\n"                                                                                      \
    "p: int = parameter 0\n"                                                                       \
    "q: int = parameter 1\n"

/* The field is 0 on both ways, but only folding finds that out. */
#define ZERO_FIELD                                                                                 \
    "e:\n"                                                                                         \
    "    s0 = state @0 locals p\n"                                                                 \
    "    a = new A s0\n"                                                                           \
    "    array = newarray int[] 4 s0\n"                                                            \
    "    if p -> left right\n"                                                                     \
    "left:\n"                                                                                      \
    "    zero = sub q q\n"                                                                         \
    "    storefield A.x a zero\n"                                                                  \
    "    goto meet\n"                                                                              \
    "right:\n"                                                                                     \
    "    goto meet\n"                                                                              \
    "meet:\n"                                                                                      \
    "    x = loadfield A.x a\n"

START_TEST(a_second_round_moves_on_what_the_first_one_materialised) {
    run(DECLARATIONS ZERO_FIELD "    storeelement int array x 7\n"
                                "    if q -> escape:0.25 stay:0.75\n"
                                "escape:\n"
                                "    return array\n"
                                "stay:\n"
                                "    return null\n",
        escape);
    ck_assert_double_eq_tol(graph_frequency(test.graph, NODE_new_array), 0.25, 1e-9);
    ck_assert_int_eq(graph_test_events(&test, EVENT_virtualized), 2);
    ck_assert_int_eq(graph_test_events(&test, EVENT_materialized), 1);
    ck_assert_int_eq(told(EVENT_materialized, REASON_returned), 1);
    end();
}
END_TEST

START_TEST(a_materialisation_in_an_arm_that_turns_out_dead_is_not_told) {
    run(DECLARATIONS ZERO_FIELD "    c = compare ne x 0\n"
                                "    if c -> escape stay\n"
                                "escape:\n"
                                "    storestatic A.shared a\n"
                                "    return 1\n"
                                "stay:\n"
                                "    return 0\n",
        escape);
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(graph_test_events(&test, EVENT_materialized), 0);
    ck_assert_int_eq(told(EVENT_virtualized, REASON_does_not_escape), 2);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("escape phase");
    tcase_add_test(cases, a_second_round_moves_on_what_the_first_one_materialised);
    tcase_add_test(cases, a_materialisation_in_an_arm_that_turns_out_dead_is_not_told);
    return run_cases("escape phase", cases);
}
