/* Conditional elimination: which dominating facts decide which conditions, as a table. The rest: the
 * files in tests. */
#include <stdio.h>

#include "base/check_run.h"
#include "ir/testing.h"
#include "opt/phase.h"

#define PARAMETERS                                                                                 \
    "class A\nclass B extends A\nfinal class C\ngraph\n"                                           \
    "p: int = parameter 0\nq: int = parameter 1\nr: reference = parameter 2\nd: double = "         \
    "parameter 3\n"

/* After [fact] held or not, is [query] decided? */
static const struct implication {
    const char *fact;
    bool holds;
    const char *query;
    int answer; /* -1: not decided */
} implications[] = {
    {"compare lt p q", true, "compare le p q", 1},
    {"compare lt p q", true, "compare ge p q", 0},
    {"compare lt p q", true, "compare ne p q", 1},
    {"compare lt p q", true, "compare gt q p", 1},
    {"compare lt p q", false, "compare lt q p", -1},
    {"compare lt p q", false, "compare le q p", 1},
    {"compare le p q", true, "compare eq p q", -1},
    {"compare eq p q", true, "compare le p q", 1},
    {"compare lt d 1.0", false, "compare ge d 1.0", -1}, /* not a number */
    {"compare lt d 1.0", true, "compare ne d 1.0", 1},
    {"compare below p q", true, "compare lt p q", -1},
    {"compare below p q", true, "compare below p q", 1},
    {"compare below p q", false, "compare below p q", 0},
    {"compare gt p 5", true, "compare gt p 3", 1},
    {"compare gt p 5", true, "compare eq p 5", 0},
    {"compare gt p 5", true, "compare gt p 7", -1},
    {"compare eq p 5", true, "compare lt p 6", 1},
    {"compare lt p 5", true, "compare le p 4", 1},
    {"compare lt p 5", true, "compare eq p 5", 0},
    {"compare le p 5", true, "compare eq p 5", -1},
    {"compare ne p 5", true, "compare eq p 5", 0},
    {"compare ne r null", true, "compare eq r null", 0},
    {"instanceof B r", true, "compare ne r null", 1},
    {"instanceof B r", true, "instanceof A r", 1},
    {"instanceof B r", true, "castok A r", 1},
    {"instanceof A r", true, "instanceof B r", -1},
    {"instanceof A r", false, "instanceof B r", 0},
    {"instanceof A r", true, "instanceof C r", 0},
    {"instanceof A r", true, "exactclass C r", 0},
    {"compare eq r null", true, "instanceof A r", 0},
    {"compare eq r null", true, "castok C r", 1},
    {"castok B r", true, "castok A r", 1},
    {"castok B r", true, "instanceof B r", -1},
    {"castok A r", false, "compare ne r null", 1},
};

START_TEST(a_dominating_condition_decides) {
    const struct implication *row = &implications[_i];
    char text[600];
    snprintf(text, sizeof text,
             PARAMETERS "e:\n"
                        "    c = %s\n"
                        "    if c -> %s\n"
                        "known:\n"
                        "    k = %s\n"
                        "    if k -> yes no\n"
                        "other:\n    return 0\n"
                        "yes:\n    return 1\n"
                        "no:\n    return 2\n",
             row->fact, row->holds ? "known other" : "other known", row->query);
    struct graph_test test;
    graph_test_begin(&test, text);
    ck_assert_int_eq(graph_test_run(&test, phase_conditional), REASON_none);
    bool may_hold = !graph_test_block(&test, "yes")->is_dead;
    bool may_fail = !graph_test_block(&test, "no")->is_dead;
    int answer = may_hold && may_fail ? -1 : may_hold;
    ck_assert_msg(answer == row->answer, "%s being %d says %d of %s", row->fact, row->holds, answer,
                  row->query);
    graph_test_end(&test);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("conditional");
    tcase_add_loop_test(cases, a_dominating_condition_decides, 0,
                        (int)(sizeof implications / sizeof *implications));
    Suite *suite = suite_create("conditional");
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
