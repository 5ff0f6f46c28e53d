/* METRICS: the table of metrics, and what they share. */
#include "metrics/metrics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define METRIC(name, needs, meaning) {#name, meaning, METRIC_NEEDS_##needs, metric_##name},
const struct metric metrics[METRICS] = {
#include "metrics/metrics.def"
};
#undef METRIC

const struct metric *metric_find(const char *name, struct diag *diag) {
    const char *names[METRICS];
    for (int i = 0; i < METRICS; i++) {
        names[i] = metrics[i].name;
        if (strcmp(name, names[i]) == 0) return &metrics[i];
    }
    const char *nearest = diag_nearest(name, names, METRICS);
    diag_error(diag, (struct place){0}, "metric '%s' does not exist%s%s%s; see jitvm metrics", name,
               nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
    return NULL;
}

static bool has_what_it_needs(const struct metric *metric, const struct tree *tree,
                              const char *path, struct class_dump *dump, struct diag *diag) {
    if ((metric->needs & METRIC_NEEDS_BLOCKS) && !tree->has_blocks)
        return diag_error(diag, (struct place){0},
                          "%s needs executions of basic blocks, and '%s' has none: they are "
                          "counted by the profiler 'blocks'",
                          metric->name, path);
    if ((metric->needs & METRIC_NEEDS_CLASSES) && !dump)
        return diag_error(diag, (struct place){0},
                          "%s needs the classes of the run: name the directory that --dump-classes "
                          "wrote, or the file that classdump --xml printed",
                          metric->name);
    return true;
}

bool metric_compute(const struct metric *metric, const struct tree *tree, const char *path,
                    struct class_dump *dump, struct strbuf *out, struct diag *diag) {
    struct metric_input input = {.tree = tree};
    if (!has_what_it_needs(metric, tree, path, dump, diag)) return false;
    arena_init(&input.arena);
    bool needs_classes = metric->needs & METRIC_NEEDS_CLASSES;
    if (needs_classes) input.codes = dump_of_tree(dump, tree, &input.arena, diag);
    bool done = !needs_classes || input.codes;
    if (done) {
        call_graph_make(&input.graph, tree);
        vec_each(struct graph_method, method, &input.graph.methods) {
            input.calls += method->calls;
            input.instructions += method->instructions;
        }
        metric->compute(&input, out);
        call_graph_release(&input.graph);
    }
    arena_release(&input.arena);
    return done;
}

/* part * [factor] / whole with so many decimals, rounded half up. */
static void add_quotient(struct strbuf *out, uint64_t part, uint64_t factor, uint64_t whole,
                         int decimals) {
    uint64_t scale = decimals == 4 ? 10000 : 100;
    unsigned __int128 scaled = (unsigned __int128)part * factor * scale;
    uint64_t quotient = whole ? (uint64_t)((scaled + whole / 2) / whole) : 0;
    strbuf_addf(out, "%" PRIu64 ".%0*" PRIu64, quotient / scale, decimals, quotient % scale);
}

void metric_add_ratio(struct strbuf *out, uint64_t part, uint64_t whole) {
    add_quotient(out, part, 1, whole, 4);
}

void metric_add_share(struct strbuf *out, uint64_t part, uint64_t whole) {
    add_quotient(out, part, 100, whole, 2);
    strbuf_add_char(out, '%');
}

static int falling(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left < right) - (left > right);
}

void metric_add_hotness(struct strbuf *out, const char *what, uint64_t *weights, uint32_t count) {
    static const unsigned percents[] = {50, 80, 90, 95, 99, 100};
    uint64_t sum = 0, reached = 0;
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) sum += weights[i];
    if (count) qsort(weights, count, sizeof *weights, falling);
    strbuf_addf(out, "instructions %" PRIu64 "\n%s %u\n", sum, what, count);
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        while ((unsigned __int128)reached * 100 < (unsigned __int128)sum * percents[i])
            reached += weights[used++];
        strbuf_addf(out, "%u%% %u\n", percents[i], used);
    }
}
