/* LIFETIMES: how long objects live, in bytes that the program allocates meanwhile (lives.h). */
#include <inttypes.h>
#include <string.h>

#include "profilers/lives.h"
#include "profilers/profiler.h"

static const struct vm_rule rules[] = {
    {.point = POINT_new, .amounts = 1U << VM_AMOUNT_BYTES, .tell = lives_pass},
};
static const enum vm_key by[] = {BY_class, BY_site};
static const enum vm_key needs[] = {BY_class, BY_site};
/* What a table can be by: a lifetime belongs to what made the object, and to the interval in which that was, and to no event. */
static const enum vm_key keys[] = {BY_class, BY_site, BY_method, BY_mark};

static void *begin(struct profiling *profiling, struct diag *diag) {
    struct lives *lives = ARENA_NEW(profiling->arena, struct lives);
    lives_init(lives, profiling->vm);
    if (profiling_is_by(profiling, BY_mark)) lives->marked = &profiling->profile;
    const struct vm_deaths watcher = lives_watcher(lives);
    return vm_watch_deaths(profiling->vm, &watcher, diag) ? lives : NULL;
}

static void restart(struct profiling *profiling) { lives_restart(profiling->state); }

static void end(struct profiling *profiling) { vm_end_lives(profiling->vm); }

static void release(struct profiling *profiling) { lives_release(profiling->state); }

static void sum_up(const struct profiling *profiling, const struct profile_group *group,
                   struct lives_sum *sum) {
    struct lives *lives = profiling->state;
    lives_begin_sum(lives, sum);
    for (size_t i = 0; i < group->row_count; i++) {
        const struct vm_key_of_row *row = group->rows[i]->keys;
        lives_add_of(lives, row[BY_site].position, row[BY_class].text,
                     lives->marked ? row[BY_mark].text : NULL, sum);
    }
}

/* Compiled code may have made an object in a later interval than that of the bytecode, which has a row. */
static void each(struct profiling *profiling, void (*tell)(void *context, const struct vm_row *row),
                 void *context) {
    struct lives *lives = profiling->state;
    if (!lives->marked) return;
    vec_each(struct lives_site *, at, &lives->sites) {
        const struct lives_site *site = *at;
        const struct lives_sum *sum = lives_of_site(lives, site);
        if (!sum || !sum->made || site->number == LIVES_REST) continue;
        struct position *position = ARENA_NEW(profiling->arena, struct position);
        *position = (struct position){.method = site->method, .bci = site->bci, .line = site->line};
        struct vm_row row = {0};
        row.keys[BY_site].position = site->method ? position : NULL;
        row.keys[BY_method].text = site->method;
        row.keys[BY_class].text = site->class_name;
        row.keys[BY_mark].text = vm_profile_mark_text(*lives->marked, site->interval);
        tell(context, &row);
    }
}

static void compute_allocated(const struct profiling *profiling, const struct profile_group *group,
                              struct profile_cell *cell) {
    struct lives_sum sum;
    sum_up(profiling, group, &sum);
    cell->number = sum.made;
}

static void compute_alive(const struct profiling *profiling, const struct profile_group *group,
                          struct profile_cell *cell) {
    struct lives_sum sum;
    sum_up(profiling, group, &sum);
    cell->number = sum.alive;
}

static void compute_alive_bytes(const struct profiling *profiling,
                                const struct profile_group *group, struct profile_cell *cell) {
    struct lives_sum sum;
    sum_up(profiling, group, &sum);
    cell->number = sum.alive_bytes;
}

static void set_lifetime(const struct profiling *profiling, const struct lives_sum *sum,
                         int64_t lifetime, struct profile_cell *cell) {
    if (lives_died(sum)) cell->text = arena_format(profiling->arena, "%" PRId64, lifetime);
}

static void compute_mean(const struct profiling *profiling, const struct profile_group *group,
                         struct profile_cell *cell) {
    struct lives_sum sum;
    sum_up(profiling, group, &sum);
    int64_t died = lives_died(&sum);
    set_lifetime(profiling, &sum, died ? sum.lifetimes / died : 0, cell);
}

static void compute_quantile(const struct profiling *profiling, const struct profile_group *group,
                             double share, struct profile_cell *cell) {
    struct lives_sum sum;
    sum_up(profiling, group, &sum);
    set_lifetime(profiling, &sum, lives_quantile(&sum, share), cell);
}

