/* TABULATE: what rules counted as a table: rows with equal keys are grouped, each group becomes a row of values. There are as
 * many groups as there are contexts, of which programs have millions: a group is the cells of its row, its amounts are summed
 * there as rows come, and the rows themselves are kept for those alone who look at them. */
#define _GNU_SOURCE
#include "profilers/profilers.h"
#include "profilers/tabulate.h"

#include <stdlib.h>
#include <string.h>

#include "profilers/places.h"

void *profile_array_with_room(struct arena *arena, void *items, size_t count, size_t size) {
    if (count && (count & (count - 1))) return items; /* it is as large as the next power of two */
    void *copy = arena_allocate(arena, (count ? count * 2 : 1) * size);
    if (count) memcpy(copy, items, count * size);
    return copy;
}

enum { PIECE = 1024 }; /* rows that are allocated together */

struct kept_rows {
    const struct vm_row **items;
    size_t count;
};

struct tabulation {
    const struct profiling *profiling;
    size_t width; /* cells of a row: keys, then all values, those without columns too */
    struct profile_cell **rows; /* by PIECE */
    size_t count;
    struct kept_rows *kept; /* by row; NULL: nobody looks at them */
    struct profile_cell *totals;
    struct interval_values {
        const char *mark;
        struct profile_cell *values; /* summed over all rows of the interval */
        double squares;              /* likewise: of the main value */
    } * intervals;
    size_t interval_count;
    struct interval_values whole; /* where marks do not cut the table */
    struct kept_rows all;
    uint32_t *places; /* of rows, plus 1, by hash */
    size_t place_count;
};

static struct profile_cell *row_at(const struct tabulation *table, size_t row) {
    return table->rows[row / PIECE] + row % PIECE * table->width;
}

/* --- who looks at rows --- */

static bool keeps_rows(const struct profiler *profiler) {
    bool keeps = profiler->distribute;
    for (size_t i = 0; i < profiler->value_count; i++) keeps |= profiler->values[i].compute != NULL;
    return keeps;
}

static void keep(struct arena *arena, struct kept_rows *rows, const struct vm_row *row) {
    rows->items =
        profile_array_with_room(arena, (void *)rows->items, rows->count, sizeof *rows->items);
    rows->items[rows->count++] = row;
}

static void keep_row(struct tabulation *table, size_t group, const struct vm_row *row) {
    struct arena *arena = table->profiling->arena;
    struct vm_row *kept = ARENA_NEW(arena, struct vm_row);
    *kept = *row;
    struct vm_key_of_row *key = &kept->keys[BY_context];
    if (key->context) key->position = vm_context_path(table->profiling->profile, key->context);
    keep(arena, &table->kept[group], kept);
    keep(arena, &table->all, kept);
}

/* --- groups --- */

/* Equal places are one frame. */
static uint64_t hash_of(const struct tabulation *table, const struct profile_cell *keys) {
    uint64_t hash = 0;
    for (size_t i = 0; i < table->profiling->by_count; i++)
        hash = hash_mix(hash, (uint64_t)keys[i].number);
    return hash ^ hash >> 32;
}

static bool is_same(const struct tabulation *table, const struct profile_cell *a,
                    const struct profile_cell *b) {
    for (size_t i = 0; i < table->profiling->by_count; i++)
        if (a[i].number != b[i].number) return false;
    return true;
}

static uint32_t *place_of(const struct tabulation *table, const struct profile_cell *keys) {
    size_t i = hash_of(table, keys) & (table->place_count - 1);
    while (table->places[i] && !is_same(table, row_at(table, table->places[i] - 1), keys))
        i = (i + 1) & (table->place_count - 1);
    return &table->places[i];
}

static void grow(struct tabulation *table) {
    memory_free(table->places);
    table->place_count = table->place_count ? table->place_count * 2 : 64;
    table->places = memory_allocate(table->place_count * sizeof *table->places);
    for (size_t i = 0; i < table->count; i++) *place_of(table, row_at(table, i)) = (uint32_t)i + 1;
}

static void append(struct tabulation *table, const struct profile_cell *keys) {
    struct arena *arena = table->profiling->arena;
    size_t pieces = table->count / PIECE;
    if (table->count % PIECE == 0) {
        table->rows =
            profile_array_with_room(arena, (void *)table->rows, pieces, sizeof *table->rows);
        table->rows[pieces] = ARENA_ARRAY(arena, struct profile_cell, PIECE * table->width);
    }
    if (table->kept) {
        table->kept =
            profile_array_with_room(arena, table->kept, table->count, sizeof *table->kept);
        table->kept[table->count] = (struct kept_rows){0};
    }
    memcpy(row_at(table, table->count++), keys, table->profiling->by_count * sizeof *keys);
}

