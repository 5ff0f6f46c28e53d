/* GRAFT: the callee's graph in the place of a call.
 *
 * The call moves to a block of its own. Callee and call then lead to the same two places: where it
 * returned, and where its exception went. When nothing leads to the call any more, it is eliminated
 * with its block; when the receiver may be of another class now and then, it stays as the other arm
 * of a type test. */
#include "inlining/graft.h"

#include "inlining/inlining.h"
#include "ir/cfg.h"
#include "ir/edit.h"
#include "ir/frame_state.h"

#include "base/die.h"

struct ends {
    VEC(struct node *) returns, unwinds;
};

void graph_discard(struct graph *graph) {
    graph->entry = block_new(graph);
    graph_remove_unreachable(graph);
}

/* --- states --- */

static bool is_wide(const struct node *value) {
    return value->type == TYPE_LONG || value->type == TYPE_DOUBLE;
}

/* The frame state that executes the call again: its arguments are back on the stack. */
static struct node *state_before_call(struct node *invoke) {
    struct node *after = node_state(invoke);
    struct state_layout layout = *after->extra.state;
    int arguments = invoke->input_count - 1;
    int count = layout.local_count + layout.stack_count + layout.lock_count;
    struct arena *arena = invoke->graph->compilation->arena;
    struct node **slots = ARENA_ARRAY(arena, struct node *, count + 2 * arguments);
    int filled = layout.local_count + layout.stack_count;
    memory_copy(slots, after->inputs, (size_t)filled * sizeof *slots);
    for (int i = 0; i < arguments; i++) {
        slots[filled++] = invoke->inputs[i];
        filled += is_wide(invoke->inputs[i]);
    }
    memory_copy(slots + filled, frame_state_locks(after), layout.lock_count * sizeof *slots);
    layout.stack_count = (uint16_t)(filled - layout.local_count);
    layout.after_call = false;
    struct node *state = frame_state_new(invoke->graph, &layout, slots, frame_state_caller(after));
    state->position = after->position;
    return state;
}

/* The callee's frames return into the caller's. */
static void add_caller(struct graph *callee, struct node *call_state) {
    for (uint32_t i = 0; i < callee->floating.count; i++) {
        struct node *state = callee->floating.items[i];
        if (state->kind != NODE_frame_state || state->is_dead || state->extra.state->has_caller)
            continue;
        ASSERT(!state->extra.state->object_count, "frame state %u mentions virtual objects",
               state->id);
        state->extra.state->has_caller = true;
        node_add_input(state, call_state);
    }
}

/* As if the control flow had been computed again: later decisions of the same round read
 * frequencies. */
static void scale_frequencies(struct graph *callee, double calls) {
    cfg_compute(callee);
    for (int i = 0; i < callee->order_count; i++) callee->order[i]->frequency *= calls;
}

/* --- the callee's edges --- */

static void pass_arguments(struct graph *callee, const struct node *invoke) {
    for (uint32_t i = 0; i < callee->floating.count; i++) {
        struct node *node = callee->floating.items[i];
        if (node->kind != NODE_parameter || node->is_dead) continue;
        edit_replace_and_eliminate(node, invoke->inputs[node->extra.integer]);
    }
}

static struct ends find_ends(struct graph *callee) {
    struct ends ends = {0};
    for (uint32_t i = 0; i < callee->blocks.count; i++) {
        struct block *block = callee->blocks.items[i];
        if (block->is_dead) continue;
        if (block->last->kind == NODE_return) vec_push(&ends.returns, block->last);
        if (block->last->kind == NODE_unwind) vec_push(&ends.unwinds, block->last);
    }
    return ends;
}

/* [end], a return or unwind, becomes a goto to [target]; returns what it carried, or NULL. */
static struct node *lead_to(struct node *end, struct block *target) {
    struct block *block = end->block;
    struct node *value = end->input_count ? end->inputs[0] : NULL;
    struct node *go = node_new(end->graph, NODE_goto, TYPE_VOID, 0, NULL);
    go->position = end->position;
    edit_eliminate(end);
    block_end(block, go, 1, &target, (double[]){1});
    return value;
}

/* [target] is entered with [value] already; now also from [ends], with theirs. */
static void join_ends(struct node *value, struct block *target, struct node **ends,
                      uint32_t count) {
    struct node *phi = NULL;
    if (value->type != TYPE_VOID) {
        phi = node_new(value->graph, NODE_phi, value->type, 0, NULL);
        phi->position = value->position;
        phi_append(target, phi);
        edit_replace_value(value, phi);
        node_add_input(phi, value);
    }
    for (uint32_t i = 0; i < count; i++) {
        struct node *carried = lead_to(ends[i], target);
        if (phi) node_add_input(phi, carried);
    }
}

