/* CONTEXTS: calling contexts in compiled code. The node of each frame is a variable: of the root,
 * set at the entry; of what was inlined, where inserted code says that it begins. A loop's root is
 * that of the interpreter's frame. Before a call the address of its slot goes into the thread. */
#include "backend/emit.h"

#include "ir/compilation.h"
#include "runtime/contexts.h"

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

/* As context_count. */
static void count(struct emitter *e, gcc_jit_rvalue *context) {
    gcc_jit_rvalue *chunk = gcc_load_number(e, context, offsetof(struct context, chunk));
    gcc_jit_rvalue *words = gcc_load_pointer(e, gcc_add_bytes(e, e->thread, chunk), THREAD_CELLS);
    gcc_jit_rvalue *distance = gcc_binary(
        e, GCC_JIT_BINARY_OP_MULT, e->types.int64,
        gcc_load_number(e, context, offsetof(struct context, word)), gcc_long(e, sizeof(int64_t)));
    gcc_jit_lvalue *word = gcc_memory(e, gcc_add_bytes(e, words, distance), 0, JAVA_LONG);
    gcc_jit_block_add_assignment_op(e->block, NULL, word, GCC_JIT_BINARY_OP_PLUS, gcc_long(e, 1));
}

/* As context_enter. */
static void enter(struct emitter *e, gcc_jit_rvalue *slot, uint32_t frame) {
    gcc_jit_rvalue *callee = gcc_pointer(e, method_of(e, frame));
    gcc_jit_lvalue *context = context_of(e, frame);
    gcc_jit_lvalue *at = gcc_local(e, e->types.bytes), *link = gcc_local(e, e->types.bytes);
    gcc_jit_block *first = gcc_block(e), *others = gcc_block(e), *found = gcc_block(e);
    gcc_assign(e, at, slot);
    gcc_assign(e, link, gcc_load_pointer(e, gcc_jit_lvalue_as_rvalue(at), 0));
    gcc_jit_rvalue *method =
        gcc_load_pointer(e, gcc_jit_lvalue_as_rvalue(link), offsetof(struct context_link, method));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, method, callee), 0.99, first, others);
    e->block = first;
    gcc_assign(
        e, context,
        gcc_load_pointer(e, gcc_jit_lvalue_as_rvalue(link), offsetof(struct context_link, node)));
    gcc_jump(e, found);
    e->block = others;
    gcc_jit_rvalue *arguments[] = {gcc_jit_lvalue_as_rvalue(at), callee};
    gcc_assign(e, context, gcc_call_stub(e, STUB_find_context, arguments));
    gcc_jump(e, found);
    e->block = found;
    count(e, gcc_jit_lvalue_as_rvalue(context));
}

void gcc_emit_root_context(struct emitter *e) {
    uint32_t root = e->graph->frame;
    e->position = NULL;
    if (is_of_loop(e)) {
        gcc_jit_rvalue *frame = gcc_load_pointer(e, e->thread, THREAD_LOOP);
        gcc_assign(e, context_of(e, root),
                   gcc_load_pointer(e, frame, offsetof(struct frame, context)));
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
    if (is_of_loop(e)) return;
    gcc_jit_rvalue *root = gcc_jit_lvalue_as_rvalue(context_of(e, e->graph->frame));
    gcc_assign(e, gcc_memory(e, e->thread, THREAD_LEFT, JAVA_REFERENCE), root);
}
