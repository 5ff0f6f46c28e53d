/* Source text to tokens (JLS 3). */
#ifndef FRONTEND_LEXER_H
#define FRONTEND_LEXER_H

#include "base/diag.h"
#include "frontend/frontend.h"

struct compiler;

enum token_kind {
#define TOKEN(name, text)    TOKEN_##name,
#define KEYWORD(name, text)  TOKEN_##name,
#define OPERATOR(name, text) TOKEN_##name,
#include "frontend/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
    TOKEN_COUNT
};

struct token {
    enum token_kind kind;
    struct place place, end; /* end: just after the last character */
    /* An identifier: its name. A number: its text without underscores. A string or character: the
     * value in modified UTF-8. All interned. */
    const char *text;
};

/* The text of an operator or keyword; "<identifier>" and the like for the others. */
const char *token_text(enum token_kind kind);

/* All tokens of a source, in the compiler's arena, END last. */
struct token *lexer_read(struct compiler *compiler, const struct java_source *source,
                         uint32_t *count);

#endif
