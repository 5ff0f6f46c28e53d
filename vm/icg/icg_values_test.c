/* What inserted code reads of values that the program lost. */
#include "icg/icg_testing.h"

#include <stdio.h>

#include "base/strbuf.h"
#include "ir/cfg.h"

static struct count losses;
static struct icg_loss loss; /* the last one */

static struct count *on_loss(void *context, const struct icg_loss *told) {
    loss = *told;
    return &losses;
}

/* As a phase called "take" does it. */
static void take(struct node *const *nodes, int count) {
    test.compilation.phase = PHASE_gvn;
    edit_eliminate_all(nodes, count);
}

static int counters_of(const struct count *cell) {
    int count = 0;
    for (int i = 0; i < test.graph->order_count; i++) {
        block_each_node(node, test.graph->order[i]) {
            count += node->kind == NODE_count && node->extra.counter.cell == cell;
        }
    }
    return count;
}

static void splice_and_expect_losses(int count) {
    icg_set_loss_cells(set, on_loss, NULL);
    splice();
    ck_assert_int_eq(counters_of(&losses), count);
    ck_assert_int_ge(counters_of(&failures), count);
}

/* "x" is counted when [value] is greater than 5; the program returns p. */
#define COUNTED(value)                                                                             \
    "    goto r\n"                                                                                 \
    "r:\n    icgbegin here\n    c = compare gt " value " 5\n    if c -> y z\n"                     \
    "y:\n    count \"x\"\n    goto q\nz:\n    goto q\n"                                            \
    "q:\n    icgend\n    goto e\n"                                                                 \
    "e:\n"

static int counts_of(int32_t a, int32_t b) {
    return graph_evaluate(test.graph, (int32_t[]){a, b}, 999).counts;
}

START_TEST(an_operation_that_is_gone_is_computed_again) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    k = add p 1\n    l = mul k 2\n" COUNTED("l") "    return p\n");
    take((struct node *[]){n("k"), n("l")}, 2);
    splice_and_expect_losses(0);
    ck_assert_int_eq(counts_of(1, 0), 0);
    ck_assert_int_eq(counts_of(2, 0), 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_load_that_is_gone_is_done_again_where_it_stood) {
    begin(A_CLASS
          "graph\np: reference = parameter 0\n"
          "a:\n    k = loadfield A.x p\n    storefield A.x p 7\n" COUNTED("k") "    return p\n");
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    struct node *load = graph_find(test.graph, NODE_compare)->inputs[0];
    ck_assert_int_eq(load->kind, NODE_load_field);
    ck_assert_int_eq(load->next->kind, NODE_store_field);
    graph_test_end(&test);
}
END_TEST

/* What inserted code reads of a load that is gone; [statements] and [call] stand in front of it. */
static enum node_kind source_behind(const char *statements, const char *call) {
    static char text[1024];
    snprintf(text, sizeof text,
             A_CLASS
             "graph\np: reference = parameter 0\nu: reference = parameter 1\n"
             "a:\n    s = state @1\n%s%s    k = loadfield A.x p\n" COUNTED("k") "    return p\n%s",
             statements, call, *call ? "bad:\n    t = exception\n    unwind t\n" : "");
    begin(text);
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    enum node_kind kind = graph_find(test.graph, NODE_compare)->inputs[0]->kind;
    graph_test_end(&test);
    return kind;
}

START_TEST(what_was_stored_is_what_is_loaded_unless_something_may_store_in_between) {
    static const char store[] = "    storefield A.x p 7\n";
    static const char others[] = "    storefield A.x p 7\n    storefield A.next p u\n";
    static const char either[] = "    storefield A.x p 7\n    storefield A.x u 8\n";
    static const char call[] = "    i = invoke static A.g(LA;)I u s -> b bad\nb:\n";
    static const char enter[] = "    storefield A.x p 7\n    enter 0 u\n";
    static const char exit[] = "    enter 0 u\n    storefield A.x p 7\n    exit 0 u\n";
    ck_assert_int_eq(source_behind(store, ""), NODE_const_int);
    ck_assert_int_eq(source_behind(others, ""), NODE_const_int);
    ck_assert_int_eq(source_behind(either, ""), NODE_load_field);
    ck_assert_int_eq(source_behind(enter, ""), NODE_load_field);
    ck_assert_int_eq(source_behind(exit, ""), NODE_load_field);
    ck_assert_int_eq(source_behind(store, call), NODE_load_field);
}
END_TEST

