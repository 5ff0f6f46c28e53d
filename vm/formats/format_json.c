/* JSON: the schema is profile.schema.json. Frames are a list, of which callers come before those that they call; cells that
 * are places are their numbers. */
#include <inttypes.h>
#include <math.h>

#include "base/json_text.h"
#include "formats/frames.h"
#include "formats/json.h"
#include "formats/names.h"
#include "formats/writers.h"

struct json_writer {
    FILE *out;
    struct frames frames;
    struct strbuf line;
};

static void flush(struct json_writer *writer) {
    fputs(strbuf_text(&writer->line), writer->out);
    strbuf_clear(&writer->line);
}

static void add_text(struct json_writer *writer, const char *text) {
    if (text)
        json_add_text(&writer->line, text);
    else
        strbuf_add_text(&writer->line, "null");
}

static void add_member(struct json_writer *writer, const char *name, const char *text) {
    strbuf_addf(&writer->line, ", \"%s\": ", name);
    add_text(writer, text);
}

static void add_index(struct json_writer *writer, uint32_t index) {
    if (index == NO_FRAME)
        strbuf_add_text(&writer->line, "null");
    else
        strbuf_addf(&writer->line, "%" PRIu32, index);
}

static uint32_t frame_index(struct json_writer *writer, enum profile_column_kind kind,
                            const struct profile_cell *cell) {
    return kind == PROFILE_SITE ? frames_of_site(&writer->frames, cell->frame)
                                : frames_of(&writer->frames, cell->frame);
}

static void collect_frames(struct json_writer *writer, const struct profile_table *table) {
    for (size_t row = 0; row < table->row_count; row++)
        for (size_t i = 0; i < table->key_count; i++) {
            enum profile_column_kind kind = table->columns[i].kind;
            if (column_is_place(kind)) frame_index(writer, kind, &table->rows[row][i]);
        }
}

static void write_frames(struct json_writer *writer) {
    const char *separator = "\n    ";
    fputs("  \"frames\": [", writer->out);
    for (uint32_t i = 0; i < writer->frames.rows.count; i++) {
        const struct frame_row *frame = index_bytes(&writer->frames.rows, i);
        strbuf_addf(&writer->line, "%s{\"name\": ", separator);
        add_text(writer, java_name(frame->method));
        add_member(writer, "method", plain_name(frame->method));
        add_member(writer, "file", frame->file ? plain_name(frame->file) : NULL);
        strbuf_addf(&writer->line, ", \"bci\": %" PRId32 ", \"line\": %" PRId32, frame->bci,
                    frame->line);
        strbuf_addf(&writer->line,
                    ", \"inlined\": %s, \"caller\": ", frame->is_inlined ? "true" : "false");
        add_index(writer, frame->caller);
        strbuf_add_char(&writer->line, '}');
        flush(writer);
        separator = ",\n    ";
    }
    fputs("],\n", writer->out);
}

static void add_share(struct json_writer *writer, double share) {
    if (isfinite(share))
        strbuf_addf(&writer->line, "%.17g", share);
    else
        strbuf_add_text(&writer->line, "null");
}

static void add_cell(struct json_writer *writer, enum profile_column_kind kind,
                     const struct profile_cell *cell) {
    if (profile_cell_is_none(kind, cell)) return strbuf_add_text(&writer->line, "null");
    switch (kind) {
    case PROFILE_TEXT:
    case PROFILE_LIST: add_text(writer, plain_name(cell->text)); break;
    case PROFILE_FLAG: strbuf_add_text(&writer->line, cell->number ? "true" : "false"); break;
    case PROFILE_SITE:
    case PROFILE_PATH: add_index(writer, frame_index(writer, kind, cell)); break;
    case PROFILE_ORDINAL:
    case PROFILE_COUNT:
    case PROFILE_BYTES:
    case PROFILE_LENGTH:
    case PROFILE_TIME: strbuf_addf(&writer->line, "%" PRId64, cell->number); break;
    case PROFILE_SHARE: add_share(writer, cell->share); break;
    }
}

