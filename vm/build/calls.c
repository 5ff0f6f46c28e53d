/* CALLS: invocations, and calls that become nodes instead (intrinsics.def).
 *
 * A call ends its block. What its callee throws arrives in the exceptional successor and goes on to
 * the handlers. */
#include "build/builder.h"

#include "base/intern.h"
#include "base/modified_utf8.h"
#include "classfile/bytes.h"
#include "interp/sampled_graph.h"
#include "ir/traits.h"
#include "runtime/resolve.h"

static uint16_t operand16(const struct builder *builder) {
    return read_u16(builder->code->bytes + builder->bci + 1);
}

/* --- inserted code --- */

struct node *emit_region_begin(struct builder *builder) {
    emit_new_block(builder);
    struct node *begin = emit_node(builder, NODE_icg_begin, TYPE_VOID, 0, NULL);
    begin->extra.region.place = REGION_HERE;
    builder->checked_by_base = values_copy(builder, &builder->now).checked;
    return begin;
}

/* What inserted code checked, the base program has not checked. */
void emit_region_end(struct builder *builder) {
    emit_node(builder, NODE_icg_end, TYPE_VOID, 0, NULL);
    builder->now.checked = builder->checked_by_base;
    emit_new_block(builder);
}

/* What is anchored to nothing stays where it is; the harness refuses it. */
static void begin_region(struct builder *builder) {
    pop_value(builder, TYPE_INT);
    const struct code_region *region = code_region_at(builder->code, builder->bci);
    bool is_inner =
        builder->bci != region->start + instruction_length(builder->code, region->start);
    if (is_inner || builder->meeting) return;
    const struct region_anchor *anchor = &builder->anchors[region - builder->code->regions->items];
    struct node *begin = emit_region_begin(builder);
    if (!anchor->operation) return;
    begin->extra.region.place = anchor->place;
    arena_vec_push(&builder->scratch, &builder->begun, (struct begun_region){begin, anchor->bci});
}

static void end_region(struct builder *builder) {
    bool is_inner = builder->next != code_region_at(builder->code, builder->bci)->end;
    if (!is_inner && !builder->meeting) emit_region_end(builder);
}

static void query(struct builder *builder, enum query_kind kind) {
    enum node_type type = kind == QUERY_ROOT_NAME ? TYPE_REFERENCE : TYPE_INT;
    struct node *node = emit_node(builder, NODE_query, type, 0, NULL);
    node->extra.query.kind = kind;
    push_value(builder, node);
}

static void count(struct builder *builder, const char *name) {
    struct counter *counter = runtime_counter(builder->environment->runtime, name);
    struct node *node = emit_node(builder, NODE_count, TYPE_VOID, 0, NULL);
    node->extra.counter.cell = &counter->hits;
    node->extra.counter.name = counter->name;
}

/* The literal need not exist: the interpreter never makes it when only compiled code counts. */
bool translate_hit(struct builder *builder, uint16_t index) {
    const struct constant *constant = &builder->constants[index];
    if (constant->tag != CONSTANT_STRING || builder->next >= builder->at->code->end) return false;
    if (intrinsic_at(builder->method, builder->next) != INTRINSIC_hit) return false;
    count(builder, intern_utf8_of_modified(constant->name));
    spots_add(builder, builder->next);
    builder->next += instruction_length(builder->code, builder->next);
    return true;
}

/* The method that an invokestatic calls, of a class that is initialised, or NULL: it is not reached. */
static struct method *static_callee(struct builder *builder) {
    struct method *method = constant_method(builder, operand16(builder), OP_invokestatic);
    return method && require_initialized(builder, method->class) ? method : NULL;
}

static void square_root(struct builder *builder) {
    if (!static_callee(builder)) return;
    spots_native(builder, &builder->constants[operand16(builder)]);
    push_value(builder,
               emit_unary(builder, NODE_sqrt, TYPE_DOUBLE, pop_value(builder, TYPE_DOUBLE)));
}

