/* The rows of nodes.def do not contradict themselves, and say what they must of single nodes. */
#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "ir/testing.h"
#include "ir/traits.h"

static struct graph_test test;

static struct node *n(const char *name) { return graph_test_node(&test, name); }

static void set_up(void) {
    graph_test_begin(&test, "class A { int x, volatile int y, static int z }\n"
                            "method static A.f()V\n"
                            "method A.g()V\n"
                            "graph\n"
                            "i: int = parameter 0\n"
                            "d: double = parameter 1\n"
                            "a: reference = parameter 2\n"
                            "b0:\n"
                            "    sum = add i 1\n"
                            "    difference = sub i 1\n"
                            "    equal = compare eq i 1\n"
                            "    less = compare lt i 1\n"
                            "    quotient = div i i\n"
                            "    ratio = div d d\n"
                            "    plain = loadfield A.x a\n"
                            "    hasty = loadfield A.y a\n"
                            "    shared = loadstatic A.z\n"
                            "    number = loadelement int a i\n"
                            "    length = arraylength a\n"
                            "    exact = exactclass A a\n"
                            "    is = instanceof A a\n"
                            "    ready = mayuse A\n"
                            "    trace = stacktrace\n"
                            "    storefield A.x a i\n"
                            "    if less -> call other\n"
                            "call:\n"
                            "    invoke static A.f()V -> next caught\n"
                            "next:\n"
                            "    invoke virtual A.g()V a -> on caught2\n"
                            "on:\n"
                            "    goto end\n"
                            "caught:\n"
                            "    e = exception\n"
                            "    unwind e\n"
                            "caught2:\n"
                            "    e2 = exception\n"
                            "    unwind e2\n"
                            "other:\n"
                            "    goto end\n"
                            "end from on other:\n"
                            "    both: int = phi i length\n"
                            "    return\n");
}

static void tear_down(void) { graph_test_end(&test); }

/* --- of kinds --- */

static bool begins_with(enum node_kind kind, const char *signature) {
    return strncmp(node_kind_signature(kind), signature, strlen(signature)) == 0;
}

/* Of what takes a reference first: what answers for null too, throws what was caught or made, and
 * unlocks what it locked. */
static bool takes_null(enum node_kind kind) {
    return kind == NODE_instance_of || kind == NODE_cast_ok || kind == NODE_unwind ||
           kind == NODE_monitor_exit;
}

START_TEST(what_takes_an_object_requires_it_unless_it_is_known_to_take_null) {
    enum node_kind kind = (enum node_kind)_i;
    if (begins_with(kind, "r"))
        ck_assert_int_eq(node_kind_requires(kind),
                         takes_null(kind) ? REQUIRES_none : REQUIRES_object);
}
END_TEST

START_TEST(only_what_has_such_an_input_requires_it) {
    enum node_kind kind = (enum node_kind)_i;
    switch (node_kind_requires(kind)) {
    case REQUIRES_none: break;
    case REQUIRES_object: ck_assert(begins_with(kind, "r")); break;
    case REQUIRES_receiver: ck_assert_int_eq(node_kind_extra(kind), EXTRA_call); break;
    case REQUIRES_divisor: ck_assert(begins_with(kind, "tt")); break;
    }
}
END_TEST

START_TEST(what_writes_or_ends_a_block_is_executed_once) {
    enum node_kind kind = (enum node_kind)_i;
    bool acts = node_kind_writes(kind) || node_kind_placement(kind) == PLACEMENT_end;
    if (acts) ck_assert_int_eq(node_kind_again(kind), AGAIN_never);
    if (node_kind_placement(kind) == PLACEMENT_pure ||
        node_kind_placement(kind) == PLACEMENT_floating)
        ck_assert_int_ne(node_kind_again(kind), AGAIN_never);
}
END_TEST

START_TEST(only_two_operands_of_one_type_change_places) {
    enum node_kind kind = (enum node_kind)_i;
    if (node_kind_commutes(kind) == COMMUTES_yes) ck_assert_str_eq(node_kind_signature(kind), "tt");
    if (node_kind_commutes(kind) == COMMUTES_mirror) {
        ck_assert_str_eq(node_kind_signature(kind), "vu");
        ck_assert_int_eq(node_kind_extra(kind), EXTRA_condition);
    }
}
END_TEST

START_TEST(what_floats_costs_nothing) {
    enum node_kind kind = (enum node_kind)_i;
    ck_assert_int_ge(node_kind_cycles(kind), 0);
    if (node_kind_placement(kind) == PLACEMENT_floating)
        ck_assert_int_eq(node_kind_cycles(kind), 0);
}
END_TEST

