/* The target `vm`: what it counted, and what its compiler reports. */
#include "base/die.h"
#include "harness/t_vm.h"

/* --- counters and sites --- */

static const struct count *counter(struct target *target, const char *name) {
    return vm_counter(t_vm_of(target), name);
}

static bool list_counters(struct target *target, size_t index, const char **name,
                          const struct count **hits) {
    int64_t value;
    if (!vm_list_counters(t_vm_of(target), index, name, &value)) return false;
    *hits = vm_counter(t_vm_of(target), *name);
    return true;
}

enum vm_site_probe t_vm_probe_of(enum site_kind kind) {
    switch (kind) {
    case SITE_ALLOCATION: return VM_PROBE_ALLOCATIONS;
    case SITE_LOCK: return VM_PROBE_LOCKS;
    case SITE_CALL: return VM_PROBE_CALLS;
    case SITE_KIND_COUNT:
    case SITE_LOOP: break;
    }
    UNREACHABLE();
}

static enum site_kind kind_of(enum vm_site_probe probe) {
    for (enum site_kind kind = 0; kind < SITE_KIND_COUNT; kind++)
        if (t_vm_probe_of(kind) == probe) return kind;
    UNREACHABLE();
}

static enum site_maker maker_of(enum vm_maker maker) {
    switch (maker) {
    case VM_COMPILED_CODE: return MAKER_COMPILED_CODE;
    case VM_INTERPRETER: return MAKER_INTERPRETER;
    case VM_DEOPTIMIZATION: return MAKER_DEOPTIMIZATION;
    case VM_NATIVE: return MAKER_NATIVE;
    case VM_ITSELF: return MAKER_VM;
    }
    UNREACHABLE();
}

static bool list_sites(struct target *target, size_t index, struct target_site *site) {
    struct vm_site seen;
    if (!vm_list_sites(t_vm_of(target), index, &seen)) return false;
    *site = (struct target_site){.kind = kind_of(seen.kind),
                                 .maker = maker_of(seen.maker),
                                 .position = seen.position,
                                 .subject = seen.subject,
                                 .native = seen.native,
                                 .reason = seen.reason,
                                 .is_compiled = seen.is_compiled,
                                 .reached = seen.reached,
                                 .effective = seen.effective,
                                 .inlined = seen.inlined,
                                 .bytes = seen.bytes};
    return true;
}

static struct target_allocated allocated(struct target *target) {
    struct vm_allocated seen = vm_allocated(t_vm_of(target));
    return (struct target_allocated){.bytes = seen.bytes,
                                     .compiled_bytes = seen.compiled_bytes,
                                     .program_bytes = seen.program_bytes,
                                     .objects = seen.objects};
}

static struct target_totals totals(struct target *target) {
    struct vm_statistics statistics;
    vm_statistics(t_vm_of(target), &statistics);
    struct vm_executed executed = vm_executed(t_vm_of(target));
    return (struct target_totals){.deoptimizations = statistics.deoptimizations,
                                  .evictions = statistics.evictions,
                                  .recompilations = statistics.recompilations,
                                  .most_cache_bytes = statistics.most_cache_bytes,
                                  .executed_codes = executed.codes,
                                  .executed_bytes = executed.bytes,
                                  .failed_probes = statistics.failed_probes};
}

/* --- the program's probes --- */

static void begin_measurement(struct target *target) {
    vm_mark_entries(t_vm_of(target));
    vm_mark_executions(t_vm_of(target));
    vm_probe_other_makers(t_vm_of(target));
    counting_restart(&((struct vm_target *)target)->counting);
}

static bool has_inserted_code(struct target *target) {
    return vm_has_inserted_code(t_vm_of(target));
}

static size_t probes(struct target *target, const struct target_method *root, struct arena *arena,
                     const struct target_probe **out) {
    const struct vm_probe *found;
    size_t count = vm_probes(t_vm_of(target), t_vm_method(root), arena, &found);
    struct target_probe *copies = ARENA_ARRAY(arena, struct target_probe, count);
    for (size_t i = 0; i < count; i++)
        copies[i] = (struct target_probe){.seen = {.counter = found[i].counter,
                                                   .method = found[i].method,
                                                   .text = found[i].text,
                                                   .was_entered = found[i].was_entered},
                                          .source_file = found[i].source_file,
                                          .line = found[i].line,
                                          .point = found[i].point,
                                          .bci = found[i].bci,
                                          .is_plain = found[i].is_plain,
                                          .fault = found[i].fault};
    *out = copies;
    return count;
}

static size_t losses(struct target *target, struct arena *arena,
                     const struct loss_observation **out) {
    const struct vm_loss *found;
    size_t count = vm_losses(t_vm_of(target), arena, &found);
    struct loss_observation *copies = ARENA_ARRAY(arena, struct loss_observation, count);
    for (size_t i = 0; i < count; i++)
        copies[i] = (struct loss_observation){
            .counter = found[i].counter, .text = found[i].text, .failures = found[i].failures};
    *out = copies;
    return count;
}

static size_t hit_names(struct target *target, struct arena *arena, const char *const **names) {
    return vm_hit_names(t_vm_of(target), arena, names);
}

static size_t string_constants(struct target *target, const char **out, size_t capacity) {
    return vm_string_constants(t_vm_of(target), out, capacity);
}

/* --- listening and explaining --- */

/* The profilers hear what the listener does. */
static void hear(void *context, const struct event *event) {
    struct vm_target *self = context;
    counting_hear(&self->counting, event);
    if (self->listener.receive) self->listener.receive(self->listener.context, event);
}

static void listen(struct target *target, const struct target_listener *listener) {
    struct vm_target *self = (struct vm_target *)target;
    bool is_heard = counting_hears(&self->counting);
    self->listener = listener->events;
    if (listener->graphs.receive) vm_keep_graphs(self->vm, listener->graphs);
    vm_listen(self->vm, is_heard ? (struct event_sink){hear, self} : listener->events);
    vm_trace(self->vm, listener->beliefs);
}

static bool explain(struct target *target, struct target_method *method, FILE *out,
                    struct diag *diag) {
    return vm_explain(t_vm_of(target), t_vm_method(method), out, diag);
}

void t_vm_fill_counts(struct target *target) {
    target->counter = counter;
    target->list_counters = list_counters;
    target->list_sites = list_sites;
    target->allocated = allocated;
    target->totals = totals;
    target->begin_measurement = begin_measurement;
    target->has_inserted_code = has_inserted_code;
    target->probes = probes;
    target->losses = losses;
    target->hit_names = hit_names;
    target->string_constants = string_constants;
    target->listen = listen;
    target->explain = explain;
}
