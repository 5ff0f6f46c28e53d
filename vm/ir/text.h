/* Graphs as text, in and out: dumps, and the input of graph tests. What graph_print writes with
 * states and declarations, graph_parse reads. Printed again it is the same text, except that a
 * parameter used only by nodes that no block needs is gone: such nodes are not written. From then
 * on it stays the same. */
#ifndef IR_TEXT_H
#define IR_TEXT_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "ir/node.h"

struct text_names;

struct print_options {
    bool with_frequencies, with_positions, with_states;
    bool without_shares;       /* of successors */
    bool without_placeholders; /* the base graph alone, while inserted code graphs are unlinked */
    /* Where a bytecode is said to be; NULL: where it is. */
    int (*state_bci)(const struct meta_method *method, int bci);
    /* How many locals its frames have; NULL: as many as they have. */
    int (*state_locals)(const struct meta_method *method);
    const struct text_names *names; /* what has a name there keeps it, the rest is numbered */
    bool with_declarations; /* classes, fields and methods that it mentions, for parsing it again */
};

void graph_print(const struct graph *graph, const struct print_options *options,
                 struct strbuf *out);
/* The lines of one block. */
void graph_print_block(const struct block *block, const struct print_options *options,
                       struct strbuf *out);
/* A node as its line has it, but for its own name; a constant as it is written. What it reads that has no name in options->names
 * stands there in parentheses. */
void graph_print_expression(const struct graph *graph, const struct node *node,
                            const struct print_options *options, struct strbuf *out);
/* Graphviz. */
void graph_print_dot(const struct graph *graph, struct strbuf *out);
/* What names the text gave. */
struct text_name {
    const char *name; /* interned */
    struct node *node;
    struct block *block; /* one of the two is NULL */
    struct place place;  /* of the first mention */
};
struct text_names {
    VEC(struct text_name) entries; /* arena */
};

/* Reads declarations into compilation->world and one graph; NULL with [diag]. */
struct graph *graph_parse(struct compilation *compilation, const char *file, const char *text,
                          struct diag *diag);
struct graph *graph_parse_named(struct compilation *compilation, const char *file, const char *text,
                                struct text_names *names, struct diag *diag);

#endif
