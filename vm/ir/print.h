/* Inside of the printers: one printing of one graph. */
#ifndef IR_PRINT_H
#define IR_PRINT_H

#include "ir/text.h"

struct printing {
    const struct graph *graph;
    const struct print_options *options;
    struct strbuf *out;
    struct arena arena;    /* for the length of the printing */
    struct block **blocks; /* in the order printed */
    int block_count;
    VEC(const struct node *) nodes; /* parameters first, then in the order printed */
    uint32_t parameter_count;
    uint32_t *numbers;        /* by id, from 1 */
    bool *is_listed;          /* by id: in nodes */
    int *block_numbers;       /* by id */
    const char **names;       /* by id; NULL: a number */
    const char **block_names; /* likewise */
    int nesting;              /* of expressions in parentheses; -1: every node has a line */
    uint32_t next_number;
};

void printing_begin(struct printing *p, const struct graph *graph,
                    const struct print_options *options, struct strbuf *out);
void printing_end(struct printing *p);
void print_node(struct printing *p, const struct node *node); /* without a newline */
void print_declarations(struct printing *p);

#endif
