/* Edits: what they change, whom they tell, and that a program means the same after a loop was
 * peeled. */
#include "base/check_run.h"
#include <stdlib.h>

#include "ir/evaluate.h"
#include "ir/frame_state.h"
#include "ir/testing.h"

static struct graph_test test;

static struct node *n(const char *name) { return graph_test_node(&test, name); }
static struct block *b(const char *name) { return graph_test_block(&test, name); }

struct heard {
    int eliminated, replaced, expanded, cloned, moved, merged;
};

static void on_eliminated(void *context, struct node *const *nodes, int count) {
    ((struct heard *)context)->eliminated += count;
    for (int i = 0; i < count; i++) ck_assert(!nodes[i]->is_dead);
}
static void on_replaced(void *context, struct node *node, struct node *by) {
    ((struct heard *)context)->replaced++;
}
static void on_expanded(void *context, struct node *node, const struct expansion *expansion) {
    ((struct heard *)context)->expanded++;
}
static void on_cloned(void *context, struct node *node, struct node *clone) {
    ((struct heard *)context)->cloned++;
}
static void on_moved(void *context, struct node *node) { ((struct heard *)context)->moved++; }
static void on_merged(void *context, struct block *merge, struct node *const *origins,
                      struct node *merged) {
    ((struct heard *)context)->merged++;
}

static const char straight[] = "graph\np: int = parameter 0\n"
                               "e:\n"
                               "    x = add p 1\n"
                               "    y = add x x\n"
                               "    z = add y 1\n"
                               "    return z\n";

START_TEST(every_primitive_tells_each_listener) {
    struct heard heard = {0}, also_heard = {0};
    graph_test_begin(&test, straight);
    struct edit_listener other = {.context = &also_heard, .cloned = on_cloned};
    struct edit_listener listener = {
        .context = &heard,
        .eliminated = on_eliminated,
        .replaced = on_replaced,
        .expanded = on_expanded,
        .cloned = on_cloned,
        .moved = on_moved,
        .merged = on_merged,
    };
    compilation_listen(&test.compilation, &other);
    compilation_listen(&test.compilation, &listener);
    struct node *clone = edit_clone(n("y"));
    ck_assert_int_eq(also_heard.cloned, 1);
    ck_assert_ptr_null(clone->block);
    ck_assert_int_eq(n("x")->uses.count, 4);
    node_insert_after(n("y"), clone);
    edit_replace_and_eliminate(n("y"), clone);
    ck_assert_ptr_eq(n("z")->inputs[0], clone);
    ck_assert(n("y")->is_dead);
    edit_move_before(n("x"), clone);
    edit_expand(clone, &(struct expansion){.entry = clone, .exit = clone});
    edit_merge(b("e"), NULL, clone);
    graph_check(test.graph, "the test");
    ck_assert_int_eq(heard.eliminated, 1);
    ck_assert_int_eq(heard.replaced, 1);
    ck_assert_int_eq(heard.expanded, 1);
    ck_assert_int_eq(heard.cloned, 1);
    ck_assert_int_eq(heard.moved, 1);
    ck_assert_int_eq(heard.merged, 1);
    graph_test_end(&test);
}
END_TEST

START_TEST(constants_are_shared_until_they_die) {
    graph_test_begin(&test, straight);
    struct node *seven = graph_int(test.graph, 7);
    ck_assert_ptr_eq(seven, graph_int(test.graph, 7));
    ck_assert_ptr_ne(seven, graph_long(test.graph, 7));
    ck_assert_ptr_ne(graph_double(test.graph, 0.0), graph_double(test.graph, -0.0));
    ck_assert_ptr_eq(graph_default(test.graph, TYPE_REFERENCE), graph_null(test.graph));
    edit_eliminate(seven);
    struct node *again = graph_int(test.graph, 7);
    ck_assert(!again->is_dead);
    ck_assert_ptr_eq(again, graph_int(test.graph, 7));
    for (int i = 0; i < 1000; i++) graph_int(test.graph, i);
    ck_assert_ptr_eq(again, graph_int(test.graph, 7));
    graph_test_end(&test);
}
END_TEST

