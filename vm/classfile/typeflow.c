/* TYPEFLOW: the worklist that carries states between blocks until nothing changes. A handler sees
 * the locals before each instruction that it covers. */
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
    uint8_t opcode = flow->code->bytes[flow->bci];
    const char *mnemonic = opcode < OPCODE_COUNT ? opcode_name((enum opcode)opcode) : "no opcode";
    return diag_error(flow->diag, (struct place){0}, "%s in %s.%s%s at bci %u (%s)", message,
                      flow->file->name, flow->method->name, flow->method->descriptor, flow->bci,
                      mnemonic);
}

bool typeflow_stop(struct typeflow *flow) {
    if (!typeflow_is_done(flow)) flow->verdict = TYPEFLOW_STOPPED;
    return false;
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

static void state_copy(struct typeflow *flow, struct type_state *to,
                       const struct type_state *from) {
    struct slot *slots = to->slots;
    *to = *from;
    to->slots = slots;
    memcpy(slots, from->slots, (flow->local_count + from->depth) * sizeof *slots);
}

static uint32_t start_of(const struct typeflow *flow, const struct type_block *block) {
    return flow->code_blocks.items[block - flow->blocks].start;
}

static void join_slots(struct typeflow *flow, struct type_block *block) {
    for (uint32_t i = 0; i < flow->local_count + flow->now.depth; i++) {
        struct slot old = block->entry.slots[i], now = flow->now.slots[i];
        if (slot_equals(old, now)) continue;
        struct slot joined = slot_join(flow, old, now);
        if (i >= flow->local_count && joined.kind == SLOT_TOP)
            typeflow_fail(flow, "mismatched stack types at bci %u: %s and %s",
                          start_of(flow, block), slot_text(flow, old), slot_text(flow, now));
        if (slot_equals(old, joined)) continue;
        block->entry.slots[i] = joined;
        block->is_pending = true;
    }
}

/* The current state reaches the block. */
static void enter(struct typeflow *flow, uint32_t index) {
    struct type_block *block = &flow->blocks[index];
    struct type_state *entry = &block->entry;
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
                      start_of(flow, block));
        return;
    }
    join_slots(flow, block);
    if (entry->locks != flow->now.locks && entry->locks != LOCKS_UNKNOWN) {
        entry->locks = LOCKS_UNKNOWN;
        block->is_pending = true;
    }
    if (flow->now.is_this_uninitialized && !entry->is_this_uninitialized)
        entry->is_this_uninitialized = block->is_pending = true;
}

/* The handlers of the current instruction, with the exception alone on the stack. */
static bool enter_handlers(struct typeflow *flow) {
    const struct code *code = flow->code;
    if (!code->handler_count || !flow->locals_changed) return true;
    flow->locals_changed = false;
    struct slot *bottom = flow->now.slots + flow->local_count, saved = *bottom;
    uint32_t depth = flow->now.depth;
    for (int i = -1; (i = code_next_handler(code, i + 1, flow->bci)) >= 0;) {
        const struct handler *handler = &code->handlers[i];
        if (code->max_stack == 0) return typeflow_fail(flow, "no room for a caught exception");
        const char *class = handler->catch_class ? handler->catch_class : flow->throwable;
        *bottom = slot_of_class(flow, class);
        flow->now.depth = 1;
        enter(flow, code_block_at(&flow->code_blocks, handler->target));
    }
    *bottom = saved;
    flow->now.depth = depth;
    return !typeflow_is_done(flow);
}

/* --- the walk --- */

static void run_block(struct typeflow *flow, uint32_t index) {
    const struct code_block *block = &flow->code_blocks.items[index];
    flow->blocks[index].is_pending = false;
    state_copy(flow, &flow->now, &flow->blocks[index].entry);
    flow->locals_changed = true;
    for (uint32_t next = block->start; next < block->end;) {
        flow->bci = next;
        next += instruction_length(flow->code, next);
        if (!enter_handlers(flow) || !typeflow_step(flow)) return;
    }
    for (uint32_t i = 0; i < block->successor_count; i++) enter(flow, block->successors[i]);
    if (block->falls_off) typeflow_fail(flow, "control falls off the end of the code");
}

