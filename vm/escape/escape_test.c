/* Partial escape analysis by the shapes of source code that it must get right: how
 * many allocations are left, how often they run, and which decisions are told. */
#include <stdio.h>

#include "escape/escape_testing.h"

/* --- where allocations go --- */
static const char on_one_branch[] =
    DECLARATIONS "e:\n"
                 "    s0 = state @0 locals p\n"
                 "    a = new A s0\n"
                 "    if p -> escape:0.8 stay:0.2\n"
                 "escape:\n"
                 "    s1 = state @5 locals p after_call\n"
                 "    invoke static T.use(LA;)V a s1 -> back caught\n" CAUGHT "back:\n"
                 "    goto done\n"
                 "stay:\n"
                 "    goto done\n"
                 "done:\n"
                 "    return\n";

START_TEST(an_object_that_escapes_on_one_branch_is_allocated_only_there) {
    run_text(on_one_branch);
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_double_eq_tol(frequency(NODE_new), 0.8, 1e-9);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_new)->block, block("escape"));
    ck_assert(node("a")->is_dead);
    ck_assert_int_eq(told(EVENT_virtualized, REASON_none), 1);
    ck_assert_int_eq(told(EVENT_materialized, REASON_passed_to_call), 1);
    ck_assert_double_eq_tol(graph_test_event(&test, EVENT_virtualized, 0)->frequency, 1, 1e-9);
    ck_assert_double_eq_tol(graph_test_event(&test, EVENT_materialized, 0)->frequency, 0.8, 1e-9);
    ck_assert_str_eq(graph_test_event(&test, EVENT_materialized, 0)->subject, "A");
    end();
}
END_TEST

START_TEST(the_moved_allocation_repeats_from_the_last_state_before_anything_visible) {
    run_text(on_one_branch);
    struct node *state = node_state(graph_find(test.graph, NODE_new));
    ck_assert_ptr_nonnull(state);
    ck_assert_int_eq(state->extra.state->bci, 0);
    end();
}
END_TEST

START_TEST(a_second_round_leaves_the_moved_allocation_where_it_is) {
    rounds = 2;
    run_text(on_one_branch);
    rounds = 1;
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_new)->block, block("escape"));
    ck_assert_int_eq(told_any(EVENT_virtualized), 1);
    ck_assert_int_eq(told_any(EVENT_materialized), 1);
    ck_assert_int_eq(told_any(EVENT_allocation_kept), 0);
    end();
}
END_TEST

START_TEST(without_partial_escapes_the_allocation_stays) {
    begin(on_one_branch);
    switch_off(RULE_escape_partial);
    run();
    ck_assert(!node("a")->is_dead);
    ck_assert_double_eq_tol(frequency(NODE_new), 1, 1e-9);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_passed_to_call), 1);
    ck_assert_int_eq(told_any(EVENT_virtualized), 0);
    end();
}
END_TEST

START_TEST(comparing_totals_throws_the_motion_away) {
    begin(on_one_branch);
    test.compilation.sabotaged[SABOTAGE_discard_balanced_motion] = true;
    run();
    ck_assert(!node("a")->is_dead);
    end();
}
END_TEST

START_TEST(an_object_that_does_not_escape_is_never_allocated) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    storefield A.x a p\n"
                          "    y = loadfield A.x a\n"
                          "    z = add y 1\n"
                          "    return z\n");
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(count(NODE_load_field) + count(NODE_store_field), 0);
    ck_assert_ptr_eq(node("z")->inputs[0], node("p"));
    ck_assert_int_eq(told(EVENT_virtualized, REASON_does_not_escape), 1);
    end();
}
END_TEST

START_TEST(an_object_that_is_used_up_where_it_is_made_is_left_alone) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    storefield A.x a p\n"
                          "    return a\n");
    ck_assert(!node("a")->is_dead);
    ck_assert_int_eq(told_any(EVENT_virtualized), 0);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_returned), 1);
    end();
}
END_TEST

