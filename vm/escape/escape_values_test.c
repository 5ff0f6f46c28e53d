/* What is known of virtual objects: nested ones, answers about them, arrays, locks, frame states.
 */
#include "escape/escape_testing.h"

/* --- nested objects --- */
static const char nested[] = DECLARATIONS "e:\n"
                                          "    s0 = state @0 locals p\n"
                                          "    a = new A s0\n"
                                          "    box = new Box s0\n"
                                          "    storefield A.x a q\n"
                                          "    storefield Box.held box a\n"
                                          "    if p -> escape:0.5 stay:0.5\n"
                                          "escape:\n"
                                          "    return box\n"
                                          "stay:\n"
                                          "    again = loadfield Box.held box\n"
                                          "    storefield A.x again 7\n"
                                          "    return null\n";

START_TEST(what_an_escaping_object_refers_to_escapes_with_it) {
    run_text(nested);
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_double_eq_tol(frequency(NODE_new), 1, 1e-9);
    ck_assert_int_eq(count(NODE_store_field), 2);
    ck_assert_int_eq(told(EVENT_materialized, REASON_returned), 1);
    ck_assert_int_eq(told(EVENT_materialized, REASON_field_of_escaping), 1);
    end();
}
END_TEST

START_TEST(without_nesting_only_the_outer_object_is_virtual) {
    begin(nested);
    switch_off(RULE_escape_nested);
    run();
    ck_assert(!node("a")->is_dead);
    ck_assert(node("box")->is_dead);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_stored_to_heap), 1);
    end();
}
END_TEST

/* The check in front of it always fails: so far the graph does not say that what follows is dead.
 */
START_TEST(an_object_without_the_field_is_real_for_the_access) {
    run_text("class Small { int x }\n"
             "class Large { long a, long b, long c, int d }\n"
             "class Holder { Small held }\n"
             "class T\n"
             "graph\n"
             "p: int = parameter 0\n"
             "e:\n"
             "    s0 = state @0 locals p\n"
             "    a = new Small s0\n"
             "    h = new Holder s0\n"
             "    storefield Holder.held h a\n"
             "    b = loadfield Holder.held h\n"
             "    storefield Large.c b 5L\n"
             "    y = loadfield Large.d b\n"
             "    return y\n");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_int_eq(count(NODE_load_field), 1);
    ck_assert_int_eq(count(NODE_store_field), 1);
    end();
}
END_TEST

START_TEST(an_array_without_such_elements_is_real_for_the_access) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    b = newarray int[] 3 s0\n"
                          "    x = loadelement reference a 0\n"
                          "    y = loadelement reference b 1\n"
                          "    return\n");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_int_eq(count(NODE_new_array), 1);
    ck_assert_int_eq(count(NODE_load_element), 2);
    end();
}
END_TEST

START_TEST(objects_that_refer_to_each_other_are_allocated_before_they_are_filled) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    b = new A s0\n"
                          "    storefield A.next a b\n"
                          "    storefield A.next b a\n"
                          "    if p -> escape:0.5 stay:0.5\n"
                          "escape:\n"
                          "    return a\n"
                          "stay:\n"
                          "    return null\n");
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(count(NODE_store_field), 2);
    ck_assert_int_eq(graph_find(test.graph, NODE_new)->next->kind, NODE_new);
    end();
}
END_TEST

/* --- what is known of virtual objects --- */
START_TEST(questions_about_a_virtual_object_are_answered) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    b = new B s0\n"
                          "    c1 = compare eq a b\n"
                          "    c2 = compare ne a null\n"
                          "    c3 = instanceof B a\n"
                          "    c4 = castok A b\n"
                          "    c5 = exactclass A b\n"
                          "    c6 = compare eq a r\n"
                          "    use1 = state @1 locals c1 c2 c3 c4 c5 c6\n"
                          "    guard null_pointer p use1\n"
                          "    return\n");
    struct node **answers = node_state(graph_find(test.graph, NODE_guard))->inputs;
    const int64_t expected[] = {0, 1, 0, 1, 0, 0};
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(answers[i]->kind, NODE_const_int);
        ck_assert_int_eq(answers[i]->extra.integer, expected[i]);
    }
    ck_assert_int_eq(count(NODE_new), 0);
    end();
}
END_TEST

