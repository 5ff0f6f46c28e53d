/* BUILD: the graph of a method, block by block in reverse post-order.
 *
 * Requires checked bytecode; typeflow gives up what is not type-correct.
 * Leaves a graph that the verifier accepts, with nothing unreachable, no trivial phis, no unused
 * frame states. */
#include "build/builder.h"

#include "base/die.h"
#include "ir/edit.h"
#include "ir/verify.h"

_Noreturn void builder_fail(struct builder *builder, enum reason reason) {
    builder->why_not = reason;
    longjmp(builder->give_up, 1);
}

/* Code of a hidden class belongs to the call that leads there, as in stack traces; where it is is kept beside that. */
static const struct position *caller_of(const struct builder *builder,
                                        const struct position *call) {
    if (!builder->method->class->host || !call) return call;
    struct position *position = ARENA_NEW(builder->arena, struct position);
    *position = *call;
    position->is_below_hidden = true;
    return position;
}

static const struct position *hidden_position_at(const struct builder *builder, uint32_t bci) {
    struct position *position = ARENA_NEW(builder->arena, struct position);
    struct position *hidden = ARENA_NEW(builder->arena, struct position);
    *position = *builder->caller;
    *hidden = (struct position){.method = method_full_name(builder->method),
                                .bci = (int)bci,
                                .caller = builder->caller->hidden};
    position->hidden = hidden;
    return position;
}

static const struct position *position_at(struct builder *builder, uint32_t bci) {
    if (builder->method->class->host && builder->caller) return hidden_position_at(builder, bci);
    struct position *position = ARENA_NEW(builder->arena, struct position);
    bool has_handler = code_next_handler(builder->code, 0, bci) >= 0;
    *position = (struct position){.method = method_full_name(builder->method),
                                  .bci = (int)bci,
                                  .line = code_line(builder->code, bci),
                                  .caller = builder->caller,
                                  .has_handler = has_handler ||
                                                 (builder->caller && builder->caller->has_handler)};
    return position;
}

/* --- the method's start --- */

static void add_parameter(struct builder *builder, int argument, int slot, enum java_type type) {
    struct node *parameter = emit_node(builder, NODE_parameter, node_type_of_java(type), 0, NULL);
    parameter->extra.integer = argument;
    local_set(builder, slot, parameter);
}

static void add_parameters(struct builder *builder) {
    const struct method_shape *shape = builder->method->shape;
    int argument = 0, slot = 0;
    if (!method_is_static(builder->method)) {
        add_parameter(builder, argument++, slot++, JAVA_REFERENCE);
        remember_not_null(builder, builder->now.locals[0]);
    }
    for (int i = 0; i < shape->parameter_count; i++) {
        add_parameter(builder, argument++, slot, shape->parameters[i]);
        slot += java_type_slots(shape->parameters[i]);
    }
}

/* What happens before the first instruction is the program's, not that of inserted code there. */
static const struct position *position_at_start(struct builder *builder) {
    uint32_t bci = 0;
    for (const struct code_region *region; (region = code_region_at(builder->code, bci));)
        bci = region->end;
    return position_at(builder, bci);
}

static void start(struct builder *builder) {
    builder->at = builder->flow.entry;
    builder->now = values_new(builder);
    builder->position = position_at_start(builder);
    builder->block = builder->graph->entry;
    add_parameters(builder);
    if (builder->method->access & ACC_SYNCHRONIZED) lock_method(builder);
    spots_of_method(builder, SPOT_ENTRY, NULL, builder->method_lock ? builder->block->last : NULL);
    jump_to(builder, builder->at);
}

/* --- its blocks --- */

static void translate_block(struct builder *builder) {
    while (builder->block && builder->bci < builder->at->code->end) {
        builder->next = builder->bci + instruction_length(builder->code, builder->bci);
        builder->position = position_at(builder, builder->bci);
        builder->depth_before = builder->now.depth;
        builder->has_pushed = false;
        builder->state = NULL;
        spots_begin(builder);
        translate_instruction(builder);
        spots_behind(builder);
        builder->bci = builder->next;
    }
    if (builder->block) jump_to(builder, flow_block_at(&builder->flow, builder->bci));
}

static void translate_blocks(struct builder *builder, const struct flow_order *order) {
    for (int i = 0; i < order->count; i++) {
        builder->at = order->items[i];
        builder->bci = builder->at->code->start;
        builder->position = position_at(builder, builder->bci);
        if (enter_join(builder, builder->at)) translate_block(builder);
    }
}

/* The instruction that jumps may have another edge, and goes on as if there had been none here. */
void pass_region(struct builder *builder, struct flow_block *start) {
    const struct flow_order *order = &start->order_of_region;
    struct flow_block *at = builder->at;
    struct values now = builder->now;
    const struct position *position = builder->position;
    struct node *state = builder->state;
    uint32_t bci = builder->bci, next = builder->next;
    int depth_before = builder->depth_before;
    bool has_pushed = builder->has_pushed;
    struct spotted spotted = builder->spotted;
    for (int i = 0; i < order->count; i++)
        builder->joins[order->items[i]->index] = (struct join){0};
    add_edge(builder, start);
    translate_blocks(builder, order);
    builder->at = at;
    builder->now = now;
    builder->position = position;
    builder->state = state;
    builder->bci = bci;
    builder->next = next;
    builder->depth_before = depth_before;
    builder->has_pushed = has_pushed;
    builder->spotted = spotted;
}