static void run(struct typeflow *flow) {
    for (bool changed = true; changed && !typeflow_is_done(flow);) {
        changed = false;
        for (uint32_t i = 0; i < flow->code_blocks.count && !typeflow_is_done(flow); i++) {
            if (!flow->blocks[i].is_pending) continue;
            run_block(flow, i);
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
            return typeflow_fail(flow, "caught class %s is not a Throwable", handler->catch_class);
    }
    flow->bci = 0;
    return true;
}

static void enter_start(struct typeflow *flow) {
    struct type_state *now = &flow->now;
    now->slots =
        ARENA_ARRAY(flow->arena, struct slot, flow->local_count + flow->code->max_stack + 1u);
    uint32_t next = 0;
    if (!(flow->method->access & ACC_STATIC)) {
        now->is_this_uninitialized =
            strcmp(flow->method->name, "<init>") == 0 && flow->file->super_name;
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
    enter(flow, 0);
}

static void analyze(struct typeflow *flow) {
    flow->local_count = count_locals(flow);
    flow->blocks = ARENA_ARRAY(flow->arena, struct type_block, flow->code_blocks.count);
    if (check_handlers(flow)) {
        enter_start(flow);
        run(flow);
    }
    typeflow_release_tables(flow);
}

enum typeflow_verdict typeflow_analyze(struct arena *arena, const struct classfile *file,
                                       const struct member_info *method,
                                       const struct class_hierarchy *hierarchy, struct diag *diag,
                                       struct typeflow **result) {
    struct typeflow *flow = ARENA_NEW(arena, struct typeflow);
    *flow = (struct typeflow){
        .arena = arena,
        .file = file,
        .method = method,
        .code = method->code,
        .hierarchy = hierarchy,
        .diag = diag,
        .object = intern("java/lang/Object"),
        .throwable = intern("java/lang/Throwable"),
    };
    if (flow->code->fault) {
        flow->bci = flow->code->fault->bci;
        typeflow_fail(flow, "%s", flow->code->fault->what);
    } else {
        flow->code_blocks = code_blocks_find(arena, method->code, NULL);
        analyze(flow);
    }
    *result = flow->verdict == TYPEFLOW_RIGHT ? flow : NULL;
    return flow->verdict;
}

/* --- kinds --- */

struct typeflow *typeflow_kinds(struct arena *arena, const struct classfile *file,
                                const struct member_info *method,
                                const struct code_blocks *blocks) {
    struct diag diag = DIAG_INIT;
    struct typeflow *flow = ARENA_NEW(arena, struct typeflow);
    *flow = (struct typeflow){.arena = arena,
                              .file = file,
                              .method = method,
                              .code = method->code,
                              .diag = &diag,
                              .code_blocks = *blocks};
    analyze(flow);
    return flow->verdict == TYPEFLOW_RIGHT ? flow : NULL;
}

bool typeflow_reaches(const struct typeflow *flow, uint32_t block) {
    return flow->blocks[block].entry.slots != NULL;
}

enum slot_kind typeflow_local(const struct typeflow *flow, uint32_t block, uint32_t local) {
    if (local >= flow->local_count) return SLOT_TOP;
    return (enum slot_kind)flow->blocks[block].entry.slots[local].kind;
}

uint32_t typeflow_depth(const struct typeflow *flow, uint32_t block) {
    return flow->blocks[block].entry.depth;
}

enum slot_kind typeflow_operand(const struct typeflow *flow, uint32_t block, uint32_t from_bottom) {
    return (enum slot_kind)flow->blocks[block].entry.slots[flow->local_count + from_bottom].kind;
}

uint32_t typeflow_locks(const struct typeflow *flow, uint32_t block) {
    return flow->blocks[block].entry.locks;
}
