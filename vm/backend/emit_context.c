/* CONTEXTS: calling contexts in compiled code. The node of the method that is compiled is a variable, set at the entry; a
 * loop's is that of the interpreter's frame. What is inlined counts in the row of that node (context/counts.h), and has a
 * node of its own where it calls. Before a call the address of its slot goes into the thread. */
#include "backend/emit.h"

#include "context/counts.h"
#include "ir/compilation.h"
#include "runtime/class_site.h"
#include "runtime/contexts.h"

enum { NOT_NUMBERED = UINT32_MAX };

struct site_in_row {
    const struct class_site *site;
    uint32_t first; /* index of a count */
};

struct gcc_contexts {
    gcc_jit_lvalue *root;          /* the node */
    struct context_counts *counts; /* NULL: nothing is inlined, and nothing counts by contexts */
    gcc_jit_lvalue *row, *words;   /* the root's, and the thread's words for it */
    bool *is_needed;               /* by number of frame */
    uint32_t *frames;              /* likewise: its index in the row */
    uint32_t *entries;             /* likewise: the index of the count of its entries */
    uint32_t *numbers;             /* by node id: the count's index */
    VEC(struct site_in_row) sites;
    uint32_t frame_count, count; /* in the row */
};

static struct context_method *method_of(const struct emitter *e, uint32_t frame) {
    struct method *method = compilation_frame(e->graph->compilation, frame)->method->runtime;
    return method_contexts(method->class->runtime, method);
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
    gcc_add(e, word, amount);
}

/* As context_count. */
static void count(struct emitter *e, gcc_jit_rvalue *context) {
    add(e, words_of(e, context, offsetof(struct context, chunk), offsetof(struct context, word)), 0,
        gcc_long(e, 1));
}

/* --- rows --- */

static struct compiled_frame *frame_of(const struct emitter *e, uint32_t frame) {
    return compilation_frame(e->graph->compilation, frame);
}

/* Callers have smaller numbers. */
static void need(const struct emitter *e, uint32_t frame) {
    ASSERT(frame, "a frame without a number");
    for (; frame && !e->contexts->is_needed[frame]; frame = frame_of(e, frame)->caller)
        e->contexts->is_needed[frame] = true;
}

static uint32_t counting_frame(const struct node *node) {
    return node->kind == NODE_count ? node->extra.counter.frame : 0;
}

static bool counts_by_class(const struct node *node) {
    return node->kind == NODE_runtime_call && node->extra.stub == STUB_count_in_context;
}

/* The frame whose node or row the node asks for; 0: it asks for none. */
static uint32_t frame_asked(const struct node *node) {
    if (counts_by_class(node)) return (uint32_t)node->inputs[4]->extra.integer;
    if (node->kind == NODE_enter_context || node->kind == NODE_context)
        return (uint32_t)node->extra.integer;
    if (node->kind == NODE_invoke && !node->extra.call.is_inserted)
        return node_state(node)->extra.state->frame;
    return counting_frame(node);
}

static struct class_site *site_of(const struct node *node) {
    return node->inputs[0]->extra.address.pointer;
}

/* Of the site's first count: copies of a node have the same counts. */
static uint32_t number_of_site(struct emitter *e, const struct class_site *site) {
    struct gcc_contexts *contexts = e->contexts;
    vec_each(struct site_in_row, known, &contexts->sites) {
        if (known->site == site) return known->first;
    }
    struct site_in_row made = {site, contexts->count};
    arena_vec_push(e->graph->compilation->arena, &contexts->sites, made);
    contexts->count += (uint32_t)(CLASSES_IN_ROW * site->row_kinds);
    return made.first;
}

static void number_node(struct emitter *e, const struct node *node) {
    struct gcc_contexts *contexts = e->contexts;
    uint32_t frame = frame_asked(node);
    if (!frame) return;
    need(e, frame);
    if (counting_frame(node)) contexts->numbers[node->id] = contexts->count++;
    if (counts_by_class(node)) contexts->numbers[node->id] = number_of_site(e, site_of(node));
    bool is_first = node->kind == NODE_enter_context && contexts->entries[frame] == NOT_NUMBERED;
    if (is_first) contexts->entries[frame] = contexts->count++;
}

static void number_all(struct emitter *e) {
    for (int i = 0; i < e->graph->order_count; i++) {
        block_each_node(node, e->graph->order[i]) {
            number_node(e, node);
        }
    }
}

static enum count_way way_of(const struct emitter *e) {
    return is_of_loop(e) ? COUNT_ON_STACK : COUNT_COMPILED;
}

static void name_frames(const struct emitter *e) {
    const struct gcc_contexts *contexts = e->contexts;
    for (uint32_t frame = 1; frame <= e->graph->compilation->frames.count; frame++) {
        if (!contexts->is_needed[frame]) continue;
        const struct compiled_frame *made = frame_of(e, frame);
        uint32_t index = contexts->frames[frame];
        contexts->counts->frames[index] =
            (struct context_frame){method_of(e, frame), contexts->frames[made->caller], made->bci};
        if (contexts->entries[frame] != NOT_NUMBERED)
            contexts->counts->cells[contexts->entries[frame]] =
                (struct context_cell){index, CONTEXT_ENTRY};
    }
}

