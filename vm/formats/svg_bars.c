/* SVG BARS: a bar a row, and bars of two amounts to the left and the right of an axis. */
#include <inttypes.h>

#include "formats/names.h"
#include "formats/svg.h"

enum { ROW_HEIGHT = 18, BAR_HEIGHT = 14, BARS_SHOWN = 60, LABEL_WIDTH = 90 };

static double largest(const struct profile_table *table, size_t column) {
    int64_t most = 1;
    for (size_t row = 0; row < table->row_count; row++)
        if (table->rows[row][column].number > most) most = table->rows[row][column].number;
    return (double)most;
}

static const char *name_of(const struct profile_table *table, size_t row, struct strbuf *name) {
    struct stack stack = {0};
    stack_of_row(table, row, &stack);
    strbuf_clear(name);
    vec_each(const struct stack_frame, frame, &stack.frames) {
        if (name->length) strbuf_add_char(name, ' ');
        stack_frame_add(name, frame);
    }
    stack_release(&stack);
    return strbuf_text(name);
}

static double more_rows(struct strbuf *out, const struct profile_table *table, size_t column,
                        double y) {
    int64_t rest = 0;
    if (table->row_count <= BARS_SHOWN) return y;
    for (size_t row = BARS_SHOWN; row < table->row_count; row++)
        rest = add_amounts(rest, table->rows[row][column].number);
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "and %zu more rows with %" PRId64, table->row_count - BARS_SHOWN, rest);
    svg_text(out, SVG_MARGIN, y + BAR_HEIGHT - 3, "faint", NULL, strbuf_text(&text));
    strbuf_release(&text);
    return y + ROW_HEIGHT;
}

double svg_bars(struct strbuf *out, const struct profile_table *table, double y) {
    double most = largest(table, table->main);
    struct strbuf name = STRBUF_INIT, text = STRBUF_INIT;
    for (size_t row = 0; row < table->row_count && row < BARS_SHOWN; row++, y += ROW_HEIGHT) {
        int64_t amount = table->rows[row][table->main].number;
        struct svg_box box = {SVG_MARGIN + LABEL_WIDTH, y,
                              (double)amount / most * (SVG_WIDTH / 2 - LABEL_WIDTH), BAR_HEIGHT};
        strbuf_clear(&text);
        strbuf_addf(&text, "%" PRId64, amount);
        name_of(table, row, &name);
        svg_text(out, SVG_MARGIN + LABEL_WIDTH - 6, y + BAR_HEIGHT - 3, NULL, "end",
                 strbuf_text(&text));
        svg_bar(out, &box, "c0", amount, strbuf_text(&name));
        svg_text(out, SVG_MARGIN + LABEL_WIDTH + 4, y + BAR_HEIGHT - 3, NULL, NULL,
                 strbuf_text(&name));
    }
    strbuf_release(&name);
    strbuf_release(&text);
    return more_rows(out, table, table->main, y);
}

/* --- back to back: the first amount grows to the left, the second to the right --- */

static void side(struct strbuf *out, const struct profile_table *table, size_t row, size_t column,
                 double y, double unit) {
    bool is_left = column == 1;
    double middle = SVG_WIDTH / 2.0, gap = LABEL_WIDTH / 2.0;
    int64_t amount = table->rows[row][column].number;
    double width = (double)amount * unit;
    struct svg_box box = {is_left ? middle - gap - width : middle + gap, y, width, BAR_HEIGHT};
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "%" PRId64, amount);
    svg_bar(out, &box, is_left ? "left" : "right", amount, strbuf_text(&text));
    svg_text(out, is_left ? box.x - 4 : box.x + width + 4, y + BAR_HEIGHT - 3, "faint",
             is_left ? "end" : "start", strbuf_text(&text));
    strbuf_release(&text);
}

double svg_back_to_back(struct strbuf *out, const struct profile_table *table, double y) {
    double middle = SVG_WIDTH / 2.0, gap = LABEL_WIDTH / 2.0, most = largest(table, 1);
    if (largest(table, 2) > most) most = largest(table, 2);
    double unit = (middle - gap - SVG_MARGIN - LABEL_WIDTH) / most;
    const struct profile_column *columns = table->columns;
    svg_text(out, middle, y + 11, NULL, "middle", plain_name(columns[0].header));
    svg_text(out, middle - gap, y + 11, NULL, "end", plain_name(columns[1].header));
    svg_text(out, middle + gap, y + 11, NULL, "start", plain_name(columns[2].header));
    y += ROW_HEIGHT;
    for (size_t row = 0; row < table->row_count; row++, y += ROW_HEIGHT) {
        struct strbuf label = STRBUF_INIT;
        strbuf_addf(&label, "%" PRId64, table->rows[row][0].number);
        svg_text(out, middle, y + BAR_HEIGHT - 3, NULL, "middle", strbuf_text(&label));
        side(out, table, row, 1, y, unit);
        side(out, table, row, 2, y, unit);
        strbuf_release(&label);
    }
    return y;
}
