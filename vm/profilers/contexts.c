/* CONTEXTS: how often methods are entered, each by the calls that led there. With an output that is a tree, natives are in it. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_entry, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_context};
static const enum vm_key needs[] = {BY_tier};

static const struct profiler_value values[] = {
    {.name = "calls",
     .header = "calls",
     .meaning = "of the method, by those calls",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "interpreted",
     .header = "interpreted",
     .meaning = "of these, by the interpreter",
     .kind = PROFILE_COUNT,
     .takes = row_is_interpreted,
     .split = BY_tier},
};

const struct profiler profiler_contexts = {
    .name = "contexts",
    .meaning = "calls of methods by calling context; as a tree or a call graph with tree.xml, "
               "tree.txt, graph.xml, graph.txt",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .is_in_trees = true,
};
