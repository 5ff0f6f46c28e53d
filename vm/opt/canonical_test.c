/* Canonicalisation: constants as Java computes them, identities that hold, those that must not be
 * used, decided branches. */
#include <stdio.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "opt/opt_testing.h"

#define INTS                                                                                       \
    "graph\np: int = parameter 0\nq: int = parameter 1\nl: long = parameter 2\n"                   \
    "f: float = parameter 3\nd: double = parameter 4\nr: reference = parameter 5\n"

/* --- constants --- */
static const struct computed {
    const char *expression, *result;
} computed[] = {
    {"add 2147483647 1", "-2147483648"},
    {"sub -2147483648 1", "2147483647"},
    {"mul 65536 65536", "0"},
    {"div -2147483648 -1", "-2147483648"},
    {"rem -2147483648 -1", "0"},
    {"div -7 2", "-3"},
    {"rem -7 2", "-1"},
    {"rem 7 -2", "1"},
    {"neg -2147483648", "-2147483648"},
    {"shl 1 33", "2"},
    {"shl 1 -1", "-2147483648"},
    {"shr -8 1", "-4"},
    {"ushr -8 28", "15"},
    {"ushr -1 32", "-1"},
    {"xor 5 -1", "-6"},
    {"add 9223372036854775807L 1L", "-9223372036854775808L"},
    {"div -9223372036854775808L -1L", "-9223372036854775808L"},
    {"rem -9223372036854775808L -1L", "0L"},
    {"shl 1L 65", "2L"},
    {"shr -1L 63", "-1L"},
    {"ushr -1L 63", "1L"},
    {"narrow byte 200", "-56"},
    {"narrow char -1", "65535"},
    {"narrow short 40000", "-25536"},
    {"narrow boolean 2", "0"},
    {"compare lt -1 0", "1"},
    {"compare below -1 0", "0"},
    {"compare not_below -1 5", "1"},
    {"compare eq null null", "1"},
    {"compare3 -1 1.0 2.0", "-1"},
    {"compare3 0 5L 5L", "0"},
    {"select 1 7 8", "7"},
    {"select 0 7 8", "8"},
};

START_TEST(constants_are_computed_as_java_computes_them) {
    char text[300];
    const struct computed *row = &computed[_i];
    snprintf(text, sizeof text, INTS "e:\n    x = %s\n    return x\n", row->expression);
    run(text, phase_canonical);
    snprintf(text, sizeof text, "%s",
             graph_test_text(&test, &(struct print_options){.with_states = false}));
    char expected[60];
    snprintf(expected, sizeof expected, "return %s", row->result);
    ck_assert_msg(strstr(text, expected), "%s gives\n%s", row->expression, text);
    end();
}
END_TEST

static struct node *convert(const char *from, const char *to) {
    char text[300];
    snprintf(text, sizeof text, INTS "e:\n    x: %s = convert %s\n    return x\n", to, from);
    run(text, phase_canonical);
    return result();
}

START_TEST(conversions_saturate) {
    ck_assert_int_eq(convert("3e9", "int")->extra.integer, INT32_MAX);
    end();
    ck_assert_int_eq(convert("-3e9", "int")->extra.integer, INT32_MIN);
    end();
    ck_assert(convert("1e30", "long")->extra.integer == INT64_MAX);
    end();
    ck_assert_int_eq(convert("-2.9", "int")->extra.integer, -2);
    end();
    ck_assert_int_eq(convert("4294967297L", "int")->extra.integer, 1);
    end();
    ck_assert_double_eq(convert("16777217", "float")->extra.real, 16777216.0);
    end();
}
END_TEST

