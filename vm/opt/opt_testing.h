/* What the tests of phases share: one graph test at a time, and short words for its parts. */
#ifndef OPT_OPT_TESTING_H
#define OPT_OPT_TESTING_H

#include "base/check_run.h"
#include "ir/testing.h"
#include "opt/phase.h"

static struct graph_test test;

static inline void run(const char *text, void (*phase)(struct graph *graph)) {
    graph_test_begin(&test, text);
    ck_assert_int_eq(graph_test_run(&test, phase), REASON_none);
}
static inline void end(void) { graph_test_end(&test); }
static inline int count(enum node_kind kind) { return graph_count(test.graph, kind); }
static inline struct node *node(const char *name) { return graph_test_node(&test, name); }
static inline struct block *block(const char *name) { return graph_test_block(&test, name); }
static inline int told(enum event_kind kind, enum reason reason) {
    return graph_test_events_because(&test, kind, reason);
}
/* What the graph's only return returns. */
static inline struct node *result(void) {
    struct node *end_of_graph = graph_find(test.graph, NODE_return);
    ck_assert_ptr_nonnull(end_of_graph);
    return end_of_graph->inputs[0];
}

static inline int run_cases(const char *name, TCase *cases) {
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}

#endif