START_TEST(states_die_with_their_last_user) {
    graph_test_begin(&test, "class A { int x }\n"
                            "graph\np: int = parameter 0\n"
                            "e:\n"
                            "    x = add p 1\n"
                            "    c = state @1 locals x\n"
                            "    v = virtual A 1 0\n"
                            "    o = objectstate 0 v x\n"
                            "    s = state @2 caller c objects o\n"
                            "    guard unresolved p s\n"
                            "    guard unresolved p s\n"
                            "    return\n");
    struct node *first = graph_find(test.graph, NODE_guard), *second = first->next;
    edit_eliminate(first);
    ck_assert(!n("s")->is_dead);
    edit_eliminate(second);
    ck_assert(n("s")->is_dead);
    ck_assert(n("c")->is_dead);
    ck_assert(n("o")->is_dead);
    ck_assert(n("v")->is_dead);
    edit_eliminate(n("x"));
    graph_check(test.graph, "the test");
    graph_test_end(&test);
}
END_TEST

START_TEST(an_unused_state_does_not_keep_a_value) {
    graph_test_begin(&test, "graph\np: int = parameter 0\n"
                            "e:\n    x = add p 1\n    s = state @1 locals x\n    return\n");
    edit_eliminate(n("x"));
    ck_assert(n("s")->is_dead);
    graph_test_end(&test);
}
END_TEST

START_TEST(a_frame_state_has_its_parts) {
    graph_test_begin(&test, "class A { int x }\n"
                            "graph\np: int = parameter 0\n"
                            "e:\n"
                            "    c = state @1\n"
                            "    v = virtual A 1 0\n"
                            "    o = objectstate 0 v p\n"
                            "    s = state @2 locals p - stack 1 2 locks v caller c objects o\n"
                            "    deoptimize unresolved s\n");
    struct node *s = n("s");
    ck_assert_ptr_eq(frame_state_locals(s)[0], n("p"));
    ck_assert_ptr_null(frame_state_locals(s)[1]);
    ck_assert_int_eq(frame_state_stack(s)[1]->extra.integer, 2);
    ck_assert_ptr_eq(frame_state_locks(s)[0], n("v"));
    ck_assert_ptr_eq(frame_state_caller(s), n("c"));
    ck_assert_ptr_eq(frame_state_object(s, 0), n("o"));
    struct node *clone = frame_state_clone(s);
    struct node *w = node_new(test.graph, NODE_virtual_object, TYPE_VOID, 0, NULL);
    w->extra = n("v")->extra;
    w->extra.virtual_object.number = test.graph->next_virtual_number++;
    struct node *inputs[] = {w, n("p")};
    frame_state_add_object(clone, node_new(test.graph, NODE_object_state, TYPE_VOID, 2, inputs));
    node_set_state(b("e")->last, clone);
    ck_assert(s->is_dead);
    ck_assert_int_eq(clone->extra.state->object_count, 2);
    graph_check(test.graph, "the test");
    graph_test_end(&test);
}
END_TEST

static const char diamond[] = "graph\np: int = parameter 0\n"
                              "e:\n    c = compare gt p 5\n    if c -> a:0.3 b:0.7\n"
                              "a:\n    x = add p 1\n    goto m\n"
                              "b:\n    y = add p 2\n    goto m\n"
                              "m:\n    r = phi x y\n    return r\n";

START_TEST(keeping_a_successor_removes_the_other_arm) {
    graph_test_begin(&test, diamond);
    block_keep_successor(b("e"), 1);
    graph_check(test.graph, "the test");
    ck_assert(b("a")->is_dead);
    ck_assert(n("x")->is_dead);
    ck_assert_int_eq(n("r")->input_count, 1);
    ck_assert(block_merge_with_successor(b("b")));
    ck_assert(block_merge_with_successor(b("e")));
    ck_assert(!block_merge_with_successor(b("e")));
    graph_check(test.graph, "the test");
    ck_assert_int_eq(graph_count(test.graph, NODE_phi), 0);
    ck_assert_ptr_eq(b("e")->last->inputs[0], n("y"));
    graph_test_end(&test);
}
END_TEST

