/* FLOW: blocks, order, loops and regions of a method's bytecode.
 *
 * Requires checked code (classfile_read). Edges to handlers leave calls, throws, and what was seen
 * to throw: every other exception leaves compiled code through a guard, and the interpreter finds
 * the handler. */
#include "build/flow.h"

#include "base/die.h"
#include "classfile/bytes.h"
#include "interp/profile.h"

#include <string.h>

enum { LONGEST_METHOD = 8000, MOST_LOCALS = 1024 };

static const struct {
    const char *class, *method, *descriptor;
} intrinsics[] = {
    {NULL, NULL, NULL},
#define INTRINSIC(name, class, method, descriptor) {class, method, descriptor},
#include "build/intrinsics.def"
#undef INTRINSIC
};

enum intrinsic code_intrinsic(const struct method *method, uint32_t bci) {
    if (method->code->bytes[bci] != OP_invokestatic) return INTRINSIC_none;
    uint16_t index = read_u16(method->code->bytes + bci + 1);
    const struct constant *constant = &method->class->file->constants[index];
    if (constant->tag != CONSTANT_METHOD) return INTRINSIC_none;
    for (size_t i = 1; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (!strcmp(constant->member.class_name, intrinsics[i].class) &&
            !strcmp(constant->member.name, intrinsics[i].method) &&
            !strcmp(constant->member.descriptor, intrinsics[i].descriptor))
            return (enum intrinsic)i;
    return INTRINSIC_none;
}

int code_next_handler(const struct code *code, int first, uint32_t bci) {
    for (int i = first; i < code->handler_count; i++)
        if (bci >= code->handlers[i].start && bci < code->handlers[i].end) return i;
    return -1;
}

static bool is_supported(const struct code *code, uint32_t bci) {
    int op = code->bytes[bci] == OP_wide ? code->bytes[bci + 1] : code->bytes[bci];
    struct local_access access;
    if (instruction_local_access(code, bci, &access) &&
        access.index + java_type_slots(access.type) > code->max_locals)
        return false;
    return op != OP_jsr && op != OP_jsr_w && op != OP_ret;
}
static bool may_enter_handler(int op) {
    return op == OP_athrow || (op >= OP_invokevirtual && op <= OP_invokedynamic);
}

/* --- blocks --- */

static void mark_leaders(struct flow *flow, bool *leaders, uint32_t *targets) {
    const struct code *code = flow->code;
    leaders[0] = true;
    for (int i = 0; i < code->handler_count; i++) leaders[code->handlers[i].target] = true;
    for (uint32_t bci = 0, next; bci < code->length; bci = next) {
        next = bci + instruction_length(code, bci);
        int count = instruction_targets(code, bci, targets);
        for (int i = 0; i < count; i++) leaders[targets[i]] = true;
        enum intrinsic intrinsic = code_intrinsic(flow->method, bci);
        if (intrinsic == INTRINSIC_region_begin) leaders[bci] = true;
        if (next < code->length && (count || opcode_ends_block((enum opcode)code->bytes[bci]) ||
                                    intrinsic == INTRINSIC_region_end))
            leaders[next] = true;
    }
}

static void make_blocks(struct flow *flow, const bool *leaders) {
    const struct code *code = flow->code;
    for (uint32_t bci = 0; bci < code->length; bci++) flow->block_count += leaders[bci];
    flow->blocks = ARENA_ARRAY(flow->arena, struct flow_block, flow->block_count);
    flow->block_at = ARENA_ARRAY(flow->arena, struct flow_block *, code->length + 1);
    struct flow_block *block = flow->blocks - 1;
    for (uint32_t bci = 0; bci < code->length; bci++) {
        if (leaders[bci]) {
            block++;
            *block = (struct flow_block){
                .start = bci, .index = (int)(block - flow->blocks), .order = -1};
            block->writes = bitset_new(flow->arena, code->max_locals);
            flow->block_at[bci] = block;
        }
        block->end = bci + 1;
    }
}

static uint32_t last_instruction(const struct flow *flow, const struct flow_block *block) {
    uint32_t bci = block->start, next;
    while ((next = bci + instruction_length(flow->code, bci)) < block->end) bci = next;
    return bci;
}

static void add_handlers(struct flow *flow, struct flow_block *block, uint32_t bci) {
    const struct code *code = flow->code;
    for (int i = -1; (i = code_next_handler(code, i + 1, bci)) >= 0;) {
        struct flow_block *target = flow->block_at[code->handlers[i].target];
        bool is_there = false;
        for (int k = 0; k < block->handler_count; k++) is_there |= block->handlers[k] == target;
        if (!is_there) block->handlers[block->handler_count++] = target;
        if (!code->handlers[i].catch_class) return;
    }
}

static void connect(struct flow *flow, struct flow_block *block, uint32_t *targets) {
    const struct code *code = flow->code;
    uint32_t last = last_instruction(flow, block);
    int count = instruction_targets(code, last, targets);
    bool falls_through =
        !opcode_ends_block((enum opcode)code->bytes[last]) && block->end < code->length;
    block->successors = ARENA_ARRAY(flow->arena, struct flow_block *, count + 1);
    for (int i = 0; i < count; i++)
        block->successors[block->successor_count++] = flow->block_at[targets[i]];
    if (falls_through) block->successors[block->successor_count++] = flow->block_at[block->end];
    block->handlers = ARENA_ARRAY(flow->arena, struct flow_block *, code->handler_count + 1);
    for (uint32_t bci = block->start; bci < block->end; bci += instruction_length(code, bci)) {
        struct local_access access;
        if (instruction_local_access(code, bci, &access) && access.writes) {
            bitset_add(&block->writes, (uint32_t)access.index);
            if (java_type_slots(access.type) == 2)
                bitset_add(&block->writes, (uint32_t)access.index + 1);
        }
        if (may_enter_handler(code->bytes[bci]) || flow->threw[bci]) add_handlers(flow, block, bci);
    }
}

/* --- regions --- */

struct region_walk {
    struct flow *flow;
    VEC(struct flow_block *) work;
    bool conflict;
};

static void enter_region_walk(struct region_walk *walk, struct flow_block *block, bool in_region) {
    enum intrinsic first = code_intrinsic(walk->flow->method, block->start);
    bool begins = first == INTRINSIC_region_begin;
    if (begins && in_region) walk->conflict = true; /* regions do not nest */
    in_region |= begins;
    if (block->is_known) {
        walk->conflict |= block->in_region != in_region;
        return;
    }
    block->is_known = true;
    block->in_region = in_region;
    arena_vec_push(walk->flow->arena, &walk->work, block);
}

/* Does any instruction of the block lie in the range of this handler? */
static bool handler_covers(const struct handler *handler, const struct flow_block *block) {
    return handler->start < block->end && block->start < handler->end;
}

static void walk_regions(struct region_walk *walk) {
    struct flow *flow = walk->flow;
    while (walk->work.count) {
        struct flow_block *block = vec_pop(&walk->work);
        bool ends =
            code_intrinsic(flow->method, last_instruction(flow, block)) == INTRINSIC_region_end;
        if (ends && !block->in_region) walk->conflict = true;
        for (int i = 0; i < block->successor_count; i++)
            enter_region_walk(walk, block->successors[i], block->in_region && !ends);
        for (int i = 0; i < flow->code->handler_count && !block->in_region; i++)
            if (handler_covers(&flow->code->handlers[i], block))
                enter_region_walk(walk, flow->block_at[flow->code->handlers[i].target], false);
    }
}

/* A handler that covers inserted code and is not known yet, or NULL. */
static struct flow_block *unknown_region_handler(const struct flow *flow) {
    for (int b = 0; b < flow->block_count; b++)
        for (int i = 0; i < flow->code->handler_count && flow->blocks[b].in_region; i++) {
            struct flow_block *target = flow->block_at[flow->code->handlers[i].target];
            if (!target->is_known && handler_covers(&flow->code->handlers[i], &flow->blocks[b]))
                return target;
        }
    return NULL;
}

/* A handler belongs to the base program when base code can reach it, else to the region that it
 * covers. */
static enum reason find_regions(struct flow *flow) {
    struct region_walk walk = {flow, {0}, false};
    enter_region_walk(&walk, &flow->blocks[0], false);
    walk_regions(&walk);
    for (struct flow_block *handler; (handler = unknown_region_handler(flow));) {
        enter_region_walk(&walk, handler, true);
        walk_regions(&walk);
    }
    return walk.conflict ? REASON_icg_not_closed : REASON_none;
}

/* Inserted code that throws ends there: it does not enter handlers of the base program. */
static void drop_handlers_of_base(struct flow *flow) {
    for (int b = 0; b < flow->block_count; b++) {
        struct flow_block *block = &flow->blocks[b];
        int kept = 0;
        for (int i = 0; i < block->handler_count; i++)
            if (!block->in_region || block->handlers[i]->in_region)
                block->handlers[kept++] = block->handlers[i];
        block->handler_count = kept;
    }
}

/* --- order and loops --- */

static struct flow_block *edge_target(const struct flow_block *block, int edge) {
    if (edge < block->successor_count) return block->successors[edge];
    edge -= block->successor_count;
    return edge < block->handler_count ? block->handlers[edge] : NULL;
}

/* Depth first without recursion; post-order into flow->order from the end. */
static void find_order(struct flow *flow) {
    struct arena *arena = flow->arena;
    struct flow_block **stack = ARENA_ARRAY(arena, struct flow_block *, flow->block_count);
    int *next_edge = ARENA_ARRAY(arena, int, flow->block_count);
    struct flow_block **post = ARENA_ARRAY(arena, struct flow_block *, flow->block_count);
    int depth = 1;
    stack[0] = flow->entry;
    stack[0]->order = 0;
    while (depth) {
        struct flow_block *block = stack[depth - 1];
        struct flow_block *target = edge_target(block, next_edge[block->index]++);
        if (!target) {
            post[flow->order_count++] = block;
            depth--;
        } else {
            arena_vec_push(arena, &target->predecessors, block);
            if (target->order >= 0) continue;
            target->order = 0;
            stack[depth++] = target;
        }
    }
    flow->order = ARENA_ARRAY(arena, struct flow_block *, flow->order_count);
    for (int i = 0; i < flow->order_count; i++) {
        flow->order[i] = post[flow->order_count - 1 - i];
        flow->order[i]->order = i;
    }
}

static struct flow_block *common_dominator(struct flow_block *a, struct flow_block *b) {
    while (a != b) {
        while (a->order > b->order) a = a->dominator;
        while (b->order > a->order) b = b->dominator;
    }
    return a;
}

/* Cooper, Harvey, Kennedy: A simple, fast dominance algorithm. */
static void find_dominators(struct flow *flow) {
    flow->order[0]->dominator = flow->order[0];
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 1; i < flow->order_count; i++) {
            struct flow_block *block = flow->order[i], *dominator = NULL;
            for (uint32_t p = 0; p < block->predecessors.count; p++) {
                struct flow_block *predecessor = block->predecessors.items[p];
                if (!predecessor->dominator) continue;
                dominator = dominator ? common_dominator(dominator, predecessor) : predecessor;
            }
            changed |= block->dominator != dominator;
            block->dominator = dominator;
        }
    }
}

