/* Profiling by rules, as vm.h has it. */
#include "backend/code_space.h"
#include "base/intern.h"
#include "interp/translate.h"
#include "tally/context_path.h"
#include "tally/execution.h"
#include "vm_internal.h"

static bool check_rule(const struct vm_rule *rule, struct diag *diag) {
    struct arena arena;
    arena_init(&arena);
    const char *fault = rule_fault(rule, &arena);
    if (!fault && rule->levels < VM_ALL_LEVELS) fault = "levels are 0 or more, or all";
    if (fault) diag_error(diag, rule->place, "%s", fault);
    arena_release(&arena);
    return !fault;
}

/* Does a thread run code of Java? */
static bool has_frames(struct world *world) {
    bool has_some = false;
    pthread_mutex_lock(&world->lock);
    for (const struct thread *thread = world->threads; thread; thread = thread->next)
        has_some |= thread->frame != NULL;
    pthread_mutex_unlock(&world->lock);
    return has_some;
}

/* Than at places in bytecode: runtime->on_happening. */
static bool happens_elsewhere(enum vm_point point) {
    return point == POINT_new || point == POINT_native || point == POINT_initialize ||
           point == POINT_thread || point == POINT_lock || point == POINT_unlock ||
           point_is_of_windows(point);
}

/* Contexts are kept, all of them, where a rule counts each event by them and nobody has said how. Those of samples are found. */
static bool keep_contexts(struct vm *vm, const struct vm_rule *rules, size_t count,
                          struct diag *diag) {
    const struct vm_context_options all = {0};
    for (size_t i = 0; i < count; i++)
        if (rule_has_key(&rules[i], BY_context) &&
            (rules[i].every <= 1 || rule_counts_all(&rules[i])) &&
            !point_is_of_windows(rules[i].point) && !vm->runtime.contexts)
            return vm_keep_contexts(vm, &all, diag);
    return true;
}

static bool keeps_all(const struct context_options *options) {
    return !options->without_call_sites && !options->without_natives && !options->fold_recursion &&
           !options->levels && !options->most_nodes;
}

/* Contexts of samples are found on the stack; kept ones are those, where all are kept. */
static bool check_samples(const struct runtime *runtime, const struct vm_rule *rules, size_t count,
                          struct diag *diag) {
    bool keeps_some = runtime->contexts && !keeps_all(&runtime->contexts->options);
    for (size_t i = 0; i < count; i++) {
        if (!point_is_of_windows(rules[i].point)) continue;
        if (!runtime->windows)
            return diag_error(diag, rules[i].place, "calls are not sampled: no rule can be there");
        if (rules[i].point == POINT_poll && !runtime->windows->options.every_polls)
            return diag_error(diag, rules[i].place,
                              "each call can be counted where calls open windows, and not a timer");
        if (keeps_some && rule_has_key(&rules[i], BY_context))
            return diag_error(diag, rules[i].place,
                              "calls are sampled by all contexts, and not all are kept");
    }
    return true;
}

/* Nothing but the stack decides what is counted, and nobody is told. */
static bool may_wait(const struct vm_rule *rule) {
    return !rule->tell && rule->every <= 1 && !rule_sums(rule, VM_AMOUNT_CLOCK);
}

static void ask_for_levels(struct runtime *runtime, const struct vm_rule *rule) {
    if (!rule_asks(rule, BY_context) || runtime->sampled_levels == VM_ALL_LEVELS) return;
    if (rule->levels == VM_ALL_LEVELS || rule->levels > runtime->sampled_levels)
        runtime->sampled_levels = rule->levels;
}

struct vm_profile *vm_profile_begin(struct vm *vm, const struct vm_rule *rules, size_t count,
                                    struct diag *diag) {
    struct runtime *runtime = &vm->runtime;
    for (size_t i = 0; i < count; i++)
        if (!check_rule(&rules[i], diag)) return NULL;
    if (runtime->profile || vm->jit.compilations) {
        diag_error(diag, (struct place){0}, "a profile begins once, before anything is compiled");
        return NULL;
    }
    if (has_frames(&runtime->world)) {
        diag_error(diag, (struct place){0}, "a profile begins while no code of Java runs");
        return NULL;
    }
    if (!keep_contexts(vm, rules, count, diag) || !check_samples(runtime, rules, count, diag))
        return NULL;
    struct vm_rule *prepared = ARENA_ARRAY(&vm->arena, struct vm_rule, count);
    for (size_t i = 0; i < count; i++) {
        prepared[i] = rules[i];
        if (!vm_prepare_rule(vm, &prepared[i], i, diag)) return NULL;
    }
    translations_drop(runtime);
    struct vm_profile *profile = tallies_new(&runtime->cells, runtime, prepared, count);
    runtime->samples_wait = !runtime->contexts;
    for (size_t i = 0; i < profile->rule_count; i++) {
        const struct vm_rule *rule = &profile->rules[i];
        if (happens_elsewhere(rule->point)) runtime->told_points |= 1U << rule->point;
        runtime->measures_waits |= rule_sums(rule, VM_AMOUNT_WAITED);
        if (!point_is_of_windows(rule->point)) continue;
        ask_for_levels(runtime, rule);
        runtime->samples_wait &= may_wait(rule);
    }
    runtime->on_happening = happening_count;
    runtime->code = code_space_compiled(&runtime->code_size);
    return runtime->profile = profile;
}

bool vm_profile_perturb(struct vm *vm, struct diag *diag) {
    vm->runtime.naive_probe = vm_find_method(vm, "Profile.see", diag);
    return vm->runtime.naive_probe != NULL;
}

void vm_profile_mark(struct vm_profile *profile, const char *text) { tallies_mark(profile, text); }

size_t vm_profile_marks(struct vm_profile *profile) { return profile->marks.count; }

int64_t vm_profile_marks_left_out(struct vm_profile *profile) { return profile->marks_left_out; }

const char *vm_profile_mark_text(struct vm_profile *profile, size_t mark) {
    return tallies_interval_name(profile, mark);
}

void vm_profile_each(struct vm_profile *profile, size_t from, size_t to,
                     void (*tell)(void *context, const struct vm_row *row), void *context) {
    tallies_each(profile, from, to, tell, context);
}

void vm_profile_each_in_context(struct vm_profile *profile, size_t rule,
                                void (*tell)(void *context, const struct context *node,
                                             const struct position *site, int64_t count),
                                void *context) {
    tallies_each_in_context(profile, &profile->rules[profile->own_rules + rule], tell, context);
}

const struct position *vm_context_path(struct vm_profile *profile, const struct context *context) {
    return context ? context_path(profile, context) : NULL;
}

const char *vm_context_method(const struct context *context) {
    return context_method_name(context);
}

const struct context *vm_context_call(const struct context *context, struct position *call) {
    return context_call(context, call);
}

size_t vm_profile_rule(const struct vm_profile *profile, const struct vm_row *row) {
    return (size_t)(row->rule - profile->rules) - profile->own_rules;
}

const struct vm_rule *vm_profile_unmet(struct vm_profile *profile, bool *is_of) {
    tallies_stop(profile); /* samples that wait meet them then */
    tallies_go_on(profile);
    return tallies_unmet(profile, is_of);
}

const char *vm_profile_meant(const struct vm_profile *profile, const struct vm_rule *unmet,
                             bool is_of) {
    return tallies_meant(profile, unmet, is_of);
}
