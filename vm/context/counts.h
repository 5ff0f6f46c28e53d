/* Counts of contexts beside those that the interpreter makes of their calls. Who counts says which counts these are
 * (struct context_counts); a context that executes them has a row of cells, one for each, found
 * without a lock. Rows are made when they are first asked for, and stay as long as the tree.
 *
 * Compiled code has one row for all that is inlined into it, that of the context in which it is entered: there it adds up how
 * often each frame is entered, and what the frame counts. A frame's node is made when somebody needs it: because the frame
 * calls, or is asked where it is, or because the tree is read (context_settle). */
#ifndef CONTEXT_COUNTS_H
#define CONTEXT_COUNTS_H

#include "context/context.h"

/* A method, and the call that led to it. The first of code is the method that is entered; callers come first. */
struct context_frame {
    struct context_method *method;
    uint32_t caller; /* index */
    int32_t bci;     /* of the call, in the caller */
};

enum { CONTEXT_ENTRY = UINT32_MAX, CONTEXT_NO_CELL = UINT32_MAX - 1 };

struct context_cell {
    uint32_t frame; /* index: the frame that counts */
    uint32_t cell;  /* of all contexts; CONTEXT_ENTRY: how often the frame was entered;
                       CONTEXT_NO_CELL: nothing is counted there so far */
};

/* Counts that are made together: of compiled code, or whatever the interpreter adds up. */
struct context_counts {
    uint32_t count, frame_count;
    struct context_frame *frames; /* NULL: the context itself */
    struct context_counts *next;  /* of the tree's */
    struct context_cell cells[];
};

/* A context's cells for them. */
struct context_row {
    const struct context_counts *counts;
    struct context *context;
    struct context *last; /* beyond the limit: the innermost caller that has a node; else NULL */
    uint32_t chunk, word; /* where the first is in its thread, as in struct context */
    uint32_t cell;        /* the first */
    struct context_row *next;    /* in the table */
    struct context_row *younger; /* of all */
    struct context_row *other;   /* of the context's with frames */
    struct context *frames[];    /* their nodes; NULL: nobody needed it yet */
};

/* The tree owns them. */
struct context_counts *context_counts_new(struct context_tree *tree, uint32_t count,
                                          uint32_t frame_count);

/* [last]: the thread's, for contexts beyond the limit. */
struct context_row *context_row(struct context_tree *tree, struct context *context,
                                struct context *last, const struct context_counts *counts);

/* The node of a frame, which was entered. [last], the thread's, is set where the node is beyond the limit. */
struct context *context_frame_node(struct context_tree *tree, struct context_row *row,
                                   uint32_t frame, struct context **last);

/* In the thread whose cells these are. */
static inline int64_t *context_row_words(const struct cells *cells, const struct context_row *row) {
    return *(int64_t *const *)((const char *)cells + row->chunk) + row->word;
}

/* All rows that there are, in the order in which they were made; none is made meanwhile. */
void context_each_row(struct context_tree *tree,
                      void (*tell)(void *context, struct context_row *row), void *context);

/* From now on there are nodes of all frames that were entered, and the nodes have their calls. */
void context_settle(struct context_tree *tree);
/* The same of what was inlined into code that was entered in this context. */
void context_settle_below(struct context_tree *tree, struct context *context);

/* --- context.c --- */
void context_rows_init(struct context_rows *rows);
void context_rows_release(struct context_rows *rows);
/* Of a context that has none yet. */
extern struct context_row context_no_row;
void context_add_bytes(struct context_tree *tree, size_t bytes);
/* The cell of calls that are counted at the node because theirs have none. */
uint32_t context_mark(struct context_tree *tree, struct context *context);

#endif
