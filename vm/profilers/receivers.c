/* RECEIVERS: of which classes the objects are that methods are called on, where compiled code has to call. A site with one
 * class could have been inlined. */
#include "profilers/profiler.h"

/* The probe follows the call: where that was inlined, nothing is left to count. */
static const struct vm_rule rules[] = {{.point = POINT_call, .anchor = VM_PRED}};
static const enum vm_key by[] = {BY_site, BY_callee};
static const enum vm_key needs[] = {BY_receiver};

enum { MOST_SHOWN = 6 };

static bool has_receiver(const struct vm_row *row) { return row->keys[BY_receiver].text != NULL; }

static void compute_classes(const struct profiling *profiling, const struct profile_group *group,
                            struct profile_cell *cell) {
    struct profile_parts parts = profile_parts_by(profiling->arena, group, BY_receiver);
    cell->text = profile_parts_text(profiling->arena, &parts, MOST_SHOWN);
}

static void compute_first(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    struct profile_parts parts = profile_parts_by(profiling->arena, group, BY_receiver);
    if (parts.sum) cell->share = (double)parts.items[0].count / (double)parts.sum;
}

static const struct profiler_value values[] = {
    {.name = "calls",
     .header = "calls",
     .kind = PROFILE_COUNT,
     .takes = has_receiver,
     .split = BY_COUNT,
     .meaning = "on an object, where the call was not inlined"},
    {.name = "first_share",
     .header = "first",
     .kind = PROFILE_SHARE,
     .compute = compute_first,
     .split = BY_receiver,
     .meaning = "calls on objects of the most frequent class among all"},
    {.name = "classes",
     .header = "classes",
     .kind = PROFILE_LIST,
     .compute = compute_classes,
     .split = BY_receiver,
     .meaning = "of the objects, the most frequent first"},
};

/* Calls at sites that have one class. */
static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    int64_t alone = 0, all = table->totals[table->main].number;
    size_t first = table->main + 1;
    if (first >= table->column_count || !all) return;
    for (size_t i = 0; i < table->row_count; i++)
        if (table->rows[i][first].share >= 1) alone += table->rows[i][table->main].number;
    profile_table_note(profiling->arena, table,
                       "calls in rows with one class: %lld of %lld (%.2f %%)", (long long)alone,
                       (long long)all, 100.0 * (double)alone / (double)all);
}

const struct profiler profiler_receivers = {
    .name = "receivers",
    .meaning = "classes of the objects on which methods are called, where calls are not inlined",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .takes = has_receiver,
    .conclude = conclude,
};
