/* CALLS: method calls, those that are left where code is optimised, how they find their method, and how deep the stack is then. */
#include <string.h>
#include <uthash.h>

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

/* --- how deep the stack is where methods are called --- */

/* Contexts share their callers: each frame is counted once. */
struct known_depth {
    const struct profile_frame *frame;
    int64_t depth;
    UT_hash_handle hh;
};

static int64_t depth_of(struct arena *arena, struct known_depth **known,
                        const struct profile_frame *frame) {
    struct known_depth *found = NULL;
    const struct profile_frame *at = frame;
    int64_t depth = 0;
    for (; at; at = at->caller) {
        HASH_FIND_PTR(*known, &at, found);
        if (found) break;
        depth++;
    }
    if (found) depth += found->depth;
    for (int64_t left = depth; frame != at; frame = frame->caller) {
        struct known_depth *added = ARENA_NEW(arena, struct known_depth);
        added->frame = frame;
        added->depth = left--;
        HASH_ADD_PTR(*known, frame, added);
    }
    return depth;
}

static size_t context_column(const struct profile_table *table) {
    size_t column = 0;
    while (strcmp(table->columns[column].name, "context") != 0) column++;
    return column;
}

static void note_depth(const struct profiling *profiling, struct profile_table *table,
                       const struct profile_column *column, struct known_depth **known) {
    size_t context = context_column(table), value = (size_t)(column - table->columns);
    int64_t calls = table->totals[value].number, deepest = 0;
    double sum = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        int64_t count = table->rows[i][value].number;
        const struct profile_frame *frame = table->rows[i][context].frame;
        int64_t depth = count ? depth_of(profiling->arena, known, frame) : 0;
        sum += (double)depth * (double)count;
        if (depth > deepest) deepest = depth;
    }
    if (calls)
        profile_table_note(profiling->arena, table,
                           "the stack at calls, %s: %.2f methods in the mean, %lld at most",
                           column->header, sum / (double)calls, (long long)deepest);
}

static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    if (profiling->levels != VM_ALL_LEVELS || !profiling_is_by(profiling, BY_context)) return;
    struct known_depth *known = NULL;
    for (size_t i = table->key_count; i < table->column_count; i++)
        if (strcmp(table->columns[i].name, "all") == 0 ||
            strcmp(table->columns[i].name, "not_inlined") == 0)
            note_depth(profiling, table, &table->columns[i], &known);
    HASH_CLEAR(hh, known);
}

const struct profiler profiler_calls = {
    .name = "calls",
    .meaning = "method calls: all, those that were not inlined, and how they find their method",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .conclude = conclude,
};
