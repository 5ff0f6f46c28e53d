/* LIVENESS: which locals the bytecode may still read, backwards over the blocks to a fixpoint.
 *
 * Any instruction in the range of a handler may throw in the interpreter, where compiled code ends
 * up when a guard fails: so what the handler reads is live before each of them. Inserted code is
 * passed through for the base program. */
#include "build/flow.h"

#include <string.h>

static bool add_all(struct bitset *into, const struct bitset *from) {
    bool changed = false;
    for (uint32_t w = 0; w <= into->size / 64; w++) {
        uint64_t sum = into->words[w] | from->words[w];
        changed |= sum != into->words[w];
        into->words[w] = sum;
    }
    return changed;
}

static struct bitset copy_of(struct arena *arena, const struct bitset *set) {
    struct bitset copy = bitset_new(arena, set->size);
    add_all(&copy, set);
    return copy;
}

static void step_back(const struct flow *flow, uint32_t bci, struct bitset *live, bool everywhere) {
    const struct code *code = flow->code;
    struct local_access access;
    if (instruction_local_access(code, bci, &access)) {
        if (access.writes) bitset_remove(live, (uint32_t)access.index);
        if (access.reads) bitset_add(live, (uint32_t)access.index);
    }
    for (int i = -1; (i = code_next_handler(code, i + 1, bci)) >= 0;) {
        const struct flow_block *handler = flow->block_at[code->handlers[i].target];
        add_all(live, everywhere ? &handler->live_everywhere : &handler->live);
    }
}

static void live_at_end(const struct flow_block *block, bool everywhere, struct bitset *live) {
    memset(live->words, 0, (live->size / 64 + 1) * sizeof *live->words);
    for (int i = 0; i < block->successor_count; i++)
        add_all(live,
                everywhere ? &block->successors[i]->live_everywhere : &block->successors[i]->live);
}

/* The instructions of the block in reverse order, into [bcis]. */
static int list_backwards(const struct flow *flow, const struct flow_block *block, uint32_t *bcis) {
    int count = 0;
    for (uint32_t bci = block->start; bci < block->end; bci += instruction_length(flow->code, bci))
        bcis[count++] = bci;
    for (int i = 0; i < count / 2; i++) {
        uint32_t other = bcis[count - 1 - i];
        bcis[count - 1 - i] = bcis[i];
        bcis[i] = other;
    }
    return count;
}

static void solve(struct flow *flow, uint32_t *bcis, bool everywhere) {
    struct bitset live = bitset_new(flow->arena, flow->code->max_locals);
    for (bool changed = true; changed;) {
        changed = false;
        for (int b = flow->block_count - 1; b >= 0; b--) {
            struct flow_block *block = &flow->blocks[b];
            live_at_end(block, everywhere, &live);
            int count = everywhere || !block->in_region ? list_backwards(flow, block, bcis) : 0;
            for (int i = 0; i < count; i++) step_back(flow, bcis[i], &live, everywhere);
            changed |= add_all(everywhere ? &block->live_everywhere : &block->live, &live);
        }
    }
}

void flow_compute_liveness(struct flow *flow) {
    uint32_t *bcis = ARENA_ARRAY(flow->arena, uint32_t, flow->code->length);
    for (int b = 0; b < flow->block_count; b++) {
        flow->blocks[b].live = bitset_new(flow->arena, flow->code->max_locals);
        flow->blocks[b].live_everywhere = bitset_new(flow->arena, flow->code->max_locals);
    }
    solve(flow, bcis, false);
    solve(flow, bcis, true);
    flow->live_at = ARENA_ARRAY(flow->arena, struct bitset, flow->code->length + 1);
    struct bitset live = bitset_new(flow->arena, flow->code->max_locals);
    for (int b = 0; b < flow->block_count; b++) {
        struct flow_block *block = &flow->blocks[b];
        live_at_end(block, false, &live);
        int count = list_backwards(flow, block, bcis);
        for (int i = 0; i < count; i++) {
            if (!block->in_region) step_back(flow, bcis[i], &live, false);
            flow->live_at[bcis[i]] = copy_of(flow->arena, &live);
        }
    }
}
