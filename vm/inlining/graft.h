/* The graft's functions for the policy and the phase, besides inlining.h. Internal to this room. */
#ifndef INLINING_GRAFT_H
#define INLINING_GRAFT_H

#include "ir/node.h"

/* Eliminates everything in a graph that is not needed after all, so that inserted code that is
 * anchored to it is dropped. */
void graph_discard(struct graph *graph);

#endif
