/* The calling contexts of a VM (vm_keep_contexts) as a file. */
#ifndef TOOLS_CONTEXT_FILE_H
#define TOOLS_CONTEXT_FILE_H

#include <stdio.h>

#include "trees/writers.h"
#include "vm.h"

/* What a rule at blocks counted by contexts. */
struct counted_blocks {
    struct vm_profile *profile;
    size_t rule;
    bool ends_at_calls; /* what the rule says */
};

/* [blocks] NULL: calls alone. What cannot be written shows in ferror([out]). */
void context_file_write(const struct vm *vm, const struct counted_blocks *blocks,
                        const struct tree_writer *writer, FILE *out);

#endif
