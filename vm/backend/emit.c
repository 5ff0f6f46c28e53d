/* A lowered graph as one function of GCC's: blocks, phis, and one case per kind of node. */
#include "backend/emit.h"

#include "base/shares.h"
#include "ir/cfg.h"

static gcc_jit_lvalue *local_of(struct emitter *e, const struct node *node) {
    if (!e->values[node->id]) e->values[node->id] = gcc_local(e, e->types.of_node[node->type]);
    return e->values[node->id];
}

gcc_jit_rvalue *gcc_emit_value(struct emitter *e, const struct node *node) {
    if (node->kind == NODE_const_int) return gcc_int(e, (int32_t)node->extra.integer);
    if (node->kind == NODE_const_long) return gcc_long(e, node->extra.integer);
    if (node->kind == NODE_const_float) return gcc_float(e, (float)node->extra.real);
    if (node->kind == NODE_const_double) return gcc_double(e, node->extra.real);
    if (node->kind == NODE_const_null) return gcc_pointer(e, NULL);
    if (node->kind == NODE_const_object) return gcc_pointer(e, node->extra.object.pointer);
    if (node->kind == NODE_thread) return e->thread;
    if (node->kind == NODE_address) return gcc_pointer(e, node->extra.address.pointer);
    return gcc_jit_lvalue_as_rvalue(local_of(e, node));
}

void gcc_emit_result(struct emitter *e, const struct node *node, gcc_jit_rvalue *value) {
    gcc_assign(e, local_of(e, node), value);
}

/* --- edges --- */

static bool reads_phi_of(const struct node *value, const struct block *block) {
    return value->kind == NODE_phi && value->block == block;
}

/* All phis change at once: new values that are phis of the same block are read before the first is
 * written. */
static void assign_phis(struct emitter *e, const struct block *to, int index) {
    int count = 0;
    for (struct node *phi = to->first; phi && phi->kind == NODE_phi; phi = phi->next) count++;
    gcc_jit_rvalue **fresh = ARENA_ARRAY(e->graph->compilation->arena, gcc_jit_rvalue *, count);
    struct node *phi = to->first;
    for (int i = 0; i < count; i++, phi = phi->next) {
        fresh[i] = gcc_emit_value(e, phi->inputs[index]);
        if (phi->inputs[index] == phi || !reads_phi_of(phi->inputs[index], to)) continue;
        gcc_jit_lvalue *copy = gcc_local(e, e->types.of_node[phi->type]);
        gcc_assign(e, copy, fresh[i]);
        fresh[i] = gcc_jit_lvalue_as_rvalue(copy);
    }
    phi = to->first;
    for (int i = 0; i < count; i++, phi = phi->next)
        if (phi->inputs[index] != phi) gcc_emit_result(e, phi, fresh[i]);
}

/* Goes there where the poll passes, as thread_passes_poll has it; an entry passes where the stack has room. To call the VM for it takes
 * longer, and it is one statement since each entry and each loop has it: GCC would compile a program 3 % longer with branches of its own. */
static void emit_pass(struct emitter *e, bool is_entry, gcc_jit_block *on) {
    char code[256], room[64] = "";
    if (is_entry)
        snprintf(room, sizeof room, "cmpq %d(%%1), %%%%rsp\n\tjb 1f\n\t", THREAD_NATIVE_END);
    snprintf(
        code, sizeof code,
        "xorl %%0, %%0\n\t%stestb $%d, %d(%%1)\n\tjne 1f\n\tdecl %d(%%1)\n\tjs 1f\n\tincl %%0\n1:",
        room, REQUESTS_NOT_PASSED, THREAD_REQUESTS, THREAD_PASSES);
    gcc_jit_lvalue *passed = gcc_local(e, e->types.int32);
    gcc_jit_extended_asm *statement = gcc_jit_block_add_extended_asm(e->block, NULL, code);
    gcc_jit_extended_asm_add_output_operand(statement, NULL, "=&r", passed);
    gcc_jit_extended_asm_add_input_operand(statement, NULL, "r", e->thread);
    gcc_jit_extended_asm_set_volatile_flag(statement, 1);
    gcc_jit_extended_asm_add_clobber(statement, "memory");
    gcc_jit_extended_asm_add_clobber(statement, "cc");
    gcc_jit_block *stays = gcc_block(e);
    gcc_branch(
        e, gcc_compare(e, GCC_JIT_COMPARISON_NE, gcc_jit_lvalue_as_rvalue(passed), gcc_int(e, 0)),
        0.9, on, stays);
    e->block = stays;
}