/* Likewise, of the element of an array. */
static enum node_kind element_source_behind(const char *statements, const char *index) {
    static char text[1024];
    snprintf(text, sizeof text,
             "graph\np: reference = parameter 0\nu: reference = parameter 1\n"
             "i: int = parameter 2\n"
             "a:\n    s = state @1\n%s    k = loadelement int p %s\n" COUNTED("k") "    return p\n",
             statements, index);
    begin(text);
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    enum node_kind kind = graph_find(test.graph, NODE_compare)->inputs[0]->kind;
    graph_test_end(&test);
    return kind;
}

START_TEST(what_was_stored_is_what_is_loaded_of_the_same_element_alone) {
    static const char constant[] = "    storeelement int p 1 7\n";
    static const char variable[] = "    storeelement int p i 7\n";
    static const char then_variable[] = "    storeelement int p 1 7\n    storeelement int p i 8\n";
    static const char then_constant[] = "    storeelement int p i 7\n    storeelement int p 1 8\n";
    static const char then_other[] = "    storeelement int p 1 7\n    storeelement int p 2 8\n";
    static const char then_array[] = "    storeelement int p 1 7\n    storeelement int u 1 8\n";
    ck_assert_int_eq(element_source_behind(constant, "1"), NODE_const_int);
    ck_assert_int_eq(element_source_behind(variable, "i"), NODE_const_int);
    ck_assert_int_eq(element_source_behind(then_other, "1"), NODE_const_int);
    ck_assert_int_eq(element_source_behind(variable, "1"), NODE_load_element);
    ck_assert_int_eq(element_source_behind(constant, "i"), NODE_load_element);
    ck_assert_int_eq(element_source_behind(then_variable, "1"), NODE_load_element);
    ck_assert_int_eq(element_source_behind(then_constant, "i"), NODE_load_element);
    ck_assert_int_eq(element_source_behind(then_array, "1"), NODE_load_element);
}
END_TEST

