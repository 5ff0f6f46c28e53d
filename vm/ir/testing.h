/* Graph tests: text in, a step run over it, then counts, frequencies and decisions with their
 * reasons.
 *
 *     struct graph_test test;
 *     graph_test_begin(&test, "graph\n"
 *                             "b0:\n"
 *                             "    p: int = parameter 0\n"
 *                             "    x = add p 0\n"
 *                             "    return x\n");
 *     ck_assert_int_eq(graph_test_run(&test, phase_canonical), REASON_none);
 *     ck_assert_int_eq(graph_count(test.graph, NODE_add), 0);
 *     graph_test_end(&test);
 *
 * The text format: docs/graph-text.md. */
#ifndef IR_TESTING_H
#define IR_TESTING_H

#include "ir/cfg.h"
#include "ir/compilation.h"
#include "ir/query.h"
#include "ir/text.h"
#include "ir/verify.h"

struct graph_test {
    struct arena arena;
    struct meta_world world;
    struct event_sink sink;
    struct compilation compilation;
    struct graph *graph;
    struct text_names names; /* of the text's nodes and blocks */
    VEC(struct event) events;
};

/* Parses, verifies and computes control flow. BUG() with the place when the text is wrong. The
 * compilation is zeroed otherwise: rules may be disabled, a listener installed, before the step. */
void graph_test_begin(struct graph_test *test, const char *text);
/* Likewise of the text in [file]; false with [diag] when it is wrong: graph_test_end then, too. */
bool graph_test_read(struct graph_test *test, const char *file, const char *text,
                     struct diag *diag);
void graph_test_end(struct graph_test *test);
/* Runs the step, verifies, computes control flow. REASON_none, or why the step bailed out (the
 * graph is broken then). */
enum reason graph_test_run(struct graph_test *test, void (*step)(struct graph *graph));

/* By the name in the text; BUG() when there is none. A node may be dead by now. */
struct node *graph_test_node(const struct graph_test *test, const char *name);
struct block *graph_test_block(const struct graph_test *test, const char *name);
struct meta_class *graph_test_class(struct graph_test *test, const char *name);

int graph_test_events(const struct graph_test *test, enum event_kind kind); /* how many */
int graph_test_events_because(const struct graph_test *test, enum event_kind kind,
                              enum reason reason);
/* The n-th of this kind, from 0; NULL when there are fewer. */
const struct event *graph_test_event(const struct graph_test *test, enum event_kind kind, int n);
/* The graph as text, in the test's arena: for messages and whole-graph comparisons. */
const char *graph_test_text(struct graph_test *test, const struct print_options *options);

#endif
