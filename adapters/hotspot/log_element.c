/* LOG ELEMENT: a reader of what HotSpot writes, one element a line, apostrophes around values. The rest of XML does not
 * occur; a damaged line reads as no element, or without the attribute. */
#include "adapters/hotspot/log_element.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == ':';
}

const char *log_line_add(struct strbuf *line, const char *bytes, const char *end) {
    const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
    strbuf_add(line, bytes, (size_t)((newline ? newline : end) - bytes));
    return newline ? newline + 1 : NULL;
}

bool log_element_read(struct log_element *element, const char *line, size_t length) {
    const char *at = line, *end = line + length;
    *element = (struct log_element){0};
    if (at == end || *at != '<') return false;
    at++;
    if (at < end && *at == '/') {
        element->is_end = true;
        at++;
    }
    element->name = at;
    while (at < end && is_name_character(*at)) at++;
    element->name_length = (size_t)(at - element->name);
    while (end > at && end[-1] != '>') end--;
    if (end == at || !element->name_length) return false;
    element->is_empty = end - 1 > at && end[-2] == '/';
    element->attributes = at;
    element->end = end - 1;
    return true;
}

bool log_element_is(const struct log_element *element, const char *name) {
    return strlen(name) == element->name_length &&
           memcmp(element->name, name, element->name_length) == 0;
}

/* The value between its apostrophes, or NULL. */
static const char *find_value(const struct log_element *element, const char *attribute,
                              size_t *length) {
    size_t name_length = strlen(attribute);
    const char *at = element->attributes, *end = element->end;
    while (at < end) {
        while (at < end && !is_name_character(*at)) at++;
        const char *name = at;
        while (at < end && is_name_character(*at)) at++;
        bool is_it =
            (size_t)(at - name) == name_length && memcmp(name, attribute, name_length) == 0;
        if (end - at < 2 || at[0] != '=' || at[1] != '\'') continue;
        const char *value = at + 2;
        const char *close = memchr(value, '\'', (size_t)(end - value));
        if (!close) return NULL;
        *length = (size_t)(close - value);
        if (is_it) return value;
        at = close + 1;
    }
    return NULL;
}

void log_text_add(struct strbuf *text, const char *at, size_t length) {
    const char *end = at + length;
    static const struct {
        const char *entity;
        char character;
    } entities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    while (at < end) {
        size_t skipped = 1;
        char character = *at;
        for (size_t i = 0; *at == '&' && i < sizeof entities / sizeof *entities; i++) {
            size_t entity = strlen(entities[i].entity);
            if ((size_t)(end - at) < entity || memcmp(at, entities[i].entity, entity) != 0)
                continue;
            skipped = entity;
            character = entities[i].character;
        }
        if (character) strbuf_add_char(text, character);
        at += skipped;
    }
}

bool log_element_get(const struct log_element *element, const char *attribute,
                     struct strbuf *value) {
    size_t length;
    strbuf_clear(value);
    const char *found = find_value(element, attribute, &length);
    if (found) log_text_add(value, found, length);
    return found != NULL;
}

bool log_element_has(const struct log_element *element, const char *attribute) {
    size_t length;
    return find_value(element, attribute, &length) != NULL;
}

double log_element_number(const struct log_element *element, const char *attribute,
                          double otherwise) {
    char digits[40] = "";
    size_t length;
    const char *found = find_value(element, attribute, &length);
    if (!found || length == 0 || length >= sizeof digits) return otherwise;
    memcpy(digits, found, length);
    char *end;
    double number = strtod(digits, &end);
    return *end ? otherwise : number;
}

int log_element_integer(const struct log_element *element, const char *attribute, int otherwise) {
    double number = log_element_number(element, attribute, otherwise);
    return number >= INT_MIN && number <= INT_MAX ? (int)number : otherwise;
}
