/* What tests and events ask of a graph. */
#ifndef IR_QUERY_H
#define IR_QUERY_H

#include "ir/node.h"

/* Live nodes, placed or floating and used. */
int graph_count(const struct graph *graph, enum node_kind kind);
void graph_count_kinds(const struct graph *graph, int counts[NODE_KIND_COUNT]);
/* Sum of the frequencies of the blocks that hold this kind. */
double graph_frequency(const struct graph *graph, enum node_kind kind);
struct node *graph_find(const struct graph *graph,
                        enum node_kind kind); /* first in reverse post-order, or NULL */
/* The method that a call's bytecode names. */
const char *invoke_named(const struct node *invoke);
/* Nodes that count for size limits: those that code stands for. */
int block_size(const struct block *block);
int graph_size(const struct graph *graph);
/* What one execution costs by the profile, in cycles as nodes.def guesses them; calls without what
 * they call. */
double graph_cycles(const struct graph *graph);

#endif
