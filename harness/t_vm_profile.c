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

/* It tells hits of compiled code from those of the interpreter. */
static void add_tier(struct arena *arena, struct vm_rule *rule) {
    if (rule_has_key(rule, BY_tier)) return;
    enum vm_key *keys = ARENA_ARRAY(arena, enum vm_key, rule->key_count + 1);
    for (size_t i = 0; i < rule->key_count; i++) keys[i] = rule->keys[i];
    keys[rule->key_count++] = BY_tier;
    rule->keys = keys;
}

/* Samples of calls are the same in each run, and independent of each other: each call is one with the same odds. Windows of cycles open in what is measured alone, when all processes have been
 * forked: a fork takes no timer along, and may meet it with a lock. */
static const struct profiling_options usual = {
    .sampling = {.every_polls = 10, .window = 1, .stride = 1},
    .timing = {.every_ms = 0.1, .waits_to_restart = true}};

static bool add_profiler(struct profilings *profilings, const struct spec_text *name,
                         struct diag *diag) {
    const struct profiler *profiler = profiler_called(name->text, diag);
    return profiler && profilings_add(profilings, profiler, &usual, diag);
}

static bool count_by_rules(struct target *target, const struct vm_rule *rules, size_t count,
                           const struct spec_texts *profilers, struct diag *diag) {
    struct vm_target *self = (struct vm_target *)target;
    struct vm_rule *copies = ARENA_ARRAY(&self->arena, struct vm_rule, count);
    for (size_t i = 0; i < count; i++) {
        copies[i] = rules[i];
        copies[i].amounts = 1U << VM_AMOUNT_COUNT;
        add_tier(&self->arena, &copies[i]);
    }
    self->profilings.others = copies;
    self->profilings.other_count = count;
    vec_each(struct spec_text, name, profilers)
        if (!add_profiler(&self->profilings, name, diag)) return false;
    bool is_begun = profilings_begin(&self->profilings, self->vm, &usual, "the spec", diag);
    self->profile = self->profilings.profile;
    return is_begun;
}

static const struct vm_rule *unmet_rule(struct target *target, bool *is_of) {
    const struct vm_target *self = (struct vm_target *)target;
    return self->profile ? vm_profile_unmet(self->profile, is_of) : NULL;
}

struct row_teller {
    const struct vm_target *target;
    void (*tell)(void *context, size_t rule, const struct vm_row *row);
    void *context;
};

static void tell_row(void *context, const struct vm_row *row) {
    const struct row_teller *teller = context;
    size_t rule = vm_profile_rule(teller->target->profile, row);
    if (rule < teller->target->profilings.other_count) teller->tell(teller->context, rule, row);
}

static void each_row(struct target *target,
                     void (*tell)(void *context, size_t rule, const struct vm_row *row),
                     void *context) {
    struct vm_target *self = (struct vm_target *)target;
    struct row_teller teller = {self, tell, context};
    vm_profile_each(self->profile, 0, vm_profile_marks(self->profile) + 1, tell_row, &teller);
}

void t_vm_mark_measurement(struct vm_target *self) {
    if (self->profilings.count) profilings_restart(&self->profilings, "measured");
}

static void print_tables(struct target *target, FILE *out) {
    struct vm_target *self = (struct vm_target *)target;
    struct profile_tables tables = profilings_read(&self->profilings);
    format_print(&tables, false, out);
}

void t_vm_fill_profile(struct target *target) {
    target->list_profilers = list_profilers;
    target->count_by_rules = count_by_rules;
    target->unmet_rule = unmet_rule;
    target->each_row = each_row;
    target->print_tables = print_tables;
}