START_TEST(a_branch_on_a_field_of_a_virtual_object_is_decided) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    x = loadfield A.x a\n"
                          "    c = compare eq x 0\n"
                          "    if c -> zero other\n"
                          "zero:\n"
                          "    return null\n"
                          "other:\n"
                          "    return a\n");
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(count(NODE_if), 0);
    ck_assert(block("other")->is_dead);
    ck_assert_int_eq(told(EVENT_branch_removed, REASON_constant_condition), 1);
    end();
}
END_TEST

START_TEST(a_byte_field_holds_a_byte) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    storefield A.small a p\n"
                          "    x = loadfield A.small a\n"
                          "    return x\n");
    struct node *result = block("e")->last->inputs[0];
    ck_assert_int_eq(result->kind, NODE_narrow);
    ck_assert_int_eq(result->extra.type, JAVA_BYTE);
    end();
}
END_TEST

/* --- arrays --- */
static const char small_array[] = DECLARATIONS "e:\n"
                                               "    s0 = state @0 locals p\n"
                                               "    a = newarray int[] 3 s0\n"
                                               "    storeelement int a 1 q\n"
                                               "    x = loadelement int a 1\n"
                                               "    y = loadelement int a 2\n"
                                               "    n = arraylength a\n"
                                               "    z = add x n\n"
                                               "    w = add z y\n"
                                               "    return w\n";

START_TEST(a_small_array_with_constant_indices_is_never_allocated) {
    run_text(small_array);
    ck_assert_int_eq(count(NODE_new_array), 0);
    ck_assert_int_eq(count(NODE_array_length), 0);
    ck_assert_ptr_eq(node("z")->inputs[0], node("q"));
    ck_assert_int_eq(node("z")->inputs[1]->extra.integer, 3);
    end();
}
END_TEST

START_TEST(without_arrays_it_stays) {
    begin(small_array);
    switch_off(RULE_escape_arrays);
    run();
    ck_assert_int_eq(count(NODE_new_array), 1);
    end();
}
END_TEST

START_TEST(an_array_stays_when_its_length_or_index_is_not_constant_or_it_is_large) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = newarray int[] p s0\n"
                          "    b = newarray int[] 1000 s0\n"
                          "    c = newarray int[] 3 s0\n"
                          "    x = loadelement int c p\n"
                          "    return x\n");
    ck_assert_int_eq(count(NODE_new_array), 3);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_unknown_length), 1);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_too_large), 1);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_unknown_index), 1);
    end();
}
END_TEST

/* --- locks --- */
static const char locked[] = DECLARATIONS "e:\n"
                                          "    s0 = state @0 locals p\n"
                                          "    a = new A s0\n"
                                          "    enter 0 a\n"
                                          "    storefield A.x a q\n"
                                          "    exit 0 a\n"
                                          "    return\n";

START_TEST(the_lock_of_a_virtual_object_is_removed) {
    run_text(locked);
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(count(NODE_monitor_enter) + count(NODE_monitor_exit), 0);
    ck_assert_int_eq(told(EVENT_lock_removed, REASON_does_not_escape), 1);
    end();
}
END_TEST

START_TEST(without_locks_the_locked_object_is_real) {
    begin(locked);
    switch_off(RULE_escape_locks);
    run();
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_int_eq(count(NODE_monitor_enter), 1);
    ck_assert_int_eq(told_any(EVENT_lock_kept), 1);
    end();
}
END_TEST

START_TEST(an_object_that_escapes_while_it_is_locked_is_locked_there) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    enter 0 a\n"
                          "    if p -> escape:0.1 stay:0.9\n"
                          "escape:\n"
                          "    storestatic Box.shared a\n"
                          "    exit 0 a\n"
                          "    return\n"
                          "stay:\n"
                          "    exit 0 a\n"
                          "    return\n");
    ck_assert_double_eq_tol(frequency(NODE_new), 0.1, 1e-9);
    ck_assert_double_eq_tol(frequency(NODE_monitor_enter), 0.1, 1e-9);
    ck_assert_double_eq_tol(frequency(NODE_monitor_exit), 0.1, 1e-9);
    ck_assert_int_eq(graph_find(test.graph, NODE_new)->next->kind, NODE_monitor_enter);
    ck_assert_int_eq(told(EVENT_lock_kept, REASON_stored_to_static), 1);
    ck_assert_int_eq(told_any(EVENT_lock_removed), 0);
    end();
}
END_TEST

