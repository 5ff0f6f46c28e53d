/* WAYS: which blocks of a graph are executed equally often in a round of their loop. Such blocks are a class, which its first block
 * leads. Requires cfg_compute, and of the verifier that nothing goes back to the entry, and what goes back goes nowhere else. */
#ifndef ICG_WAYS_H
#define ICG_WAYS_H

#include "ir/cfg.h"

/* By order of the blocks. */
struct ways {
    const struct graph *graph;
    const bool
        *is_told; /* blocks whose ways on polls tell apart; NULL: that, and all branches of the
                            program are taken, however seldom the compiler believes */
    bool *is_bad; /* it goes on as seldom as checks fail */
    int *
        end; /* the next block that each way passes to the end of the round; there is none: the number of blocks */
    int *leader; /* of its class */
};

/* In the compilation's arena. */
struct ways ways_find(const struct graph *graph, const bool *is_told);

static inline const struct block *block_at(const struct graph *graph, int order) {
    return graph->order[order];
}
/* NULL: around all loops. */
bool block_is_in(const struct block *block, const struct block *loop);
/* To another round, or out of the loop. */
bool edge_ends_round(const struct block *from, const struct block *to);
bool edge_enters_loop(const struct block *from, const struct block *to);
/* The header that the block goes back to; NULL: it does not. */
const struct block *block_next_round(const struct block *block);
/* In the same loop; NULL: there is none. */
const struct block *block_dominator_in_round(const struct block *block);
/* NODE_poll; NULL: there is none. */
const struct node *block_poll(const struct block *block);
bool block_ends_in_call(const struct block *block); /* of the program */

#endif