/* --- the whole --- */

static void remove_unused_states(struct graph *graph) {
    for (uint32_t i = 0; i < graph->floating.count; i++) {
        struct node *node = graph->floating.items[i];
        if (node->kind == NODE_frame_state && !node->is_dead && !node->uses.count)
            edit_eliminate(node);
    }
}

static void hang_regions(struct builder *builder) {
    vec_each(struct begun_region, region, &builder->begun)
        region->begin->extra.region.anchor = builder->operations[region->bci];
}

static void finish(struct builder *builder) {
    struct graph *graph = builder->graph;
    hang_regions(builder);
    arena_release(&builder->scratch);
    remove_trivial_phis(graph);
    remove_unused_states(graph);
    edit_built(graph);
    graph_remove_unreachable(graph);
#ifdef JITTEST_VERIFY
    graph_check(graph, "build");
#endif
}

static void analyze(struct builder *builder, uint32_t entry) {
    enum reason reason =
        flow_analyze(&builder->flow, &builder->scratch, builder->method, entry,
                     compilation_limit(builder->compilation, LIMIT_longest_method));
    if (reason != REASON_none) builder_fail(builder, reason);
    builder->joins = ARENA_ARRAY(&builder->scratch, struct join, builder->flow.block_count);
    if (!builder->flow.has_regions) return;
    builder->anchors = code_anchors(&builder->scratch, builder->method->class->file, builder->code);
    builder->operations = ARENA_ARRAY(&builder->scratch, struct node *, builder->code->length);
}

static struct builder *builder_new(struct compilation *compilation, struct method *method) {
    ASSERT(method->code, "%s has no code", method_full_name(method));
    struct builder *builder = ARENA_NEW(compilation->arena, struct builder);
    *builder = (struct builder){.compilation = compilation,
                                .environment = compilation->environment,
                                .arena = compilation->arena,
                                .method = method,
                                .code = method->code,
                                .constants = method->class->file->constants,
                                .profile = profile_made(method)};
    arena_init(&builder->scratch);
    struct vm_profile *profile = builder->environment->runtime->profile;
    if (profile) builder->spots = spots_of(profile, method);
    builder->thread = thread_current();
    builder->graph = graph_new(compilation, build_meta_method(compilation, method));
    builder->graph->frame = compilation_add_frame(compilation, builder->graph->method);
    return builder;
}

struct graph *build_graph(struct compilation *compilation, struct method *method,
                          const struct position *caller, enum reason *why_not) {
    struct builder *builder = builder_new(compilation, method);
    builder->caller = caller_of(builder, caller);
    builder->graph->call = caller;
    if (caller) builder->graph->start = position_at(builder, 0);
    if (setjmp(builder->give_up)) {
        arena_release(&builder->scratch);
        if (!why_not) compilation_bail_out(compilation, builder->why_not, builder->position);
        *why_not = builder->why_not;
        return NULL;
    }
    analyze(builder, 0);
    start(builder);
    translate_blocks(builder, &builder->flow.order);
    finish(builder);
    return builder->graph;
}

/* --- loops --- */

/* The interpreter's frame at the loop holds locals alone. */
static void require_plain_frame(struct builder *builder) {
    const struct typeflow *types = builder->flow.types;
    struct flow_block *header = builder->flow.entry;
    uint32_t index = (uint32_t)header->index;
    bool is_loop =
        flow_passed(header)->is_loop_header && !header->in_region && typeflow_reaches(types, index);
    if (!is_loop || typeflow_depth(types, index)) builder_fail(builder, REASON_not_a_loop);
    if (builder->method->access & ACC_SYNCHRONIZED || typeflow_locks(types, index))
        builder_fail(builder, REASON_holds_locks);
}

static bool is_live_at_start(const struct flow_block *block, uint32_t slot) {
    return bitset_has(&block->live, slot) || bitset_has(&block->live_everywhere, slot);
}

static void start_at_loop(struct builder *builder) {
    require_plain_frame(builder);
    builder->at = builder->flow.entry;
    builder->now = values_new(builder);
    builder->position = position_at(builder, builder->at->code->start);
    builder->block = builder->graph->entry;
    builder->graph->is_loop = true;
    builder->graph->loop_locals = builder->code->max_locals;
    for (int slot = 0; slot < builder->code->max_locals; slot++) {
        enum node_type type = entry_type(builder, builder->at, slot);
        if (type == TYPE_VOID || !is_live_at_start(builder->at, (uint32_t)slot)) continue;
        struct node *local = emit_node(builder, NODE_parameter, type, 0, NULL);
        local->extra.integer = slot;
        local_set(builder, slot, local);
    }
    jump_to(builder, builder->at);
}

struct graph *build_loop_graph(struct compilation *compilation, struct method *method, int bci) {
    struct builder *builder = builder_new(compilation, method);
    if (setjmp(builder->give_up)) {
        arena_release(&builder->scratch);
        compilation_bail_out(compilation, builder->why_not, builder->position);
    }
    analyze(builder, (uint32_t)bci);
    start_at_loop(builder);
    translate_blocks(builder, &builder->flow.order);
    finish(builder);
    return builder->graph;
}
