/* DECISIONS: the VM's events and beliefs, kept as they come: they are borrowed for the length of the call. */
#include <math.h>
#include <string.h>

#include "serve/state.h"

enum { MOST_EVENTS = 100000 };

/* What is believed never to happen is still in the program. */
static const double still_there = 1e-9;

/* --- places --- */

json_t *json_of_place(const struct position *position) {
    json_t *place = json_pack("{s:o,s:i,s:i}", "method", json_of_text(position->method), "bci",
                              position->bci, "line", position->line);
    if (position->is_below_hidden) json_object_set_new(place, "hidden", json_true());
    return place;
}

json_t *json_of_callers(const struct position *position) {
    json_t *callers = json_array();
    while ((position = position->caller)) json_array_append_new(callers, json_of_place(position));
    return callers;
}

/* --- events --- */

static void set_text(json_t *object, const char *key, const char *text) {
    if (text) json_object_set_new(object, key, json_of_text(text));
}

static void set_position(json_t *event, const char *key, const char *callers_key,
                         const struct position *position) {
    if (!position) return;
    json_object_set_new(event, key, json_of_place(position));
    json_object_set_new(event, callers_key, json_of_callers(position));
}

/* [at] is what it is about. */
static json_t *json_of_event(const struct serving *serving, const struct event *event) {
    json_t *json = json_pack("{s:s,s:I,s:I}", "kind", event_kind_name(event->kind), "call",
                             (json_int_t)serving->calls, "amount", (json_int_t)event->amount);
    if (serving->execution >= 0)
        json_object_set_new(json, "execution", json_integer(serving->execution));
    if (event->reason != REASON_none) set_text(json, "reason", reason_text(event->reason));
    if (event->frequency >= 0) json_object_set_new(json, "frequency", json_real(event->frequency));
    set_text(json, "root", event->root);
    set_text(json, "phase", event->phase);
    set_text(json, "subject", event->subject);
    set_text(json, "callee", event->callee);
    set_position(json, "at", "callers", event->origin);
    set_position(json, "decided_at", "decided_callers", event->position);
    return json;
}

static json_t *json_of_deoptimization(const struct serving *serving, const struct event *event) {
    json_t *json =
        json_pack("{s:I}", "execution", (json_int_t)(serving->execution - serving->chunk));
    set_text(json, "reason", reason_text(event->reason));
    if (event->position) json_object_set_new(json, "at", json_of_place(event->position));
    return json;
}

static void take_steps(struct serving *serving) {
    serving->steps = serving->pending;
    serving->pending = (believed_steps){0};
}

static void hear(void *context, const struct event *event) {
    struct serving *serving = context;
    counting_hear(&serving->counting, event);
    bool is_of_method = event->root && !strcmp(event->root, vm_method_name(serving->method));
    if (event->kind == EVENT_compiled && is_of_method) take_steps(serving);
    if (event->kind == EVENT_deoptimized && serving->execution >= 0)
        json_array_append_new(serving->deoptimizations, json_of_deoptimization(serving, event));
    if (json_array_size(serving->events) < MOST_EVENTS)
        json_array_append_new(serving->events, json_of_event(serving, event));
}

/* --- beliefs --- */

/* A compilation announces itself by its first step; what was given up is forgotten then. */
static void believe(void *context, const struct trace *trace) {
    struct serving *serving = context;
    struct arena *arena = &serving->arena;
    if (strcmp(trace->root, vm_method_name(serving->method)) != 0) return;
    if (trace->node_kind) {
        struct believed_nodes nodes = {trace->node_kind, trace->nodes};
        arena_vec_push(arena, &vec_last(&serving->pending).nodes, nodes);
        return;
    }
    if (trace->counter) {
        struct believed_cell cell = {trace->counter, trace->frequency};
        arena_vec_push(arena, &vec_last(&serving->pending).cells, cell);
        return;
    }
    if (strcmp(trace->step, "build") == 0) serving->pending.count = 0;
    arena_vec_push(arena, &serving->pending, ((struct believed_step){.name = trace->step}));
}

