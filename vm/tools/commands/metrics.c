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

static bool compute(const struct metric *metric, const char *path, struct class_dump *dump,
                    struct strbuf *out, struct diag *diag) {
    struct tree tree;
    tree_init(&tree);
    bool done =
        tree_read(&tree, path, diag) && metric_compute(metric, &tree, path, dump, out, diag);
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
                metric->needs & METRIC_NEEDS_CLASSES ? " CLASSES" : "");
        return 2;
    }
    struct class_dump *dump = argv[3] ? dump_open(argv[3], &diag) : NULL;
    struct strbuf out = STRBUF_INIT;
    bool done = !diag.is_set && compute(metric, argv[2], dump, &out, &diag);
    if (done) fputs(strbuf_text(&out), stdout);
    strbuf_release(&out);
    if (dump) dump_close(dump);
    return done ? 0 : fail(&diag, 1);
}
