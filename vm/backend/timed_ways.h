/* TIMED WAYS: which poll of a loop, or which stamp, compiled code comes to first from each of its nodes. */
#ifndef BACKEND_TIMED_WAYS_H
#define BACKEND_TIMED_WAYS_H

#include <stdbool.h>
#include <stdint.h>

struct block;
struct graph;
struct node;
struct position;
struct timed_ways;

/* In the compilation's arena. [by_polls]: else, and where there are too many, all ways end at a stamp. */
struct timed_ways *timed_ways_find(const struct graph *graph, bool by_polls);
/* Ends: polls in the order of the graph, then TIMED_END_AT_STAMP, TIMED_END_UNKNOWN. */
uint32_t timed_ways_ends(const struct timed_ways *ways);
/* From 0; -1: it is none of them. */
int32_t timed_ways_poll(const struct timed_ways *ways, const struct node *poll);
const struct position *timed_ways_position(const struct timed_ways *ways, uint32_t poll);
/* The odds of each end, from where the block begins, and from the node on; which are asked for in their order. */
const double *timed_ways_begin(struct timed_ways *ways, const struct block *block);
const double *timed_ways_of(struct timed_ways *ways, const struct node *node);

#endif
