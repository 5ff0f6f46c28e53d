/* LOCKS: monitors entered, how, and what escape analysis saves. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_lock, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_site, BY_class};
static const enum vm_key needs[] = {BY_kind, BY_tier};

static bool is_biased(const struct vm_row *row) { return row_is_of_kind(row, KIND_lock_BIASED); }
static bool is_recursive(const struct vm_row *row) {
    return row_is_of_kind(row, KIND_lock_RECURSIVE);
}
static bool is_cas(const struct vm_row *row) { return row_is_of_kind(row, KIND_lock_CAS); }
static bool is_eliminated(const struct vm_row *row) {
    return row_is_of_kind(row, KIND_lock_ELIMINATED);
}

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
     .takes = is_biased,
     .split = BY_kind,
     .meaning = "the lock is biased to the thread"},
    {.name = "recursive",
     .header = "recursive",
     .kind = PROFILE_COUNT,
     .takes = is_recursive,
     .split = BY_kind,
     .meaning = "the thread held it already"},
    {.name = "cas",
     .header = "CAS",
     .kind = PROFILE_COUNT,
     .takes = is_cas,
     .split = BY_kind,
     .meaning = "by compare and set, or the monitor's queue"},
    {.name = "eliminated",
     .header = "eliminated",
     .kind = PROFILE_COUNT,
     .takes = is_eliminated,
     .split = BY_kind,
     .meaning = "compiled code executed the bytecode and took no lock"},
    {.name = "eliminated_share",
     .header = "%",
     .kind = PROFILE_SHARE,
     .part = "eliminated",
     .whole = "all",
     .split = BY_kind,
     .meaning = "eliminated ones among all"},
};

const struct profiler profiler_locks = {
    .name = "locks",
    .meaning = "monitors entered: how, and those that were eliminated",
    .rules = rules,
    .rule_count = ARRAY_COUNT(rules),
    .by = by,
    .by_count = ARRAY_COUNT(by),
    .needs = needs,
    .need_count = ARRAY_COUNT(needs),
    .values = values,
    .value_count = ARRAY_COUNT(values),
    .top = PROFILER_TOP,
};
