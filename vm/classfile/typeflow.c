/* TYPEFLOW: blocks, and the worklist that carries states between them until nothing changes.
 *
 * A block never lies half in the range of a handler. A handler sees the locals before each
 * instruction that it covers. */
#include "classfile/typeflow_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/intern.h"

/* Slots of all entry states together: 64 MB. */
enum { MOST_SLOTS = 1 << 24 };

bool typeflow_fail(struct typeflow *flow, const char *format, ...) {
    if (typeflow_is_done(flow)) return false;
    flow->verdict = TYPEFLOW_WRONG;
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const char *mnemonic = opcode_name((enum opcode)flow->code->bytes[flow->bci]);
    return diag_error(flow->diag, (struct place){0}, "%s in %s.%s%s at bci %u (%s)", message,
                      flow->file->name, flow->method->name, flow->method->descriptor, flow->bci,
                      mnemonic);
}

bool typeflow_stop(struct typeflow *flow) {
    if (!typeflow_is_done(flow)) flow->verdict = TYPEFLOW_STOPPED;
    return false;
}

/* --- blocks --- */

enum leader { LEADS = 1, NEEDS_FRAME = 2 };

static void mark_leaders(struct typeflow *flow, uint8_t *leaders) {
    const struct code *code = flow->code;
    uint32_t *targets = ARENA_ARRAY(flow->arena, uint32_t, code->length / 4 + 2);
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

static void make_blocks(struct typeflow *flow) {
    uint32_t length = flow->code->length;
    uint8_t *leaders = ARENA_ARRAY(flow->arena, uint8_t, length + 1);
    mark_leaders(flow, leaders);
    for (uint32_t bci = 0; bci < length; bci++) flow->block_count += leaders[bci] != 0;
    flow->blocks = ARENA_ARRAY(flow->arena, struct type_block, flow->block_count);
    flow->block_at = ARENA_ARRAY(flow->arena, uint32_t, length + 1);
    struct type_block *block = flow->blocks - 1;
    for (uint32_t bci = 0; bci < length; bci++) {
        if (leaders[bci]) {
            (++block)->start = bci;
            block->needs_frame = leaders[bci] & NEEDS_FRAME;
            flow->block_at[bci] = (uint32_t)(block - flow->blocks) + 1;
        }
        block->end = bci + 1;
    }
}

/* The highest local that is a parameter or accessed; [max_locals] may be much more. */
static uint32_t count_locals(const struct typeflow *flow) {
    const struct method_shape *shape = method_shape_of(flow->method->descriptor);
    uint32_t count = shape->parameter_slots + (flow->method->access & ACC_STATIC ? 0u : 1u);
    const struct code *code = flow->code;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci)) {
        struct local_access access;
        if (!instruction_local_access(code, bci, &access)) continue;
        uint32_t end = (uint32_t)(access.index + java_type_slots(access.type));
        if (end > count) count = end;
    }
    return count;
}

/* --- states --- */

static void state_copy(struct typeflow *flow, struct state *to, const struct state *from) {
    struct slot *slots = to->slots;
    *to = *from;
    to->slots = slots;
    memcpy(slots, from->slots, (flow->local_count + from->depth) * sizeof *slots);
}

/* The locals of the current state and this stack reach the block. */
static void join_slots(struct typeflow *flow, struct type_block *block, uint32_t first,
                       uint32_t count) {
    for (uint32_t i = first; i < first + count; i++) {
        struct slot old = block->entry.slots[i], now = flow->now.slots[i];
        if (slot_equals(old, now)) continue;
        struct slot joined = slot_join(flow, old, now);
        if (i >= flow->local_count && joined.kind == SLOT_TOP)
            typeflow_fail(flow, "mismatched stack types at bci %u: %s and %s", block->start,
                          slot_text(flow, old), slot_text(flow, now));
        if (slot_equals(old, joined)) continue;
        block->entry.slots[i] = joined;
        block->is_pending = true;
    }
}

static void enter(struct typeflow *flow, struct type_block *block) {
    struct state *entry = &block->entry;
    if (!entry->slots) {
        uint32_t count = flow->local_count + flow->now.depth;
        flow->slot_count += count;
        if (flow->slot_count > MOST_SLOTS) typeflow_fail(flow, "method too large to be verified");
        entry->slots = ARENA_ARRAY(flow->arena, struct slot, count + 1);
        state_copy(flow, entry, &flow->now);
        block->is_pending = true;
        return;
    }
    if (entry->depth != flow->now.depth) {
        typeflow_fail(flow, "stack heights %u and %u meet at bci %u", entry->depth, flow->now.depth,
                      block->start);
        return;
    }
    join_slots(flow, block, 0, flow->local_count + entry->depth);
    if (flow->now.is_this_uninitialized && !entry->is_this_uninitialized)
        entry->is_this_uninitialized = block->is_pending = true;
}

static struct type_block *block_starting(const struct typeflow *flow, uint32_t bci) {
    return &flow->blocks[flow->block_at[bci] - 1];
}

