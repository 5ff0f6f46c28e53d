/* Canonical forms of single nodes (rewrites.def). */
#ifndef OPT_REWRITES_H
#define OPT_REWRITES_H

#include "ir/node.h"

/* A new node, not placed, that computes what [node] does; NULL when [node] is canonical. Its inputs
 * dominate [node]. */
struct node *rewrite_node(struct node *node);

#endif