START_TEST(a_locked_object_that_escapes_in_an_inner_lock_is_locked_before_the_inner_lock) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    enter 0 a\n"
                          "    if p -> inner:0.5 stay:0.5\n"
                          "inner:\n"
                          "    enter 1 r\n"
                          "    storestatic Box.shared a\n"
                          "    exit 1 r\n"
                          "    exit 0 a\n"
                          "    return\n"
                          "stay:\n"
                          "    exit 0 a\n"
                          "    return\n");
    ck_assert_double_eq_tol(frequency(NODE_new), 0.5, 1e-9);
    struct node *made = graph_find(test.graph, NODE_new);
    ck_assert_ptr_eq(made->next->inputs[0], made);
    ck_assert_int_eq(made->next->next->kind, NODE_monitor_enter);
    ck_assert_ptr_eq(made->next->next->inputs[0], node("r"));
    ck_assert_int_eq(told(EVENT_materialized, REASON_lock_order), 1);
    end();
}
END_TEST

START_TEST(a_locked_object_that_never_escapes_needs_no_lock_around_an_inner_lock) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    enter 0 a\n"
                          "    enter 1 r\n"
                          "    exit 1 r\n"
                          "    exit 0 a\n"
                          "    return\n");
    ck_assert_int_eq(count(NODE_new), 0);
    ck_assert_int_eq(count(NODE_monitor_enter), 1);
    ck_assert_int_eq(told(EVENT_lock_kept, REASON_not_allocated_here), 1);
    end();
}
END_TEST

START_TEST(an_outer_lock_is_taken_with_an_inner_one_when_both_objects_will_be_real) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    outer = new A s0\n"
                          "    inner = new B s0\n"
                          "    enter 0 outer\n"
                          "    enter 1 inner\n"
                          "    if p -> escape:0.5 stay:0.5\n"
                          "escape:\n"
                          "    storestatic Box.shared inner\n"
                          "    storestatic Box.shared outer\n"
                          "    exit 1 inner\n"
                          "    exit 0 outer\n"
                          "    return\n"
                          "stay:\n"
                          "    exit 1 inner\n"
                          "    exit 0 outer\n"
                          "    return\n");
    struct node *enter = graph_find(test.graph, NODE_monitor_enter);
    ck_assert_str_eq(enter->inputs[0]->extra.class->name, "A");
    ck_assert_str_eq(enter->next->inputs[0]->extra.class->name, "B");
    ck_assert_int_eq(told(EVENT_materialized, REASON_lock_order), 1);
    end();
}
END_TEST

START_TEST(locks_are_taken_from_the_outside_in) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    b = new A s0\n"
                          "    storefield A.next a b\n"
                          "    storefield A.next b a\n"
                          "    enter 0 b\n"
                          "    enter 1 a\n"
                          "    enter 2 b\n"
                          "    if p -> escape:0.5 stay:0.5\n"
                          "escape:\n"
                          "    storestatic Box.shared a\n"
                          "    exit 2 b\n"
                          "    exit 1 a\n"
                          "    exit 0 b\n"
                          "    return\n"
                          "stay:\n"
                          "    exit 2 b\n"
                          "    exit 1 a\n"
                          "    exit 0 b\n"
                          "    return\n");
    struct node *enter = graph_find(test.graph, NODE_monitor_enter);
    for (int depth = 0; depth < 3; depth++, enter = enter->next) {
        ck_assert_int_eq(enter->kind, NODE_monitor_enter);
        ck_assert_int_eq(enter->extra.integer, depth);
    }
    end();
}
END_TEST

/* --- frame states --- */
static const char in_state[] = DECLARATIONS "e:\n"
                                            "    s0 = state @0 locals p\n"
                                            "    a = new A s0\n"
                                            "    box = new Box s0\n"
                                            "    storefield Box.held box a\n"
                                            "    storefield A.x a q\n"
                                            "    enter 0 box\n"
                                            "    s1 = state @7 locals p box\n"
                                            "    guard null_pointer p s1\n"
                                            "    exit 0 box\n"
                                            "    return\n";

