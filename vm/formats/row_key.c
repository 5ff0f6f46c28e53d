/* ROW KEY: a place is its number among the frames, a text has its end: "a", "bc" is not "ab", "c". */
#include "formats/row_key.h"

#include <string.h>

#include "formats/names.h"

static void add_cell(struct strbuf *out, struct frames *frames, enum profile_column_kind kind,
                     const struct profile_cell *cell) {
    if (column_is_place(kind)) {
        uint32_t frame = kind == PROFILE_SITE ? frames_of_site(frames, cell->frame)
                                              : frames_of(frames, cell->frame);
        strbuf_add(out, (const char *)&frame, sizeof frame);
    } else if (kind != PROFILE_TEXT)
        strbuf_add(out, (const char *)&cell->number, sizeof cell->number);
    else if (cell->text)
        strbuf_add(out, cell->text, strlen(cell->text) + 1);
    else
        strbuf_add(out, "\xff", 1);
}

void row_key_bytes(struct strbuf *key, struct frames *frames, const struct profile_table *table,
                   size_t row) {
    strbuf_clear(key);
    for (size_t i = 0; i < table->key_count; i++)
        add_cell(key, frames, table->columns[i].kind, &table->rows[row][i]);
}
