/* TALLY: found by a hash of all that is known of them. */
#include "tally/tally.h"

#include "base/hash.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/mutex.h"
#include "context/counts.h"
#include "runtime/timing.h"
#include "tally/context_path.h"
#include "tally/sample.h"

static void find_contexts(struct vm_profile *profile) {
    static const struct context_options all = {0};
    for (size_t i = 0; i < profile->rule_count; i++)
        profile->finds_contexts |= rule_has_key(&profile->rules[i], BY_context);
    profile->finds_contexts &= !profile->contexts;
    if (!profile->finds_contexts) return;
    profile->contexts = memory_allocate(sizeof *profile->contexts);
    context_tree_init(profile->contexts, profile->cells, &all);
}

/* --- the clock --- */

/* Compiled code makes no trace of an exception that nobody looks at. */
static const struct vm_condition is_no_trace = {.kind = VM_COMPARES,
                                                .key = BY_method,
                                                .comparison = VM_UNEQUAL,
                                                .text = "java.lang.Throwable.fillInStackTrace"};
/* In front of all others at the bytecode, so that what it makes is on the clock for each of them. */
static const struct vm_rule clock_rule = {
    .point = POINT_new, .condition = &is_no_trace, .amounts = 1U << VM_AMOUNT_CLOCK};

int64_t tallies_clock(struct vm_profile *profile, const struct vm_rule *rule, int64_t made) {
    bool goes_on = rule < profile->rules + profile->own_rules;
    return __atomic_add_fetch(&profile->clock, goes_on ? made : 0, __ATOMIC_RELAXED);
}

struct vm_profile *tallies_new(struct cell_space *cells, struct runtime *runtime,
                               const struct vm_rule *rules, size_t count) {
    struct vm_profile *profile = memory_allocate(sizeof *profile);
    *profile =
        (struct vm_profile){.mutex = PTHREAD_MUTEX_INITIALIZER, .cells = cells, .runtime = runtime};
    arena_init(&profile->arena);
    struct vm_rule *copy = ARENA_ARRAY(&profile->arena, struct vm_rule, count + 1);
    for (size_t i = 0; i < count; i++)
        if (rule_sums(&rules[i], VM_AMOUNT_CLOCK)) profile->own_rules = 1;
    copy[0] = clock_rule;
    memcpy(copy + profile->own_rules, rules, count * sizeof *rules);
    count += profile->own_rules;
    for (size_t i = 0; i < count; i++) {
        if (rule_counts_all(&copy[i]) || copy[i].every < 1) copy[i].every = 1;
        profile->is_by_thread |= rule_asks(&copy[i], BY_thread);
    }
    cells->keeps_ended |= profile->is_by_thread;
    profile->left_out = cells_make(cells, (1 + KIND_COUNT) * VM_AMOUNTS * COUNT_WAYS);
    profile->rules = copy;
    profile->rule_count = count;
    profile->samplers = ARENA_ARRAY(&profile->arena, uint32_t, count);
    for (size_t i = 0; i < count; i++) sampler_make(profile, i);
    profile->is_met = ARENA_ARRAY(&profile->arena, bool, count);
    profile->is_met_by_method = ARENA_ARRAY(&profile->arena, bool, count);
    profile->meant_in = ARENA_ARRAY(&profile->arena, const char *, count);
    profile->meant_of = ARENA_ARRAY(&profile->arena, const char *, count);
    if (runtime) profile->contexts = runtime->contexts;
    find_contexts(profile);
    return profile;
}

void tallies_release(struct vm_profile *profile) {
    if (!profile) return;
    vec_each(struct tally *, tally, &profile->items) memory_free(*tally);
    vec_each(struct tally_mark, mark, &profile->marks) tally_mark_release(mark);
    vec_each(struct count_shares *, shares, &profile->shares) shares_free(*shares);
    vec_release(&profile->shares);
    vec_release(&profile->items);
    vec_release(&profile->marks);
    memory_free(profile->table);
    context_paths_release(profile);
    if (profile->finds_contexts) {
        context_tree_release(profile->contexts);
        memory_free(profile->contexts);
    }
    arena_release(&profile->arena);
    memory_free(profile);
}

/* --- keys --- */

static uint64_t hash_of(const struct tally_key *key) {
    uint64_t hash = position_hash(hash_mix_pointer(0, key->rule), key->position);
    hash = hash_mix(hash_mix_pointer(hash, key->root), (uint64_t)key->code);
    hash = hash_mix_pointer(hash_mix_pointer(hash, key->subject), key->receiver);
    hash = hash_mix(hash_mix(hash, (uint64_t)key->edge), key->kind);
    return hash ^ hash >> 32;
}

static bool is_equal(const struct tally_key *a, const struct tally_key *b) {
    return a->rule == b->rule && a->root == b->root && a->code == b->code &&
           a->subject == b->subject && a->receiver == b->receiver && a->edge == b->edge &&
           a->kind == b->kind && position_equal(a->position, b->position);
}

/* --- the table --- */

static void insert(struct vm_profile *profile, struct tally *tally) {
    struct tally **bucket = &profile->table[tally->hash & (profile->capacity - 1)];
    tally->next = *bucket;
    *bucket = tally;
}

static void grow(struct vm_profile *profile) {
    memory_free(profile->table);
    profile->capacity = profile->capacity ? profile->capacity * 2 : 256;
    profile->table = memory_allocate(profile->capacity * sizeof *profile->table);
    vec_each(struct tally *, tally, &profile->items) insert(profile, *tally);
}