START_TEST(the_moved_object_gets_its_contents_there) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    storefield A.x a q\n"
                          "    storefield A.next a a\n"
                          "    if p -> escape:0.5 stay:0.5\n"
                          "escape:\n"
                          "    storestatic Box.shared a\n"
                          "    goto done\n"
                          "stay:\n"
                          "    goto done\n"
                          "done:\n"
                          "    return\n");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_int_eq(count(NODE_store_field), 2);
    struct node *made = graph_find(test.graph, NODE_new);
    ck_assert_ptr_eq(made->next->inputs[1], node("q"));
    ck_assert_ptr_eq(made->next->next->inputs[1], made);
    ck_assert_int_eq(told(EVENT_materialized, REASON_stored_to_static), 1);
    end();
}
END_TEST

/* --- loops --- */
#define COUNTED_LOOP                                                                               \
    "    goto head\n"                                                                              \
    "head:\n"                                                                                      \
    "    i: int = phi 0 j\n"                                                                       \
    "    c = compare lt i q\n"                                                                     \
    "    if c -> body:0.9 out:0.1\n"

START_TEST(an_object_of_a_loop_body_is_allocated_in_the_arm_where_it_escapes) {
    run_text(DECLARATIONS "e:\n" COUNTED_LOOP "body:\n"
                          "    s0 = state @3 locals p i\n"
                          "    a = new A s0\n"
                          "    if p -> escape:0.25 stay:0.75\n"
                          "escape:\n"
                          "    storestatic Box.shared a\n"
                          "    goto latch\n"
                          "stay:\n"
                          "    goto latch\n"
                          "latch:\n"
                          "    j = add i 1\n"
                          "    goto head\n"
                          "out:\n"
                          "    return\n");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_double_eq_tol(frequency(NODE_new), 9 * 0.25, 1e-9);
    end();
}
END_TEST

START_TEST(an_object_from_before_a_loop_that_escapes_inside_it_is_allocated_before) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n" COUNTED_LOOP "body:\n"
                          "    if p -> escape:0.25 stay:0.75\n"
                          "escape:\n"
                          "    storestatic Box.shared a\n"
                          "    goto latch\n"
                          "stay:\n"
                          "    goto latch\n"
                          "latch:\n"
                          "    j = add i 1\n"
                          "    goto head\n"
                          "out:\n"
                          "    return\n");
    ck_assert(!node("a")->is_dead);
    ck_assert_double_eq_tol(frequency(NODE_new), 1, 1e-9);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_carried_by_loop), 1);
    end();
}
END_TEST

static const char on_loop_exit[] = DECLARATIONS "e:\n"
                                                "    s0 = state @0 locals p\n"
                                                "    a = new A s0\n" COUNTED_LOOP "body:\n"
                                                "    storefield A.x a i\n"
                                                "    if p -> leave:0.25 latch:0.75\n"
                                                "latch:\n"
                                                "    j = add i 1\n"
                                                "    goto head\n"
                                                "leave:\n"
                                                "    storestatic Box.shared a\n"
                                                "    return\n"
                                                "out:\n"
                                                "    return\n";

START_TEST(an_object_that_escapes_where_the_loop_is_left_is_allocated_there) {
    run_text(on_loop_exit);
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_new)->block, block("leave"));
    ck_assert_int_eq(told(EVENT_materialized, REASON_stored_to_static), 1);
    struct node *store = graph_find(test.graph, NODE_store_field);
    ck_assert_ptr_eq(store->inputs[1], node("i"));
    end();
}
END_TEST

START_TEST(without_loops_the_object_is_real_before_the_loop) {
    begin(on_loop_exit);
    switch_off(RULE_escape_loops);
    run();
    ck_assert(!node("a")->is_dead);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_carried_by_loop), 1);
    end();
}
END_TEST

