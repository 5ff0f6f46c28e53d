/* REGIONS: finds inserted code in bytecode, as compilers of Java leave it: a statement list becomes
 * a stretch of instructions. */
#include "classfile/regions.h"

#include "base/vec.h"
#include "classfile/bytes.h"
#include "classfile/cut.h"
#include "classfile/intrinsics.h"
#include "classfile/opcodes.h"

struct finder {
    struct arena *arena;
    const struct constant *constants;
    const struct code *code;
    struct code_regions *regions;
    VEC(struct code_region) found;
};

static bool fail(struct finder *finder, uint32_t bci, const char *why) {
    if (!finder->regions->fault) {
        finder->regions->fault = why;
        finder->regions->fault_bci = bci;
    }
    return false;
}

/* What the instruction pushes, when it is an enum region_place; else -1. */
static int pushed_place(const struct code *code, uint32_t bci) {
    int op = code->bytes[bci];
    int value = op == OP_bipush ? read_s8(code->bytes + bci + 1) : op - OP_iconst_0;
    return value >= REGION_PRED && value <= REGION_HERE ? value : -1;
}

enum region_place code_region_place(const struct code *code, uint32_t start) {
    return (enum region_place)pushed_place(code, start);
}

static bool find_regions(struct finder *finder) {
    const struct code *code = finder->code;
    struct code_region region = {0};
    int depth = 0;
    for (uint32_t bci = 0, previous = 0, next; bci < code->length; previous = bci, bci = next) {
        next = bci + instruction_length(code, bci);
        enum intrinsic marker = code_intrinsic(finder->constants, code, bci);
        if (marker == INTRINSIC_region_begin && depth++ == 0) {
            if (bci == 0 || pushed_place(code, previous) < 0)
                return fail(finder, bci, "its place is not written as PRED, SUCC or HERE");
            region.start = previous;
        }
        if (marker == INTRINSIC_region_end && depth == 0)
            return fail(finder, bci, "instrumentationEnd has no instrumentationBegin");
        if (marker == INTRINSIC_region_end && --depth == 0) {
            region.end = next;
            arena_vec_push(finder->arena, &finder->found, region);
        }
    }
    finder->regions->items = finder->found.items;
    finder->regions->count = finder->found.count;
    if (depth) return fail(finder, region.start, "instrumentationBegin has no instrumentationEnd");
    return true;
}

/* --- closed: control comes in at the start and goes out at the end --- */

const struct code_region *code_regions_at(const struct code_regions *regions, uint32_t bci) {
    uint32_t low = 0, high = regions->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (regions->items[middle].end <= bci)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_inside = low < regions->count && bci >= regions->items[low].start;
    return is_inside ? &regions->items[low] : NULL;
}

static bool check_branch(struct finder *finder, uint32_t from, uint32_t target) {
    const struct code_region *inside = code_regions_at(finder->regions, from);
    const struct code_region *entered = code_regions_at(finder->regions, target);
    if (inside && inside != entered)
        return fail(finder, from, "control leaves it before instrumentationEnd");
    if (entered && entered != inside && target != entered->start)
        return fail(finder, entered->start, "control enters it after instrumentationBegin");
    return true;
}

static bool check_instruction(struct finder *finder, uint32_t bci, uint32_t *targets) {
    const struct code *code = finder->code;
    int op = code->bytes[bci], count = instruction_targets(code, bci, targets);
    for (int i = 0; i < count; i++)
        if (!check_branch(finder, bci, targets[i])) return false;
    bool returns = op >= OP_ireturn && op <= OP_return;
    if (returns && code_regions_at(finder->regions, bci))
        return fail(finder, bci, "it returns from the method");
    return true;
}

/* A handler in inserted code is for exceptions of the same inserted code alone. */
static bool check_handler(struct finder *finder, const struct handler *handler) {
    const struct code_region *target = code_regions_at(finder->regions, handler->target);
    if (!target) return true;
    if (handler->start >= target->start && handler->end <= target->end) return true;
    return fail(finder, handler->target, "it handles an exception of the program");
}

static bool check_closed(struct finder *finder) {
    const struct code *code = finder->code;
    uint32_t *targets = ARENA_ARRAY(finder->arena, uint32_t, code->length / 4 + 2);
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (!check_instruction(finder, bci, targets)) return false;
    for (int i = 0; i < code->handler_count; i++)
        if (!check_handler(finder, &code->handlers[i])) return false;
    uint32_t count = finder->regions->count;
    if (count && finder->regions->items[count - 1].end >= code->length)
        return fail(finder, code->length - 1, "nothing follows it");
    return true;
}

const struct code_regions *code_regions_find(struct arena *arena, const struct constant *constants,
                                             const struct code *code, uint16_t parameter_slots) {
    struct code_regions *regions = ARENA_NEW(arena, struct code_regions);
    struct finder finder = {
        .arena = arena, .constants = constants, .code = code, .regions = regions};
    if (find_regions(&finder) && check_closed(&finder)) {
        if (!regions->count) return NULL;
        if (code_cut(arena, code, parameter_slots, regions)) return regions;
        fail(&finder, 0, "a branch becomes too long without it");
    }
    regions->count = 0;
    return regions;
}

const struct code_region *code_region_at(const struct code *code, uint32_t bci) {
    return code->regions ? code_regions_at(code->regions, bci) : NULL;
}

const struct code *code_program(const struct code *code) {
    return code->regions && code->regions->program ? code->regions->program : code;
}

uint32_t code_program_bci(const struct code *code, uint32_t bci) {
    bool has_program = code->regions && code->regions->program;
    return has_program ? code->regions->program_bci[bci] : bci;
}

const struct classfile *classfile_without_regions(struct arena *arena,
                                                  const struct classfile *file) {
    struct classfile *copy = ARENA_NEW(arena, struct classfile);
    struct member_info *methods = ARENA_ARRAY(arena, struct member_info, file->method_count);
    *copy = *file;
    copy->methods = methods;
    for (uint16_t i = 0; i < file->method_count; i++) {
        methods[i] = file->methods[i];
        if (methods[i].code) methods[i].code = code_program(methods[i].code);
    }
    return copy;
}
