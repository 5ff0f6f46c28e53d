/* What the policy and the phase need of the graft besides inlining.h. Internal to this room. */
#ifndef INLINING_GRAFT_H
#define INLINING_GRAFT_H

#include "ir/node.h"

/* Eliminates everything in a graph that is not needed after all, so that inserted code that hangs
 * on it is dropped. */
void graph_discard(struct graph *graph);

#endif
