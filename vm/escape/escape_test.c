/* Partial escape analysis of graphs that are made here: loops nested so deeply, or with so many
 * variables, that limits matter. All else that it must get right: the files in tests. */
#include <stdio.h>

#include "base/check_run.h"
#include "escape/escape.h"
#include "ir/entries.h"
#include "ir/testing.h"

static struct graph_test test;

static void run_round(struct graph *graph) {
    struct escape_log *log = escape_log_new(graph);
    if (graph_separate_loop_entries(graph)) cfg_compute(graph);
    escape_run(graph, log);
    escape_log_report(log);
}

static void run_text(const char *text) {
    graph_test_begin(&test, text);
    ck_assert_int_eq(graph_test_run(&test, run_round), REASON_none);
}

static int kept_because(enum reason reason) {
    return graph_test_events_because(&test, EVENT_allocation_kept, reason);
}

#define DECLARATIONS                                                                               \
    "class A { int x, A next }\n"                                                                  \
    "graph\n"                                                                                      \
    "p: int = parameter 0\n"                                                                       \
    "q: int = parameter 1\n"

/* Each walk of the loop finds that one more element varies. */
START_TEST(a_loop_that_does_not_settle_gets_real_objects) {
    char text[4000];
    int length = snprintf(text, sizeof text,
                          DECLARATIONS "e:\n"
                                       "    s0 = state @0 locals p\n"
                                       "    a = newarray int[] 20 s0\n"
                                       "    goto head\n"
                                       "head:\n"
                                       "    i: int = phi 0 j\n"
                                       "    c = compare lt i q\n"
                                       "    if c -> body:0.9 out:0.1\n"
                                       "body:\n");
    for (int i = 0; i < 19; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "    x%d = loadelement int a %d\n    storeelement int a %d x%d\n", i,
                           i + 1, i, i);
    snprintf(text + length, sizeof text - (size_t)length,
             "    storeelement int a 19 i\n"
             "    j = add i 1\n"
             "    goto head\n"
             "out:\n"
             "    y = loadelement int a 0\n"
             "    return y\n");
    run_text(text);
    ck_assert_int_eq(graph_count(test.graph, NODE_new_array), 1);
    ck_assert_int_eq(kept_because(REASON_iteration_limit), 1);
    graph_test_end(&test);
}
END_TEST

/* Loops [at] to [depth], one in the other; the innermost writes to the object. */
static int print_nest(char *text, size_t size, int depth, int at) {
    int length = snprintf(text, size, "l%d:\n", at);
    if (at == depth) {
        length += snprintf(text + length, size - (size_t)length, "    storefield A.x a q\n");
    } else {
        length += snprintf(text + length, size - (size_t)length, "    goto l%d\n", at + 1);
        length += print_nest(text + length, size - (size_t)length, depth, at + 1);
    }
    return length + snprintf(text + length, size - (size_t)length,
                             "    if p -> b%d x%d\nb%d:\n    goto l%d\nx%d:\n"
                             "    goto o%d\no%d:\n",
                             at, at, at, at, at, at, at);
}

static void run_nest(int depth) {
    char text[8000];
    int length = snprintf(text, sizeof text,
                          DECLARATIONS "e:\n    s0 = state @0 locals p\n"
                                       "    a = new A s0\n    goto l1\n");
    length += print_nest(text + length, sizeof text - (size_t)length, depth, 1);
    snprintf(text + length, sizeof text - (size_t)length,
             "    y = loadfield A.x a\n    return y\n");
    run_text(text);
}

START_TEST(loops_nested_so_deeply_that_walking_them_takes_too_long_get_real_objects) {
    run_nest(7);
    ck_assert_int_eq(graph_count(test.graph, NODE_new), 0);
    graph_test_end(&test);
    run_nest(21);
    ck_assert_int_eq(graph_count(test.graph, NODE_new), 1);
    ck_assert_int_eq(kept_because(REASON_carried_by_loop), 1);
    graph_test_end(&test);
}
END_TEST

/* Loops [at] to [depth], one in the other, each walking along a list of its own. */
static int print_walks(char *text, size_t size, int depth, int at) {
    int length = snprintf(text, size,
                          "    a%d = new A s0\n    goto l%d\nl%d:\n"
                          "    p%d: reference = phi a%d n%d\n    storefield A.x p%d q\n",
                          at, at, at, at, at, at, at);
    if (at < depth) length += print_walks(text + length, size - (size_t)length, depth, at + 1);
    return length + snprintf(text + length, size - (size_t)length,
                             "    n%d = loadfield A.next p%d\n"
                             "    if p -> b%d x%d\nb%d:\n    goto l%d\nx%d:\n"
                             "    goto o%d\no%d:\n",
                             at, at, at, at, at, at, at, at, at);
}

/* A loop that is walked twice in each walk of the one around it would never end here. */
START_TEST(walks_nested_deeply_are_walked_as_often_as_the_limit_says) {
    char text[12000];
    int length = snprintf(text, sizeof text, DECLARATIONS "e:\n    s0 = state @0 locals p\n");
    length += print_walks(text + length, sizeof text - (size_t)length, 40, 1);
    snprintf(text + length, sizeof text - (size_t)length, "    return\n");
    run_text(text);
    ck_assert_int_gt(kept_because(REASON_loop_depth_limit), 0);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("escape");
    TCase *cases = tcase_create("limits");
    tcase_add_test(cases, a_loop_that_does_not_settle_gets_real_objects);
    tcase_add_test(cases, loops_nested_so_deeply_that_walking_them_takes_too_long_get_real_objects);
    tcase_add_test(cases, walks_nested_deeply_are_walked_as_often_as_the_limit_says);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