START_TEST(what_was_stored_on_one_way_alone_is_loaded) {
    begin(A_CLASS "graph\np: reference = parameter 0\nw: int = parameter 1\n"
                  "a:\n    storefield A.x p 6\n    if w -> l m\n"
                  "l:\n    storefield A.x p 7\n    goto j\n"
                  "m:\n    goto j\n"
                  "j from l m:\n    k = loadfield A.x p\n" COUNTED("k") "    return p\n");
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    ck_assert_int_eq(graph_find(test.graph, NODE_compare)->inputs[0]->kind, NODE_load_field);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_field_of_an_object_that_nobody_wrote_is_zero_but_not_what_a_call_gave) {
    begin(A_CLASS "graph\np: reference = parameter 0\n"
                  "a:\n    s = state @1\n    o = new A s\n    k = loadfield A.x o\n" COUNTED(
                      "k") "    return p\n");
    take((struct node *[]){n("k"), n("o")}, 2);
    splice_and_expect_losses(0);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_compare)->inputs[0], graph_int(test.graph, 0));
    graph_test_end(&test);
    begin("class A { int x }\nmethod static A.h()LA;\n"
          "graph\np: reference = parameter 0\n"
          "a:\n    s = state @1\n    o = invoke static A.h()LA; s -> b bad\n"
          "bad:\n    t = exception\n    unwind t\n"
          "b:\n    k = loadfield A.x o\n" COUNTED("k") "    return p\n");
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    ck_assert_int_eq(graph_find(test.graph, NODE_compare)->inputs[0]->kind, NODE_load_field);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_division_that_is_gone_is_done_again_behind_its_guard) {
    begin(A_CLASS "graph\np: int = parameter 0\n"
                  "a:\n    s = state @1\n    d = compare ne p 0\n    guard division_by_zero d s\n"
                  "    k = div 30 p\n    count \"base\"\n" COUNTED("k") "    return p\n");
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    struct node *quotient = graph_find(test.graph, NODE_compare)->next->next;
    ck_assert_int_eq(quotient->kind, NODE_div);
    ck_assert_int_eq(quotient->previous->kind, NODE_guard);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_volatile_load_that_is_gone_is_lost) {
    begin("class A { static volatile int v }\n"
          "graph\np: int = parameter 0\n"
          "a:\n    k = loadstatic A.v\n    l = add k 1\n" COUNTED("l") "    return p\n");
    take((struct node *[]){n("l"), n("k")}, 2);
    splice_and_expect_losses(1);
    ck_assert_str_eq(loss.phase, "gvn");
    ck_assert_int_eq(graph_count(test.graph, NODE_compare), 0);
    ck_assert_int_eq(graph_count(test.graph, NODE_add), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_phi_that_is_gone_is_what_was_assigned_last) {
    begin("graph\np: int = parameter 0\nw: int = parameter 1\n"
          "a:\n    if p -> l m\n"
          "l:\n    k = add w 1\n    goto j\n"
          "m:\n    goto j\n"
          "j from l m:\n    x: int = phi k 9\n" COUNTED("x") "    return p\n");
    take((struct node *[]){n("x"), n("k")}, 2);
    splice_and_expect_losses(0);
    ck_assert_int_eq(counts_of(1, 4), 0);
    ck_assert_int_eq(counts_of(1, 5), 1);
    ck_assert_int_eq(counts_of(0, 0), 1);
    graph_test_end(&test);
}
END_TEST

/* A loop that nothing leads to any more: its phis let go of their inputs before they go. */
START_TEST(a_phi_of_code_that_nothing_leads_to_any_more_leaves_nothing) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    if p -> l o\n"
          "l:\n    goto h\n"
          "h from l b:\n    i: int = phi 0 j\n    x: int = phi p w\n    j = add i 1\n"
          "    w = mul x 2\n" COUNTED("x") "    d = compare lt j 3\n    if d -> b u\n"
                                           "b:\n    goto h\n"
                                           "u:\n    goto m\n"
                                           "o:\n    goto m\n"
                                           "m from u o:\n    return p\n");
    block_keep_successor(b("a"), 1);
    ck_assert_int_eq(graph_count(test.graph, NODE_placeholder), 0);
    splice_and_expect_losses(0);
    ck_assert_int_eq(counts_of(1, 0), 0);
    graph_test_end(&test);
}
END_TEST

/* Two values that change places each time: 1 and 9, 9 and 1, 1 and 9. */
START_TEST(phis_that_exchange_their_values_are_assigned_at_once) {
    for (int first = 0; first < 2; first++) {
        begin("graph\np: int = parameter 0\n"
              "a:\n    goto h\n"
              "h from a b:\n    i: int = phi 0 j\n    u: int = phi 1 w\n    w: int = phi 9 u\n"
              "    j = add i 1\n" COUNTED("u") "    d = compare lt j 3\n    if d -> b o\n"
                                               "b:\n    goto h\n"
                                               "o:\n    return p\n");
        take((struct node *[]){n(first ? "w" : "u"), n(first ? "u" : "w")}, 2);
        splice_and_expect_losses(0);
        ck_assert_int_eq(counts_of(0, 0), 1);
        graph_test_end(&test);
    }
}
END_TEST

