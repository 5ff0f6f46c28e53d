/* The bytecode of a method as basic blocks: what typeflow and the graph builder walk. A block never
 * lies half in the range of an exception handler, so that whole blocks have handlers. */
#ifndef CLASSFILE_BLOCKS_H
#define CLASSFILE_BLOCKS_H

#include "base/arena.h"
#include "classfile/classfile.h"

struct code_block {
    uint32_t start, last, end; /* bcis of the first and the last instruction, and of the end */
    uint32_t *successors;      /* indices: the last instruction's targets, then the next block */
    uint32_t successor_count;
    bool falls_off;   /* control falls off the end of the code */
    bool needs_frame; /* in StackMapTable: a target, or behind what never goes on */
};

struct code_blocks {
    struct code_block *items; /* ascending by bci */
    uint32_t count;
    uint32_t *at; /* by bci: index + 1; 0 where no block starts */
};

/* [starts]: by bci, where blocks must start beside; NULL: nowhere else. Requires checked code. */
struct code_blocks code_blocks_find(struct arena *arena, const struct code *code,
                                    const bool *starts);

/* What profiles call a basic block: the rules by which one ends. */
enum block_rule {
    BLOCKS_BRANCHES, /* at branches, targets and handlers alone, as code_blocks_find has them */
    BLOCKS_CALLS, /* behind calls and what may throw, too: a block that begins is executed whole */
    BLOCK_RULES
};
const char *block_rule_name(enum block_rule rule); /* "branches" */
struct code_blocks code_blocks_by_rule(struct arena *arena, const struct code *code,
                                       enum block_rule rule);

/* A block starts there. */
static inline uint32_t code_block_at(const struct code_blocks *blocks, uint32_t bci) {
    return blocks->at[bci] - 1;
}

/* The first handler in the table at or after [first] that covers [bci]; -1 when there is none. */
int code_next_handler(const struct code *code, int first, uint32_t bci);

#endif
