/* Order, dominators, loops, frequencies. */
#include "base/check_run.h"
#include <math.h>
#include <stdlib.h>

#include "ir/testing.h"

static struct graph_test test;

static struct block *b(const char *name) { return graph_test_block(&test, name); }

static const char nested[] = "graph\n"
                             "p: int = parameter 0\n"
                             "entry:\n"
                             "    goto outer\n"
                             "outer:\n"
                             "    goto inner\n"
                             "inner:\n"
                             "    if p -> body:0.75 after:0.25\n"
                             "body:\n"
                             "    goto inner\n"
                             "after:\n"
                             "    if p -> again:0.9 end:0.1\n"
                             "again:\n"
                             "    goto outer\n"
                             "end:\n"
                             "    return\n";

START_TEST(loops_nest) {
    graph_test_begin(&test, nested);
    ck_assert(block_is_loop_header(b("outer")));
    ck_assert(block_is_loop_header(b("inner")));
    ck_assert_ptr_eq(b("inner")->outer_loop, b("outer"));
    ck_assert_ptr_null(b("outer")->outer_loop);
    ck_assert_int_eq(b("body")->loop_depth, 2);
    ck_assert_int_eq(b("again")->loop_depth, 1);
    ck_assert_int_eq(b("end")->loop_depth, 0);
    ck_assert(block_in_loop(b("body"), b("outer")));
    ck_assert(!block_in_loop(b("after"), b("inner")));
    ck_assert(edge_is_back_edge(b("again"), b("outer")));
    ck_assert(!edge_is_back_edge(b("entry"), b("outer")));
    struct block **blocks;
    ck_assert_int_eq(loop_blocks(b("outer"), &blocks), 5);
    ck_assert_ptr_eq(blocks[0], b("outer"));
    ck_assert_int_eq(loop_blocks(b("inner"), &blocks), 2);
    graph_test_end(&test);
}
END_TEST

START_TEST(frequencies_of_nested_loops_are_exact) {
    graph_test_begin(&test, nested);
    ck_assert_double_eq_tol(b("outer")->frequency, 10, 1e-9);
    ck_assert_double_eq_tol(b("inner")->frequency, 40, 1e-9);
    ck_assert_double_eq_tol(b("body")->frequency, 30, 1e-9);
    ck_assert_double_eq_tol(b("again")->frequency, 9, 1e-9);
    ck_assert_double_eq_tol(b("end")->frequency, 1, 1e-9);
    graph_test_end(&test);
}
END_TEST

