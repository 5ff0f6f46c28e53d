/* Tokens of text graphs. Words are runs of everything but blanks, quotes and the punctuation ": = ,
 * { }"; '#' at the start of a word comments the rest of the line out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/intern.h"
#include "ir/parsing.h"

bool parsing_fail(struct parsing *p, struct place place, const char *format, ...) {
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diag_error(p->diag, place, "%s", message);
    p->token = (struct graph_token){GRAPH_TOKEN_END, "", place};
    p->cursor = "";
    return false;
}

static void step(struct parsing *p) {
    if (*p->cursor == '\n') {
        p->line++;
        p->column = 1;
    } else {
        p->column++;
    }
    p->cursor++;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_punctuation(char c) { return c && strchr(":=,{}", c); }

static void skip_blanks(struct parsing *p) {
    while (is_blank(*p->cursor) || (*p->cursor == '\n' && p->braces > 0)) step(p);
    if (*p->cursor == '#') {
        while (*p->cursor && *p->cursor != '\n') step(p);
    }
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

static void read_string(struct parsing *p) {
    struct strbuf text = STRBUF_INIT;
    step(p);
    while (*p->cursor && *p->cursor != '"' && *p->cursor != '\n') {
        char c = *p->cursor;
        if (c == '\\' && p->cursor[1] == 'x' && hex_digit(p->cursor[2]) >= 0 &&
            hex_digit(p->cursor[3]) >= 0) {
            c = (char)(hex_digit(p->cursor[2]) * 16 + hex_digit(p->cursor[3]));
            step(p), step(p), step(p);
        } else if (c == '\\' && (p->cursor[1] == '"' || p->cursor[1] == '\\')) {
            step(p);
            c = *p->cursor;
        }
        if (c) strbuf_add_char(&text, c);
        step(p);
    }
    bool is_closed = *p->cursor == '"';
    if (is_closed) step(p);
    p->token.kind = GRAPH_TOKEN_STRING;
    p->token.text = intern(strbuf_text(&text));
    strbuf_release(&text);
    if (!is_closed) parsing_fail(p, p->token.place, "the text has no closing quote");
}

void parsing_next(struct parsing *p) {
    do skip_blanks(p);
    while (is_blank(*p->cursor) || (*p->cursor == '\n' && p->braces > 0));
    p->token.place = (struct place){p->file, p->line, p->column};
    const char *start = p->cursor;
    if (!*start) {
        p->token.kind = GRAPH_TOKEN_END;
        p->token.text = "";
    } else if (*start == '\n') {
        step(p);
        p->token.kind = GRAPH_TOKEN_NEWLINE;
        p->token.text = "";
    } else if (*start == '"') {
        read_string(p);
    } else if (is_punctuation(*start)) {
        step(p);
        p->token.kind = GRAPH_TOKEN_PUNCTUATION;
        p->token.text = intern_bytes(start, 1);
        p->braces += *start == '{' ? 1 : *start == '}' && p->braces > 0 ? -1 : 0;
    } else {
        while (*p->cursor && *p->cursor != '\n' && *p->cursor != '"' && !is_blank(*p->cursor) &&
               !is_punctuation(*p->cursor)) {
            step(p);
        }
        p->token.kind = GRAPH_TOKEN_WORD;
        p->token.text = intern_bytes(start, (size_t)(p->cursor - start));
    }
}

bool token_is(const struct parsing *p, const char *text) {
    return (p->token.kind == GRAPH_TOKEN_WORD || p->token.kind == GRAPH_TOKEN_PUNCTUATION) &&
           !strcmp(p->token.text, text);
}

bool parsing_accept(struct parsing *p, const char *text) {
    if (!token_is(p, text)) return false;
    parsing_next(p);
    return true;
}

bool parsing_expect(struct parsing *p, const char *text) {
    return parsing_accept(p, text) || parsing_fail(p, p->token.place, "'%s' is missing", text);
}

struct graph_token parsing_word(struct parsing *p, const char *what) {
    struct graph_token token = p->token;
    if (token.kind != GRAPH_TOKEN_WORD) {
        parsing_fail(p, token.place, "%s is missing", what);
        token.text = "";
    } else {
        parsing_next(p);
    }
    return token;
}

bool word_is_integer(const char *word) {
    if (*word == '-') word++;
    if (!*word) return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9') return false;
    }
    return true;
}

bool parsing_integer(struct parsing *p, int64_t low, int64_t high, int64_t *out) {
    struct graph_token token = parsing_word(p, "a number");
    if (p->diag->is_set) return false;
    errno = 0;
    long long value = word_is_integer(token.text) ? strtoll(token.text, NULL, 10) : 0;
    if (!word_is_integer(token.text)) {
        return parsing_fail(p, token.place, "'%s' is not a whole number", token.text);
    }
    if (errno || value < low || value > high) {
        return parsing_fail(p, token.place, "%s is out of range", token.text);
    }
    *out = value;
    return true;
}

bool parsing_real(struct parsing *p, double *out) {
    if (parsing_accept(p, "bits")) {
        struct graph_token token = parsing_word(p, "the bits");
        char *end;
        uint64_t bits = strtoull(token.text, &end, 16);
        if (*end || !*token.text) return parsing_fail(p, token.place, "these are no bits");
        memcpy(out, &bits, sizeof bits);
        return true;
    }
    struct graph_token token = parsing_word(p, "a number");
    char *end;
    *out = strtod(token.text, &end);
    if (*end || !*token.text) {
        return parsing_fail(p, token.place, "'%s' is not a number", token.text);
    }
    return true;
}

/* --- names --- */

static uint32_t slot_of(const struct parsing *p, const char *name) {
    uint64_t hash = (uint64_t)(uintptr_t)name * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t i = (uint32_t)(hash >> 32) & (p->slot_count - 1);
    while (p->slots[i] && p->names.entries.items[p->slots[i] - 1].name != name) {
        i = (i + 1) & (p->slot_count - 1);
    }
    return i;
}

struct text_name *parsing_name(struct parsing *p, const char *name) {
    if (p->slot_count == 0) return NULL;
    uint32_t entry = p->slots[slot_of(p, name)];
    return entry ? &p->names.entries.items[entry - 1] : NULL;
}

static void grow_slots(struct parsing *p) {
    if ((p->names.entries.count + 1) * 2 <= p->slot_count) return;
    p->slot_count = p->slot_count ? p->slot_count * 2 : 64;
    p->slots = ARENA_ARRAY(p->arena, uint32_t, p->slot_count);
    for (uint32_t i = 0; i < p->names.entries.count; i++) {
        p->slots[slot_of(p, p->names.entries.items[i].name)] = i + 1;
    }
}

struct text_name *parsing_add_name(struct parsing *p, struct graph_token name) {
    if (parsing_name(p, name.text)) {
        parsing_fail(p, name.place, "'%s' is defined twice", name.text);
        return NULL;
    }
    grow_slots(p);
    arena_vec_push(p->arena, &p->names.entries,
                   (struct text_name){.name = name.text, .place = name.place});
    p->slots[slot_of(p, name.text)] = p->names.entries.count;
    return &vec_last(&p->names.entries);
}
