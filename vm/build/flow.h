/* The bytecode of a method as a control-flow graph, and what the builder must know before it makes
 * the first node: blocks, their order, loops, the regions of inserted code, and which locals are
 * live where. Internal to this room.
 *
 * Two livenesses: the base program's, for which inserted code (between instrumentationBegin and
 * instrumentationEnd) does not exist, so that probes cannot keep a value alive; and that of
 * everything, which merges inside inserted code need. */
#ifndef BUILD_FLOW_H
#define BUILD_FLOW_H

#include "base/bitset.h"
#include "base/vec.h"
#include "classfile/opcodes.h"
#include "runtime/class.h"

enum intrinsic {
    INTRINSIC_none,
#define INTRINSIC(name, class, method, descriptor) INTRINSIC_##name,
#include "build/intrinsics.def"
#undef INTRINSIC
};

struct flow_block {
    uint32_t start, end;            /* bcis; end is exclusive */
    int index;                      /* ascending by start */
    struct flow_block **successors; /* as the last instruction lists them: target or cases and
                                       default, then the next */
    int successor_count;
    struct flow_block **handlers; /* that a call or throw in it may enter */
    int handler_count;
    VEC(struct flow_block *) predecessors; /* that are reachable; over handler edges too */

    int order; /* in reverse post-order; -1: compiled code cannot get here */
    struct flow_block *dominator;
    bool is_loop_header;
    bool is_known, in_region; /* all of it inside inserted code */
    struct bitset writes;     /* locals; of a loop header: of its whole loop */
    struct bitset live,
        live_everywhere; /* at its start: for the base program, with inserted code */
};

struct flow {
    struct arena *arena;
    struct method *method;
    const struct code *code;
    struct flow_block *blocks;
    int block_count;
    struct flow_block **block_at; /* by bci; NULL where no block starts */
    struct flow_block *entry;     /* first in the order */
    struct flow_block **order;
    int order_count;
    bool *threw;            /* by bci: what the profile says, which may go on changing */
    struct bitset *live_at; /* by bci of an instruction: live in the base program before it */
};

/* REASON_none, or why the method cannot be compiled. [entry]: the bci where it is entered, 0 or of
 * a loop header. */
enum reason flow_analyze(struct flow *flow, struct arena *arena, struct method *method,
                         uint32_t entry);
/* flow.c calls it: live and live_at. */
void flow_compute_liveness(struct flow *flow);

/* The intrinsic that the call at [bci] names. */
enum intrinsic code_intrinsic(const struct method *method, uint32_t bci);
/* The first handler in the table at or after [first] that covers [bci]; -1 when there is none. */
int code_next_handler(const struct code *code, int first, uint32_t bci);

#endif
