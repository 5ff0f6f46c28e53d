/* The loops that C2's graphs have, and what of the program is in them. */
#ifndef ADAPTERS_HOTSPOT_GRAPH_LOOPS_H
#define ADAPTERS_HOTSPOT_GRAPH_LOOPS_H

#include "adapters/hotspot/compilation_log.h"
#include "adapters/hotspot/ideal_graph.h"

/* Sets [loops], [parsed] and [knows_loops] of the task. */
void add_loops(struct log_task *task, const struct ideal_compilation *compilation);
/* Sets [changes] and [knows_changes] of the task, of which C2 printed some of [words]. */
void add_loop_changes(struct log_task *task, const struct ideal_compilation *compilation,
                      const struct log_loop_words *words, uint32_t count);

#endif
