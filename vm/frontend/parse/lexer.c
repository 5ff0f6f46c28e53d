/* LEXER: source text to tokens. The text is first decoded to characters with their places, unicode
 * escapes included (JLS 3.3), so that everything after sees plain characters. */
#include "frontend/lexer.h"

#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "frontend/compiler.h"
#include "frontend/text.h"

struct character {
    uint32_t value;
    int line, column;
};

struct lexer {
    struct compiler *compiler;
    const struct java_source *source;
    struct character *characters; /* a zero at the end */
    uint32_t count, next;
    struct {
        struct token *items;
        uint32_t count, capacity;
    } tokens;
};

static const char *const texts[TOKEN_COUNT] = {
#define TOKEN(name, text)    text,
#define KEYWORD(name, text)  text,
#define OPERATOR(name, text) text,
#include "frontend/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
};

static const struct {
    enum token_kind kind;
    const char *text;
} keywords[] =
    {
#define TOKEN(name, text)
#define KEYWORD(name, text) {TOKEN_##name, text},
#define OPERATOR(name, text)
#include "frontend/tokens.def"
#undef KEYWORD
#undef OPERATOR
},
  operators[] = {
#define KEYWORD(name, text)
#define OPERATOR(name, text) {TOKEN_##name, text},
#include "frontend/tokens.def"
#undef TOKEN
#undef KEYWORD
#undef OPERATOR
};

const char *token_text(enum token_kind kind) { return texts[kind]; }

static struct place place_at(const struct lexer *lexer, uint32_t index) {
    const struct character *character = &lexer->characters[index];
    const struct java_source *source = lexer->source;
    int line = source->lines ? source->lines[character->line - 1]
                             : character->line + source->first_line - 1;
    return (struct place){source->file, line, character->column + source->first_column - 1};
}

static uint32_t peek_at(const struct lexer *lexer, uint32_t distance) {
    uint32_t index = lexer->next + distance;
    return index < lexer->count ? lexer->characters[index].value : 0;
}

static uint32_t peek(const struct lexer *lexer) { return peek_at(lexer, 0); }

static int hex_digit(uint32_t c) {
    if (c >= '0' && c <= '9') return (int)c - '0';
    if (c >= 'a' && c <= 'f') return (int)c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return (int)c - 'A' + 10;
    return -1;
}

/* Replaces the unicode escapes among [count] raw characters, in place (JLS 3.3): a backslash that
 * an odd number of backslashes precedes starts none. */
static uint32_t replace_escapes(struct lexer *lexer, uint32_t count) {
    struct character *raw = lexer->characters;
    uint32_t kept = 0, backslashes = 0;
    for (uint32_t i = 0; i < count; i++, kept++) {
        raw[kept] = raw[i];
        if (raw[i].value != '\\') {
            backslashes = 0;
            continue;
        }
        if (backslashes++ % 2 == 1 || i + 1 >= count || raw[i + 1].value != 'u') continue;
        uint32_t digit = i + 1, value = 0;
        while (digit < count && raw[digit].value == 'u') digit++;
        for (uint32_t end = digit + 4; digit < end; digit++) {
            int hex = digit < count ? hex_digit(raw[digit].value) : -1;
            if (hex < 0)
                compile_error(lexer->compiler, place_at(lexer, kept), "illegal unicode escape");
            value = value * 16 + (uint32_t)hex;
        }
        raw[kept].value = value;
        backslashes = 0;
        i = digit - 1;
    }
    return kept;
}

/* Decodes UTF-8; line ends become '\n'. */
static void decode(struct lexer *lexer) {
    const struct java_source *source = lexer->source;
    lexer->characters = ARENA_ARRAY(lexer->compiler->arena, struct character, source->length + 1);
    int line = 1, column = 1;
    uint32_t count = 0;
    const char *cursor = source->text, *end = source->text + source->length;
    while (cursor < end) {
        struct character *character = &lexer->characters[count];
        character->line = line;
        character->column = column++;
        if (!utf8_next(&cursor, end, &character->value))
            compile_error(lexer->compiler, place_at(lexer, count),
                          "unmappable character for encoding UTF-8");
        if (character->value == '\r') {
            if (cursor < end && *cursor == '\n') cursor++;
            character->value = '\n';
        }
        if (character->value == '\n') line++, column = 1;
        count++;
    }
    lexer->count = replace_escapes(lexer, count);
    lexer->characters[lexer->count] = (struct character){0, line, column};
}

static void add_token(struct lexer *lexer, enum token_kind kind, uint32_t start, const char *text) {
    /* The end is in the line of the last character, also before a line end. */
    struct place end = place_at(lexer, lexer->next > start ? lexer->next - 1 : start);
    if (lexer->next > start) end.column++;
    struct token token = {kind, place_at(lexer, start), end, text};
    arena_vec_push(lexer->compiler->arena, &lexer->tokens, token);
}

