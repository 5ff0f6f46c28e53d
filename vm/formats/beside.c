/* BESIDE: rows are matched by their keys, and become one each. */
#include "formats/beside.h"

#include <string.h>

#include "base/vec.h"
#include "formats/row_key.h"

enum { OTHER, OWN, BOTH };

struct joined_row {
    const struct profile_cell *cells[BOTH]; /* NULL: it is none of the table's */
};

struct joining {
    struct arena *arena;
    const char *word;
    const struct profile_table *tables[BOTH];
    struct frames frames;
    struct indexes keys;
    VEC(struct joined_row) rows; /* by the number of its key */
};

static void add_rows(struct joining *joining, int which) {
    const struct profile_table *table = joining->tables[which];
    struct strbuf key = STRBUF_INIT;
    for (size_t row = 0; row < table->row_count; row++) {
        row_key_bytes(&key, &joining->frames, table, row);
        uint32_t number = indexes_of(&joining->keys, strbuf_text(&key), key.length);
        if (number == joining->rows.count) vec_push(&joining->rows, (struct joined_row){{0}});
        joining->rows.items[number].cells[which] = table->rows[row];
    }
    strbuf_release(&key);
}

static size_t column_of(const struct profile_table *table, size_t column, int which) {
    return table->key_count + 2 * (column - table->key_count) + (size_t)which;
}

static const struct profile_column *join_columns(const struct joining *joining) {
    const struct profile_table *own = joining->tables[OWN];
    struct profile_column *columns =
        ARENA_ARRAY(joining->arena, struct profile_column, 2 * own->column_count);
    for (size_t i = 0; i < own->column_count; i++) {
        const struct profile_column *column = &own->columns[i];
        if (i < own->key_count) {
            columns[i] = *column;
            continue;
        }
        struct profile_column *others = &columns[column_of(own, i, OTHER)];
        *others = *column;
        others->name = arena_format(joining->arena, "%s_%s", joining->word, column->name);
        others->header = arena_format(joining->arena, "%s %s", joining->word, column->header);
        columns[column_of(own, i, OWN)] = *column;
    }
    return columns;
}

static const struct profile_cell *join_cells(const struct joining *joining,
                                             const struct profile_cell *const cells[BOTH]) {
    const struct profile_table *own = joining->tables[OWN];
    struct profile_cell *joined =
        ARENA_ARRAY(joining->arena, struct profile_cell, 2 * own->column_count);
    for (size_t i = 0; i < own->key_count; i++) joined[i] = cells[cells[OWN] ? OWN : OTHER][i];
    for (size_t i = own->key_count; i < own->column_count; i++)
        for (int which = OTHER; which < BOTH; which++)
            if (cells[which]) joined[column_of(own, i, which)] = cells[which][i];
    return joined;
}

static void join_rows(const struct joining *joining, struct profile_table *table) {
    const struct profile_cell **rows =
        ARENA_ARRAY(joining->arena, const struct profile_cell *, joining->rows.count + 1);
    for (uint32_t i = 0; i < joining->rows.count; i++)
        rows[i] = join_cells(joining, joining->rows.items[i].cells);
    table->rows = rows;
    table->row_count = joining->rows.count;
    const struct profile_cell *totals[] = {joining->tables[OTHER]->totals,
                                           joining->tables[OWN]->totals};
    table->totals = join_cells(joining, totals);
}

static bool has_note(const struct profile_table *table, const char *note) {
    for (size_t i = 0; i < table->note_count; i++)
        if (strcmp(table->notes[i], note) == 0) return true;
    return false;
}

/* What both say is said once. */
static void join_notes(const struct joining *joining, struct profile_table *table) {
    const struct profile_table *own = joining->tables[OWN], *other = joining->tables[OTHER];
    const char **notes =
        ARENA_ARRAY(joining->arena, const char *, own->note_count + other->note_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < own->note_count; i++) notes[count++] = own->notes[i];
    for (size_t i = 0; i < other->note_count; i++)
        if (!has_note(own, other->notes[i]))
            notes[count++] = arena_format(joining->arena, "%s: %s", joining->word, other->notes[i]);
    table->notes = notes;
    table->note_count = count;
}

static struct profile_table join(struct joining *joining) {
    const struct profile_table *own = joining->tables[OWN];
    struct profile_table table = *own;
    frames_init(&joining->frames);
    indexes_init(&joining->keys);
    add_rows(joining, OWN);
    add_rows(joining, OTHER);
    table.columns = join_columns(joining);
    table.column_count = own->key_count + 2 * (own->column_count - own->key_count);
    table.main = column_of(own, own->main, OWN);
    join_rows(joining, &table);
    join_notes(joining, &table);
    frames_release(&joining->frames);
    indexes_release(&joining->keys);
    vec_release(&joining->rows);
    return table;
}

struct profile_tables profiles_beside(struct arena *arena, const struct profile_tables *own,
                                      const struct profile_tables *other, const char *word) {
    struct profile_tables both = *own;
    struct profile_table *tables = ARENA_ARRAY(arena, struct profile_table, own->table_count + 1);
    for (size_t i = 0; i < own->table_count; i++) {
        struct joining joining = {
            .arena = arena, .word = word, .tables = {&other->tables[i], &own->tables[i]}};
        tables[i] = join(&joining);
    }
    both.tables = tables;
    return both;
}
