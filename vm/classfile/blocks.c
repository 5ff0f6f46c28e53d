/* BLOCKS: where blocks start, and where each leads. */
#include "classfile/blocks.h"

#include "classfile/opcodes.h"

enum leader { LEADS = 1, NEEDS_FRAME = 2 };

static void mark_leaders(const struct code *code, uint8_t *leaders, uint32_t *targets) {
    leaders[0] |= LEADS;
    for (uint16_t i = 0; i < code->handler_count; i++) {
        leaders[code->handlers[i].start] |= LEADS;
        leaders[code->handlers[i].end] |= LEADS;
        leaders[code->handlers[i].target] |= LEADS | NEEDS_FRAME;
    }
    for (uint32_t bci = 0; bci < code->length;) {
        int count = instruction_targets(code, bci, targets);
        bool ends = opcode_ends_block((enum opcode)code->bytes[bci]);
        for (int i = 0; i < count; i++) leaders[targets[i]] |= LEADS | NEEDS_FRAME;
        bci += instruction_length(code, bci);
        if (ends) leaders[bci] |= LEADS | NEEDS_FRAME;
        if (count) leaders[bci] |= LEADS;
    }
}

static void make_blocks(struct arena *arena, const struct code *code, const uint8_t *leaders,
                        struct code_blocks *blocks) {
    for (uint32_t bci = 0; bci < code->length; bci++) blocks->count += leaders[bci] != 0;
    blocks->items = ARENA_ARRAY(arena, struct code_block, blocks->count);
    blocks->at = ARENA_ARRAY(arena, uint32_t, code->length + 1);
    struct code_block *block = blocks->items - 1;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        if (leaders[bci]) {
            (++block)->start = bci;
            block->needs_frame = leaders[bci] & NEEDS_FRAME;
            blocks->at[bci] = (uint32_t)(block - blocks->items) + 1;
        }
        block->last = bci;
        block->end = bci + instruction_length(code, bci);
    }
}

static void connect(struct arena *arena, const struct code *code, const struct code_blocks *blocks,
                    struct code_block *block, uint32_t *targets) {
    int count = instruction_targets(code, block->last, targets);
    bool goes_on = !opcode_ends_block((enum opcode)code->bytes[block->last]);
    block->falls_off = goes_on && block->end >= code->length;
    block->successors = ARENA_ARRAY(arena, uint32_t, count + 1);
    for (int i = 0; i < count; i++)
        block->successors[block->successor_count++] = code_block_at(blocks, targets[i]);
    if (goes_on && !block->falls_off)
        block->successors[block->successor_count++] = code_block_at(blocks, block->end);
}

struct code_blocks code_blocks_find(struct arena *arena, const struct code *code,
                                    const bool *starts) {
    struct code_blocks blocks = {0};
    uint8_t *leaders = ARENA_ARRAY(arena, uint8_t, code->length + 1);
    uint32_t *targets = ARENA_ARRAY(arena, uint32_t, code->length / 4 + 2);
    for (uint32_t bci = 0; starts && bci < code->length; bci++) leaders[bci] = starts[bci];
    mark_leaders(code, leaders, targets);
    make_blocks(arena, code, leaders, &blocks);
    for (uint32_t i = 0; i < blocks.count; i++)
        connect(arena, code, &blocks, &blocks.items[i], targets);
    return blocks;
}

const char *block_rule_name(enum block_rule rule) {
    static const char *const names[] = {[BLOCKS_BRANCHES] = "branches", [BLOCKS_CALLS] = "calls"};
    return names[rule];
}

struct code_blocks code_blocks_by_rule(struct arena *arena, const struct code *code,
                                       enum block_rule rule) {
    bool *starts = ARENA_ARRAY(arena, bool, code->length + 1);
    for (uint32_t bci = 0; rule == BLOCKS_CALLS && bci < code->length;) {
        bool ends = opcode_may_throw((enum opcode)code->bytes[bci]);
        bci += instruction_length(code, bci);
        starts[bci] = ends;
    }
    return code_blocks_find(arena, code, starts);
}

int code_next_handler(const struct code *code, int first, uint32_t bci) {
    for (int i = first; i < code->handler_count; i++)
        if (bci >= code->handlers[i].start && bci < code->handlers[i].end) return i;
    return -1;
}
