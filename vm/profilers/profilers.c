/* PROFILERS: chosen, begun and read. The rules of all of them are one profile of the VM. */
#include "profilers/profilers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "profilers/places.h"
#include "profilers/tabulate.h"

static const struct profiler *const profilers[] = {
#define PROFILER(name) &profiler_##name,
#include "profilers/profilers.def"
#undef PROFILER
};
enum { PROFILERS = sizeof profilers / sizeof *profilers };

static const struct place nowhere;

const struct profiler *profiler_at(size_t index) {
    return index < PROFILERS ? profilers[index] : NULL;
}

/* --- chosen --- */

const char *profile_next_word(struct arena *arena, const char **list) {
    if (!*list) return NULL;
    size_t length = strcspn(*list, ",");
    const char *word = arena_copy_text(arena, *list, length);
    *list = (*list)[length] ? *list + length + 1 : NULL;
    return word;
}

static bool is_unknown(const char *what, const char *word, const char *const *names, size_t count,
                       struct diag *diag) {
    const char *near = diag_nearest(word, names, count);
    return diag_error(diag, nowhere, "there is no %s '%s'%s%s%s", what, word,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

const struct profiler *profiler_called(const char *name, struct diag *diag) {
    const char *names[PROFILERS];
    for (size_t i = 0; i < PROFILERS; i++) {
        names[i] = profilers[i]->name;
        if (strcmp(names[i], name) == 0) return profilers[i];
    }
    is_unknown("profiler", name, names, PROFILERS, diag);
    return NULL;
}

static bool find_key(const char *name, enum vm_key *key, struct diag *diag) {
    const char *names[BY_COUNT];
    for (enum vm_key i = 0; i < BY_COUNT; i++) names[i] = key_name(i);
    return key_of_name(name, key) || is_unknown("key", name, names, BY_COUNT, diag);
}

bool key_is_among(const enum vm_key *keys, size_t count, enum vm_key key) {
    for (size_t i = 0; i < count; i++)
        if (keys[i] == key) return true;
    return false;
}

bool profiling_is_by(const struct profiling *profiling, enum vm_key key) {
    return key_is_among(profiling->by, profiling->by_count, key);
}

bool profiling_is_by_bytecode(const struct profiling *profiling) {
    static const enum vm_key keys[] = {BY_method, BY_path, BY_site, BY_inlined};
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (profiling_is_by(profiling, keys[i])) return true;
    return false;
}

/* The interval comes first in a table, whatever the order in which keys are named. */
static void add_key(struct profiling *profiling, enum vm_key key) {
    if (profiling_is_by(profiling, key)) return;
    size_t at = key == BY_mark ? 0 : profiling->by_count;
    memmove(&profiling->by[at + 1], &profiling->by[at],
            (profiling->by_count - at) * sizeof *profiling->by);
    profiling->by[at] = key;
    profiling->by_count++;
}

static bool can_be_by(const struct profiler *profiler, enum vm_key key) {
    return !profiler->keys || key_is_among(profiler->keys, profiler->keys_count, key);
}

static bool has_key(const struct profiler *profiler, enum vm_key key, struct diag *diag) {
    if (!can_be_by(profiler, key))
        return diag_error(diag, nowhere, "%s cannot be had by %s", profiler->name, key_name(key));
    const struct vm_rule *without = NULL;
    size_t having = 0;
    for (size_t i = 0; i < profiler->rule_count; i++)
        if (point_has_key(profiler->rules[i].point, key))
            having++;
        else
            without = &profiler->rules[i];
    bool may_lack = profiler->counts_by_rule || profiler->lacks_keys;
    return !without || (may_lack && having) ||
           diag_error(diag, without->place,
                      "%s cannot be had by %s: at the point '%s' there is none", profiler->name,
                      key_name(key), point_name(without->point));
}

static bool add_keys(struct arena *arena, struct profiling *profiling, const char *by,
                     struct diag *diag) {
    enum vm_key key;
    for (const char *word; (word = profile_next_word(arena, &by));) {
        if (!find_key(word, &key, diag) || !has_key(profiling->profiler, key, diag)) return false;
        if (profiling_is_by(profiling, key))
            return diag_error(diag, nowhere, "the key '%s' is named twice", word);
        add_key(profiling, key);
    }
    return true;
}

static bool add_levels(struct profiling *profiling, const char *text, struct diag *diag) {
    char *end;
    profiling->levels = profiling->profiler->levels;
    if (!profiling->levels) profiling->levels = VM_ALL_LEVELS;
    if (!text) return true;
    profiling->levels = VM_ALL_LEVELS;
    if (!has_key(profiling->profiler, BY_context, diag)) return false;
    add_key(profiling, BY_context);
    if (strcmp(text, "all") == 0) return true;
    long levels = strtol(text, &end, 10);
    profiling->levels = (int)levels;
    return (*text >= '0' && *text <= '9' && !*end && levels <= INT32_MAX) ||
           diag_error(diag, nowhere, "levels are a number from 0, or all, and not '%s'", text);
}

bool profilings_add(struct profilings *all, const struct profiler *profiler,
                    const struct profiling_options *options, struct diag *diag) {
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].profiler->name, profiler->name) == 0)
            return diag_error(diag, nowhere, "the profiler '%s' is named twice", profiler->name);
    all->items = profile_array_with_room(all->arena, all->items, all->count, sizeof *all->items);
    struct profiling *profiling = &all->items[all->count++];
    *profiling =
        (struct profiling){.profiler = profiler, .arena = all->arena, .hearing = all->hearing};
    if (options->marks && !can_be_by(profiler, BY_mark))
        return diag_error(diag, nowhere, "%s cannot be cut by marks", profiler->name);
    for (size_t i = 0; !options->by && i < profiler->by_count; i++)
        add_key(profiling, profiler->by[i]);
    if (!add_keys(all->arena, profiling, options->by, diag)) return false;
    if (!add_levels(profiling, options->levels, diag)) return false;
    if (options->marks) add_key(profiling, BY_mark);
    return true;
}

