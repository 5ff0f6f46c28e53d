/* INLINING: the compiler's decisions joined with what they cost: for each call that is left in compiled code, how often it
 * is executed, and why it was not inlined. A decision belongs to the path of inlined calls that leads to the site;
 * recompilations of a root decide again, and the last decision holds. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_call, .anchor = VM_PRED}};
static const enum vm_key by[] = {BY_site, BY_callee};
static const enum vm_key needs[] = {BY_path, BY_tier};

enum { BUCKETS = 4096, MOST_SHOWN = 4 };

struct inlining_decision {
    struct inlining_decision *next;
    const struct position *position;
    enum reason reason;
};

struct inlining_log {
    struct inlining_decision *buckets[BUCKETS];
};

/* --- the log --- */

static size_t bucket_of(const struct position *position) {
    uint64_t hash = 0;
    for (; position; position = position->caller)
        hash = (hash ^ (uintptr_t)position->method ^ (uint64_t)position->bci) *
               UINT64_C(0x9E3779B97F4A7C15);
    return hash >> 32 & (BUCKETS - 1);
}

static struct inlining_decision *find(const struct inlining_log *all,
                                      const struct position *position) {
    struct inlining_decision *decision = all ? all->buckets[bucket_of(position)] : NULL;
    while (decision && !position_equal(decision->position, position)) decision = decision->next;
    return decision;
}

static const struct position *copy(struct arena *arena, const struct position *position) {
    if (!position) return NULL;
    struct position *kept = ARENA_NEW(arena, struct position);
    *kept = *position;
    kept->caller = copy(arena, position->caller);
    return kept;
}

static void hear(struct profiling *profiling, const struct event *event) {
    const struct position *position = event->origin ? event->origin : event->position;
    if ((event->kind != EVENT_not_inlined && event->kind != EVENT_virtual) || !position) return;
    if (!profiling->heard) profiling->heard = ARENA_NEW(profiling->hearing, struct inlining_log);
    struct inlining_log *all = profiling->heard;
    struct inlining_decision *decision = find(all, position);
    if (!decision) {
        struct inlining_decision **bucket = &all->buckets[bucket_of(position)];
        decision = ARENA_NEW(profiling->hearing, struct inlining_decision);
        *decision = (struct inlining_decision){.next = *bucket,
                                               .position = copy(profiling->hearing, position)};
        *bucket = decision;
    }
    decision->reason = event->reason;
}

/* --- the table --- */

static bool is_compiled(const struct vm_row *row) { return !row_is_interpreted(row); }

static const char *reason_of(const struct profiling *profiling, const struct vm_row *row) {
    const struct inlining_decision *decision = find(profiling->heard, row->keys[BY_path].position);
    return decision ? reason_text(decision->reason) : NULL;
}

static struct profile_parts reasons_of(const struct profiling *profiling,
                                       const struct profile_group *group) {
    struct profile_parts parts = {0};
    for (size_t i = 0; i < group->row_count; i++)
        if (is_compiled(group->rows[i]))
            profile_parts_add(profiling->arena, &parts, reason_of(profiling, group->rows[i]),
                              group->rows[i]->amounts[VM_AMOUNT_COUNT]);
    profile_parts_sort(&parts);
    return parts;
}

static void compute_reasons(const struct profiling *profiling, const struct profile_group *group,
                            struct profile_cell *cell) {
    struct profile_parts parts = reasons_of(profiling, group);
    cell->text = profile_parts_text(profiling->arena, &parts, MOST_SHOWN);
}

static const struct profiler_value values[] = {
    {.name = "calls",
     .header = "calls",
     .kind = PROFILE_COUNT,
     .takes = is_compiled,
     .split = BY_COUNT,
     .meaning = "that compiled code made"},
    {.name = "interpreted",
     .header = "interpreted",
     .kind = PROFILE_COUNT,
     .takes = row_is_interpreted,
     .split = BY_tier,
     .meaning = "that the interpreter made"},
    {.name = "reasons",
     .header = "not inlined since",
     .kind = PROFILE_LIST,
     .compute = compute_reasons,
     .split = BY_COUNT,
     .meaning = "the compiler's reasons, by calls"},
};

/* --- the hottest row of each reason --- */

struct hottest {
    const char *reason;
    int64_t calls, all; /* of the row, of all rows */
    const struct profile_group *group;
};

static void add_reason(struct hottest *all, const struct profile_part *part,
                       const struct profile_group *group) {
    while (all->reason && all->reason != part->text) all++;
    all->reason = part->text;
    all->all += part->count;
    if (all->group && all->calls >= part->count) return;
    all->calls = part->count;
    all->group = group;
}

static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    struct hottest all[REASON_COUNT + 1] = {0};
    for (size_t i = 0; i < table->row_count; i++) {
        struct profile_parts parts = reasons_of(profiling, &groups[i]);
        for (size_t j = 0; j < parts.count; j++)
            if (parts.items[j].text) add_reason(all, &parts.items[j], &groups[i]);
    }
    for (const struct hottest *hottest = all; hottest->reason; hottest++)
        profile_table_note(profiling->arena, table, "%s: %lld calls, most (%lld) at %s",
                           hottest->reason, (long long)hottest->all, (long long)hottest->calls,
                           profile_group_name(profiling, hottest->group));
}

const struct profiler profiler_inlining = {
    .name = "inlining",
    .meaning = "calls that are left in compiled code, and why they were not inlined",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .hear = hear,
    .conclude = conclude,
};
