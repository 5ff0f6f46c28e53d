/* Inside of the ir room: use lists and places, below the edit primitives. Nothing here tells the
 * listener. */
#ifndef IR_LINKS_H
#define IR_LINKS_H

#include "ir/node.h"

struct arena *graph_arena(const struct graph *graph);
/* Out of its block; stays alive. */
void node_unplace(struct node *node);
/* No inputs are left; the values' use lists forget the node. */
void node_clear_inputs(struct node *node);
/* A copy with new inputs lists, not placed, nobody told. */
struct node *node_copy(struct node *node);
/* Eliminates a frame or object state, or a virtual object, that nobody uses, and those that only it
 * used. */
void state_release(struct node *state);

/* A constant of another graph: the equal one of [graph], else [node] itself, from now on [graph]'s
 * shared one. */
struct node *constant_adopt(struct graph *graph, struct node *node);

#endif