START_TEST(a_value_that_a_clone_had_is_known_where_that_comes_from) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    goto h\n"
          "h from a b:\n    i: int = phi 6 j\n    j = sub i 1\n    d = compare gt j p\n"
          "    if d -> b o\n"
          "b:\n    goto h\n"
          "o:\n" COUNTED("i") "    return p\n");
    struct block_copy copy;
    cfg_compute(test.graph);
    edit_peel_loop(b("h"), &copy);
    struct node *peeled = copy.clones[n("i")->id];
    edit_replace_and_eliminate(peeled, peeled->inputs[0]);
    splice_and_expect_losses(0);
    ck_assert_int_eq(counts_of(5, 0), 1);
    ck_assert_int_eq(counts_of(4, 0), 0);
    graph_test_end(&test);
}
END_TEST

#define UNUSED_OBJECT(statement)                                                                   \
    A_CLASS "graph\np: reference = parameter 0\n"                                                  \
            "a:\n    s = state @1\n    o = new A s\n    l = loadstatic A.last\n"                   \
            "    t = instanceof A o\n    f = compare ne o l\n    goto r\n"                         \
            "r:\n    icgbegin here\n    " statement "\n    icgend\n    goto e\n"                   \
            "e:\n    return p\n"

START_TEST(an_object_that_is_not_allocated_is_null_but_nothing_is_computed_of_it) {
    begin(UNUSED_OBJECT("storefield A.next p o"));
    take((struct node *[]){n("f"), n("t"), n("o")}, 3);
    splice_and_expect_losses(0);
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_ptr_eq(store->inputs[1], graph_null(test.graph));
    graph_test_end(&test);
    begin(UNUSED_OBJECT("storefield A.x p f"));
    take((struct node *[]){n("f"), n("t"), n("o")}, 3);
    splice_and_expect_losses(1);
    ck_assert_str_eq(loss.phase, "gvn");
    graph_test_end(&test);
}
END_TEST

START_TEST(a_test_of_an_object_that_is_not_allocated_is_what_its_allocation_says) {
    begin(UNUSED_OBJECT("storefield A.x p t"));
    take((struct node *[]){n("f"), n("t"), n("o")}, 3);
    splice_and_expect_losses(0);
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_ptr_eq(store->inputs[1], graph_int(test.graph, 1));
    graph_test_end(&test);
}
END_TEST

/* The value k of [statement] is gone, or not, and inserted code in front of it reads it. */
static void read_before(const char *statement, bool is_gone, int losses_expected) {
    static char text[1024];
    snprintf(text, sizeof text,
             A_CLASS
             "class B { long far }\ngraph\np: reference = parameter 0\ni: int = parameter 1\n"
             "j: long = parameter 2\nx: double = parameter 4\n"
             "a:\n    s = state @1\n    o = new A s\n    count \"o\"\n    k = %s\n"
             "    goto r\n"
             "r:\n    icgbegin pred o\n    c = compare gt k k\n"
             "    storefield A.x o c\n    icgend\n    goto e\n"
             "e:\n    storestatic A.last o\n    return p\n",
             statement);
    begin(text);
    if (is_gone) take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(losses_expected);
    graph_test_end(&test);
}

START_TEST(what_may_fail_in_front_of_its_guard_is_not_computed_there) {
    static const struct {
        const char *statement;
        int losses;
    } rows[] = {
        {"add j j", 0},
        {"div x x", 0},
        {"rem x x", 0},
        {"div j j", 1},
        {"rem j j", 1},
        {"loadfield B.far p", 1},
        {"loadelement long p i", 1},
        {"arraylength p", 1},
        {"exactclass A p", 1},
        {"storeok p p", 1},
        {"mayuse A", 1},
    };
    read_before(rows[_i].statement, true, rows[_i].losses);
    read_before(rows[_i].statement, false, rows[_i].losses);
}
END_TEST

