/* Conditions of rules, by recursive descent:
 *
 *     any        = all { "or" all }
 *     all        = one { "and" one }
 *     one        = "not" one | "(" any ")" | word | flag | key sign value
 *     value      = number | "true" | "false" | name | "'" text "'"
 *
 * A name goes on to the next space outside of its parentheses or to a parenthesis that it did not open, so that A.foo(I)V and
 * A.foo(int, long) are each one. Errors are at the
 * character in the file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "rules/read.h"

enum { DEEPEST = 64 };

static const struct {
    const char *word, *text, *meaning;
    enum vm_key key;
    enum vm_comparison comparison;
} words[] = {
#define CONDITION(word, key, comparison, text, meaning)                                            \
    {#word, text, meaning, BY_##key, VM_##comparison},
#include "rules/conditions.def"
#undef CONDITION
};
enum { WORDS = sizeof words / sizeof *words };

static const struct {
    const char *sign;
    enum vm_comparison comparison;
    bool orders;
} comparisons[] = {
#define COMPARISON(sign, comparison, orders) {sign, VM_##comparison, orders},
#include "rules/comparisons.def"
#undef COMPARISON
};
enum { COMPARISONS = sizeof comparisons / sizeof *comparisons };

/* A comparison and how it is written. */
struct written {
    const struct vm_condition *comparison;
    const char *at;
    size_t length;
};

struct condition_parser {
    struct rules_reader *reader;
    const struct yaml_node *node;
    const char *at;
    enum vm_point point;
    int depth;
    VEC(struct written) written; /* in the reader's arena */
};

static struct place here(const struct condition_parser *parser, const char *at) {
    return yaml_place_inside(parser->node, (size_t)(at - parser->node->text));
}

#define fail(parser, at, ...)                                                                      \
    (diag_error((parser)->reader->diag, here(parser, at), __VA_ARGS__),                            \
     (const struct vm_condition *)NULL)

static void skip_spaces(struct condition_parser *parser) {
    parser->at += strspn(parser->at, " \t\n");
}

