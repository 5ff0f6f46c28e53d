/* The escape phase: rounds of partial escape analysis, behind each of which the pipeline cleans up.
 * Reports when the last round is over, so that every decision is reported once and stands. */
#include "escape/escape.h"

#include "ir/entries.h"
#include "opt/phase.h"

void phase_escape_begin(struct graph *graph) {
    graph->compilation->escape_log = escape_log_new(graph);
    graph_separate_loop_entries(graph);
}

bool phase_escape_round(struct graph *graph) {
    return escape_run(graph, graph->compilation->escape_log);
}

void phase_escape_end(struct graph *graph) { escape_log_report(graph->compilation->escape_log); }