static void skip_comment(struct lexer *lexer, uint32_t start) {
    if (peek_at(lexer, 1) == '/') {
        while (lexer->next < lexer->count && peek(lexer) != '\n') lexer->next++;
        return;
    }
    lexer->next += 2;
    while (peek(lexer) != '*' || peek_at(lexer, 1) != '/') {
        if (lexer->next >= lexer->count)
            compile_error(lexer->compiler, place_at(lexer, start), "unclosed comment");
        lexer->next++;
    }
    lexer->next += 2;
}

static bool is_identifier_start(uint32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static bool is_digit(uint32_t c) { return c >= '0' && c <= '9'; }
static bool is_identifier_part(uint32_t c) { return is_identifier_start(c) || is_digit(c); }

static void read_identifier(struct lexer *lexer, uint32_t start) {
    struct strbuf name = STRBUF_INIT;
    while (is_identifier_part(peek(lexer)))
        strbuf_add_char(&name, (char)lexer->characters[lexer->next++].value);
    const char *text = intern(strbuf_text(&name));
    strbuf_release(&name);
    enum token_kind kind = TOKEN_IDENTIFIER;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strcmp(keywords[i].text, text) == 0) kind = keywords[i].kind;
    add_token(lexer, kind, start, text);
}

/* The digits of a number, underscores checked and dropped. [has_prefix]: the underscore may not be
 * first anyway, but after 0x there must be a digit. */
static void read_digits(struct lexer *lexer, struct strbuf *text, bool is_hex) {
    bool is_first = true;
    for (;; is_first = false) {
        uint32_t c = peek(lexer);
        if (c == '_') {
            uint32_t following = 1;
            while (peek_at(lexer, following) == '_') following++;
            uint32_t after = peek_at(lexer, following);
            if (is_first || !(is_hex ? hex_digit(after) >= 0 : is_digit(after)))
                compile_error(lexer->compiler, place_at(lexer, lexer->next), "illegal underscore");
        } else if (is_hex ? hex_digit(c) >= 0 : is_digit(c)) {
            strbuf_add_char(text, (char)c);
        } else {
            return;
        }
        lexer->next++;
    }
}

static bool read_exponent(struct lexer *lexer, struct strbuf *text, char letter) {
    if ((peek(lexer) | 0x20) != (uint32_t)letter) return false;
    strbuf_add_char(text, letter);
    lexer->next++;
    if (peek(lexer) == '+' || peek(lexer) == '-')
        strbuf_add_char(text, (char)lexer->characters[lexer->next++].value);
    if (!is_digit(peek(lexer)))
        compile_error(lexer->compiler, place_at(lexer, lexer->next),
                      "malformed floating-point literal");
    read_digits(lexer, text, false);
    return true;
}

static void read_number(struct lexer *lexer, uint32_t start) {
    struct strbuf *text = compiler_text(lexer->compiler);
    uint32_t second = peek_at(lexer, 1) | 0x20;
    bool is_hex = peek(lexer) == '0' && second == 'x';
    bool is_binary = peek(lexer) == '0' && second == 'b';
    bool is_floating = false;
    if (is_hex || is_binary) {
        strbuf_add_text(text, is_hex ? "0x" : "0b");
        lexer->next += 2;
    }
    size_t prefix = text->length;
    read_digits(lexer, text, is_hex);
    if (!is_binary && peek(lexer) == '.' && (is_hex || peek_at(lexer, 1) != '.')) {
        is_floating = true;
        strbuf_add_char(text, '.');
        lexer->next++;
        read_digits(lexer, text, is_hex);
    }
    if (prefix && text->length == prefix + is_floating)
        compile_error(lexer->compiler, place_at(lexer, start),
                      "%s numbers must contain at least "
                      "one %s digit",
                      is_hex ? "hexadecimal" : "binary", is_hex ? "hexadecimal" : "binary");
    bool has_exponent = !is_binary && read_exponent(lexer, text, is_hex ? 'p' : 'e');
    if (is_hex && is_floating && !has_exponent)
        compile_error(lexer->compiler, place_at(lexer, start), "malformed floating-point literal");
    is_floating |= has_exponent;
    enum token_kind kind = is_floating ? TOKEN_DOUBLE_LITERAL : TOKEN_INT_LITERAL;
    uint32_t suffix = peek(lexer) | 0x20;
    if (suffix == 'l' && !is_floating)
        kind = TOKEN_LONG_LITERAL, lexer->next++;
    else if ((suffix == 'f' || suffix == 'd') && !is_binary && (!is_hex || is_floating))
        kind = suffix == 'f' ? TOKEN_FLOAT_LITERAL : TOKEN_DOUBLE_LITERAL, lexer->next++;
    add_token(lexer, kind, start, intern(strbuf_text(text)));
}

