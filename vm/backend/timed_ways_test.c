/* Which poll or stamp graphs come to first. */
#include "backend/timed_ways.h"

#include "base/check_run.h"
#include <math.h>
#include <stdlib.h>

#include "ir/testing.h"
#include "runtime/timing.h"

static struct graph_test test;
static struct timed_ways *ways;
static const struct position somewhere = {.method = "T.f()V", .bci = 7};

static void begin_without_positions(const char *text) {
    graph_test_begin(&test, text);
    cfg_compute(test.graph);
}

static void begin(const char *text) {
    begin_without_positions(text);
    for (int i = 0; i < test.graph->order_count; i++)
        block_each_node(node, test.graph->order[i])
            if (node->kind == NODE_poll) node->position = &somewhere;
    ways = timed_ways_find(test.graph, true);
}

/* [odds]: of the polls, of stamps, and of what is not known. */
static void assert_odds(const double *odds, const double *expected, uint32_t polls) {
    ck_assert_int_eq(timed_ways_ends(ways), polls + TIMED_ENDS);
    for (uint32_t i = 0; i < polls + TIMED_ENDS; i++)
        ck_assert_double_eq_tol(odds[i], expected[i], 1e-9);
}

#define ODDS(...)                                                                                  \
    (const double[]){__VA_ARGS__}, sizeof((double[]){__VA_ARGS__}) / sizeof(double) - 2

static const double *begins(const char *block) {
    return timed_ways_begin(ways, graph_test_block(&test, block));
}

static const char loops[] = "graph\n"
                            "p: int = parameter 0\n"
                            "entry:\n"
                            "    goto outer\n"
                            "outer:\n"
                            "    if p -> enter:0.8 end:0.2\n"
                            "enter:\n"
                            "    goto inner\n"
                            "inner:\n"
                            "    if p -> body:0.75 after:0.25\n"
                            "body:\n"
                            "    poll\n"
                            "    goto inner\n"
                            "after:\n"
                            "    poll\n"
                            "    goto outer\n"
                            "end:\n"
                            "    return\n";

START_TEST(ways_lead_to_the_polls_of_their_loops) {
    begin(loops);
    assert_odds(begins("body"), ODDS(1, 0, 0, 0));
    assert_odds(begins("after"), ODDS(0, 1, 0, 0));
    assert_odds(begins("inner"), ODDS(0.75, 0.25, 0, 0));
    assert_odds(begins("entry"), ODDS(0.6, 0.2, 0.2, 0));
    assert_odds(begins("end"), ODDS(0, 0, 1, 0));
    graph_test_end(&test);
}
END_TEST

START_TEST(without_polls_all_ways_lead_to_stamps) {
    begin(loops);
    ways = timed_ways_find(test.graph, false);
    assert_odds(begins("body"), ODDS(1, 0));
    graph_test_end(&test);
}
END_TEST

/* What comes before the call, and the poll, of a block, between them, and behind them. */
START_TEST(ways_from_nodes_lead_to_the_next_end_of_the_block) {
    begin("class A\n"
          "graph\n"
          "p: int = parameter 0\n"
          "entry:\n"
          "    goto loop\n"
          "loop:\n"
          "    a = add p p\n"
          "    poll\n"
          "    s = state @1\n"
          "    invoke static A.f()V s -> on:1 thrown:0\n"
          "on:\n"
          "    if p -> again:0.5 end:0.5\n"
          "again:\n"
          "    goto loop\n"
          "thrown:\n"
          "    e = exception\n"
          "    unwind e\n"
          "end:\n"
          "    return\n");
    const struct block *loop = graph_test_block(&test, "loop");
    assert_odds(begins("loop"), ODDS(1, 0, 0));
    block_each_node(node, loop) {
        bool is_before = node->kind == NODE_add || node->kind == NODE_poll;
        const double *odds = timed_ways_of(ways, node);
        ck_assert_double_eq(odds[0], is_before);
        ck_assert_double_eq(odds[1], !is_before);
    }
    assert_odds(begins("on"), ODDS(0.5, 0.5, 0)); /* round again */
    graph_test_end(&test);
}
END_TEST

/* The loop has no poll: its rounds go on as the last one does. */
START_TEST(rounds_without_an_end_lead_where_the_loop_does) {
    begin("graph\n"
          "p: int = parameter 0\n"
          "entry:\n"
          "    goto loop\n"
          "loop:\n"
          "    if p -> round:0.9 behind:0.1\n"
          "round:\n"
          "    if p -> again:0.9 end:0.1\n"
          "again:\n"
          "    goto loop\n"
          "behind:\n"
          "    goto polled\n"
          "polled:\n"
          "    poll\n"
          "    if p -> once:0.5 last:0.5\n"
          "once:\n"
          "    goto polled\n"
          "last:\n"
          "    return\n"
          "end:\n"
          "    return\n");
    /* A round leaves by 0.1, and by 0.09 to the end. */
    assert_odds(begins("loop"), ODDS(0.1 / 0.19, 0.09 / 0.19, 0));
    assert_odds(begins("again"), ODDS(0.1 / 0.19, 0.09 / 0.19, 0));
    assert_odds(begins("round"), ODDS(0.9 * 0.1 / 0.19, 0.1 + 0.9 * 0.09 / 0.19, 0));
    graph_test_end(&test);
}
END_TEST

START_TEST(a_poll_of_no_bytecode_tells_nothing) {
    begin_without_positions(loops);
    struct node *poll = (struct node *)graph_test_block(&test, "after")->first;
    while (poll->kind != NODE_poll) poll = poll->next;
    poll->position = &somewhere;
    ways = timed_ways_find(test.graph, true);
    ck_assert_int_eq(timed_ways_poll(ways, poll), 0);
    ck_assert_ptr_eq(timed_ways_position(ways, 0), &somewhere);
    assert_odds(begins("body"), ODDS(0, 0, 1));
    assert_odds(begins("inner"), ODDS(0.25, 0, 0.75));
    graph_test_end(&test);
}
END_TEST

START_TEST(rounds_for_ever_without_an_end_tell_nothing) {
    begin("graph\n"
          "p: int = parameter 0\n"
          "entry:\n"
          "    if p -> first:0.5 second:0.5\n"
          "first:\n"
          "    goto polled\n"
          "polled:\n"
          "    poll\n"
          "    goto polled\n"
          "second:\n"
          "    goto endless\n"
          "endless:\n"
          "    goto endless\n");
    assert_odds(begins("polled"), ODDS(1, 0, 0));
    assert_odds(begins("endless"), ODDS(0, 0, 1));
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("timed ways");
    TCase *cases = tcase_create("timed ways");
    tcase_add_test(cases, ways_lead_to_the_polls_of_their_loops);
    tcase_add_test(cases, without_polls_all_ways_lead_to_stamps);
    tcase_add_test(cases, ways_from_nodes_lead_to_the_next_end_of_the_block);
    tcase_add_test(cases, rounds_without_an_end_lead_where_the_loop_does);
    tcase_add_test(cases, a_poll_of_no_bytecode_tells_nothing);
    tcase_add_test(cases, rounds_for_ever_without_an_end_tell_nothing);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