/* Goes to the stub where one of these is asked for. The word may change at any time: it is read each time. */
static void answer(struct emitter *e, int requests, const struct position *position, enum stub stub,
                   gcc_jit_rvalue *const *arguments) {
    gcc_jit_rvalue *asked = gcc_load_changing(e, e->thread, THREAD_REQUESTS);
    asked =
        gcc_binary(e, GCC_JIT_BINARY_OP_BITWISE_AND, e->types.int32, asked, gcc_int(e, requests));
    gcc_jit_block *slow = gcc_block(e), *on = gcc_block(e);
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, asked, gcc_int(e, 0)), 0.9999, on, slow);
    e->block = slow;
    if (requests & REQUEST_LOOPS) emit_pass(e, false, on);
    e->position = position;
    gcc_eval(e, gcc_call_stub(e, stub, arguments));
    gcc_jump(e, on);
    e->block = on;
}

gcc_jit_block *gcc_emit_edge(struct emitter *e, const struct block *block, int index) {
    const struct block *to = block->successors[index];
    gcc_jit_block *target = e->blocks[to->id];
    if (!to->first || to->first->kind != NODE_phi) return target;
    gcc_jit_block *edge = gcc_block(e), *here = e->block;
    e->block = edge;
    assign_phis(e, to, block_predecessor_index(to, block));
    gcc_jump(e, target);
    e->block = here;
    return edge;
}

static void emit_if(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *condition = gcc_emit_condition(e, node);
    gcc_jit_block *yes = gcc_emit_edge(e, node->block, 0), *no = gcc_emit_edge(e, node->block, 1);
    gcc_branch(e, condition, node->block->probabilities[0], yes, no);
}

static void emit_switch(struct emitter *e, const struct node *node) {
    int count = node->extra.keys.count;
    gcc_jit_case **cases = ARENA_ARRAY(e->graph->compilation->arena, gcc_jit_case *, count + 1);
    for (int i = 0; i < count; i++) {
        gcc_jit_rvalue *key = gcc_int(e, node->extra.keys.keys[i]);
        cases[i] = gcc_jit_context_new_case(e->context, key, key, gcc_emit_edge(e, node->block, i));
    }
    gcc_jit_block_end_with_switch(e->block, gcc_statement_location(e),
                                  gcc_emit_value(e, node->inputs[0]),
                                  gcc_emit_edge(e, node->block, count), count, cases);
}

static void emit_return(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *value = node->input_count ? gcc_emit_value(e, node->inputs[0]) : NULL;
    if (value && is_of_loop(e))
        value = gcc_cast(e, gcc_to_bits(e, value, node->inputs[0]->type), e->types.int64);
    gcc_emit_leave_unit(e);
    gcc_return(e, value);
}

static void emit_unwind(struct emitter *e, const struct node *node) {
    gcc_assign(e, gcc_memory(e, e->thread, THREAD_EXCEPTION, JAVA_REFERENCE),
               gcc_emit_value(e, node->inputs[0]));
    if (!e->unwound) {
        gcc_jit_block *here = e->block;
        e->block = e->unwound = gcc_block(e);
        gcc_emit_leave_unit(e);
        gcc_return(e, NULL);
        e->block = here;
    }
    gcc_jump(e, e->unwound);
}

/* --- nodes --- */

/* Loops stop for other threads; windows have polls where inlined calls run with a round. */
static void emit_poll(struct emitter *e, const struct node *node) {
    const struct position *position = gcc_poll_position(e, node->position, node);
    int requests = gcc_inferred_from(e, node) ? REQUESTS_AT_LOOPS : REQUEST_STOP;
    answer(e, requests, position, STUB_poll, NULL);
}

