/* Inside of the parser of text graphs: tokens, names, errors. The first error sticks and ends the
 * parsing: every function is harmless to call after it, since the token is then the end of the
 * text. */
#ifndef IR_PARSING_H
#define IR_PARSING_H

#include "ir/compilation.h"
#include "ir/text.h"

enum graph_token_kind {
    GRAPH_TOKEN_WORD,
    GRAPH_TOKEN_STRING,
    GRAPH_TOKEN_PUNCTUATION,
    GRAPH_TOKEN_NEWLINE,
    GRAPH_TOKEN_END
};

struct graph_token {
    enum graph_token_kind kind;
    const char
        *text; /* words: interned; strings: unescaped, interned; punctuation: one character */
    struct place place;
};

struct pending_input {
    struct node *node;
    struct graph_token name;
};

struct parsing {
    struct compilation *compilation;
    struct arena *arena;
    struct diag *diag;
    const char *file, *cursor;
    int line, column;
    int braces;               /* newlines do not count inside */
    struct graph_token token; /* the current one */
    struct graph *graph;
    struct block *block;                     /* the current one, or NULL */
    VEC(struct graph_token) unknown_classes; /* mentioned, not declared yet */
    VEC(struct pending_input) pending;
    VEC(struct from_list) from_lists;
    struct text_names names;
    /* Open hash table from interned name to its entry in names, plus 1. */
    uint32_t *slots, slot_count;
};

/* What a block said of the order of its predecessors. */
struct from_list {
    struct block *block;
    struct place place;
    VEC(struct graph_token) blocks;
};

void parsing_next(struct parsing *p); /* to the next token */
bool parsing_fail(struct parsing *p, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool token_is(const struct parsing *p, const char *text); /* a word or punctuation */
bool parsing_accept(struct parsing *p, const char *text);
bool parsing_expect(struct parsing *p, const char *text);
struct graph_token parsing_word(struct parsing *p, const char *what); /* fails when there is none */
bool parsing_integer(struct parsing *p, int64_t low, int64_t high, int64_t *out);
bool parsing_real(struct parsing *p, double *out);
bool word_is_integer(const char *word);

/* NULL when it is not there. */
struct text_name *parsing_name(struct parsing *p, const char *name);
struct text_name *parsing_add_name(struct parsing *p,
                                   struct graph_token name); /* fails when taken */

/* --- declarations --- */
bool parsing_declaration(struct parsing *p); /* false: the current token starts none */
struct meta_class *parsing_class(struct parsing *p, struct graph_token name);
struct meta_method *parsing_method(struct parsing *p, struct graph_token name, bool is_static);
struct meta_field *parsing_field(struct parsing *p, struct graph_token name); /* "A.x" */
enum java_type parsing_java_type(struct parsing *p);

/* --- nodes --- */
/* One line of a block: the tokens from the kind on; [name] and [type] were in front, or have no
 * text. */
void parsing_node(struct parsing *p, struct graph_token name, struct graph_token type);

#endif