static uint32_t read_octal_escape(struct lexer *lexer) {
    uint32_t value = 0, longest = peek(lexer) <= '3' ? 3 : 2;
    for (uint32_t i = 0; i < longest && peek(lexer) >= '0' && peek(lexer) <= '7'; i++)
        value = value * 8 + lexer->characters[lexer->next++].value - '0';
    return value;
}

/* One character of a string or character literal (JLS 3.10.6). */
static uint32_t read_literal_character(struct lexer *lexer) {
    uint32_t c = lexer->characters[lexer->next++].value;
    if (c != '\\') return c;
    static const char letters[] = "btnfrs\"'\\", values[] = "\b\t\n\f\r \"'\\";
    uint32_t escape = peek(lexer);
    if (escape >= '0' && escape <= '7') return read_octal_escape(lexer);
    const char *letter = escape && escape < 0x80 ? strchr(letters, (int)escape) : NULL;
    if (!letter)
        compile_error(lexer->compiler, place_at(lexer, lexer->next - 1),
                      "illegal escape character");
    lexer->next++;
    return (uint32_t)values[letter - letters];
}

static void read_string(struct lexer *lexer, uint32_t start) {
    struct strbuf *text = compiler_text(lexer->compiler);
    if (peek_at(lexer, 1) == '"' && peek_at(lexer, 2) == '"')
        compile_refuse(lexer->compiler, place_at(lexer, start), "text blocks are");
    lexer->next++;
    while (peek(lexer) != '"') {
        if (lexer->next >= lexer->count || peek(lexer) == '\n')
            compile_error(lexer->compiler, place_at(lexer, start), "unclosed string literal");
        modified_utf8_add(text, read_literal_character(lexer));
    }
    lexer->next++;
    const char *value = intern(strbuf_text(text));
    add_token(lexer, TOKEN_STRING_LITERAL, start, value);
}

static void read_char(struct lexer *lexer, uint32_t start) {
    lexer->next++;
    if (peek(lexer) == '\'')
        compile_error(lexer->compiler, place_at(lexer, start), "empty character literal");
    if (lexer->next >= lexer->count || peek(lexer) == '\n')
        compile_error(lexer->compiler, place_at(lexer, start),
                      "illegal line end in character literal");
    uint32_t value = read_literal_character(lexer);
    if (peek(lexer) != '\'' || value > 0xffff)
        compile_error(lexer->compiler, place_at(lexer, start), "unclosed character literal");
    lexer->next++;
    struct strbuf text = STRBUF_INIT;
    modified_utf8_add(&text, value);
    add_token(lexer, TOKEN_CHAR_LITERAL, start, intern(strbuf_text(&text)));
    strbuf_release(&text);
}

static bool read_operator(struct lexer *lexer, uint32_t start) {
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const char *text = operators[i].text;
        uint32_t length = 0;
        while (text[length] && peek_at(lexer, length) == (uint32_t)text[length]) length++;
        if (text[length]) continue;
        lexer->next += length;
        add_token(lexer, operators[i].kind, start, text);
        return true;
    }
    return false;
}

static void read_token(struct lexer *lexer) {
    uint32_t start = lexer->next, c = peek(lexer);
    if (c == ' ' || c == '\t' || c == '\n' || c == '\f')
        lexer->next++;
    else if (c == 0x1a && lexer->next + 1 == lexer->count)
        lexer->next++;
    else if (c == '/' && (peek_at(lexer, 1) == '/' || peek_at(lexer, 1) == '*'))
        skip_comment(lexer, start);
    else if (is_identifier_start(c))
        read_identifier(lexer, start);
    else if (is_digit(c) || (c == '.' && is_digit(peek_at(lexer, 1))))
        read_number(lexer, start);
    else if (c == '"')
        read_string(lexer, start);
    else if (c == '\'')
        read_char(lexer, start);
    else if (c >= 0x80)
        compile_refuse(lexer->compiler, place_at(lexer, start), "identifiers outside ASCII are");
    else if (!read_operator(lexer, start))
        compile_error(lexer->compiler, place_at(lexer, start), "illegal character: '%c'", (int)c);
}

struct token *lexer_read(struct compiler *compiler, const struct java_source *source,
                         uint32_t *count) {
    struct lexer lexer = {.compiler = compiler, .source = source};
    decode(&lexer);
    while (lexer.next < lexer.count) read_token(&lexer);
    add_token(&lexer, TOKEN_END, lexer.next, "");
    *count = lexer.tokens.count;
    return lexer.tokens.items;
}
