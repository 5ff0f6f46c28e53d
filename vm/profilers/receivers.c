/* RECEIVERS: of which classes the objects are that methods are called on, where compiled code has to call. A site with one
 * class could have been inlined. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

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

/* --- how many sites have one class --- */

enum { MOST_LEVELS = 3 }; /* that are told where contexts have all */

struct receivers {
    const struct vm_row **rows;
    size_t count;
    int levels; /* of contexts, that tell sites apart */
};

static int compare_texts(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int compare_places(const struct position *a, const struct position *b, int callers) {
    for (; a && b && callers >= 0; a = a->caller, b = b->caller, callers--) {
        int order = compare_texts(a->method, b->method);
        if (order == 0) order = (a->bci > b->bci) - (a->bci < b->bci);
        if (order) return order;
    }
    return callers < 0 ? 0 : (a != NULL) - (b != NULL);
}

static int compare_sites(const struct vm_row *a, const struct vm_row *b, int levels) {
    int order = compare_places(a->keys[BY_site].position, b->keys[BY_site].position, 0);
    if (order == 0) order = compare_texts(a->keys[BY_callee].text, b->keys[BY_callee].text);
    if (order) return order;
    return compare_places(a->keys[BY_context].position, b->keys[BY_context].position, levels);
}

static int compare_rows(const void *a, const void *b, void *context) {
    const struct receivers *receivers = context;
    return compare_sites(*(const struct vm_row *const *)a, *(const struct vm_row *const *)b,
                         receivers->levels);
}

struct shares {
    size_t sites, sites_alone; /* that have one class */
    int64_t calls, calls_alone;
};

static void add_site(const struct receivers *receivers, size_t from, size_t to,
                     struct shares *shares) {
    const char *class = receivers->rows[from]->keys[BY_receiver].text;
    bool is_alone = true;
    int64_t calls = 0;
    for (size_t i = from; i < to; i++) {
        calls += receivers->rows[i]->amounts[VM_AMOUNT_COUNT];
        is_alone &= compare_texts(receivers->rows[i]->keys[BY_receiver].text, class) == 0;
    }
    shares->sites++;
    shares->calls += calls;
    shares->sites_alone += is_alone;
    if (is_alone) shares->calls_alone += calls;
}

static struct shares share_of_one_class(struct receivers *receivers) {
    struct shares shares = {0};
    size_t from = 0;
    qsort_r(receivers->rows, receivers->count, sizeof *receivers->rows, compare_rows, receivers);
    for (size_t i = 1; i <= receivers->count; i++) {
        if (i < receivers->count &&
            compare_sites(receivers->rows[i], receivers->rows[from], receivers->levels) == 0)
            continue;
        add_site(receivers, from, i, &shares);
        from = i;
    }
    return shares;
}

static void note(const struct profiling *profiling, struct profile_table *table,
                 struct receivers *receivers, const char *what) {
    const struct shares shares = share_of_one_class(receivers);
    profile_table_note(profiling->arena, table,
                       "%s: %zu of %zu sites have one class, %lld of %lld calls (%.2f %%)", what,
                       shares.sites_alone, shares.sites, (long long)shares.calls_alone,
                       (long long)shares.calls,
                       100.0 * (double)shares.calls_alone / (double)shares.calls);
}

static struct receivers receivers_of(const struct profiling *profiling,
                                     const struct profile_group *groups, size_t count) {
    struct receivers receivers = {0};
    for (size_t i = 0; i < count; i++) receivers.count += groups[i].row_count;
    receivers.rows = ARENA_ARRAY(profiling->arena, const struct vm_row *, receivers.count + 1);
    receivers.count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < groups[i].row_count; k++)
            receivers.rows[receivers.count++] = groups[i].rows[k];
    return receivers;
}

static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    struct receivers receivers = receivers_of(profiling, groups, table->row_count);
    int levels = profiling->levels == VM_ALL_LEVELS ? MOST_LEVELS : profiling->levels;
    if (!receivers.count) return;
    if (!profiling_is_by(profiling, BY_context)) {
        note(profiling, table, &receivers, "in all contexts");
        return;
    }
    for (receivers.levels = 0; receivers.levels <= levels; receivers.levels++) {
        char what[64];
        snprintf(what, sizeof what, "told apart by %d %s", receivers.levels,
                 receivers.levels == 1 ? "caller" : "callers");
        note(profiling, table, &receivers, what);
    }
    if (profiling->levels != VM_ALL_LEVELS) return;
    receivers.levels = INT32_MAX;
    note(profiling, table, &receivers, "told apart by all callers");
}

const struct profiler profiler_receivers = {
    .name = "receivers",
    .meaning = "classes of the objects on which methods are called, where calls are not inlined",
    PROFILER_ARRAYS,
    .top = PROFILER_TOP,
    .takes = has_receiver,
    .conclude = conclude,
};
