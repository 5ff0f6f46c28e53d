/* Calling contexts, for embedders. */
#include "vm_internal.h"

#include <stdlib.h>
#include <string.h>

#include "context/counts.h"
#include "runtime/contexts.h"
#include "tally/tally.h"

static bool refuse(struct diag *diag, const char *why) {
    diag_error(diag, (struct place){0}, "calling contexts cannot be kept: %s", why);
    return false;
}

bool vm_keep_contexts(struct vm *vm, const struct vm_context_options *options, struct diag *diag) {
    if (vm->runtime.contexts) return refuse(diag, "they are kept already");
    if (vm->runtime.profile && vm->runtime.profile->contexts)
        return refuse(diag, "a profile has begun that finds those of its samples by itself");
    if (vm_thread(vm)->frame || vm->runtime.world.has_several)
        return refuse(diag, "Java runs already");
    if (vm->jit.codes) return refuse(diag, "code that does not know of them was compiled");
    if (options->fold_recursion && options->levels)
        return refuse(diag, "recursion is folded, or contexts have so many levels, not both");
    struct context_options kept = {.without_call_sites = options->without_call_sites,
                                   .without_natives = options->without_natives,
                                   .fold_recursion = options->fold_recursion,
                                   .levels = options->levels,
                                   .most_nodes = options->most_nodes};
    contexts_keep(&vm->runtime, &kept);
    vm->jit.backend.contexts = vm->runtime.contexts;
    vm->runtime.samples_wait = false;
    return true;
}

const struct context *vm_contexts(const struct vm *vm) {
    context_settle(vm->runtime.contexts);
    return vm->runtime.contexts->roots[CONTEXT_OF_PROGRAM];
}

const struct context *vm_contexts_beyond_limit(const struct vm *vm) {
    const struct context *root = vm->runtime.contexts->roots[CONTEXT_BEYOND_LIMIT];
    return context_first((struct context_link **)root->slots)->method ? root : NULL;
}

struct vm_context vm_context(const struct vm *vm, const struct context *context) {
    const struct context_method *known = context->link.method;
    const struct method *method = known->method;
    const struct context_tree *tree = vm->runtime.contexts;
    struct vm_context told = {
        .parent = context->parent,
        .method = method,
        .name = method ? method_full_name(method) : NULL,
        .bci = context->link.bci,
        .calls = tree ? context_calls(tree, context) : -1,
        .is_native = known->is_native,
        .mark = tree ? context_calls_without_node(tree, context) : 0,
    };
    const struct method *caller = context->parent ? context->parent->link.method->method : NULL;
    if (caller && told.bci >= 0) told.line = method_line(caller, told.bci);
    return told;
}

static int by_place(const void *a, const void *b) {
    const struct context *x = *(const struct context *const *)a;
    const struct context *y = *(const struct context *const *)b;
    if (x->link.bci != y->link.bci) return x->link.bci < y->link.bci ? -1 : 1;
    return strcmp(method_full_name(x->link.method->method),
                  method_full_name(y->link.method->method));
}

size_t vm_context_children(const struct vm *vm, const struct context *context, struct arena *arena,
                           const struct context *const **children) {
    struct {
        const struct context **items;
        uint32_t count, capacity;
    } found = {0};
    for (uint32_t i = 0; i < context->link.method->slot_count; i++) {
        const struct context_link *link = __atomic_load_n(&context->slots[i], __ATOMIC_ACQUIRE);
        for (; link->method; link = link->next)
            if (link == &link->node->link) arena_vec_push(arena, &found, link->node);
    }
    if (found.count) qsort(found.items, found.count, sizeof *found.items, by_place);
    *children = found.items;
    return found.count;
}

static int64_t marks_of(const struct context_tree *tree) {
    int64_t sum = 0;
    const struct context_link *link = context_first(tree->roots[CONTEXT_BEYOND_LIMIT]->slots);
    for (; link->method; link = link->next) sum += context_calls(tree, link->node);
    return sum;
}

struct vm_context_totals vm_context_totals(const struct vm *vm) {
    struct context_tree *tree = vm->runtime.contexts;
    if (!tree) return (struct vm_context_totals){0};
    context_settle(tree);
    return (struct vm_context_totals){
        .nodes = (int64_t)__atomic_load_n(&tree->node_count, __ATOMIC_RELAXED),
        .refused = (int64_t)__atomic_load_n(&tree->refused, __ATOMIC_RELAXED),
        .marks = marks_of(tree),
        .bytes = (int64_t)__atomic_load_n(&tree->bytes, __ATOMIC_RELAXED)};
}
