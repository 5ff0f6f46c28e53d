/* CALLS: method calls, those that are left where code is optimised, and how they find their method. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_call, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_site, BY_callee};
static const enum vm_key needs[] = {BY_kind, BY_tier};

static bool is_inlined(const struct vm_row *row) { return row_is_of_kind(row, KIND_call_INLINED); }
static bool is_guarded(const struct vm_row *row) { return row_is_of_kind(row, KIND_call_GUARDED); }
static bool is_direct(const struct vm_row *row) { return row_is_of_kind(row, KIND_call_DIRECT); }
static bool is_virtual(const struct vm_row *row) { return row_is_of_kind(row, KIND_call_VIRTUAL); }
static bool is_eliminated(const struct vm_row *row) {
    return row_is_of_kind(row, KIND_call_ELIMINATED);
}
static bool is_left(const struct vm_row *row) {
    return !is_inlined(row) && !is_guarded(row) && !is_eliminated(row);
}

static const struct profiler_value values[] = {
    {.name = "all",
     .header = "all",
     .meaning = "executions of the bytecode",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "not_inlined",
     .header = "not inlined",
     .kind = PROFILE_COUNT,
     .takes = is_left,
     .split = BY_kind,
     .meaning = "the method was called: interpreted, direct and virtual ones"},
    {.name = "not_inlined_share",
     .header = "%",
     .kind = PROFILE_SHARE,
     .part = "not_inlined",
     .whole = "all",
     .split = BY_kind,
     .meaning = "calls that were not inlined among all"},
    {.name = "interpreted",
     .header = "interpreted",
     .kind = PROFILE_COUNT,
     .takes = row_is_interpreted,
     .split = BY_kind,
     .meaning = "the interpreter called it"},
    {.name = "direct",
     .header = "direct",
     .kind = PROFILE_COUNT,
     .takes = is_direct,
     .split = BY_kind,
     .meaning = "compiled code called the one method that it can be"},
    {.name = "virtual",
     .header = "virtual",
     .kind = PROFILE_COUNT,
     .takes = is_virtual,
     .split = BY_kind,
     .meaning = "compiled code looked the method up"},
    {.name = "inlined",
     .header = "inlined",
     .kind = PROFILE_COUNT,
     .takes = is_inlined,
     .split = BY_kind,
     .meaning = "the method's code is part of the caller's"},
    {.name = "guarded",
     .header = "guarded",
     .kind = PROFILE_COUNT,
     .takes = is_guarded,
     .split = BY_kind,
     .meaning = "likewise, behind a test of the receiver's class"},
    {.name = "eliminated",
     .header = "eliminated",
     .kind = PROFILE_COUNT,
     .takes = is_eliminated,
     .split = BY_kind,
     .meaning = "compiled code executed the bytecode and made no call"},
};

const struct profiler profiler_calls = {
    .name = "calls",
    .meaning = "method calls: all, those that were not inlined, and how they find their method",
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