/* Which classes come, the site learns while it counts. */
static void name_classes(const struct emitter *e, const struct node *node, uint32_t frame) {
    struct class_site *site = site_of(node);
    site->row_way = way_of(e);
    site->row_cells = &e->contexts->counts->cells[e->contexts->numbers[node->id]];
    for (int i = 0; i < CLASSES_IN_ROW * site->row_kinds; i++)
        site->row_cells[i] = (struct context_cell){frame, CONTEXT_NO_CELL};
}

static void name_counts(const struct emitter *e) {
    for (int i = 0; i < e->graph->order_count; i++) {
        block_each_node(node, e->graph->order[i]) {
            uint32_t frame = e->contexts->frames[frame_asked(node)];
            if (counts_by_class(node)) name_classes(e, node, frame);
            if (counting_frame(node))
                e->contexts->counts->cells[e->contexts->numbers[node->id]] = (struct context_cell){
                    frame, node->extra.counter.cell->cell + (uint32_t)way_of(e)};
        }
    }
}

static void prepare(struct emitter *e) {
    struct compilation *compilation = e->graph->compilation;
    struct arena *arena = compilation->arena;
    uint32_t frames = compilation->frames.count;
    struct gcc_contexts *contexts = e->contexts = ARENA_NEW(arena, struct gcc_contexts);
    contexts->root = gcc_local(e, e->types.bytes);
    contexts->is_needed = ARENA_ARRAY(arena, bool, frames + 1);
    contexts->frames = ARENA_ARRAY(arena, uint32_t, frames + 1);
    contexts->entries = ARENA_ARRAY(arena, uint32_t, frames + 1);
    contexts->numbers = ARENA_ARRAY(arena, uint32_t, e->graph->next_node_id);
    for (uint32_t frame = 1; frame <= frames; frame++) contexts->entries[frame] = NOT_NUMBERED;
    number_all(e);
    need(e, e->graph->frame);
    for (uint32_t frame = 1; frame <= frames; frame++)
        if (contexts->is_needed[frame]) contexts->frames[frame] = contexts->frame_count++;
    if (!contexts->count && contexts->frame_count == 1) return;
    if (!is_of_loop(e)) contexts->entries[e->graph->frame] = contexts->count++;
    contexts->counts =
        context_counts_new(e->options->contexts, contexts->count, contexts->frame_count);
    contexts->row = gcc_local(e, e->types.bytes);
    contexts->words = gcc_local(e, e->types.bytes);
    name_frames(e);
    name_counts(e);
}

/* As context_row. */
static void find_row(struct emitter *e) {
    struct gcc_contexts *contexts = e->contexts;
    gcc_jit_rvalue *root = gcc_jit_lvalue_as_rvalue(contexts->root);
    gcc_jit_rvalue *row = gcc_jit_lvalue_as_rvalue(contexts->row);
    gcc_jit_rvalue *mine = gcc_pointer(e, contexts->counts);
    gcc_jit_block *other = gcc_block(e), *found = gcc_block(e);
    gcc_assign(e, contexts->row, gcc_load_pointer(e, root, offsetof(struct context, row)));
    gcc_jit_rvalue *counts = gcc_load_pointer(e, row, offsetof(struct context_row, counts));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, counts, mine), 0.99, found, other);
    e->block = other;
    gcc_jit_rvalue *arguments[] = {root, mine};
    gcc_assign(e, contexts->row, gcc_call_stub(e, STUB_context_row, arguments));
    gcc_jump(e, found);
    e->block = found;
    gcc_assign(
        e, contexts->words,
        words_of(e, row, offsetof(struct context_row, chunk), offsetof(struct context_row, word)));
}

static void count_in_row(struct emitter *e, uint32_t index, gcc_jit_rvalue *amount) {
    add(e, gcc_jit_lvalue_as_rvalue(e->contexts->words), index, amount);
}

void gcc_emit_count_in_context(struct emitter *e, const struct node *node, gcc_jit_rvalue *amount) {
    count_in_row(e, e->contexts->numbers[node->id], amount);
}

gcc_jit_rvalue *gcc_emit_words_in_context(struct emitter *e, const struct node *node) {
    int64_t distance = e->contexts->numbers[node->id] * (int64_t)sizeof(int64_t);
    return gcc_add_bytes(e, gcc_jit_lvalue_as_rvalue(e->contexts->words), gcc_long(e, distance));
}

/* --- nodes --- */

