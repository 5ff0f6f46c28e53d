/* A place in compiled code that counts by the class of an object, as compiled code sees it: it looks for the class among those
 * that came before, and adds to the thread's cell for it; only what it does not find is told to the runtime. Classes are
 * appended and never removed: those that came first are found first. */
#ifndef RUNTIME_CLASS_SITE_H
#define RUNTIME_CLASS_SITE_H

#include <stdint.h>

struct class;
struct context_cell;

/* In rows of calling contexts the first so many have counts; all others are told to the runtime each time. */
enum { CLASSES_IN_ROW = 8 };

/* Does not change once it is in a list, but for [next]. */
struct class_variant {
    struct class_variant *next;
    const struct class *class; /* NULL: the object is null, or there is none */
    int32_t chunk, word; /* of its first cell: bytes in the thread, and from where that points */
    int32_t in_row;      /* of its first count: bytes from that of the site; < 0: it has none */
};

struct class_site {
    struct class_variant *variants;
    /* Cells from those of one kind to those of the next, and the first kind's number; those of no kind, 0, come first. */
    int32_t kind_cells, first_kind;
    /* In rows each class has so many counts: that of no kind, and one of each. */
    int32_t row_kinds;
    struct context_cell
        *row_cells;  /* what they are: of CLASSES_IN_ROW classes; NULL: they are in no rows */
    int32_t row_way; /* who executes */
};

#endif
