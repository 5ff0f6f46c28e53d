/* Walks a calling-context tree with the calls of each node ordered by their place and callee, so
 * that equal trees are written equally, however threads happened to build them. Trees may be as deep
 * as the stack of a program was: nothing here recurses. */
#ifndef TREES_WALK_H
#define TREES_WALK_H

#include "trees/tree.h"

struct tree_walker {
    void (*enter)(void *context, const struct tree_node *node, uint32_t depth); /* roots: 0 */
    void (*leave)(void *context, const struct tree_node *node, uint32_t depth); /* NULL: nothing */
    /* Around the calls of one place; [node] is one of them. NULL: nothing. */
    void (*site_begins)(void *context, const struct tree_node *node, uint32_t depth);
    void (*site_ends)(void *context, const struct tree_node *node, uint32_t depth);
    void *context;
};

void tree_walk(const struct tree *tree, const struct tree_walker *walker);

/* By class, name and descriptor, as strcmp orders. */
int tree_compare_methods(const struct tree_method *a, const struct tree_method *b);

#endif
