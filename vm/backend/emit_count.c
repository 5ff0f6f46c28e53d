/* COUNTS: what inserted code counts. A counter's word is at a constant place in its thread's cells, most often in the thread itself; that of a class is found by
 * a walk over the classes that came before (runtime/class_site.h); samples take executions off one until it is below 0. */
#include "backend/emit.h"

#include "runtime/class_site.h"

gcc_jit_lvalue *gcc_cell(struct emitter *e, uint32_t cell) {
    struct cell_place place = cell_place(cell);
    if (place.chunk == 0)
        return gcc_memory(e, e->thread,
                          THREAD_CELLS + (int64_t)offsetof(struct cells, near) +
                              place.index * (int64_t)sizeof(int64_t),
                          JAVA_LONG);
    int64_t chunk = THREAD_CELLS + place.chunk * (int64_t)sizeof(int64_t *);
    return gcc_memory(e, gcc_load_pointer(e, e->thread, chunk),
                      place.index * (int64_t)sizeof(int64_t), JAVA_LONG);
}

void gcc_emit_count_execution(struct emitter *e) {
    gcc_add(e, gcc_cell(e, e->options->execution_cell), gcc_long(e, 1));
}

void gcc_emit_count(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *amount =
        node->input_count ? gcc_emit_value(e, node->inputs[0]) : gcc_long(e, 1);
    if (node->extra.counter.frame) {
        gcc_emit_count_in_context(e, node, amount);
        return;
    }
    enum count_way way = is_of_loop(e) ? COUNT_ON_STACK : COUNT_COMPILED;
    gcc_add(e, gcc_cell(e, node->extra.counter.cell->cell + way), amount);
}

/* --- samples --- */

/* Goes on where one is due; where none is, to [done]. */
static void take_off(struct emitter *e, const struct node *countdown, gcc_jit_rvalue *executions,
                     gcc_jit_block *done) {
    gcc_jit_block *is_due = gcc_block(e);
    gcc_jit_lvalue *left = gcc_cell(e, (uint32_t)countdown->extra.integer);
    gcc_jit_block_add_assignment_op(e->block, gcc_statement_location(e), left,
                                    GCC_JIT_BINARY_OP_MINUS, executions);
    gcc_branch(
        e, gcc_compare(e, GCC_JIT_COMPARISON_LT, gcc_jit_lvalue_as_rvalue(left), gcc_long(e, 0)),
        0.001, is_due, done);
    e->block = is_due;
}

/* Its inputs are those of STUB_sample_execution, which is called when one is due. */
void gcc_emit_sample(struct emitter *e, const struct node *node) {
    enum { EXECUTIONS = 4, COUNTDOWN = 5 };
    gcc_jit_block *done = gcc_block(e);
    take_off(e, node->inputs[COUNTDOWN], gcc_emit_value(e, node->inputs[EXECUTIONS]), done);
    gcc_emit_stub_call(e, node);
    gcc_jump(e, done);
    e->block = done;
}

/* Likewise those of STUB_decide_sample, of one execution; 0 where it is not due. */
void gcc_emit_decision(struct emitter *e, const struct node *node) {
    enum { COUNTDOWN = 1 };
    gcc_jit_block *done = gcc_block(e);
    gcc_emit_result(e, node, gcc_int(e, 0));
    take_off(e, node->inputs[COUNTDOWN], gcc_long(e, 1), done);
    gcc_emit_stub_call(e, node);
    gcc_jump(e, done);
    e->block = done;
}

/* --- by class --- */

bool gcc_may_stand_for_class(const struct node *object) {
    return object->kind == NODE_const_object || object->kind == NODE_phi ||
           object->kind == NODE_select;
}

gcc_jit_rvalue *gcc_has_class_tag(struct emitter *e, gcc_jit_rvalue *value) {
    gcc_jit_type *type = e->types.uint64;
    gcc_jit_rvalue *tag =
        gcc_binary(e, GCC_JIT_BINARY_OP_BITWISE_AND, type, gcc_to_bits(e, value, TYPE_REFERENCE),
                   gcc_cast(e, gcc_int(e, NODE_CLASS_TAG), type));
    return gcc_compare(e, GCC_JIT_COMPARISON_NE, tag, gcc_cast(e, gcc_int(e, 0), type));
}

/* The class of the object, which may be null, or stand for one (NODE_CLASS_TAG). */
static gcc_jit_rvalue *class_seen(struct emitter *e, const struct node *object) {
    if (object->kind == NODE_const_null) return gcc_pointer(e, NULL);
    gcc_jit_lvalue *class = gcc_local(e, e->types.bytes);
    gcc_jit_block *exists = gcc_block(e), *known = gcc_block(e);
    gcc_jit_rvalue *value = gcc_emit_value(e, object);
    gcc_assign(e, class, value);
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, value, gcc_pointer(e, NULL)), 0.05, known,
               exists);
    e->block = exists;
    if (gcc_may_stand_for_class(object)) {
        gcc_jit_block *is_class = gcc_block(e), *is_object = gcc_block(e);
        gcc_branch(e, gcc_has_class_tag(e, value), 0.05, is_class, is_object);
        e->block = is_class;
        gcc_assign(e, class, gcc_add_bytes(e, value, gcc_long(e, -NODE_CLASS_TAG)));
        gcc_jump(e, known);
        e->block = is_object;
    }
    gcc_assign(e, class, gcc_load_pointer(e, value, OBJECT_CLASS));
    gcc_jump(e, known);
    e->block = known;
    return gcc_jit_lvalue_as_rvalue(class);
}

