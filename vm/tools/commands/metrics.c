/* METRICS: dynamic metrics over a written calling-context tree. */
#include <stdio.h>

#include "metrics/metrics.h"
#include "tools/commands.h"
#include "trees/read_xml.h"

static int fail(const struct diag *diag, int status) {
    char message[1400];
    fprintf(stderr, "jitvm: %s\n", diag_format(diag, message, sizeof message));
    return status;
}

static int list_metrics(void) {
    static const char *const needs[] = {[METRIC_NEEDS_NOTHING] = "",
                                        [METRIC_NEEDS_BLOCKS] = " (blocks)",
                                        [METRIC_NEEDS_CLASSES] = " (classes)",
                                        [METRIC_NEEDS_BOTH] = " (blocks, classes)"};
    for (int i = 0; i < METRICS; i++)
        printf("%-20s %s%s\n", metrics[i].name, metrics[i].meaning, needs[metrics[i].needs]);
    return 0;
}

/* [classes] is NULL where they are those that the tree names. */
static bool compute(const struct metric *metric, const char *path, const char *classes,
                    struct strbuf *out, struct diag *diag) {
    struct tree tree;
    struct class_dump *dump = NULL;
    tree_init(&tree);
    bool done = tree_read(&tree, path, diag);
    if (!classes && (metric->needs & METRIC_NEEDS_CLASSES)) classes = tree.classes;
    if (done && classes) done = (dump = dump_open(classes, diag));
    if (done) done = metric_compute(metric, &tree, path, dump, out, diag);
    if (dump) dump_close(dump);
    tree_release(&tree);
    return done;
}

int command_metrics(int argc, char **argv) {
    struct diag diag = DIAG_INIT;
    if (argc == 1) return list_metrics();
    const struct metric *metric = metric_find(argv[1], &diag);
    if (!metric) return fail(&diag, 2);
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: jitvm metrics %s TREE%s\n", metric->name,
                metric->needs & METRIC_NEEDS_CLASSES ? " [CLASSES]" : "");
        return 2;
    }
    struct strbuf out = STRBUF_INIT;
    bool done = compute(metric, argv[2], argv[3], &out, &diag);
    if (done) fputs(strbuf_text(&out), stdout);
    strbuf_release(&out);
    return done ? 0 : fail(&diag, 1);
}
