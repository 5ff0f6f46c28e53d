/* Calling-context trees as they are built, written and read. */
#include "base/check_run.h"
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "trees/call_graph.h"
#include "trees/read_xml.h"
#include "trees/writers.h"

static struct tree tree;

static void setup(void) { tree_init(&tree); }
static void teardown(void) { tree_release(&tree); }

static struct tree_node *enter(const char *class_name, const char *name, const char *descriptor,
                               int number, uint64_t calls) {
    return tree_enter(&tree, tree_method(&tree, class_name, name, descriptor),
                      number < 0 ? -1 : 2 * number, number, calls);
}

static void block(uint32_t first, uint32_t last, uint64_t executions) {
    tree_add_block(&tree, (struct tree_block){2 * (int32_t)first, first, last, executions});
}

static void leaf(const char *class_name, const char *name, const char *descriptor, int number,
                 uint64_t calls, uint32_t instructions) {
    enter(class_name, name, descriptor, number, calls);
    block(1, instructions, calls);
    tree_leave(&tree);
}

/* A constructor, and that of Object. */
static void constructor(const char *class_name, const char *descriptor, int number,
                        uint32_t instructions) {
    enter(class_name, "<init>", descriptor, number, 1);
    leaf("java/lang/Object", "<init>", "()V", 2, 1, 1);
    block(1, instructions, 1);
    tree_leave(&tree);
}

/* The tree of the paper's Figure 2, of the class of its Figure 1. */
static void make_demo(void) {
    tree.block_rule = "branches";
    enter("Demo", "main", "([Ljava/lang/String;)V", -1, 1);
    block(1, 26, 1);
    enter("Demo", "sumAreas", "([LShape;)F", 24, 1);
    block(1, 4, 1);
    block(5, 8, 4);
    block(9, 10, 1);
    block(11, 19, 3);
    leaf("Square", "area", "()F", 16, 2, 6);
    enter("Composite", "area", "()F", 16, 1);
    leaf("Square", "area", "()F", 6, 1, 6);
    leaf("Square", "area", "()F", 3, 1, 6);
    block(1, 11, 1);
    tree_leave(&tree);
    tree_leave(&tree);
    constructor("Composite", "(LShape;LShape;)V", 10, 9);
    constructor("Square", "(F)V", 4, 6);
    tree_leave(&tree);
}

static __attribute__((noinline)) char *written(const struct tree *what,
                                               enum tree_writer_kind kind) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    tree_writers[kind].write(what, out);
    fclose(out);
    return text;
}

static bool reads(struct tree *into, const char *text, struct diag *diag) {
    FILE *file = fmemopen((void *)text, strlen(text), "rb");
    tree_init(into);
    bool done = tree_read_stream(into, file, "a.xml", diag);
    fclose(file);
    return done;
}

static void expect_error(const char *text, const char *message) {
    struct tree other;
    struct diag diag = DIAG_INIT;
    char found[1400];
    ck_assert(!reads(&other, text, &diag));
    ck_assert_str_eq(diag_format(&diag, found, sizeof found), message);
    tree_release(&other);
}

static void expect_written(enum tree_writer_kind kind, const char *expected) {
    char *text = written(&tree, kind);
    ck_assert_msg(strstr(text, expected), "'%s' is not in:\n%s", expected, text);
    free(text);
}

START_TEST(the_demo_of_the_paper_is_written_as_its_figure_5) {
    make_demo();
    expect_written(
        TREE_WRITER_xml,
        "<callingContextTree version=\"1\" blocks=\"branches\">\n"
        "  <method declaringClass=\"LDemo;\" name=\"main\" params=\"[Ljava/lang/String;\" "
        "return=\"V\">\n"
        "    <executionCount>1</executionCount>\n"
        "    <executedInstructions>26</executedInstructions>\n"
        "    <callsite instruction=\"4\" bci=\"8\">\n"
        "      <method declaringClass=\"LSquare;\" name=\"&lt;init&gt;\" params=\"F\" "
        "return=\"V\">\n"
        "        <executionCount>1</executionCount>\n"
        "        <executedInstructions>6</executedInstructions>\n"
        "        <callsite instruction=\"2\" bci=\"4\">\n"
        "          <method declaringClass=\"Ljava/lang/Object;\" name=\"&lt;init&gt;\" params=\"\" "
        "return=\"V\">\n");
    expect_written(TREE_WRITER_xml,
                   "    <basicBlock startInstruction=\"1\" endInstruction=\"26\" bci=\"2\">\n"
                   "      <executionCount>1</executionCount>\n"
                   "    </basicBlock>\n"
                   "  </method>\n"
                   "</callingContextTree>\n");
}
END_TEST