START_TEST(an_endless_loop_has_a_bounded_frequency) {
    graph_test_begin(&test, "graph\ne:\n    goto l\nl:\n    goto m\nm:\n    goto l\n");
    ck_assert_double_eq_tol(b("l")->frequency, 1e6, 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_loop_with_two_back_edges_is_one_loop) {
    graph_test_begin(&test, "graph\np: int = parameter 0\n"
                            "e:\n    goto h\n"
                            "h:\n    if p -> a b\n"
                            "a:\n    if p -> c:0.5 out:0.5\n"
                            "c:\n    goto h\n"
                            "b:\n    goto h\n"
                            "out:\n    return\n");
    ck_assert_double_eq_tol(b("h")->frequency, 4, 1e-9);
    ck_assert_int_eq(b("b")->loop_depth, 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(dominance_is_by_block_and_by_order) {
    graph_test_begin(&test, "graph\np: int = parameter 0\n"
                            "e:\n    x = add p 1\n    y = add x 1\n    if p -> a b\n"
                            "a:\n    z = add y 1\n    goto m\n"
                            "b:\n    goto m\n"
                            "m:\n    w = add y 2\n    return w\n");
    struct node *x = graph_test_node(&test, "x"), *y = graph_test_node(&test, "y");
    struct node *z = graph_test_node(&test, "z"), *w = graph_test_node(&test, "w");
    ck_assert(node_dominates(x, y));
    ck_assert(!node_dominates(y, x));
    ck_assert(node_dominates(x, w));
    ck_assert(!node_dominates(z, w));
    ck_assert(node_dominates(graph_test_node(&test, "p"), x));
    ck_assert_ptr_eq(b("m")->dominator, b("e"));
    ck_assert_ptr_null(b("e")->dominator);
    graph_test_end(&test);
}
END_TEST

START_TEST(cycles_are_weighted_by_frequency) {
    graph_test_begin(&test, "graph\n"
                            "p: int = parameter 0\n"
                            "b0:\n"
                            "    if p -> a:0.25 b:0.75\n"
                            "a:\n"
                            "    x = mul p p\n"
                            "    return x\n"
                            "b:\n"
                            "    return p\n");
    double branch = node_kind_cycles(NODE_if), product = node_kind_cycles(NODE_mul);
    ck_assert_double_gt(product, node_kind_cycles(NODE_add));
    ck_assert_double_eq(graph_cycles(test.graph),
                        branch + 0.25 * product + node_kind_cycles(NODE_return));
    graph_test_end(&test);
}
END_TEST

START_TEST(an_irreducible_loop_is_given_up) {
    graph_test_begin(&test, "graph\np: int = parameter 0\n"
                            "e:\n    if p -> a b\n"
                            "a:\n    goto x\n"
                            "b:\n    goto y\n"
                            "x:\n    if p -> xy out\n"
                            "y:\n    goto x\n"
                            "xy:\n    return 1\n"
                            "out:\n    return 2\n");
    /* The verifier refuses what is wrong, not what cannot be compiled: make the second entry by
     * hand. */
    block_keep_successor(b("x"), 0);
    struct node *old = b("xy")->last;
    edit_eliminate(old);
    block_end(b("xy"), node_new(test.graph, NODE_goto, TYPE_VOID, 0, NULL), 1,
              (struct block *[]){b("y")}, NULL);
    ck_assert_int_eq(graph_test_run(&test, cfg_compute), REASON_irreducible_loop);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_report_says_where_and_how_often) {
    graph_test_begin(&test, "graph\np: int = parameter 0\n"
                            "e:\n    if p -> a:0.25 b:0.75\n"
                            "a:\n    count \"x\" at A.foo(I)V:7:12\n    goto m\n"
                            "b:\n    goto m\nm:\n    return\n");
    struct node *count = graph_find(test.graph, NODE_count);
    compilation_report(&test.compilation, EVENT_check_removed, count, "it", 0, REASON_known_type);
    const struct event *event = graph_test_event(&test, EVENT_check_removed, 0);
    ck_assert_double_eq(event->frequency, 0.25);
    ck_assert_int_eq(event->position->bci, 7);
    ck_assert_str_eq(event->position->method, "A.foo(I)V");
    ck_assert_int_eq(graph_test_events_because(&test, EVENT_check_removed, REASON_known_type), 1);
    ck_assert_int_eq(graph_test_events_because(&test, EVENT_check_removed, REASON_none), 0);
    ck_assert_ptr_null(graph_test_event(&test, EVENT_check_removed, 1));
    ck_assert_double_eq(graph_frequency(test.graph, NODE_count), 0.25);
    ck_assert_int_eq(graph_size(test.graph), 3);
    graph_test_end(&test);
}
END_TEST

START_TEST(flow_facts_hold_until_the_flow_of_control_changes) {
    graph_test_begin(&test, "graph\np: int = parameter 0\n"
                            "e:\n    if p -> a:0.25 b:0.75\n"
                            "a:\n    goto m\n"
                            "b:\n    goto m\nm:\n    return\n");
    struct flow_facts *facts = flow_facts_take(test.graph);
    ck_assert(flow_facts_hold(facts, test.graph));
    flow_facts_hide(test.graph);
    ck_assert(!flow_facts_hold(facts, test.graph));
    ck_assert(isnan(b("m")->frequency));
    cfg_compute(test.graph);
    ck_assert(flow_facts_hold(facts, test.graph));
    b("e")->probabilities[0] = b("e")->probabilities[1] = 0.5;
    cfg_compute(test.graph);
    ck_assert(!flow_facts_hold(facts, test.graph));
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("control flow");
    TCase *tcase = tcase_create("control flow");
    tcase_add_test(tcase, loops_nest);
    tcase_add_test(tcase, frequencies_of_nested_loops_are_exact);
    tcase_add_test(tcase, an_endless_loop_has_a_bounded_frequency);
    tcase_add_test(tcase, a_loop_with_two_back_edges_is_one_loop);
    tcase_add_test(tcase, dominance_is_by_block_and_by_order);
    tcase_add_test(tcase, an_irreducible_loop_is_given_up);
    tcase_add_test(tcase, a_report_says_where_and_how_often);
    tcase_add_test(tcase, flow_facts_hold_until_the_flow_of_control_changes);
    tcase_add_test(tcase, cycles_are_weighted_by_frequency);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