/* --- begun --- */

static void note_interval(struct profiling *profiling, const struct vm_rule *rule) {
    if (rule->every <= 1) return;
    if (rule_counts_all(rule))
        profiling->counts_all_instead = true;
    else if (rule->every > profiling->every)
        profiling->every = rule->every;
}

/* Is that what the table is by for other rules of the profiler alone? Where a point has none there is no key in its rows. */
static bool is_of_others(const struct profiler *profiler, const struct vm_rule *rule,
                         const struct profiling_options *options, enum vm_key key) {
    if (!point_has_key(rule->point, key)) return true;
    return profiler->counts_by_rule && !options->by &&
           key_is_among(profiler->by, profiler->by_count, key) && !rule_has_key(rule, key);
}

/* What the table is by, then what the profiler needs beside it. */
static void add_rules(struct profilings *all, struct profiling *profiling,
                      const struct profiling_options *options, struct vm_rule *rules) {
    const struct profiler *profiler = profiling->profiler;
    bool is_in_trees = options->writes_trees && profiler->is_in_trees;
    profiling->counts_all_for_trees = is_in_trees && options->every > 1;
    for (size_t i = 0; i < profiler->rule_count; i++) {
        struct profiling both = *profiling;
        rules[i] = profiler->rules[i];
        if (!rules[i].every && !is_in_trees) rules[i].every = options->every;
        both.by_count = 0;
        for (size_t k = 0; k < profiling->by_count; k++)
            if (!is_of_others(profiler, &rules[i], options, profiling->by[k]))
                add_key(&both, profiling->by[k]);
        for (size_t k = 0; k < profiler->need_count; k++) add_key(&both, profiler->needs[k]);
        for (size_t k = 0; k < rules[i].key_count; k++) add_key(&both, rules[i].keys[k]);
        if (is_in_trees) add_key(&both, BY_context);
        enum vm_key *keys = ARENA_ARRAY(all->arena, enum vm_key, both.by_count);
        memcpy(keys, both.by, both.by_count * sizeof *keys);
        if (rules[i].point == POINT_block)
            rules[i].ends_blocks_at_calls |= options->ends_blocks_at_calls;
        if (!rule_has_key(&rules[i], BY_context)) rules[i].levels = profiling->levels;
        rules[i].keys = keys;
        rules[i].key_count = both.by_count;
        rules[i].tell_context = profiling->state;
        note_interval(profiling, &rules[i]);
    }
    for (size_t i = 0; i < profiler->told_count; i++) {
        rules[profiler->rule_count + i] = profiler->told[i];
        rules[profiler->rule_count + i].tell_context = profiling->state;
    }
}

