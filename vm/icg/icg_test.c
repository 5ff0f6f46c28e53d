/* Inserted code: following edits, coming back. How it leaves the program without a trace: the files
 * in tests. */
#include "icg/icg_testing.h"

#include <stdio.h>

#include "ir/cfg.h"

/* --- anchors --- */

#define REGION(block, place, next)                                                                 \
    block ":\n    icgbegin " place "\n    count \"" block "\"\n    icgend\n    goto " next "\n"

START_TEST(pred_comes_behind_the_operation_that_it_hangs_on) {
    begin(A_CLASS "graph\np: reference = parameter 0\n"
                  "a:\n    w = loadfield A.x p\n    s = state @1\n    v = add 1 2\n"
                  "    guard unresolved v s\n    goto r\n" REGION("r", "pred w", "o")
                      REGION("o", "pred w", "e") "e:\n    return\n");
    struct icg *first = icg_at("w");
    ck_assert_ptr_nonnull(first);
    ck_assert_int_eq(first->place, ICG_PRED);
    ck_assert_str_eq(graph_find(first->body, NODE_count)->extra.counter.name, "r");
    ck_assert_str_eq(graph_find(first->next->body, NODE_count)->extra.counter.name, "o");
    ck_assert_int_eq(graph_count(test.graph, NODE_placeholder), 0);
    splice();
    ck_assert_str_eq(n("w")->next->extra.counter.name, "r");
    graph_test_end(&test);
}
END_TEST

START_TEST(pred_of_a_call_comes_where_it_returned) {
    begin(A_CLASS "graph\n"
                  "a:\n    s = state @1\n    i = invoke static A.g(LA;)I null s -> r bad\n"
                  "bad:\n    e = exception\n    goto q\n" REGION("r", "pred i", "o")
                      REGION("q", "pred e", "u") "u:\n    unwind e\n"
                                                 "o:\n    return i\n");
    ck_assert_ptr_nonnull(icg_at("i"));
    ck_assert_ptr_nonnull(icg_at("e"));
    splice();
    ck_assert_int_eq(b("a")->successors[0]->first->kind, NODE_count);
    ck_assert_int_eq(n("e")->next->kind, NODE_count);
    graph_test_end(&test);
}
END_TEST

START_TEST(succ_comes_in_front_of_the_operation_and_behind_its_guard) {
    begin(A_CLASS
          "graph\np: reference = parameter 0\n"
          "a:\n    goto r\n" REGION("r", "succ x", "r2")
              REGION("r2", "succ x",
                     "o") "o:\n    s = state @1 locals p\n    c = compare ne p null\n"
                          "    guard null_pointer c s\n    x = loadfield A.x p\n    return x\n");
    ck_assert_ptr_nonnull(icg_at("x"));
    splice();
    struct node *second = n("x")->previous, *first = second->previous;
    ck_assert_str_eq(second->extra.counter.name, "r2");
    ck_assert_str_eq(first->extra.counter.name, "r");
    ck_assert_int_eq(first->previous->kind, NODE_guard);
    graph_test_end(&test);
}
END_TEST

START_TEST(what_hangs_on_an_operation_that_was_not_built_is_thrown_away) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    goto r\n" REGION("r", "pred", "h") REGION("h", "here", "u")
              REGION("u", "succ", "m") "m:\n    return\n");
    ck_assert_int_eq(graph_count(test.graph, NODE_placeholder), 1);
    ck_assert_int_eq(icg_count(set), 1);
    splice();
    ck_assert_int_eq(graph_count(test.graph, NODE_placeholder), 0);
    ck_assert_str_eq(graph_find(test.graph, NODE_count)->extra.counter.name, "h");
    graph_test_end(&test);
}
END_TEST

/* --- following edits --- */

/* What the inserted code of ALLOCATION stored in the parameter. */
static struct node *stored_in_p(void) {
    for (int i = 0; i < test.graph->order_count; i++) {
        block_each_node(node, test.graph->order[i]) {
            if (node->kind == NODE_store_field && node->inputs[0] == n("p")) {
                return node->inputs[1];
            }
        }
    }
    return NULL;
}

