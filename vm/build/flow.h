/* What the builder must know of a method's bytecode before it makes the first node. Blocks and the
 * types that they are entered with are typeflow's; added are their order, loops, the regions of
 * inserted code, and which locals are live where. Internal to this room.
 *
 * Two livenesses: the base program's, for which inserted code (between instrumentationBegin and
 * instrumentationEnd) does not exist, so that probes cannot keep a value alive; and that of
 * everything, which merges inside inserted code need. */
#ifndef BUILD_FLOW_H
#define BUILD_FLOW_H

#include "base/bitset.h"
#include "base/vec.h"
#include "build/thrown.h"
#include "classfile/intrinsics.h"
#include "classfile/opcodes.h"
#include "classfile/regions.h"
#include "classfile/typeflow.h"
#include "runtime/class.h"

/* Blocks in reverse post-order; the first is where control comes in. */
struct flow_order {
    struct flow_block **items;
    int count;
};

struct flow_block {
    const struct code_block *code;
    int index;                    /* as in the code's blocks */
    struct flow_block **handlers; /* that a call or throw in it may enter */
    int handler_count;
    VEC(struct flow_block *) predecessors; /* that are reachable; over handler edges too */

    int order; /* in reverse post-order; -1: compiled code cannot get here */
    struct flow_block *dominator;
    bool is_loop_header;
    bool in_region; /* all of it inside inserted code */
    /* Inserted code begins here, or a jump over what is there for it alone, and other edges arrive
     * after it: without it there would be one join, with its edges in another order. So each edge
     * that leads here gets a copy of the inserted code and leads to [behind], and this block, with
     * the inserted code in [order_of_region], is on no path of the program. NULL: no. */
    struct flow_block *behind;
    struct flow_order order_of_region;
    struct bitset reads;       /* locals that it reads before it writes them */
    struct bitset writes;      /* locals */
    struct bitset loop_writes; /* of a loop header: what its whole loop writes */
    struct bitset live,
        live_everywhere; /* at its start: for the base program, with inserted code */
};

struct method_flow {
    struct arena *arena;
    struct method *method;
    const struct code *code;
    struct code_blocks code_blocks;
    struct typeflow *types;
    struct flow_block *blocks; /* as many */
    int block_count;
    struct flow_block *entry; /* where control comes in */
    struct flow_order order;  /* of the program's blocks, and of inserted code without an edge */
    bool has_regions;
    struct throws throws;
    uint64_t *live_words;            /* by bci of an instruction: flow_live_before's */
    uint64_t *live_words_everywhere; /* likewise, with inserted code */
};

/* REASON_none, or why the method cannot be compiled. [entry]: the bci where it is entered, 0 or of
 * a loop header. [longest]: bytes of bytecode that are compiled at most, without inserted code. */
enum reason flow_analyze(struct method_flow *flow, struct arena *arena, struct method *method,
                         uint32_t entry, double longest);
/* flow.c calls it: what is live. */
void flow_compute_liveness(struct method_flow *flow);

/* A block starts there. */
static inline struct flow_block *flow_block_at(const struct method_flow *flow, uint32_t bci) {
    return &flow->blocks[code_block_at(&flow->code_blocks, bci)];
}
static inline struct flow_block *flow_successor(const struct method_flow *flow,
                                                const struct flow_block *block, uint32_t i) {
    return &flow->blocks[block->code->successors[i]];
}

/* Where an edge to the block goes on when it has passed inserted code. */
static inline struct flow_block *flow_passed(struct flow_block *block) {
    while (block->behind) block = block->behind;
    return block;
}

/* The locals that are live before the instruction, in the base program or with inserted code; after
 * the code's end: none. */
static inline struct bitset flow_live_before(const struct method_flow *flow, uint32_t bci,
                                             bool everywhere) {
    uint32_t size = flow->code->max_locals;
    uint64_t *words = everywhere ? flow->live_words_everywhere : flow->live_words;
    return (struct bitset){words + (size_t)bci * (size / 64 + 1), size};
}

static inline enum intrinsic intrinsic_at(const struct method *method, uint32_t bci) {
    return code_intrinsic(method->class->file->constants, method->code, bci);
}

#endif
