/* CONTEXTS: calling contexts in compiled code. The node of each frame is a variable: of the root,
 * set at the entry; of what was inlined, where inserted code says that it begins. A loop's root is
 * that of the interpreter's frame. Before a call the address of its slot goes into the thread. */
#include "backend/emit.h"

#include "context/counts.h"
#include "ir/compilation.h"
#include "runtime/contexts.h"

/* What the contexts of a frame count. */
struct counting {
    uint32_t count;
    struct context_counts *counts; /* NULL: there are none */
    gcc_jit_lvalue *words;         /* the thread's */
};

static gcc_jit_lvalue *context_of(struct emitter *e, uint32_t frame) {
    struct compilation *compilation = e->graph->compilation;
    ASSERT(frame, "a frame without a number");
    if (!e->contexts)
        e->contexts =
            ARENA_ARRAY(compilation->arena, gcc_jit_lvalue *, compilation->frames.count + 1);
    if (!e->contexts[frame]) e->contexts[frame] = gcc_local(e, e->types.bytes);
    return e->contexts[frame];
}

static struct context_method *method_of(const struct emitter *e, uint32_t frame) {
    struct method *method = compilation_frame(e->graph->compilation, frame)->method->runtime;
    return method_contexts(method->class->runtime, method);
}

static gcc_jit_rvalue *slot_of(struct emitter *e, uint32_t frame, int bci) {
    uint32_t slot = context_slot_at(method_of(e, frame), bci);
    int64_t offset = (int64_t)(offsetof(struct context, slots) + slot * sizeof(void *));
    return gcc_add_bytes(e, gcc_jit_lvalue_as_rvalue(context_of(e, frame)), gcc_long(e, offset));
}

/* The thread's words of which [holder] has the numbers of the chunk and of the first word. */
static gcc_jit_rvalue *words_of(struct emitter *e, gcc_jit_rvalue *holder, int64_t chunk_offset,
                                int64_t word_offset) {
    gcc_jit_rvalue *chunk = gcc_load_number(e, holder, chunk_offset);
    gcc_jit_rvalue *words = gcc_load_pointer(e, gcc_add_bytes(e, e->thread, chunk), THREAD_CELLS);
    gcc_jit_rvalue *distance =
        gcc_binary(e, GCC_JIT_BINARY_OP_MULT, e->types.int64,
                   gcc_load_number(e, holder, word_offset), gcc_long(e, sizeof(int64_t)));
    return gcc_add_bytes(e, words, distance);
}

static void add(struct emitter *e, gcc_jit_rvalue *words, int64_t index, gcc_jit_rvalue *amount) {
    gcc_jit_lvalue *word = gcc_memory(e, words, index * (int64_t)sizeof(int64_t), JAVA_LONG);
    gcc_jit_block_add_assignment_op(e->block, NULL, word, GCC_JIT_BINARY_OP_PLUS, amount);
}

/* As context_count. */
static void count(struct emitter *e, gcc_jit_rvalue *context) {
    add(e, words_of(e, context, offsetof(struct context, chunk), offsetof(struct context, word)), 0,
        gcc_long(e, 1));
}

/* --- what contexts count beside calls ---
 *
 * In one activation a frame has one context, and so one row of counts: the thread's words for them
 * are a variable, set where the frame begins. No count is in front of that: operations move to
 * later places alone. */

/* As context_row, where the frame begins. */
static void begin_counting(struct emitter *e, uint32_t frame) {
    if (!e->counting[frame].count) return;
    gcc_jit_rvalue *context = gcc_jit_lvalue_as_rvalue(context_of(e, frame));
    gcc_jit_lvalue *row = gcc_local(e, e->types.bytes);
    gcc_jit_block *known = gcc_block(e), *other = gcc_block(e), *found = gcc_block(e);
    gcc_assign(e, row, gcc_load_pointer(e, context, offsetof(struct context, row)));
    gcc_jit_rvalue *counts =
        gcc_load_pointer(e, gcc_jit_lvalue_as_rvalue(row), offsetof(struct context_row, counts));
    gcc_branch(
        e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, counts, gcc_pointer(e, e->counting[frame].counts)),
        0.99, known, other);
    e->block = known;
    gcc_assign(e, e->counting[frame].words,
               words_of(e, gcc_jit_lvalue_as_rvalue(row), offsetof(struct context_row, chunk),
                        offsetof(struct context_row, word)));
    gcc_jump(e, found);
    e->block = other;
    gcc_jit_rvalue *arguments[] = {context, gcc_pointer(e, e->counting[frame].counts)};
    gcc_assign(e, e->counting[frame].words, gcc_call_stub(e, STUB_context_words, arguments));
    gcc_jump(e, found);
    e->block = found;
}

void gcc_emit_count_in_context(struct emitter *e, const struct node *node, gcc_jit_rvalue *amount) {
    const struct counting *counting = &e->counting[node->extra.counter.frame];
    add(e, gcc_jit_lvalue_as_rvalue(counting->words), e->count_numbers[node->id], amount);
}

void gcc_emit_context(struct emitter *e, const struct node *node) {
    gcc_emit_result(e, node,
                    gcc_jit_lvalue_as_rvalue(context_of(e, (uint32_t)node->extra.integer)));
}

static uint32_t counting_frame(const struct node *node) {
    return node->kind == NODE_count ? node->extra.counter.frame : 0;
}

static void number_counts(struct emitter *e) {
    for (int i = 0; i < e->graph->order_count; i++) {
        block_each_node(node, e->graph->order[i]) {
            uint32_t frame = counting_frame(node);
            if (frame) e->count_numbers[node->id] = e->counting[frame].count++;
        }
    }
}

