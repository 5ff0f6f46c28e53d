/* A calling-context tree with the contexts folded: what each method, each of its blocks and each
 * pair of call site and callee add up to. All lists are ordered: by method (tree_compare_methods),
 * then by place, then by callee. */
#ifndef TREES_CALL_GRAPH_H
#define TREES_CALL_GRAPH_H

#include "trees/tree.h"

struct graph_block {
    uint32_t method;
    struct tree_block block;
};

struct graph_edge {
    uint32_t caller; /* TREE_NONE: nobody's, of roots; they come first */
    uint32_t callee;
    int32_t bci, number;
    uint64_t calls;
};

struct graph_method {
    uint32_t method; /* of the tree */
    uint64_t calls, instructions;
    uint32_t first_block, block_count, first_edge, edge_count; /* of its own sites */
};

struct call_graph {
    VEC(struct graph_method) methods;
    VEC(struct graph_block) blocks;
    VEC(struct graph_edge) edges;
};

void call_graph_make(struct call_graph *graph, const struct tree *tree);
void call_graph_release(struct call_graph *graph);

#endif