static bool is_intrinsic(struct builder *builder) {
    switch (intrinsic_at(builder->method, builder->bci)) {
    case INTRINSIC_none:
    case INTRINSIC_hit: return false; /* of a name that is not a literal */
    case INTRINSIC_region_begin: begin_region(builder); break;
    case INTRINSIC_region_end: end_region(builder); break;
    case INTRINSIC_method_compiled: query(builder, QUERY_COMPILED); break;
    case INTRINSIC_method_inlined: query(builder, QUERY_INLINED); break;
    case INTRINSIC_root_name: query(builder, QUERY_ROOT_NAME); break;
    case INTRINSIC_allocation_type: query(builder, QUERY_ALLOCATION_TYPE); break;
    case INTRINSIC_lock_type: query(builder, QUERY_LOCK_TYPE); break;
    case INTRINSIC_sqrt: square_root(builder); break;
    case INTRINSIC_stack_trace:
        spots_native(builder, &builder->constants[operand16(builder)]);
        push_value(builder, emit_node(builder, NODE_stack_trace, TYPE_REFERENCE, 0, NULL));
        break;
    }
    return true;
}

/* --- whom it calls --- */

static struct class *exact_class_of(const struct node *object) {
    if (node_kind_makes(object->kind)) return object->extra.class->runtime;
    if (object->kind == NODE_const_object)
        return ((struct object *)object->extra.object.pointer)->class;
    return NULL;
}

/* The one method that a virtual call of [method] on [receiver] can mean, or NULL. */
static struct method *only_target(struct method *method, const struct node *receiver) {
    struct class *exact = exact_class_of(receiver);
    if (exact && class_is_subtype(exact, method->class)) return class_select_method(exact, method);
    bool is_final = method->access & (ACC_FINAL | ACC_PRIVATE) || method->class->access & ACC_FINAL;
    return is_final && !method_is_abstract(method) ? method : NULL;
}

static void add_profile(struct builder *builder, struct node *invoke) {
    struct profile_row *row =
        builder->profile ? profile_row(builder->profile, (int)builder->bci) : NULL;
    struct class *class = NULL;
    double share = row ? profile_receiver(row, &class) : 0;
    if (!class) return;
    invoke->extra.call.profiled_class = build_meta_class(builder->compilation, class);
    invoke->extra.call.profiled_share = share;
    invoke->extra.call.receiver_count = profile_receiver_count(row);
}

/* Does the interpreter know less of the call, or nothing that is as new? */
static bool is_newer(const struct sampled_call *sampled, const struct profile_row *row) {
    int32_t interpreted = row ? profile_read(&row->taken) : 0;
    return sampled->is_recorded || !interpreted || interpreted == sampled->interpreted;
}

/* Which part of all calls it is, and, where they are newer than the profile, the receivers. A sample proves nothing of the calls
 * between: there may always be another class. */
static void add_samples(struct builder *builder, struct node *invoke, bool is_dispatched) {
    struct sampled_call sampled;
    struct compilation *compilation = builder->compilation;
    const struct profile_row *row =
        builder->profile ? profile_row(builder->profile, (int)builder->bci) : NULL;
    if (!sampled_graph_read(builder->environment->runtime, method_full_name(builder->method),
                            (int)builder->bci, &sampled) ||
        sampled.samples < compilation_limit(compilation, LIMIT_least_samples) ||
        !compilation_rule(compilation, RULE_inline_sampled))
        return;
    invoke->extra.call.sampled = sampled.weight;
    struct class *first = sampled.receivers[0].class, *other = sampled.receivers[1].class;
    if (!is_dispatched || !first || !is_newer(&sampled, row)) return;
    invoke->extra.call.profiled_class = build_meta_class(compilation, first);
    invoke->extra.call.profiled_share = sampled.receivers[0].share;
    invoke->extra.call.receiver_count = sampled.receiver_count + 1;
    invoke->extra.call.has_sampled_receivers = true;
    invoke->extra.call.other_class = other ? build_meta_class(compilation, other) : NULL;
    invoke->extra.call.other_share = sampled.receivers[1].share;
}

