/* The verifier finds each kind of damage. */
#include "base/check_run.h"
#include <stdlib.h>

#include "ir/frame_state.h"
#include "ir/testing.h"

static struct graph_test test;

static struct node *n(const char *name) { return graph_test_node(&test, name); }
static struct block *b(const char *name) { return graph_test_block(&test, name); }

static void set_up(void) {
    graph_test_begin(&test, "class A { int x }\n"
                            "method static A.f(I)I\n"
                            "graph A.f(I)I\n"
                            "p = parameter 0\n"
                            "e:\n"
                            "    s = state @1 locals p\n"
                            "    x = add p 1\n"
                            "    guard unresolved x s\n"
                            "    if x -> l r\n"
                            "l:\n"
                            "    i = invoke static A.f(I)I x s -> ok bad\n"
                            "bad:\n"
                            "    exc = exception\n"
                            "    unwind exc\n"
                            "ok:\n"
                            "    goto m\n"
                            "r:\n"
                            "    y = add x 2\n"
                            "    goto m\n"
                            "m from ok r:\n"
                            "    z: int = phi i y\n"
                            "    return z\n");
}

static void tear_down(void) { graph_test_end(&test); }

static void assert_problem(const char *what) {
    struct strbuf problem = STRBUF_INIT;
    ck_assert(!graph_verify(test.graph, &problem));
    ck_assert_msg(strstr(strbuf_text(&problem), what) != NULL, "%s", strbuf_text(&problem));
    strbuf_release(&problem);
}

START_TEST(a_sound_graph_has_no_problem) {
    struct strbuf problem = STRBUF_INIT;
    ck_assert(graph_verify(test.graph, &problem));
    ck_assert_str_eq(strbuf_text(&problem), "");
}
END_TEST

START_TEST(an_input_of_another_type_is_found) {
    node_set_input(n("x"), 1, graph_long(test.graph, 1));
    assert_problem("operands and result have different types");
}
END_TEST

START_TEST(a_condition_that_is_no_int_is_found) {
    node_set_input(b("e")->last, 0, graph_null(test.graph));
    assert_problem("an input has another type");
}
END_TEST

START_TEST(an_argument_of_another_type_is_found) {
    node_set_input(n("i"), 0, graph_null(test.graph));
    assert_problem("an argument has another type");
}
END_TEST

START_TEST(a_result_of_another_type_is_found) {
    node_set_input(b("m")->last, 0, graph_null(test.graph));
    assert_problem("it returns another type than the method");
}
END_TEST

/* A graph with this line; input [index] of its node becomes a long. */
static void assert_long_is_found(const char *line, enum node_kind kind, int index,
                                 const char *what) {
    graph_test_end(&test);
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text,
                "class A { int x, static int z }\n"
                "graph\n"
                "a: reference = parameter 0\n"
                "l: long = parameter 1\n"
                "i: int = parameter 2\n"
                "e:\n"
                "    %s\n"
                "    return\n",
                line);
    graph_test_begin(&test, strbuf_text(&text));
    strbuf_release(&text);
    node_set_input(graph_find(test.graph, kind), index, n("l"));
    assert_problem(what);
}

START_TEST(operands_of_different_types_are_found) {
    assert_long_is_found("compare eq i 1", NODE_compare, 0, "operands have different types");
    assert_long_is_found("compare3 1 i 1", NODE_compare_three, 1, "operands have different types");
    const char *unlike_result = "operands and result have different types";
    assert_long_is_found("w: int = shl i 1", NODE_shl, 0, unlike_result);
    assert_long_is_found("w: int = neg i", NODE_neg, 0, unlike_result);
    assert_long_is_found("w: int = select i 1 2", NODE_select, 2, unlike_result);
}
END_TEST

START_TEST(a_store_of_another_type_is_found) {
    const char *what = "an input has another type";
    assert_long_is_found("storefield A.x a i", NODE_store_field, 1, what);
    assert_long_is_found("storestatic A.z i", NODE_store_static, 0, what);
    assert_long_is_found("storeelement int a i i", NODE_store_element, 2, what);
}
END_TEST

