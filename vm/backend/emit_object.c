/* Memory and types of objects: fields, elements, raw memory, and the type checks with their fast
 * paths. */
#include "backend/emit.h"

#include <stddef.h>

/* Memory holds boolean, byte, char and short; nodes have ints. */
static gcc_jit_rvalue *loaded(struct emitter *e, const struct node *node, gcc_jit_lvalue *place) {
    return gcc_cast(e, gcc_jit_lvalue_as_rvalue(place), e->types.of_node[node->type]);
}

static void store(struct emitter *e, gcc_jit_lvalue *place, const struct node *value,
                  enum java_type type) {
    gcc_assign(e, place, gcc_cast(e, gcc_emit_value(e, value), e->types.in_memory[type]));
}

static gcc_jit_lvalue *element(struct emitter *e, const struct node *node) {
    enum java_type type = node->extra.type;
    gcc_jit_rvalue *index = gcc_cast(e, gcc_emit_value(e, node->inputs[1]), e->types.int64);
    gcc_jit_rvalue *offset = gcc_binary(e, GCC_JIT_BINARY_OP_MULT, e->types.int64, index,
                                        gcc_long(e, java_type_size(type)));
    gcc_jit_rvalue *base = gcc_add_bytes(e, gcc_emit_value(e, node->inputs[0]), offset);
    return gcc_memory(e, base, ARRAY_ELEMENTS, type);
}

static gcc_jit_rvalue *class_of(struct emitter *e, const struct node *object) {
    return gcc_load_pointer(e, gcc_emit_value(e, object), OBJECT_CLASS);
}

static gcc_jit_rvalue *is_null(struct emitter *e, const struct node *object) {
    return gcc_compare(e, GCC_JIT_COMPARISON_EQ, gcc_emit_value(e, object), gcc_pointer(e, NULL));
}

static gcc_jit_rvalue *same(struct emitter *e, gcc_jit_rvalue *a, gcc_jit_rvalue *b) {
    return gcc_compare(e, GCC_JIT_COMPARISON_EQ, a, b);
}

/* Can no other class be an instance? Then the class word decides. */
static bool is_leaf(const struct meta_class *class) {
    return class->is_final || (class->is_array && class->element_type != JAVA_REFERENCE);
}

/* The answer is in the object's class: it is the one, or it has the one at its depth. */
static gcc_jit_rvalue *instance_test(struct emitter *e, const struct node *node) {
    const struct meta_class *class = node->extra.class;
    gcc_jit_rvalue *of_object = class_of(e, node->inputs[0]);
    if (!is_leaf(class))
        of_object = gcc_load_pointer(
            e, of_object,
            (int64_t)(offsetof(struct class, display) +
                      sizeof(struct class *) * (size_t)(class->display_depth - 1)));
    return gcc_truth(e, same(e, of_object, gcc_pointer(e, class->runtime)));
}

/* The supertype that the object's class was last found to have is remembered there. */
static void ask_runtime(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *class = gcc_pointer(e, node->extra.class->runtime);
    gcc_jit_block *again = gcc_block(e), *other = gcc_block(e), *done = gcc_block(e);
    gcc_jit_rvalue *last =
        gcc_load_pointer(e, class_of(e, node->inputs[0]), offsetof(struct class, last_supertype));
    gcc_branch(e, same(e, last, class), 0.9, again, other);
    e->block = again;
    gcc_emit_result(e, node, gcc_int(e, 1));
    gcc_jump(e, done);
    e->block = other;
    gcc_jit_rvalue *arguments[] = {gcc_emit_value(e, node->inputs[0]), class};
    gcc_emit_result(e, node, gcc_call_stub(e, STUB_instance_of, arguments));
    gcc_jump(e, done);
    e->block = done;
}

static void type_check(struct emitter *e, const struct node *node, int result_for_null) {
    gcc_jit_block *no_object = gcc_block(e), *exists = gcc_block(e), *done = gcc_block(e);
    gcc_branch(e, is_null(e, node->inputs[0]), 0.1, no_object, exists);
    e->block = no_object;
    gcc_emit_result(e, node, gcc_int(e, result_for_null));
    gcc_jump(e, done);
    e->block = exists;
    if (is_leaf(node->extra.class) || node->extra.class->display_depth)
        gcc_emit_result(e, node, instance_test(e, node));
    else
        ask_runtime(e, node);
    gcc_jump(e, done);
    e->block = done;
}

static void store_check(struct emitter *e, const struct node *node) {
    const struct node *array = node->inputs[0], *value = node->inputs[1];
    gcc_jit_block *exists = gcc_block(e), *other = gcc_block(e), *allowed = gcc_block(e);
    gcc_jit_block *done = gcc_block(e);
    gcc_branch(e, is_null(e, value), 0.1, allowed, exists);
    e->block = exists;
    gcc_jit_rvalue *element_class =
        gcc_load_pointer(e, class_of(e, array), offsetof(struct class, element_class));
    gcc_branch(e, same(e, class_of(e, value), element_class), 0.9, allowed, other);
    e->block = allowed;
    gcc_emit_result(e, node, gcc_int(e, 1));
    gcc_jump(e, done);
    e->block = other;
    gcc_jit_rvalue *arguments[] = {gcc_emit_value(e, array), gcc_emit_value(e, value)};
    gcc_emit_result(e, node, gcc_call_stub(e, STUB_store_ok, arguments));
    gcc_jump(e, done);
    e->block = done;
}