static void emit_node(struct emitter *e, const struct node *node) {
    switch (node->kind) {
    case NODE_add:
    case NODE_sub:
    case NODE_mul:
    case NODE_div:
    case NODE_rem:
    case NODE_neg:
    case NODE_sqrt:
    case NODE_and:
    case NODE_or:
    case NODE_xor:
    case NODE_shl:
    case NODE_shr:
    case NODE_ushr:
    case NODE_compare:
    case NODE_compare_three:
    case NODE_select: gcc_emit_arithmetic(e, node); return;
    case NODE_convert:
    case NODE_narrow: gcc_emit_conversion(e, node); return;
    case NODE_instance_of:
    case NODE_cast_ok:
    case NODE_exact_class:
    case NODE_may_use:
    case NODE_store_ok:
    case NODE_load_field:
    case NODE_store_field:
    case NODE_load_static:
    case NODE_store_static:
    case NODE_load_element:
    case NODE_store_element:
    case NODE_array_length:
    case NODE_exception_object:
    case NODE_raw_load:
    case NODE_raw_store:
    case NODE_raw_add:
    case NODE_as_reference: gcc_emit_object(e, node); return;
    case NODE_guard: gcc_emit_guard(e, node); return;
    case NODE_runtime_call: gcc_emit_runtime_call(e, node); return;
    case NODE_implicit_exception: gcc_emit_implicit_exception(e, node); return;
    case NODE_poll: emit_poll(e, node); return;
    case NODE_count: gcc_emit_count(e, node); return;
    case NODE_enter_context: gcc_emit_enter_context(e, node); return;
    case NODE_context: gcc_emit_context(e, node); return;
    case NODE_flag_store:
        gcc_assign(e, e->flags[node->extra.integer], gcc_emit_value(e, node->inputs[0]));
        return;
    case NODE_flag_load:
        gcc_emit_result(e, node, gcc_jit_lvalue_as_rvalue(e->flags[node->extra.integer]));
        return;

    case NODE_goto: gcc_jump(e, gcc_emit_edge(e, node->block, 0)); return;
    case NODE_if: emit_if(e, node); return;
    case NODE_switch: emit_switch(e, node); return;
    case NODE_return: emit_return(e, node); return;
    case NODE_unwind: emit_unwind(e, node); return;
    case NODE_deoptimize: gcc_emit_deoptimize(e, node); return;
    case NODE_invoke: gcc_emit_invoke(e, node); return;

    /* Phis are assigned on the edges to their block; a placeholder has no code. */
    case NODE_phi:
    case NODE_placeholder: return;

    /* Floating nodes are evaluated by their users. */
    case NODE_none:
    case NODE_const_int:
    case NODE_const_long:
    case NODE_const_float:
    case NODE_const_double:
    case NODE_const_null:
    case NODE_const_object:
    case NODE_parameter:
    case NODE_thread:
    case NODE_address:
    case NODE_frame_state:
    case NODE_virtual_object:
    case NODE_object_state:
    /* Lowered or spliced before. */
    case NODE_new:
    case NODE_new_array:
    case NODE_stack_trace:
    case NODE_monitor_enter:
    case NODE_monitor_exit:
    case NODE_icg_begin:
    case NODE_icg_end:
    case NODE_weak:
    case NODE_query:
    case NODE_KIND_COUNT: break;
    }
    BUG("node %s %d cannot be emitted", node_kind_text(node->kind), (int)node->id);
}

/* --- the function --- */

/* Figure 3 of Arnold and Grove, "Collecting and exploiting high-accuracy call graph profiles in virtual machines". */
static void check_for_samples(struct emitter *e, const struct position *start,
                              gcc_jit_rvalue *receiver) {
    const struct position *position = gcc_poll_position(e, start, NULL);
    answer(e, REQUEST_ENTRIES, position, STUB_sample_entry, &receiver);
}

