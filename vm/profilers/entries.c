/* ENTRIES: what call_graph samples, each: with windows that open by calls, in the same run. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_poll, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_context};
static const enum vm_key needs[] = {};

static const struct profiler_value values[] = {
    {.name = "calls",
     .header = "calls",
     .meaning = "of the method, by that call",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
};

const struct profiler profiler_entries = {
    .name = "entries",
    .meaning =
        "all calls that are not inlined, natives too: what call_graph samples, in the same run",
    PROFILER_ARRAYS,
    .levels = 1,
    .top = PROFILER_TOP,
};