START_TEST(not_a_number_is_compared_as_unordered) {
    run(INTS "e:\n"
             "    zero: double = sub 1.0 1.0\n"
             "    nan = div zero zero\n"
             "    a = compare3 -1 nan 1.0\n"
             "    b = compare3 1 nan 1.0\n"
             "    c = compare lt nan 1.0\n"
             "    d1 = compare ne nan nan\n"
             "    x1 = shl b 1\n"
             "    x2 = shl c 2\n"
             "    x3 = shl d1 3\n"
             "    y1 = add a x1\n"
             "    y2 = add x2 x3\n"
             "    y = add y1 y2\n"
             "    return y\n",
        phase_canonical);
    ck_assert_int_eq(result()->extra.integer, -1 + 2 + 0 + 8);
    end();
}
END_TEST

/* --- identities --- */
static const struct computed identities[] = {
    {"add p 0", "p"},        {"sub p 0", "p"},        {"sub p p", "0"},
    {"mul p 1", "p"},        {"mul p 0", "0"},        {"div p 1", "p"},
    {"rem p -1", "0"},       {"and p -1", "p"},       {"and p 0", "0"},
    {"and p p", "p"},        {"or p 0", "p"},         {"or p -1", "-1"},
    {"xor p p", "0"},        {"shl p 32", "p"},       {"ushr l 64", "l"},
    {"mul d 1.0", "d"},      {"div f 1.0f", "f"},     {"sub d 0.0", "d"},
    {"compare le p p", "1"}, {"compare lt p p", "0"}, {"compare eq r r", "1"},
    {"select p q q", "q"},   {"phi p p", "p"},
};

START_TEST(identities_hold) {
    char text[400];
    const struct computed *row = &identities[_i];
    snprintf(text, sizeof text,
             INTS "e:\n    if p -> a b\na:\n    goto m\nb:\n    goto m\nm:\n"
                  "    x = %s\n    return x\n",
             row->expression);
    run(text, phase_canonical);
    if (row->result[0] >= 'a')
        ck_assert_ptr_eq(result(), node(row->result));
    else
        ck_assert_int_eq(result()->extra.integer, atoi(row->result));
    end();
}
END_TEST

static const char *const kept[] = {
    "add d 0.0",      "sub d d",        "mul d 0.0",         "rem d 1.0",
    "compare eq d d", "compare le f f", "add d 1.0",         "compare3 -1 d d",
    "shl p 31",       "narrow byte p",  "compare below p q",
};

START_TEST(what_does_not_hold_is_left_alone) {
    char text[300];
    snprintf(text, sizeof text, INTS "e:\n    x = %s\n    return x\n", kept[_i]);
    run(text, phase_canonical);
    ck_assert_ptr_eq(result(), node("x"));
    end();
}
END_TEST

START_TEST(constants_go_to_the_right_and_together) {
    run(INTS "e:\n"
             "    a = add 2 p\n"
             "    b = sub a 5\n"
             "    c = add 10 b\n"
             "    return c\n",
        phase_canonical);
    ck_assert_int_eq(result()->kind, NODE_add);
    ck_assert_ptr_eq(result()->inputs[0], node("p"));
    ck_assert_int_eq(result()->inputs[1]->extra.integer, 7);
    end();
}
END_TEST

START_TEST(floats_are_never_reassociated) {
    run(INTS "e:\n    a = add d 1.0\n    b = add a 2.0\n    return b\n", phase_canonical);
    ck_assert_ptr_eq(result(), node("b"));
    ck_assert_ptr_eq(result()->inputs[0], node("a"));
    end();
}
END_TEST

START_TEST(a_comparison_of_a_three_way_comparison_becomes_direct_where_unordered_agrees) {
    run(INTS "e:\n"
             "    a = compare3 -1 d 1.0\n"
             "    b = compare gt a 0\n"
             "    c = compare lt a 0\n"
             "    x = shl c 1\n"
             "    y = add b x\n"
             "    return y\n",
        phase_canonical);
    ck_assert_int_eq(count(NODE_compare_three), 1);
    struct node *direct = result()->inputs[0];
    ck_assert_ptr_eq(direct->inputs[0], node("d"));
    ck_assert_int_eq(direct->extra.condition, COND_GT);
    ck_assert(!node("c")->is_dead);
    end();
}
END_TEST