START_TEST(splitting_keeps_the_order_of_predecessors) {
    graph_test_begin(&test, diamond);
    struct block *rest = block_split_before(b("a")->last);
    struct block *middle = block_split_edge(b("e"), 0);
    graph_check(test.graph, "the test");
    ck_assert_ptr_eq(b("m")->predecessors.items[0], rest);
    ck_assert_ptr_eq(b("e")->successors[0], middle);
    cfg_compute(test.graph);
    ck_assert_double_eq(middle->frequency, 0.3);
    block_permute_predecessors(b("m"), (int[]){1, 0});
    graph_check(test.graph, "the test");
    ck_assert_ptr_eq(n("r")->inputs[0], n("y"));
    ck_assert_int_eq(graph_evaluate(test.graph, (int32_t[]){9}, 99).result, 10);
    graph_test_end(&test);
}
END_TEST

START_TEST(an_absorbed_graph_shares_constants) {
    graph_test_begin(&test, diamond);
    struct diag diag = DIAG_INIT;
    struct graph *other = graph_parse(&test.compilation, "other",
                                      "class A\ngraph\nq: int = parameter 0\n"
                                      "f:\n    k = add q 1\n    v = virtual A 0 0\n"
                                      "    s = state @1 locals v\n"
                                      "    deoptimize unresolved s\n",
                                      &diag);
    ck_assert_ptr_nonnull(other);
    struct block *entry = other->entry;
    struct node *k = entry->first;
    test.graph->next_virtual_number = 3;
    graph_absorb(test.graph, other);
    ck_assert_ptr_eq(k->inputs[1], graph_int(test.graph, 1));
    ck_assert_ptr_eq(entry->graph, test.graph);
    block_redirect(b("b"), 0, entry);
    graph_check(test.graph, "the test");
    ck_assert_int_eq(graph_find(test.graph, NODE_virtual_object)->extra.virtual_object.number, 3);
    graph_test_end(&test);
}
END_TEST

/* Loops with values that live on behind them, several exits, a loop around the loop. */
static const char *const loops[] = {
    "graph\np: int = parameter 0\nq: int = parameter 1\n"
    "e:\n    goto h\n"
    "h from e latch:\n"
    "    i: int = phi 0 i2\n    s: int = phi q s2\n"
    "    c = compare lt i p\n    if c -> body out\n"
    "body:\n    s2 = add s i\n    i2 = add i 1\n    big = compare gt s2 20\n"
    "    if big -> early latch\n"
    "latch:\n    count \"x\"\n    goto h\n"
    "early:\n    t = mul s2 3\n    goto end\n"
    "out:\n    u = sub s i\n    goto end\n"
    "end from early out:\n"
    "    r: int = phi t u\n    w = add r i\n    return w\n",
    "graph\np: int = parameter 0\nq: int = parameter 1\n"
    "e:\n    goto outer\n"
    "outer from e onext:\n"
    "    j: int = phi 0 j2\n    a: int = phi 1 k\n    goto h\n"
    "h from outer latch:\n"
    "    i: int = phi j i2\n"
    "    k = add a i\n"
    "    c = compare lt i p\n    if c -> latch out\n"
    "latch:\n    count \"x\"\n    i2 = add i 1\n    goto h\n"
    "out:\n    j2 = add j 1\n    d = compare lt j2 q\n    if d -> onext end\n"
    "onext:\n    goto outer\n"
    "end:\n    r = add k i\n    return r\n",
    "graph\np: int = parameter 0\nq: int = parameter 1\n"
    "e:\n    if q -> a z\n"
    "a:\n    goto h\n"
    "z:\n    goto h\n"
    "h from a z l1 l2:\n"
    "    i: int = phi 3 4 i1 i2\n"
    "    x = mul i q\n"
    "    switch i 7 40 -> l1 out other\n"
    "l1:\n    i1 = add x 2\n    goto h\n"
    "other:\n    c = compare lt i p\n    if c -> l2 out2\n"
    "l2:\n    i2 = add i 1\n    count \"x\"\n    goto h\n"
    "out:\n    y = add x 1\n    goto end\n"
    "out2:\n    goto end\n"
    "end from out out2:\n    r: int = phi y x\n    s = add r x\n    return s\n",
};