START_TEST(a_value_that_comes_later_than_the_anchor_fails_the_inserted_code) {
    begin(ALLOCATION);
    edit_move_before(n("k"), graph_find(test.graph, NODE_return));
    splice_and_expect_losses(1);
    ck_assert_ptr_null(loss.phase);
    ck_assert_int_eq(graph_count(test.graph, NODE_store_field), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(the_value_of_a_call_is_not_there_where_the_call_throws) {
    begin(A_CLASS "graph\np: reference = parameter 0\n"
                  "a:\n    s = state @1\n    o = new A s\n"
                  "    i = invoke static A.g(LA;)I p s -> b bad\n"
                  "b:\n    goto r\n"
                  "r:\n    icgbegin pred o\n    storefield A.x o i\n    icgend\n    goto e\n"
                  "e:\n    return p\n"
                  "bad:\n    t = exception\n    storestatic A.last o\n    unwind t\n");
    edit_move_before(n("o"), graph_find(test.graph, NODE_store_static));
    splice_and_expect_losses(1);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_value_with_clones_that_comes_later_than_the_anchor_fails_the_inserted_code) {
    begin(ALLOCATION);
    edit_move_before(n("k"), graph_find(test.graph, NODE_return));
    node_insert_before(graph_find(test.graph, NODE_return), edit_clone(n("k")));
    splice_and_expect_losses(1);
    ck_assert_int_eq(graph_count(test.graph, NODE_store_field), 0);
    graph_test_end(&test);
}
END_TEST

/* What inserted code stores behind an allocation in a loop, of which one iteration was peeled. */
#define OBJECT_IN_LOOP                                                                             \
    A_CLASS "graph\np: reference = parameter 0\nw: int = parameter 1\n"                            \
            "a:\n    s = state @1\n    goto h\n"                                                   \
            "h from a b:\n    i: int = phi 0 j\n    o = new A s\n    j = add i 1\n    goto r\n"    \
            "r:\n    icgbegin here\n    storefield A.next p o\n    icgend\n    goto k\n"           \
            "k:\n    d = compare lt j w\n    if d -> b x\n"                                        \
            "b:\n    goto h\n"                                                                     \
            "x:\n    return j\n"

START_TEST(an_object_is_not_the_one_of_the_iteration_before) {
    begin(OBJECT_IN_LOOP);
    struct block_copy copy;
    cfg_compute(test.graph);
    edit_peel_loop(b("h"), &copy);
    struct node *peeled = copy.clones[n("o")->id];
    take((struct node *[]){n("o")}, 1);
    splice_and_expect_losses(0);
    ck_assert_int_eq(graph_count(test.graph, NODE_store_field), 2);
    struct node *stored[2];
    int count = 0;
    for (int i = 0; i < test.graph->order_count; i++) {
        block_each_node(node, test.graph->order[i]) {
            if (node->kind == NODE_store_field) stored[count++] = node->inputs[1];
        }
    }
    ck_assert_ptr_eq(stored[0], peeled);
    ck_assert_ptr_eq(stored[1], graph_null(test.graph));
    graph_test_end(&test);
}
END_TEST

START_TEST(what_a_value_was_replaced_by_is_read_without_a_definition) {
    begin(A_CLASS
          "graph\np: reference = parameter 0\n"
          "a:\n    l = loadfield A.x p\n    k = loadfield A.x p\n" COUNTED("k") "    return l\n");
    edit_replace_and_eliminate(n("k"), n("l"));
    ck_assert_int_eq(graph_count(test.graph, NODE_placeholder), 1);
    splice_and_expect_losses(0);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_compare)->inputs[0], n("l"));
    graph_test_end(&test);
}
END_TEST