static bool is_number(enum vm_key key) {
    return key_value(key) == VM_KEY_NUMBER || key_value(key) == VM_KEY_FLAG;
}

static struct profile_cell no_key(enum vm_key key) {
    struct profile_cell cell = {.number = PROFILE_NO_NUMBER};
    if (!is_number(key)) cell.text = NULL;
    return cell;
}

static void set_keys(const struct profiling *profiling, const struct vm_row *row,
                     struct profile_cell *keys) {
    for (size_t i = 0; i < profiling->by_count; i++) {
        enum vm_key which = profiling->by[i];
        if (row->rule && !rule_has_key(row->rule, which)) {
            keys[i] = no_key(which);
            continue;
        }
        const struct vm_key_of_row *key = &row->keys[which];
        switch (key_value(which)) {
        case VM_KEY_TEXT: keys[i].text = key->text; break;
        case VM_KEY_NUMBER:
        case VM_KEY_FLAG: keys[i].number = key->number; break;
        case VM_KEY_SITE:
            keys[i].frame = frame_at(profiling->places, key->position, which == BY_path);
            break;
        case VM_KEY_CONTEXT:
            keys[i].frame = key->context ? frame_of_context(profiling->places, key->context)
                                         : frame_at(profiling->places, key->position, false);
            break;
        }
    }
}

/* --- values --- */

static bool is_sum(const struct profiler_value *value) { return !value->compute && !value->part; }

static bool adds_up(const struct profiler_value *value, const struct vm_row *row) {
    if (value->of_kind != KIND_none && !row_is_of_kind(row, value->of_kind)) return false;
    return !value->takes || value->takes(row);
}

static void add_amounts(const struct profiler *profiler, const struct vm_row *row,
                        struct profile_cell *values) {
    for (size_t i = 0; i < profiler->value_count; i++)
        if (is_sum(&profiler->values[i]) && adds_up(&profiler->values[i], row))
            values[i].number =
                saturated_sum(values[i].number, row->amounts[profiler->values[i].amount]);
}

/* Of the interval of rows with these keys; of all, where marks do not cut the table. NULL: it has no row yet. */
static struct interval_values *interval_of(struct tabulation *table,
                                           const struct profile_cell *keys) {
    if (!profiling_is_by(table->profiling, BY_mark)) return &table->whole;
    for (size_t i = table->interval_count; i-- > 0;)
        if (table->intervals[i].mark == keys->text) return &table->intervals[i];
    return NULL;
}

static struct interval_values *add_interval(struct tabulation *table, const char *mark) {
    const struct profiling *profiling = table->profiling;
    struct profile_cell *values =
        ARENA_ARRAY(profiling->arena, struct profile_cell, profiling->profiler->value_count);
    table->intervals = profile_array_with_room(profiling->arena, table->intervals,
                                               table->interval_count, sizeof *table->intervals);
    table->intervals[table->interval_count] = (struct interval_values){mark, values, 0};
    return &table->intervals[table->interval_count++];
}

static void add_to_interval(struct tabulation *table, const struct vm_row *row,
                            const struct profile_cell *keys) {
    if (!profiling_is_by(table->profiling, BY_mark)) return;
    struct interval_values *interval = interval_of(table, keys);
    if (!interval) interval = add_interval(table, keys->text);
    add_amounts(table->profiling->profiler, row, interval->values);
}

void tabulation_add(struct tabulation *table, const struct vm_row *row) {
    const struct profiling *profiling = table->profiling;
    struct profile_cell keys[BY_COUNT];
    if (profiling->profiler->takes && !profiling->profiler->takes(row)) return;
    set_keys(profiling, row, keys);
    if (table->count * 2 >= table->place_count) grow(table);
    uint32_t *place = place_of(table, keys);
    if (!*place) {
        append(table, keys);
        *place = (uint32_t)table->count;
    }
    if (table->kept) keep_row(table, *place - 1, row);
    add_amounts(profiling->profiler, row, row_at(table, *place - 1) + profiling->by_count);
    add_amounts(profiling->profiler, row, table->totals + profiling->by_count);
    add_to_interval(table, row, keys);
}

static size_t value_called(const struct profiler *profiler, const char *name) {
    size_t i = 0;
    while (strcmp(profiler->values[i].name, name) != 0) i++;
    return i;
}

static double share_of(const struct profiler *profiler, const struct profiler_value *value,
                       const struct profile_cell *cells) {
    int64_t whole = cells[value_called(profiler, value->whole)].number;
    int64_t part = cells[value_called(profiler, value->part)].number;
    return whole ? (double)part / (double)whole : 0;
}

