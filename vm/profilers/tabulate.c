/* TABULATE: what rules counted as a table: rows with equal keys are grouped, each group becomes a row of values. */
#include <stdlib.h>
#include <string.h>

#include "profilers/tabulate.h"

struct grouping {
    const struct profiling *profiling;
    struct profile_group *items;
    size_t count;
    size_t *places; /* of groups, plus 1, by hash */
    size_t capacity;
};

void *profile_array_with_room(struct arena *arena, void *items, size_t count, size_t size) {
    if (count && (count & (count - 1))) return items; /* it is as large as the next power of two */
    void *copy = arena_allocate(arena, (count ? count * 2 : 1) * size);
    if (count) memcpy(copy, items, count * size);
    return copy;
}

/* --- groups --- */

static uint64_t mixed(uint64_t hash, uint64_t value) {
    return (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t hash_of(const struct profiling *profiling, const struct vm_key_of_row *keys) {
    uint64_t hash = 0;
    for (size_t i = 0; i < profiling->by_count; i++) {
        const struct vm_key_of_row *key = &keys[profiling->by[i]];
        hash = mixed(mixed(hash, (uintptr_t)key->text), (uint64_t)key->number);
        hash = mixed(hash, (uintptr_t)key->context);
        if (key->context) continue;
        for (const struct position *at = key->position; at; at = at->caller)
            hash = mixed(mixed(hash, (uintptr_t)at->method), (uint64_t)at->bci);
    }
    return hash ^ hash >> 32;
}

static bool is_same(const struct profiling *profiling, const struct vm_key_of_row *a,
                    const struct vm_key_of_row *b) {
    for (size_t i = 0; i < profiling->by_count; i++) {
        const struct vm_key_of_row *x = &a[profiling->by[i]], *y = &b[profiling->by[i]];
        if (x->text != y->text || x->number != y->number || x->context != y->context) return false;
        if (!x->context && !position_equal(x->position, y->position)) return false;
    }
    return true;
}

static size_t *place_of(const struct grouping *grouping, const struct vm_key_of_row *keys) {
    size_t i = hash_of(grouping->profiling, keys) & (grouping->capacity - 1);
    while (grouping->places[i] &&
           !is_same(grouping->profiling, grouping->items[grouping->places[i] - 1].keys, keys))
        i = (i + 1) & (grouping->capacity - 1);
    return &grouping->places[i];
}

static void grow(struct grouping *grouping) {
    grouping->capacity = grouping->capacity ? grouping->capacity * 2 : 64;
    grouping->places = ARENA_ARRAY(grouping->profiling->arena, size_t, grouping->capacity);
    for (size_t i = 0; i < grouping->count; i++)
        *place_of(grouping, grouping->items[i].keys) = i + 1;
}

static void add_row(struct grouping *grouping, const struct vm_row *row) {
    struct arena *arena = grouping->profiling->arena;
    if (grouping->count * 2 >= grouping->capacity) grow(grouping);
    size_t *place = place_of(grouping, row->keys);
    if (!*place) {
        grouping->items = profile_array_with_room(arena, grouping->items, grouping->count,
                                                  sizeof *grouping->items);
        grouping->items[grouping->count] = (struct profile_group){.keys = row->keys};
        *place = ++grouping->count;
    }
    struct profile_group *group = &grouping->items[*place - 1];
    group->rows =
        profile_array_with_room(arena, (void *)group->rows, group->row_count, sizeof *group->rows);
    ((const struct vm_row **)group->rows)[group->row_count++] = row;
}

/* --- values --- */

static bool adds_up(const struct profiler_value *value, const struct vm_row *row) {
    if (value->of_kind != KIND_none && !row_is_of_kind(row, value->of_kind)) return false;
    return !value->takes || value->takes(row);
}

static int64_t sum_of(const struct profiler_value *value, const struct profile_group *group) {
    int64_t sum = 0;
    for (size_t i = 0; i < group->row_count; i++)
        if (adds_up(value, group->rows[i])) sum += group->rows[i]->amounts[value->amount];
    return sum;
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

/* Of all values, those that the table leaves out too. */
static void compute_values(const struct profiling *profiling, const struct profile_group *group,
                           struct profile_cell *cells) {
    const struct profiler *profiler = profiling->profiler;
    for (size_t i = 0; i < profiler->value_count; i++) {
        const struct profiler_value *value = &profiler->values[i];
        if (value->compute)
            value->compute(profiling, group, &cells[i]);
        else if (value->kind == PROFILE_SHARE)
            cells[i].share = share_of(profiler, value, cells);
        else
            cells[i].number = sum_of(value, group);
    }
}

/* --- columns --- */

static bool is_by(const struct profiling *profiling, enum vm_key key) {
    for (size_t i = 0; i < profiling->by_count; i++)
        if (profiling->by[i] == key) return true;
    return false;
}

static bool has_column(const struct profiling *profiling, const struct profiler_value *value) {
    return value->split == BY_COUNT || !is_by(profiling, value->split);
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

/* --- places: contexts share their callers, which are made once. They are as deep as stacks were: nothing recurses --- */

struct frame_table {
    const struct profiling *profiling;
    struct made_frame {
        const struct position *position;
        struct profile_frame *frame;
    } * items; /* by hash */
    size_t count, capacity;
};

static struct made_frame *made_of(const struct frame_table *table,
                                  const struct position *position) {
    size_t i = mixed(0, (uintptr_t)position) >> 20 & (table->capacity - 1);
    while (table->items[i].position && table->items[i].position != position)
        i = (i + 1) & (table->capacity - 1);
    return &table->items[i];
}

static void grow_frames(struct frame_table *table) {
    struct frame_table old = *table;
    table->capacity = old.capacity ? old.capacity * 2 : 64;
    table->items = ARENA_ARRAY(table->profiling->arena, struct made_frame, table->capacity);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.items[i].position) *made_of(table, old.items[i].position) = old.items[i];
}

static struct profile_frame *frame_new(struct frame_table *table, const struct position *position,
                                       bool is_inlined) {
    const struct profiling *profiling = table->profiling;
    struct profile_frame *frame = ARENA_NEW(profiling->arena, struct profile_frame);
    *frame = (struct profile_frame){.method = position->method,
                                    .file = vm_source_file(profiling->vm, position->method),
                                    .bci = position->bci,
                                    .line = position->line,
                                    .is_inlined = is_inlined && position->caller};
    *made_of(table, position) = (struct made_frame){position, frame};
    table->count++;
    return frame;
}

static const struct profile_frame *frame_of(struct frame_table *table,
                                            const struct position *position, bool is_inlined) {
    const struct profile_frame *first = NULL;
    const struct profile_frame **link = &first;
    for (; position; position = position->caller) {
        if (table->count * 2 >= table->capacity) grow_frames(table);
        struct profile_frame *frame = made_of(table, position)->frame;
        if (frame) {
            *link = frame;
            break;
        }
        frame = frame_new(table, position, is_inlined);
        *link = frame;
        link = &frame->caller;
    }
    return first;
}

/* A row of the table: a group's keys, then the values that have columns. */
static const struct profile_cell *make_cells(struct frame_table *frames,
                                             const struct profile_group *group) {
    const struct profiling *profiling = frames->profiling;
    const struct profiler *profiler = profiling->profiler;
    struct arena *arena = profiling->arena;
    struct profile_cell *values = ARENA_ARRAY(arena, struct profile_cell, profiler->value_count);
    struct profile_cell *cells =
        ARENA_ARRAY(arena, struct profile_cell, profiling->by_count + profiler->value_count);
    size_t count = 0;
    for (size_t i = 0; i < profiling->by_count; i++, count++) {
        const struct vm_key_of_row *key = group->keys ? &group->keys[profiling->by[i]] : NULL;
        bool is_inlined = profiling->by[i] == BY_path;
        if (key)
            cells[count] =
                (struct profile_cell){.text = key->text,
                                      .number = key->number,
                                      .frame = frame_of(frames, key->position, is_inlined)};
    }
    compute_values(profiling, group, values);
    for (size_t i = 0; i < profiler->value_count; i++)
        if (has_column(profiling, &profiler->values[i])) cells[count++] = values[i];
    return cells;
}

/* --- order: by the interval, then by the main value; else as rules count --- */

struct ordered {
    const struct profile_cell *cells;
    const struct profile_group *group;
    size_t interval, number;
    const struct profile_cell *key; /* that rows are sorted by; NULL: they are not */
    int64_t main;
};

/* Of the mark that ends the rows' interval; the last is ended by none. */
static size_t interval_of(const struct profiling *profiling, const struct profile_group *group) {
    if (!is_by(profiling, BY_mark)) return 0;
    size_t count = vm_profile_marks(profiling->profile), i = 0;
    while (i < count &&
           strcmp(vm_profile_mark_text(profiling->profile, i), group->keys[BY_mark].text) != 0)
        i++;
    return i;
}

static int number_order(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int cell_order(const struct profile_cell *a, const struct profile_cell *b) {
    int by_text = strcmp(a->text ? a->text : "", b->text ? b->text : "");
    if (by_text) return by_text;
    if (!a->frame || !b->frame) return number_order(a->number, b->number);
    int by_method = strcmp(a->frame->method, b->frame->method);
    return by_method ? by_method : number_order(a->frame->bci, b->frame->bci);
}

static int order(const void *left, const void *right) {
    const struct ordered *a = left, *b = right;
    if (a->interval != b->interval) return a->interval < b->interval ? -1 : 1;
    int by_key = a->key ? cell_order(a->key, b->key) : 0;
    if (by_key) return by_key;
    if (a->main != b->main) return a->main > b->main ? -1 : 1;
    return a->number < b->number ? -1 : 1;
}

static struct ordered *in_order(struct frame_table *frames, const struct grouping *grouping,
                                size_t main) {
    const struct profiling *profiling = frames->profiling;
    struct ordered *all = ARENA_ARRAY(profiling->arena, struct ordered, grouping->count + 1);
    const enum vm_key *by = profiling->profiler->sort;
    size_t sort = 0;
    while (by && sort < profiling->by_count && profiling->by[sort] != *by) sort++;
    bool sorts = by && sort < profiling->by_count;
    for (size_t i = 0; i < grouping->count; i++) {
        const struct profile_cell *cells = make_cells(frames, &grouping->items[i]);
        all[i] = (struct ordered){.cells = cells,
                                  .key = sorts ? &cells[sort] : NULL,
                                  .group = &grouping->items[i],
                                  .interval = interval_of(profiling, &grouping->items[i]),
                                  .number = i,
                                  .main = cells[main].number};
    }
    qsort(all, grouping->count, sizeof *all, order);
    return all;
}

/* --- the table --- */

static void fill_table(const struct profiling *profiling, const struct grouping *grouping,
                       const struct profile_group *whole, struct profile_table *table) {
    struct arena *arena = profiling->arena;
    struct frame_table frames = {.profiling = profiling};
    struct ordered *ordered = in_order(&frames, grouping, table->main);
    const struct profile_cell **rows =
        ARENA_ARRAY(arena, const struct profile_cell *, grouping->count + 1);
    struct profile_group *groups = ARENA_ARRAY(arena, struct profile_group, grouping->count + 1);
    for (size_t i = 0; i < grouping->count; i++) {
        rows[i] = ordered[i].cells;
        groups[i] = *ordered[i].group;
    }
    table->rows = rows;
    table->row_count = grouping->count;
    table->totals = make_cells(&frames, whole);
    if (profiling->profiler->conclude) profiling->profiler->conclude(profiling, groups, table);
}

size_t profiling_tabulate(const struct profiling *profiling, const struct vm_row *const *rows,
                          size_t count, struct profile_table *tables) {
    const struct profiler *profiler = profiling->profiler;
    struct profile_table table = {
        .name = profiler->name, .meaning = profiler->meaning, .top = profiler->top};
    struct grouping grouping = {.profiling = profiling};
    struct profile_group whole = {.rows = rows, .row_count = count};
    for (size_t i = 0; i < count; i++) add_row(&grouping, rows[i]);
    make_columns(profiling, &table);
    fill_table(profiling, &grouping, &whole, &table);
    tables[0] = table;
    if (!profiler->distribute) return 1;
    profiler->distribute(profiling, &whole, &tables[1]);
    return 2;
}