/* --- their counts --- */

bool tally_has_kinds(const struct vm_rule *rule) {
    return point_has_kinds(rule->point) && rule_asks(rule, BY_kind);
}

static int amount_count(const struct vm_rule *rule) {
    return 1 + __builtin_popcount(rule->amounts & ~(1U << VM_AMOUNT_COUNT));
}

int tally_kind_count(const struct vm_rule *rule) {
    int count = 0;
    for (enum vm_kind kind = 0; tally_has_kinds(rule) && kind < KIND_COUNT; kind++)
        count += kind_is_of(kind, rule->point);
    return count;
}

int32_t tally_kind_cells(const struct vm_rule *rule) {
    return tally_has_kinds(rule) ? amount_count(rule) * COUNT_WAYS : 0;
}

enum vm_kind tally_first_kind(const struct vm_rule *rule) {
    enum vm_kind kind = KIND_none;
    while (kind < KIND_COUNT && !kind_is_of(kind, rule->point)) kind++;
    return kind;
}

struct count *tally_count(struct tally *tally, enum vm_kind kind, enum vm_amount amount) {
    return &tally->counts[kind_number(kind) * tally->amounts + tally->number[amount]];
}

int tally_count_parts(const struct tally *tally) {
    return tally->amounts * (1 + tally_kind_count(tally->key.rule));
}

void tally_part(const struct tally *tally, int part, enum vm_kind *kind, enum vm_amount *amount) {
    const struct vm_rule *rule = tally->key.rule;
    int number = part / tally->amounts;
    *kind = number ? tally_first_kind(rule) + (unsigned)number - 1 : KIND_none;
    *amount = VM_AMOUNT_COUNT;
    while (tally->number[*amount] != part % tally->amounts) ++*amount;
}

static struct context_counts *counts_in_contexts(const struct vm_profile *profile, uint32_t cell,
                                                 uint32_t count) {
    struct context_counts *counts = context_counts_new(profile->contexts, count, 0);
    for (uint32_t i = 0; i < count; i++) counts->cells[i].cell = cell + i;
    return counts;
}

uint32_t tally_distance(const struct tally *tally, struct context_tree *tree,
                        struct context *context, struct context *last) {
    if (!tally->in_contexts || !context) return 0;
    return context_row(tree, context, last, tally->in_contexts)->cell - tally->counts[0].cell;
}

static void number_amounts(struct tally *tally) {
    for (enum vm_amount amount = 0; amount < VM_AMOUNTS; amount++)
        tally->number[amount] = rule_sums(tally->key.rule, amount) ? tally->amounts++ : -1;
}

static struct tally *tally_new(struct vm_profile *profile, const struct tally_key *key,
                               uint64_t hash) {
    int parts = amount_count(key->rule) * (1 + tally_kind_count(key->rule));
    struct tally *tally = memory_allocate(sizeof *tally + sizeof(struct count) * (size_t)parts);
    tally->key = *key;
    tally->key.position = position_copy(&profile->arena, key->position);
    tally->hash = hash;
    number_amounts(tally);
    if (key->position) tally->site = *key->position;
    tally->site.caller = NULL;
    uint32_t cell = cells_make(profile->cells, (uint32_t)(parts * COUNT_WAYS));
    for (int i = 0; i < parts; i++)
        tally->counts[i] = (struct count){profile->cells, cell + (uint32_t)(i * COUNT_WAYS)};
    if (rule_has_key(key->rule, BY_context))
        tally->in_contexts = counts_in_contexts(profile, cell, (uint32_t)(parts * COUNT_WAYS));
    return tally;
}

static struct tally *find(struct vm_profile *profile, const struct tally_key *key) {
    uint64_t hash = hash_of(key);
    struct tally *found = profile->capacity ? profile->table[hash & (profile->capacity - 1)] : NULL;
    while (found && !(found->hash == hash && is_equal(&found->key, key))) found = found->next;
    if (found) return found;
    found = tally_new(profile, key, hash);
    vec_push(&profile->items, found);
    if (profile->items.count > profile->capacity)
        grow(profile);
    else
        insert(profile, found);
    return found;
}

struct tally *tally_of(struct vm_profile *profile, const struct tally_key *key) {
    bool is_locked = mutex_enter(&profile->mutex);
    struct tally *tally = find(profile, key);
    mutex_leave(&profile->mutex, is_locked);
    return tally;
}

/* --- marks --- */

static void mark_now(struct vm_profile *profile, const char *text) {
    struct tally_mark mark = {.text = intern(text)};
    tallies_sum(profile, &mark);
    vec_push(&profile->marks, mark);
    if (profile->runtime && profile->runtime->timing)
        timing_mark(profile->runtime->timing, mark.text);
}

const char *tallies_interval_name(const struct vm_profile *profile, size_t mark) {
    return mark < profile->marks.count ? profile->marks.items[mark].text : intern("end");
}

/* What that takes is no time of the program. */
void tallies_mark(struct vm_profile *profile, const char *text) {
    struct thread *thread = profile->runtime ? thread_current() : NULL;
    int64_t *account = thread ? timing_enter_part(thread, TIMED_stamps) : NULL;
    tallies_stop(profile);
    if (profile->marks.count < TALLY_MOST_MARKS)
        mark_now(profile, text);
    else
        profile->marks_left_out++;
    tallies_go_on(profile);
    if (account) timing_leave_part(thread, account);
}