START_TEST(what_makes_an_object_knows_its_class_and_is_executed_once) {
    enum node_kind kind = (enum node_kind)_i;
    if (node_kind_gives(kind) != GIVES_any) ck_assert_int_eq(node_kind_result(kind), 'R');
    if (!node_kind_makes(kind)) return;
    ck_assert_int_eq(node_kind_extra(kind), EXTRA_class);
    ck_assert_int_eq(node_kind_again(kind), AGAIN_never);
}
END_TEST

/* --- of nodes --- */

START_TEST(a_required_input_depends_on_types_and_calls) {
    ck_assert_int_eq(node_required_input(n("plain")), 0);
    ck_assert_int_eq(node_required_input(n("exact")), 0);
    ck_assert_int_eq(node_required_input(n("is")), -1);
    ck_assert_int_eq(node_required_input(n("quotient")), 1);
    ck_assert_int_eq(node_required_input(n("ratio")), -1);
    ck_assert_int_eq(node_required_input(graph_test_block(&test, "call")->last), -1);
    ck_assert_int_eq(node_required_input(graph_test_block(&test, "next")->last), 0);
}
END_TEST

START_TEST(a_comparison_is_symmetric_when_its_condition_is) {
    ck_assert(node_is_symmetric(n("sum")));
    ck_assert(!node_is_symmetric(n("difference")));
    ck_assert(node_is_symmetric(n("equal")));
    ck_assert(!node_is_symmetric(n("less")));
}
END_TEST

START_TEST(a_volatile_load_is_neither_dropped_nor_repeated) {
    ck_assert(node_may_drop(n("plain")) && node_may_repeat(n("plain")));
    ck_assert(!node_may_drop(n("hasty")) && !node_may_repeat(n("hasty")));
    ck_assert(node_may_drop(n("trace")) && !node_may_repeat(n("trace")));
    ck_assert(!node_may_drop(graph_test_block(&test, "b0")->last->previous));
}
END_TEST

START_TEST(only_pure_values_are_shared_and_no_phi_is) {
    ck_assert(node_may_share(n("sum")) && node_may_share(n("length")));
    ck_assert(!node_may_share(n("plain")));
    ck_assert(!node_may_share(n("both")));
}
END_TEST

START_TEST(what_it_may_not_move_above_follows_from_what_it_needs_and_reads) {
    ck_assert_int_eq(node_order(n("sum")), ORDER_free);
    ck_assert_int_eq(node_order(n("ratio")), ORDER_free);
    ck_assert_int_eq(node_order(n("is")), ORDER_free);
    ck_assert_int_eq(node_order(n("quotient")), ORDER_check);
    ck_assert_int_eq(node_order(n("length")), ORDER_check);
    ck_assert_int_eq(node_order(n("plain")), ORDER_memory);
    ck_assert_int_eq(node_order(n("shared")), ORDER_memory);
    ck_assert_int_eq(node_order(n("number")), ORDER_memory);
    ck_assert_int_eq(node_order(n("ready")), ORDER_memory);
    ck_assert_int_eq(node_order(n("hasty")), ORDER_fixed);
    ck_assert_int_eq(node_order(n("both")), ORDER_fixed);
    ck_assert_int_eq(node_order(graph_test_block(&test, "call")->last), ORDER_fixed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("traits");
    TCase *kinds = tcase_create("kinds");
    tcase_add_loop_test(kinds, what_takes_an_object_requires_it_unless_it_is_known_to_take_null, 1,
                        NODE_KIND_COUNT);
    tcase_add_loop_test(kinds, only_what_has_such_an_input_requires_it, 1, NODE_KIND_COUNT);
    tcase_add_loop_test(kinds, what_writes_or_ends_a_block_is_executed_once, 1, NODE_KIND_COUNT);
    tcase_add_loop_test(kinds, only_two_operands_of_one_type_change_places, 1, NODE_KIND_COUNT);
    tcase_add_loop_test(kinds, what_floats_costs_nothing, 1, NODE_KIND_COUNT);
    tcase_add_loop_test(kinds, what_makes_an_object_knows_its_class_and_is_executed_once, 1,
                        NODE_KIND_COUNT);
    suite_add_tcase(suite, kinds);
    TCase *nodes = tcase_create("nodes");
    tcase_add_checked_fixture(nodes, set_up, tear_down);
    tcase_add_test(nodes, a_required_input_depends_on_types_and_calls);
    tcase_add_test(nodes, a_comparison_is_symmetric_when_its_condition_is);
    tcase_add_test(nodes, a_volatile_load_is_neither_dropped_nor_repeated);
    tcase_add_test(nodes, only_pure_values_are_shared_and_no_phi_is);
    tcase_add_test(nodes, what_it_may_not_move_above_follows_from_what_it_needs_and_reads);
    suite_add_tcase(suite, nodes);
    return check_run(suite);
}
