/* The target `vm`: its calling contexts. */
#include "harness/t_vm.h"

static bool keep_contexts(struct target *target, struct diag *diag) {
    return vm_keep_contexts(t_vm_of(target), &(struct vm_context_options){0}, diag);
}

static size_t contexts(struct target *target) {
    struct vm_target *self = (struct vm_target *)target;
    return known_contexts_find(&self->contexts, self->vm, &self->arena);
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