static void peel(struct graph *graph) {
    struct block_copy copy;
    for (int i = graph->order_count; i-- > 0;) {
        if (!block_is_loop_header(graph->order[i])) continue;
        edit_peel_loop(graph->order[i], &copy);
        return;
    }
}

START_TEST(a_peeled_loop_computes_the_same) {
    for (size_t l = 0; l < sizeof loops / sizeof *loops; l++) {
        struct graph_test peeled;
        graph_test_begin(&test, loops[l]);
        graph_test_begin(&peeled, loops[l]);
        for (int times = 0; times < 3; times++) {
            ck_assert_int_eq(graph_test_run(&peeled, peel), REASON_none);
            for (int32_t p = -1; p < 12; p++) {
                for (int32_t q = 0; q < 4; q++) {
                    int32_t arguments[] = {p, q};
                    struct evaluation a = graph_evaluate(test.graph, arguments, 100000);
                    struct evaluation z = graph_evaluate(peeled.graph, arguments, 200000);
                    ck_assert(a.is_finished == z.is_finished);
                    if (!a.is_finished) continue;
                    ck_assert_int_eq(a.result, z.result);
                    ck_assert_int_eq(a.counts, z.counts);
                }
            }
        }
        graph_test_end(&peeled);
        graph_test_end(&test);
    }
}
END_TEST

START_TEST(peeling_gives_users_behind_the_loop_their_own_states) {
    graph_test_begin(&test, "class A\nmethod static A.f(I)I\n"
                            "graph\np: int = parameter 0\n"
                            "e:\n    goto h\n"
                            "h from e latch:\n"
                            "    i: int = phi 0 j\n"
                            "    j = add i 1\n"
                            "    outer = state @1 locals j\n"
                            "    s = state @5 locals i caller outer\n"
                            "    t = state @6 locals i caller outer\n"
                            "    r = invoke static A.f(I)I i s -> ok thrown\n"
                            "thrown:\n"
                            "    x = exception\n"
                            "    k = compare ne i 3\n"
                            "    guard unresolved k t\n"
                            "    unwind x\n"
                            "ok:\n"
                            "    c = compare lt j p\n"
                            "    if c -> latch out\n"
                            "latch:\n    goto h\n"
                            "out:\n"
                            "    guard unresolved c t\n"
                            "    guard unresolved r t\n"
                            "    return j\n");
    ck_assert_int_eq(graph_test_run(&test, peel), REASON_none);
    ck_assert_int_eq(graph_count(test.graph, NODE_invoke), 2);
    ck_assert_int_eq(graph_count(test.graph, NODE_exception_object), 2);
    ck_assert_int_eq(graph_count(test.graph, NODE_unwind), 1);
    struct node *guard = b("out")->last->previous;
    ck_assert_int_eq(guard->kind, NODE_guard);
    struct node *state = node_state(guard);
    ck_assert_ptr_eq(state, node_state(guard->previous)); /* one for the block */
    ck_assert_int_eq(frame_state_locals(state)[0]->kind, NODE_phi);
    ck_assert_int_eq(frame_state_locals(frame_state_caller(state))[0]->kind, NODE_phi);
    ck_assert(n("t")->is_dead);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("edits");
    TCase *tcase = tcase_create("edits");
    tcase_add_test(tcase, every_primitive_tells_each_listener);
    tcase_add_test(tcase, constants_are_shared_until_they_die);
    tcase_add_test(tcase, states_die_with_their_last_user);
    tcase_add_test(tcase, an_unused_state_does_not_keep_a_value);
    tcase_add_test(tcase, a_frame_state_has_its_parts);
    tcase_add_test(tcase, keeping_a_successor_removes_the_other_arm);
    tcase_add_test(tcase, splitting_keeps_the_order_of_predecessors);
    tcase_add_test(tcase, an_absorbed_graph_shares_constants);
    tcase_add_test(tcase, a_peeled_loop_computes_the_same);
    tcase_add_test(tcase, peeling_gives_users_behind_the_loop_their_own_states);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
