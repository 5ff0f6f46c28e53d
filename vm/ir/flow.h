/* Inside of the ir room: reverse post-order and dominators in tables of their own, for those who
 * must not write into the graph (verifier, printers) and for cfg_compute, which does. */
#ifndef IR_FLOW_H
#define IR_FLOW_H

#include "ir/node.h"

struct flow {
    struct block **blocks; /* reverse post-order; successor 0 comes first */
    int count;
    int *order;                /* by block id; -1: cannot be reached */
    struct block **dominators; /* by block id; NULL for the entry */
};

struct flow flow_order(const struct graph *graph, struct arena *arena); /* dominators: NULL */
void flow_dominators(struct flow *flow, const struct graph *graph, struct arena *arena);
bool flow_dominates(const struct flow *flow, const struct block *dominator,
                    const struct block *block);

#endif
