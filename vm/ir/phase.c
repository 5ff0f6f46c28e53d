/* The rows of phases.def, and the facts that phases require and break. */
#include "ir/phase.h"

#include <math.h>

#include "ir/compilation.h"

const struct phase_row phase_rows[PHASE_COUNT] = {
#define OUTSIDE(phase, purpose)                                                                    \
    [PHASE_##phase] = {#phase, purpose, STAGE_outside, FACTS_NOTHING, FACTS_NOTHING},
#define PHASE(phase, stage, requires, breaks, purpose)                                             \
    [PHASE_##phase] = {#phase, purpose, STAGE_##stage, FACTS_##requires, FACTS_##breaks},
#define ROUNDS(phase, stage, requires, breaks, purpose, limit)                                     \
    PHASE(phase, stage, requires, breaks, purpose)
#include "ir/phases.def"
};

/* --- facts --- */

struct block_facts {
    const struct block *block, *dominator, *loop, *outer_loop;
    int loop_depth;
    double frequency;
};

struct flow_facts {
    int count;
    struct block_facts *blocks; /* in reverse post-order */
};

static struct block_facts facts_of(const struct block *block) {
    return (struct block_facts){block,
                                block->dominator,
                                block->loop,
                                block->loop == block ? block->outer_loop : NULL,
                                block->loop_depth,
                                block->frequency};
}

struct flow_facts *flow_facts_take(const struct graph *graph) {
    struct arena *arena = graph->compilation->arena;
    struct flow_facts *facts = ARENA_NEW(arena, struct flow_facts);
    facts->count = graph->order_count;
    facts->blocks = ARENA_ARRAY(arena, struct block_facts, facts->count + 1);
    for (int i = 0; i < facts->count; i++) facts->blocks[i] = facts_of(graph->order[i]);
    return facts;
}

void flow_facts_hide(struct graph *graph) {
    for (int i = 0; i < graph->order_count; i++) {
        struct block *block = graph->order[i];
        block->order = -1;
        block->dominator = block->loop = block->outer_loop = NULL;
        block->loop_depth = 0;
        block->frequency = NAN;
    }
    graph->order = NULL;
    graph->order_count = 0;
}

static bool is_equal(const struct block_facts *a, const struct block_facts *b) {
    return a->block == b->block && a->dominator == b->dominator && a->loop == b->loop &&
           a->outer_loop == b->outer_loop && a->loop_depth == b->loop_depth &&
           a->frequency == b->frequency;
}

bool flow_facts_hold(const struct flow_facts *facts, const struct graph *graph) {
    if (facts->count != graph->order_count) return false;
    for (int i = 0; i < facts->count; i++) {
        struct block_facts now = facts_of(graph->order[i]);
        if (!is_equal(&facts->blocks[i], &now)) return false;
    }
    return true;
}