START_TEST(two_targets_of_a_call_site_stand_in_it_together) {
    make_demo();
    char *text = written(&tree, TREE_WRITER_xml);
    const char *site = strstr(text, "<callsite instruction=\"16\"");
    ck_assert_ptr_nonnull(site);
    ck_assert_ptr_null(strstr(site + 1, "<callsite instruction=\"16\""));
    const char *composite = strstr(site, "declaringClass=\"LComposite;\" name=\"area\"");
    const char *square = strstr(composite, "        </method>\n          <method "
                                           "declaringClass=\"LSquare;\" name=\"area\"");
    ck_assert_ptr_nonnull(square);
    free(text);
}
END_TEST

START_TEST(the_tree_as_text_has_a_line_a_context_with_its_blocks) {
    make_demo();
    expect_written(
        TREE_WRITER_text,
        "           1             49     2   @48 Demo.sumAreas([LShape;)F [1, 4, 1, 3]\n");
}
END_TEST

START_TEST(the_call_graph_folds_contexts) {
    make_demo();
    expect_written(TREE_WRITER_graph_text, "           4             24 Square.area()F\n");
    expect_written(TREE_WRITER_graph_text, "           2                  @32 Square.area()F\n");
    expect_written(TREE_WRITER_graph_xml,
                   "  <method declaringClass=\"LSquare;\" name=\"area\" params=\"\" return=\"F\">\n"
                   "    <executionCount>4</executionCount>\n"
                   "    <executedInstructions>24</executedInstructions>\n"
                   "    <basicBlock startInstruction=\"1\" endInstruction=\"6\" bci=\"2\">\n"
                   "      <executionCount>4</executionCount>\n");
    expect_written(TREE_WRITER_graph_xml,
                   "    <callsite instruction=\"16\" bci=\"32\">\n"
                   "      <target declaringClass=\"LComposite;\" name=\"area\" params=\"\" "
                   "return=\"F\">\n"
                   "        <executionCount>1</executionCount>\n"
                   "      </target>\n"
                   "      <target declaringClass=\"LSquare;\" name=\"area\" params=\"\" "
                   "return=\"F\">\n"
                   "        <executionCount>2</executionCount>\n"
                   "      </target>\n"
                   "    </callsite>\n");
}
END_TEST

static void expect_round_trip(void) {
    struct tree again;
    struct diag diag = DIAG_INIT;
    char *text = written(&tree, TREE_WRITER_xml);
    ck_assert_msg(reads(&again, text, &diag), "line %d: %s", diag.place.line, diag.message);
    char *second = written(&again, TREE_WRITER_xml);
    ck_assert_str_eq(text, second);
    ck_assert_uint_eq(again.nodes.count, tree.nodes.count);
    free(text);
    free(second);
    tree_release(&again);
}

START_TEST(a_tree_that_is_read_is_written_the_same) {
    make_demo();
    expect_round_trip();
}
END_TEST

START_TEST(an_empty_tree_is_a_tree) { expect_round_trip(); }
END_TEST

START_TEST(a_tree_without_blocks_says_no_instructions) {
    enter("A", "f", "()V", -1, 1);
    enter("A", "g", "(II)J", 3, UINT64_MAX)->folded = 7;
    tree_leave(&tree);
    tree_leave(&tree);
    enter("A", "h", "()V", -1, 7)->is_folded = true;
    tree_leave(&tree);
    expect_round_trip();
    expect_written(TREE_WRITER_text, "A.g(II)J (and 7 below it in contexts that had no room)\n");
    expect_written(TREE_WRITER_text, "A.h()V (all its contexts that had no room)\n");
    char *text = written(&tree, TREE_WRITER_xml);
    ck_assert_ptr_null(strstr(text, "executedInstructions"));
    ck_assert_ptr_null(strstr(text, "blocks="));
    ck_assert_ptr_nonnull(strstr(text, "<foldedCount>7</foldedCount>"));
    ck_assert_ptr_nonnull(strstr(text, "name=\"h\" params=\"\" return=\"V\" folded=\"true\">"));
    free(text);
}
END_TEST

START_TEST(names_that_are_no_markup_survive) {
    enter("a/B<&\">'", "f\n\x01\xed\xa0\x80", "(L\xc3\xa9;)V", -1, 1);
    tree_leave(&tree);
    expect_written(TREE_WRITER_xml, "\"La/B&lt;&amp;&quot;&gt;';\" "
                                    "name=\"f&#10;\\u0001\\u00ed\\u00a0\\u0080\" "
                                    "params=\"L\xc3\xa9;\"");
    expect_round_trip();
}
END_TEST

