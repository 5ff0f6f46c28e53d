/* Where control leaves the compiled method: calls, runtime functions, guards.
 *
 * A call passes its arguments in an array on the C stack, one value each, to method->entry,
 * whatever executes the callee. A guard that fails stores the live values into the thread and
 * tail-calls the runtime, whose result is the method's. */
#include "backend/emit.h"

#include <stddef.h>

static void store_bits(struct emitter *e, gcc_jit_rvalue *base, int64_t offset,
                       const struct node *value) {
    gcc_jit_rvalue *bits = gcc_to_bits(e, gcc_emit_value(e, value), value->type);
    gcc_assign(e, gcc_memory(e, base, offset, JAVA_LONG), gcc_cast(e, bits, e->types.int64));
}

/* Ends the current block: the interpreter goes on from [node]'s state. */
static void leave(struct emitter *e, struct deoptimization_site *site,
                  const struct live_values *values) {
    for (uint32_t i = 0; i < values->count; i++)
        store_bits(e, e->thread, THREAD_DEOPTIMIZATION_VALUES + (int64_t)sizeof(union value) * i,
                   values->items[i]);
    gcc_jit_rvalue *result =
        gcc_call_stub(e, STUB_deoptimize, (gcc_jit_rvalue *[]){gcc_pointer(e, site)});
    gcc_return(e, gcc_cast(e, result, e->types.uint64));
}

static struct deoptimization_site *new_site(struct emitter *e, const struct node *node,
                                            struct live_values *values) {
    values->arena = e->graph->compilation->arena;
    struct deoptimization_site *site = deoptimization_site_new(node, values);
    vec_push(&e->sites, site);
    if (values->count > DEOPTIMIZATION_VALUES && !e->failed) {
        e->failed = true;
        diag_error(e->diag, (struct place){0}, "%d values are live at one guard, at most %d can be",
                   (int)values->count, DEOPTIMIZATION_VALUES);
    }
    return site;
}

/* Not where memory ran out: the object is made by then, and the interpreter would make another. */
static bool fails_under_stress(const struct emitter *e, const struct node *guard) {
    return e->options->deoptimize_always && guard->extra.guard.reason != REASON_out_of_memory;
}

void gcc_emit_guard(struct emitter *e, const struct node *node) {
    struct live_values values = {0};
    struct deoptimization_site *site = new_site(e, node, &values);
    gcc_jit_block *holds = gcc_block(e), *fails = gcc_block(e);
    gcc_jit_rvalue *condition =
        gcc_compare(e, GCC_JIT_COMPARISON_NE, gcc_emit_value(e, node->inputs[0]), gcc_int(e, 0));
    if (fails_under_stress(e, node)) {
        gcc_jit_lvalue *has_failed = gcc_memory(e, gcc_pointer(e, &site->has_failed), 0, JAVA_INT);
        gcc_jit_rvalue *again = gcc_compare(e, GCC_JIT_COMPARISON_NE,
                                            gcc_jit_lvalue_as_rvalue(has_failed), gcc_int(e, 0));
        condition = gcc_binary(e, GCC_JIT_BINARY_OP_LOGICAL_AND, e->types.truth, condition, again);
    }
    gcc_branch(e, condition, 0.9999, holds, fails);
    e->block = fails;
    leave(e, site, &values);
    e->block = holds;
}

void gcc_emit_deoptimize(struct emitter *e, const struct node *node) {
    struct live_values values = {0};
    struct deoptimization_site *site = new_site(e, node, &values);
    leave(e, site, &values);
}

/* --- calls --- */

/* The method that is entered. NULL at run time when an exception is pending instead. */
static gcc_jit_rvalue *selected_method(struct emitter *e, const struct node *node) {
    const struct method *method = node->extra.call.method->runtime;
    gcc_jit_rvalue *constant = gcc_pointer(e, method);
    if (node->extra.call.kind == INVOKE_INTERFACE)
        return gcc_call_stub(e, STUB_select_method,
                             (gcc_jit_rvalue *[]){gcc_emit_value(e, node->inputs[0]), constant});
    if (node->extra.call.kind != INVOKE_VIRTUAL || method->vtable_index < 0) return constant;
    gcc_jit_rvalue *class = gcc_load_pointer(e, gcc_emit_value(e, node->inputs[0]), OBJECT_CLASS);
    gcc_jit_rvalue *vtable = gcc_load_pointer(e, class, offsetof(struct class, vtable));
    return gcc_load_pointer(e, vtable, (int64_t)sizeof(struct method *) * method->vtable_index);
}

static gcc_jit_rvalue *argument_array(struct emitter *e) {
    if (!e->call_arguments) return gcc_pointer(e, NULL);
    gcc_jit_lvalue *first = gcc_jit_context_new_array_access(
        e->context, NULL, gcc_jit_lvalue_as_rvalue(e->call_arguments), gcc_int(e, 0));
    return gcc_cast(e, gcc_jit_lvalue_get_address(first, NULL), e->types.bytes);
}

static gcc_jit_rvalue *call_entry(struct emitter *e, gcc_jit_rvalue *method) {
    gcc_jit_rvalue *entry =
        gcc_cast(e, gcc_load_pointer(e, method, offsetof(struct method, entry)), e->entry_type);
    gcc_jit_rvalue *arguments[] = {e->thread, method, argument_array(e)};
    return gcc_jit_context_new_call_through_ptr(e->context, NULL, entry, 3, arguments);
}

void gcc_emit_invoke(struct emitter *e, const struct node *node) {
    const struct block *block = node->block;
    gcc_jit_block *normal = gcc_emit_edge(e, block, 0), *exceptional = gcc_emit_edge(e, block, 1);
    gcc_jit_lvalue *selected = gcc_local(e, e->types.bytes);
    gcc_assign(e, selected, selected_method(e, node));
    gcc_jit_rvalue *method = gcc_jit_lvalue_as_rvalue(selected);
    if (node->extra.call.kind == INVOKE_INTERFACE) {
        gcc_jit_block *found = gcc_block(e);
        gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_NE, method, gcc_pointer(e, NULL)), 0.9999,
                   found, exceptional);
        e->block = found;
    }
    for (int i = 0; i < node->extra.call.method->argument_count; i++)
        store_bits(e, argument_array(e), (int64_t)sizeof(union value) * i, node->inputs[i]);
    gcc_jit_lvalue *bits = gcc_local(e, e->types.uint64);
    gcc_assign(e, bits, call_entry(e, method));
    if (node->type != TYPE_VOID)
        gcc_emit_result(e, node, gcc_from_bits(e, gcc_jit_lvalue_as_rvalue(bits), node->type));
    gcc_jit_rvalue *pending = gcc_load_pointer(e, e->thread, THREAD_EXCEPTION);
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, pending, gcc_pointer(e, NULL)), 0.9999,
               normal, exceptional);
}

void gcc_emit_runtime_call(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *arguments[8];
    for (int i = 0; i < node->input_count; i++) arguments[i] = gcc_emit_value(e, node->inputs[i]);
    gcc_jit_rvalue *call = gcc_call_stub(e, (enum stub)node->extra.stub, arguments);
    if (node->type == TYPE_VOID)
        gcc_jit_block_add_eval(e->block, NULL, call);
    else
        gcc_emit_result(e, node, call);
}
