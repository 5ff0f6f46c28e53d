/* The graft on text graphs: the second takes the place of a call in the first. */
#include "inlining/inlining.h"

#include "inlining/graft.h"
#include "ir/edit.h"
#include "ir/frame_state.h"
#include "ir/testing.h"

#include "base/check_run.h"

static struct graph_test test;

static void begin(const char *text) { graph_test_begin(&test, text); }

static struct graph *callee(const char *text) {
    struct diag diag = DIAG_INIT;
    char message[1400];
    struct graph *graph = graph_parse(&test.compilation, "callee", text, &diag);
    ck_assert_msg(graph, "%s", diag_format(&diag, message, sizeof message));
    return graph;
}

static void check_graph(void) {
    struct strbuf problem = STRBUF_INIT;
    bool is_right = graph_verify(test.graph, &problem);
    ck_assert_msg(is_right, "%s\n%s", strbuf_text(&problem),
                  graph_test_text(&test, &(struct print_options){.with_states = true}));
    strbuf_release(&problem);
    cfg_compute(test.graph);
}

static void graft(struct graph *graph) {
    struct inline_decision decision = {.yes = true, .graph = graph};
    inline_graft(&test.compilation, graph_find(test.graph, NODE_invoke), &decision);
    check_graph();
}

static const char *const caller = "class A\n"
                                  "graph\n"
                                  "b0:\n"
                                  "    p: int = parameter 0\n"
                                  "    s = state A.caller(I)I@3 locals p after_call\n"
                                  "    c = invoke static A.callee(I)I p s -> b1 b2\n"
                                  "b1:\n"
                                  "    x = add c 1\n"
                                  "    return x\n"
                                  "b2:\n"
                                  "    e = exception\n"
                                  "    unwind e\n";

START_TEST(a_call_becomes_its_callee_and_the_argument_its_parameter) {
    begin(caller);
    graft(callee("graph\n"
                 "b0:\n"
                 "    q: int = parameter 0\n"
                 "    y = mul q 3\n"
                 "    return y\n"));
    ck_assert_int_eq(graph_count(test.graph, NODE_invoke), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_exception_object), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_parameter), 1);
    ck_assert_int_eq(test.graph->order_count, 1);
    struct node *product = graph_find(test.graph, NODE_mul);
    ck_assert_ptr_eq(product->inputs[0], graph_test_node(&test, "p"));
    ck_assert_ptr_eq(graph_find(test.graph, NODE_add)->inputs[0], product);
    graph_test_end(&test);
}
END_TEST