START_TEST(a_load_of_another_type_is_found) {
    static const char *const loads[] = {"w = loadfield A.x a", "w = loadstatic A.z",
                                        "w = loadelement int a 0"};
    graph_test_end(&test);
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text,
                "class A { int x, static int z }\n"
                "graph\n"
                "a: reference = parameter 0\n"
                "e:\n"
                "    %s\n"
                "    return\n",
                loads[_i]);
    graph_test_begin(&test, strbuf_text(&text));
    strbuf_release(&text);
    n("w")->type = TYPE_LONG;
    assert_problem("what it loads has another type");
}
END_TEST

START_TEST(a_missing_input_is_found) {
    node_remove_input(n("x"), 1);
    assert_problem("an input is missing");
}
END_TEST

START_TEST(an_input_too_many_is_found) {
    node_add_input(n("x"), n("p"));
    assert_problem("it has too many inputs");
}
END_TEST

START_TEST(a_phi_without_an_input_a_predecessor_is_found) {
    node_remove_input(n("z"), 1);
    assert_problem("it has not one input for each predecessor");
}
END_TEST

START_TEST(a_use_before_the_definition_is_found) {
    edit_move_before(n("x"), b("e")->last);
    assert_problem("which it does not dominate");
}
END_TEST

START_TEST(a_phi_input_that_does_not_reach_its_edge_is_found) {
    node_set_input(n("z"), 0, n("y"));
    assert_problem("which it does not dominate");
}
END_TEST

START_TEST(a_result_used_where_the_call_threw_is_found) {
    struct node *use = node_new(test.graph, NODE_neg, TYPE_INT, 1, (struct node *[]){n("i")});
    node_insert_after(n("exc"), use);
    assert_problem("which it does not dominate");
}
END_TEST

START_TEST(a_value_in_a_state_that_does_not_dominate_is_found) {
    node_set_input(n("s"), 0, n("y"));
    assert_problem("which it does not dominate");
}
END_TEST

START_TEST(a_use_that_is_not_listed_is_found) {
    n("p")->uses.count--;
    assert_problem("but its list says");
}
END_TEST

START_TEST(a_user_outside_the_graph_is_found) {
    node_new(test.graph, NODE_neg, TYPE_INT, 1, (struct node *[]){n("p")});
    assert_problem("but its list says");
}
END_TEST

START_TEST(an_input_that_is_not_placed_is_found) {
    struct node *loose = node_new(test.graph, NODE_neg, TYPE_INT, 1, (struct node *[]){n("p")});
    node_set_input(n("y"), 1, loose);
    assert_problem("an input is not placed");
}
END_TEST

START_TEST(an_eliminated_input_is_found) {
    n("y")->is_dead = true;
    assert_problem("it is eliminated, but in a block");
}
END_TEST

START_TEST(a_state_that_does_not_fit_its_layout_is_found) {
    n("s")->extra.state->stack_count = 1;
    assert_problem("its inputs do not fit its layout");
}
END_TEST

START_TEST(an_object_in_a_state_that_is_none_is_found) {
    frame_state_add_object(n("s"), n("p"));
    assert_problem("its caller or an object is of another kind");
}
END_TEST

START_TEST(probabilities_that_do_not_sum_to_one_are_found) {
    b("e")->probabilities[0] = 0.9;
    assert_problem("the probabilities do not sum to 1");
}
END_TEST

START_TEST(an_edge_that_one_side_does_not_know_is_found) {
    vec_remove(&b("l")->predecessors, 0);
    assert_problem("a successor does not know it");
}
END_TEST

START_TEST(a_critical_edge_is_found) {
    block_redirect(b("e"), 1, b("m"));
    node_add_input(n("z"), n("x"));
    graph_remove_unreachable(test.graph);
    assert_problem("is not entered by gotos only");
}
END_TEST

START_TEST(a_block_that_cannot_be_reached_is_found) {
    struct node *p = n("p");
    block_end(block_new(test.graph), node_new(test.graph, NODE_return, TYPE_VOID, 1, &p), 0, NULL,
              NULL);
    assert_problem("it cannot be reached");
}
END_TEST