START_TEST(a_recursion_twenty_thousand_deep_is_written_small_and_read) {
    enum { DEPTH = 20000 };
    tree.block_rule = "calls";
    for (int i = 0; i < DEPTH; i++) enter("A", "f", "()V", i ? 5 : -1, 1);
    for (int i = 0; i < DEPTH; i++) {
        block(1, 6, 1);
        tree_leave(&tree);
    }
    char *text = written(&tree, TREE_WRITER_xml);
    ck_assert_uint_lt(strlen(text), (size_t)DEPTH * 1200);
    free(text);
    expect_round_trip();
}
END_TEST

#define HEAD "<callingContextTree version=\"1\" blocks=\"calls\">\n"
#define METHOD                                                                                     \
    "<method declaringClass=\"LA;\" name=\"f\" params=\"\" return=\"V\">\n"                        \
    "<executionCount>1</executionCount>\n"
#define BLOCK                                                                                      \
    "<basicBlock startInstruction=\"1\" endInstruction=\"6\" bci=\"0\"><executionCount>2"          \
    "</executionCount></basicBlock>\n"

START_TEST(a_tree_that_is_cut_short_is_one_error_with_its_line) {
    expect_error(HEAD METHOD, "a.xml:3: the file is cut short: 2 elements are open at its end");
    expect_error("", "a.xml:1: not XML: the file is empty");
}
END_TEST

START_TEST(what_is_no_tree_says_so) {
    expect_error("<html/>", "a.xml:1: <html> is no calling-context tree");
    expect_error("{\"a\": 1}", "a.xml:1: not XML: it does not begin with an element");
    expect_error("<callingContextTree version='2'/>",
                 "a.xml:1: version 2 of the format is not known, 1 is");
    expect_error("<callingContextTree/>", "a.xml:1: <callingContextTree> has no version");
    expect_error("<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a/>",
                 "a.xml:1: document types and their entities are not read");
}
END_TEST

START_TEST(what_stands_in_the_wrong_place_is_refused) {
    expect_error(HEAD METHOD "<basicBlocks/>", "a.xml:4: <basicBlocks> may not stand here");
    expect_error(HEAD METHOD BLOCK "<callsite instruction='1' bci='0'>",
                 "a.xml:5: <callsite> stands behind a <basicBlock>");
    expect_error(HEAD METHOD "<executionCount>1</executionCount>",
                 "a.xml:4: <executionCount> stands there twice");
    expect_error(HEAD "<method declaringClass='A' name='f' params='' return='V'>",
                 "a.xml:2: 'A' is no class, such as 'LDemo;'");
    expect_error("<callingContextTree version='1'>" METHOD BLOCK,
                 "a.xml:3: <basicBlock> in a tree that does not say how it counts blocks");
}
END_TEST

START_TEST(counts_that_are_none_or_contradict_each_other_are_refused) {
    expect_error(HEAD METHOD "<executedInstructions>13</executedInstructions>\n" BLOCK "</method>",
                 "a.xml:6: <executedInstructions> says 13, the basic blocks of the method say 12");
    expect_error(HEAD METHOD "<foldedCount>1x</foldedCount>",
                 "a.xml:4: <foldedCount> is a count, not '1x'");
    expect_error(HEAD METHOD "<foldedCount>18446744073709551616</foldedCount>",
                 "a.xml:4: <foldedCount> is a count, not '18446744073709551616'");
    expect_error(HEAD METHOD "<basicBlock startInstruction='3' endInstruction='2' bci='0'>",
                 "a.xml:4: endInstruction of <basicBlock> is a number from 3 to 65536, not '2'");
    expect_error(HEAD "<method declaringClass='LA;' name='f' params='' return='V'></method>",
                 "a.xml:2: <method> has no <executionCount>");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("trees");
    TCase *cases = tcase_create("trees");
    tcase_set_timeout(cases, 120);
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, the_demo_of_the_paper_is_written_as_its_figure_5);
    tcase_add_test(cases, two_targets_of_a_call_site_stand_in_it_together);
    tcase_add_test(cases, the_tree_as_text_has_a_line_a_context_with_its_blocks);
    tcase_add_test(cases, the_call_graph_folds_contexts);
    tcase_add_test(cases, a_tree_that_is_read_is_written_the_same);
    tcase_add_test(cases, an_empty_tree_is_a_tree);
    tcase_add_test(cases, a_tree_without_blocks_says_no_instructions);
    tcase_add_test(cases, names_that_are_no_markup_survive);
    tcase_add_test(cases, a_recursion_twenty_thousand_deep_is_written_small_and_read);
    tcase_add_test(cases, a_tree_that_is_cut_short_is_one_error_with_its_line);
    tcase_add_test(cases, what_is_no_tree_says_so);
    tcase_add_test(cases, what_stands_in_the_wrong_place_is_refused);
    tcase_add_test(cases, counts_that_are_none_or_contradict_each_other_are_refused);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
