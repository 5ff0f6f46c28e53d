/* FLOW: order, loops and regions of a method's bytecode.
 *
 * Requires checked code (classfile_read). Edges to handlers leave calls, throws, and what was seen
 * to throw: every other exception leaves compiled code through a guard, and the interpreter finds
 * the handler. */
#include "build/flow.h"

#include "base/die.h"
#include "classfile/bytes.h"

#include <string.h>

enum { MOST_LOCALS = 1024 };

static bool may_enter_handler(int op) {
    return op == OP_athrow || (op >= OP_invokevirtual && op <= OP_invokedynamic);
}

/* --- blocks --- */

/* Inserted code has blocks of its own, behind the load of its place. */
static void mark_regions(struct method_flow *flow, bool *starts) {
    const struct code_regions *regions = flow->code->regions;
    for (uint32_t i = 0; regions && i < regions->count; i++) {
        uint32_t start = regions->items[i].start;
        starts[start + instruction_length(flow->code, start)] = true;
        starts[regions->items[i].end] = true;
        flow->has_regions = true;
    }
}

static bool is_in_region(const struct method_flow *flow, uint32_t bci) {
    const struct code_region *region = code_region_at(flow->code, bci);
    return region && bci != region->start;
}

static void add_handlers(struct method_flow *flow, struct flow_block *block, uint32_t bci) {
    const struct code *code = flow->code;
    for (int i = -1; (i = code_next_handler(code, i + 1, bci)) >= 0;) {
        struct flow_block *target = flow_block_at(flow, code->handlers[i].target);
        bool is_there = false;
        for (int k = 0; k < block->handler_count; k++) is_there |= block->handlers[k] == target;
        if (!is_there) block->handlers[block->handler_count++] = target;
        if (!code->handlers[i].catch_class) return;
    }
}

static void find_effects(struct method_flow *flow, struct flow_block *block) {
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
        if (may_enter_handler(code->bytes[bci]) || throws_seen(&flow->throws, bci))
            add_handlers(flow, block, bci);
    }
}

