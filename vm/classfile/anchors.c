/* ANCHORS: from a region backwards, or forwards, along the only control-flow path. */
#include "classfile/anchors.h"

#include <string.h>

#include "base/modified_utf8.h"
#include "base/strbuf.h"
#include "classfile/bytes.h"
#include "classfile/intrinsics.h"
#include "classfile/opcodes.h"
#include "classfile/producers.h"

struct anchoring {
    struct arena *arena;
    const struct classfile *file;
    const struct code *code;
    const struct instruction_origin *origins;
    struct region_anchor *out;
};

static int op_at(const struct anchoring *a, uint32_t bci) { return a->code->bytes[bci]; }

static const struct constant *constant_at(const struct anchoring *a, uint32_t bci) {
    return &a->file->constants[read_u16(a->code->bytes + bci + 1)];
}

/* --- operations --- */

enum instruction_effect {
    EFFECT_NONE, /* loads, too: they are known by their values */
    EFFECT_CHANGE,
    EFFECT_BRANCH
};

static enum instruction_effect effect_of(int op) {
    switch (op) {
    case OP_iastore ... OP_sastore:
    case OP_putstatic:
    case OP_putfield:
    case OP_invokevirtual ... OP_anewarray:
    case OP_monitorenter:
    case OP_monitorexit:
    case OP_multianewarray: return EFFECT_CHANGE;
    case OP_ifeq ... OP_if_acmpne:
    case OP_ifnull:
    case OP_ifnonnull:
    case OP_tableswitch:
    case OP_lookupswitch: return EFFECT_BRANCH;
    default: return EFFECT_NONE;
    }
}

static void found(struct anchoring *a, uint32_t bci);

static void none(struct anchoring *a, const char *why) {
    a->out->trouble = arena_format(a->arena, "is anchored to nothing: %s", why);
    a->out->cure = a->out->place == REGION_PRED
                       ? "write HERE, or move it directly after the operation that it means"
                       : "write HERE, or move it directly before the operation that it means";
}

/* The allocation that the constructor call at [bci] completes; [bci] itself when it constructs what
 * was not allocated here. */
static uint32_t allocation_of(const struct anchoring *a, uint32_t bci) {
    if (op_at(a, bci) != OP_invokespecial) return bci;
    if (strcmp(constant_at(a, bci)->member.name, "<init>") != 0) return bci;
    const struct instruction_origin *origin = &a->origins[bci];
    int slot = origin->depth - call_slots(a->file->constants, a->code, bci);
    int32_t producer = slot >= 0 ? origin->values[slot] : PRODUCER_SEVERAL;
    return producer >= 0 ? (uint32_t)producer : bci;
}

/* --- backwards --- */

static void hang_on_value(struct anchoring *a, const struct instruction_origin *origin) {
    int32_t producer = origin->depth ? origin->values[origin->depth - 1] : PRODUCER_SEVERAL;
    if (producer >= 0) {
        found(a, (uint32_t)producer);
        return;
    }
    if (producer_local(producer) >= 0) producer = PRODUCER_LOCAL;
    switch ((enum no_producer)producer) {
    case PRODUCER_CONSTANT: none(a, "the value before it is a constant"); break;
    case PRODUCER_LOCAL: none(a, "the value before it comes from a local"); break;
    case PRODUCER_COMPUTATION: none(a, "the value before it is computed"); break;
    case PRODUCER_SEVERAL: none(a, "the value before it comes from several places"); break;
    case PRODUCER_CAUGHT: none(a, "the value before it is a caught exception"); break;
    }
}

/* [before]: the instruction in front of the region, or of what is passed over; [after]: the one
 * that it goes on to. */
static void hang_behind(struct anchoring *a, uint32_t before, uint32_t after) {
    struct local_access access;
    int op = op_at(a, before);
    bool is_local = instruction_local_access(a->code, before, &access) && access.writes;
    if (is_local && access.reads)
        none(a, "the value before it is computed");
    else if (is_local || op == OP_pop || op == OP_pop2)
        hang_on_value(a, &a->origins[before]);
    else if (effect_of(op) == EFFECT_BRANCH)
        none(a, "a branch comes before it");
    else if (effect_of(op) == EFFECT_CHANGE)
        found(a, allocation_of(a, before));
    else
        hang_on_value(a, &a->origins[after]);
}

static bool is_merge(const struct instruction_origin *origin) {
    return origin->entries != 1 || origin->is_handler;
}

static bool is_passed_over(int op) { return op == OP_goto || op == OP_goto_w || op == OP_nop; }

