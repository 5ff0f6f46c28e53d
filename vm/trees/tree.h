/* A calling-context tree as it is written, read and measured: every node is a method in the context
 * of the calls that led to it, with how often it was called and how often each of its basic blocks
 * was executed. Who counts does not matter here; the tree is plain data in a few arrays, so that
 * ten million nodes fit in a gigabyte.
 *
 * Instructions are numbered from 1 in the order of the code, as the files count them; bcis stand
 * beside. A call that no bytecode made (from a native method, or the first of a thread) has the bci
 * -1. */
#ifndef TREES_TREE_H
#define TREES_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct tree_method {
    const char *class_name;          /* interned, internal form: "java/lang/Object" */
    const char *name;                /* interned: "toString" */
    const char *descriptor;          /* interned: "()Ljava/lang/String;" */
    struct tree_method_entry *entry; /* of the tree's table */
};

struct tree_block {
    int32_t bci;          /* of its first instruction */
    uint32_t first, last; /* numbers of its instructions */
    uint64_t executions;
};

/* In the order of their beginnings: the nodes from one's index + 1 up to its [end] are below it. */
struct tree_node {
    uint32_t parent; /* index; TREE_NONE: a root */
    uint32_t end;
    uint32_t method; /* index */
    int32_t bci;     /* of the call, in the parent's method; -1: no bytecode made it */
    int32_t number;  /* that instruction's; -1 */
    uint32_t first_block, block_count;
    bool is_folded; /* a root that stands for all contexts of its method that had no room */
    uint64_t calls;
    uint64_t
        folded; /* calls below it in contexts that had no room: they are counted at such a root */
};

enum { TREE_NONE = UINT32_MAX };

struct tree {
    VEC(struct tree_method) methods;
    VEC(struct tree_node) nodes;
    VEC(struct tree_block) blocks;
    bool has_blocks;        /* they were counted */
    const char *block_rule; /* interned name of what ends a block; NULL when none were counted */
    const char *classes;    /* interned: where the run wrote its classes; NULL: that is not known */
    uint32_t open;          /* while it is built: the node that is entered, or TREE_NONE */
    struct tree_method_entry *table;
};

void tree_init(struct tree *tree);
void tree_release(struct tree *tree);

/* The index of the method, which is added when it is new. The texts are copied. */
uint32_t tree_method(struct tree *tree, const char *class_name, const char *name,
                     const char *descriptor);

/* Building: enter a node, add its blocks, enter and leave its children, leave it. The blocks of a
 * node are added one after another, before or after its children. */
struct tree_node *tree_enter(struct tree *tree, uint32_t method, int32_t bci, int32_t number,
                             uint64_t calls);
void tree_add_block(struct tree *tree, struct tree_block block);
void tree_leave(struct tree *tree);
/* Nodes, and blocks, at most: tree_enter and tree_add_block beyond it are bugs of the caller. */
enum { TREE_LIMIT = 1000000000 };

/* Executed in the node itself, without what it calls. */
uint64_t tree_node_instructions(const struct tree *tree, const struct tree_node *node);

static inline const struct tree_method *tree_node_method(const struct tree *tree,
                                                         const struct tree_node *node) {
    return &tree->methods.items[node->method];
}

#define tree_each_block(tree, node, block)                                                         \
    for (const struct tree_block *block = (tree)->blocks.items + (node)->first_block,              \
                                 *block##_end = block + (node)->block_count;                       \
         block < block##_end; block++)

/* "Demo.main([Ljava/lang/String;)V" */
struct strbuf;
void tree_add_method_text(struct strbuf *out, const struct tree_method *method);

#endif