static void compute_values(const struct profiling *profiling, const struct profile_group *group,
                           struct profile_cell *values) {
    const struct profiler *profiler = profiling->profiler;
    for (size_t i = 0; i < profiler->value_count; i++) {
        const struct profiler_value *value = &profiler->values[i];
        if (value->compute)
            value->compute(profiling, group, &values[i]);
        else if (value->part)
            values[i].share = share_of(profiler, value, values);
    }
}

static bool has_column(const struct profiling *profiling, const struct profiler_value *value) {
    if (value->is_there && !value->is_there(profiling)) return false;
    return value->split == BY_COUNT || !profiling_is_by(profiling, value->split);
}

static enum profile_column_kind kind_of_key(enum vm_key key) {
    switch (key_value(key)) {
    case VM_KEY_TEXT: return PROFILE_TEXT;
    case VM_KEY_NUMBER: return PROFILE_ORDINAL;
    case VM_KEY_FLAG: return PROFILE_FLAG;
    case VM_KEY_SITE: return key == BY_site ? PROFILE_SITE : PROFILE_PATH;
    case VM_KEY_CONTEXT: return PROFILE_PATH;
    }
    return PROFILE_TEXT;
}

static const char *levels_of(const struct profiling *profiling) {
    if (!profiling_is_by(profiling, BY_context)) return NULL;
    if (profiling->levels != VM_ALL_LEVELS)
        return arena_format(profiling->arena, "%d", profiling->levels);
    const char *kept = profiling->options->kept_contexts;
    return kept ? arena_format(profiling->arena, "all%s", kept) : "all";
}

static void make_columns(const struct profiling *profiling, struct profile_table *table) {
    const struct profiler *profiler = profiling->profiler;
    struct profile_column *columns = ARENA_ARRAY(profiling->arena, struct profile_column,
                                                 profiling->by_count + profiler->value_count);
    size_t count = 0;
    for (size_t i = 0; i < profiling->by_count; i++) {
        const char *name = key_name(profiling->by[i]);
        columns[count++] = (struct profile_column){.name = name,
                                                   .header = name,
                                                   .meaning = key_meaning(profiling->by[i]),
                                                   .kind = kind_of_key(profiling->by[i])};
    }
    table->key_count = count;
    table->levels = levels_of(profiling);
    for (size_t i = 0; i < profiler->value_count; i++) {
        const struct profiler_value *value = &profiler->values[i];
        if (i == profiler->main) table->main = count;
        if (has_column(profiling, value))
            columns[count++] = (struct profile_column){.name = value->name,
                                                       .header = value->header,
                                                       .meaning = value->meaning,
                                                       .kind = value->kind};
    }
    table->columns = columns;
    table->column_count = count;
}

/* What is computed of a group, whose values then have columns alone. */
static void complete(const struct profiling *profiling, const struct kept_rows *kept,
                     const struct interval_values *interval, struct profile_cell *cells) {
    const struct profiler *profiler = profiling->profiler;
    struct profile_cell *values = cells + profiling->by_count;
    struct profile_group group = {
        .cells = cells, .interval = interval->values, .squares = interval->squares};
    if (kept) group.rows = kept->items, group.row_count = kept->count;
    compute_values(profiling, &group, values);
    for (size_t i = 0; i < profiler->value_count; i++)
        if (has_column(profiling, &profiler->values[i])) *values++ = cells[profiling->by_count + i];
}

/* --- order: by the interval, then by the main value; else as rules count --- */

struct ordering {
    const struct tabulation *table;
    size_t main, sort; /* cells; sort: the key that rows are sorted by */
    bool sorts;
    uint16_t *intervals; /* by row; NULL: there is one alone */
};

size_t profiling_interval(const struct profiling *profiling, const char *mark) {
    size_t count = vm_profile_marks(profiling->profile), i = 0;
    while (i < count && strcmp(vm_profile_mark_text(profiling->profile, i), mark) != 0) i++;
    return i;
}

static void find_intervals(struct ordering *ordering) {
    const struct tabulation *table = ordering->table;
    const struct profiling *profiling = table->profiling;
    if (!profiling_is_by(profiling, BY_mark)) return;
    ordering->intervals = ARENA_ARRAY(profiling->arena, uint16_t, table->count + 1);
    for (size_t i = 0; i < table->count; i++)
        ordering->intervals[i] = (uint16_t)profiling_interval(profiling, row_at(table, i)->text);
}