/* The invoke's successors each have one predecessor; a goto block keeps the edge from becoming
 * critical. */
static struct block *return_target(struct node *invoke) {
    struct block *target = invoke->block->successors[0];
    block_split_edge(invoke->block, 0);
    return target;
}

/* --- the call's block --- */

/* The blocks that led to the call lead to the callee. */
static void redirect(struct block *before, struct block *entry) {
    block_redirect(before, 0, entry);
}

/* if (the receiver is of this class) callee else call */
static void test_receiver(struct block *before, struct node *invoke, struct block *entry,
                          struct node *test) {
    struct block *call = invoke->block;
    double share = invoke->extra.call.profiled_share;
    node_insert_before(before->last, test);
    edit_eliminate(before->last);
    block_remove_predecessor(call, block_predecessor_index(call, before));
    struct node *branch = node_new(invoke->graph, NODE_if, TYPE_VOID, 1, &test);
    branch->position = invoke->position;
    block_end(before, branch, 2, (struct block *[]){entry, call}, (double[]){share, 1 - share});
}

static struct node *receiver_test(struct node *invoke, struct meta_class *class) {
    struct node *test = node_new(invoke->graph, NODE_exact_class, TYPE_INT, 1, invoke->inputs);
    test->extra.class = class;
    test->position = invoke->position;
    return test;
}

/* In front of what counts an execution of the call: a guard that fails begins it again. */
static struct node *place_of_guard(struct node *invoke) {
    struct node *place = invoke;
    for (struct node *node = invoke->previous; node && node->kind == NODE_placeholder;
         node = node->previous)
        if (node->extra.integer == PLACEHOLDER_COUNTS_NEXT) place = node;
    return place;
}

static void guard_receiver(struct node *invoke, struct node *test) {
    struct node *inputs[] = {test, state_before_call(invoke)};
    struct node *guard = node_new(invoke->graph, NODE_guard, TYPE_VOID, 2, inputs);
    guard->extra.guard.reason = REASON_receiver_type;
    guard->position = invoke->position;
    struct node *place = place_of_guard(invoke);
    node_insert_before(place, test);
    node_insert_before(place, guard);
}

/* --- tidying --- */

static void tidy(struct block *block) {
    while (block->first->kind == NODE_phi && block->predecessors.count == 1)
        edit_replace_and_eliminate(block->first, block->first->inputs[0]);
}

/* A block that was left with one predecessor and no branch before it continues it. */
static void continue_predecessor(struct block *block) {
    if (block->is_dead) return;
    tidy(block);
    if (block->predecessors.count == 1) block_merge_with_successor(block->predecessors.items[0]);
}

bool inline_keeps_call(const struct node *invoke, const struct inline_decision *decision) {
    return decision->guarded_class && invoke->extra.call.receiver_count > 1;
}

/* The callee's frame is known by its caller's, and the call there. */
static void link_frames(struct compilation *compilation, const struct node *invoke,
                        const struct graph *callee) {
    const struct state_layout *call = node_state(invoke)->extra.state;
    if (!callee->frame) return;
    struct compiled_frame *frame = compilation_frame(compilation, callee->frame);
    frame->caller = call->frame;
    frame->bci = call->bci;
}

void inline_graft(struct compilation *compilation, struct node *invoke,
                  const struct inline_decision *decision) {
    struct graph *graph = invoke->graph, *callee = decision->graph;
    struct node *test = NULL;
    if (decision->guarded_class)
        test = receiver_test(invoke, build_meta_class(compilation, decision->guarded_class));
    bool keeps_call = inline_keeps_call(invoke, decision);
    if (test && !keeps_call) guard_receiver(invoke, test);
    link_frames(compilation, invoke, callee);
    scale_frequencies(callee, invoke->block->frequency);
    add_caller(callee, node_state(invoke));
    pass_arguments(callee, invoke);
    struct ends ends = find_ends(callee);
    struct block *entry = callee->entry, *before = invoke->block;
    graph_absorb(graph, callee);
    block_split_before(invoke);
    struct block *returned = return_target(invoke), *caught = invoke->block->successors[1];
    join_ends(invoke, returned, ends.returns.items, ends.returns.count);
    struct node *exception = caught->first;
    struct block *handling = block_split_before(exception->next);
    join_ends(exception, handling, ends.unwinds.items, ends.unwinds.count);
    if (keeps_call) {
        test_receiver(before, invoke, entry, test);
    } else {
        redirect(before, entry);
        graph_remove_unreachable(graph);
        continue_predecessor(entry);
    }
    continue_predecessor(handling);
    continue_predecessor(returned);
    vec_release(&ends.returns);
    vec_release(&ends.unwinds);
}