static size_t word_length(const char *at) {
    return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

/* In bytes. */
static size_t character_length(const char *at) {
    size_t length = 1;
    while (((unsigned char)at[length] & 0xc0) == 0x80) length++;
    return length;
}

static bool takes_word(struct condition_parser *parser, const char *word) {
    skip_spaces(parser);
    size_t length = strlen(word);
    if (word_length(parser->at) != length || memcmp(parser->at, word, length) != 0) return false;
    parser->at += length;
    return true;
}

static bool takes_sign(struct condition_parser *parser, const char *sign) {
    skip_spaces(parser);
    if (strncmp(parser->at, sign, strlen(sign)) != 0) return false;
    parser->at += strlen(sign);
    return true;
}

static const char *copy(struct condition_parser *parser, const char *text, size_t length) {
    return arena_copy_text(parser->reader->arena, text, length);
}

static const struct vm_condition *made(struct condition_parser *parser,
                                       struct vm_condition contents) {
    struct vm_condition *copied = ARENA_NEW(parser->reader->arena, struct vm_condition);
    *copied = contents;
    return copied;
}

/* --- values --- */

/* [open] receives how many of its parentheses are not closed. */
static size_t name_length(const char *at, int *open) {
    size_t length = 0;
    for (*open = 0; at[length] && (*open || !strchr(" \t\n", at[length])); length++) {
        if (at[length] == '(') ++*open;
        if (at[length] == ')' && *open == 0) break;
        if (at[length] == ')') --*open;
    }
    return length;
}

/* NULL with an error. [at] receives where it stands. */
static const char *read_value(struct condition_parser *parser, const char *sign, const char **at) {
    skip_spaces(parser);
    const char *start = *at = parser->at;
    if (*start == '\'' || *start == '"') {
        const char *end = strchr(start + 1, *start);
        if (!end) return fail(parser, start, "the quote is not closed"), NULL;
        parser->at = end + 1;
        return copy(parser, start + 1, (size_t)(end - start - 1));
    }
    int open;
    size_t length = name_length(start, &open);
    if (!length) return fail(parser, start, "a value must follow '%s'", sign), NULL;
    if (open)
        return fail(parser, start + strcspn(start, "("), "the parenthesis is not closed"), NULL;
    parser->at += length;
    return copy(parser, start, length);
}

/* --- what keys can be --- */

static bool is_number(const char *text) {
    char *end;
    errno = 0;
    strtoll(text, &end, 10);
    return !*end && end != text && !errno;
}

static bool check_word(const char *what, const char *text, struct place place,
                       const struct rule_words *known, struct diag *diag) {
    for (size_t i = 0; i < known->count; i++)
        if (strcmp(known->items[i], text) == 0) return true;
    return unknown_error(diag, place, what, text, known->items, known->count);
}

static bool check_kind(enum vm_point point, const char *text, struct place place,
                       struct diag *diag) {
    struct rule_words known = {.count = 0};
    char what[64];
    for (int kind = 0; kind < KIND_COUNT; kind++)
        if (kind_is_of((enum vm_kind)kind, point))
            known.items[known.count++] = kind_name((enum vm_kind)kind);
    snprintf(what, sizeof what, "kind of '%s'", point_name(point));
    return check_word(what, text, place, &known, diag);
}

static bool check_tier(const char *text, struct place place, struct diag *diag) {
    struct rule_words known = {.count = 0};
    for (int tier = 0; tier < VM_TIERS; tier++)
        known.items[known.count++] = tier_name((enum vm_tier)tier);
    return check_word("tier", text, place, &known, diag);
}

bool key_text_check(enum vm_point point, enum vm_key key, const char *text, struct place place,
                    struct diag *diag) {
    const char *name = key_name(key);
    if (key == BY_kind) return check_kind(point, text, place, diag);
    if (key == BY_tier) return check_tier(text, place, diag);
    if (key_value(key) == VM_KEY_FLAG)
        return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 ||
               diag_error(diag, place, "'%s' is true or false, not '%s'", name, text);
    if (key_value(key) == VM_KEY_NUMBER)
        return is_number(text) || diag_error(diag, place, "'%s' is a number, not '%s'", name, text);
    if (key == BY_case)
        return is_number(text) || strcmp(text, "default") == 0 ||
               diag_error(diag, place, "'%s' is a number or default, not '%s'", name, text);
    return true;
}

static const struct vm_condition *read_comparison(struct condition_parser *parser,
                                                  enum vm_key key) {
    skip_spaces(parser);
    const char *at = parser->at;
    bool has_order = key_value(key) == VM_KEY_NUMBER;
    size_t sign = 0;
    while (sign < COMPARISONS && !takes_sign(parser, comparisons[sign].sign)) sign++;
    if (sign == COMPARISONS && *at == '=') return fail(parser, at, "'=': write '=='");
    if (sign == COMPARISONS && has_order)
        return fail(parser, at, "'%s' needs a comparison: ==, !=, <, <=, > or >=, and a number",
                    key_name(key));
    if (sign == COMPARISONS)
        return fail(parser, at, "'%s' needs a comparison: == or !=, and a name", key_name(key));
    if (comparisons[sign].orders && !has_order)
        return fail(parser, at, "'%s' has no order: compare it by == or !=", key_name(key));
    const char *value = read_value(parser, comparisons[sign].sign, &at);
    if (!value) return NULL;
    struct vm_condition comparison = {
        .kind = VM_COMPARES, .key = key, .comparison = comparisons[sign].comparison};
    if (!key_text_check(parser->point, key, value, here(parser, at), parser->reader->diag))
        return NULL;
    if (key_value(key) == VM_KEY_FLAG)
        comparison.number = strcmp(value, "true") == 0;
    else if (key_value(key) == VM_KEY_NUMBER)
        comparison.number = strtoll(value, NULL, 10);
    else
        comparison.text = value;
    return made(parser, comparison);
}

/* --- words --- */

bool key_is_comparable(enum vm_key key) {
    switch (key_value(key)) {
    case VM_KEY_TEXT:
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: return true;
    case VM_KEY_SITE:
    case VM_KEY_CONTEXT: break;
    }
    return false;
}

const char *condition_word(size_t index, const char **meaning) {
    if (index == WORDS) return NULL;
    *meaning = words[index].meaning;
    return words[index].word;
}

static const struct vm_condition *unknown_word(struct condition_parser *parser, const char *at,
                                               const char *word) {
    struct rule_words known = {.count = 0};
    for (size_t i = 0; i < WORDS; i++) known.items[known.count++] = words[i].word;
    for (int key = 0; key < BY_COUNT; key++)
        if (key_is_comparable((enum vm_key)key) && point_has_key(parser->point, (enum vm_key)key))
            known.items[known.count++] = key_name((enum vm_key)key);
    check_word("word", word, here(parser, at), &known, parser->reader->diag);
    return NULL;
}

static const struct vm_condition *read_key(struct condition_parser *parser, const char *at,
                                           enum vm_key key) {
    if (!point_has_key(parser->point, key))
        return fail(parser, at, "the point '%s' has no key '%s'", point_name(parser->point),
                    key_name(key));
    if (!key_is_comparable(key))
        return fail(parser, at, "'%s' cannot be compared: say the methods by 'in'", key_name(key));
    skip_spaces(parser);
    bool is_alone = !*parser->at || !strchr("=!<>", *parser->at);
    if (!is_alone || key_value(key) != VM_KEY_FLAG) return read_comparison(parser, key);
    return made(parser, (struct vm_condition){
                            .kind = VM_COMPARES, .key = key, .comparison = VM_EQUAL, .number = 1});
}

/* Nothing that could begin a condition stands here. */
static const struct vm_condition *no_condition(struct condition_parser *parser) {
    static const char *const signs[][2] = {{"&&", "and"}, {"||", "or"}, {"!", "not"}};
    const char *at = parser->at;
    if (!*at) return fail(parser, at, "a condition is missing at the end");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i][0], strlen(signs[i][0])) == 0)
            return fail(parser, at, "'%s': write '%s'", signs[i][0], signs[i][1]);
    return fail(parser, at, "a condition must stand here, not '%.*s'", (int)character_length(at),
                at);
}