static const char carried_by_phi[] = DECLARATIONS "e:\n"
                                                  "    s0 = state @0 locals p\n"
                                                  "    a = new A s0\n"
                                                  "    goto head\n"
                                                  "head:\n"
                                                  "    i: int = phi 0 j\n"
                                                  "    cur: reference = phi a b\n"
                                                  "    x = loadfield A.x cur\n"
                                                  "    c = compare lt i q\n"
                                                  "    if c -> body:0.9 out:0.1\n"
                                                  "body:\n"
                                                  "    j = add i 1\n"
                                                  "    s1 = state @9 locals p j x\n"
                                                  "    b = new A s1\n"
                                                  "    y = add x j\n"
                                                  "    storefield A.x b y\n"
                                                  "    goto head\n"
                                                  "out:\n"
                                                  "    return x\n";

START_TEST(objects_that_replace_each_other_around_a_loop_are_never_allocated) {
    run_text(carried_by_phi);
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(count(NODE_load_field), 0);
    ck_assert_int_eq(told(EVENT_virtualized, REASON_does_not_escape), 2);
    struct node *result = block("out")->last->inputs[0];
    ck_assert_int_eq(result->kind, NODE_phi);
    ck_assert_ptr_eq(result->inputs[1], node("y"));
    end();
}
END_TEST

START_TEST(without_merging_they_are_allocated_in_each_iteration) {
    begin(carried_by_phi);
    switch_off(RULE_escape_merged);
    run();
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_double_eq_tol(frequency(NODE_new), 10, 1e-9);
    end();
}
END_TEST

START_TEST(without_the_loop_alias_the_carried_object_is_real_at_the_entry) {
    begin(carried_by_phi);
    test.compilation.sabotaged[SABOTAGE_no_loop_alias] = true;
    run();
    ck_assert_int_eq(count(NODE_new), 2);
    end();
}
END_TEST

START_TEST(a_merged_object_is_real_before_a_loop_carries_it_on) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    goto head\n"
                          "head:\n"
                          "    i: int = phi 0 j\n"
                          "    cur: reference = phi a m\n"
                          "    x = loadfield A.x cur\n"
                          "    c = compare lt i q\n"
                          "    if c -> body:0.9 out:0.1\n"
                          "body:\n"
                          "    j = add i 1\n"
                          "    s1 = state @9 locals p j x\n"
                          "    if p -> left right\n"
                          "left:\n"
                          "    b = new A s1\n"
                          "    storefield A.x b j\n"
                          "    goto latch\n"
                          "right:\n"
                          "    d = new A s1\n"
                          "    goto latch\n"
                          "latch from left right:\n"
                          "    m = phi b d\n"
                          "    goto head\n"
                          "out:\n"
                          "    return x\n");
    ck_assert_double_eq_tol(frequency(NODE_new), 10, 1e-9);
    end();
}
END_TEST

START_TEST(a_list_that_grows_in_a_loop_is_allocated_node_by_node) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    goto head\n"
                          "head:\n"
                          "    i: int = phi 0 j\n"
                          "    cur: reference = phi a b\n"
                          "    c = compare lt i q\n"
                          "    if c -> body:0.9 out:0.1\n"
                          "body:\n"
                          "    j = add i 1\n"
                          "    s1 = state @9 locals p j cur\n"
                          "    b = new A s1\n"
                          "    storefield A.next b cur\n"
                          "    goto head\n"
                          "out:\n"
                          "    return cur\n");
    ck_assert_double_eq_tol(frequency(NODE_new), 10, 1e-9);
    end();
}
END_TEST

/* The walk along a list starts at an object that already exists and that the loop uses otherwise,
 * too: all that changes when the back edge comes is what the phi stands for. */