static bool dominates(const struct flow_block *dominator, const struct flow_block *block) {
    while (block->order > dominator->order) block = block->dominator;
    return block == dominator;
}

/* Adds what the natural loop of the back edge latch -> header writes to the header's set. */
static void collect_loop(struct flow *flow, struct flow_block *header, struct flow_block *latch,
                         struct bitset *total) {
    struct bitset seen = bitset_new(flow->arena, (uint32_t)flow->block_count);
    struct flow_block **work = ARENA_ARRAY(flow->arena, struct flow_block *, flow->block_count);
    int count = 0;
    bitset_add(&seen, (uint32_t)header->index);
    if (!bitset_has(&seen, (uint32_t)latch->index)) {
        bitset_add(&seen, (uint32_t)latch->index);
        work[count++] = latch;
    }
    while (count) {
        struct flow_block *block = work[--count];
        for (uint32_t w = 0; w <= total->size / 64; w++) total->words[w] |= block->writes.words[w];
        for (uint32_t p = 0; p < block->predecessors.count; p++) {
            struct flow_block *predecessor = block->predecessors.items[p];
            if (bitset_has(&seen, (uint32_t)predecessor->index)) continue;
            bitset_add(&seen, (uint32_t)predecessor->index);
            work[count++] = predecessor;
        }
    }
}

