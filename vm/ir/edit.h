/* The only functions that change what exists in a graph: the five edit primitives of inserted code
 * graphs (icg/icg.h; Algorithm 2 of the paper), and merging, the inverse of cloning, which partial
 * escape analysis needs. Each is broadcast to the compilation's listeners: that is how inserted
 * code graphs follow without any phase mentioning them. */
#ifndef IR_EDIT_H
#define IR_EDIT_H

#include "ir/node.h"

/* How an expanded operation went, for the dynamic queries: a node of type int whose value says, at
 * the exit, which path was taken (the values of getAllocationType or getLockType); made only when a
 * query needs it. */
struct expansion {
    struct node *entry, *exit; /* first and last node of the subgraph, in control-flow order */
    struct block *merge;       /* where the paths meet; path_values has one entry per predecessor */
    const int *path_values;    /* or NULL when [path] is given */
    struct node *path;         /* a node that has the value already, or NULL */
};

struct block_copy;

struct edit_listener {
    void *context;
    struct edit_listener *next; /* told after this one; compilation_listen's */
    void (*built)(void *context, struct graph *graph); /* build made the graph of a method */
    /* Nodes that only each other use are about to go, and still have their inputs; those of
     * unreachable blocks no longer have them. */
    void (*eliminated)(void *context, struct node *const *nodes, int count);
    void (*replaced)(void *context, struct node *node, struct node *by);
    void (*expanded)(void *context, struct node *node, const struct expansion *expansion);
    void (*cloned)(void *context, struct node *node, struct node *clone);
    /* A set of blocks was copied; each of its nodes was announced as cloned before. */
    void (*copied)(void *context, const struct block_copy *copy);
    void (*moved)(void *context,
                  struct node *node); /* is about to go, and still in its old place */
    void (*merged)(void *context, struct block *merge, struct node *const *origins,
                   struct node *merged);
};

/* Removes a node that nobody uses any more from graph and use lists. Frame and object states that
 * only it used go with it; states that nobody uses do not count as users. */
void edit_eliminate(struct node *node);
/* Likewise a set of nodes that only each other use, perhaps in cycles: all are announced together,
 * before any is changed. Dead ones are skipped. */
void edit_eliminate_all(struct node *const *nodes, int count);
/* Every use of [node] becomes a use of [by] (weak ones too). The node itself stays. */
void edit_replace_value(struct node *node, struct node *by);
/* Build made the graph of a method: announces it. */
void edit_built(struct graph *graph);
/* Likewise, a set of blocks was copied. */
void edit_copied(struct graph *graph, const struct block_copy *copy);
/* The subgraph that replaces [node] is in place: announces it. Eliminating [node] is the caller's
 * next step. */
void edit_expand(struct node *node, const struct expansion *expansion);
/* A copy with the same inputs and extra, not placed. */
struct node *edit_clone(struct node *node);
/* Takes [node] out of its place and puts it before [place]. */
void edit_move_before(struct node *node, struct node *place);
/* [merged], a detached node made by node_new, stands for origins[i] when [merge] was entered
 * through predecessor i. */
void edit_merge(struct block *merge, struct node *const *origins, struct node *merged);

/* --- composed of these --- */
/* replace by [by], then eliminate. */
void edit_replace_and_eliminate(struct node *node, struct node *by);
/* Copies a set of blocks (loop peeling): clones[] is indexed by node id of the originals (NULL
 * where not copied), and block_clones[] by block id. Edges that leave the set lead to the original
 * targets from the copies too (their phis get an input per new edge, and phis are made where a
 * value of the set is used outside); such an edge is split first when its block has other
 * successors, and so much of an exceptional successor as takes the exception is copied with the
 * set.
 *
 * Edges that enter the set are not copied: a copied block has the copies of the predecessors within
 * the set only, in their order, and its phis their inputs. */
struct block_copy {
    struct node **clones;
    struct block **block_clones;
    uint32_t node_limit, block_limit; /* of the tables */
};
void edit_clone_blocks(struct graph *graph, struct block *const *blocks, int count,
                       struct block_copy *copy);
/* The first iteration of the loop runs in a copy before it. Needs cfg; leaves it stale. */
void edit_peel_loop(struct block *header, struct block_copy *copy);

#endif
