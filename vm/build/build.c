/* BUILD: the graph of a method, block by block in reverse post-order.
 *
 * Requires checked, type-correct bytecode; what is not gives the graph up instead of going wrong.
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

/* Code of a hidden class belongs to the call that leads there, as in stack traces. */
static const struct position *position_at(struct builder *builder, uint32_t bci) {
    if (builder->method->class->host && builder->caller) return builder->caller;
    struct position *position = ARENA_NEW(builder->arena, struct position);
    *position = (struct position){.method = method_full_name(builder->method),
                                  .bci = (int)bci,
                                  .line = code_line(builder->code, bci),
                                  .caller = builder->caller};
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

static void start(struct builder *builder) {
    builder->at = builder->flow.order[0];
    builder->now = values_new(builder);
    builder->position = position_at(builder, 0);
    builder->block = builder->graph->entry;
    int slots = builder->method->shape->parameter_slots + !method_is_static(builder->method);
    if (slots > builder->code->max_locals) builder_fail(builder, REASON_unsupported_bytecode);
    add_parameters(builder);
    if (builder->method->access & ACC_SYNCHRONIZED) lock_method(builder);
    struct edge edge = {builder->block, builder->now};
    arena_vec_push(builder->arena, &builder->joins[builder->at->index].incoming, edge);
}

/* --- its blocks --- */

static void translate_block(struct builder *builder) {
    while (builder->block && builder->bci < builder->at->end) {
        builder->next = builder->bci + instruction_length(builder->code, builder->bci);
        builder->position = position_at(builder, builder->bci);
        builder->depth_before = builder->now.depth;
        builder->has_pushed = false;
        builder->state = NULL;
        translate_instruction(builder);
        builder->bci = builder->next;
    }
    if (!builder->block) return;
    if (builder->bci >= builder->code->length) builder_fail(builder, REASON_unsupported_bytecode);
    jump_to(builder, builder->flow.block_at[builder->bci]);
}

static void translate_blocks(struct builder *builder) {
    for (int i = 0; i < builder->flow.order_count; i++) {
        builder->at = builder->flow.order[i];
        builder->bci = builder->at->start;
        builder->position = position_at(builder, builder->bci);
        if (enter_join(builder, builder->at)) translate_block(builder);
    }
}

/* --- the whole --- */

static void remove_unused_states(struct graph *graph) {
    for (uint32_t i = 0; i < graph->floating.count; i++) {
        struct node *node = graph->floating.items[i];
        if (node->kind == NODE_frame_state && !node->is_dead && !node->uses.count)
            edit_eliminate(node);
    }
}

static void finish(struct builder *builder) {
    struct graph *graph = builder->graph;
    remove_trivial_phis(graph);
    remove_unused_states(graph);
    struct edit_listener *listener = &builder->compilation->listener;
    if (listener->built) listener->built(listener->context, graph);
    graph_remove_unreachable(graph);
#ifdef JITTEST_VERIFY
    graph_check(graph, "build");
#endif
}

static void analyze(struct builder *builder, uint32_t entry) {
    enum reason reason = flow_analyze(&builder->flow, builder->arena, builder->method, entry);
    if (reason != REASON_none) builder_fail(builder, reason);
    builder->joins = ARENA_ARRAY(builder->arena, struct join, builder->flow.block_count);
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
    builder->thread = thread_current();
    builder->graph = graph_new(compilation, build_meta_method(compilation, method));
    return builder;
}

struct graph *build_graph(struct compilation *compilation, struct method *method,
                          const struct position *caller, enum reason *why_not) {
    struct builder *builder = builder_new(compilation, method);
    builder->caller = caller;
    if (setjmp(builder->give_up)) {
        if (!why_not) compilation_bail_out(compilation, builder->why_not, builder->position);
        *why_not = builder->why_not;
        return NULL;
    }
    analyze(builder, 0);
    start(builder);
    translate_blocks(builder);
    finish(builder);
    return builder->graph;
}

/* --- loops --- */

/* Translates from the method's start to the loop, in a graph of its own, to learn the types of the
 * locals there: by slot, TYPE_VOID where nothing is live. */
static void find_types(struct builder *builder, uint32_t bci, uint8_t *types) {
    analyze(builder, 0);
    const struct flow_block *header = builder->flow.block_at[bci];
    if (!header->is_loop_header || header->in_region) builder_fail(builder, REASON_not_a_loop);
    start(builder);
    for (int i = 0; i <= header->order; i++) {
        builder->at = builder->flow.order[i];
        builder->bci = builder->at->start;
        builder->position = position_at(builder, builder->bci);
        bool is_reached = enter_join(builder, builder->at);
        if (is_reached && builder->at != header) translate_block(builder);
    }
    if (!builder->block || builder->now.depth) builder_fail(builder, REASON_not_a_loop);
    if (builder->now.locks.count) builder_fail(builder, REASON_holds_locks);
    for (uint32_t slot = 0; slot < builder->code->max_locals; slot++) {
        const struct node *value = builder->now.locals[slot];
        bool is_live =
            bitset_has(&header->live, slot) || bitset_has(&header->live_everywhere, slot);
        types[slot] = value && is_live ? value->type : TYPE_VOID;
    }
}

static void start_at_loop(struct builder *builder, const uint8_t *types) {
    builder->at = builder->flow.entry;
    builder->now = values_new(builder);
    builder->position = position_at(builder, builder->at->start);
    builder->block = builder->graph->entry;
    builder->graph->is_loop = true;
    builder->graph->loop_locals = builder->code->max_locals;
    for (int slot = 0; slot < builder->code->max_locals; slot++) {
        if (types[slot] == TYPE_VOID) continue;
        struct node *local = emit_node(builder, NODE_parameter, types[slot], 0, NULL);
        local->extra.integer = slot;
        local_set(builder, slot, local);
    }
    struct edge edge = {builder->block, builder->now};
    arena_vec_push(builder->arena, &builder->joins[builder->at->index].incoming, edge);
}

struct graph *build_loop_graph(struct compilation *compilation, struct method *method, int bci) {
    struct builder *scout = builder_new(compilation, method);
    struct builder *builder = builder_new(compilation, method);
    uint8_t *types = ARENA_ARRAY(compilation->arena, uint8_t, method->code->max_locals + 1);
    if (setjmp(scout->give_up)) compilation_bail_out(compilation, scout->why_not, scout->position);
    if (setjmp(builder->give_up))
        compilation_bail_out(compilation, builder->why_not, builder->position);
    find_types(scout, (uint32_t)bci, types);
    analyze(builder, (uint32_t)bci);
    start_at_loop(builder, types);
    translate_blocks(builder);
    finish(builder);
    return builder->graph;
}