START_TEST(what_stood_for_one_clone_alone_is_computed_again) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    goto h\n"
          "h from a b:\n    i: int = phi 0 j\n    j = add i 1\n    k = add i 1\n"
          "    l = mul k 2\n" COUNTED("l") "    d = compare lt j p\n    if d -> b o\n"
                                           "b:\n    goto h\n"
                                           "o:\n    return p\n");
    struct block_copy copy;
    cfg_compute(test.graph);
    edit_peel_loop(b("h"), &copy);
    struct node *peeled = copy.clones[n("l")->id];
    edit_replace_and_eliminate(n("k"), n("j"));
    take((struct node *[]){n("l"), peeled}, 2);
    splice_and_expect_losses(0);
    ck_assert_int_eq(counts_of(2, 0), 0);
    ck_assert_int_eq(counts_of(5, 0), 3);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_clone_is_read_as_it_is_when_what_it_stems_from_went_unread) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    k = add p 1\n    l = mul k 2\n" COUNTED("l") "    return p\n");
    struct node *clone = edit_clone(n("k"));
    node_insert_before(n("l"), clone);
    node_set_input(n("l"), 0, clone);
    take((struct node *[]){n("k")}, 1);
    take((struct node *[]){n("l")}, 1);
    node_insert_before(clone, edit_clone(clone));
    splice_and_expect_losses(0);
    ck_assert_int_eq(counts_of(1, 0), 0);
    ck_assert_int_eq(counts_of(2, 0), 1);
    graph_test_end(&test);
}
END_TEST

/* Without the clone in the loop, that of the iteration that was peeled says nothing there. */
START_TEST(a_clone_that_nothing_else_tells_of_is_that_of_the_iteration) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    goto h\n"
          "h from a b:\n    i: int = phi 0 j\n    j = add i 1\n    k = add i 1\n"
          "    l = mul i 3\n" COUNTED("l") "    d = compare lt j p\n    if d -> b o\n"
                                           "b:\n    goto h\n"
                                           "o:\n    return p\n");
    struct node *clone = edit_clone(n("k"));
    node_insert_before(n("l"), clone);
    take((struct node *[]){n("k")}, 1);
    edit_replace_and_eliminate(n("l"), clone);
    struct block_copy copy;
    cfg_compute(test.graph);
    edit_peel_loop(b("h"), &copy);
    if (_i) take((struct node *[]){clone}, 1);
    splice_and_expect_losses(_i);
    ck_assert_int_eq(counts_of(10, 0), _i ? 2 * 9 : 5); /* each loss has two counters */
    graph_test_end(&test);
}
END_TEST

START_TEST(a_value_that_others_use_twice_is_computed_once) {
    struct strbuf chain = STRBUF_INIT;
    strbuf_add_text(&chain, "graph\np: int = parameter 0\na:\n    k0 = add p p\n");
    for (int i = 1; i < 30; i++) strbuf_addf(&chain, "    k%d = add k%d k%d\n", i, i - 1, i - 1);
    strbuf_add_text(&chain, COUNTED("k29") "    return p\n");
    begin(strbuf_text(&chain));
    struct node *going[30];
    for (int i = 0; i < 30; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        going[i] = n(name);
    }
    take(going, 30);
    splice_and_expect_losses(0);
    ck_assert_int_eq(graph_count(test.graph, NODE_add), 30);
    graph_test_end(&test);
    strbuf_release(&chain);
}
END_TEST

START_TEST(an_object_that_is_allocated_behind_the_anchor_fails_the_inserted_code) {
    for (int with_clone = 0; with_clone < 2; with_clone++) {
        begin(A_CLASS "graph\np: reference = parameter 0\n"
                      "a:\n    s = state @1\n    k = loadfield A.x p\n    o = new A s\n"
                      "    goto r\n"
                      "r:\n    icgbegin pred k\n    storefield A.next p o\n    icgend\n"
                      "    goto e\n"
                      "e:\n    storestatic A.last o\n    return k\n");
        if (with_clone) node_insert_after(n("o"), edit_clone(n("o")));
        splice_and_expect_losses(1);
        ck_assert_ptr_null(loss.phase);
        graph_test_end(&test);
    }
}
END_TEST