static void compute_median(const struct profiling *profiling, const struct profile_group *group,
                           struct profile_cell *cell) {
    compute_quantile(profiling, group, 0.5, cell);
}

static void compute_90(const struct profiling *profiling, const struct profile_group *group,
                       struct profile_cell *cell) {
    compute_quantile(profiling, group, 0.9, cell);
}

static void compute_longest(const struct profiling *profiling, const struct profile_group *group,
                            struct profile_cell *cell) {
    compute_quantile(profiling, group, 1, cell);
}

/* Of all that were made: those that are alive were not younger. */
static void compute_younger(const struct profiling *profiling, const struct profile_group *group,
                            int64_t bytes, struct profile_cell *cell) {
    struct lives_sum sum;
    sum_up(profiling, group, &sum);
    cell->share = sum.made ? (double)lives_younger(&sum, bytes) / (double)sum.made : 0;
}

static void compute_younger_4k(const struct profiling *profiling, const struct profile_group *group,
                               struct profile_cell *cell) {
    compute_younger(profiling, group, 4 << 10, cell);
}

static void compute_younger_1m(const struct profiling *profiling, const struct profile_group *group,
                               struct profile_cell *cell) {
    compute_younger(profiling, group, 1 << 20, cell);
}

#define VALUE(word, title, of_kind, says, ...)                                                     \
    {                                                                                              \
        .name = word, .header = title, .kind = of_kind, .meaning = says, .split = BY_COUNT,        \
        __VA_ARGS__                                                                                \
    }

static const struct profiler_value values[] = {
    VALUE("objects", "objects", PROFILE_COUNT, "objects and arrays that the bytecode asks for"),
    VALUE("bytes", "bytes", PROFILE_BYTES, "of all", .amount = VM_AMOUNT_BYTES),
    VALUE("allocated", "allocated", PROFILE_COUNT,
          "of the objects: those that were made, also where compiled code was left; the columns "
          "right of it are of these",
          .compute = compute_allocated),
    VALUE("alive", "alive", PROFILE_COUNT, "alive at the end: their lifetimes are not known",
          .compute = compute_alive),
    VALUE("alive_bytes", "alive bytes", PROFILE_BYTES, "of these", .compute = compute_alive_bytes),
    VALUE("mean", "mean", PROFILE_LIST, "lifetime of those that died, in bytes",
          .compute = compute_mean),
    VALUE("median", "median", PROFILE_LIST, "half of those that died lived no longer",
          .compute = compute_median),
    VALUE("nine_in_ten", "90 %", PROFILE_LIST, "nine in ten of those that died lived no longer",
          .compute = compute_90),
    VALUE("longest", "longest", PROFILE_LIST, "lifetime of those that died",
          .compute = compute_longest),
    VALUE("younger_4k", "< 4 KB", PROFILE_SHARE, "share that died before 4096 bytes more were made",
          .compute = compute_younger_4k),
    VALUE("younger_1m", "< 1 MB", PROFILE_SHARE,
          "share that died before 1048576 bytes more were made", .compute = compute_younger_1m),
};

static void conclude(const struct profiling *profiling, const struct profile_group *groups,
                     struct profile_table *table) {
    (void)groups;
    const struct lives *lives = profiling->state;
    const struct lives_sum *rest = lives_of_site(lives, lives->sites.items[LIVES_REST]);
    profile_table_note(
        profiling->arena, table,
        "lifetimes are bytes that the program asked for from an object's birth until "
        "it was last reachable; what compiled code does not allocate has none");
    if (rest && rest->made)
        profile_table_note(profiling->arena, table,
                           "more than %d places, classes and intervals made objects: %" PRId64
                           " that the others made are in no row, allocated or alive",
                           LIVES_SITES - LIVES_REST - 1, rest->made);
}

/* --- the distribution over all objects, of each interval: a row for each doubling of the lifetime, up to the longest --- */

static const struct profile_column class_columns[] = {
    {"mark", "mark", "the interval between two marks", PROFILE_TEXT},
    {"less_than", "less than",
     "the lifetime in bytes; it is not less than half of this, where there is a row for that",
     PROFILE_ORDINAL},
    {"objects", "objects", "that died, and lived so long", PROFILE_COUNT},
    {"share", "share", "of those that died, in its interval where there are marks", PROFILE_SHARE},
};
enum { WITHOUT_MARK = 1, CLASSES = LIVES_CLOCK_BITS };

