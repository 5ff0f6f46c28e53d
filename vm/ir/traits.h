/* What follows from the row of nodes.def: of the references that nodes of a kind give, and of one
 * node. Where its kind alone does not decide, its types, its field or its call do. */
#ifndef IR_TRAITS_H
#define IR_TRAITS_H

#include "ir/node.h"

enum node_gives {
    GIVES_any,
    GIVES_object, /* never null */
    GIVES_made,   /* likewise, and new, of exactly extra.class, and nobody else has it */
};
enum node_gives node_kind_gives(enum node_kind kind);
static inline bool node_kind_makes(enum node_kind kind) {
    return node_kind_gives(kind) == GIVES_made;
}

/* A frame or object state, or an object in one. */
bool node_is_state(const struct node *node);
/* Is its value the same in all of the graph, and costs nothing? */
bool node_is_constant_anywhere(const struct node *node);
/* May its two operands change places, and it says the same? */
bool node_is_symmetric(const struct node *node);
/* The input that must be neither null nor 0 when it is executed, or -1. */
int node_required_input(const struct node *node);
/* Does nobody see that it is left out when its value is not used? */
bool node_may_drop(const struct node *node);
/* Does it give the same value each time, where it stands, and nobody sees how often? */
bool node_may_repeat(const struct node *node);
/* Does it do the same with its inputs? These may differ. */
bool node_is_alike(const struct node *a, const struct node *b);
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
