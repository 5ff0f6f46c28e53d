/* The loops that C2's graphs have, and what of the program is in them. */
#ifndef ADAPTERS_HOTSPOT_GRAPH_LOOPS_H
#define ADAPTERS_HOTSPOT_GRAPH_LOOPS_H

#include "adapters/hotspot/compilation_log.h"
#include "adapters/hotspot/ideal_graph.h"

/* Sets [loops], [parsed] and [knows_loops] of the task. */
void add_loops(struct log_task *task, const struct ideal_compilation *compilation);

#endif