START_TEST(elimination_drops_inserted_code) {
    begin(ALLOCATION);
    ck_assert_int_eq(icg_count(set), 1);
    edit_replace_and_eliminate(n("o"), graph_null(test.graph));
    ck_assert_int_eq(icg_count(set), 0);
    splice();
    ck_assert_int_eq(graph_count(test.graph, NODE_store_field), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(replacement_moves_weak_edges) {
    begin(ALLOCATION);
    struct node *seven = graph_int(test.graph, 7);
    edit_replace_and_eliminate(n("k"), seven);
    splice();
    ck_assert_ptr_eq(stored_in_p(), seven);
    graph_test_end(&test);
}
END_TEST

/* A value of type reference that stands for the expanded allocation. */
static struct node *expand(struct node *node, bool with_values) {
    struct node *low = node_new(test.graph, NODE_load_static, TYPE_REFERENCE, 0, NULL);
    low->extra.field = meta_find_field(graph_test_class(&test, "A"), "last");
    node_insert_before(node, low);
    struct expansion expansion = {.entry = low, .exit = low};
    if (with_values) expansion.path = graph_int(test.graph, 1);
    edit_expand(node, &expansion);
    edit_replace_and_eliminate(node, low);
    return low;
}

START_TEST(expansion_moves_pred_to_the_exit_and_answers_queries) {
    begin(ALLOCATION);
    struct node *low = expand(n("o"), true);
    ck_assert_ptr_eq(icg_of(set, low)->anchor, low);
    splice();
    ck_assert_int_eq(graph_count(test.graph, NODE_query), 0);
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_ptr_eq(store->inputs[0], low);
    ck_assert_int_eq(store->inputs[1]->extra.integer, 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(expansion_leaves_succ_at_the_entry) {
    begin(A_CLASS "graph\n"
                  "a:\n    s = state @1\n    goto r\n" REGION("r", "succ o", "m")
                      REGION("m", "pred o", "e") "e:\n    o = new A s\n    return\n");
    struct node *ends[2];
    for (int i = 0; i < 2; i++) {
        ends[i] = node_new(test.graph, NODE_load_static, TYPE_REFERENCE, 0, NULL);
        ends[i]->extra.field = meta_find_field(graph_test_class(&test, "A"), "last");
        node_insert_before(n("o"), ends[i]);
    }
    edit_expand(n("o"), &(struct expansion){.entry = ends[0], .exit = ends[1]});
    edit_replace_and_eliminate(n("o"), ends[1]);
    splice();
    ck_assert_str_eq(ends[0]->previous->extra.counter.name, "r");
    ck_assert_str_eq(ends[1]->next->extra.counter.name, "m");
    graph_test_end(&test);
}
END_TEST

START_TEST(the_answer_of_a_query_is_replaced_with_its_value) {
    begin(ALLOCATION);
    struct node *ones[] = {graph_int(test.graph, 1), graph_int(test.graph, 1)};
    struct node *path = node_new(test.graph, NODE_add, TYPE_INT, 2, ones);
    node_insert_before(n("o"), path);
    edit_expand(n("o"), &(struct expansion){.entry = path, .exit = path, .path = path});
    edit_replace_and_eliminate(n("o"), graph_null(test.graph));
    edit_replace_value(path, graph_int(test.graph, 3));
    splice();
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_int_eq(store->inputs[1]->extra.integer, 3);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_query_that_nobody_answers_reads_the_error) {
    begin(ALLOCATION);
    expand(n("o"), false);
    splice();
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_int_eq(store->inputs[1]->extra.integer, -1);
    graph_test_end(&test);
}
END_TEST

START_TEST(paths_that_meet_answer_through_a_phi) {
    begin(A_CLASS "graph\np: int = parameter 0\n"
                  "a:\n    s = state @1\n    if p -> t u\n"
                  "t:\n    goto m\n"
                  "u:\n    goto m\n"
                  "m:\n    o = new A s\n    goto r\n"
                  "r:\n    icgbegin pred o\n    x = query allocation\n    y = query lock\n"
                  "    z = query allocation\n"
                  "    storefield A.x o x\n    storefield A.x o y\n    storefield A.x o z\n    "
                  "icgend\n    goto e\n"
                  "e:\n    storestatic A.last o\n    return\n");
    struct node *low = node_new(test.graph, NODE_load_static, TYPE_REFERENCE, 0, NULL);
    low->extra.field = meta_find_field(graph_test_class(&test, "A"), "last");
    node_insert_before(n("o"), low);
    static const int values[] = {5, 6};
    edit_expand(n("o"), &(struct expansion){low, low, b("m"), values, NULL});
    edit_replace_and_eliminate(n("o"), low);
    splice();
    struct node *store = graph_find(test.graph, NODE_store_field);
    struct node *phi = store->inputs[1];
    ck_assert_int_eq(phi->kind, NODE_phi);
    ck_assert_int_eq(phi->inputs[1]->extra.integer, 6);
    ck_assert_int_eq(store->next->kind, NODE_store_field);
    ck_assert_int_eq(store->next->inputs[1]->extra.integer, -1);
    ck_assert_ptr_eq(store->next->next->inputs[1], phi);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_clone_gets_a_copy_whose_weak_edges_follow_it) {
    begin(ALLOCATION);
    struct node *clone = edit_clone(n("o"));
    node_insert_before(graph_find(test.graph, NODE_store_static), clone);
    ck_assert_int_eq(icg_count(set), 2);
    node_set_input(graph_find(test.graph, NODE_store_static), 0, clone);
    edit_eliminate(n("o"));
    ck_assert_int_eq(icg_count(set), 1);
    splice();
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_ptr_eq(store->inputs[0], clone);
    graph_test_end(&test);
}
END_TEST

START_TEST(inserted_code_follows_a_moved_operation) {
    begin(A_CLASS "graph\np: int = parameter 0\n"
                  "a:\n    s = state @1\n    o = new A s\n    goto r\n" REGION(
                      "r", "pred o", "e") "e:\n    if p -> t u\n"
                                          "t:\n    storestatic A.last o\n    goto m\n"
                                          "u:\n    goto m\n"
                                          "m:\n    return\n");
    edit_move_before(n("o"), b("t")->first);
    splice();
    ck_assert_int_eq(n("o")->next->kind, NODE_count);
    ck_assert_double_eq(graph_frequency(test.graph, NODE_count), 0.5);
    graph_test_end(&test);
}
END_TEST

START_TEST(inserted_code_moves_with_peeled_iterations) {
    begin("graph\np: int = parameter 0\n"
          "e:\n    goto h\n"
          "h from e l:\n    i: int = phi 0 j\n    goto r\n"
          "r:\n    icgbegin here\n    c = compare gt i p\n    if c -> y z\n"
          "y:\n    count \"x\"\n    goto q\n"
          "z:\n    goto q\n"
          "q:\n    icgend\n    goto k\n"
          "k:\n    j = add i 1\n    d = compare lt j 10\n    if d -> l o\n"
          "l:\n    goto h\n"
          "o:\n    return j\n");
    struct block_copy copy;
    edit_peel_loop(b("h"), &copy);
    ck_assert_int_eq(icg_count(set), 2);
    graph_check(test.graph, "peeling");
    splice();
    struct evaluation all = graph_evaluate(test.graph, (int32_t[]){-1}, 999);
    ck_assert_int_eq(all.counts, 10); /* the first iteration sees its own i */
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){6}, 999).counts, 3);
    graph_test_end(&test);
}
END_TEST

START_TEST(inserted_code_in_a_peeled_iteration_sees_its_values) {
    begin("graph\np: int = parameter 0\n"
          "e:\n    goto h\n"
          "h from e l:\n    i: int = phi 0 j\n    count \"anchor\"\n    goto r\n"
          "r:\n    icgbegin here\n    c = compare gt i p\n    if c -> y z\n"
          "y:\n    count \"x\"\n    goto q\n"
          "z:\n    goto q\n"
          "q:\n    icgend\n    goto k\n"
          "k:\n    j = add i 1\n    d = compare lt j 3\n    if d -> l o\n"
          "l:\n    goto h\n"
          "o:\n    return j\n");
    struct block_copy copy;
    edit_peel_loop(b("h"), &copy);
    edit_replace_value(n("i"), graph_int(test.graph, 100)); /* in the loop, not in the copy */
    splice();
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){50}, 99).counts, 2 + 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(what_stands_for_several_runs_the_inserted_code_of_the_one_it_is) {
    begin("class A\ngraph\np: int = parameter 0\n"
          "e:\n    s = state @1\n    if p -> a b\n"
          "a:\n    o = new A s\n    goto r\n"
          "r:\n    icgbegin pred o\n    count \"one\"\n    icgend\n    goto x\n"
          "x:\n    goto m\n"
          "b:\n    q = new A s\n    goto t\n"
          "t:\n    icgbegin pred q\n    count \"two\"\n    count \"two\"\n    icgend\n    goto y\n"
          "y:\n    goto m\n"
          "m from x y:\n    o2 = phi o q\n    k = add p 1\n    return k\n");
    struct node *origins[] = {n("o"), n("q")};
    struct node *merged = node_new(test.graph, NODE_new, TYPE_VOID, 0, NULL);
    merged->extra.class = graph_test_class(&test, "A");
    edit_merge(n("o2")->block, origins, merged);
    ck_assert_int_eq(icg_count(set), 6); /* two of the origins, two flags, two of the merged */
    struct node *real = edit_clone(merged);
    node_insert_before(n("k"), real);
    edit_eliminate(merged);
    edit_replace_and_eliminate(n("o2"), real);
    edit_eliminate(n("o"));
    edit_eliminate(n("q"));
    ck_assert_int_eq(icg_count(set), 4);
    splice();
    ck_assert_int_eq(graph_count(test.graph, NODE_flag_store), 2);
    ck_assert_int_eq(graph_count(test.graph, NODE_flag_load), 2);
    ck_assert_int_eq(graph_count(test.graph, NODE_count), 3);
    ck_assert_int_eq(test.graph->compilation->flag_count, 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(merging_without_inserted_code_leaves_no_trace) {
    begin("class A\ngraph\np: int = parameter 0\n"
          "e:\n    s = state @1\n    if p -> a b\n"
          "a:\n    o = new A s\n    goto m\n"
          "b:\n    q = new A s\n    goto m\n"
          "m:\n    o2 = phi o q\n    return\n");
    struct node *origins[] = {n("o"), n("q")};
    struct node *merged = node_new(test.graph, NODE_new, TYPE_VOID, 0, NULL);
    edit_merge(b("m"), origins, merged);
    ck_assert_int_eq(graph_count(test.graph, NODE_placeholder), 0);
    ck_assert_int_eq(test.graph->compilation->flag_count, 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(inserted_code_of_an_absorbed_graph_comes_along) {
    begin("graph\np: int = parameter 0\ne:\n    goto o\no:\n    return\n");
    struct diag diag = DIAG_INIT;
    struct graph *callee =
        graph_parse(&test.compilation, "callee",
                    "graph\nq: int = parameter 0\n"
                    "a:\n    goto r\n"
                    "r:\n    icgbegin here\n    c = compare gt q 5\n    if c -> y z\n"
                    "y:\n    count \"x\"\n    goto k\n"
                    "z:\n    goto k\n"
                    "k:\n    icgend\n    goto e\n"
                    "e:\n    return\n",
                    &diag);
    ck_assert_ptr_nonnull(callee);
    extract(callee);
    struct node *parameter = callee->floating.items[0];
    ck_assert_int_eq(parameter->kind, NODE_parameter);
    struct block *entry = callee->entry;
    graph_absorb(test.graph, callee);
    edit_replace_and_eliminate(parameter, n("p"));
    block_redirect(b("e"), 0, entry);
    graph_remove_unreachable(test.graph);
    ck_assert_int_eq(icg_count(set), 1);
    splice();
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){6}, 99).counts, 1);
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){5}, 99).counts, 0);
    graph_test_end(&test);
}
END_TEST