START_TEST(a_walk_that_starts_at_a_materialized_object_leaves_it) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    if p -> escape:0.25 stay:0.75\n"
                          "stay:\n"
                          "    return\n"
                          "escape:\n"
                          "    storestatic Box.shared a\n"
                          "    goto head\n"
                          "head:\n"
                          "    cur: reference = phi a up\n"
                          "    c = compare ne cur null\n"
                          "    if c -> body:0.9 out:0.1\n"
                          "body:\n"
                          "    storefield A.x cur p\n"
                          "    storefield A.small a q\n"
                          "    up = loadfield A.next cur\n"
                          "    goto head\n"
                          "out:\n"
                          "    return\n");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_ptr_eq(graph_find(test.graph, NODE_new)->block, block("escape"));
    ck_assert(!node("cur")->is_dead);
    ck_assert_ptr_eq(node("cur")->inputs[1], node("up"));
    ck_assert_ptr_eq(node("up")->inputs[0], node("cur"));
    ck_assert_ptr_eq(node("c")->inputs[0], node("cur"));
    end();
}
END_TEST

START_TEST(a_pair_that_swaps_around_a_loop_stays_correct) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    b = new A s0\n"
                          "    storefield A.x a 1\n"
                          "    goto head\n"
                          "head:\n"
                          "    i: int = phi 0 j\n"
                          "    m: reference = phi a n\n"
                          "    n: reference = phi b m\n"
                          "    c = compare lt i q\n"
                          "    if c -> body:0.9 out:0.1\n"
                          "body:\n"
                          "    j = add i 1\n"
                          "    goto head\n"
                          "out:\n"
                          "    x = loadfield A.x m\n"
                          "    return x\n");
    ck_assert_int_le(count(NODE_new), 2);
    end();
}
END_TEST

START_TEST(a_loop_with_two_entries_carries_objects_too) {
    run_text(DECLARATIONS "e:\n"
                          "    if p -> one two\n"
                          "one:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    storefield A.x a 5\n"
                          "    goto head\n"
                          "two:\n"
                          "    s1 = state @5 locals p\n"
                          "    b = new A s1\n"
                          "    goto head\n"
                          "head from one two latch:\n"
                          "    i: int = phi 0 0 j\n"
                          "    m: reference = phi a b m\n"
                          "    c = compare lt i q\n"
                          "    if c -> latch:0.9 out:0.1\n"
                          "latch:\n"
                          "    j = add i 1\n"
                          "    goto head\n"
                          "out:\n"
                          "    x = loadfield A.x m\n"
                          "    return x\n");
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(told(EVENT_virtualized, REASON_does_not_escape), 2);
    end();
}
END_TEST

/* Each walk of the loop finds that one more element varies. */
START_TEST(a_loop_that_does_not_settle_gets_real_objects) {
    char text[4000];
    int length = snprintf(text, sizeof text,
                          DECLARATIONS "e:\n"
                                       "    s0 = state @0 locals p\n"
                                       "    a = newarray int[] 20 s0\n" COUNTED_LOOP "body:\n");
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
    ck_assert_int_eq(count(NODE_new_array), 1);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_iteration_limit), 1);
    end();
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
    ck_assert_int_eq(count(NODE_new), 0);
    end();
    run_nest(21);
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_carried_by_loop), 1);
    end();
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
    ck_assert_int_gt(told(EVENT_allocation_kept, REASON_loop_depth_limit), 0);
    end();
}
END_TEST

/* --- merges --- */
#define TWO_ARMS                                                                                   \
    "e:\n"                                                                                         \
    "    if p -> left:0.25 right:0.75\n"                                                           \
    "left:\n"                                                                                      \
    "    s0 = state @0 locals p\n"                                                                 \
    "    a = new A s0\n"                                                                           \
    "    storefield A.x a 1\n"                                                                     \
    "    goto meet\n"                                                                              \
    "right:\n"                                                                                     \
    "    s1 = state @5 locals p\n"                                                                 \
    "    b = new A s1\n"                                                                           \
    "    storefield A.x b 2\n"                                                                     \
    "    goto meet\n"                                                                              \
    "meet:\n"                                                                                      \
    "    m: reference = phi a b\n"

START_TEST(two_arms_that_each_allocate_what_escapes_after_them_keep_one_allocation_a_call) {
    run_text(DECLARATIONS TWO_ARMS "    return m\n");
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_double_eq_tol(frequency(NODE_new), 1, 1e-9);
    ck_assert_int_eq(told_any(EVENT_allocation_kept), 2);
    end();
}
END_TEST