START_TEST(an_object_stays_virtual_in_a_frame_state) {
    run_text(in_state);
    ck_assert_int_eq(count(NODE_new), 0);
    struct node *state = node_state(graph_find(test.graph, NODE_guard));
    ck_assert_int_eq(state->inputs[1]->kind, NODE_virtual_object);
    ck_assert_int_eq(state->extra.state->object_count, 2);
    struct node *box = state->inputs[2], *held = state->inputs[3];
    ck_assert_ptr_eq(box->inputs[0], state->inputs[1]);
    ck_assert_int_eq(box->extra.integer, 1);
    ck_assert_ptr_eq(box->inputs[1], held->inputs[0]);
    ck_assert_ptr_eq(held->inputs[1], node("q"));
    ck_assert_int_eq(held->extra.integer, 0);
    end();
}
END_TEST

START_TEST(without_states_it_is_real_where_a_state_mentions_it) {
    begin(in_state);
    switch_off(RULE_escape_states);
    run();
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(count(NODE_virtual_object), 0);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_in_frame_state), 1);
    ck_assert_int_eq(told(EVENT_allocation_kept, REASON_field_of_escaping), 1);
    end();
}
END_TEST

START_TEST(a_shared_state_differs_after_a_change) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    s1 = state @7 locals a\n"
                          "    guard null_pointer p s1\n"
                          "    storefield A.x a q\n"
                          "    guard array_bounds q s1\n"
                          "    return\n");
    struct node *first = graph_find(test.graph, NODE_guard), *second = first->next;
    ck_assert_int_eq(node_state(first)->inputs[1]->inputs[1]->kind, NODE_const_int);
    ck_assert_ptr_eq(node_state(second)->inputs[1]->inputs[1], node("q"));
    end();
}
END_TEST

START_TEST(a_locked_object_is_in_every_state_even_where_nothing_mentions_it) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    enter 0 a\n"
                          "    s1 = state @7 locals p\n"
                          "    guard null_pointer p s1\n"
                          "    exit 0 a\n"
                          "    return\n");
    struct node *state = node_state(graph_find(test.graph, NODE_guard));
    ck_assert_int_eq(state->extra.state->object_count, 1);
    ck_assert_int_eq(state->inputs[1]->extra.integer, 1);
    end();
}
END_TEST

START_TEST(the_state_of_a_caller_may_hold_virtual_objects) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    outer = state @7 locals a after_call\n"
                          "    s1 = state @1 locals q caller outer\n"
                          "    guard null_pointer p s1\n"
                          "    return\n");
    struct node *state = node_state(graph_find(test.graph, NODE_guard));
    ck_assert_int_eq(state->inputs[1]->inputs[0]->kind, NODE_virtual_object);
    ck_assert_int_eq(state->extra.state->object_count, 1);
    ck_assert_int_eq(count(NODE_new), 0);
    end();
}
END_TEST

START_TEST(after_something_visible_a_materialisation_has_no_state_to_repeat_from) {
    run_text(DECLARATIONS "e:\n"
                          "    s0 = state @0 locals p\n"
                          "    a = new A s0\n"
                          "    storestatic Box.shared r\n"
                          "    if p -> escape:0.5 stay:0.5\n"
                          "escape:\n"
                          "    return a\n"
                          "stay:\n"
                          "    return null\n");
    ck_assert_int_eq(count(NODE_new), 1);
    ck_assert_ptr_null(node_state(graph_find(test.graph, NODE_new)));
    end();
}
END_TEST

#define UNDER_LOCK                                                                                 \
    DECLARATIONS "e:\n"                                                                            \
                 "    enter 0 r\n"                                                                 \
                 "    s0 = state @2 locals p r\n"                                                  \
                 "    a = new A s0\n"

#define ESCAPES_IN_AN_ARM                                                                          \
    "    if q -> escape:0.5 stay:0.5\n"                                                            \
    "escape:\n"                                                                                    \
    "    storestatic Box.shared a\n"                                                               \
    "    goto out\n"                                                                               \
    "stay:\n"                                                                                      \
    "    goto out\n"                                                                               \
    "out:\n"                                                                                       \
    "    exit 0 r\n"                                                                               \
    "    return\n"