static void find_before(struct anchoring *a, uint32_t bci) {
    for (;;) {
        const struct instruction_origin *origin = &a->origins[bci];
        if (is_merge(origin)) {
            none(a, "several control-flow paths meet before it");
            return;
        }
        if (bci == 0) {
            none(a, "nothing comes before it");
            return;
        }
        uint32_t before = origin->predecessor;
        const struct code_region *region = code_region_at(a->code, before);
        if (!region && !is_passed_over(op_at(a, before))) {
            hang_behind(a, before, bci);
            return;
        }
        bci = region ? region->start : before;
    }
}

/* --- forwards --- */

static void find_behind(struct anchoring *a, uint32_t bci) {
    uint32_t target;
    for (;;) {
        const struct instruction_origin *origin = &a->origins[bci];
        const struct code_region *region = code_region_at(a->code, bci);
        int op = op_at(a, bci);
        if (is_merge(origin)) {
            none(a, "several control-flow paths meet after it");
            return;
        }
        if (region) {
            bci = region->end;
        } else if (effect_of(op) == EFFECT_CHANGE || effect_of(op) == EFFECT_BRANCH) {
            found(a, bci);
            return;
        } else if (op == OP_goto || op == OP_goto_w) {
            instruction_targets(a->code, bci, &target);
            bci = target;
        } else if (opcode_ends_block((enum opcode)op)) {
            none(a, op == OP_athrow ? "only a throw follows it" : "only a return follows it");
            return;
        } else {
            bci += instruction_length(a->code, bci);
        }
    }
}

/* --- in words --- */

static const char *member_words(const struct anchoring *a, const char *what, uint32_t bci) {
    const struct constant *constant = constant_at(a, bci);
    return arena_format(a->arena, "%s %s.%s", what,
                        class_words(a->arena, constant->member.class_name), constant->member.name);
}

static const char *new_words(const struct anchoring *a, uint32_t bci) {
    int op = op_at(a, bci);
    if (op == OP_newarray)
        return arena_format(a->arena, "new %s[]", array_type_name(a->code->bytes[bci + 1]));
    const char *name = class_words(a->arena, constant_at(a, bci)->name);
    return arena_format(a->arena, op == OP_anewarray ? "new %s[]" : "new %s", name);
}

/* What is called is made by a bootstrap method when it is first reached. */
static const char *dynamic_words(const struct anchoring *a, uint32_t bci) {
    static const struct {
        const char *class, *words;
    } bootstraps[] = {
        {"java/lang/invoke/LambdaMetafactory", "lambda expression"},
        {"java/lang/invoke/StringConcatFactory", "string concatenation"},
        {"java/lang/runtime/ObjectMethods", "method of a record"},
        {"java/lang/runtime/SwitchBootstraps", "switch over patterns"},
    };
    const struct constant *constants = a->file->constants, *site = constant_at(a, bci);
    uint16_t handle = a->file->bootstraps[site->dynamic.bootstrap].handle;
    const char *class = constants[constants[handle].handle.index].member.class_name;
    for (size_t i = 0; i < sizeof bootstraps / sizeof *bootstraps; i++)
        if (!strcmp(class, bootstraps[i].class)) return bootstraps[i].words;
    return arena_format(a->arena, "call site '%s'", site->dynamic.name);
}

static const char *operation_words(const struct anchoring *a, uint32_t bci) {
    int op = op_at(a, bci);
    switch (op) {
    case OP_iaload ... OP_saload: return "load of an array element";
    case OP_iastore ... OP_sastore: return "store to an array element";
    case OP_getstatic:
    case OP_getfield: return member_words(a, "load of", bci);
    case OP_putstatic:
    case OP_putfield: return member_words(a, "store to", bci);
    case OP_invokevirtual ... OP_invokeinterface: return member_words(a, "call of", bci);
    case OP_invokedynamic: return dynamic_words(a, bci);
    case OP_new ... OP_anewarray:
    case OP_multianewarray: return new_words(a, bci);
    case OP_monitorenter: return "lock";
    case OP_monitorexit: return "unlock";
    case OP_tableswitch:
    case OP_lookupswitch: return "switch";
    default: return "branch";
    }
}

static void found(struct anchoring *a, uint32_t bci) {
    a->out->bci = bci;
    a->out->operation = operation_words(a, bci);
    a->out->operation_line = code_line(a->code, bci);
}

static const char *place_words(struct arena *arena, int line) {
    return line ? arena_format(arena, " at line %d", line) : "";
}

const char *region_name_text(struct arena *arena, const struct region_anchor *anchor,
                             const char *counter) {
    if (counter) return arena_format(arena, "probe '%s'", counter);
    return arena_format(arena, "the probe%s", place_words(arena, anchor->line));
}

const char *region_anchor_text(struct arena *arena, const struct region_anchor *anchor,
                               const char *counter) {
    const char *subject = region_name_text(arena, anchor, counter);
    if (anchor->trouble) return arena_format(arena, "%s %s", subject, anchor->trouble);
    if (!anchor->operation)
        return arena_format(arena, "%s stands HERE%s", subject,
                            counter ? place_words(arena, anchor->line) : "");
    return arena_format(arena, "%s is anchored to %s%s", subject, anchor->operation,
                        place_words(arena, anchor->operation_line));
}