/* What the callee lost keeps its number there; the number is another node's here. */
START_TEST(what_an_absorbed_graph_lost_is_computed_again_in_its_peeled_loops) {
    begin("graph\np: int = parameter 0\ne:\n    goto o\no:\n    return\n");
    struct diag diag = DIAG_INIT;
    struct graph *callee = graph_parse(
        &test.compilation, "callee",
        "graph\nq: int = parameter 0\n"
        "a:\n    goto h\n"
        "h from a b:\n    i: int = phi 3 j\n    j = add i 1\n    m = and j 1\n    n = and j m\n"
        "    w = and j n\n    v = and j w\n    t = and j v\n    s = and j t\n    k = mul i 2\n    "
        "goto r\n"
        "r:\n    icgbegin here\n    c = compare gt k 5\n    if c -> y z\n"
        "y:\n    count \"x\"\n    goto u\n"
        "z:\n    goto u\n"
        "u:\n    icgend\n    goto e\n"
        "e:\n    d = compare lt j q\n    if d -> b o\n"
        "b:\n    goto h\n"
        "o:\n    return\n",
        &diag);
    ck_assert_ptr_nonnull(callee);
    extract(callee);
    edit_eliminate(graph_find(callee, NODE_mul));
    struct node *parameter = callee->floating.items[0];
    struct block *entry = callee->entry;
    graph_absorb(test.graph, callee);
    edit_replace_and_eliminate(parameter, n("p"));
    block_redirect(b("e"), 0, entry);
    graph_remove_unreachable(test.graph);
    struct block_copy copy;
    cfg_compute(test.graph);
    edit_peel_loop(graph_find(test.graph, NODE_phi)->block, &copy);
    splice();
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){10}, 999).counts, 7);
    graph_test_end(&test);
}
END_TEST

