/* What the tests of inserted code share: a graph with its inserted code. Included by test programs.
 */
#ifndef ICG_ICG_TESTING_H
#define ICG_ICG_TESTING_H

#include "base/check_run.h"
#include "icg/icg.h"
#include "ir/evaluate.h"
#include "ir/testing.h"

static struct graph_test test;
static struct icg_set *set;
static struct count failures;

#define A_CLASS                                                                                    \
    "class A { int x, A next, static A last }\n"                                                   \
    "method A.<init>()V\n"                                                                         \
    "method static A.f()V\n"                                                                       \
    "method static A.g(LA;)I\n"

static inline struct node *n(const char *name) { return graph_test_node(&test, name); }
static inline struct block *b(const char *name) { return graph_test_block(&test, name); }
static inline struct icg *icg_at(const char *name) { return icg_of(set, n(name)); }

static inline void extract(struct graph *graph) { edit_built(graph); }

static inline enum reason begin(const char *text) {
    graph_test_begin(&test, text);
    set = icg_install(&test.compilation, false);
    icg_set_failure_counter(set, &failures);
    return graph_test_run(&test, extract);
}

static inline void splice(void) {
    ck_assert_int_eq(graph_test_run(&test, phase_splice), REASON_none);
}

#define ALLOCATION                                                                                 \
    A_CLASS "graph A.g(LA;)I\np = parameter 0\n"                                                   \
            "a:\n    s = state @1 locals p\n    k = loadfield A.x p\n    o = new A s\n"            \
            "    goto r\n"                                                                         \
            "r:\n    icgbegin pred o\n    x = query allocation\n    storefield A.x o x\n"          \
            "    storefield A.x p k\n    icgend\n    goto e\n"                                     \
            "e:\n    storestatic A.last o\n    return k\n"

#endif
