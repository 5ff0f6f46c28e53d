/* ASKER: from the stack. */
#include "tally/asker.h"

#include "runtime/contexts.h"

bool asker_find(const struct thread *thread, struct asker *out) {
    struct stack_walk walk;
    *out = (struct asker){0};
    stack_walk_begin(&walk, thread);
    while (stack_walk_next(&walk, &out->entry)) {
        if (out->entry.method->code) {
            out->callers = out->entry.is_compiled ? walk.site : NULL;
            return true;
        }
        if (!out->native) out->native = out->entry.method;
        out->called = out->entry.frame;
    }
    return false;
}

static struct position position_of(const struct method *method, int bci, bool is_below_hidden) {
    return (struct position){.method = method_full_name(method),
                             .bci = bci,
                             .line = method_line(method, bci),
                             .is_below_hidden = is_below_hidden};
}

void asker_fill_positions(const struct asker *asker, struct position *out) {
    const struct stack_entry *entry = &asker->entry;
    *out = position_of(entry->method, entry->bci, entry->is_below_hidden);
    for (const struct call_site *call = asker->callers; call; call = call->caller) {
        out[1] = position_of(call->method, call->bci, call->is_below_hidden);
        out->caller = out + 1;
        out++;
    }
}

size_t asker_position_count(const struct asker *asker) {
    size_t count = 1;
    for (const struct call_site *call = asker->callers; call; call = call->caller) count++;
    return count;
}

/* What compiled code calls knows its context from the call; what it asks of the VM, by itself. */
static struct context *context_of_compiled(const struct thread *thread, const struct asker *asker,
                                           const struct position *position) {
    int32_t bci;
    if (!asker->called) return contexts_at(thread, position);
    bool is_of_vm = asker->called->called_at == &thread->called;
    return is_of_vm ? NULL : context_of_slot(asker->called->called_at, &bci);
}

struct context *asker_context(const struct thread *thread, const struct asker *asker,
                              const struct position *position) {
    if (!thread->runtime->contexts) return NULL;
    return asker->entry.frame ? asker->entry.frame->context
                              : context_of_compiled(thread, asker, position);
}