static void describe_call(struct builder *builder, struct node *invoke, int op,
                          struct method *method) {
    bool is_virtual = op == OP_invokevirtual || op == OP_invokeinterface;
    struct method *target = is_virtual ? only_target(method, invoke->inputs[0]) : method;
    enum invoke_kind kind = op == OP_invokestatic        ? INVOKE_STATIC
                            : target                     ? INVOKE_SPECIAL
                            : method_is_searched(method) ? INVOKE_INTERFACE
                                                         : INVOKE_VIRTUAL;
    invoke->extra.call.method = build_meta_method(builder->compilation, target ? target : method);
    invoke->extra.call.named = method_full_name(method);
    invoke->extra.call.kind = kind;
    invoke->extra.call.is_inserted = builder->at->in_region;
    if (!target) add_profile(builder, invoke);
    if (!invoke->extra.call.is_inserted) add_samples(builder, invoke, !target);
}

/* --- the call --- */

static void pop_arguments(struct builder *builder, const struct method *method,
                          struct node **arguments) {
    bool has_receiver = !method_is_static(method);
    for (int i = method->argument_count - 1; i >= 0; i--) {
        bool is_receiver = has_receiver && i == 0;
        enum java_type type =
            is_receiver ? JAVA_REFERENCE : method->shape->parameters[i - has_receiver];
        arguments[i] = pop_value(builder, node_type_of_java(type));
    }
    if (has_receiver) emit_null_check(builder, arguments[0]);
}

static void emit_call(struct builder *builder, int op, struct method *method) {
    int count = method->argument_count;
    struct node **inputs = ARENA_ARRAY(&builder->scratch, struct node *, count + 1);
    pop_arguments(builder, method, inputs);
    inputs[count] = state_after_call(builder);
    enum node_type type = node_type_of_java(method->shape->return_type);
    struct node *invoke = node_new(builder->graph, NODE_invoke, type, count + 1, inputs);
    invoke->position = builder->position;
    is_operation(builder, invoke);
    describe_call(builder, invoke, op, method);
    spots_before_call(builder);
    struct block *arms[] = {block_new(builder->graph), block_new(builder->graph)};
    double throws = builder->flow.throws.odds[builder->bci].other;
    block_end(builder->block, invoke, 2, arms, (double[]){1 - throws, throws});
    struct values after = values_copy(builder, &builder->now);
    builder->block = arms[1];
    dispatch_exception(builder, emit_node(builder, NODE_exception_object, TYPE_REFERENCE, 0, NULL));
    builder->block = arms[0];
    builder->now = after;
    if (type != TYPE_VOID) push_value(builder, invoke);
}

static void translate_dynamic_call(struct builder *builder) {
    struct method *target = constant_call_site(builder);
    if (target) emit_call(builder, OP_invokestatic, target);
}

/* The interpreter links such a call when it selects a method for a receiver. Until then it may have
 * found the method that the constant names, and null: that throws, and needs no link. */
static void check_receiver_of_unlinked(struct builder *builder) {
    const struct profile_row *row =
        builder->profile ? profile_row(builder->profile, (int)builder->bci) : NULL;
    uint16_t index = operand16(builder);
    if (!row || !row->null_seen || resolved_method(builder->method->class, index)) return;
    const struct constant *constant = &builder->constants[index];
    const struct method_shape *shape = method_shape_of(constant->member.descriptor);
    emit_null_check(builder, builder->now.stack[builder->now.depth - shape->parameter_slots - 1]);
}

void translate_call(struct builder *builder, int op) {
    if (is_intrinsic(builder)) return;
    if (op == OP_invokedynamic) {
        translate_dynamic_call(builder);
        return;
    }
    if (op == OP_invokevirtual || op == OP_invokeinterface) check_receiver_of_unlinked(builder);
    struct method *method = op == OP_invokestatic
                                ? static_callee(builder)
                                : constant_method(builder, operand16(builder), (enum opcode)op);
    if (!method) return;
    if (op == OP_invokespecial) method = special_method(builder->method->class, method);
    if (!method || (op == OP_invokespecial && method_is_abstract(method)))
        emit_deoptimize(builder, REASON_unresolved); /* the interpreter throws */
    else
        emit_call(builder, op, method);
}
