/* ASKER: from the stack. */
#include "tally/asker.h"

#include "runtime/contexts.h"

bool asker_find(const struct thread *thread, const struct stack_record *recorded,
                struct asker *out) {
    struct stack_walk walk;
    *out = (struct asker){0};
    stack_walk_begin_at(&walk, thread, recorded);
    while (stack_walk_next(&walk, &out->entry)) {
        if (out->entry.method->code) {
            return true;
        }
        if (!out->native) out->native = out->entry.method;
        out->called = out->entry.frame;
    }
    return false;
}

struct asker asker_inlined(const struct call_site *site) {
    return (struct asker){.entry = {.method = site->method,
                                    .bci = site->bci,
                                    .site = site,
                                    .is_compiled = true,
                                    .is_on_stack = site->is_on_stack,
                                    .is_below_hidden = site->is_below_hidden}};
}

static struct position position_at(const struct method *method, int bci) {
    return (struct position){
        .method = method_full_name(method), .bci = bci, .line = method_line(method, bci)};
}

/* Innermost first; where it goes on. */
static struct position *fill(struct position *out, const struct call_site *call,
                             bool tells_hidden) {
    for (const struct call_site *hidden = tells_hidden ? call->hidden : NULL; hidden;
         hidden = hidden->caller)
        *out++ = position_at(hidden->method, hidden->bci);
    *out = position_at(call->method, call->bci);
    out->is_below_hidden = call->is_below_hidden;
    return out + 1;
}

void asker_fill_positions(const struct asker *asker, bool tells_hidden, struct position *out) {
    struct position *first = out;
    if (!asker->entry.site) *out++ = position_at(asker->entry.method, asker->entry.bci);
    for (const struct call_site *call = asker->entry.site; call; call = call->caller)
        out = fill(out, call, tells_hidden);
    for (struct position *position = first; position + 1 < out; position++)
        position->caller = position + 1;
}

size_t asker_position_count(const struct asker *asker) {
    size_t count = asker->entry.site == NULL;
    for (const struct call_site *call = asker->entry.site; call; call = call->caller) {
        count++;
        for (const struct call_site *hidden = call->hidden; hidden; hidden = hidden->caller)
            count++;
    }
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
