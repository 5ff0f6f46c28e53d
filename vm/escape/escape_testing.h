/* What the tests of escape analysis share: one graph test at a time, and short words for its parts.
 */
#ifndef ESCAPE_ESCAPE_TESTING_H
#define ESCAPE_ESCAPE_TESTING_H

#include "base/check_run.h"
#include "escape/escape.h"
#include "ir/entries.h"
#include "ir/testing.h"

static struct graph_test test;
static int rounds = 1;

static inline void run_rounds(struct graph *graph) {
    struct escape_log *log = escape_log_new(graph);
    if (graph_separate_loop_entries(graph)) cfg_compute(graph);
    for (int i = 0; i < rounds && escape_run(graph, log); i++) cfg_compute(graph);
    escape_log_report(log);
}

#define DECLARATIONS                                                                               \
    "class T\n"                                                                                    \
    "class A { int x, A next, byte small }\n"                                                      \
    "class B extends A\n"                                                                          \
    "class Box { A held, static A shared }\n"                                                      \
    "method static T.use(LA;)V\n"                                                                  \
    "method static T.work()V\n"                                                                    \
    "graph\n"                                                                                      \
    "p: int = parameter 0\n"                                                                       \
    "q: int = parameter 1\n"                                                                       \
    "r: reference = parameter 2\n"

#define CAUGHT                                                                                     \
    "caught:\n"                                                                                    \
    "    thrown = exception\n"                                                                     \
    "    unwind thrown\n"

static inline void begin(const char *text) { graph_test_begin(&test, text); }
static inline void run(void) { ck_assert_int_eq(graph_test_run(&test, run_rounds), REASON_none); }
static inline void run_text(const char *text) {
    begin(text);
    run();
}
static inline void end(void) { graph_test_end(&test); }
static inline int count(enum node_kind kind) { return graph_count(test.graph, kind); }
static inline double frequency(enum node_kind kind) { return graph_frequency(test.graph, kind); }
static inline struct node *node(const char *name) { return graph_test_node(&test, name); }
static inline struct block *block(const char *name) { return graph_test_block(&test, name); }
static inline int told(enum event_kind kind, enum reason reason) {
    return graph_test_events_because(&test, kind, reason);
}
static inline int told_any(enum event_kind kind) { return graph_test_events(&test, kind); }
static inline void switch_off(enum rule rule) { test.compilation.rule_disabled[rule] = true; }

#endif