static void write_columns(struct json_writer *writer, const struct profile_table *table) {
    fputs("      \"columns\": [", writer->out);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct profile_column *column = &table->columns[i];
        strbuf_addf(&writer->line, "%s{\"name\": ", i ? ",\n        " : "\n        ");
        add_text(writer, column->name);
        add_member(writer, "header", column->header);
        add_member(writer, "kind", column_kind_name(column->kind));
        add_member(writer, "meaning", column->meaning);
        strbuf_add_char(&writer->line, '}');
        flush(writer);
    }
    fputs("],\n", writer->out);
}

static void write_rows(struct json_writer *writer, const struct profile_table *table) {
    fputs("      \"rows\": [", writer->out);
    for (size_t row = 0; row < table->row_count; row++) {
        strbuf_add_text(&writer->line, row ? ",\n        [" : "\n        [");
        for (size_t i = 0; i < table->column_count; i++) {
            if (i) strbuf_add_text(&writer->line, ", ");
            add_cell(writer, table->columns[i].kind, &table->rows[row][i]);
        }
        strbuf_add_char(&writer->line, ']');
        flush(writer);
    }
    fputs("],\n", writer->out);
}

/* By the names of the columns. */
static void write_totals(struct json_writer *writer, const struct profile_table *table) {
    const char *separator = "";
    fputs("      \"totals\": {", writer->out);
    for (size_t i = 0; i < table->column_count; i++) {
        if (!profile_column_is_sum(table->columns[i].kind)) continue;
        strbuf_add_text(&writer->line, separator);
        add_text(writer, table->columns[i].name);
        strbuf_addf(&writer->line, ": %" PRId64, table->totals[i].number);
        flush(writer);
        separator = ", ";
    }
    fputs("},\n", writer->out);
}

static void write_texts(struct json_writer *writer, const char *name, const char *const *texts,
                        size_t count) {
    fprintf(writer->out, "\"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        if (i) strbuf_add_text(&writer->line, ", ");
        add_text(writer, plain_name(texts[i]));
        flush(writer);
    }
    fputc(']', writer->out);
}

static void write_table(struct json_writer *writer, const struct profile_table *table) {
    fputs("    {\n      \"profiler\": ", writer->out);
    add_text(writer, table->name);
    add_member(writer, "meaning", table->meaning);
    strbuf_addf(&writer->line, ", \"keys\": %zu", table->key_count);
    if (table->levels) add_member(writer, "levels", table->levels);
    add_member(writer, "main", table->columns[table->main].name);
    if (table->is_sampled) strbuf_add_text(&writer->line, ", \"sampled\": true");
    if (table->independent)
        strbuf_addf(&writer->line, ", \"independent\": %" PRId64, table->independent);
    strbuf_add_text(&writer->line, ",\n");
    flush(writer);
    write_columns(writer, table);
    write_rows(writer, table);
    write_totals(writer, table);
    fputs("      ", writer->out);
    write_texts(writer, "notes", table->notes, table->note_count);
    fputs("\n    }", writer->out);
}

void format_json(const struct profile_tables *profile, FILE *out) {
    struct json_writer writer = {.out = out};
    frames_init(&writer.frames);
    for (size_t i = 0; i < profile->table_count; i++) collect_frames(&writer, &profile->tables[i]);
    fprintf(out, "{\n  \"format\": \"%s\",\n  \"version\": %d,\n  \"command\": ", JSON_FORMAT,
            JSON_VERSION);
    add_text(&writer, profile->command ? plain_name(profile->command) : NULL);
    strbuf_add_text(&writer.line, ",\n  ");
    flush(&writer);
    write_texts(&writer, "marks", profile->marks, profile->mark_count);
    fputs(",\n", out);
    write_frames(&writer);
    fputs("  \"tables\": [", out);
    for (size_t i = 0; i < profile->table_count; i++) {
        fputs(i ? ",\n" : "\n", out);
        write_table(&writer, &profile->tables[i]);
    }
    fputs("]\n}\n", out);
    frames_release(&writer.frames);
    strbuf_release(&writer.line);
}
