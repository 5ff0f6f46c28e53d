/* SVG BARS: a bar a row, and bars of two amounts to the left and the right of an axis. */
#include <inttypes.h>

#include "formats/names.h"
#include "formats/svg.h"

enum { ROW_HEIGHT = 18, BAR_HEIGHT = 14, BARS_SHOWN = 60, LABEL_WIDTH = 90, TEXT_WIDTH = 150 };

static double largest(const struct profile_table *table, size_t column) {
    int64_t most = 1;
    for (size_t row = 0; row < table->row_count; row++)
        if (table->rows[row][column].number > most) most = table->rows[row][column].number;
    return (double)most;
}

static const char *name_of(const struct profile_table *table, size_t row, struct strbuf *name) {
    struct stack stack = {0};
    stack_of_row(table, row, STACK_ALL_FRAMES, &stack);
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
    strbuf_addf(&text, "and %zu more rows with ", table->row_count - BARS_SHOWN);
    amount_add_text(&text, table->columns[column].kind, rest);
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
        amount_add_text(&text, table->columns[table->main].kind, amount);
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

/* --- back to back: the first amount grows to the left, the second to the right; what the longer one has more is marked --- */

bool svg_sides_of(const struct profile_table *table, struct svg_sides *sides) {
    size_t columns[2], count = 0;
    for (size_t i = table->key_count; i < table->column_count; i++) {
        if (!profile_column_is_sum(table->columns[i].kind)) continue;
        if (count == 2) return false;
        columns[count++] = i;
    }
    if (count < 2) return false;
    *sides = (struct svg_sides){columns[0], columns[1]};
    return table->columns[sides->left].kind == table->columns[sides->right].kind;
}

struct histogram {
    const struct profile_table *table;
    struct svg_sides sides;
    double unit; /* pixels of one */
};

static const double middle = SVG_WIDTH / 2.0, gap = LABEL_WIDTH / 2.0;

/* A box that begins [from] the axis. */
static struct svg_box box_of(bool is_left, double from, double width, double y) {
    double x = is_left ? middle - gap - from - width : middle + gap + from;
    return (struct svg_box){x, y, width, BAR_HEIGHT};
}

static void mark(struct strbuf *out, const struct svg_box *box) {
    strbuf_addf(
        out, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" class=\"more\"></rect>\n",
        box->x, box->y, box->width, box->height);
}

static void side(struct strbuf *out, const struct histogram *histogram, size_t row, bool is_left,
                 double y) {
    const struct svg_sides *sides = &histogram->sides;
    const struct profile_cell *cells = histogram->table->rows[row];
    size_t column = is_left ? sides->left : sides->right;
    int64_t amount = cells[column].number,
            other = cells[is_left ? sides->right : sides->left].number;
    int64_t total = histogram->table->totals[column].number;
    double width = (double)amount * histogram->unit, less = (double)other * histogram->unit;
    struct svg_box box = box_of(is_left, 0, width, y),
                   more = box_of(is_left, less, width - less, y);
    struct strbuf text = STRBUF_INIT;
    amount_add_text(&text, histogram->table->columns[column].kind, amount);
    if (amount) strbuf_addf(&text, " (%.2f %%)", 100.0 * (double)amount / (double)total);
    svg_bar(out, &box, is_left ? "left" : "right", amount, strbuf_text(&text));
    if (amount > other) mark(out, &more);
    svg_text(out, is_left ? box.x - 4 : box.x + width + 4, y + BAR_HEIGHT - 3, "faint",
             is_left ? "end" : "start", strbuf_text(&text));
    strbuf_release(&text);
}

static void heading(struct strbuf *out, const struct profile_table *table, size_t column, double x,
                    double y, const char *anchor) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "%s: ", plain_name(table->columns[column].header));
    amount_add_text(&text, table->columns[column].kind, table->totals[column].number);
    svg_text(out, x, y, NULL, anchor, strbuf_text(&text));
    strbuf_release(&text);
}

double svg_back_to_back(struct strbuf *out, const struct profile_table *table, double y) {
    struct histogram histogram = {.table = table};
    svg_sides_of(table, &histogram.sides);
    double most = largest(table, histogram.sides.left),
           right = largest(table, histogram.sides.right);
    if (right > most) most = right;
    histogram.unit = (middle - gap - SVG_MARGIN - TEXT_WIDTH) / most;
    svg_text(out, middle, y + 11, NULL, "middle", plain_name(table->columns[0].header));
    heading(out, table, histogram.sides.left, middle - gap, y + 11, "end");
    heading(out, table, histogram.sides.right, middle + gap, y + 11, "start");
    y += ROW_HEIGHT;
    for (size_t row = 0; row < table->row_count; row++, y += ROW_HEIGHT) {
        struct strbuf label = STRBUF_INIT;
        strbuf_addf(&label, "%" PRId64, table->rows[row][0].number);
        svg_text(out, middle, y + BAR_HEIGHT - 3, NULL, "middle", strbuf_text(&label));
        side(out, &histogram, row, true, y);
        side(out, &histogram, row, false, y);
        strbuf_release(&label);
    }
    svg_text(out, middle, y + BAR_HEIGHT - 3, "faint", "middle",
             "red: what one side has more than the other");
    return y + ROW_HEIGHT;
}