static void name_cells(struct emitter *e) {
    enum count_way way = is_of_loop(e) ? COUNT_ON_STACK : COUNT_COMPILED;
    for (int i = 0; i < e->graph->order_count; i++) {
        block_each_node(node, e->graph->order[i]) {
            uint32_t frame = counting_frame(node);
            if (!frame) continue;
            uint32_t cell = node->extra.counter.cell->cell + way;
            e->counting[frame].counts->cells[e->count_numbers[node->id]] = cell;
        }
    }
}

/* Variables of frames that count. */
static void prepare_counts(struct emitter *e) {
    struct compilation *compilation = e->graph->compilation;
    uint32_t frames = compilation->frames.count;
    e->counting = ARENA_ARRAY(compilation->arena, struct counting, frames + 1);
    e->count_numbers = ARENA_ARRAY(compilation->arena, uint32_t, e->graph->next_node_id);
    number_counts(e);
    for (uint32_t frame = 1; frame <= frames; frame++) {
        struct counting *counting = &e->counting[frame];
        if (!counting->count) continue;
        counting->counts = context_counts_new(e->options->contexts, counting->count);
        counting->words = gcc_local(e, e->types.bytes);
    }
    name_cells(e);
}

/* --- frames --- */

static gcc_jit_rvalue *load(struct emitter *e, gcc_jit_lvalue *pointer, size_t offset) {
    return gcc_load_pointer(e, gcc_jit_lvalue_as_rvalue(pointer), (int64_t)offset);
}

/* Goes on at [found] if the link is [callee]'s. */
static void look(struct emitter *e, gcc_jit_lvalue *link, gcc_jit_rvalue *callee,
                 gcc_jit_block *found, gcc_jit_block *other) {
    gcc_jit_rvalue *method = load(e, link, offsetof(struct context_link, method));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, method, callee), 0.99, found, other);
}

/* Goes on at [found] with the link of [callee], or at [missing]. A call of many methods has as many
 * links: one that is not inlined is worth the code that follows them. */
static void follow(struct emitter *e, gcc_jit_lvalue *link, gcc_jit_rvalue *callee,
                   gcc_jit_block *found, gcc_jit_block *missing) {
    gcc_jit_block *again = gcc_block(e), *other = gcc_block(e), *next = gcc_block(e);
    gcc_jump(e, again);
    e->block = again;
    look(e, link, callee, found, other);
    e->block = other;
    gcc_jit_rvalue *method = load(e, link, offsetof(struct context_link, method));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, method, gcc_pointer(e, NULL)), 0.01,
               missing, next);
    e->block = next;
    gcc_assign(e, link, load(e, link, offsetof(struct context_link, next)));
    gcc_jump(e, again);
}

/* As context_enter. */
static void enter(struct emitter *e, gcc_jit_rvalue *slot, uint32_t frame) {
    gcc_jit_rvalue *callee = gcc_pointer(e, method_of(e, frame));
    gcc_jit_lvalue *context = context_of(e, frame);
    gcc_jit_lvalue *at = gcc_local(e, e->types.bytes), *link = gcc_local(e, e->types.bytes);
    gcc_jit_block *known = gcc_block(e), *others = gcc_block(e), *found = gcc_block(e);
    gcc_assign(e, at, slot);
    gcc_assign(e, link, load(e, at, 0));
    if (frame == e->graph->frame)
        follow(e, link, callee, known, others);
    else
        look(e, link, callee, known, others);
    e->block = known;
    gcc_assign(e, context, load(e, link, offsetof(struct context_link, node)));
    gcc_jump(e, found);
    e->block = others;
    gcc_jit_rvalue *arguments[] = {gcc_jit_lvalue_as_rvalue(at), callee};
    gcc_assign(e, context, gcc_call_stub(e, STUB_find_context, arguments));
    gcc_jump(e, found);
    e->block = found;
    count(e, gcc_jit_lvalue_as_rvalue(context));
    begin_counting(e, frame);
}

void gcc_emit_root_context(struct emitter *e) {
    uint32_t root = e->graph->frame;
    e->position = NULL;
    prepare_counts(e);
    if (is_of_loop(e)) {
        gcc_jit_rvalue *frame = gcc_load_pointer(e, e->thread, THREAD_LOOP);
        gcc_assign(e, context_of(e, root),
                   gcc_load_pointer(e, frame, offsetof(struct frame, context)));
        begin_counting(e, root);
        return;
    }
    enter(e, gcc_load_pointer(e, e->thread, THREAD_CALL_SITE), root);
}

void gcc_emit_enter_context(struct emitter *e, const struct node *node) {
    uint32_t number = (uint32_t)node->extra.integer;
    const struct compiled_frame *frame = compilation_frame(e->graph->compilation, number);
    enter(e, slot_of(e, frame->caller, frame->bci), number);
}

void gcc_emit_call_site(struct emitter *e, const struct node *node) {
    const struct node *state = node_state(node);
    gcc_jit_rvalue *slot =
        node->extra.call.is_inserted
            ? gcc_pointer(e, e->options->contexts->roots[CONTEXT_OF_INSERTED]->slots)
            : slot_of(e, state->extra.state->frame, state->extra.state->bci);
    gcc_assign(e, gcc_memory(e, e->thread, THREAD_CALL_SITE, JAVA_REFERENCE), slot);
}

void gcc_emit_left_context(struct emitter *e) {
    gcc_jit_rvalue *root = gcc_jit_lvalue_as_rvalue(context_of(e, e->graph->frame));
    gcc_assign(e, gcc_memory(e, e->thread, THREAD_LEFT, JAVA_REFERENCE), root);
}
