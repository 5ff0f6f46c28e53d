/* Copies events: they are borrowed for the length of the call, their positions die with the
 * compilation. */
#include "harness/listen.h"

#include "base/vec.h"
#include "harness/decided.h"

/* A target that deoptimises in every execution must not fill the memory; the VM's own count stays
 * exact. */
enum { MOST_DECISIONS = 100000 };

static const char *copy_text(struct arena *arena, const char *text) {
    return text ? arena_copy_text(arena, text, strlen(text)) : NULL;
}

static const char *path_text(struct arena *arena, const struct position *position) {
    struct strbuf text = STRBUF_INIT;
    if (!position || !position->caller) return NULL;
    position_format(position, &text);
    const char *copy = arena_copy_text(arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return copy;
}

static struct code_place place_of(struct arena *arena, const struct position *position) {
    return (struct code_place){copy_text(arena, position->method), position->bci, position->line,
                               position->is_below_hidden};
}

struct origin listen_origin(struct arena *arena, const struct position *position) {
    struct origin origin = {.at = place_of(arena, position)};
    for (const struct position *caller = position->caller; caller; caller = caller->caller)
        origin.caller_count++;
    struct code_place *callers = ARENA_ARRAY(arena, struct code_place, origin.caller_count);
    for (uint32_t i = 0; i < origin.caller_count; i++)
        callers[i] = place_of(arena, position = position->caller);
    origin.callers = callers;
    return origin;
}

static void receive_decision(struct listener *listener, const struct event *event) {
    if (listener->decisions.count >= MOST_DECISIONS) return;
    const struct position *position = event->position;
    struct decision decision = {
        .kind = decided_by(event->kind),
        .kind_text = event_kind_text(event->kind),
        .reason = reason_name(event->reason),
        .reason_text = reason_text(event->reason),
        .root = copy_text(listener->arena, event->root),
        .phase = copy_text(listener->arena, event->phase),
        .method = position ? copy_text(listener->arena, position->method) : NULL,
        .bci = position ? position->bci : -1,
        .line = position ? position->line : 0,
        .subject = copy_text(listener->arena, event->subject),
        .path = path_text(listener->arena, position),
        .callee = copy_text(listener->arena, event->callee),
        .amount = event->amount,
        .frequency = event->frequency,
        .execution = listener->execution,
        .call = listener->call,
    };
    if (event->origin) decision.origin = listen_origin(listener->arena, event->origin);
    arena_vec_push(listener->arena, &listener->decisions, decision);
}

static void receive(void *context, const struct event *event) {
    struct listener *listener = context;
    if (listener->account) {
        listener->account->call = listener->call;
        account_add_event(listener->account, event);
    }
    if (event->kind == EVENT_compiled) tracer_compiled(&listener->tracer, event->root);
    receive_decision(listener, event);
}

void listen_to_allocation(struct listener *listener, const struct position *position,
                          const char *class, enum reason reason) {
    const struct position *root = position;
    int64_t execution = listener->execution;
    while (root->caller) root = root->caller;
    listener->execution = -1;
    receive_decision(listener, &(struct event){.kind = EVENT_allocation_kept,
                                               .reason = reason,
                                               .root = root->method,
                                               .position = position,
                                               .origin = position,
                                               .subject = class,
                                               .frequency = -1});
    listener->execution = execution;
}

static void receive_graph(void *context, const char *root, const char *step, const char *text) {
    struct listener *listener = context;
    listener->account->call = listener->call;
    account_add_graph(listener->account, root, step, text);
}

void listener_start(struct listener *listener, struct target *target,
                    const struct target_method *method, struct account *account,
                    struct arena *arena) {
    *listener = (struct listener){.arena = arena, .execution = -1, .account = account};
    struct target_listener sinks = {.events = {receive, listener},
                                    .beliefs =
                                        tracer_start(&listener->tracer, method->name, arena)};
    if (account) sinks.graphs = (struct graph_sink){receive_graph, listener};
    target->listen(target, &sinks);
}
