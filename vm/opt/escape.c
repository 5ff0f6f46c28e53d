/* The escape phase: rounds of partial escape analysis, each followed by what cleans up after it.
 * Requires the flow of control; leaves it stale. Reports when the last round is over, so that every
 * decision is reported once and stands. */
#include "escape/escape.h"

#include "ir/cfg.h"
#include "ir/entries.h"
#include "opt/phase.h"

void phase_escape(struct graph *graph) {
    struct escape_log *log = escape_log_new(graph);
    graph_separate_loop_entries(graph);
    double rounds = compilation_limit(graph->compilation, LIMIT_escape_rounds);
    for (int round = 0; round < rounds; round++) {
        cfg_compute(graph);
        if (!escape_run(graph, log)) break;
        cfg_compute(graph);
        phase_canonical(graph);
        phase_dce(graph);
    }
    cfg_compute(graph);
    escape_log_report(log);
}
