/* A row as a stack of frames, for formats that know nothing else. Keys in front of the first place are outer frames, other keys
 * behind it inner ones: "by thread, path, class" is a thread that calls the path, which calls a class. A context and a site are one
 * stack, that of the context, with the site's line. */
#ifndef FORMATS_STACK_H
#define FORMATS_STACK_H

#include "base/vec.h"
#include "profilers/table.h"

struct stack_frame {
    const char *name,
        *method; /* interned: Java's name, and with its descriptor; of keys both are the key's text */
    const char *file; /* NULL: not known */
    int line, bci;    /* 0 and -1: not known */
    bool is_inlined;
    bool is_place; /* no key */
};

/* Frames of a path that formats write which repeat the callers of each stack: files would grow by the square of the depth.
 * The callers beyond them are one frame. */
enum { STACK_MOST_FRAMES = 1024, STACK_CSV_FRAMES = 64, STACK_ALL_FRAMES = -1 };

struct stack {
    VEC(struct stack_frame) frames; /* outermost first; one at least */
};

/* Replaces what was in [stack]. [most]: so many frames of the path, the innermost. */
void stack_of_row(const struct profile_table *table, size_t row, int most, struct stack *stack);
/* What is in front of its callers and behind them, which replaces what was in [outer] and [inner]. Returns the innermost of the
 * callers, which have theirs; NULL: there are none. */
const struct profile_frame *stack_ends_of_row(const struct profile_table *table, size_t row,
                                              struct stack *outer, struct stack *inner);
struct stack_frame stack_frame_of(const struct profile_frame *frame);
void stack_release(struct stack *stack);

/* "A.foo(int) (line 3)", keys in brackets; no control character. */
void stack_frame_add(struct strbuf *out, const struct stack_frame *frame);

/* "Main argument", or what stands for it. */
const char *profile_title(const struct profile_tables *profile);

/* A column whose values can be added up. */
struct amount {
    const struct profile_table *table;
    size_t column;
    const char *name; /* "count", of one of several tables "calls.count"; interned */
    bool is_main;     /* of the first table */
};

/* Those of all tables. */
struct amounts {
    VEC(struct amount) items;
};

struct amounts amounts_of(const struct profile_tables *profile);
void amounts_release(struct amounts *amounts);
/* Calls [visit] with each row that has the amount, and its stack, as stack_of_row makes it. */
void stack_each(const struct amount *amount, int most,
                void (*visit)(void *context, const struct stack *stack, int64_t amount),
                void *context);

/* For formats whose text has no end but the line's: control characters become spaces. Interned. */
const char *in_one_line(const char *text);
/* No more than there is room for. */
int64_t add_amounts(int64_t a, int64_t b);

#endif
