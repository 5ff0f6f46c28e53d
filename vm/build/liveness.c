/* LIVENESS: which locals the bytecode may still read, backwards over the blocks to a fixpoint.
 *
 * Any instruction in the range of a handler may throw in the interpreter, where compiled code ends
 * up when a guard fails: so what the handler reads is live before each of them. For the program,
 * inserted code is a jump behind it. */
#include "build/flow.h"

static struct bitset *live_set(struct flow_block *block, bool everywhere) {
    return everywhere ? &block->live_everywhere : &block->live;
}

static void add_handlers(const struct method_flow *flow, const struct flow_block *block,
                         bool everywhere, struct bitset *live) {
    const struct code *code = flow->code;
    for (int i = -1; (i = code_next_handler(code, i + 1, block->code->start)) >= 0;)
        bitset_add_all(live, live_set(flow_block_at(flow, code->handlers[i].target), everywhere));
}

/* Also of the load of its place alone, which is no region to the rest of the builder. */
static const struct code_region *region_of(const struct method_flow *flow,
                                           const struct flow_block *block) {
    return code_region_at(flow->code, block->code->start);
}

/* For the program what is live behind inserted code is live in it, however that gets there. */
static void add_behind(const struct method_flow *flow, const struct flow_block *block,
                       bool everywhere, struct bitset *live) {
    const struct code_region *region = everywhere ? NULL : region_of(flow, block);
    if (region) {
        bitset_add_all(live, live_set(flow_block_at(flow, region->end), false));
        return;
    }
    for (uint32_t i = 0; i < block->code->successor_count; i++)
        bitset_add_all(live, live_set(flow_successor(flow, block, i), everywhere));
}

static void clear(struct bitset *set) {
    memset(set->words, 0, (set->size / 64 + 1) * sizeof *set->words);
}

static void solve(struct method_flow *flow, bool everywhere) {
    struct bitset live = bitset_new(flow->arena, flow->code->max_locals);
    for (bool changed = true; changed;) {
        changed = false;
        for (int b = flow->block_count - 1; b >= 0; b--) {
            struct flow_block *block = &flow->blocks[b];
            clear(&live);
            add_behind(flow, block, everywhere, &live);
            if (everywhere || !region_of(flow, block)) {
                bitset_remove_all(&live, &block->writes);
                bitset_add_all(&live, &block->reads);
                add_handlers(flow, block, everywhere, &live);
            }
            changed |= bitset_add_all(live_set(block, everywhere), &live);
        }
    }
}

/* --- before each instruction --- */

/* The instructions of the block in reverse order, into [bcis]. */
static int list_backwards(const struct method_flow *flow, const struct flow_block *block,
                          uint32_t *bcis) {
    int count = 0;
    for (uint32_t bci = block->code->start; bci < block->code->end;
         bci += instruction_length(flow->code, bci))
        bcis[count++] = bci;
    for (int i = 0; i < count / 2; i++) {
        uint32_t other = bcis[count - 1 - i];
        bcis[count - 1 - i] = bcis[i];
        bcis[i] = other;
    }
    return count;
}

static void step_back(const struct method_flow *flow, const struct flow_block *block, uint32_t bci,
                      bool everywhere, struct bitset *live) {
    struct local_access access;
    if (instruction_local_access(flow->code, bci, &access)) {
        uint32_t index = (uint32_t)access.index;
        if (access.writes) bitset_remove(live, index);
        if (access.writes && java_type_slots(access.type) == 2) bitset_remove(live, index + 1);
        if (access.reads) bitset_add(live, index);
    }
    add_handlers(flow, block, everywhere, live);
}

static void walk_back(struct method_flow *flow, const struct flow_block *block, bool everywhere,
                      uint32_t *bcis) {
    struct bitset live = bitset_new(flow->arena, flow->code->max_locals);
    add_behind(flow, block, everywhere, &live);
    int count = list_backwards(flow, block, bcis);
    bool is_inserted = !everywhere && region_of(flow, block);
    for (int i = 0; i < count; i++) {
        if (!is_inserted) step_back(flow, block, bcis[i], everywhere, &live);
        struct bitset before = flow_live_before(flow, bcis[i], everywhere);
        bitset_add_all(&before, &live);
    }
}

static uint64_t *live_before_all(struct method_flow *flow, bool everywhere) {
    uint32_t locals = flow->code->max_locals, length = flow->code->length;
    uint64_t *words = ARENA_ARRAY(flow->arena, uint64_t, (length + 1) * (locals / 64 + 1));
    *(everywhere ? &flow->live_words_everywhere : &flow->live_words) = words;
    uint32_t *bcis = ARENA_ARRAY(flow->arena, uint32_t, length);
    for (int b = 0; b < flow->block_count; b++) walk_back(flow, &flow->blocks[b], everywhere, bcis);
    return words;
}

void flow_compute_liveness(struct method_flow *flow) {
    uint32_t locals = flow->code->max_locals;
    for (int b = 0; b < flow->block_count; b++) {
        struct flow_block *block = &flow->blocks[b];
        block->live = block->live_everywhere = bitset_new(flow->arena, locals);
        if (flow->has_regions) block->live_everywhere = bitset_new(flow->arena, locals);
    }
    solve(flow, false);
    if (flow->has_regions) solve(flow, true);
    flow->live_words_everywhere = live_before_all(flow, false); /* without inserted code the same */
    if (flow->has_regions) live_before_all(flow, true);
}