static const char merged_then_escapes[] = DECLARATIONS TWO_ARMS "    if q -> escape:0.1 stay:0.9\n"
                                                                "escape:\n"
                                                                "    storestatic Box.shared m\n"
                                                                "    return 0\n"
                                                                "stay:\n"
                                                                "    x = loadfield A.x m\n"
                                                                "    return x\n";

START_TEST(merged_objects_sink_to_where_they_escape) {
    static const struct position left = {.method = "A.f()V", .bci = 3},
                                 right = {.method = "A.f()V", .bci = 9};
    begin(merged_then_escapes);
    node("a")->position = &left;
    node("b")->position = &right;
    run();
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_double_eq_tol(frequency(NODE_new), 0.1, 1e-9);
    ck_assert_int_eq(told_any(EVENT_virtualized), 2);
    ck_assert_int_eq(told(EVENT_materialized, REASON_stored_to_static), 2);
    const struct event *of_left = graph_test_event(&test, EVENT_materialized, 0),
                       *of_right = graph_test_event(&test, EVENT_materialized, 1);
    ck_assert_ptr_eq(of_left->origin, &left);
    ck_assert_ptr_eq(of_right->origin, &right);
    ck_assert_double_eq_tol(of_left->frequency, 0.025, 1e-9);
    ck_assert_double_eq_tol(of_right->frequency, 0.075, 1e-9);
    struct node *result = block("stay")->last->inputs[0];
    ck_assert_int_eq(result->kind, NODE_phi);
    end();
}
END_TEST

START_TEST(without_merging_they_stay_in_the_arms) {
    begin(merged_then_escapes);
    switch_off(RULE_escape_merged);
    run();
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_merged_with_other), 2);
    end();
}
END_TEST

START_TEST(objects_that_can_still_be_told_apart_are_not_merged) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    b = new A s0\n"
                          "    if p -> left:0.5 right:0.5\n"
                          "left:\n"
                          "    goto meet\n"
                          "right:\n"
                          "    goto meet\n"
                          "meet:\n"
                          "    m: reference = phi a b\n"
                          "    c = compare eq m a\n"
                          "    return c\n");
    struct node *compare = block("meet")->last->inputs[0];
    ck_assert_int_eq(compare->kind, NODE_compare);
    end();
}
END_TEST

START_TEST(an_object_that_is_real_on_one_path_becomes_real_on_the_other_when_it_is_needed) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    if p -> left:0.5 right:0.5\n"
                          "left:\n"
                          "    storestatic Box.shared a\n"
                          "    goto meet\n"
                          "right:\n"
                          "    goto meet\n"
                          "meet:\n"
                          "    return a\n");
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_double_eq_tol(frequency(NODE_new), 1, 1e-9);
    ck_assert_int_eq(told(EVENT_materialized, REASON_merged_states_differ), 1);
    ck_assert_int_eq(told(EVENT_materialized, REASON_stored_to_static), 1);
    end();
}
END_TEST

START_TEST(an_object_is_needed_where_only_a_frame_state_mentions_it) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    if p -> left:0.5 right:0.5\n"
                          "left:\n"
                          "    storestatic Box.shared a\n"
                          "    goto meet\n"
                          "right:\n"
                          "    goto meet\n"
                          "meet:\n"
                          "    s1 = state @9 locals a\n"
                          "    guard null_pointer q s1\n"
                          "    return\n");
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(node_state(graph_find(test.graph, NODE_guard))->inputs[0]->kind, NODE_phi);
    end();
}
END_TEST

START_TEST(an_object_that_is_locked_on_one_path_only_becomes_real) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    if p -> left:0.5 right:0.5\n"
                          "left:\n"
                          "    enter 0 a\n"
                          "    goto meet\n"
                          "right:\n"
                          "    goto meet\n"
                          "meet:\n"
                          "    x = loadfield A.x a\n"
                          "    return x\n");
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(told(EVENT_materialized, REASON_merged_locks_differ), 2);
    end();
}
END_TEST

