/* CUT: a method's code without its regions. First what goes with them, then where each instruction
 * goes, then the instructions, then the tables. */
#include "classfile/cut.h"

#include <string.h>

#include "classfile/blocks.h"
#include "classfile/bytes.h"
#include "classfile/opcodes.h"

struct cutter {
    struct arena *arena;
    const struct code *code;
    const struct code_regions *regions;
    bool *goes; /* by bci, of instructions of no region: without the regions it is not there */
    uint16_t *program_bci, *source_bci;
    struct code *program;
    uint8_t *bytes; /* of the program */
    bool is_too_far;
};

/* --- what goes with them --- */

static uint32_t first_that_stays(const struct cutter *cutter, uint32_t bci) {
    const struct code_region *region;
    while (bci < cutter->code->length)
        if ((region = code_regions_at(cutter->regions, bci)))
            bci = region->end;
        else if (cutter->goes[bci])
            bci += instruction_length(cutter->code, bci);
        else
            break;
    return bci;
}

struct reach_walk {
    const struct cutter *cutter;
    bool is_without; /* regions, and what is known to go with them */
    bool *reached;   /* by bci */
    uint32_t *work, count;
};

static void walk_to(struct reach_walk *walk, uint32_t bci) {
    if (walk->is_without) bci = first_that_stays(walk->cutter, bci);
    if (walk->reached[bci]) return;
    walk->reached[bci] = true;
    walk->work[walk->count++] = bci;
}

static void walk_on_from(struct reach_walk *walk, uint32_t bci, uint32_t *targets) {
    const struct code *code = walk->cutter->code;
    int count = instruction_targets(code, bci, targets);
    for (int i = 0; i < count; i++) walk_to(walk, targets[i]);
    for (int i = -1; (i = code_next_handler(code, i + 1, bci)) >= 0;)
        walk_to(walk, code->handlers[i].target);
    if (!opcode_ends_block((enum opcode)code->bytes[bci]))
        walk_to(walk, bci + instruction_length(code, bci));
}

/* Where control gets to, by bci. */
static bool *find_reached(const struct cutter *cutter, bool is_without) {
    uint32_t length = cutter->code->length;
    uint32_t *targets = ARENA_ARRAY(cutter->arena, uint32_t, length / 4 + 2);
    struct reach_walk walk = {cutter, is_without, ARENA_ARRAY(cutter->arena, bool, length + 1),
                              ARENA_ARRAY(cutter->arena, uint32_t, length + 1), 0};
    walk_to(&walk, 0);
    while (walk.count) walk_on_from(&walk, walk.work[--walk.count], targets);
    return walk.reached;
}

static bool jumps_over_nothing(const struct cutter *cutter, uint32_t bci) {
    const struct code *code = cutter->code;
    uint32_t next = bci + instruction_length(code, bci), target;
    if (code->bytes[bci] != OP_goto || !cutter->goes[next]) return false;
    instruction_targets(code, bci, &target);
    return first_that_stays(cutter, next) == first_that_stays(cutter, target);
}

static bool go(struct cutter *cutter, uint32_t bci) {
    bool is_new = !cutter->goes[bci] && !code_regions_at(cutter->regions, bci);
    cutter->goes[bci] |= is_new;
    return is_new;
}

/* Whether anything goes that did not before. */
static bool find_more_that_goes(struct cutter *cutter, const bool *with, const bool *without) {
    const struct code *code = cutter->code;
    bool any = false;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (with[bci] && !without[bci]) any |= go(cutter, bci);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (jumps_over_nothing(cutter, bci)) any |= go(cutter, bci);
    return any;
}

/* A compiler of Java makes no handlers around nothing, and nothing jumps over those; so handlers
 * around such jumps alone are around nothing, too. */
static void find_what_goes(struct cutter *cutter) {
    const bool *with = find_reached(cutter, false);
    while (find_more_that_goes(cutter, with, find_reached(cutter, true))) {}
}

/* --- where instructions go --- */

static bool is_switch(const struct code *code, uint32_t bci) {
    return code->bytes[bci] == OP_tableswitch || code->bytes[bci] == OP_lookupswitch;
}

/* With the padding that a switch has there. */
static uint32_t length_at(const struct code *code, uint32_t bci, uint32_t program_bci) {
    uint32_t length = instruction_length(code, bci);
    if (!is_switch(code, bci)) return length;
    return length - (switch_operands(bci) - bci) + (switch_operands(program_bci) - program_bci);
}

static uint32_t place_instructions(struct cutter *cutter) {
    const struct code *code = cutter->code;
    const struct code_region *region = cutter->regions->items;
    const struct code_region *last = region + cutter->regions->count;
    uint32_t at = 0;
    for (uint32_t bci = 0; bci < code->length;) {
        bool is_region = region < last && bci == region->start;
        bool is_cut = is_region || cutter->goes[bci];
        uint32_t end = is_region ? region++->end : bci + instruction_length(code, bci);
        uint32_t length = is_cut ? 0 : length_at(code, bci, at);
        if (!is_cut) cutter->source_bci[at] = (uint16_t)bci;
        while (bci < end) cutter->program_bci[bci++] = (uint16_t)at;
        at += length;
    }
    cutter->program_bci[code->length] = (uint16_t)at;
    cutter->source_bci[at] = (uint16_t)code->length;
    return at;
}

/* --- instructions --- */

static int32_t distance(const struct cutter *cutter, uint32_t at, uint32_t target) {
    return (int32_t)cutter->program_bci[target] - (int32_t)at;
}

