/* CALLS: method calls, those that are left where code is optimised, and how they find their method. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_call, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_site, BY_callee};
static const enum vm_key needs[] = {BY_kind, BY_tier};

static bool is_left(const struct vm_row *row) {
    return !row_is_of_kind(row, KIND_call_INLINED) && !row_is_of_kind(row, KIND_call_GUARDED) &&
           !row_is_of_kind(row, KIND_call_ELIMINATED);
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
     .of_kind = KIND_call_DIRECT,
     .split = BY_kind,
     .meaning = "compiled code called the one method that it can be"},
    {.name = "virtual",
     .header = "virtual",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_call_VIRTUAL,
     .split = BY_kind,
     .meaning = "compiled code looked the method up"},
    {.name = "inlined",
     .header = "inlined",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_call_INLINED,
     .split = BY_kind,
     .meaning = "the method's code is part of the caller's"},
    {.name = "guarded",
     .header = "guarded",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_call_GUARDED,
     .split = BY_kind,
     .meaning = "likewise, behind a test of the receiver's class"},
    {.name = "eliminated",
     .header = "eliminated",
     .kind = PROFILE_COUNT,
     .of_kind = KIND_call_ELIMINATED,
     .split = BY_kind,
     .meaning = "compiled code executed the bytecode and made no call"},
};

const struct profiler profiler_calls = {
    .name = "calls",
    .meaning = "method calls: all, those that were not inlined, and how they find their method",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
};
