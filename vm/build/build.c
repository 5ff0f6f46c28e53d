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

static const struct position *position_at(struct builder *builder, uint32_t bci) {
    struct position *position = ARENA_NEW(builder->arena, struct position);
    *position = (struct position){.method = builder->method->full_name,
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
    const struct method_shape *shape = &builder->method->shape;
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
    int slots = builder->method->shape.parameter_slots + !method_is_static(builder->method);
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

static void translate(struct builder *builder) {
    enum reason reason = flow_analyze(&builder->flow, builder->arena, builder->method);
    if (reason != REASON_none) builder_fail(builder, reason);
    builder->joins = ARENA_ARRAY(builder->arena, struct join, builder->flow.block_count);
    start(builder);
    translate_blocks(builder);
}

struct graph *build_graph(struct compilation *compilation, struct method *method,
                          const struct position *caller, enum reason *why_not) {
    ASSERT(method->code, "%s has no code", method->full_name);
    struct builder *builder = ARENA_NEW(compilation->arena, struct builder);
    *builder = (struct builder){.compilation = compilation,
                                .environment = compilation->environment,
                                .arena = compilation->arena,
                                .method = method,
                                .code = method->code,
                                .constants = method->class->file->constants,
                                .profile = method->profile,
                                .caller = caller};
    builder->thread = thread_current();
    builder->graph = graph_new(compilation, build_meta_method(compilation, method));
    if (setjmp(builder->give_up)) {
        if (!why_not) compilation_bail_out(compilation, builder->why_not, builder->position);
        *why_not = builder->why_not;
        return NULL;
    }
    translate(builder);
    finish(builder);
    return builder->graph;
}
