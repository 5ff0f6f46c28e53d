/* CSV: by RFC 4180. The first line of a table has its columns' names. Nothing is an empty cell; a deep path has its innermost frames. */
#include <inttypes.h>
#include <string.h>

#include "base/csv_text.h"
#include "formats/names.h"
#include "formats/stack.h"
#include "formats/writers.h"

static void print_quoted(const char *text, FILE *out) {
    struct strbuf quoted = STRBUF_INIT;
    csv_add_text(&quoted, text);
    fputs(strbuf_text(&quoted), out);
    strbuf_release(&quoted);
}

static void print_cell(enum profile_column_kind kind, const struct profile_cell *cell, FILE *out) {
    struct strbuf text = STRBUF_INIT;
    if (profile_cell_is_none(kind, cell))
        ; /* an empty field */
    else if (kind == PROFILE_SHARE)
        strbuf_addf(&text, "%.17g", cell->share);
    else if (kind == PROFILE_TIME)
        strbuf_addf(&text, "%" PRId64, cell->number);
    else if (kind == PROFILE_FLAG)
        strbuf_addf(&text, "%d", cell->number != 0);
    else
        cell_add_text(&text, kind, cell, STACK_CSV_FRAMES - 1);
    print_quoted(strbuf_text(&text), out);
    strbuf_release(&text);
}

static void print_table(const struct profile_table *table, FILE *out) {
    for (size_t i = 0; i < table->column_count; i++) {
        if (i) fputc(',', out);
        print_quoted(table->columns[i].name, out);
    }
    fputs("\r\n", out);
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            if (i) fputc(',', out);
            print_cell(table->columns[i].kind, &table->rows[row][i], out);
        }
        fputs("\r\n", out);
    }
}

void format_csv(const struct profile_tables *profile, FILE *out) {
    for (size_t i = 0; i < profile->table_count; i++) {
        if (i) fputs("\r\n", out);
        print_table(&profile->tables[i], out);
    }
}