/* --- splicing --- */

START_TEST(what_goes_wrong_in_inserted_code_is_counted_and_ends_there) {
    begin(A_CLASS "graph\np: reference = parameter 0\n"
                  "a:\n    goto r\n"
                  "r:\n    icgbegin here\n    s = state @1 locals p locks p\n"
                  "    enter 0 p\n    c = compare eq p null\n    guard unresolved c s\n"
                  "    o = new A s\n    x = loadfield A.x o\n"
                  "    i = invoke static A.g(LA;)I o s -> ok bad\n"
                  "bad:\n    e = exception\n    unwind e\n"
                  "ok:\n    exit 0 p\n    icgend\n    goto d\n"
                  "d:\n    return\n");
    splice();
    ck_assert_int_eq(graph_count(test.graph, NODE_guard), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_unwind), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_frame_state), 0);
    struct node *count = graph_find(test.graph, NODE_count);
    ck_assert_ptr_eq(count->extra.counter.cell, &failures);
    /* p is null; the guard; no memory; the exception. */
    ck_assert_int_eq((int)count->block->predecessors.count, 4);
    /* The lock is left after the guard, after the allocation, and at the end. */
    ck_assert_int_eq(graph_count(test.graph, NODE_monitor_exit), 3);
    ck_assert_int_eq(graph_count(test.graph, NODE_return), 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(static_queries_know_the_compilation) {
    begin(A_CLASS "graph\n"
                  "a:\n    goto r\n"
                  "r:\n    icgbegin here\n    c = query compiled\n"
                  "    i = query inlined at A.f()V:1:1\n"
                  "    j = query inlined at A.f()V:1:1 < A.f()V:7:1\n    n = query root\n"
                  "    storefield A.x n c\n    storefield A.x n i\n    storefield A.x n j\n"
                  "    icgend\n    goto d\n"
                  "d:\n    q = query compiled\n    z = query lock\n    y = add q z\n"
                  "    return y\n");
    splice();
    struct node *first = graph_find(test.graph, NODE_store_field);
    ck_assert_int_eq(first->inputs[1]->extra.integer, 1);
    ck_assert_int_eq(first->next->inputs[1]->extra.integer, 0);
    ck_assert_int_eq(first->next->next->inputs[1]->extra.integer, 1);
    ck_assert_str_eq(first->inputs[0]->extra.object.text, "Test.root()V");
    ck_assert_int_eq(graph_evaluate(test.graph, NULL, 99).result, 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(pred_comes_before_succ_of_the_next_operation) {
    begin("class A { static int x }\ngraph\n"
          "a:\n    v = loadstatic A.x\n    goto r\n" REGION("r", "succ w", "q")
              REGION("q", "pred v", "h") REGION("h", "here", "p")
                  REGION("p", "pred v", "o") "o:\n    w = loadstatic A.x\n    return\n");
    splice();
    static const char *const order[] = {"q", "p", "h", "r"};
    struct node *node = n("v")->next;
    for (int i = 0; i < 4; i++, node = node->next) {
        ck_assert_int_eq(node->kind, NODE_count);
        ck_assert_str_eq(node->extra.counter.name, order[i]);
    }
    ck_assert_ptr_eq(node, n("w"));
    graph_test_end(&test);
}
END_TEST

START_TEST(counters_can_be_attached_to_operations) {
    static struct count cell;
    begin(ALLOCATION);
    icg_attach_counter(set, n("o"), ICG_PRED, &cell, "made");
    icg_attach_counter(set, n("o"), ICG_HERE, &cell, "reached");
    icg_attach_counter(set, graph_find(test.graph, NODE_return), ICG_HERE, &cell, "left");
    edit_replace_and_eliminate(n("o"), graph_null(test.graph));
    ck_assert_int_eq(icg_count(set), 2);
    splice();
    ck_assert_int_eq(graph_count(test.graph, NODE_count), 2);
    graph_test_end(&test);
}
END_TEST

/* --- beliefs --- */

static struct count cells[3];
static double forecasts[3];

static void add_forecast(void *context, const struct icg_belief *belief) {
    forecasts[belief->count->extra.counter.cell - cells] += belief->frequency;
}

static void assert_forecasts(double one, double two, double three) {
    memset(forecasts, 0, sizeof forecasts);
    cfg_compute(test.graph);
    icg_forecast(set, test.graph, add_forecast, NULL);
    ck_assert_double_eq_tol(forecasts[0], one, 1e-9);
    ck_assert_double_eq_tol(forecasts[1], two, 1e-9);
    ck_assert_double_eq_tol(forecasts[2], three, 1e-9);
}

START_TEST(counters_are_believed_to_count_as_often_as_what_they_are_attached_to) {
    begin("class A { int x }\ngraph\np: int = parameter 0\n"
          "e:\n    s = state @1\n    if p -> a:0.25 b:0.75\n"
          "a:\n    o = new A s\n    goto m\n"
          "b:\n    q = new A s\n    goto m\n"
          "m:\n    o2 = phi o q\n    k = loadfield A.x o2\n    return k\n");
    icg_attach_counter(set, n("o"), ICG_PRED, &cells[0], "one");
    icg_attach_counter(set, n("q"), ICG_PRED, &cells[1], "two");
    icg_attach_counter(set, n("k"), ICG_HERE, &cells[2], "three");
    assert_forecasts(0.25, 0.75, 1);
    struct node *origins[] = {n("o"), n("q")};
    struct node *merged = node_new(test.graph, NODE_new, TYPE_REFERENCE, 0, NULL);
    merged->extra.class = graph_test_class(&test, "A");
    edit_merge(n("o2")->block, origins, merged);
    struct node *real = edit_clone(merged);
    node_insert_before(n("k"), real);
    edit_eliminate(merged);
    edit_replace_and_eliminate(n("o2"), real);
    edit_eliminate(n("q"));
    assert_forecasts(0.5, 0.75, 1); /* the first is still there, and counts once more */
    edit_eliminate(n("o"));
    assert_forecasts(0.25, 0.75, 1);
    edit_replace_and_eliminate(real, graph_null(test.graph));
    assert_forecasts(0, 0, 1);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("inserted code");
    TCase *tcase = tcase_create("inserted code");
    tcase_add_test(tcase, pred_comes_behind_the_operation_that_it_hangs_on);
    tcase_add_test(tcase, pred_of_a_call_comes_where_it_returned);
    tcase_add_test(tcase, succ_comes_in_front_of_the_operation_and_behind_its_guard);
    tcase_add_test(tcase, what_hangs_on_an_operation_that_was_not_built_is_thrown_away);
    tcase_add_test(tcase, elimination_drops_inserted_code);
    tcase_add_test(tcase, replacement_moves_weak_edges);
    tcase_add_test(tcase, expansion_moves_pred_to_the_exit_and_answers_queries);
    tcase_add_test(tcase, expansion_leaves_succ_at_the_entry);
    tcase_add_test(tcase, the_answer_of_a_query_is_replaced_with_its_value);
    tcase_add_test(tcase, a_query_that_nobody_answers_reads_the_error);
    tcase_add_test(tcase, paths_that_meet_answer_through_a_phi);
    tcase_add_test(tcase, a_clone_gets_a_copy_whose_weak_edges_follow_it);
    tcase_add_test(tcase, inserted_code_follows_a_moved_operation);
    tcase_add_test(tcase, inserted_code_moves_with_peeled_iterations);
    tcase_add_test(tcase, inserted_code_in_a_peeled_iteration_sees_its_values);
    tcase_add_test(tcase, what_stands_for_several_runs_the_inserted_code_of_the_one_it_is);
    tcase_add_test(tcase, merging_without_inserted_code_leaves_no_trace);
    tcase_add_test(tcase, inserted_code_of_an_absorbed_graph_comes_along);
    tcase_add_test(tcase, what_an_absorbed_graph_lost_is_computed_again_in_its_peeled_loops);
    tcase_add_test(tcase, what_goes_wrong_in_inserted_code_is_counted_and_ends_there);
    tcase_add_test(tcase, static_queries_know_the_compilation);
    tcase_add_test(tcase, pred_comes_before_succ_of_the_next_operation);
    tcase_add_test(tcase, counters_can_be_attached_to_operations);
    tcase_add_test(tcase, counters_are_believed_to_count_as_often_as_what_they_are_attached_to);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
