/* Where control leaves the compiled method: calls, runtime functions, guards.
 *
 * A call enters method->compiled_entry natively, whatever executes the callee (bridge.h). A guard
 * that fails stores the live values into the thread and tail-calls the runtime, whose result is the
 * method's. */
#include "backend/emit.h"

#include <stddef.h>

#include "base/shares.h"
#include "runtime/natives.h"

enum { MOST_CALL_ARGUMENTS = 2 + 256 };

static void store_bits(struct emitter *e, gcc_jit_rvalue *base, int64_t offset,
                       const struct node *value) {
    gcc_jit_rvalue *bits = gcc_to_bits(e, gcc_emit_value(e, value), value->type);
    gcc_assign(e, gcc_memory(e, base, offset, JAVA_LONG), gcc_cast(e, bits, e->types.int64));
}

/* More values than the thread has room for lie in the frame, which then stays until the method is
 * done. */
static void leave_with_many(struct emitter *e, struct deoptimization_site *site,
                            const struct live_values *values) {
    gcc_jit_type *type =
        gcc_jit_context_new_array_type(e->context, NULL, e->types.int64, (int)values->count);
    gcc_jit_lvalue *array = gcc_jit_function_new_local(e->function, NULL, type, "values");
    gcc_jit_rvalue *base = gcc_cast(e, gcc_jit_lvalue_get_address(array, NULL), e->types.bytes);
    for (uint32_t i = 0; i < values->count; i++)
        store_bits(e, base, (int64_t)sizeof(union value) * i, values->items[i]);
    gcc_jit_lvalue *bits = gcc_local(e, e->types.int64);
    if (e->options->contexts) gcc_emit_left_context(e);
    gcc_emit_leave_unit(e);
    e->position = NULL; /* the frames are the interpreter's already */
    gcc_assign(
        e, bits,
        gcc_call_stub(e, STUB_deoptimize_many, (gcc_jit_rvalue *[]){gcc_pointer(e, site), base}));
    gcc_jit_rvalue *result = gcc_cast(e, gcc_jit_lvalue_as_rvalue(bits), e->types.uint64);
    gcc_return(e, e->result == TYPE_VOID ? NULL : gcc_from_bits(e, result, e->result));
}

/* The last step of all ways out. A tail call: the frame is gone then, and nothing in it is a root
 * any more. */
static void call_interpreter(struct emitter *e) {
    if (e->options->contexts) gcc_emit_left_context(e);
    gcc_emit_leave_unit(e);
    enum stub stub = e->result == TYPE_FLOAT    ? STUB_deoptimize_float
                     : e->result == TYPE_DOUBLE ? STUB_deoptimize_double
                                                : STUB_deoptimize;
    gcc_jit_type *result = e->types.of_node[e->result];
    gcc_jit_type *type = gcc_jit_context_new_function_ptr_type(
        e->context, NULL, result, 2, (gcc_jit_type *[]){e->types.bytes, e->types.bytes}, 0);
    gcc_jit_rvalue *function =
        gcc_jit_context_new_rvalue_from_ptr(e->context, type, e->options->stubs[stub]);
    gcc_jit_rvalue *arguments[] = {e->thread, gcc_jit_lvalue_as_rvalue(e->failed_site)};
    gcc_jit_rvalue *call =
        gcc_jit_context_new_call_through_ptr(e->context, NULL, function, 2, arguments);
    if (e->result == TYPE_VOID) gcc_jit_block_add_eval(e->block, NULL, call);
    gcc_return(e, call);
}

static bool is_same_part(const struct way_out *way, const struct way_out *wanted) {
    if (way->outer != wanted->outer || way->first != wanted->first || way->end != wanted->end)
        return false;
    for (uint32_t i = way->first; i < way->end; i++)
        if (way->items[i] != wanted->items[i]) return false;
    return true;
}

static const struct way_out *find_way(struct emitter *e, const struct way_out *wanted) {
    for (uint32_t i = 0; i < e->ways_out.count; i++)
        if (is_same_part(e->ways_out.items[i], wanted)) return e->ways_out.items[i];
    struct arena *arena = e->graph->compilation->arena;
    struct way_out *way = ARENA_ARRAY(arena, struct way_out, 1);
    *way = *wanted;
    e->block = way->block = gcc_block(e);
    for (uint32_t i = way->first; i < way->end; i++)
        store_bits(e, e->thread, THREAD_DEOPTIMIZATION_VALUES + (int64_t)sizeof(union value) * i,
                   way->items[i]);
    if (way->outer)
        gcc_jump(e, way->outer->block);
    else
        call_interpreter(e);
    arena_vec_push(arena, &e->ways_out, way);
    return way;
}

/* Ends the current block: the interpreter goes on from [node]'s state. The code generator's time
 * grows with the code: a guard only stores which one it is, and shares the other stores. */