START_TEST(what_no_loop_changes_is_read_in_loops_without_phis) {
    begin(A_CLASS "graph\np: reference = parameter 0\nw: int = parameter 1\n"
                  "a:\n    k = loadfield A.x p\n    goto h\n"
                  "h from a g:\n" COUNTED("k") "    goto i\n"
                                               "i from e j:\n    if w -> j b\n"
                                               "j:\n    goto i\n"
                                               "b:\n    if w -> g o\n"
                                               "g:\n    goto h\n"
                                               "o:\n    return p\n");
    take((struct node *[]){n("k")}, 1);
    splice_and_expect_losses(0);
    ck_assert_int_eq(graph_count(test.graph, NODE_phi), 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(an_object_that_became_virtual_is_null) {
    begin(UNUSED_OBJECT("storefield A.next p o"));
    take((struct node *[]){n("f")}, 1);
    struct node *virtual = node_new(test.graph, NODE_virtual_object, TYPE_REFERENCE, 0, NULL);
    virtual->extra.virtual_object.class = graph_test_class(&test, "A");
    edit_replace_and_eliminate(n("o"), virtual);
    splice_and_expect_losses(0);
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_ptr_eq(store->inputs[1], graph_null(test.graph));
    graph_test_end(&test);
}
END_TEST

START_TEST(the_value_of_a_call_is_that_of_the_iteration) {
    begin(A_CLASS "graph\np: reference = parameter 0\nw: int = parameter 1\n"
                  "a:\n    s = state @1\n    goto h\n"
                  "h from a g:\n    u: int = phi 0 m\n    m = add u 1\n"
                  "    i = invoke static A.g(LA;)I p s -> b bad\n"
                  "bad:\n    t = exception\n    unwind t\n"
                  "b:\n" COUNTED("i") "    d = compare lt m w\n    if d -> g o\n"
                                      "g:\n    goto h\n"
                                      "o:\n    return p\n");
    struct block_copy copy;
    cfg_compute(test.graph);
    edit_peel_loop(b("h"), &copy);
    const struct node *calls[] = {copy.clones[n("i")->id], n("i")};
    splice_and_expect_losses(0);
    int count = 0;
    for (int i = 0; i < test.graph->order_count; i++) {
        block_each_node(node, test.graph->order[i]) {
            bool is_counted = node->kind == NODE_compare && node->extra.condition == COND_GT;
            if (is_counted) ck_assert_ptr_eq(node->inputs[0], calls[count++]);
        }
    }
    ck_assert_int_eq(count, 2);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_load_that_a_loop_does_of_what_it_loaded_before_is_done_once) {
    begin(A_CLASS "graph\np: reference = parameter 0\nw: int = parameter 1\n"
                  "a:\n    goto h\n"
                  "h from a b:\n    i: int = phi 0 j\n    q: reference = phi p k\n"
                  "    k = loadfield A.next q\n    j = add i 1\n    goto r\n"
                  "r:\n    icgbegin here\n    storefield A.next p k\n    icgend\n    goto e\n"
                  "e:\n    d = compare lt j w\n    if d -> b o\n"
                  "b:\n    goto h\n"
                  "o:\n    return p\n");
    take((struct node *[]){n("k"), n("q")}, 2);
    splice_and_expect_losses(0);
    ck_assert_int_eq(graph_count(test.graph, NODE_load_field), 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_pure_value_that_only_inserted_code_uses_is_computed_there) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    k = add p 1\n    l = mul k 2\n    goto r\n"
          "r:\n    icgbegin here\n    c = compare gt l 5\n    if c -> y z\n"
          "y:\n    count \"x\"\n    goto q\nz:\n    goto q\n"
          "q:\n    icgend\n    goto e\n"
          "e:\n    return p\n");
    edit_eliminate(n("l"));
    edit_eliminate(n("k"));
    splice();
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){2}, 99).counts, 1);
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){1}, 99).counts, 0);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_pure_value_behind_the_anchor_is_computed_before) {
    begin("graph\np: int = parameter 0\n"
          "a:\n    count \"a\"\n    k = add p 1\n    l = mul k 2\n    goto r\n"
          "r:\n    icgbegin pred k\n    c = compare gt l 5\n    if c -> y z\n"
          "y:\n    count \"x\"\n    goto q\nz:\n    goto q\n"
          "q:\n    icgend\n    goto e\n"
          "e:\n    return l\n");
    ck_assert_int_eq((int)icg_at("k")->weak.count, 1);
    splice();
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){2}, 99).counts, 2);
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){1}, 99).counts, 1);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("values of inserted code");
    TCase *tcase = tcase_create("values of inserted code");
    tcase_add_test(tcase, an_operation_that_is_gone_is_computed_again);
    tcase_add_test(tcase, a_load_that_is_gone_is_done_again_where_it_stood);
    tcase_add_test(tcase, what_was_stored_is_what_is_loaded_unless_something_may_store_in_between);
    tcase_add_test(tcase, what_was_stored_is_what_is_loaded_of_the_same_element_alone);
    tcase_add_test(tcase, what_was_stored_on_one_way_alone_is_loaded);
    tcase_add_test(tcase, a_field_of_an_object_that_nobody_wrote_is_zero_but_not_what_a_call_gave);
    tcase_add_loop_test(tcase, what_may_fail_in_front_of_its_guard_is_not_computed_there, 0, 11);
    tcase_add_test(tcase, the_value_of_a_call_is_not_there_where_the_call_throws);
    tcase_add_test(tcase,
                   a_value_with_clones_that_comes_later_than_the_anchor_fails_the_inserted_code);
    tcase_add_test(tcase, an_object_is_not_the_one_of_the_iteration_before);
    tcase_add_test(tcase, what_a_value_was_replaced_by_is_read_without_a_definition);
    tcase_add_test(tcase, what_stood_for_one_clone_alone_is_computed_again);
    tcase_add_test(tcase, a_clone_is_read_as_it_is_when_what_it_stems_from_went_unread);
    tcase_add_loop_test(tcase, a_clone_that_nothing_else_tells_of_is_that_of_the_iteration, 0, 2);
    tcase_add_test(tcase, a_value_that_others_use_twice_is_computed_once);
    tcase_add_test(tcase, an_object_that_is_allocated_behind_the_anchor_fails_the_inserted_code);
    tcase_add_test(tcase, what_no_loop_changes_is_read_in_loops_without_phis);
    tcase_add_test(tcase, an_object_that_became_virtual_is_null);
    tcase_add_test(tcase, the_value_of_a_call_is_that_of_the_iteration);
    tcase_add_test(tcase, a_load_that_a_loop_does_of_what_it_loaded_before_is_done_once);
    tcase_add_test(tcase, a_division_that_is_gone_is_done_again_behind_its_guard);
    tcase_add_test(tcase, a_volatile_load_that_is_gone_is_lost);
    tcase_add_test(tcase, a_phi_that_is_gone_is_what_was_assigned_last);
    tcase_add_test(tcase, a_phi_of_code_that_nothing_leads_to_any_more_leaves_nothing);
    tcase_add_test(tcase, phis_that_exchange_their_values_are_assigned_at_once);
    tcase_add_test(tcase, a_value_that_a_clone_had_is_known_where_that_comes_from);
    tcase_add_test(tcase, an_object_that_is_not_allocated_is_null_but_nothing_is_computed_of_it);
    tcase_add_test(tcase, a_test_of_an_object_that_is_not_allocated_is_what_its_allocation_says);
    tcase_add_test(tcase, a_value_that_comes_later_than_the_anchor_fails_the_inserted_code);
    tcase_add_test(tcase, a_pure_value_that_only_inserted_code_uses_is_computed_there);
    tcase_add_test(tcase, a_pure_value_behind_the_anchor_is_computed_before);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
