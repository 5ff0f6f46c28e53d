/* The target `vm`: rules and profilers, which share one profile. */
#include "formats/formats.h"
#include "harness/t_vm.h"

static bool list_profilers(size_t index, const char **name, const char **meaning) {
    const struct profiler *profiler = profiler_at(index);
    if (!profiler) return false;
    *name = profiler->name;
    *meaning = profiler->meaning;
    return true;
}

static bool count_by_rules(struct target *target, const struct vm_rule *rules, size_t count,
                           const struct spec_profilers *profilers, uint64_t seed,
                           struct diag *diag) {
    struct vm_target *self = (struct vm_target *)target;
    const struct profiler **chosen =
        ARENA_ARRAY(&self->arena, const struct profiler *, profilers->count);
    for (uint32_t i = 0; i < profilers->count; i++) {
        const struct spec_profiler *profiler = &profilers->items[i];
        chosen[i] = profiler->file ? profiler_written(&self->arena, profiler->file)
                                   : profiler_called(profiler->name, diag);
        if (!chosen[i]) return false;
    }
    return counting_begin(&self->counting, rules, count, chosen, profilers->count, seed, diag);
}

static const struct vm_rule *unmet_rule(struct target *target, bool *is_of) {
    size_t number;
    return counting_unmet(&((struct vm_target *)target)->counting, is_of, &number);
}

static void each_row(struct target *target, row_receiver *tell, void *context) {
    counting_each_row(&((struct vm_target *)target)->counting, tell, context);
}

static void print_tables(struct target *target, FILE *out) {
    struct vm_target *self = (struct vm_target *)target;
    struct profile_tables tables = profilings_read(&self->counting.profilings);
    format_print(&tables, false, out);
}

void t_vm_fill_profile(struct target *target) {
    target->list_profilers = list_profilers;
    target->count_by_rules = count_by_rules;
    target->unmet_rule = unmet_rule;
    target->each_row = each_row;
    target->print_tables = print_tables;
}
