/* TYPEFLOW FRAMES: states at block starts as stack map frames (JVMS 4.7.4). */
#include "classfile/typeflow_internal.h"

static struct verification_type entry_of(struct typeflow *flow, struct slot slot) {
    static const enum verification_tag tags[] = {
        [SLOT_TOP] = VERIFY_TOP,
        [SLOT_INT] = VERIFY_INTEGER,
        [SLOT_FLOAT] = VERIFY_FLOAT,
        [SLOT_LONG] = VERIFY_LONG,
        [SLOT_DOUBLE] = VERIFY_DOUBLE,
        [SLOT_SECOND] = VERIFY_TOP,
        [SLOT_NULL] = VERIFY_NULL,
        [SLOT_UNINITIALIZED_THIS] = VERIFY_UNINITIALIZED_THIS,
        [SLOT_UNINITIALIZED] = VERIFY_UNINITIALIZED,
        [SLOT_REFERENCE] = VERIFY_OBJECT,
    };
    struct verification_type entry = {.tag = tags[slot.kind]};
    if (entry.tag == VERIFY_OBJECT) entry.class_name = slot_class(flow, slot);
    if (entry.tag == VERIFY_UNINITIALIZED) entry.bci = slot.detail;
    return entry;
}

/* One entry a value, into [count]. */
static const struct verification_type *entries_of(struct typeflow *flow, const struct slot *slots,
                                                  uint32_t slot_count, uint16_t *count) {
    struct verification_type *entries =
        ARENA_ARRAY(flow->arena, struct verification_type, slot_count);
    *count = 0;
    for (uint32_t i = 0; i < slot_count; i++) {
        entries[(*count)++] = entry_of(flow, slots[i]);
        if (slots[i].kind == SLOT_LONG || slots[i].kind == SLOT_DOUBLE) i++;
    }
    return entries;
}

static struct stack_map_frame frame_of(struct typeflow *flow, const struct type_state *state) {
    struct stack_map_frame frame = {.bci = flow->bci};
    const struct slot *slots = state->slots;
    frame.locals = entries_of(flow, slots, flow->local_count, &frame.local_count);
    while (frame.local_count && frame.locals[frame.local_count - 1].tag == VERIFY_TOP)
        frame.local_count--;
    frame.stack = entries_of(flow, slots + flow->local_count, state->depth, &frame.stack_count);
    return frame;
}

enum typeflow_verdict typeflow_frames(struct arena *arena, const struct classfile *file,
                                      const struct member_info *method,
                                      const struct class_hierarchy *hierarchy, struct diag *diag,
                                      struct code *code) {
    struct typeflow *flow;
    enum typeflow_verdict verdict = typeflow_analyze(arena, file, method, hierarchy, diag, &flow);
    if (!flow) return verdict;
    const struct code_blocks *blocks = &flow->code_blocks;
    struct stack_map_frame *frames = ARENA_ARRAY(arena, struct stack_map_frame, blocks->count);
    uint16_t count = 0;
    for (uint32_t i = 0; i < blocks->count; i++) {
        flow->bci = blocks->items[i].start;
        if (!typeflow_reaches(flow, i))
            typeflow_fail(flow, "code that cannot be reached");
        else if (blocks->items[i].needs_frame)
            frames[count++] = frame_of(flow, &flow->blocks[i].entry);
    }
    code->frames = frames;
    code->frame_count = count;
    return flow->verdict;
}
