/* STACK CONTEXT: the frames from the inside out, those that were inlined and those of hidden classes too, then their nodes from the
 * outside in. */
#include "tally/stack_context.h"

#include "base/memory.h"
#include "base/vec.h"
#include "runtime/contexts.h"
#include "tally/tally.h"

struct caller {
    struct method *method;
    int32_t bci; /* of the call */
};

struct callers {
    VEC(struct caller) items; /* innermost first */
    int levels;
};

static bool is_enough(const struct callers *callers) {
    return callers->levels != VM_ALL_LEVELS && callers->items.count > (uint32_t)callers->levels;
}

static void add(struct callers *callers, struct method *method, int32_t bci) {
    struct caller caller = {method, bci};
    vec_push(&callers->items, caller);
}

static void add_site(struct callers *callers, const struct call_site *site) {
    for (const struct call_site *hidden = site->hidden; hidden; hidden = hidden->caller)
        add(callers, hidden->method, hidden->bci);
    add(callers, site->method, site->bci);
}

static void add_entry(struct callers *callers, const struct stack_entry *entry) {
    if (entry->site)
        add_site(callers, entry->site);
    else
        add(callers, entry->method, entry->method->code ? entry->bci : CONTEXT_NO_CALL);
}

static void collect(struct callers *callers, const struct thread *thread,
                    const struct innermost_call *inner, bool has_natives) {
    struct stack_walk walk;
    struct stack_entry entry;
    for (const struct call_site *site = inner->site; site; site = site->caller)
        add_site(callers, site);
    if (is_enough(callers)) return;
    stack_walk_begin_at(&walk, thread, inner->stack);
    for (int i = 0; i < inner->frames; i++) stack_walk_next_frame(&walk);
    while (!is_enough(callers) && stack_walk_next(&walk, &entry))
        if (has_natives || callers->items.count || entry.method->code) add_entry(callers, &entry);
}

struct context *stack_context(struct thread *thread, const struct innermost_call *inner, int levels,
                              bool has_natives) {
    struct context_tree *tree = thread->runtime->profile->contexts;
    struct callers callers = {.levels = levels};
    collect(&callers, thread, inner, has_natives);
    bool is_whole = levels == VM_ALL_LEVELS;
    struct context *context = is_whole ? tree->roots[CONTEXT_OF_PROGRAM] : tree->parts;
    if (!callers.items.count) context = NULL;
    for (int32_t bci = CONTEXT_NO_CALL; callers.items.count;) {
        struct caller caller = vec_pop(&callers.items);
        context = context_child(tree, context, bci, method_in_tree(tree, caller.method));
        bci = caller.bci;
    }
    vec_release(&callers.items);
    return context;
}
