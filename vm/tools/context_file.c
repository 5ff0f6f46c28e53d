/* CONTEXT FILE: the nodes as plain data (trees/tree.h). Nothing recurses: contexts are as deep as stacks were. */
#include "tools/context_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"
#include "classfile/blocks.h"
#include <uthash.h>

/* A node whose children are being entered. */
struct context_level {
    const struct context *const *children;
    size_t next, count;
    const struct method *method;
    bool is_beyond_limit;
    struct arena arena; /* has the children */
};

/* What a context counted at a bytecode, or a part of it. */
struct counted_piece {
    const struct context *context;
    int bci;
    int64_t count;
};

struct method_blocks {
    UT_hash_handle hh;
    const struct method *method;
    const struct vm_block *items;
    size_t count;
};

struct context_writing {
    const struct vm *vm;
    const struct counted_blocks *counted; /* NULL: blocks are not counted */
    struct tree tree;
    VEC(struct context_level) levels;
    VEC(struct counted_piece) pieces; /* by context, then bytecode */
    struct arena arena;               /* has what follows */
    struct method_blocks *blocks;     /* by method */
};

/* --- blocks --- */

static void add_piece(void *context, const struct context *node, const struct position *site,
                      int64_t count) {
    struct context_writing *writing = context;
    vec_push(&writing->pieces, (struct counted_piece){node, site->bci, count});
}

static int piece_order(const void *left, const void *right) {
    const struct counted_piece *a = left, *b = right;
    if (a->context != b->context) return (uintptr_t)a->context < (uintptr_t)b->context ? -1 : 1;
    return (a->bci > b->bci) - (a->bci < b->bci);
}

static void read_pieces(struct context_writing *writing) {
    const struct counted_blocks *counted = writing->counted;
    if (!counted) return;
    writing->tree.has_blocks = true;
    writing->tree.block_rule =
        block_rule_name(counted->ends_at_calls ? BLOCKS_CALLS : BLOCKS_BRANCHES);
    vm_profile_each_in_context(counted->profile, counted->rule, add_piece, writing);
    if (writing->pieces.count)
        qsort(writing->pieces.items, writing->pieces.count, sizeof *writing->pieces.items,
              piece_order);
}

static uint32_t first_piece(const struct context_writing *writing, const struct context *context) {
    uint32_t first = 0, end = writing->pieces.count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if ((uintptr_t)writing->pieces.items[middle].context < (uintptr_t)context)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static const struct method_blocks *blocks_of(struct context_writing *writing,
                                             const struct method *method) {
    struct method_blocks *blocks;
    HASH_FIND_PTR(writing->blocks, &method, blocks);
    if (blocks) return blocks;
    blocks = ARENA_NEW(&writing->arena, struct method_blocks);
    blocks->method = method;
    blocks->count =
        vm_method_blocks(method, writing->counted->ends_at_calls, &writing->arena, &blocks->items);
    HASH_ADD_PTR(writing->blocks, method, blocks);
    return blocks;
}

/* Of the node that is entered: those that were executed. */
static void add_blocks(struct context_writing *writing, const struct context *node,
                       const struct method *method) {
    uint32_t at = first_piece(writing, node), end = writing->pieces.count;
    if (at == end || writing->pieces.items[at].context != node) return;
    const struct method_blocks *blocks = blocks_of(writing, method);
    for (size_t i = 0; i < blocks->count; i++) {
        const struct vm_block *block = &blocks->items[i];
        int64_t sum = 0;
        for (; at < end && writing->pieces.items[at].context == node &&
               writing->pieces.items[at].bci == block->bci;
             at++)
            sum += writing->pieces.items[at].count;
        if (sum)
            tree_add_block(&writing->tree,
                           (struct tree_block){block->bci, (uint32_t)block->first,
                                               (uint32_t)block->last, (uint64_t)sum});
    }
}

/* --- nodes --- */

/* Of "a.b.C.f(I)V": the class in its internal form. Hidden classes have a slash in their names for people, a plus sign inside. */
static uint32_t add_method(struct tree *tree, const char *name) {
    struct strbuf text = STRBUF_INIT;
    size_t length = strcspn(name, "("), dot = length;
    while (dot && name[dot - 1] != '.') dot--;
    for (size_t i = 0; i + 1 < dot; i++)
        strbuf_add_char(&text, name[i] == '.' ? '/' : name[i] == '/' ? '+' : name[i]);
    strbuf_add_char(&text, '\0');
    size_t method = text.length;
    strbuf_add(&text, name + dot, length - dot);
    uint32_t index =
        tree_method(tree, strbuf_text(&text), strbuf_text(&text) + method, name + length);
    strbuf_release(&text);
    return index;
}

static void open_level(struct context_writing *writing, const struct context *node,
                       const struct method *method) {
    vec_push(&writing->levels, (struct context_level){.method = method});
    struct context_level *level = &vec_last(&writing->levels);
    arena_init(&level->arena);
    level->count = vm_context_children(writing->vm, node, &level->arena, &level->children);
}

static void enter(struct context_writing *writing, const struct context *node) {
    struct vm_context context = vm_context(writing->vm, node);
    const struct context_level *level = &vec_last(&writing->levels);
    int number = level->method ? vm_method_instruction(level->method, context.bci) : -1;
    struct tree_node *entered = tree_enter(&writing->tree, add_method(&writing->tree, context.name),
                                           context.bci, number, (uint64_t)context.calls);
    entered->folded = (uint64_t)context.mark;
    entered->is_folded = level->is_beyond_limit;
    add_blocks(writing, node, context.method);
    open_level(writing, node, context.method);
}

static void add_contexts(struct context_writing *writing, const struct context *root) {
    open_level(writing, root, NULL);
    vec_last(&writing->levels).is_beyond_limit = root == vm_contexts_beyond_limit(writing->vm);
    while (writing->levels.count) {
        struct context_level *level = &vec_last(&writing->levels);
        if (level->next < level->count) {
            enter(writing, level->children[level->next++]);
            continue;
        }
        arena_release(&level->arena);
        (void)vec_pop(&writing->levels);
        if (writing->levels.count) tree_leave(&writing->tree);
    }
}

void context_file_write(const struct vm *vm, const struct counted_blocks *blocks,
                        const struct tree_writer *writer, FILE *out) {
    struct context_writing writing = {.vm = vm, .counted = blocks};
    tree_init(&writing.tree);
    const char *classes = vm_dump_directory_of_classes(vm);
    if (classes) writing.tree.classes = intern(classes);
    arena_init(&writing.arena);
    read_pieces(&writing);
    add_contexts(&writing, vm_contexts(vm));
    if (vm_contexts_beyond_limit(vm)) add_contexts(&writing, vm_contexts_beyond_limit(vm));
    writer->write(&writing.tree, out);
    tree_release(&writing.tree);
    HASH_CLEAR(hh, writing.blocks);
    arena_release(&writing.arena);
    vec_release(&writing.pieces);
    vec_release(&writing.levels);
}