/* --- branches and guards --- */
#define BRANCH                                                                                     \
    "    if c -> yes no\n"                                                                         \
    "yes:\n"                                                                                       \
    "    return 1\n"                                                                               \
    "no:\n"                                                                                        \
    "    return 2\n"

START_TEST(a_branch_on_a_constant_keeps_one_arm) {
    run(INTS "e:\n    c = compare lt 1 2\n" BRANCH, phase_canonical);
    ck_assert_int_eq(result()->extra.integer, 1);
    ck_assert(block("no")->is_dead);
    ck_assert_int_eq(count(NODE_goto), 0);
    ck_assert_int_eq(told(EVENT_branch_removed, REASON_constant_condition), 1);
    end();
}
END_TEST

START_TEST(without_branch_folding_both_arms_stay) {
    graph_test_begin(&test, INTS "e:\n    c = compare lt 1 2\n" BRANCH);
    test.compilation.rule_disabled[RULE_fold_branches] = true;
    graph_test_run(&test, phase_canonical);
    ck_assert_int_eq(count(NODE_if), 1);
    end();
}
END_TEST

START_TEST(without_constant_folding_the_comparison_stays) {
    graph_test_begin(&test, INTS "e:\n    c = compare lt 1 2\n" BRANCH);
    test.compilation.rule_disabled[RULE_fold_constants] = true;
    graph_test_run(&test, phase_canonical);
    ck_assert_int_eq(count(NODE_compare), 1);
    end();
}
END_TEST

START_TEST(a_branch_on_a_negation_is_turned_around) {
    run(INTS "e:\n    b = compare lt d 1.0\n    c = compare eq b 0\n" BRANCH, phase_canonical);
    struct node *branch = graph_find(test.graph, NODE_if);
    ck_assert_ptr_eq(branch->inputs[0], node("b"));
    ck_assert_ptr_eq(branch->block->successors[0], block("no"));
    end();
}
END_TEST

START_TEST(a_switch_on_a_constant_keeps_its_arm) {
    run(INTS "e:\n"
             "    switch 5 1 5 -> one five other\n"
             "one:\n    return 1\n"
             "five:\n    return 50\n"
             "other:\n    return 3\n",
        phase_canonical);
    ck_assert_int_eq(result()->extra.integer, 50);
    end();
}
END_TEST

START_TEST(a_guard_that_holds_goes_and_one_that_fails_ends_the_code) {
    run(INTS "e:\n"
             "    s = state @1 locals p\n"
             "    guard null_pointer 1 s\n"
             "    guard array_bounds 0 s\n"
             "    return p\n",
        phase_canonical);
    ck_assert_int_eq(count(NODE_guard), 0);
    ck_assert_int_eq(count(NODE_return), 0);
    struct node *left = graph_find(test.graph, NODE_deoptimize);
    ck_assert_int_eq(left->extra.guard.reason, REASON_array_bounds);
    ck_assert_int_eq(told(EVENT_check_removed, REASON_constant_condition), 1);
    end();
}
END_TEST

/* --- types --- */
static const char new_object[] = "class A\nclass B extends A\nfinal class C\n" INTS "e:\n"
                                 "    s = state @1 locals p\n"
                                 "    a = new B s\n"
                                 "    c1 = compare ne a null\n"
                                 "    guard null_pointer c1 s\n"
                                 "    c2 = castok A a\n"
                                 "    guard class_cast c2 s\n"
                                 "    c3 = instanceof C a\n"
                                 "    c4 = exactclass B a\n"
                                 "    c5 = compare eq a r\n"
                                 "    x1 = add c3 c4\n"
                                 "    x2 = add x1 c5\n"
                                 "    return x2\n";

START_TEST(checks_of_a_new_object_are_decided) {
    run(new_object, phase_canonical);
    ck_assert_int_eq(count(NODE_guard), 0);
    ck_assert_int_eq(result()->extra.integer, 1);
    ck_assert_int_eq(told(EVENT_check_removed, REASON_never_null), 1);
    ck_assert_int_eq(told(EVENT_check_removed, REASON_known_type), 1);
    end();
}
END_TEST