static enum reason find_loops(struct flow *flow) {
    struct bitset *totals = ARENA_ARRAY(flow->arena, struct bitset, flow->block_count);
    for (int i = 0; i < flow->order_count; i++) {
        struct flow_block *block = flow->order[i];
        for (uint32_t p = 0; p < block->predecessors.count; p++) {
            struct flow_block *latch = block->predecessors.items[p];
            if (latch->order < block->order) continue;
            if (!dominates(block, latch)) return REASON_irreducible_loop;
            if (!block->is_loop_header)
                totals[block->index] = bitset_new(flow->arena, block->writes.size);
            block->is_loop_header = true;
            collect_loop(flow, block, latch, &totals[block->index]);
        }
    }
    for (int i = 0; i < flow->order_count; i++) {
        struct flow_block *block = flow->order[i];
        for (uint32_t w = 0; block->is_loop_header && w <= block->writes.size / 64; w++)
            block->writes.words[w] |= totals[block->index].words[w];
    }
    return REASON_none;
}

static int base_code_length(const struct flow *flow) {
    uint32_t length = 0;
    for (int i = 0; i < flow->block_count; i++)
        if (!flow->blocks[i].in_region) length += flow->blocks[i].end - flow->blocks[i].start;
    return (int)length;
}

enum reason flow_analyze(struct flow *flow, struct arena *arena, struct method *method,
                         uint32_t entry) {
    const struct code *code = method->code;
    *flow = (struct flow){.arena = arena, .method = method, .code = code};
    if (code->max_locals > MOST_LOCALS) return REASON_method_too_big;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (!is_supported(code, bci)) return REASON_unsupported_bytecode;
    flow->threw = ARENA_ARRAY(arena, bool, code->length + 1);
    const struct profile *profile = profile_made(method);
    for (uint32_t bci = 0; profile && bci < code->length; bci++)
        flow->threw[bci] = __atomic_load_n(&profile->threw[bci], __ATOMIC_RELAXED);
    bool *leaders = ARENA_ARRAY(arena, bool, code->length + 1);
    uint32_t *targets = ARENA_ARRAY(arena, uint32_t, code->length / 4 + 2);
    mark_leaders(flow, leaders, targets);
    make_blocks(flow, leaders);
    for (int i = 0; i < flow->block_count; i++) connect(flow, &flow->blocks[i], targets);
    enum reason reason = find_regions(flow);
    if (reason != REASON_none) return reason;
    if (base_code_length(flow) > LONGEST_METHOD) return REASON_method_too_big;
    drop_handlers_of_base(flow);
    flow->entry = flow->block_at[entry];
    ASSERT(flow->entry, "no block starts at bci %d of %s", (int)entry, method_full_name(method));
    find_order(flow);
    find_dominators(flow);
    reason = find_loops(flow);
    if (reason == REASON_none) flow_compute_liveness(flow);
    return reason;
}
