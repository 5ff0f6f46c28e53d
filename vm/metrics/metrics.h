/* Dynamic metrics over a written calling-context tree. What each prints is text of words and
 * numbers that the queries beside it (profilers/metrics) print alike: ratios have four decimals, shares
 * two, rounded half up. */
#ifndef METRICS_METRICS_H
#define METRICS_METRICS_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "metrics/dump.h"
#include "trees/call_graph.h"
#include "trees/tree.h"

/* What a metric is computed from. */
struct metric_input {
    struct arena arena;
    const struct tree *tree;
    struct call_graph graph;
    uint64_t calls, instructions;         /* in all */
    const struct dump_code *const *codes; /* by method; NULL unless needed */
};

#define METRIC(name, needs, meaning)                                                               \
    void metric_##name(struct metric_input *input, struct strbuf *out);
#include "metrics/metrics.def"
#undef METRIC

enum metric_needs {
    METRIC_NEEDS_NOTHING = 0,
    METRIC_NEEDS_BLOCKS = 1,
    METRIC_NEEDS_CLASSES = 2,
    METRIC_NEEDS_BOTH = METRIC_NEEDS_BLOCKS | METRIC_NEEDS_CLASSES,
};

struct metric {
    const char *name, *meaning;
    enum metric_needs needs;
    void (*compute)(struct metric_input *input, struct strbuf *out);
};
enum metric_number {
#define METRIC(name, needs, meaning) METRIC_##name,
#include "metrics/metrics.def"
#undef METRIC
    METRICS
};
extern const struct metric metrics[METRICS];

/* NULL with an error that suggests the nearest name. */
const struct metric *metric_find(const char *name, struct diag *diag);
/* [path] is the tree's, [dump] may be NULL where the metric does not need it. May fail: the tree lacks
 * blocks, the dump a class. */
bool metric_compute(const struct metric *metric, const struct tree *tree, const char *path,
                    struct class_dump *dump, struct strbuf *out, struct diag *diag);

/* --- numbers: "12.3400" and "12.34%"; of nothing, 0 --- */

void metric_add_ratio(struct strbuf *out, uint64_t part, uint64_t whole);
void metric_add_share(struct strbuf *out, uint64_t part, uint64_t whole);

/* How many of [count] weights, the largest first, make up 50, 80, 90, 95, 99 and 100 % of their sum:
 * a line each. Sorts the weights. */
void metric_add_hotness(struct strbuf *out, const char *what, uint64_t *weights, uint32_t count);

#endif