/* The handlers of the current instruction, with the exception alone on the stack. */
static bool enter_handlers(struct typeflow *flow) {
    const struct code *code = flow->code;
    if (!code->handler_count || !flow->locals_changed) return true;
    flow->locals_changed = false;
    struct slot *bottom = flow->now.slots + flow->local_count, saved = *bottom;
    uint32_t depth = flow->now.depth;
    for (uint16_t i = 0; i < code->handler_count; i++) {
        const struct handler *handler = &code->handlers[i];
        if (flow->bci < handler->start || flow->bci >= handler->end) continue;
        if (code->max_stack == 0) return typeflow_fail(flow, "no room for a caught exception");
        const char *class = handler->catch_class ? handler->catch_class : flow->throwable;
        *bottom = slot_of_class(flow, class);
        flow->now.depth = 1;
        enter(flow, block_starting(flow, handler->target));
    }
    *bottom = saved;
    flow->now.depth = depth;
    return !typeflow_is_done(flow);
}

/* --- the walk --- */

static void leave_block(struct typeflow *flow, uint32_t next, uint32_t *targets) {
    int count = instruction_targets(flow->code, flow->bci, targets);
    for (int i = 0; i < count; i++) enter(flow, block_starting(flow, targets[i]));
    if (opcode_ends_block((enum opcode)flow->code->bytes[flow->bci])) return;
    if (next < flow->code->length)
        enter(flow, block_starting(flow, next));
    else
        typeflow_fail(flow, "control falls off the end of the code");
}

static void run_block(struct typeflow *flow, struct type_block *block, uint32_t *targets) {
    block->is_pending = false;
    state_copy(flow, &flow->now, &block->entry);
    flow->locals_changed = true;
    for (uint32_t next = block->start; next < block->end;) {
        flow->bci = next;
        next += instruction_length(flow->code, next);
        if (!enter_handlers(flow) || !typeflow_step(flow)) return;
    }
    leave_block(flow, block->end, targets);
}

static void run(struct typeflow *flow) {
    uint32_t *targets = ARENA_ARRAY(flow->arena, uint32_t, flow->code->length / 4 + 2);
    for (bool changed = true; changed && !typeflow_is_done(flow);) {
        changed = false;
        for (uint32_t i = 0; i < flow->block_count && !typeflow_is_done(flow); i++) {
            if (!flow->blocks[i].is_pending) continue;
            run_block(flow, &flow->blocks[i], targets);
            changed = true;
        }
    }
}

/* --- the start --- */

static bool check_handlers(struct typeflow *flow) {
    for (uint16_t i = 0; i < flow->code->handler_count; i++) {
        const struct handler *handler = &flow->code->handlers[i];
        flow->bci = handler->target;
        if (!handler->catch_class) continue;
        struct slot caught = slot_of_class(flow, handler->catch_class);
        if (!slot_is_assignable(flow, caught, flow->throwable))
            return typeflow_fail(flow, "caught class %s is no Throwable", handler->catch_class);
    }
    flow->bci = 0;
    return true;
}

static void enter_start(struct typeflow *flow) {
    struct state *now = &flow->now;
    now->slots =
        ARENA_ARRAY(flow->arena, struct slot, flow->local_count + flow->code->max_stack + 1u);
    uint32_t next = 0;
    if (!(flow->method->access & ACC_STATIC)) {
        now->is_this_uninitialized =
            strcmp(flow->method->name, "<init>") == 0 && flow->file->name != flow->object;
        now->slots[next++] = now->is_this_uninitialized ? slot_of_kind(SLOT_UNINITIALIZED_THIS)
                                                        : slot_of_class(flow, flow->file->name);
    }
    const struct method_shape *shape = method_shape_of(flow->method->descriptor);
    for (int i = 0; i < shape->parameter_count; i++) {
        now->slots[next] = slot_of_type(flow, shape->parameters[i], shape->parameter_classes[i]);
        if (java_type_slots(shape->parameters[i]) == 2)
            now->slots[next + 1] = slot_of_kind(SLOT_SECOND);
        next += (uint32_t)java_type_slots(shape->parameters[i]);
    }
    enter(flow, &flow->blocks[0]);
}

enum typeflow_verdict typeflow_analyze(struct arena *arena, const struct classfile *file,
                                       const struct member_info *method,
                                       const struct class_hierarchy *hierarchy, struct diag *diag,
                                       struct typeflow **result) {
    struct typeflow *flow = ARENA_NEW(arena, struct typeflow);
    *flow = (struct typeflow){.arena = arena,
                              .file = file,
                              .method = method,
                              .code = method->code,
                              .hierarchy = hierarchy,
                              .diag = diag,
                              .object = intern("java/lang/Object"),
                              .throwable = intern("java/lang/Throwable")};
    flow->local_count = count_locals(flow);
    make_blocks(flow);
    if (check_handlers(flow)) {
        enter_start(flow);
        run(flow);
    }
    typeflow_release_tables(flow);
    *result = flow->verdict == TYPEFLOW_RIGHT ? flow : NULL;
    return flow->verdict;
}