/* As context_frame_node. */
gcc_jit_rvalue *gcc_emit_context_of(struct emitter *e, uint32_t frame) {
    const struct gcc_contexts *contexts = e->contexts;
    if (frame == e->graph->frame) return gcc_jit_lvalue_as_rvalue(contexts->root);
    uint32_t index = contexts->frames[frame];
    int64_t offset =
        (int64_t)(offsetof(struct context_row, frames) + index * sizeof(struct context *));
    gcc_jit_rvalue *row = gcc_jit_lvalue_as_rvalue(contexts->row);
    gcc_jit_lvalue *node = gcc_local(e, e->types.bytes);
    gcc_jit_rvalue *value = gcc_jit_lvalue_as_rvalue(node);
    gcc_jit_block *missing = gcc_block(e), *found = gcc_block(e);
    gcc_assign(e, node, gcc_load_pointer(e, row, offset));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, value, gcc_pointer(e, NULL)), 0.01, missing,
               found);
    e->block = missing;
    gcc_jit_rvalue *arguments[] = {row, gcc_int(e, (int32_t)index)};
    gcc_assign(e, node, gcc_call_stub(e, STUB_context_of_frame, arguments));
    gcc_jump(e, found);
    e->block = found;
    return value;
}

static gcc_jit_rvalue *slot_of(struct emitter *e, uint32_t frame, int bci) {
    uint32_t slot = context_slot_at(method_of(e, frame), bci);
    int64_t offset = (int64_t)(offsetof(struct context, slots) + slot * sizeof(void *));
    return gcc_add_bytes(e, gcc_emit_context_of(e, frame), gcc_long(e, offset));
}

/* Where nodes are limited they are made in the order of the calls, so that the same ones are made whoever executes the calls. */
void gcc_emit_enter_context(struct emitter *e, const struct node *node) {
    uint32_t frame = (uint32_t)node->extra.integer;
    if (e->options->contexts->options.most_nodes) gcc_emit_context_of(e, frame);
    count_in_row(e, e->contexts->entries[frame], gcc_long(e, 1));
}

void gcc_emit_context(struct emitter *e, const struct node *node) {
    gcc_emit_result(e, node, gcc_emit_context_of(e, (uint32_t)node->extra.integer));
}

/* --- the root --- */

static gcc_jit_rvalue *load(struct emitter *e, gcc_jit_lvalue *pointer, size_t offset) {
    return gcc_load_pointer(e, gcc_jit_lvalue_as_rvalue(pointer), (int64_t)offset);
}

/* Goes on at [found] with the link of the callee, or at [missing]. A call of many methods has as many links. */
static void follow(struct emitter *e, gcc_jit_lvalue *link, gcc_jit_rvalue *callee,
                   gcc_jit_block *found, gcc_jit_block *missing) {
    gcc_jit_block *again = gcc_block(e), *other = gcc_block(e), *next = gcc_block(e);
    gcc_jump(e, again);
    e->block = again;
    gcc_jit_rvalue *method = load(e, link, offsetof(struct context_link, method));
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, method, callee), 0.99, found, other);
    e->block = other;
    gcc_branch(e, gcc_compare(e, GCC_JIT_COMPARISON_EQ, method, gcc_pointer(e, NULL)), 0.01,
               missing, next);
    e->block = next;
    gcc_assign(e, link, load(e, link, offsetof(struct context_link, next)));
    gcc_jump(e, again);
}

/* As context_enter, but for the count. */
static void enter(struct emitter *e) {
    gcc_jit_rvalue *callee = gcc_pointer(e, method_of(e, e->graph->frame));
    gcc_jit_lvalue *root = e->contexts->root;
    gcc_jit_lvalue *slot = gcc_local(e, e->types.bytes), *link = gcc_local(e, e->types.bytes);
    gcc_jit_block *known = gcc_block(e), *missing = gcc_block(e), *found = gcc_block(e);
    gcc_assign(e, slot, gcc_load_pointer(e, e->thread, THREAD_CALL_SITE));
    gcc_assign(e, link, load(e, slot, 0));
    follow(e, link, callee, known, missing);
    e->block = known;
    gcc_assign(e, root, load(e, link, offsetof(struct context_link, node)));
    gcc_jump(e, found);
    e->block = missing;
    gcc_jit_rvalue *arguments[] = {gcc_jit_lvalue_as_rvalue(slot), callee};
    gcc_assign(e, root, gcc_call_stub(e, STUB_find_context, arguments));
    gcc_jump(e, found);
    e->block = found;
}

static void resume(struct emitter *e) {
    gcc_jit_rvalue *frame = gcc_load_pointer(e, e->thread, THREAD_LOOP);
    gcc_assign(e, e->contexts->root, gcc_load_pointer(e, frame, offsetof(struct frame, context)));
}

void gcc_emit_root_context(struct emitter *e) {
    e->position = NULL;
    prepare(e);
    if (is_of_loop(e))
        resume(e);
    else
        enter(e);
    if (e->contexts->counts) find_row(e);
    if (is_of_loop(e)) return;
    if (e->contexts->counts)
        count_in_row(e, e->contexts->entries[e->graph->frame], gcc_long(e, 1));
    else
        count(e, gcc_jit_lvalue_as_rvalue(e->contexts->root));
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
    gcc_assign(e, gcc_memory(e, e->thread, THREAD_LEFT, JAVA_REFERENCE),
               gcc_jit_lvalue_as_rvalue(e->contexts->root));
}
