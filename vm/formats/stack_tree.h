/* The stacks of rows as a tree, which shares their outer frames: what is added up over stacks takes time by their number, not by
 * the square of their depth. */
#ifndef FORMATS_STACK_TREE_H
#define FORMATS_STACK_TREE_H

#include "formats/indexes.h"
#include "formats/stack.h"

enum { NO_NODE = UINT32_MAX };

/* Without padding: numbered by its bytes. */
struct stack_node {
    uint32_t frame;  /* the user's number */
    uint32_t caller; /* less than the node's own number; NO_NODE: it is outermost */
};

struct stack_tree {
    uint32_t (*number)(void *user, const struct stack_frame *frame); /* equal frames are one */
    void *user;
    struct indexes nodes, known;
    VEC(uint32_t) of_known;
    struct stack outer, inner;
    VEC(const struct profile_frame *) unknown;
};

void stack_tree_init(struct stack_tree *tree,
                     uint32_t (*number)(void *user, const struct stack_frame *frame), void *user);
void stack_tree_release(struct stack_tree *tree);
/* The innermost node of the row's stack. */
uint32_t stack_tree_node(struct stack_tree *tree, const struct profile_table *table, size_t row);
/* Those of all rows that have the amount. */
void stack_tree_add(struct stack_tree *tree, const struct amount *amount);
struct stack_node stack_tree_at(const struct stack_tree *tree, uint32_t node);
/* Of each node: what its rows have of the amount, which was added. To be freed. */
int64_t *stack_tree_self(struct stack_tree *tree, const struct amount *amount);
/* Of each node: its own, and that of all nodes below it. To be freed. */
int64_t *stack_tree_total(const struct stack_tree *tree, const int64_t *self);
/* Of each node: is it the outermost with its value on its stack? [values] are numbers less than [count]. To be freed. */
bool *stack_tree_outermost(const struct stack_tree *tree, const uint32_t *values, uint32_t count);

#endif
