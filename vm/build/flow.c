/* FLOW: order, loops and regions of a method's bytecode.
 *
 * Requires checked code (classfile_read). Edges to handlers leave calls, throws, and what was seen
 * to throw: every other exception leaves compiled code through a guard, and the interpreter finds
 * the handler. */
#include "build/flow.h"

#include "base/die.h"
#include "classfile/bytes.h"
#include "interp/profile.h"

#include <string.h>

enum { MOST_LOCALS = 1024 };

static bool may_enter_handler(int op) {
    return op == OP_athrow || (op >= OP_invokevirtual && op <= OP_invokedynamic);
}

/* --- blocks --- */

/* Inserted code has blocks of its own, behind the load of its place. */
static void mark_regions(struct flow *flow, bool *starts) {
    const struct code_regions *regions = flow->code->regions;
    for (uint32_t i = 0; regions && i < regions->count; i++) {
        uint32_t start = regions->items[i].start;
        starts[start + instruction_length(flow->code, start)] = true;
        starts[regions->items[i].end] = true;
        flow->has_regions = true;
    }
}

static bool is_in_region(const struct flow *flow, uint32_t bci) {
    const struct code_region *region = code_region_at(flow->code, bci);
    return region && bci != region->start;
}

static void add_handlers(struct flow *flow, struct flow_block *block, uint32_t bci) {
    const struct code *code = flow->code;
    for (int i = -1; (i = code_next_handler(code, i + 1, bci)) >= 0;) {
        struct flow_block *target = flow_block_at(flow, code->handlers[i].target);
        bool is_there = false;
        for (int k = 0; k < block->handler_count; k++) is_there |= block->handlers[k] == target;
        if (!is_there) block->handlers[block->handler_count++] = target;
        if (!code->handlers[i].catch_class) return;
    }
}

static void find_effects(struct flow *flow, struct flow_block *block) {
    const struct code *code = flow->code;
    block->reads = bitset_new(flow->arena, code->max_locals);
    block->writes = bitset_new(flow->arena, code->max_locals);
    block->handlers = ARENA_ARRAY(flow->arena, struct flow_block *, code->handler_count + 1);
    for (uint32_t bci = block->code->start; bci < block->code->end;
         bci += instruction_length(code, bci)) {
        struct local_access access;
        if (instruction_local_access(code, bci, &access)) {
            uint32_t index = (uint32_t)access.index;
            if (access.reads && !bitset_has(&block->writes, index))
                bitset_add(&block->reads, index);
            if (access.writes) bitset_add(&block->writes, index);
            if (access.writes && java_type_slots(access.type) == 2)
                bitset_add(&block->writes, index + 1);
        }
        if (may_enter_handler(code->bytes[bci]) || flow->threw[bci]) add_handlers(flow, block, bci);
    }
}

static void make_blocks(struct flow *flow) {
    bool *starts = ARENA_ARRAY(flow->arena, bool, flow->code->length + 1);
    mark_regions(flow, starts);
    flow->code_blocks = code_blocks_find(flow->arena, flow->code, starts);
    flow->block_count = (int)flow->code_blocks.count;
    flow->blocks = ARENA_ARRAY(flow->arena, struct flow_block, flow->block_count);
    for (int i = 0; i < flow->block_count; i++) {
        flow->blocks[i] =
            (struct flow_block){.code = &flow->code_blocks.items[i], .index = i, .order = -1};
        flow->blocks[i].in_region = is_in_region(flow, flow->blocks[i].code->start);
        find_effects(flow, &flow->blocks[i]);
    }
}

/* --- regions --- */

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

static struct flow_block *edge_target(const struct flow *flow, const struct flow_block *block,
                                      int edge) {
    int successors = (int)block->code->successor_count;
    if (edge < successors) return flow_successor(flow, block, (uint32_t)edge);
    edge -= successors;
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
        struct flow_block *target = edge_target(flow, block, next_edge[block->index]++);
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

/* The natural loop of the back edge latch -> header. */
static void collect_loop(struct flow *flow, struct flow_block *header, struct flow_block *latch) {
    struct bitset seen = bitset_new(flow->arena, (uint32_t)flow->block_count);
    struct flow_block **work = ARENA_ARRAY(flow->arena, struct flow_block *, flow->block_count);
    int count = 0;
    if (!header->is_loop_header) {
        header->is_loop_header = true;
        header->loop_writes = bitset_new(flow->arena, header->writes.size);
        bitset_add_all(&header->loop_writes, &header->writes);
    }
    bitset_add(&seen, (uint32_t)header->index);
    if (!bitset_has(&seen, (uint32_t)latch->index)) {
        bitset_add(&seen, (uint32_t)latch->index);
        work[count++] = latch;
    }
    while (count) {
        struct flow_block *block = work[--count];
        bitset_add_all(&header->loop_writes, &block->writes);
        for (uint32_t p = 0; p < block->predecessors.count; p++) {
            struct flow_block *predecessor = block->predecessors.items[p];
            if (bitset_has(&seen, (uint32_t)predecessor->index)) continue;
            bitset_add(&seen, (uint32_t)predecessor->index);
            work[count++] = predecessor;
        }
    }
}

static enum reason find_loops(struct flow *flow) {
    for (int i = 0; i < flow->order_count; i++) {
        struct flow_block *block = flow->order[i];
        for (uint32_t p = 0; p < block->predecessors.count; p++) {
            struct flow_block *latch = block->predecessors.items[p];
            if (latch->order < block->order) continue;
            if (!dominates(block, latch)) return REASON_irreducible_loop;
            collect_loop(flow, block, latch);
        }
    }
    return REASON_none;
}

static int base_code_length(const struct flow *flow) {
    uint32_t length = 0;
    for (int i = 0; i < flow->block_count; i++) {
        const struct flow_block *block = &flow->blocks[i];
        if (!block->in_region) length += block->code->end - block->code->start;
    }
    return (int)length;
}

static bool find_types(struct flow *flow) {
    const struct method *method = flow->method;
    struct member_info *info = ARENA_NEW(flow->arena, struct member_info);
    *info = (struct member_info){.access = method->access,
                                 .name = method->name,
                                 .descriptor = method->descriptor,
                                 .code = method->code};
    flow->types = typeflow_kinds(flow->arena, method->class->file, info, &flow->code_blocks);
    return flow->types != NULL;
}

static bool *copy_thrown(struct arena *arena, struct method *method) {
    bool *threw = ARENA_ARRAY(arena, bool, method->code->length + 1);
    const struct profile *profile = profile_made(method);
    for (uint32_t bci = 0; profile && bci < method->code->length; bci++)
        threw[bci] = __atomic_load_n(&profile->threw[bci], __ATOMIC_RELAXED);
    return threw;
}

enum reason flow_analyze(struct flow *flow, struct arena *arena, struct method *method,
                         uint32_t entry, double longest) {
    *flow = (struct flow){.arena = arena, .method = method, .code = method->code};
    if (flow->code->max_locals > MOST_LOCALS) return REASON_method_too_big;
    flow->threw = copy_thrown(arena, method);
    if (flow->code->regions && flow->code->regions->fault) return REASON_icg_not_closed;
    make_blocks(flow);
    if (base_code_length(flow) > longest) return REASON_method_too_big;
    if (!find_types(flow)) return REASON_unsupported_bytecode;
    drop_handlers_of_base(flow);
    flow->entry = flow_block_at(flow, entry);
    find_order(flow);
    find_dominators(flow);
    enum reason reason = find_loops(flow);
    if (reason == REASON_none) flow_compute_liveness(flow);
    return reason;
}
