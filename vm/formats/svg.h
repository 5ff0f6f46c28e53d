/* The parts of the SVG picture. A picture begins at a height and returns where it ends. */
#ifndef FORMATS_SVG_H
#define FORMATS_SVG_H

#include "formats/stack.h"

enum { SVG_WIDTH = 1200, SVG_MARGIN = 12 };

struct svg_box {
    double x, y, width, height;
};

/* [class] and [anchor] may be NULL. */
void svg_text(struct strbuf *out, double x, double y, const char *class, const char *anchor,
              const char *text);
/* With the amount that it stands for, and a tip for who points at it. */
void svg_bar(struct strbuf *out, const struct svg_box *box, const char *class, int64_t amount,
             const char *tip);

/* The columns of two amounts of one kind. */
struct svg_sides {
    size_t left, right;
};

/* False: the table has fewer or more amounts, or two of different kinds. */
bool svg_sides_of(const struct profile_table *table, struct svg_sides *sides);

double svg_flame_graph(struct strbuf *out, const struct profile_table *table, double y);
double svg_bars(struct strbuf *out, const struct profile_table *table, double y);
double svg_back_to_back(struct strbuf *out, const struct profile_table *table, double y);

#endif
