/* The target `vm`: its calling contexts. */
#include "base/vec.h"
#include "harness/t_vm.h"

static bool keep_contexts(struct target *target, struct diag *diag) {
    return vm_keep_contexts(t_vm_of(target), &(struct vm_context_options){0}, diag);
}

static bool is_known(const struct known_contexts *contexts, const struct context *node) {
    bool is_there = false;
    vec_each(struct known_context, known, contexts) is_there |= known->node == node;
    return is_there;
}

/* What [caller] has called since the tree was walked last. */
static void add_children(struct vm_target *self, const struct context *parent, int32_t caller) {
    const struct context *const *children;
    struct arena scratch;
    arena_init(&scratch);
    size_t count = vm_context_children(self->vm, parent, &scratch, &children);
    for (size_t i = 0; i < count; i++)
        if (!is_known(&self->contexts, children[i]))
            arena_vec_push(&self->arena, &self->contexts,
                           ((struct known_context){children[i], caller}));
    arena_release(&scratch);
}

static size_t contexts(struct target *target) {
    struct vm_target *self = (struct vm_target *)target;
    int64_t nodes = vm_context_totals(self->vm).nodes;
    if (nodes == self->contexts.nodes) return self->contexts.count;
    self->contexts.nodes = nodes;
    add_children(self, vm_contexts(self->vm), -1);
    for (uint32_t i = 0; i < self->contexts.count; i++)
        add_children(self, self->contexts.items[i].node, (int32_t)i);
    return self->contexts.count;
}

static struct target_context context(struct target *target, size_t number) {
    const struct vm_target *self = (const struct vm_target *)target;
    const struct known_context *known = &self->contexts.items[number];
    struct vm_context seen = vm_context(self->vm, known->node);
    return (struct target_context){seen.name, seen.line, known->caller};
}

static int64_t context_calls(struct target *target, size_t number) {
    const struct vm_target *self = (const struct vm_target *)target;
    return vm_context(self->vm, self->contexts.items[number].node).calls;
}

void t_vm_fill_contexts(struct target *target) {
    target->keep_contexts = keep_contexts;
    target->contexts = contexts;
    target->context = context;
    target->context_calls = context_calls;
}