struct distribution {
    const struct profiling *profiling;
    const struct profile_group *whole;
    struct profile_table *table;
    VEC(const struct profile_cell *) rows; /* in the arena of the profiling */
};

static const struct profile_cell *class_row(const struct distribution *made, const char *mark,
                                            int64_t less_than, int64_t objects, int64_t all) {
    struct profile_cell *cells =
        ARENA_ARRAY(made->profiling->arena, struct profile_cell, ARRAY_COUNT(class_columns));
    cells[0].text = mark;
    cells[1].number = less_than;
    cells[2].number = objects;
    cells[3].share = all ? (double)objects / (double)all : 0;
    return cells + ARRAY_COUNT(class_columns) - made->table->column_count;
}

static void add_classes(struct distribution *made, const char *mark, const struct lives_sum *sum) {
    int64_t died = lives_died(sum), younger = 0;
    for (int64_t bytes = LIVES_UNIT; younger < died; bytes *= 2) {
        int64_t before = younger;
        younger = lives_younger(sum, bytes);
        arena_vec_push(made->profiling->arena, &made->rows,
                       class_row(made, mark, bytes, younger - before, died));
    }
}

/* Intervals of one name are one. */
static void add_interval(struct distribution *made, struct profile_group *part, size_t interval) {
    const char *mark = vm_profile_mark_text(made->profiling->profile, interval);
    const struct vm_row **rows = (const struct vm_row **)part->rows;
    struct lives_sum sum;
    if (profiling_interval(made->profiling, mark) != interval) return;
    part->row_count = 0;
    for (size_t i = 0; i < made->whole->row_count; i++)
        if (strcmp(made->whole->rows[i]->keys[BY_mark].text, mark) == 0)
            rows[part->row_count++] = made->whole->rows[i];
    sum_up(made->profiling, part, &sum);
    add_classes(made, mark, &sum);
}

static void distribute(const struct profiling *profiling, const struct profile_group *whole,
                       struct profile_table *table) {
    struct arena *arena = profiling->arena;
    bool is_marked = profiling_is_by(profiling, BY_mark);
    struct distribution made = {profiling, whole, table, {0}};
    struct lives_sum sum;
    sum_up(profiling, whole, &sum);
    *table = (struct profile_table){.name = "lifetime_classes",
                                    .meaning = "objects that died, by how long they lived",
                                    .columns = class_columns + (is_marked ? 0 : WITHOUT_MARK),
                                    .column_count =
                                        ARRAY_COUNT(class_columns) - (is_marked ? 0 : WITHOUT_MARK),
                                    .key_count = is_marked ? 2 : 1,
                                    .main = is_marked ? 2 : 1,
                                    .top = SIZE_MAX};
    table->totals = class_row(&made, NULL, 0, lives_died(&sum), lives_died(&sum));
    if (is_marked) {
        struct profile_group part = {
            .rows = ARENA_ARRAY(arena, const struct vm_row *, whole->row_count + 1)};
        for (size_t i = 0; i <= vm_profile_marks(profiling->profile); i++)
            add_interval(&made, &part, i);
    } else {
        add_classes(&made, NULL, &sum);
    }
    table->rows = made.rows.items;
    table->row_count = made.rows.count;
    profile_table_note(arena, table, "alive at the end, of lifetimes that are not known: %" PRId64,
                       sum.alive);
}

const struct profiler profiler_lifetimes = {
    .name = "lifetimes",
    .meaning = "how long objects live that are allocated, in bytes allocated meanwhile",
    .rules = rules,
    .rule_count = ARRAY_COUNT(rules),
    .told = lives_told,
    .told_count = LIVES_TOLD,
    .by = by,
    .by_count = ARRAY_COUNT(by),
    .needs = needs,
    .need_count = ARRAY_COUNT(needs),
    .keys = keys,
    .keys_count = ARRAY_COUNT(keys),
    .values = values,
    .value_count = ARRAY_COUNT(values),
    .begin = begin,
    .restart = restart,
    .end = end,
    .release = release,
    .each = each,
    .conclude = conclude,
    .distribute = distribute,
    .top = PROFILER_TOP,
};
