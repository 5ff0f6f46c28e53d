/* What the row of nodes.def says of one node: where its kind alone does not decide, its types, its
 * field or its call do. */
#ifndef IR_TRAITS_H
#define IR_TRAITS_H

#include "ir/node.h"

/* May its two operands change places, and it says the same? */
bool node_is_symmetric(const struct node *node);
/* The input that must be neither null nor 0 when it is executed, or -1. */
int node_required_input(const struct node *node);
/* Does nobody see that it is left out when its value is not used? */
bool node_may_drop(const struct node *node);
/* Does it give the same value each time, where it stands, and nobody sees how often? */
bool node_may_repeat(const struct node *node);
/* Is an equal node that dominates it as good? */
bool node_may_share(const struct node *node);

/* What it may not move above. */
enum node_order {
    ORDER_free,   /* its inputs alone */
    ORDER_check,  /* the check of its required input */
    ORDER_memory, /* what writes the memory that it reads, and the check of its required input */
    ORDER_fixed,  /* whatever has an effect or a place of its own */
};
enum node_order node_order(const struct node *node);

#endif
