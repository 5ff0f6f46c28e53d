/* Counts that each context has for itself, beside its calls. Who counts says which counts these are
 * (struct context_counts); a context that executes them has a row of cells, one for each, found
 * without a lock. Rows are made when they are first asked for, and stay as long as the tree. */
#ifndef CONTEXT_COUNTS_H
#define CONTEXT_COUNTS_H

#include "context/context.h"

/* Counts that are made together: of a frame of compiled code, or whatever the interpreter adds up. */
struct context_counts {
    uint32_t count;
    struct context_counts *next; /* of the tree's */
    uint32_t cells[];            /* the cell of all contexts that each stands for */
};

/* A context's cells for them. */
struct context_row {
    const struct context_counts *counts;
    const struct context *context;
    uint32_t chunk, word; /* where the first is in its thread, as in struct context */
    uint32_t cell;        /* the first */
    struct context_row *next;
};

/* The tree owns them. */
struct context_counts *context_counts_new(struct context_tree *tree, uint32_t count);

struct context_row *context_row(struct context_tree *tree, struct context *context,
                                const struct context_counts *counts);

/* In the thread whose cells these are. */
static inline int64_t *context_row_words(const struct cells *cells, const struct context_row *row) {
    return *(int64_t *const *)((const char *)cells + row->chunk) + row->word;
}

/* All rows that there are; none is made meanwhile. */
void context_each_row(struct context_tree *tree,
                      void (*tell)(void *context, const struct context_row *row), void *context);

/* --- context.c --- */
void context_rows_init(struct context_rows *rows);
void context_rows_release(struct context_rows *rows);
/* Of a context that has none yet. */
extern struct context_row context_no_row;

#endif
