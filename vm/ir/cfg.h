/* Facts about control flow, computed on demand: order, dominators, loops, frequencies. Stale after
 * an edit of control flow until cfg_compute runs again. */
#ifndef IR_CFG_H
#define IR_CFG_H

#include "ir/node.h"

/* Fills block->order, dominator, loop, loop_depth, frequency, iterations and graph->order. Bails out of the
 * compilation on an irreducible loop. */
void cfg_compute(struct graph *graph);
bool block_dominates(const struct block *dominator, const struct block *block);
/* Does [a] come before [b] on every path to b? In one block: by order. */
bool node_dominates(const struct node *a, const struct node *b);
static inline bool block_is_loop_header(const struct block *block) { return block->loop == block; }
bool block_in_loop(const struct block *block,
                   const struct block *header); /* nested loops included */
bool edge_is_back_edge(const struct block *from, const struct block *to);
/* The blocks of the loop, in reverse post-order, header first; in the compilation's arena. */
int loop_blocks(const struct block *header, struct block ***out);

#endif
