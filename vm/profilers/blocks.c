/* BLOCKS: executions of basic blocks, whichever engine executes them. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {{.point = POINT_block, .anchor = VM_HERE}};
static const enum vm_key by[] = {BY_site};
static const enum vm_key needs[] = {BY_tier};

static const struct profiler_value values[] = {
    {.name = "all",
     .header = "all",
     .meaning = "executions of the block at this bytecode",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "interpreted",
     .header = "interpreted",
     .meaning = "of these, by the interpreter",
     .kind = PROFILE_COUNT,
     .takes = row_is_interpreted,
     .split = BY_tier},
};

const struct profiler profiler_blocks = {
    .name = "blocks",
    .meaning = "executions of basic blocks, by their first bytecode",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .is_in_trees = true,
};