START_TEST(several_returns_meet_in_a_phi) {
    begin(caller);
    graft(callee("graph\n"
                 "b0:\n"
                 "    q: int = parameter 0\n"
                 "    if q -> b1 b2\n"
                 "b1:\n"
                 "    return 7\n"
                 "b2:\n"
                 "    return q\n"));
    struct node *phi = graph_find(test.graph, NODE_phi);
    ck_assert_ptr_nonnull(phi);
    ck_assert_int_eq(phi->input_count, 2);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_add)->inputs[0], phi);
    ck_assert_int_eq(graph_count(test.graph, NODE_return), 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(the_callees_blocks_run_as_often_as_the_call_did) {
    begin("class A\n"
          "graph\n"
          "b0:\n"
          "    p: int = parameter 0\n"
          "    if p -> b1:0.25 b2:0.75\n"
          "b1:\n"
          "    s = state A.caller(I)I@3 after_call\n"
          "    c = invoke static A.callee(I)I p s -> b3 b4\n"
          "b2:\n"
          "    return p\n"
          "b3:\n"
          "    return c\n"
          "b4:\n"
          "    e = exception\n"
          "    unwind e\n");
    struct graph *graph = callee("graph\n"
                                 "b0:\n"
                                 "    q: int = parameter 0\n"
                                 "    if q -> b1:0.5 b2:0.5\n"
                                 "b1:\n"
                                 "    y = mul q 3\n"
                                 "    return y\n"
                                 "b2:\n"
                                 "    return q\n");
    struct inline_decision decision = {.yes = true, .graph = graph};
    struct node *product = graph_find(graph, NODE_mul);
    inline_graft(&test.compilation, graph_find(test.graph, NODE_invoke), &decision);
    ck_assert_double_eq(product->block->frequency, 0.125);
    graph_test_end(&test);
}
END_TEST

START_TEST(what_the_callee_throws_arrives_where_the_call_threw) {
    begin(caller);
    graft(callee("class E\n"
                 "graph\n"
                 "b0:\n"
                 "    q: int = parameter 0\n"
                 "    s = state A.callee(I)I@1 locals q\n"
                 "    if q -> b1 b2\n"
                 "b1:\n"
                 "    return q\n"
                 "b2:\n"
                 "    n = new E s\n"
                 "    unwind n\n"));
    struct node *unwind = graph_find(test.graph, NODE_unwind);
    ck_assert_ptr_nonnull(unwind);
    ck_assert_int_eq(unwind->inputs[0]->kind, NODE_new);
    ck_assert_int_eq(graph_count(test.graph, NODE_exception_object), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_callee_that_only_throws_leaves_nothing_behind_the_call) {
    begin(caller);
    graft(callee("class E\n"
                 "graph\n"
                 "b0:\n"
                 "    s = state A.callee(I)I@1\n"
                 "    n = new E s\n"
                 "    unwind n\n"));
    ck_assert_int_eq(graph_count(test.graph, NODE_add), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_return), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(the_callees_frames_return_into_the_callers_frame_after_the_call) {
    begin(caller);
    graft(callee("graph\n"
                 "b0:\n"
                 "    q: int = parameter 0\n"
                 "    s = state A.callee(I)I@1 locals q\n"
                 "    guard null_pointer q s\n"
                 "    return q\n"));
    struct node *state = node_state(graph_find(test.graph, NODE_guard));
    struct node *outer = frame_state_caller(state);
    ck_assert_ptr_nonnull(outer);
    ck_assert(outer->extra.state->after_call);
    ck_assert_int_eq(outer->extra.state->bci, 3);
    ck_assert_ptr_eq(frame_state_locals(state)[0], graph_test_node(&test, "p"));
    graph_test_end(&test);
}
END_TEST

/* --- virtual calls --- */

static const char *const virtual_caller =
    "class A\n"
    "class B\n"
    "graph\n"
    "b0:\n"
    "    o: reference = parameter 0\n"
    "    l: long = parameter 1\n"
    "    i: int = parameter 2\n"
    "    s = state A.caller(LB;JI)I@3 locals o stack i locks o after_call\n"
    "    c = invoke virtual B.get(J)I profile B 0.9375 2 o l s -> b1 b2\n"
    "b1:\n"
    "    x = add c 1\n"
    "    return x\n"
    "b2:\n"
    "    e = exception\n"
    "    unwind e\n";

static const char *const virtual_callee = "graph\n"
                                          "b0:\n"
                                          "    t: reference = parameter 0\n"
                                          "    l: long = parameter 1\n"
                                          "    i: int = convert l\n"
                                          "    return i\n";

static struct class class_b = {.name = "B", .binary_name = "B", .state = CLASS_INITIALIZED};

static void graft_guarded(int receivers) {
    begin(virtual_caller);
    graph_find(test.graph, NODE_invoke)->extra.call.receiver_count = receivers;
    struct inline_decision decision = {.yes = true, .guarded_class = &class_b};
    decision.graph = callee(virtual_callee);
    inline_graft(&test.compilation, graph_find(test.graph, NODE_invoke), &decision);
    check_graph();
}

START_TEST(one_receiver_class_is_guarded_in_the_state_before_the_call) {
    graft_guarded(1);
    struct node *guard = graph_find(test.graph, NODE_guard);
    ck_assert_int_eq(guard->extra.guard.reason, REASON_receiver_type);
    ck_assert_int_eq(guard->inputs[0]->kind, NODE_exact_class);
    struct node *state = node_state(guard);
    ck_assert(!state->extra.state->after_call);
    ck_assert_int_eq(state->extra.state->bci, 3);
    /* the stack below, the receiver, the long in two slots */
    ck_assert_int_eq(state->extra.state->stack_count, 4);
    struct node **stack = frame_state_stack(state);
    ck_assert_ptr_eq(stack[0], graph_test_node(&test, "i"));
    ck_assert_ptr_eq(stack[1], graph_test_node(&test, "o"));
    ck_assert_ptr_eq(stack[2], graph_test_node(&test, "l"));
    ck_assert_ptr_null(stack[3]);
    ck_assert_ptr_eq(frame_state_locks(state)[0], graph_test_node(&test, "o"));
    ck_assert_int_eq(graph_count(test.graph, NODE_invoke), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(several_receiver_classes_are_tested_and_the_call_stays_for_the_others) {
    graft_guarded(2);
    ck_assert_int_eq(graph_count(test.graph, NODE_guard), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_invoke), 1);
    struct node *branch = graph_find(test.graph, NODE_if);
    ck_assert_int_eq(branch->inputs[0]->kind, NODE_exact_class);
    ck_assert(branch->block->probabilities[0] == 0.9375);
    struct node *phi = graph_find(test.graph, NODE_add)->inputs[0];
    ck_assert_int_eq(phi->kind, NODE_phi);
    ck_assert_int_eq(phi->inputs[0]->kind, NODE_invoke);
    ck_assert_int_eq(phi->inputs[1]->kind, NODE_convert);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_graph_that_is_not_needed_is_eliminated_node_by_node) {
    begin(caller);
    struct graph *graph = callee(virtual_callee);
    struct node *node = graph_find(graph, NODE_convert);
    graph_discard(graph);
    ck_assert(node->is_dead);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("inlining");
    TCase *cases = tcase_create("graft");
    tcase_add_test(cases, a_call_becomes_its_callee_and_the_argument_its_parameter);
    tcase_add_test(cases, several_returns_meet_in_a_phi);
    tcase_add_test(cases, the_callees_blocks_run_as_often_as_the_call_did);
    tcase_add_test(cases, what_the_callee_throws_arrives_where_the_call_threw);
    tcase_add_test(cases, a_callee_that_only_throws_leaves_nothing_behind_the_call);
    tcase_add_test(cases, the_callees_frames_return_into_the_callers_frame_after_the_call);
    tcase_add_test(cases, one_receiver_class_is_guarded_in_the_state_before_the_call);
    tcase_add_test(cases, several_receiver_classes_are_tested_and_the_call_stays_for_the_others);
    tcase_add_test(cases, a_graph_that_is_not_needed_is_eliminated_node_by_node);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