void decisions_listen(struct serving *serving) {
    vm_listen(serving->vm, (struct event_sink){hear, serving});
    vm_trace(serving->vm, (struct trace_sink){believe, serving});
}

static json_t *frequency_of(const struct believed_step *step, const struct count *count) {
    double frequency = 0;
    vec_each(const struct believed_cell, cell, &step->cells)
        if (cell->cell == count) frequency += fmax(cell->frequency, still_there);
    return json_real(frequency);
}

static json_t *json_of_step(struct serving *serving, const struct believed_step *step) {
    json_t *counters = json_object(), *sites = json_array(), *nodes = json_object();
    vec_each(const struct served_counter, counter, &serving->counters)
        json_object_set_new(counters, counter->name, frequency_of(step, counter->hits));
    vec_each(const struct served_site, site, &serving->sites)
        json_array_append_new(sites, json_pack("[o,o]", frequency_of(step, site->site.reached),
                                               frequency_of(step, site->site.effective)));
    vec_each(const struct believed_nodes, kind, &step->nodes)
        json_object_set_new(nodes, kind->kind, json_integer(kind->count));
    return json_pack("{s:s,s:o,s:o,s:o}", "step", step->name, "counters", counters, "sites", sites,
                     "nodes", nodes);
}

static json_t *json_of_steps(struct serving *serving) {
    json_t *steps = json_array();
    vec_each(struct believed_step, step, &serving->steps)
        json_array_append_new(steps, json_of_step(serving, step));
    return steps;
}

/* --- the answer --- */

/* Allocations outside compiled code count as decisions, too. */
static json_t *json_of_kept(struct serving *serving, const struct vm_site *site) {
    const struct position *root = site->position;
    int64_t execution = serving->execution;
    while (root->caller) root = root->caller;
    serving->execution = -1;
    json_t *event = json_of_event(serving, &(struct event){.kind = EVENT_allocation_kept,
                                                           .reason = site->reason,
                                                           .root = root->method,
                                                           .position = site->position,
                                                           .origin = site->position,
                                                           .subject = site->subject,
                                                           .frequency = -1});
    serving->execution = execution;
    return event;
}

static json_t *json_of_probes(struct serving *serving, struct arena *arena) {
    const struct vm_probe *probes;
    json_t *list = json_array();
    size_t count = vm_probes(serving->vm, serving->method, arena, &probes);
    for (size_t i = 0; i < count; i++) {
        json_t *probe = json_pack("{s:o,s:o,s:b}", "method", json_of_text(probes[i].method), "text",
                                  json_of_text(probes[i].text), "entered", probes[i].was_entered);
        set_text(probe, "counter", probes[i].counter);
        json_array_append_new(list, probe);
    }
    return list;
}

static json_t *json_of_losses(struct serving *serving, struct arena *arena) {
    const struct vm_loss *losses;
    json_t *list = json_array();
    size_t count = vm_losses(serving->vm, arena, &losses);
    for (size_t i = 0; i < count; i++) {
        json_t *loss = json_pack("{s:o,s:I}", "text", json_of_text(losses[i].text), "failures",
                                 (json_int_t)losses[i].failures);
        set_text(loss, "counter", losses[i].counter);
        json_array_append_new(list, loss);
    }
    return list;
}

json_t *decisions_answer(struct serving *serving) {
    struct vm_statistics statistics;
    struct arena arena;
    arena_init(&arena);
    vm_statistics(serving->vm, &statistics);
    json_t *events = json_copy(serving->events);
    vec_each(const struct served_site, site, &serving->sites)
        if (site->site.reason != REASON_none && site->effective_ever)
            json_array_append_new(events, json_of_kept(serving, &site->site));
    json_t *answer = json_pack(
        "{s:s,s:o,s:{},s:o,s:o,s:o,s:I,s:o}", "tell", "decisions", "events", events, "unknown",
        "beliefs", json_of_steps(serving), "probes", json_of_probes(serving, &arena), "losses",
        json_of_losses(serving, &arena), "failed_probes", (json_int_t)statistics.failed_probes,
        "unmet", json_of_unmet(serving));
    counted_tell(serving, answer);
    arena_release(&arena);
    return answer;
}