static const struct vm_condition *read_word(struct condition_parser *parser) {
    skip_spaces(parser);
    const char *at = parser->at;
    size_t length = word_length(at);
    if (!length) return no_condition(parser);
    const char *word = copy(parser, at, length);
    enum vm_key key;
    parser->at += length;
    for (size_t i = 0; i < WORDS; i++)
        if (strcmp(words[i].word, word) == 0)
            return made(parser, (struct vm_condition){.kind = VM_COMPARES,
                                                      .key = words[i].key,
                                                      .comparison = words[i].comparison,
                                                      .text = words[i].text});
    return key_of_name(word, &key) ? read_key(parser, at, key) : unknown_word(parser, at, word);
}

/* --- joined --- */

static const struct vm_condition *joined(struct condition_parser *parser,
                                         enum vm_condition_kind kind,
                                         const struct vm_condition **parts, uint32_t count) {
    return made(parser, (struct vm_condition){.kind = kind, .parts = parts, .part_count = count});
}

static const struct vm_condition *read_any(struct condition_parser *parser);
static const struct vm_condition *read_one(struct condition_parser *parser);

static const struct vm_condition *read_in_parentheses(struct condition_parser *parser,
                                                      const char *open) {
    const struct vm_condition *inner = read_any(parser);
    if (!inner || takes_sign(parser, ")")) return inner;
    if (!*parser->at) return fail(parser, open, "the parenthesis is not closed");
    return fail(parser, parser->at, "'and', 'or' or ')' must stand here");
}

static const struct vm_condition *keep_written(struct condition_parser *parser, const char *at,
                                               const struct vm_condition *comparison) {
    size_t length = (size_t)(parser->at - at);
    while (length && strchr(" \t\n", at[length - 1])) length--;
    arena_vec_push(parser->reader->arena, &parser->written,
                   (struct written){comparison, at, length});
    return comparison;
}

static const struct vm_condition *read_one_inside(struct condition_parser *parser) {
    skip_spaces(parser);
    const char *at = parser->at;
    if (parser->depth > DEEPEST) return fail(parser, at, "nested too deeply");
    if (takes_sign(parser, "(")) return read_in_parentheses(parser, at);
    if (!takes_word(parser, "not")) return keep_written(parser, at, read_word(parser));
    const struct vm_condition **part =
        ARENA_NEW(parser->reader->arena, const struct vm_condition *);
    *part = read_one(parser);
    return *part ? joined(parser, VM_NONE_OF, part, 1) : NULL;
}

static const struct vm_condition *read_one(struct condition_parser *parser) {
    parser->depth++;
    const struct vm_condition *one = read_one_inside(parser);
    parser->depth--;
    return one;
}

/* One or more of what [read] reads, with [word] between them. */
static const struct vm_condition *
read_list(struct condition_parser *parser, const char *word, enum vm_condition_kind kind,
          const struct vm_condition *(*read)(struct condition_parser *)) {
    struct {
        const struct vm_condition **items;
        uint32_t count, capacity;
    } parts = {0};
    do {
        const struct vm_condition *part = read(parser);
        if (!part) return NULL;
        arena_vec_push(parser->reader->arena, &parts, part);
    } while (takes_word(parser, word));
    return parts.count == 1 ? parts.items[0] : joined(parser, kind, parts.items, parts.count);
}

static const struct vm_condition *read_all(struct condition_parser *parser) {
    return read_list(parser, "and", VM_ALL_OF, read_one);
}

static const struct vm_condition *read_any(struct condition_parser *parser) {
    return read_list(parser, "or", VM_ANY_OF, read_all);
}

/* --- the whole --- */

static const struct written *written_of(const struct condition_parser *parser,
                                        const struct said *said) {
    const struct written *written = parser->written.items;
    while (written->comparison != said->comparison) written++;
    return written;
}

static const char *words_of(const struct condition_parser *parser, const struct said *said) {
    const struct written *written = written_of(parser, said);
    return arena_format(parser->reader->arena, "%s%.*s", said->is_denied ? "not " : "",
                        (int)written->length, written->at);
}

static const struct vm_condition *contradiction_error(struct condition_parser *parser,
                                                      const struct contradiction *found) {
    const char *at = written_of(parser, &found->one)->at, *one = words_of(parser, &found->one);
    if (!found->others) return fail(parser, at, "'%s' can never hold", one);
    if (found->other.comparison)
        return fail(parser, at, "'%s' and '%s' can never hold together",
                    words_of(parser, &found->other), one);
    return fail(parser, at, "'%s' can never hold together with all that must hold before it", one);
}

const struct vm_condition *condition_read(struct rules_reader *reader, const struct yaml_node *node,
                                          enum vm_point point) {
    struct condition_parser parser = {
        .reader = reader, .node = node, .at = node->text, .point = point};
    const struct vm_condition *whole = read_any(&parser);
    skip_spaces(&parser);
    if (whole && *parser.at) return fail(&parser, parser.at, "'and' or 'or' must stand here");
    struct contradiction found;
    if (whole && condition_contradicts_itself(whole, point, &found))
        return contradiction_error(&parser, &found);
    return whole;
}