/* A fault that its rules have as the table is asked for. */
static bool check_rules(const struct profilings *all, const struct profiler *profiler,
                        const struct vm_rule *rules, struct diag *diag) {
    for (size_t i = 0; i < profiler->rule_count; i++) {
        const char *fault = rule_fault(&rules[i], all->arena);
        if (fault) return diag_error(diag, rules[i].place, "%s: %s", profiler->name, fault);
    }
    return true;
}

static void returned(void *context, const struct vm_happening *happening) {
    struct profilings *all = context;
    int64_t number = ++all->returns;
    char text[64];
    snprintf(text, sizeof text, "%" PRId64, number);
    vm_profile_mark(all->profile, text);
}

static size_t count_rules(const struct profilings *all) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += all->items[i].profiler->rule_count + all->items[i].profiler->told_count;
    return count;
}

/* What counts each call needs windows that open by calls, where nothing else is asked for. */
static bool sample_calls(struct vm *vm, const struct profiling_options *options,
                         const struct vm_rule *rules, size_t count, struct diag *diag) {
    enum { EVERY = 1000 };
    struct vm_sampling_options sampling = options->sampling;
    bool is_sampled = false;
    for (size_t i = 0; i < count; i++) {
        is_sampled |= point_is_of_windows(rules[i].point);
        sampling.has_loops |= point_is_inlined(rules[i].point);
        if (rules[i].point == POINT_poll && !sampling.every_ms && !sampling.every_polls)
            sampling.every_polls = EVERY;
    }
    return !is_sampled || vm_sample_calls(vm, &sampling, diag);
}

bool profilings_begin(struct profilings *all, struct vm *vm,
                      const struct profiling_options *options, const char *command,
                      struct diag *diag) {
    size_t count = all->other_count;
    struct vm_rule *rules = ARENA_ARRAY(all->arena, struct vm_rule, count + count_rules(all) + 1);
    for (size_t i = 0; i < count; i++) rules[i] = all->others[i];
    all->vm = vm;
    all->command = command;
    all->marks = options->marks;
    for (size_t i = 0; i < all->count; i++) {
        struct profiling *profiling = &all->items[i];
        profiling->vm = vm;
        profiling->first_rule = count;
        profiling->options = options;
        if (profiling->profiler->begin) {
            profiling->state = profiling->profiler->begin(profiling, diag);
            if (!profiling->state) return false;
        }
        add_rules(all, profiling, options, &rules[count]);
        if (!check_rules(all, profiling->profiler, &rules[count], diag)) return false;
        count += profiling->profiler->rule_count + profiling->profiler->told_count;
    }
    if (options->marks) {
        struct method *method = vm_find_method(vm, options->marks, diag);
        if (!method) return false;
        rules[count++] = (struct vm_rule){.point = POINT_exit,
                                          .in = vm_method_name(method),
                                          .tell = returned,
                                          .tell_context = all};
    }
    if (!sample_calls(vm, options, rules, count, diag)) return false;
    all->profile = vm_profile_begin(vm, rules, count, diag);
    for (size_t i = 0; i < all->count; i++) all->items[i].profile = all->profile;
    all->is_perturbed = options->is_perturbed;
    return all->profile && (!options->is_perturbed || vm_profile_perturb(vm, diag));
}

void profilings_restart(struct profilings *all, const char *mark) {
    vm_profile_mark(all->profile, mark);
    all->from = vm_profile_marks(all->profile);
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].profiler->restart) all->items[i].profiler->restart(&all->items[i]);
}

struct profiling *profilings_of(const struct profilings *all, const struct profiler *profiler) {
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].profiler == profiler) return &all->items[i];
    return NULL;
}

/* --- read --- */

