/* SVG: a picture for each table, one below the other. Paths make a flame graph, the outermost frame at the bottom; a number and
 * two amounts make bars back to back; all else makes bars of the main amount. Colours are classes of a style sheet with two
 * sets of them: the reader's preference chooses light or dark. */
#include "formats/svg.h"

#include <inttypes.h>

#include "base/xml_text.h"
#include "formats/names.h"
#include "formats/writers.h"

static const char style[] =
    "<style>\n"
    "svg { background: #ffffff; color-scheme: light dark }\n"
    "text { font: 11px monospace; fill: #1b1b1b } text.title { font-size: 15px }\n"
    "text.faint { fill: #5c5c5c } line { stroke: #8a8a8a }\n"
    ".c0 { fill: #f4a582 } .c1 { fill: #fdc086 } .c2 { fill: #f6d879 } .c3 { fill: #e8a0a0 }\n"
    ".inlined { fill: #a6cee3 } .key { fill: #cfcfcf } .left { fill: #c2bfe0 } .right { fill: "
    "#92c5de } .more { fill: #e0665a; pointer-events: none }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "svg { background: #161616 }\n"
    "text { fill: #ececec } text.faint { fill: #a8a8a8 } line { stroke: #777777 }\n"
    ".c0 { fill: #9c4a2a } .c1 { fill: #8f5a1c } .c2 { fill: #7a6412 } .c3 { fill: #8c3f46 }\n"
    ".inlined { fill: #24577a } .key { fill: #4c4c4c } .left { fill: #5a5590 } .right { fill: "
    "#2a6a8c } .more { fill: #b8443c }\n"
    "}\n"
    "</style>\n";

void svg_text(struct strbuf *out, double x, double y, const char *class, const char *anchor,
              const char *text) {
    strbuf_addf(out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
    if (class) strbuf_addf(out, " class=\"%s\"", class);
    if (anchor) strbuf_addf(out, " text-anchor=\"%s\"", anchor);
    strbuf_add_char(out, '>');
    xml_add_text(out, text);
    strbuf_add_text(out, "</text>\n");
}

void svg_bar(struct strbuf *out, const struct svg_box *box, const char *class, int64_t amount,
             const char *tip) {
    strbuf_addf(out,
                "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" class=\"%s\" "
                "data-amount=\"%" PRId64 "\"><title>",
                box->x, box->y, box->width, box->height, class, amount);
    xml_add_text(out, tip);
    strbuf_add_text(out, "</title></rect>\n");
}

static bool has_path(const struct profile_table *table) {
    for (size_t i = 0; i < table->key_count; i++)
        if (table->columns[i].kind == PROFILE_PATH) return true;
    return false;
}

static bool is_back_to_back(const struct profile_table *table) {
    struct svg_sides sides;
    return table->key_count == 1 && table->columns[0].kind == PROFILE_ORDINAL &&
           svg_sides_of(table, &sides);
}

static double picture(struct strbuf *out, const struct profile_table *table, double y) {
    if (!profile_column_is_sum(table->columns[table->main].kind)) return y;
    if (is_back_to_back(table)) return svg_back_to_back(out, table, y);
    return has_path(table) ? svg_flame_graph(out, table, y) : svg_bars(out, table, y);
}

static void add_main(struct strbuf *out, const struct profile_table *table) {
    strbuf_add_char(out, ' ');
    amount_add_text(out, table->columns[table->main].kind, table->totals[table->main].number);
}

static double title(struct strbuf *out, const struct profile_table *table, double y) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "%s: %s", table->name, plain_name(table->columns[table->main].header));
    if (profile_column_is_sum(table->columns[table->main].kind)) add_main(&text, table);
    svg_text(out, SVG_MARGIN, y + 18, "title", NULL, strbuf_text(&text));
    svg_text(out, SVG_MARGIN, y + 34, "faint", NULL, plain_name(table->meaning));
    strbuf_release(&text);
    return y + 44;
}

void format_svg(const struct profile_tables *profile, FILE *out) {
    struct strbuf pictures = STRBUF_INIT;
    double y = SVG_MARGIN;
    for (size_t i = 0; i < profile->table_count; i++) {
        y = title(&pictures, &profile->tables[i], y);
        y = picture(&pictures, &profile->tables[i], y) + SVG_MARGIN;
    }
    struct strbuf name = STRBUF_INIT;
    xml_add_text(&name, profile_title(profile));
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" "
            "viewBox=\"0 0 %d %.0f\">\n<title>%s</title>\n",
            SVG_WIDTH, y, SVG_WIDTH, y, strbuf_text(&name));
    fputs(style, out);
    fputs(strbuf_text(&pictures), out);
    fputs("</svg>\n", out);
    strbuf_release(&pictures);
    strbuf_release(&name);
}
