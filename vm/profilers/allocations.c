/* ALLOCATIONS: what programs allocate, what of that optimised code really does, and how. An object that is made counts
 * once: where code is left and an object has to be made after all, it was rematerialised, not eliminated. */
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {
    {.point = POINT_new, .anchor = VM_HERE, .amounts = 1U << VM_AMOUNT_BYTES},
};
static const enum vm_key by[] = {BY_site, BY_root, BY_class};
static const enum vm_key needs[] = {BY_kind, BY_tier};

static bool is_tlab(const struct vm_row *row) { return row_is_of_kind(row, KIND_allocation_TLAB); }
static bool is_heap(const struct vm_row *row) { return row_is_of_kind(row, KIND_allocation_HEAP); }
static bool is_native(const struct vm_row *row) {
    return row_is_of_kind(row, KIND_allocation_NATIVE);
}
static bool is_eliminated(const struct vm_row *row) {
    return row_is_of_kind(row, KIND_allocation_ELIMINATED);
}
static bool is_rematerialised(const struct vm_row *row) {
    return row_is_of_kind(row, KIND_allocation_REMATERIALISED);
}

static const struct profiler_value values[] = {
    {.name = "all",
     .header = "all",
     .meaning = "objects and arrays that the bytecode asked for",
     .kind = PROFILE_COUNT,
     .split = BY_COUNT},
    {.name = "interpreted",
     .header = "interpreted",
     .meaning = "the interpreter made them",
     .kind = PROFILE_COUNT,
     .takes = row_is_interpreted,
     .split = BY_kind},
    {.name = "tlab",
     .header = "TLAB",
     .kind = PROFILE_COUNT,
     .takes = is_tlab,
     .split = BY_kind,
     .meaning = "compiled code took the memory from the thread's buffer"},
    {.name = "heap",
     .header = "HEAP",
     .kind = PROFILE_COUNT,
     .takes = is_heap,
     .split = BY_kind,
     .meaning = "compiled code asked the heap"},
    {.name = "native",
     .header = "native",
     .kind = PROFILE_COUNT,
     .takes = is_native,
     .split = BY_kind,
     .meaning = "a native method or the VM made them"},
    {.name = "rematerialised",
     .header = "rematerialised",
     .kind = PROFILE_COUNT,
     .takes = is_rematerialised,
     .split = BY_kind,
     .meaning = "they were made when compiled code was left"},
    {.name = "eliminated",
     .header = "eliminated",
     .kind = PROFILE_COUNT,
     .takes = is_eliminated,
     .split = BY_kind,
     .meaning = "compiled code executed the bytecode and made no object"},
    {.name = "eliminated_share",
     .header = "%",
     .kind = PROFILE_SHARE,
     .part = "eliminated",
     .whole = "all",
     .split = BY_kind,
     .meaning = "eliminated ones among all"},
    {.name = "bytes",
     .header = "bytes",
     .meaning = "of all",
     .kind = PROFILE_BYTES,
     .amount = VM_AMOUNT_BYTES,
     .split = BY_COUNT},
    {.name = "eliminated_bytes",
     .header = "eliminated bytes",
     .kind = PROFILE_BYTES,
     .amount = VM_AMOUNT_BYTES,
     .takes = is_eliminated,
     .split = BY_kind,
     .meaning = "of those eliminated"},
    {.name = "eliminated_bytes_share",
     .header = "% of bytes",
     .kind = PROFILE_SHARE,
     .part = "eliminated_bytes",
     .whole = "bytes",
     .split = BY_kind,
     .meaning = "eliminated bytes among all"},
};

const struct profiler profiler_allocations = {
    .name = "allocations",
    .meaning = "objects and arrays: asked for, made and eliminated",
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