static int number_order(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int frame_order(const struct profile_frame *a, const struct profile_frame *b) {
    if (!a || !b) return number_order(a != NULL, b != NULL);
    int by_method = strcmp(a->method, b->method);
    return by_method ? by_method : number_order(a->bci, b->bci);
}

static int cell_order(enum vm_key key, const struct profile_cell *a, const struct profile_cell *b) {
    switch (key_value(key)) {
    case VM_KEY_TEXT: return strcmp(a->text ? a->text : "", b->text ? b->text : "");
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: return number_order(a->number, b->number);
    case VM_KEY_SITE:
    case VM_KEY_CONTEXT: return frame_order(a->frame, b->frame);
    }
    return 0;
}

static int order(const void *left, const void *right, void *context) {
    const struct ordering *ordering = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct profile_cell *x = row_at(ordering->table, a), *y = row_at(ordering->table, b);
    int order =
        ordering->intervals ? number_order(ordering->intervals[a], ordering->intervals[b]) : 0;
    if (order == 0 && ordering->sorts)
        order = cell_order(ordering->table->profiling->by[ordering->sort], &x[ordering->sort],
                           &y[ordering->sort]);
    if (order == 0) order = number_order(y[ordering->main].number, x[ordering->main].number);
    return order ? order : number_order(a, b);
}

static uint32_t *in_order(const struct tabulation *table, size_t main) {
    const struct profiling *profiling = table->profiling;
    const enum vm_key *by = profiling->profiler->sort;
    struct ordering ordering = {.table = table, .main = main};
    while (by && ordering.sort < profiling->by_count && profiling->by[ordering.sort] != *by)
        ordering.sort++;
    ordering.sorts = by && ordering.sort < profiling->by_count;
    find_intervals(&ordering);
    uint32_t *numbers = memory_allocate((table->count + 1) * sizeof *numbers);
    for (size_t i = 0; i < table->count; i++) numbers[i] = (uint32_t)i;
    qsort_r(numbers, table->count, sizeof *numbers, order, &ordering);
    return numbers;
}

/* --- the table --- */

static void conclude(const struct tabulation *made, const uint32_t *numbers,
                     struct profile_table *table) {
    const struct profiling *profiling = made->profiling;
    if (!profiling->profiler->conclude) return;
    struct profile_group *groups =
        ARENA_ARRAY(profiling->arena, struct profile_group, made->count + 1);
    for (size_t i = 0; i < made->count; i++) {
        groups[i].cells = table->rows[i];
        if (!made->kept) continue;
        groups[i].rows = made->kept[numbers[i]].items;
        groups[i].row_count = made->kept[numbers[i]].count;
    }
    groups[made->count].cells = made->totals;
    groups[made->count].squares = made->whole.squares;
    profiling->profiler->conclude(profiling, groups, table);
}

static void sum_squares(struct tabulation *made) {
    size_t main = made->profiling->by_count + made->profiling->profiler->main;
    for (size_t i = 0; i < made->count; i++) {
        const struct profile_cell *row = row_at(made, i);
        double square = (double)row[main].number * (double)row[main].number;
        made->whole.squares += square;
        if (profiling_is_by(made->profiling, BY_mark)) interval_of(made, row)->squares += square;
    }
}

static void fill_table(struct tabulation *made, struct profile_table *table) {
    const struct profiling *profiling = made->profiling;
    sum_squares(made);
    for (size_t i = 0; i < made->count; i++)
        complete(profiling, made->kept ? &made->kept[i] : NULL, interval_of(made, row_at(made, i)),
                 row_at(made, i));
    complete(profiling, &made->all, &made->whole, made->totals);
    uint32_t *numbers = in_order(made, table->main);
    const struct profile_cell **rows =
        ARENA_ARRAY(profiling->arena, const struct profile_cell *, made->count + 1);
    for (size_t i = 0; i < made->count; i++) rows[i] = row_at(made, numbers[i]);
    table->rows = rows;
    table->row_count = made->count;
    table->totals = made->totals;
    conclude(made, numbers, table);
    memory_free(numbers);
}

struct tabulation *tabulation_new(const struct profiling *profiling) {
    struct tabulation *table = ARENA_NEW(profiling->arena, struct tabulation);
    table->profiling = profiling;
    table->width = profiling->by_count + profiling->profiler->value_count;
    table->totals = ARENA_ARRAY(profiling->arena, struct profile_cell, table->width);
    table->whole.values = table->totals + profiling->by_count;
    if (keeps_rows(profiling->profiler))
        table->kept = ARENA_NEW(profiling->arena, struct kept_rows);
    return table;
}

size_t tabulation_end(struct tabulation *made, struct profile_table *tables) {
    const struct profiling *profiling = made->profiling;
    const struct profiler *profiler = profiling->profiler;
    struct profile_table table = {
        .name = profiler->name, .meaning = profiler->meaning, .top = profiler->top};
    memory_free(made->places);
    make_columns(profiling, &table);
    fill_table(made, &table);
    tables[0] = table;
    if (!profiler->distribute) return 1;
    struct profile_group whole = {.rows = made->all.items, .row_count = made->all.count};
    profiler->distribute(profiling, &whole, &tables[1]);
    return 2;
}
