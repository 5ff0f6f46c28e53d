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

const struct profiler profiler_locks = {
    .name = "locks",
    .meaning =
        "monitors entered: how, those that were eliminated, and the time that threads waited",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
};
