/* XML: the schema is profile.xsd. As in JSON, frames are a list in which callers come first. */
#include <inttypes.h>
#include <math.h>

#include "base/xml_text.h"
#include "formats/frames.h"
#include "formats/names.h"
#include "formats/writers.h"

struct xml_writer {
    FILE *out;
    struct frames frames;
    struct strbuf line;
};

static void flush(struct xml_writer *xml) {
    fputs(strbuf_text(&xml->line), xml->out);
    strbuf_clear(&xml->line);
}

/* None without a text. */
static void add_attribute(struct xml_writer *xml, const char *name, const char *text) {
    if (!text) return;
    strbuf_addf(&xml->line, " %s=\"", name);
    xml_add_text(&xml->line, text);
    strbuf_add_char(&xml->line, '"');
}

static void add_element(struct xml_writer *xml, const char *name, const char *text) {
    strbuf_addf(&xml->line, "<%s>", name);
    xml_add_text(&xml->line, plain_name(text));
    strbuf_addf(&xml->line, "</%s>", name);
}

static uint32_t frame_of(struct xml_writer *xml, enum profile_column_kind kind,
                         const struct profile_cell *cell) {
    return kind == PROFILE_SITE ? frames_of_site(&xml->frames, cell->frame)
                                : frames_of(&xml->frames, cell->frame);
}

static void add_cell(struct xml_writer *xml, enum profile_column_kind kind,
                     const struct profile_cell *cell) {
    uint32_t frame = NO_FRAME;
    if (profile_cell_is_none(kind, cell)) return strbuf_add_text(&xml->line, "<none/>");
    switch (kind) {
    case PROFILE_TEXT:
    case PROFILE_LIST: return add_element(xml, "text", cell->text);
    case PROFILE_FLAG:
        return strbuf_addf(&xml->line, "<flag>%s</flag>", cell->number ? "true" : "false");
    case PROFILE_SITE:
    case PROFILE_PATH:
        frame = frame_of(xml, kind, cell);
        if (frame != NO_FRAME)
            return strbuf_addf(&xml->line, "<place frame=\"%" PRIu32 "\"/>", frame);
        break;
    case PROFILE_ORDINAL:
    case PROFILE_COUNT:
    case PROFILE_BYTES:
    case PROFILE_LENGTH:
    case PROFILE_TIME: return strbuf_addf(&xml->line, "<number>%" PRId64 "</number>", cell->number);
    case PROFILE_SHARE:
        if (isfinite(cell->share))
            return strbuf_addf(&xml->line, "<share>%.17g</share>", cell->share);
        break;
    }
    strbuf_add_text(&xml->line, "<none/>");
}

static void collect_frames(struct xml_writer *xml, const struct profile_table *table) {
    for (size_t row = 0; row < table->row_count; row++)
        for (size_t i = 0; i < table->key_count; i++)
            if (column_is_place(table->columns[i].kind))
                frame_of(xml, table->columns[i].kind, &table->rows[row][i]);
}

static void write_frames(struct xml_writer *xml) {
    for (uint32_t id = 0; id < xml->frames.rows.count; id++) {
        const struct frame_row *frame = index_bytes(&xml->frames.rows, id);
        strbuf_addf(&xml->line, "  <frame id=\"%" PRIu32 "\"", id);
        if (frame->caller != NO_FRAME)
            strbuf_addf(&xml->line, " caller=\"%" PRIu32 "\"", frame->caller);
        add_attribute(xml, "name", java_name(frame->method));
        add_attribute(xml, "method", plain_name(frame->method));
        add_attribute(xml, "file", frame->file ? plain_name(frame->file) : NULL);
        if (frame->bci >= 0) strbuf_addf(&xml->line, " bci=\"%" PRId32 "\"", frame->bci);
        if (frame->line > 0) strbuf_addf(&xml->line, " line=\"%" PRId32 "\"", frame->line);
        strbuf_addf(&xml->line, " inlined=\"%s\"/>\n", frame->is_inlined ? "true" : "false");
        flush(xml);
    }
}

static void write_columns(struct xml_writer *xml, const struct profile_table *table) {
    for (size_t i = 0; i < table->column_count; i++) {
        const struct profile_column *column = &table->columns[i];
        strbuf_add_text(&xml->line, "    <column");
        add_attribute(xml, "name", column->name);
        add_attribute(xml, "header", column->header);
        add_attribute(xml, "kind", column_kind_name(column->kind));
        add_attribute(xml, "meaning", column->meaning);
        strbuf_add_text(&xml->line, "/>\n");
        flush(xml);
    }
}

static void write_rows(struct xml_writer *xml, const struct profile_table *table) {
    for (size_t row = 0; row < table->row_count; row++) {
        strbuf_add_text(&xml->line, "    <row>");
        for (size_t i = 0; i < table->column_count; i++)
            add_cell(xml, table->columns[i].kind, &table->rows[row][i]);
        strbuf_add_text(&xml->line, "</row>\n");
        flush(xml);
    }
}

static void write_totals(struct xml_writer *xml, const struct profile_table *table) {
    for (size_t i = 0; i < table->column_count; i++) {
        if (!profile_column_is_sum(table->columns[i].kind)) continue;
        strbuf_add_text(&xml->line, "    <total");
        add_attribute(xml, "column", table->columns[i].name);
        strbuf_addf(&xml->line, ">%" PRId64 "</total>\n", table->totals[i].number);
    }
    flush(xml);
}

static void write_texts(struct xml_writer *xml, const char *indent, const char *name,
                        const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        strbuf_add_text(&xml->line, indent);
        add_element(xml, name, texts[i]);
        strbuf_add_char(&xml->line, '\n');
    }
    flush(xml);
}

static void write_table(struct xml_writer *xml, const struct profile_table *table) {
    strbuf_add_text(&xml->line, "  <table");
    add_attribute(xml, "profiler", table->name);
    add_attribute(xml, "meaning", table->meaning);
    strbuf_addf(&xml->line, " keys=\"%zu\"", table->key_count);
    add_attribute(xml, "main", table->columns[table->main].name);
    strbuf_add_text(&xml->line, ">\n");
    flush(xml);
    write_columns(xml, table);
    write_rows(xml, table);
    write_totals(xml, table);
    write_texts(xml, "    ", "note", table->notes, table->note_count);
    fputs("  </table>\n", xml->out);
}

void format_xml(const struct profile_tables *profile, FILE *out) {
    struct xml_writer xml = {.out = out};
    frames_init(&xml.frames);
    for (size_t i = 0; i < profile->table_count; i++) collect_frames(&xml, &profile->tables[i]);
    strbuf_add_text(&xml.line,
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<profile version=\"1\"");
    add_attribute(&xml, "command", profile->command ? plain_name(profile->command) : NULL);
    strbuf_add_text(&xml.line, ">\n");
    flush(&xml);
    write_texts(&xml, "  ", "mark", profile->marks, profile->mark_count);
    write_frames(&xml);
    for (size_t i = 0; i < profile->table_count; i++) write_table(&xml, &profile->tables[i]);
    fputs("</profile>\n", out);
    frames_release(&xml.frames);
    strbuf_release(&xml.line);
}