/* --- the regions --- */

const char *code_hit_name(const struct classfile *file, const struct code *code, uint32_t previous,
                          uint32_t bci) {
    if (code_intrinsic(file->constants, code, bci) != INTRINSIC_hit) return NULL;
    int op = code->bytes[previous];
    if (op != OP_ldc && op != OP_ldc_w) return NULL;
    uint16_t index =
        op == OP_ldc ? code->bytes[previous + 1] : read_u16(code->bytes + previous + 1);
    const struct constant *constant = &file->constants[index];
    return constant->tag == CONSTANT_STRING ? intern_utf8_of_modified(constant->name) : NULL;
}

const char *code_region_hit(const struct classfile *file, const struct code *code,
                            const struct code_region *region, uint32_t n) {
    uint32_t previous = region->start;
    for (uint32_t bci = previous; bci < region->end; bci += instruction_length(code, bci)) {
        const char *name = code_hit_name(file, code, previous, bci);
        if (name && n-- == 0) return name;
        previous = bci;
    }
    return NULL;
}

bool code_region_is_plain(const struct classfile *file, const struct code *code,
                          const struct code_region *region) {
    static const enum intrinsic calls[] = {INTRINSIC_region_begin, INTRINSIC_method_compiled,
                                           INTRINSIC_hit, INTRINSIC_region_end};
    enum { CALLS = sizeof calls / sizeof *calls, INSTRUCTIONS = CALLS + 3 };
    size_t made = 0, instructions = 0;
    bool branches = false;
    for (uint32_t bci = region->start; bci < region->end; bci += instruction_length(code, bci)) {
        enum intrinsic called = code_intrinsic(file->constants, code, bci);
        if (called != INTRINSIC_none && (made == CALLS || called != calls[made++])) return false;
        branches |= code->bytes[bci] == OP_ifeq;
        instructions++;
    }
    return made == CALLS && instructions == INSTRUCTIONS && branches &&
           code_region_hit(file, code, region, 0);
}

static struct region_anchor open_region(struct arena *arena, int line, const char *why) {
    return (struct region_anchor){.place = REGION_HERE,
                                  .line = line,
                                  .trouble = arena_format(arena, "is not closed: %s", why),
                                  .cure = "every path must enter at one instrumentationBegin and "
                                          "leave at one instrumentationEnd after it"};
}

static uint32_t end_marker(const struct code_region *region) { return region->end - 3; }

/* Unreachable regions have no anchor, and need none. */
static void find_anchor(struct anchoring *a, const struct code_region *region) {
    int line = code_line(a->code, region->start);
    *a->out = (struct region_anchor){.place = REGION_HERE, .line = line};
    if (!a->origins[region->start].is_reached) return;
    if (!a->origins[end_marker(region)].is_reached) {
        *a->out = open_region(a->arena, line, "control never gets to its end");
        return;
    }
    a->out->place = code_region_place(a->code, region->start);
    if (a->out->place == REGION_PRED) find_before(a, region->start);
    if (a->out->place == REGION_SUCC) find_behind(a, region->end);
}

/* Where the inserted code starts that has not ended at [limit]; there, when there is none. */
static uint32_t begin_before(const struct classfile *file, const struct code *code,
                             uint32_t limit) {
    uint32_t start = limit;
    for (uint32_t bci = 0, previous = 0; bci < code->length && previous <= limit;
         previous = bci, bci += instruction_length(code, bci)) {
        enum intrinsic marker = code_intrinsic(file->constants, code, bci);
        if (marker == INTRINSIC_region_begin) start = previous;
        if (marker == INTRINSIC_region_end && bci < limit) start = limit;
    }
    return start;
}

struct region_anchor code_region_fault(struct arena *arena, const struct classfile *file,
                                       const struct code *code, const char **counter) {
    uint32_t bci = begin_before(file, code, code->regions->fault_bci);
    struct code_region region = {bci, code->length};
    *counter = code_region_hit(file, code, &region, 0);
    return open_region(arena, code_line(code, bci), code->regions->fault);
}

const struct region_anchor *code_anchors(struct arena *arena, const struct classfile *file,
                                         const struct code *code) {
    const struct code_regions *regions = code->regions;
    if (!regions || !regions->count) return NULL;
    struct region_anchor *anchors = ARENA_ARRAY(arena, struct region_anchor, regions->count);
    struct anchoring a = {arena, file, code, code_producers(arena, file->constants, code), NULL};
    for (uint32_t i = 0; i < regions->count; i++) {
        a.out = &anchors[i];
        find_anchor(&a, &regions->items[i]);
    }
    return anchors;
}