START_TEST(fields_that_differ_meet_in_a_phi) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    if p -> left:0.5 right:0.5\n"
                          "left:\n"
                          "    storefield A.x a 1\n"
                          "    goto meet\n"
                          "right:\n"
                          "    storefield A.x a 2\n"
                          "    goto meet\n"
                          "meet:\n"
                          "    x = loadfield A.x a\n"
                          "    return x\n");
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(block("meet")->last->inputs[0]->kind, NODE_phi);
    end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("escape");
    TCase *where = tcase_create("where");
    tcase_add_test(where, an_object_that_escapes_on_one_branch_is_allocated_only_there);
    tcase_add_test(where, the_moved_allocation_repeats_from_the_last_state_before_anything_visible);
    tcase_add_test(where, a_second_round_leaves_the_moved_allocation_where_it_is);
    tcase_add_test(where, without_partial_escapes_the_allocation_stays);
    tcase_add_test(where, comparing_totals_throws_the_motion_away);
    tcase_add_test(where, an_object_that_does_not_escape_is_never_allocated);
    tcase_add_test(where, an_object_that_is_used_up_where_it_is_made_is_left_alone);
    tcase_add_test(where, the_moved_object_gets_its_contents_there);
    TCase *loops = tcase_create("loops");
    tcase_add_test(loops, an_object_of_a_loop_body_is_allocated_in_the_arm_where_it_escapes);
    tcase_add_test(loops, an_object_from_before_a_loop_that_escapes_inside_it_is_allocated_before);
    tcase_add_test(loops, an_object_that_escapes_where_the_loop_is_left_is_allocated_there);
    tcase_add_test(loops, without_loops_the_object_is_real_before_the_loop);
    tcase_add_test(loops, objects_that_replace_each_other_around_a_loop_are_never_allocated);
    tcase_add_test(loops, without_merging_they_are_allocated_in_each_iteration);
    tcase_add_test(loops, without_the_loop_alias_the_carried_object_is_real_at_the_entry);
    tcase_add_test(loops, a_merged_object_is_real_before_a_loop_carries_it_on);
    tcase_add_test(loops, a_list_that_grows_in_a_loop_is_allocated_node_by_node);
    tcase_add_test(loops, a_walk_that_starts_at_a_materialized_object_leaves_it);
    tcase_add_test(loops, a_pair_that_swaps_around_a_loop_stays_correct);
    tcase_add_test(loops, a_loop_with_two_entries_carries_objects_too);
    tcase_add_test(loops, a_loop_that_does_not_settle_gets_real_objects);
    tcase_add_test(loops, walks_nested_deeply_are_walked_as_often_as_the_limit_says);
    tcase_add_test(loops, loops_nested_so_deeply_that_walking_them_takes_too_long_get_real_objects);
    TCase *merges = tcase_create("merges");
    tcase_add_test(merges,
                   two_arms_that_each_allocate_what_escapes_after_them_keep_one_allocation_a_call);
    tcase_add_test(merges, merged_objects_sink_to_where_they_escape);
    tcase_add_test(merges, without_merging_they_stay_in_the_arms);
    tcase_add_test(merges, objects_that_can_still_be_told_apart_are_not_merged);
    tcase_add_test(merges,
                   an_object_that_is_real_on_one_path_becomes_real_on_the_other_when_it_is_needed);
    tcase_add_test(merges, an_object_is_needed_where_only_a_frame_state_mentions_it);
    tcase_add_test(merges, an_object_that_is_locked_on_one_path_only_becomes_real);
    tcase_add_test(merges, fields_that_differ_meet_in_a_phi);
    suite_add_tcase(suite, where);
    suite_add_tcase(suite, loops);
    suite_add_tcase(suite, merges);
    return check_run(suite);
}