static void leave(struct emitter *e, struct deoptimization_site *site,
                  const struct live_values *values) {
    if (values->count > DEOPTIMIZATION_VALUES) {
        leave_with_many(e, site, values);
        return;
    }
    gcc_jit_block *here = e->block;
    if (!e->failed_site) e->failed_site = gcc_local(e, e->types.bytes);
    const struct way_out *way = find_way(e, &(struct way_out){0});
    uint32_t first = 0;
    for (uint32_t i = 0; i < values->part_count; first = values->part_ends[i++])
        way = find_way(e, &(struct way_out){.outer = way,
                                            .items = values->items,
                                            .first = first,
                                            .end = values->part_ends[i]});
    e->block = here;
    gcc_assign(e, e->failed_site, gcc_pointer(e, site));
    gcc_jump(e, way->block);
}

static struct deoptimization_site *new_site(struct emitter *e, const struct node *node,
                                            struct live_values *values) {
    values->arena = e->graph->compilation->arena;
    struct deoptimization_site *site = deoptimization_site_new(e, node, values);
    const struct node_share *share = node_share_of(node);
    if (share) site->failed = &e->graph->flow->counted[share->variable];
    vec_push(&e->sites, site);
    return site;
}

/* Not where memory ran out: the object is made by then, and the interpreter would make another. */
static bool fails_under_stress(const struct emitter *e, const struct node *guard) {
    return e->options->vm->deoptimize_always && guard->extra.guard.reason != REASON_out_of_memory;
}

void gcc_emit_guard(struct emitter *e, const struct node *node) {
    struct live_values values = {0};
    struct deoptimization_site *site = new_site(e, node, &values);
    gcc_jit_block *holds = gcc_block(e), *fails = gcc_block(e);
    gcc_jit_rvalue *condition = gcc_emit_condition(e, node);
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

static gcc_jit_rvalue *class_of_receiver(struct emitter *e, const struct node *node) {
    return gcc_load_pointer(e, gcc_emit_value(e, node->inputs[0]), OBJECT_CLASS);
}

static gcc_jit_rvalue *virtual_method(struct emitter *e, const struct node *node, int index) {
    gcc_jit_rvalue *vtable =
        gcc_load_pointer(e, class_of_receiver(e, node), offsetof(struct class, vtable));
    return gcc_load_pointer(e, vtable, (int64_t)sizeof(struct method *) * index);
}

static struct call_cache *new_cache(struct emitter *e) {
    static const struct selection nothing;
    struct call_cache *cache = memory_allocate(sizeof *cache);
    cache->current = &nothing;
    vec_push(&e->caches, cache);
    return cache;
}

/* The class that came first is remembered with its method; others ask the runtime, which finds
 * nothing when an exception is pending. */
static void select_interface_method(struct emitter *e, const struct node *node,
                                    gcc_jit_lvalue *selected, gcc_jit_block *exceptional) {
    struct call_cache *new = new_cache(e);
    gcc_jit_rvalue *cache = gcc_pointer(e, new);
    vec_push(&e->links, (struct call_link){.cache = new});
    gcc_jit_block *hit = gcc_block(e), *miss = gcc_block(e), *found = gcc_block(e);
    gcc_jit_lvalue *current = gcc_local(e, e->types.bytes);
    gcc_assign(e, current, gcc_load_pointer(e, cache, offsetof(struct call_cache, current)));
    gcc_jit_rvalue *selection = gcc_jit_lvalue_as_rvalue(current);
    gcc_jit_rvalue *known = gcc_load_pointer(e, selection, offsetof(struct selection, class));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, known, class_of_receiver(e, node)), 0.9,
               hit, miss);
    e->block = hit;
    gcc_assign(e, selected, gcc_load_pointer(e, selection, offsetof(struct selection, method)));
    gcc_jump(e, found);
    e->block = miss;
    gcc_jit_rvalue *arguments[] = {gcc_emit_value(e, node->inputs[0]),
                                   gcc_pointer(e, node->extra.call.method->runtime), cache};
    gcc_assign(e, selected, gcc_call_stub(e, STUB_select_method, arguments));
    gcc_branch(e,
               gcc_compare(e, GCC_JIT_COMPARISON_NE, gcc_jit_lvalue_as_rvalue(selected),
                           gcc_pointer(e, NULL)),
               0.9999, found, exceptional);
    e->block = found;
}

static void select_method(struct emitter *e, const struct node *node, gcc_jit_lvalue *selected,
                          gcc_jit_block *exceptional) {
    const struct method *method = node->extra.call.method->runtime;
    if (node->extra.call.kind == INVOKE_INTERFACE) {
        select_interface_method(e, node, selected, exceptional);
        return;
    }
    bool is_virtual = node->extra.call.kind == INVOKE_VIRTUAL && method->vtable_index >= 0;
    vec_push(&e->links, ((struct call_link){.method = method, .is_virtual = is_virtual}));
    if (is_virtual)
        gcc_assign(e, selected, virtual_method(e, node, method->vtable_index));
    else
        gcc_assign(e, selected, gcc_pointer(e, method));
}

