/* Which values are still needed at the start of a block: used from there on, by nodes or by the
 * frame states of nodes, before they are computed again. A block's own phis do not count. */
#ifndef ESCAPE_LIVENESS_H
#define ESCAPE_LIVENESS_H

#include "base/bitset.h"
#include "ir/node.h"

struct liveness {
    struct bitset *live_in;         /* by block id; of node ids */
    VEC(struct node *) * live_list; /* by block id; in a stable order */
};

/* For references only. */
struct liveness liveness_compute(struct graph *graph);

#endif