/* Also where the thread stops for others: native_limit is beyond everything then. */
static void check_stack(struct emitter *e, gcc_jit_rvalue *receiver) {
    gcc_jit_lvalue *here = gcc_local(e, e->types.bytes);
    gcc_jit_extended_asm *read = gcc_jit_block_add_extended_asm(e->block, NULL, "mov %%rsp, %0");
    gcc_jit_extended_asm_add_output_operand(read, NULL, "=r", here);
    gcc_jit_block *overflow = gcc_block(e), *fine = gcc_block(e);
    gcc_branch(e,
               gcc_compare(e, GCC_JIT_COMPARISON_GE, gcc_jit_lvalue_as_rvalue(here),
                           gcc_load_pointer(e, e->thread, THREAD_NATIVE_LIMIT)),
               0.9999, fine, overflow);
    bool is_method = !e->graph->is_loop, has_check = e->options->vm->separate_check;
    e->block = overflow;
    if (is_method && !has_check) emit_pass(e, true, fine);
    const struct meta_method *method = e->graph->method;
    const struct position start = {.method = method ? method->full_name : ""};
    e->position = gcc_poll_position(e, &start, NULL);
    gcc_jit_block *leave = gcc_block(e);
    gcc_jit_lvalue *is_over = gcc_local(e, e->types.int32);
    gcc_jit_rvalue *arguments[] = {gcc_jit_lvalue_as_rvalue(here), receiver};
    enum stub stub = is_method ? STUB_stack_check : STUB_loop_check;
    gcc_assign(e, is_over, gcc_call_stub(e, stub, arguments));
    gcc_branch(
        e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, gcc_jit_lvalue_as_rvalue(is_over), gcc_int(e, 0)),
        0.5, fine, leave);
    e->block = leave;
    gcc_return(e, NULL);
    e->block = fine;
    if (is_method && has_check) check_for_samples(e, &start, receiver);
    e->position = NULL;
}

/* [parameters] are the function's, or NULL: they lie in an array of values. */
static void load_parameters(struct emitter *e, gcc_jit_param *const *parameters) {
    for (uint32_t i = 0; i < e->graph->floating.count; i++) {
        const struct node *node = e->graph->floating.items[i];
        if (node->is_dead || node->kind != NODE_parameter) continue;
        if (parameters) {
            gcc_emit_result(e, node, gcc_jit_param_as_rvalue(parameters[node->extra.integer]));
            continue;
        }
        gcc_jit_rvalue *bits = gcc_jit_lvalue_as_rvalue(gcc_memory(
            e, e->arguments, (int64_t)sizeof(union value) * node->extra.integer, JAVA_LONG));
        gcc_emit_result(e, node, gcc_from_bits(e, gcc_cast(e, bits, e->types.uint64), node->type));
    }
}

static void clear_flags(struct emitter *e) {
    int count = e->graph->compilation->flag_count;
    e->flags = ARENA_ARRAY(e->graph->compilation->arena, gcc_jit_lvalue *, count + 1);
    for (int i = 0; i < count; i++) {
        e->flags[i] = gcc_local(e, e->types.int32);
        gcc_assign(e, e->flags[i], gcc_int(e, 0));
    }
}

/* --- its signature --- */

enum { FIXED_PARAMETERS = 2, MOST_PARAMETERS = FIXED_PARAMETERS + 256 };

struct call_signature {
    int count; /* of the method's parameters */
    gcc_jit_type *types[MOST_PARAMETERS];
};

/* The signature of a graph without a method is that of its nodes. */
static void sign_by_nodes(struct emitter *e, struct call_signature *signature) {
    for (uint32_t i = 0; i < e->graph->floating.count; i++) {
        const struct node *node = e->graph->floating.items[i];
        if (node->is_dead || node->kind != NODE_parameter) continue;
        while (signature->count <= node->extra.integer)
            signature->types[signature->count++] = e->types.int64;
        signature->types[node->extra.integer] = e->types.of_node[node->type];
    }
    e->result = TYPE_LONG;
    for (int i = 0; i < e->graph->order_count; i++) {
        const struct node *end = e->graph->order[i]->last;
        if (end->kind == NODE_return)
            e->result = end->input_count ? end->inputs[0]->type : TYPE_VOID;
    }
}

static void sign(struct emitter *e, struct call_signature *signature) {
    const struct meta_method *method = e->graph->method;
    if (!method) {
        sign_by_nodes(e, signature);
        return;
    }
    signature->count = method->argument_count;
    for (int i = 0; i < method->argument_count; i++)
        signature->types[i] = e->types.of_node[node_type_of_java(method->argument_types[i])];
    e->result = node_type_of_java(method->return_type);
}