START_TEST(without_type_folding_they_stay) {
    graph_test_begin(&test, new_object);
    test.compilation.rule_disabled[RULE_fold_types] = true;
    graph_test_run(&test, phase_canonical);
    ck_assert_int_eq(count(NODE_guard), 2);
    end();
}
END_TEST

static const char maybe_new_object[] = "class A\nclass B extends A\nfinal class C\n" INTS "e:\n"
                                       "    s = state @1 locals p\n"
                                       "    if p -> make none\n"
                                       "make:\n"
                                       "    a = new B s\n"
                                       "    goto m\n"
                                       "none:\n"
                                       "    goto m\n"
                                       "m:\n"
                                       "    o = phi a null\n"
                                       "    c1 = instanceof A o\n"
                                       "    c2 = instanceof C o\n"
                                       "    x = add c1 c2\n"
                                       "    return x\n";

START_TEST(a_type_test_of_a_value_of_known_class_is_a_null_test) {
    run(maybe_new_object, phase_canonical);
    ck_assert_int_eq(count(NODE_instance_of), 0);
    ck_assert_int_eq(result()->kind, NODE_compare);
    ck_assert_int_eq(result()->extra.condition, COND_NE);
    ck_assert_ptr_eq(result()->inputs[0], node("o"));
    ck_assert_int_eq(result()->inputs[1]->kind, NODE_const_null);
    end();
}
END_TEST

START_TEST(without_type_folding_it_stays_a_type_test) {
    graph_test_begin(&test, maybe_new_object);
    test.compilation.rule_disabled[RULE_fold_types] = true;
    graph_test_run(&test, phase_canonical);
    ck_assert_int_eq(count(NODE_instance_of), 2);
    end();
}
END_TEST

START_TEST(straight_blocks_are_joined) {
    run(INTS "e:\n    goto a\na:\n    x = add p q\n    goto b\nb:\n    return x\n",
        phase_canonical);
    ck_assert_ptr_eq(node("x")->block, test.graph->entry);
    ck_assert_int_eq(count(NODE_goto), 0);
    end();
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("canonical");
    tcase_add_loop_test(cases, constants_are_computed_as_java_computes_them, 0,
                        (int)(sizeof computed / sizeof *computed));
    tcase_add_loop_test(cases, identities_hold, 0, (int)(sizeof identities / sizeof *identities));
    tcase_add_loop_test(cases, what_does_not_hold_is_left_alone, 0,
                        (int)(sizeof kept / sizeof *kept));
    tcase_add_test(cases, conversions_saturate);
    tcase_add_test(cases, not_a_number_is_compared_as_unordered);
    tcase_add_test(cases, constants_go_to_the_right_and_together);
    tcase_add_test(cases, floats_are_never_reassociated);
    tcase_add_test(cases,
                   a_comparison_of_a_three_way_comparison_becomes_direct_where_unordered_agrees);
    tcase_add_test(cases, a_branch_on_a_constant_keeps_one_arm);
    tcase_add_test(cases, without_branch_folding_both_arms_stay);
    tcase_add_test(cases, without_constant_folding_the_comparison_stays);
    tcase_add_test(cases, a_branch_on_a_negation_is_turned_around);
    tcase_add_test(cases, a_switch_on_a_constant_keeps_its_arm);
    tcase_add_test(cases, a_guard_that_holds_goes_and_one_that_fails_ends_the_code);
    tcase_add_test(cases, checks_of_a_new_object_are_decided);
    tcase_add_test(cases, without_type_folding_they_stay);
    tcase_add_test(cases, a_type_test_of_a_value_of_known_class_is_a_null_test);
    tcase_add_test(cases, without_type_folding_it_stays_a_type_test);
    tcase_add_test(cases, straight_blocks_are_joined);
    return run_cases("canonical", cases);
}
