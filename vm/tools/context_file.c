/* CONTEXT FILE: the nodes as plain data (trees/tree.h). Nothing recurses: contexts are as deep as stacks were. */
#include "tools/context_file.h"

#include <string.h>

#include "base/arena.h"
#include "base/vec.h"

/* A node whose children are being entered. */
struct context_level {
    const struct context *const *children;
    size_t next, count;
    const struct method *method;
    struct arena arena; /* has the children */
};

struct context_writing {
    const struct vm *vm;
    struct tree tree;
    VEC(struct context_level) levels;
};

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
    const struct method *caller = vec_last(&writing->levels).method;
    int number = caller ? vm_method_instruction(caller, context.bci) : -1;
    tree_enter(&writing->tree, add_method(&writing->tree, context.name), context.bci, number,
               (uint64_t)context.calls);
    open_level(writing, node, context.method);
}

static void add_contexts(struct context_writing *writing, const struct context *root) {
    open_level(writing, root, NULL);
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

void context_file_write(const struct vm *vm, enum tree_writer_kind kind, FILE *out) {
    struct context_writing writing = {.vm = vm};
    tree_init(&writing.tree);
    add_contexts(&writing, vm_contexts(vm));
    if (vm_contexts_beyond_limit(vm)) add_contexts(&writing, vm_contexts_beyond_limit(vm));
    tree_writers[kind].write(&writing.tree, out);
    tree_release(&writing.tree);
    vec_release(&writing.levels);
}