/* An error there would leave the method with the lock held. */
START_TEST(under_a_lock_it_is_real_before_something_visible) {
    run_text(UNDER_LOCK "    storestatic Box.shared r\n" ESCAPES_IN_AN_ARM);
    ck_assert_int_eq(count(NODE_new), 1);
    struct node *new = graph_find(test.graph, NODE_new);
    ck_assert_ptr_eq(new->block, block("e"));
    ck_assert_ptr_nonnull(node_state(new));
    end();
}
END_TEST

START_TEST(under_a_lock_it_is_allocated_behind_arms_without_effect) {
    run_text(UNDER_LOCK "    if p -> left right\n"
                        "left:\n"
                        "    goto both\n"
                        "right:\n"
                        "    goto both\n"
                        "both from left right:\n" ESCAPES_IN_AN_ARM);
    ck_assert_double_eq_tol(frequency(NODE_new), 0.5, 1e-9);
    ck_assert_ptr_nonnull(node_state(graph_find(test.graph, NODE_new)));
    end();
}
END_TEST

START_TEST(under_a_lock_it_is_real_at_the_ends_of_arms_with_an_effect) {
    run_text(UNDER_LOCK "    if p -> left right\n"
                        "left:\n"
                        "    storestatic Box.shared r\n"
                        "    goto both\n"
                        "right:\n"
                        "    goto both\n"
                        "both from left right:\n" ESCAPES_IN_AN_ARM);
    ck_assert_int_eq(count(NODE_new), 2);
    ck_assert_int_eq(told(EVENT_materialized, REASON_under_lock_or_handler), 1);
    for (int i = 0; i < test.graph->order_count; i++)
        block_each_node(node, test.graph->order[i])
            ck_assert(node->kind != NODE_new || node_state(node));
    end();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("escape, values");
    TCase *values = tcase_create("values");
    tcase_add_test(values, what_an_escaping_object_refers_to_escapes_with_it);
    tcase_add_test(values, without_nesting_only_the_outer_object_is_virtual);
    tcase_add_test(values, an_object_without_the_field_is_real_for_the_access);
    tcase_add_test(values, an_array_without_such_elements_is_real_for_the_access);
    tcase_add_test(values, objects_that_refer_to_each_other_are_allocated_before_they_are_filled);
    tcase_add_test(values, questions_about_a_virtual_object_are_answered);
    tcase_add_test(values, a_branch_on_a_field_of_a_virtual_object_is_decided);
    tcase_add_test(values, a_byte_field_holds_a_byte);
    tcase_add_test(values, a_small_array_with_constant_indices_is_never_allocated);
    tcase_add_test(values, without_arrays_it_stays);
    tcase_add_test(values, an_array_stays_when_its_length_or_index_is_not_constant_or_it_is_large);
    TCase *locks = tcase_create("locks");
    tcase_add_test(locks, the_lock_of_a_virtual_object_is_removed);
    tcase_add_test(locks, without_locks_the_locked_object_is_real);
    tcase_add_test(locks, an_object_that_escapes_while_it_is_locked_is_locked_there);
    tcase_add_test(locks,
                   a_locked_object_that_escapes_in_an_inner_lock_is_locked_before_the_inner_lock);
    tcase_add_test(locks, a_locked_object_that_never_escapes_needs_no_lock_around_an_inner_lock);
    tcase_add_test(locks, an_outer_lock_is_taken_with_an_inner_one_when_both_objects_will_be_real);
    tcase_add_test(locks, locks_are_taken_from_the_outside_in);
    TCase *states = tcase_create("states");
    tcase_add_test(states, an_object_stays_virtual_in_a_frame_state);
    tcase_add_test(states, without_states_it_is_real_where_a_state_mentions_it);
    tcase_add_test(states, a_shared_state_differs_after_a_change);
    tcase_add_test(states, a_locked_object_is_in_every_state_even_where_nothing_mentions_it);
    tcase_add_test(states, the_state_of_a_caller_may_hold_virtual_objects);
    tcase_add_test(states, after_something_visible_a_materialisation_has_no_state_to_repeat_from);
    tcase_add_test(states, under_a_lock_it_is_real_before_something_visible);
    tcase_add_test(states, under_a_lock_it_is_allocated_behind_arms_without_effect);
    tcase_add_test(states, under_a_lock_it_is_real_at_the_ends_of_arms_with_an_effect);
    suite_add_tcase(suite, values);
    suite_add_tcase(suite, locks);
    suite_add_tcase(suite, states);
    return check_run(suite);
}