static gcc_jit_rvalue *call_method(struct emitter *e, const struct node *node,
                                   gcc_jit_rvalue *method) {
    int count = node->extra.call.method->argument_count;
    gcc_jit_type *types[MOST_CALL_ARGUMENTS] = {e->types.bytes, e->types.bytes};
    gcc_jit_rvalue *arguments[MOST_CALL_ARGUMENTS] = {e->thread, method};
    for (int i = 0; i < count; i++) {
        types[i + 2] = e->types.of_node[node->inputs[i]->type];
        arguments[i + 2] = gcc_emit_value(e, node->inputs[i]);
    }
    gcc_jit_type *type = gcc_jit_context_new_function_ptr_type(
        e->context, NULL, e->types.of_node[node->type], count + 2, types, 0);
    gcc_jit_rvalue *entry =
        gcc_cast(e, gcc_load_pointer(e, method, offsetof(struct method, compiled_entry)), type);
    const struct position *position = gcc_poll_position(e, node->position, node);
    return gcc_call(e, entry, count + 2, arguments, position);
}

/* What inserted code calls makes no method hot. */
static void mark_inserted(struct emitter *e, const struct node *node, int32_t change) {
    if (!node->extra.call.is_inserted) return;
    gcc_jit_lvalue *mark = gcc_memory(e, e->thread, THREAD_INTERPRET_ONLY, JAVA_INT);
    gcc_jit_rvalue *before = gcc_jit_lvalue_as_rvalue(mark);
    gcc_assign(e, mark,
               gcc_binary(e, GCC_JIT_BINARY_OP_PLUS, e->types.int32, before, gcc_int(e, change)));
}

/* The probe of --perturbed: to the compiler it could do anything. */
static bool is_naive_probe(const struct node *node) {
    const struct method *method = node->extra.call.method->runtime;
    return node->extra.call.is_inserted && method->native == native_profile_see;
}

void gcc_emit_invoke(struct emitter *e, const struct node *node) {
    const struct block *block = node->block;
    gcc_jit_block *normal = gcc_emit_edge(e, block, 0), *exceptional = gcc_emit_edge(e, block, 1);
    if (is_naive_probe(node)) {
        gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, gcc_int(e, 0), gcc_int(e, 0)), 1,
                   normal, exceptional);
        return;
    }
    gcc_jit_lvalue *selected = gcc_local(e, e->types.bytes);
    select_method(e, node, selected, exceptional);
    if (e->options->contexts) gcc_emit_call_site(e, node);
    mark_inserted(e, node, INSERTED_CODE);
    gcc_emit_enter_call(e, node);
    gcc_jit_rvalue *call = call_method(e, node, gcc_jit_lvalue_as_rvalue(selected));
    if (node->type == TYPE_VOID)
        gcc_eval(e, call);
    else
        gcc_emit_result(e, node, call);
    gcc_emit_leave_call(e, node);
    mark_inserted(e, node, -INSERTED_CODE);
    gcc_jit_rvalue *pending = gcc_load_pointer(e, e->thread, THREAD_EXCEPTION);
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, pending, gcc_pointer(e, NULL)), 0.9999,
               normal, exceptional);
}

static void call_stub(struct emitter *e, const struct node *node, enum stub stub) {
    gcc_jit_rvalue *arguments[8];
    for (int i = 0; i < node->input_count; i++) {
        gcc_jit_rvalue *value = gcc_emit_value(e, node->inputs[i]);
        bool is_bits = gcc_stub_takes_bits(stub, i);
        arguments[i] = is_bits ? gcc_to_bits(e, value, node->inputs[i]->type) : value;
    }
    if (e->options->contexts && node->position) gcc_emit_left_context(e);
    gcc_jit_rvalue *call = gcc_call_stub(e, stub, arguments);
    if (node->type == TYPE_VOID)
        gcc_eval(e, call);
    else
        gcc_emit_result(e, node, call);
}

void gcc_emit_stub_call(struct emitter *e, const struct node *node) {
    call_stub(e, node, (enum stub)node->extra.stub);
}

static const struct thrower {
    enum reason reason;
    enum stub stub;
} throwers[] = {
    {REASON_null_pointer, STUB_null_pointer},         {REASON_array_bounds, STUB_array_bounds},
    {REASON_division_by_zero, STUB_division_by_zero}, {REASON_array_store, STUB_array_store},
    {REASON_negative_length, STUB_negative_length},   {REASON_out_of_memory, STUB_out_of_memory},
};

static enum stub stub_for(enum reason reason) {
    for (size_t i = 0; i < sizeof throwers / sizeof *throwers; i++)
        if (throwers[i].reason == reason) return throwers[i].stub;
    BUG("no exception for a check that fails because '%s'", reason_text(reason));
}

void gcc_emit_implicit_exception(struct emitter *e, const struct node *node) {
    call_stub(e, node, stub_for(node->extra.guard.reason));
}

void gcc_emit_runtime_call(struct emitter *e, const struct node *node) {
    if (node->extra.stub == STUB_count_execution || node->extra.stub == STUB_count_in_context)
        gcc_emit_count_of_class(e, node);
    else if (node->extra.stub == STUB_stamp_object)
        gcc_emit_stamps(e, node);
    else if (node->extra.stub == STUB_sample_execution)
        gcc_emit_sample(e, node);
    else if (node->extra.stub == STUB_decide_sample)
        gcc_emit_decision(e, node);
    else
        gcc_emit_stub_call(e, node);
}