/* Where a variant has its counts. */
struct counts_of_class {
    gcc_jit_rvalue *words; /* the first */
    int32_t kind_words;    /* from one kind to the next */
};

static gcc_jit_rvalue *times_word(struct emitter *e, gcc_jit_rvalue *number, int32_t words) {
    return gcc_binary(e, GCC_JIT_BINARY_OP_MULT, e->types.int64,
                      gcc_cast(e, number, e->types.int64),
                      gcc_long(e, words * (int64_t)sizeof(int64_t)));
}

/* In the thread's cells. */
static struct counts_of_class in_cells(struct emitter *e, const struct class_site *site,
                                       gcc_jit_rvalue *variant, const struct node *node) {
    gcc_jit_rvalue *chunk = gcc_load_number(e, variant, offsetof(struct class_variant, chunk));
    gcc_jit_rvalue *words = gcc_load_pointer(e, gcc_add_bytes(e, e->thread, chunk), 0);
    words =
        gcc_add_bytes(e, words, gcc_load_number(e, variant, offsetof(struct class_variant, word)));
    words = gcc_add_bytes(e, words, times_word(e, gcc_emit_value(e, node->inputs[3]), 1));
    return (struct counts_of_class){words, site->kind_cells};
}

/* In the row of a calling context; where the class has none there, goes on at [missing]. */
static struct counts_of_class in_row(struct emitter *e, gcc_jit_rvalue *variant,
                                     const struct node *node, gcc_jit_block *missing) {
    gcc_jit_block *found = gcc_block(e);
    gcc_jit_rvalue *distance = gcc_load_number(e, variant, offsetof(struct class_variant, in_row));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_LT, distance, gcc_long(e, 0)), 0.01, missing,
               found);
    e->block = found;
    return (struct counts_of_class){gcc_add_bytes(e, gcc_emit_words_in_context(e, node), distance),
                                    1};
}

static void add_one(struct emitter *e, const struct class_site *site, struct counts_of_class counts,
                    const struct node *kind) {
    bool has_kind = kind->kind != NODE_const_int || kind->extra.integer != 0;
    if (has_kind) {
        gcc_jit_rvalue *number =
            gcc_binary(e, GCC_JIT_BINARY_OP_MINUS, e->types.int32, gcc_emit_value(e, kind),
                       gcc_int(e, site->first_kind - 1));
        counts.words = gcc_add_bytes(e, counts.words, times_word(e, number, counts.kind_words));
    }
    gcc_add(e, gcc_memory(e, counts.words, 0, JAVA_LONG), gcc_long(e, 1));
}

static void tell_in_context(struct emitter *e, const struct node *node) {
    gcc_jit_rvalue *arguments[5];
    for (int i = 0; i < 4; i++) arguments[i] = gcc_emit_value(e, node->inputs[i]);
    arguments[4] = gcc_emit_context_of(e, (uint32_t)node->inputs[4]->extra.integer);
    gcc_eval(e, gcc_call_stub(e, STUB_count_in_context, arguments));
}

/* Its inputs are those of STUB_count_execution, which is called for a class that is new here, or of STUB_count_in_context. */
void gcc_emit_count_of_class(struct emitter *e, const struct node *node) {
    const struct class_site *site = node->inputs[0]->extra.address.pointer;
    bool is_in_row = node->extra.stub == STUB_count_in_context;
    gcc_jit_block *look = gcc_block(e), *compare = gcc_block(e), *next = gcc_block(e);
    gcc_jit_block *found = gcc_block(e), *is_new = gcc_block(e), *done = gcc_block(e);
    gcc_jit_lvalue *at = gcc_local(e, e->types.bytes);
    gcc_jit_rvalue *variant = gcc_jit_lvalue_as_rvalue(at);
    gcc_jit_rvalue *class = class_seen(e, node->inputs[1]);
    gcc_assign(e, at, gcc_load_pointer(e, gcc_pointer(e, &site->variants), 0));
    gcc_jump(e, look);
    e->block = look;
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, variant, gcc_pointer(e, NULL)), 0.001,
               is_new, compare);
    e->block = compare;
    gcc_jit_rvalue *of_variant =
        gcc_load_pointer(e, variant, offsetof(struct class_variant, class));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, of_variant, class), 0.9, found, next);
    e->block = next;
    gcc_assign(e, at, gcc_load_pointer(e, variant, offsetof(struct class_variant, next)));
    gcc_jump(e, look);
    e->block = found;
    add_one(e, site,
            is_in_row ? in_row(e, variant, node, is_new) : in_cells(e, site, variant, node),
            node->inputs[2]);
    gcc_jump(e, done);
    e->block = is_new;
    if (is_in_row)
        tell_in_context(e, node);
    else
        gcc_emit_stub_call(e, node);
    gcc_jump(e, done);
    e->block = done;
}