START_TEST(an_exception_that_is_not_taken_first_is_found) {
    struct node *count = node_new(test.graph, NODE_count, TYPE_VOID, 0, NULL);
    node_insert_before(n("exc"), count);
    assert_problem("does not begin with exception_object");
}
END_TEST

START_TEST(a_phi_behind_another_node_is_found) {
    struct node *x = n("x");
    struct node *phi = node_new(test.graph, NODE_phi, TYPE_INT, 1, (struct node *[]){x});
    phi->block = b("r");
    phi->previous = n("y");
    phi->next = n("y")->next;
    phi->next->previous = n("y")->next = phi;
    assert_problem("phis come first");
}
END_TEST

START_TEST(an_end_of_another_kind_is_found) {
    b("e")->last->kind = NODE_goto;
    assert_problem("its end has another number of successors");
}
END_TEST

START_TEST(a_back_edge_before_an_entry_edge_is_found) {
    struct graph_test loop;
    graph_test_begin(&loop, "graph\np: int = parameter 0\n"
                            "e:\n    goto h\nh from e l:\n    if p -> l o\nl:\n    goto h\n"
                            "o:\n    return\n");
    block_permute_predecessors(graph_test_block(&loop, "h"), (int[]){1, 0});
    struct strbuf problem = STRBUF_INIT;
    ck_assert(!graph_verify(loop.graph, &problem));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&problem), "a back edge comes before an entry edge"));
    strbuf_release(&problem);
    graph_test_end(&loop);
}
END_TEST

START_TEST(a_broken_graph_ends_the_process) {
    node_remove_input(n("x"), 1);
    graph_check(test.graph, "the test");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("verifier");
    TCase *tcase = tcase_create("verifier");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_sound_graph_has_no_problem);
    tcase_add_test(tcase, an_input_of_another_type_is_found);
    tcase_add_test(tcase, a_condition_that_is_no_int_is_found);
    tcase_add_test(tcase, an_argument_of_another_type_is_found);
    tcase_add_test(tcase, a_result_of_another_type_is_found);
    tcase_add_test(tcase, operands_of_different_types_are_found);
    tcase_add_test(tcase, a_store_of_another_type_is_found);
    tcase_add_loop_test(tcase, a_load_of_another_type_is_found, 0, 3);
    tcase_add_test(tcase, a_missing_input_is_found);
    tcase_add_test(tcase, an_input_too_many_is_found);
    tcase_add_test(tcase, a_phi_without_an_input_a_predecessor_is_found);
    tcase_add_test(tcase, a_use_before_the_definition_is_found);
    tcase_add_test(tcase, a_phi_input_that_does_not_reach_its_edge_is_found);
    tcase_add_test(tcase, a_result_used_where_the_call_threw_is_found);
    tcase_add_test(tcase, a_value_in_a_state_that_does_not_dominate_is_found);
    tcase_add_test(tcase, a_use_that_is_not_listed_is_found);
    tcase_add_test(tcase, a_user_outside_the_graph_is_found);
    tcase_add_test(tcase, an_input_that_is_not_placed_is_found);
    tcase_add_test(tcase, an_eliminated_input_is_found);
    tcase_add_test(tcase, a_state_that_does_not_fit_its_layout_is_found);
    tcase_add_test(tcase, an_object_in_a_state_that_is_none_is_found);
    tcase_add_test(tcase, probabilities_that_do_not_sum_to_one_are_found);
    tcase_add_test(tcase, an_edge_that_one_side_does_not_know_is_found);
    tcase_add_test(tcase, a_critical_edge_is_found);
    tcase_add_test(tcase, a_block_that_cannot_be_reached_is_found);
    tcase_add_test(tcase, an_exception_that_is_not_taken_first_is_found);
    tcase_add_test(tcase, a_phi_behind_another_node_is_found);
    tcase_add_test(tcase, an_end_of_another_kind_is_found);
    tcase_add_test(tcase, a_back_edge_before_an_entry_edge_is_found);
    tcase_add_test_raise_signal(tcase, a_broken_graph_ends_the_process, 6);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
