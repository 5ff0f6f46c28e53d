/* COUNTING: rules of a test, and profilers beside them. */
#include "profilers/counting.h"

void counting_init(struct counting *counting, struct vm *vm, struct arena *arena) {
    *counting = (struct counting){.vm = vm, .arena = arena};
    arena_init(&counting->hearing);
    counting->profilings = (struct profilings){
        .arena = arena, .hearing = &counting->hearing, .mutex = PTHREAD_MUTEX_INITIALIZER};
}

void counting_release(struct counting *counting) {
    for (size_t i = 0; i < counting->profilings.count; i++) {
        struct profiling *profiling = &counting->profilings.items[i];
        if (profiling->state && profiling->profiler->release)
            profiling->profiler->release(profiling);
    }
    arena_release(&counting->hearing);
}

/* --- begun --- */

/* It tells hits of compiled code from those of the interpreter. */
static void add_tier(struct arena *arena, struct vm_rule *rule) {
    if (rule_has_key(rule, BY_tier)) return;
    enum vm_key *keys = ARENA_ARRAY(arena, enum vm_key, rule->key_count + 1);
    for (size_t i = 0; i < rule->key_count; i++) keys[i] = rule->keys[i];
    keys[rule->key_count++] = BY_tier;
    rule->keys = keys;
}

/* Samples of calls are the same in each run with a seed, and independent of each other: each call is one with the same odds. Windows of cycles open in what is measured alone, when all processes have been
 * forked: a fork takes no timer along, and may meet it with a lock. */
static const struct profiling_options usual = {
    .sampling = {.every_polls = 10, .window = 1, .stride = 1},
    .timing = {.every_ms = 0.1, .waits_to_restart = true}};

bool counting_begin(struct counting *counting, const struct vm_rule *rules, size_t count,
                    const struct profiler *const *profilers, size_t profiler_count, uint64_t seed,
                    struct diag *diag) {
    struct vm_rule *copies = ARENA_ARRAY(counting->arena, struct vm_rule, count);
    struct profiling_options *options = ARENA_NEW(counting->arena, struct profiling_options);
    *options = usual;
    options->sampling.seed = options->timing.seed = seed;
    for (size_t i = 0; i < count; i++) {
        copies[i] = rules[i];
        copies[i].amounts = 1U << VM_AMOUNT_COUNT;
        add_tier(counting->arena, &copies[i]);
    }
    counting->profilings.others = copies;
    counting->profilings.other_count = count;
    for (size_t i = 0; i < profiler_count; i++)
        if (!profilings_add(&counting->profilings, profilers[i], options, diag)) return false;
    bool is_begun =
        profilings_begin(&counting->profilings, counting->vm, options, "the spec", diag);
    counting->profile = counting->profilings.profile;
    return is_begun;
}

void counting_restart(struct counting *counting) {
    if (counting->profilings.count) profilings_restart(&counting->profilings, "measured");
}

/* --- read --- */

struct row_teller {
    const struct counting *counting;
    row_receiver *tell;
    void *context;
};

static void tell_row(void *context, const struct vm_row *row) {
    const struct row_teller *teller = context;
    size_t rule = vm_profile_rule(teller->counting->profile, row);
    if (rule < teller->counting->profilings.other_count) teller->tell(teller->context, rule, row);
}

void counting_each_row(struct counting *counting, row_receiver *tell, void *context) {
    struct row_teller teller = {counting, tell, context};
    vm_profile_each(counting->profile, 0, vm_profile_marks(counting->profile) + 1, tell_row,
                    &teller);
}

const struct vm_rule *counting_unmet(const struct counting *counting, bool *is_of, size_t *number) {
    const struct vm_rule *rule =
        counting->profile ? vm_profile_unmet(counting->profile, is_of) : NULL;
    size_t others = counting->profilings.other_count;
    *number = rule ? vm_profile_rule(counting->profile, &(struct vm_row){.rule = rule}) : others;
    if (*number > others) *number = others;
    return rule;
}

bool counting_hears(const struct counting *counting) {
    return profilings_listen(&counting->profilings);
}

void counting_hear(struct counting *counting, const struct event *event) {
    profilings_hear(&counting->profilings, event);
}
