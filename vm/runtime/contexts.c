/* CONTEXTS: where in the calling-context tree a thread is. The VM calls methods for natives and
 * for instructions that initialise classes: compiled code does neither by itself. */
#include "runtime/contexts.h"

#include <string.h>

#include "base/handover.h"
#include "base/memory.h"
#include "classfile/intrinsics.h"
#include "context/counts.h"

void contexts_keep(struct runtime *runtime, const struct context_options *options) {
    struct context_tree *tree = memory_allocate(sizeof *tree);
    context_tree_init(tree, &runtime->cells, options);
    runtime->contexts = tree;
}

void contexts_release(struct runtime *runtime) {
    if (!runtime->contexts) return;
    context_tree_release(runtime->contexts);
    memory_free(runtime->contexts);
    runtime->contexts = NULL;
}

static struct context_method *add_method(struct context_tree *tree, struct method *method) {
    struct context_method *made =
        context_method_new(tree, method, method->code, method->native != NULL);
    made->is_of_inserted = intrinsic_is_of_probes(method->class->name);
    return context_method_publish(tree, &method->contexts, made);
}

struct context_method *method_in_tree(struct context_tree *tree, struct method *method) {
    struct context_method *known = __atomic_load_n(&method->contexts, __ATOMIC_ACQUIRE);
    return known ? known : add_method(tree, method);
}

struct context_method *method_contexts(struct runtime *runtime, struct method *method) {
    return method_in_tree(runtime->contexts, method);
}

struct context_link **contexts_slot(const struct thread *thread, struct context *caller,
                                    int32_t bci) {
    if (thread_runs_inserted_code(thread))
        return thread->runtime->contexts->roots[CONTEXT_OF_INSERTED]->slots;
    return context_slot(caller, bci);
}

/* Of what runs now; natives have the slot, others the node. */
static struct context *caller_of(const struct thread *thread, int32_t *bci) {
    const struct context_tree *tree = thread->runtime->contexts;
    const struct frame *frame = thread->frame;
    *bci = CONTEXT_NO_CALL;
    bool is_of_rules = thread_runs_inserted_code(thread) || thread->runs_naive_code;
    if (is_of_rules) return tree->roots[CONTEXT_OF_INSERTED];
    if (!frame) return tree->roots[CONTEXT_OF_PROGRAM];
    if (!frame->locals) return context_of_slot(frame->call_site, bci);
    *bci = *frame->bci;
    return frame->context;
}

void contexts_call(struct thread *thread, struct method *method) {
    struct context_tree *tree = thread->runtime->contexts;
    int32_t bci;
    struct context *caller = caller_of(thread, &bci);
    if (method->native && tree->options.without_natives) {
        thread->call_site = context_slot(caller, bci);
        return;
    }
    struct context_method *callee = method_contexts(thread->runtime, method);
    struct context *context = context_child(tree, caller, bci, callee);
    thread->called = &context->link;
    /* Where it has no node of its own, it is counted where it is asked for. */
    thread->call_site =
        context->kind == CONTEXT_BEYOND_LIMIT ? context_slot(caller, bci) : &thread->called;
}

struct context *contexts_enter_at(struct thread *thread, struct context_link **slot,
                                  struct method *method) {
    struct context_tree *tree = thread->runtime->contexts;
    handover_receive(tree);
    return context_enter(tree, &thread->cells, &thread->last_context, slot,
                         method_in_tree(tree, method));
}

struct context *contexts_enter(struct thread *thread, struct method *method) {
    return contexts_enter_at(thread, thread->call_site, method);
}

struct context_link **contexts_enter_native(struct thread *thread, struct method *method) {
    if (thread->runtime->contexts->options.without_natives) return thread->call_site;
    return contexts_enter(thread, method)->slots;
}

/* --- of positions --- */

static struct context *called_in(struct context_link *link, const char *method);

/* Positions leave out what methods of hidden classes do between a call and its callee. */
static struct context *called_by_hidden(const struct context_link *link, const char *method) {
    const struct method *hidden = link->method->method;
    struct context *found = NULL;
    if (!hidden->class->host) return NULL;
    for (uint32_t i = 0; !found && i < link->node->link.method->slot_count; i++)
        found = called_in(context_first(&link->node->slots[i]), method);
    return found;
}

static struct context *called_in(struct context_link *link, const char *method) {
    struct context *found = NULL;
    for (; !found && link->method; link = link->next) {
        bool is_it = strcmp(method_full_name(link->method->method), method) == 0;
        found = is_it ? link->node : called_by_hidden(link, method);
    }
    return found;
}

static struct context *known_at(struct context *root, const struct position *position) {
    if (!position->caller) return root;
    struct context *caller = known_at(root, position->caller);
    if (!caller) return NULL;
    struct context_link *link = context_first(context_slot(caller, position->caller->bci));
    return called_in(link, position->method);
}

struct context *contexts_at(const struct thread *thread, const struct position *position) {
    if (thread->left) handover_receive(thread->runtime->contexts);
    if (!thread->left || !position) return thread->left;
    struct context *known = known_at(thread->left, position);
    if (known) return known;
    context_settle_below(thread->runtime->contexts, thread->left);
    return known_at(thread->left, position);
}
