#include "profilers/known_contexts.h"

static bool is_known(const struct known_contexts *contexts, const struct context *node) {
    bool is_there = false;
    vec_each(struct known_context, known, contexts) is_there |= known->node == node;
    return is_there;
}

static void add_children(struct known_contexts *contexts, struct vm *vm,
                         const struct context *parent, int32_t caller, struct arena *arena) {
    const struct context *const *children;
    struct arena scratch;
    arena_init(&scratch);
    size_t count = vm_context_children(vm, parent, &scratch, &children);
    for (size_t i = 0; i < count; i++)
        if (!is_known(contexts, children[i]))
            arena_vec_push(arena, contexts, ((struct known_context){children[i], caller}));
    arena_release(&scratch);
}

uint32_t known_contexts_find(struct known_contexts *contexts, struct vm *vm, struct arena *arena) {
    int64_t nodes = vm_context_totals(vm).nodes;
    if (nodes == contexts->nodes) return contexts->count;
    contexts->nodes = nodes;
    add_children(contexts, vm, vm_contexts(vm), -1, arena);
    for (uint32_t i = 0; i < contexts->count; i++)
        add_children(contexts, vm, contexts->items[i].node, (int32_t)i, arena);
    return contexts->count;
}