static void make_blocks(struct method_flow *flow) {
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
static void drop_handlers_of_base(struct method_flow *flow) {
    for (int b = 0; b < flow->block_count; b++) {
        struct flow_block *block = &flow->blocks[b];
        int kept = 0;
        for (int i = 0; i < block->handler_count; i++)
            if (!block->in_region || block->handlers[i]->in_region)
                block->handlers[kept++] = block->handlers[i];
        block->handler_count = kept;
    }
}

/* --- inserted code on edges --- */

/* Is it there for inserted code alone, and in none? */
static bool is_cut(const struct method_flow *flow, const struct flow_block *block) {
    const struct code_regions *regions = flow->code->regions;
    uint32_t bci = block->code->start;
    return !code_region_at(flow->code, bci) &&
           regions->source_bci[regions->program_bci[bci]] != bci;
}

/* Jumps over what is cut are none of the program's. */
static void pass_cut_jumps(struct method_flow *flow) {
    for (int b = 0; b < flow->block_count; b++) {
        struct flow_block *block = &flow->blocks[b];
        bool is_jump = flow->code->bytes[block->code->start] == OP_goto;
        if (is_jump && is_cut(flow, block)) block->behind = flow_successor(flow, block, 0);
    }
}

/* How many edges of the program lead to each block. */
static int *count_edges(const struct method_flow *flow) {
    int *edges = ARENA_ARRAY(flow->arena, int, flow->block_count);
    edges[flow->entry->index]++;
    for (int b = 0; b < flow->block_count; b++) {
        const struct flow_block *block = &flow->blocks[b];
        bool is_of_program = !block->in_region && !is_cut(flow, block);
        if (!is_of_program || !typeflow_reaches(flow->types, (uint32_t)b)) continue;
        for (uint32_t i = 0; i < block->code->successor_count; i++)
            edges[flow_passed(flow_successor(flow, block, i))->index]++;
        for (int i = 0; i < block->handler_count; i++) edges[block->handlers[i]->index]++;
    }
    return edges;
}

/* Do edges meet after the region, or after regions that follow it directly? */
static bool is_joined_behind(const struct method_flow *flow, const struct code_region *region,
                             const int *edges) {
    while (region) {
        const struct flow_block *behind = flow_passed(flow_block_at(flow, region->end));
        uint32_t start = behind->code->start;
        if (edges[behind->index]) return true;
        region = code_region_at(flow->code, start);
        if (region && region->start != start) return false;
    }
    return false;
}

static void put_regions_on_edges(struct method_flow *flow) {
    const struct code_regions *regions = flow->code->regions;
    if (!flow->has_regions) return;
    pass_cut_jumps(flow);
    const int *edges = count_edges(flow);
    for (uint32_t i = 0; i < regions->count; i++) {
        const struct code_region *region = &regions->items[i];
        if (flow->code_blocks.at[region->start] && is_joined_behind(flow, region, edges))
            flow_block_at(flow, region->start)->behind = flow_block_at(flow, region->end);
    }
}

/* --- order and loops --- */

/* NULL: there are no more. */
static struct flow_block *edge_target(const struct method_flow *flow,
                                      const struct flow_block *block, int edge) {
    int successors = (int)block->code->successor_count;
    if (edge < successors) return flow_successor(flow, block, (uint32_t)edge);
    edge -= successors;
    return edge < block->handler_count ? block->handlers[edge] : NULL;
}

/* Depth first without recursion; post-order into the result from the end. [of_region]: the blocks
 * of inserted code behind [start] alone. */
static struct flow_order find_order(struct method_flow *flow, struct flow_block *start,
                                    bool of_region) {
    struct arena *arena = flow->arena;
    struct flow_block **stack = ARENA_ARRAY(arena, struct flow_block *, flow->block_count);
    int *next_edge = ARENA_ARRAY(arena, int, flow->block_count);
    struct flow_block **post = ARENA_ARRAY(arena, struct flow_block *, flow->block_count);
    struct flow_order order = {0};
    int depth = 1;
    stack[0] = start;
    stack[0]->order = 0;
    while (depth) {
        struct flow_block *block = stack[depth - 1];
        struct flow_block *target = edge_target(flow, block, next_edge[block->index]++);
        if (!target) {
            post[order.count++] = block;
            depth--;
            continue;
        }
        if (of_region && !target->in_region) continue;
        target = flow_passed(target);
        arena_vec_push(arena, &target->predecessors, block);
        if (target->order >= 0) continue;
        target->order = 0;
        stack[depth++] = target;
    }
    order.items = ARENA_ARRAY(arena, struct flow_block *, order.count);
    for (int i = 0; i < order.count; i++) {
        order.items[i] = post[order.count - 1 - i];
        order.items[i]->order = i;
    }
    return order;
}

static struct flow_block *common_dominator(struct flow_block *a, struct flow_block *b) {
    while (a != b) {
        while (a->order > b->order) a = a->dominator;
        while (b->order > a->order) b = b->dominator;
    }
    return a;
}

/* Cooper, Harvey, Kennedy: A simple, fast dominance algorithm. */
static void find_dominators(const struct flow_order *order) {
    order->items[0]->dominator = order->items[0];
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 1; i < order->count; i++) {
            struct flow_block *block = order->items[i], *dominator = NULL;
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
static void collect_loop(struct method_flow *flow, struct flow_block *header,
                         struct flow_block *latch) {
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

static enum reason find_loops(struct method_flow *flow, const struct flow_order *order) {
    for (int i = 0; i < order->count; i++) {
        struct flow_block *block = order->items[i];
        for (uint32_t p = 0; p < block->predecessors.count; p++) {
            struct flow_block *latch = block->predecessors.items[p];
            if (latch->order < block->order) continue;
            if (!dominates(block, latch)) return REASON_irreducible_loop;
            collect_loop(flow, block, latch);
        }
    }
    return REASON_none;
}

static enum reason order_blocks(struct method_flow *flow, struct flow_block *start, bool of_region,
                                struct flow_order *order) {
    *order = find_order(flow, start, of_region);
    find_dominators(order);
    return find_loops(flow, order);
}

static enum reason order_all(struct method_flow *flow) {
    enum reason reason = order_blocks(flow, flow_passed(flow->entry), false, &flow->order);
    for (int b = 0; b < flow->block_count && reason == REASON_none; b++) {
        struct flow_block *block = &flow->blocks[b];
        if (block->behind) reason = order_blocks(flow, block, true, &block->order_of_region);
    }
    return reason;
}

static bool find_types(struct method_flow *flow) {
    const struct method *method = flow->method;
    struct member_info *info = ARENA_NEW(flow->arena, struct member_info);
    *info = (struct member_info){.access = method->access,
                                 .name = method->name,
                                 .descriptor = method->descriptor,
                                 .code = method->code};
    flow->types = typeflow_kinds(flow->arena, method->class->file, info, &flow->code_blocks);
    return flow->types != NULL;
}

enum reason flow_analyze(struct method_flow *flow, struct arena *arena, struct method *method,
                         uint32_t entry, double longest) {
    *flow = (struct method_flow){.arena = arena, .method = method, .code = method->code};
    if (code_program(flow->code)->max_locals > MOST_LOCALS) return REASON_method_too_big;
    if (flow->code->regions && flow->code->regions->fault) return REASON_icg_not_closed;
    if (code_program(flow->code)->length > longest) return REASON_method_too_big;
    flow->throws = throws_find(arena, method);
    make_blocks(flow);
    if (!find_types(flow)) return REASON_unsupported_bytecode;
    drop_handlers_of_base(flow);
    flow->entry = flow_block_at(flow, entry);
    put_regions_on_edges(flow);
    enum reason reason = order_all(flow);
    if (reason == REASON_none) flow_compute_liveness(flow);
    return reason;
}
