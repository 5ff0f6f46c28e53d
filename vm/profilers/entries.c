/* ENTRIES: all calls, by windows that open by calls: those that call_graph samples, and those that it infers. In its place they are
 * the exact graph. */
#include "profilers/profilers.h"

static const enum vm_key by[] = {BY_context}, inlined[] = {BY_inlined};
static const struct vm_rule rules[] = {
    {.point = POINT_poll, .anchor = VM_HERE},
    {.point = POINT_entry, .anchor = VM_HERE, .keys = inlined, .key_count = ARRAY_COUNT(inlined)}};
static const enum vm_key needs[] = {};

static bool is_poll(const struct vm_row *row) { return row->rule->point == POINT_poll; }

static bool is_inlined(const struct vm_row *row) {
    return row->rule->point == POINT_entry && row->keys[BY_inlined].number;
}

static bool is_call(const struct vm_row *row) { return is_poll(row) || is_inlined(row); }

static const struct profiler_value values[] = {
    {.name = "calls",
     .header = "calls",
     .meaning = "of the method, by that call",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "sampled",
     .header = "not inlined",
     .meaning = "those that call_graph samples",
     .kind = PROFILE_COUNT,
     .takes = is_poll,
     .split = BY_COUNT},
    {.name = "inferred",
     .header = "inlined",
     .meaning = "those that call_graph infers",
     .kind = PROFILE_COUNT,
     .takes = is_inlined,
     .split = BY_COUNT},
};

const struct profiler profiler_entries = {
    .name = "entries",
    .meaning =
        "all calls, natives and inlined ones too: what call_graph estimates, in the same run",
    PROFILER_ARRAYS,
    .levels = 1,
    .lacks_keys = true,
    .takes = is_call,
    .top = PROFILER_TOP,
};

const struct profiler profiler_exact_call_graph = {
    .name = "call_graph",
    .meaning = "all calls: the method, and the call that led there; with --levels more of them",
    PROFILER_ARRAYS,
    .levels = 1,
    .lacks_keys = true,
    .takes = is_call,
    .top = PROFILER_TOP,
};
