/* Nodes of the calling-context tree by their numbers: callers come first, and a number stays. */
#ifndef PROFILERS_KNOWN_CONTEXTS_H
#define PROFILERS_KNOWN_CONTEXTS_H

#include "vm.h"

struct known_contexts {
    struct known_context {
        const struct context *node;
        int32_t caller; /* number; -1: it was called from outside */
    } * items;
    uint32_t count, capacity;
    int64_t nodes; /* of the tree, when it was walked last */
};

/* Adds what has been called since the tree was walked last; how many there are. In [arena]. */
uint32_t known_contexts_find(struct known_contexts *contexts, struct vm *vm, struct arena *arena);

#endif