static void put_branch(struct cutter *cutter, uint32_t bci, uint32_t at, uint32_t target) {
    int32_t there = distance(cutter, at, target);
    if (opcode_operands((enum opcode)cutter->code->bytes[bci]) == OPERANDS_branch32) {
        write_u32(cutter->bytes + at + 1, (uint32_t)there);
        return;
    }
    cutter->is_too_far |= there < INT16_MIN || there > INT16_MAX;
    write_u16(cutter->bytes + at + 1, (uint16_t)there);
}

static void put_switch(struct cutter *cutter, uint32_t bci, uint32_t at, const uint32_t *targets,
                       int count) {
    const struct code *code = cutter->code;
    const uint8_t *from = code->bytes + switch_operands(bci);
    uint8_t *to = cutter->bytes + switch_operands(at);
    bool is_table = code->bytes[bci] == OP_tableswitch;
    cutter->bytes[at] = code->bytes[bci];
    memcpy(to, from, bci + instruction_length(code, bci) - switch_operands(bci));
    write_u32(to, (uint32_t)distance(cutter, at, targets[count - 1]));
    for (int i = 0; i < count - 1; i++)
        write_u32(to + (is_table ? 12 + 4 * i : 12 + 8 * i),
                  (uint32_t)distance(cutter, at, targets[i]));
}

static void put_instructions(struct cutter *cutter) {
    const struct code *code = cutter->code;
    uint32_t *targets = ARENA_ARRAY(cutter->arena, uint32_t, code->length / 4 + 2);
    for (uint32_t at = 0; at < cutter->program->length;) {
        uint32_t bci = cutter->source_bci[at], length = length_at(code, bci, at);
        int count = instruction_targets(code, bci, targets);
        if (is_switch(code, bci)) {
            put_switch(cutter, bci, at, targets, count);
        } else {
            memcpy(cutter->bytes + at, code->bytes + bci, length);
            if (count) put_branch(cutter, bci, at, targets[0]);
        }
        at += length;
    }
}

/* --- tables --- */

static void put_handlers(struct cutter *cutter) {
    const struct code *code = cutter->code;
    struct handler *handlers = ARENA_ARRAY(cutter->arena, struct handler, code->handler_count);
    for (int i = 0; i < code->handler_count; i++) {
        struct handler handler = code->handlers[i];
        bool is_there =
            !code_regions_at(cutter->regions, handler.target) && !cutter->goes[handler.target];
        if (!is_there) continue;
        handler.start = cutter->program_bci[handler.start];
        handler.end = cutter->program_bci[handler.end];
        handler.target = cutter->program_bci[handler.target];
        if (handler.start < handler.end) handlers[cutter->program->handler_count++] = handler;
    }
    cutter->program->handlers = handlers;
}

/* What follows a region on the same line has that line still. */
static void put_lines(struct cutter *cutter) {
    const struct code *code = cutter->code;
    struct code *program = cutter->program;
    uint32_t most = code->line_count + cutter->regions->count, count = 0;
    struct line_entry *lines = ARENA_ARRAY(cutter->arena, struct line_entry, most);
    int line = 0;
    for (uint32_t at = 0; at < program->length; at += instruction_length(program, at)) {
        int here = code_line(code, cutter->source_bci[at]);
        if (here == line || count == most) continue;
        lines[count++] = (struct line_entry){at, line = here};
    }
    program->lines = lines;
    program->line_count = (uint16_t)count;
}

static void put_locals(struct cutter *cutter) {
    const struct code *code = cutter->code;
    struct local_variable *locals =
        ARENA_ARRAY(cutter->arena, struct local_variable, code->local_count);
    for (int i = 0; i < code->local_count; i++) {
        struct local_variable local = code->locals[i];
        uint32_t end = cutter->program_bci[local.start + local.length];
        local.start = cutter->program_bci[local.start];
        local.length = end - local.start;
        if (local.length) locals[cutter->program->local_count++] = local;
    }
    cutter->program->locals = locals;
}

static uint16_t locals_used(const struct cutter *cutter, uint16_t parameter_slots) {
    const struct code *code = cutter->code;
    uint32_t used = parameter_slots;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        struct local_access access;
        bool stays = !cutter->goes[bci] && !code_regions_at(cutter->regions, bci);
        if (!stays || !instruction_local_access(code, bci, &access)) continue;
        uint32_t end = (uint32_t)access.index + (uint32_t)java_type_slots(access.type);
        if (end > used) used = end;
    }
    return (uint16_t)used;
}

bool code_cut(struct arena *arena, const struct code *code, uint16_t parameter_slots,
              struct code_regions *regions) {
    struct cutter cutter = {
        .arena = arena,
        .code = code,
        .regions = regions,
        .goes = ARENA_ARRAY(arena, bool, code->length + 1),
        .program_bci = ARENA_ARRAY(arena, uint16_t, code->length + 1),
        .source_bci = ARENA_ARRAY(arena, uint16_t, code->length + 1),
        .program = ARENA_NEW(arena, struct code),
    };
    find_what_goes(&cutter);
    *cutter.program = (struct code){.max_stack = code->max_stack,
                                    .max_locals = locals_used(&cutter, parameter_slots)};
    cutter.program->length = place_instructions(&cutter);
    cutter.bytes = ARENA_ARRAY(arena, uint8_t, cutter.program->length);
    cutter.program->bytes = cutter.bytes;
    put_instructions(&cutter);
    put_handlers(&cutter);
    put_lines(&cutter);
    put_locals(&cutter);
    regions->program_bci = cutter.program_bci;
    regions->source_bci = cutter.source_bci;
    regions->program = cutter.program;
    return !cutter.is_too_far;
}
