/* The allocations and calls that code of C2 has, why, and how often it expects them: what follows from its graphs. */
#ifndef ADAPTERS_HOTSPOT_KEPT_H
#define ADAPTERS_HOTSPOT_KEPT_H

#include "adapters/hotspot/compilation_log.h"
#include "adapters/hotspot/ideal_graph.h"

/* Adds a decision for each allocation that is left, and each reason of it. Arrays of more than [array_limit] elements are not
 * replaced by their elements. */
void add_kept(struct log_task *task, const struct ideal_compilation *compilation, long array_limit);
/* To decisions that a call is left: how often it is expected, all copies together. Where its place cannot be found, nothing. */
void add_expected_calls(struct log_task *task, const struct ideal_graph *scheduled);

/* The place of an operation, from what was inlined where. False where it cannot be found. */
bool find_places(const struct log_task *task, const struct ideal_node *node,
                 struct log_places *out);
/* A block's frequency for each call of the method; below 0 where it is not known. */
double for_each_call(const struct ideal_graph *scheduled, double frequency);

#endif