/* What follows stays behind: it reads what the initialiser wrote. */
static void may_use(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *class = gcc_pointer(e, node->extra.class->runtime);
    gcc_jit_lvalue *state = gcc_local(e, e->types.int32);
    gcc_assign(e, state, gcc_load_changing(e, class, offsetof(struct class, state)));
    gcc_barrier(e);
    gcc_jit_rvalue *is_done =
        same(e, gcc_jit_lvalue_as_rvalue(state), gcc_int(e, CLASS_INITIALIZED));
    gcc_jit_rvalue *is_here =
        same(e, gcc_load_pointer(e, class, offsetof(struct class, initializer)), e->thread);
    gcc_emit_result(e, node,
                    gcc_truth(e, gcc_binary(e, GCC_JIT_BINARY_OP_LOGICAL_OR, e->types.truth,
                                            is_done, is_here)));
}

static gcc_jit_lvalue *field(struct emitter *e, const struct node *node) {
    const struct meta_field *f = node->extra.field;
    gcc_jit_rvalue *base =
        f->is_static ? gcc_pointer(e, f->address) : gcc_emit_value(e, node->inputs[0]);
    return gcc_memory(e, base, f->is_static ? 0 : f->offset, f->type);
}

/* What follows a volatile load stays behind it. */
static void load_field(struct emitter *e, const struct node *node) {
    gcc_emit_result(e, node, loaded(e, node, field(e, node)));
    if (node->extra.field->is_volatile) gcc_barrier(e);
}

/* A thread that sees the reference sees the object's class and final fields: they are stored
 * before. */
static void publish(struct emitter *e, const struct node *value) {
    if (value->type == TYPE_REFERENCE && value->kind != NODE_const_null) gcc_barrier(e);
}

static void store_element(struct emitter *e, const struct node *node, const struct node *value) {
    publish(e, value);
    store(e, element(e, node), value, node->extra.type);
}

/* What precedes a volatile store stays before it, volatile loads that follow behind it. */
static void store_field(struct emitter *e, const struct node *node, const struct node *value) {
    const struct meta_field *f = node->extra.field;
    if (f->is_volatile)
        gcc_barrier(e);
    else
        publish(e, value);
    store(e, field(e, node), value, f->type);
    if (f->is_volatile) gcc_full_barrier(e);
}

static gcc_jit_lvalue *raw(struct emitter *e, const struct node *node) {
    return gcc_memory(e, gcc_emit_value(e, node->inputs[0]), node->extra.memory.offset,
                      node->extra.memory.type);
}

void gcc_emit_object(struct emitter *e, const struct node *node) {
    struct node *const *in = node->inputs;
    enum node_kind kind = node->kind;
    if (kind == NODE_load_field || kind == NODE_load_static)
        load_field(e, node);
    else if (kind == NODE_store_field)
        store_field(e, node, in[1]);
    else if (kind == NODE_store_static)
        store_field(e, node, in[0]);
    else if (kind == NODE_load_element)
        gcc_emit_result(e, node, loaded(e, node, element(e, node)));
    else if (kind == NODE_store_element)
        store_element(e, node, in[2]);
    else if (kind == NODE_array_length)
        gcc_emit_result(e, node,
                        gcc_jit_lvalue_as_rvalue(
                            gcc_memory(e, gcc_emit_value(e, in[0]), ARRAY_LENGTH, JAVA_INT)));
    else if (kind == NODE_raw_load)
        gcc_emit_result(e, node, loaded(e, node, raw(e, node)));
    else if (kind == NODE_raw_store)
        store(e, raw(e, node), in[1], node->extra.memory.type);
    else if (kind == NODE_raw_add)
        gcc_emit_result(e, node,
                        gcc_add_bytes(e, gcc_emit_value(e, in[0]), gcc_emit_value(e, in[1])));
    else if (kind == NODE_as_reference)
        gcc_emit_result(e, node, gcc_emit_value(e, in[0]));
    else if (kind == NODE_instance_of)
        type_check(e, node, 0);
    else if (kind == NODE_cast_ok)
        type_check(e, node, 1);
    else if (kind == NODE_exact_class)
        gcc_emit_result(
            e, node,
            gcc_truth(e, same(e, class_of(e, in[0]), gcc_pointer(e, node->extra.class->runtime))));
    else if (kind == NODE_may_use)
        may_use(e, node);
    else if (kind == NODE_store_ok)
        store_check(e, node);
    else if (kind == NODE_exception_object)
        gcc_emit_result(e, node, gcc_call_stub(e, STUB_take_exception, NULL));
    else
        BUG("node %s does not concern objects", node_kind_text(kind));
}
