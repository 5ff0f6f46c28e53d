/* TABLE: aligned columns. Numbers are at the right of their column, texts at the left; the last text needs no padding. */
#include <string.h>

#include "base/memory.h"
#include "formats/formats.h"
#include "formats/names.h"
#include "formats/writers.h"

/* Of a path. Files have more of them, though not all: each row of a deep recursion would be as long as the stack was. */
enum { CALLERS_SHOWN = 3, CALLERS_IN_FILES = 32 };

struct table_shape {
    const struct profile_table *table;
    size_t rows;   /* that are printed */
    int most;      /* callers of a path */
    size_t *width; /* by column */
};

static bool is_text(enum profile_column_kind kind) {
    return kind == PROFILE_TEXT || kind == PROFILE_LIST || column_is_place(kind);
}

/* Characters, not bytes. */
static size_t width_of(const char *text) {
    size_t width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void put_in_one_line(struct strbuf *text) {
    for (size_t i = 0; i < text->length; i++)
        if (strchr("\t\n\r", text->bytes[i])) text->bytes[i] = ' ';
}

/* [row] is one of the table's, or its totals. */
static void add_cell(struct strbuf *out, const struct table_shape *shape,
                     const struct profile_cell *row, size_t column) {
    strbuf_clear(out);
    cell_add_text(out, shape->table->columns[column].kind, &row[column], shape->most);
    put_in_one_line(out);
}

static void widen(struct table_shape *shape, size_t column, const char *text) {
    size_t width = width_of(text);
    if (width > shape->width[column]) shape->width[column] = width;
}

static void measure(struct table_shape *shape) {
    const struct profile_table *table = shape->table;
    struct strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct profile_column *column = &table->columns[i];
        widen(shape, i, column->header);
        for (size_t row = 0; row < shape->rows; row++) {
            add_cell(&text, shape, table->rows[row], i);
            widen(shape, i, strbuf_text(&text));
        }
        if (!profile_column_is_sum(column->kind)) continue;
        add_cell(&text, shape, table->totals, i);
        widen(shape, i, strbuf_text(&text));
    }
    strbuf_release(&text);
}

/* [line] is printed with its last column. */
static void put_cell(const struct table_shape *shape, size_t column, const char *text,
                     struct strbuf *line, FILE *out) {
    bool is_left = is_text(shape->table->columns[column].kind);
    int padding = (int)(shape->width[column] - width_of(text));
    strbuf_addf(line, "%s%*s%s%*s", column ? "  " : "", is_left ? 0 : padding, "", text,
                is_left ? padding : 0, "");
    if (column + 1 < shape->table->column_count) return;
    while (line->length && line->bytes[line->length - 1] == ' ') line->length--;
    strbuf_add_char(line, '\n');
    fputs(strbuf_text(line), out);
    strbuf_clear(line);
}

static void print_header(const struct table_shape *shape, FILE *out) {
    struct strbuf line = STRBUF_INIT;
    for (size_t i = 0; i < shape->table->column_count; i++)
        put_cell(shape, i, shape->table->columns[i].header, &line, out);
    strbuf_release(&line);
}

static void print_rows(const struct table_shape *shape, FILE *out) {
    struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
    for (size_t row = 0; row < shape->rows; row++)
        for (size_t i = 0; i < shape->table->column_count; i++) {
            add_cell(&text, shape, shape->table->rows[row], i);
            put_cell(shape, i, strbuf_text(&text), &line, out);
        }
    strbuf_release(&text);
    strbuf_release(&line);
}

static bool has_sums(const struct profile_table *table) {
    for (size_t i = 0; i < table->column_count; i++)
        if (profile_column_is_sum(table->columns[i].kind)) return true;
    return false;
}

static void print_totals(const struct table_shape *shape, FILE *out) {
    struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
    for (size_t i = 0; i < shape->table->column_count; i++) {
        bool is_sum = profile_column_is_sum(shape->table->columns[i].kind);
        if (is_sum) add_cell(&text, shape, shape->table->totals, i);
        put_cell(shape, i, is_sum ? strbuf_text(&text) : i ? "" : "total", &line, out);
    }
    strbuf_release(&text);
    strbuf_release(&line);
}

static void print_table(const struct profile_table *table, bool has_all, FILE *out) {
    struct table_shape shape = {table, table->row_count, has_all ? CALLERS_IN_FILES : CALLERS_SHOWN,
                                memory_allocate(table->column_count * sizeof(size_t))};
    if (!has_all && shape.rows > table->top) shape.rows = table->top;
    fprintf(out, "%s: %s\n", table->name, table->meaning);
    if (has_sums(table) && table->key_count) shape.width[0] = strlen("total");
    measure(&shape);
    print_header(&shape, out);
    print_rows(&shape, out);
    if (shape.rows < table->row_count)
        fprintf(out, "... and %zu more rows\n", table->row_count - shape.rows);
    if (has_sums(table)) print_totals(&shape, out);
    for (size_t i = 0; i < table->note_count; i++) fprintf(out, "%s\n", table->notes[i]);
    memory_free(shape.width);
}

void format_print(const struct profile_tables *profile, bool has_all, FILE *out) {
    for (size_t i = 0; i < profile->table_count; i++) {
        if (i) fputc('\n', out);
        print_table(&profile->tables[i], has_all, out);
    }
}

void format_table(const struct profile_tables *profile, FILE *out) {
    format_print(profile, true, out);
}