static gcc_jit_param *new_parameter(struct emitter *e, gcc_jit_type *type) {
    return gcc_jit_context_new_param(e->context, NULL, type, "p");
}

/* Of a method that is called. */
static gcc_jit_rvalue *receiver_of(struct emitter *e, gcc_jit_param *const *parameters) {
    const struct meta_method *method = e->graph->method;
    bool has_receiver = !e->graph->is_loop && method && !method->is_static;
    return has_receiver ? gcc_jit_param_as_rvalue(parameters[FIXED_PARAMETERS])
                        : gcc_pointer(e, NULL);
}

static void make_function(struct emitter *e, gcc_jit_param **parameters, int count) {
    parameters[0] = new_parameter(e, e->types.bytes);
    parameters[1] = new_parameter(e, e->types.bytes);
    e->function = gcc_jit_context_new_function(
        e->context, gcc_location(e, NULL), GCC_JIT_FUNCTION_EXPORTED, e->types.of_node[e->result],
        EMITTED_FUNCTION, FIXED_PARAMETERS + count, parameters, 0);
    e->thread = gcc_jit_param_as_rvalue(parameters[0]);
    e->block = gcc_jit_function_new_block(e->function, "entry");
    check_stack(e, receiver_of(e, parameters));
    if (e->options->counts_executions) gcc_emit_count_execution(e);
}

/* The interpreter's frame stays while the loop runs, and must keep nothing alive. */
static void clear_locals(struct emitter *e) {
    for (int i = 0; i < e->graph->loop_locals; i++)
        gcc_assign(e, gcc_memory(e, e->arguments, (int64_t)sizeof(union value) * i, JAVA_LONG),
                   gcc_long(e, 0));
}

static void begin_loop(struct emitter *e) {
    gcc_jit_param *parameters[FIXED_PARAMETERS + 1];
    parameters[FIXED_PARAMETERS] = new_parameter(e, e->types.bytes);
    e->result = TYPE_LONG;
    make_function(e, parameters, 1);
    e->arguments = gcc_jit_param_as_rvalue(parameters[FIXED_PARAMETERS]);
    if (e->options->timing) gcc_emit_enter_unit(e);
    if (e->options->contexts) gcc_emit_root_context(e);
    load_parameters(e, NULL);
    clear_locals(e);
}

static void begin_method(struct emitter *e) {
    struct call_signature signature = {0};
    gcc_jit_param *parameters[MOST_PARAMETERS];
    sign(e, &signature);
    for (int i = 0; i < signature.count; i++)
        parameters[FIXED_PARAMETERS + i] = new_parameter(e, signature.types[i]);
    make_function(e, parameters, signature.count);
    if (e->options->timing) gcc_emit_enter_unit(e);
    if (e->options->contexts) gcc_emit_root_context(e);
    load_parameters(e, parameters + FIXED_PARAMETERS);
}

/* A guard that fails leaves no frame. */
static int32_t *active_at(const struct node *node) {
    const struct node_share *share = node_share_of(node);
    bool is_left = node->kind == NODE_guard || node->kind == NODE_deoptimize;
    return share && !is_left ? &node->graph->flow->active[share->variable] : NULL;
}

void gcc_emit_graph(struct emitter *e) {
    struct graph *graph = e->graph;
    cfg_compute(graph);
    e->values = ARENA_ARRAY(graph->compilation->arena, gcc_jit_lvalue *, graph->next_node_id);
    e->blocks = ARENA_ARRAY(graph->compilation->arena, gcc_jit_block *, graph->next_block_id);
    if (graph->is_loop)
        begin_loop(e);
    else
        begin_method(e);
    for (int i = 0; i < graph->order_count; i++) e->blocks[graph->order[i]->id] = gcc_block(e);
    clear_flags(e);
    gcc_jump(e, e->blocks[graph->entry->id]);
    for (int i = 0; i < graph->order_count; i++) {
        e->block = e->blocks[graph->order[i]->id];
        e->position = NULL;
        e->is_in_inserted = false;
        gcc_emit_count_block(e, i);
        block_each_node(node, graph->order[i]) {
            gcc_begin_node(e, node);
            e->active = active_at(node);
            emit_node(e, node);
        }
    }
}
