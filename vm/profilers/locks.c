/* LOCKS: monitors entered, how, and what escape analysis saves. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {
    {.point = POINT_lock, .anchor = VM_HERE, .amounts = 1U << VM_AMOUNT_WAITED},
};
static const enum vm_key by[] = {BY_site, BY_class};
static const enum vm_key needs[] = {BY_kind, BY_tier};

static const struct profiler_value values[] = {
    {.name = "all",
     .header = "all",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT,
     .meaning = "monitorenter, and entries of synchronized methods"},
    {.name = "interpreted",
     .header = "interpreted",
     .kind = PROFILE_COUNT,
     .takes = row_is_interpreted,
     .split = BY_kind,
     .meaning = "the interpreter entered it, of which no kind is known"},
    {.name = "biased",
     .header = "biased",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_lock_BIASED,
     .split = BY_kind,
     .meaning = "the lock is biased to the thread"},
    {.name = "recursive",
     .header = "recursive",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_lock_RECURSIVE,
     .split = BY_kind,
     .meaning = "the thread held it already"},
    {.name = "cas",
     .header = "CAS",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_lock_CAS,
     .split = BY_kind,
     .meaning = "by compare and set, or the monitor's queue"},
    {.name = "eliminated",
     .header = "eliminated",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_lock_ELIMINATED,
     .split = BY_kind,
     .meaning = "compiled code executed the bytecode and took no lock"},
    {.name = "eliminated_share",
     .header = "%",
     .kind = PROFILE_SHARE,
     .part = "eliminated",
     .whole = "all",
     .split = BY_kind,
     .meaning = "eliminated ones among all"},
    {.name = "waited_ns",
     .header = "waited",
     .kind = PROFILE_TIME,
     .amount = VM_AMOUNT_WAITED,
     .split = BY_COUNT,
     .meaning = "until other threads had left the monitor: the time that passed, of all threads "
                "together"},
};

/* Rows are sorted by how often, and who waits long may do so seldom. */
static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    size_t waited = table->column_count - 1, most = 0;
    for (size_t i = 1; i < table->row_count; i++)
        if (table->rows[i][waited].number > table->rows[most][waited].number) most = i;
    if (!table->totals[waited].number) return;
    profile_table_note(profiling->arena, table, "threads waited longest at %s: %.1f %% of the time",
                       profile_group_name(profiling, &groups[most]),
                       100.0 * (double)table->rows[most][waited].number /
                           (double)table->totals[waited].number);
}

const struct profiler profiler_locks = {
    .name = "locks",
    .meaning =
        "monitors entered: how, those that were eliminated, and the time that threads waited",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .conclude = conclude,
};