struct rows_read {
    const struct profilings *all;
    struct tabulation **tabulations; /* by profiler */
};

static size_t profiler_of(const struct profilings *all, size_t rule) {
    for (size_t i = 0; i < all->count; i++) {
        const struct profiling *profiling = &all->items[i];
        if (rule - profiling->first_rule < profiling->profiler->rule_count) return i;
    }
    return all->count; /* a rule that tells, and is not read */
}

static void add_row(void *context, const struct vm_row *row) {
    const struct rows_read *reading = context;
    size_t i = profiler_of(reading->all, vm_profile_rule(reading->all->profile, row));
    if (i < reading->all->count) tabulation_add(reading->tabulations[i], row);
}

static void add_without_rule(void *context, const struct vm_row *row) {
    tabulation_add(context, row);
}

static const char *const *marks_of(const struct profilings *all, size_t count) {
    const char **marks = ARENA_ARRAY(all->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) marks[i] = vm_profile_mark_text(all->profile, i);
    return marks;
}

static void complete_table(const struct profilings *all, const struct profiling *profiling,
                           struct profile_table *table) {
    if (all->is_perturbed)
        table->meaning = arena_format(all->arena, "perturbed, %s", table->meaning);
    int64_t left_out = vm_profile_marks_left_out(all->profile);
    if (profiling->every)
        profile_table_note(all->arena, table,
                           "sampled: one event in %" PRId64
                           " of each thread, drawn at random, counts by that: the numbers "
                           "are estimates",
                           profiling->every);
    if (profiling->counts_all_instead)
        profile_table_note(all->arena, table,
                           "%s: a count costs less than a sample by keys without "
                           "a context and without a class that only the execution tells",
                           profiling->every ? "of rules that are not sampled all events counted"
                                            : "not sampled, all events counted");
    if (profiling->counts_all_for_trees)
        profile_table_note(all->arena, table,
                           "not sampled, all events counted: trees have all of them");
    if (left_out)
        profile_table_note(all->arena, table,
                           "there were %" PRId64
                           " more marks than are kept: the last interval holds them",
                           left_out);
}

struct profile_tables profilings_read(struct profilings *all) {
    struct rows_read reading = {.all = all};
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].profiler->end) all->items[i].profiler->end(&all->items[i]);
    struct profile_places *places = profile_places_new(all->vm, all->arena);
    size_t marks = vm_profile_marks(all->profile);
    struct profile_table *tables =
        ARENA_ARRAY(all->arena, struct profile_table, all->count * PROFILING_TABLES);
    size_t count = 0;
    reading.tabulations = ARENA_ARRAY(all->arena, struct tabulation *, all->count);
    for (size_t i = 0; i < all->count; i++) {
        struct profiling *profiling = &all->items[i];
        profiling->places = places;
        reading.tabulations[i] = tabulation_new(profiling);
    }
    vm_profile_each(all->profile, all->from, marks + 1, add_row, &reading);
    for (size_t i = 0; i < all->count; i++) {
        struct profiling *profiling = &all->items[i];
        if (profiling->profiler->each)
            profiling->profiler->each(profiling, add_without_rule, reading.tabulations[i]);
        size_t end = count + tabulation_end(reading.tabulations[i], &tables[count]);
        for (; count < end; count++) complete_table(all, &all->items[i], &tables[count]);
        all->items[i].places = NULL;
    }
    profile_places_release(places);
    return (struct profile_tables){.command = all->command,
                                   .marks = marks_of(all, marks),
                                   .mark_count = marks,
                                   .tables = tables,
                                   .table_count = count};
}

const struct profiling *profilings_in_trees(const struct profilings *all, const char *name) {
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].profiler->is_in_trees && strcmp(all->items[i].profiler->name, name) == 0)
            return &all->items[i];
    return NULL;
}

/* --- heard --- */

bool profilings_listen(const struct profilings *all) {
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].profiler->hear) return true;
    return false;
}

void profilings_hear(struct profilings *all, const struct event *event) {
    pthread_mutex_lock(&all->mutex);
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].profiler->hear) all->items[i].profiler->hear(&all->items[i], event);
    pthread_mutex_unlock(&all->mutex);
}
