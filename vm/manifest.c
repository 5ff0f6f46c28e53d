/* MANIFEST: reads the main section of a jar's manifest. Lines end with CR, LF or both; a line that
 * begins with a blank continues the one before; an empty line ends the section. */
#include "manifest.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/strbuf.h"

struct cursor {
    const char *at, *end;
};

static bool skip(struct cursor *cursor, char c) {
    if (cursor->at == cursor->end || *cursor->at != c) return false;
    cursor->at++;
    return true;
}

/* A line and its continuations into [out]; false at the section's end. */
static bool next_attribute(struct cursor *cursor, struct strbuf *out) {
    strbuf_clear(out);
    do {
        while (cursor->at < cursor->end && *cursor->at != '\r' && *cursor->at != '\n')
            strbuf_add_char(out, *cursor->at++);
        skip(cursor, '\r');
        skip(cursor, '\n');
    } while (skip(cursor, ' '));
    return out->length > 0;
}

char *manifest_value(struct arena *arena, const char *text, size_t size, const char *name) {
    struct cursor cursor = {text, text + size};
    struct strbuf line = STRBUF_INIT;
    char *value = NULL;
    size_t name_length = strlen(name);
    while (!value && next_attribute(&cursor, &line)) {
        const char *bytes = strbuf_text(&line);
        if (strncasecmp(bytes, name, name_length) != 0 || bytes[name_length] != ':') continue;
        const char *from = bytes + name_length + 1;
        from += strspn(from, " ");
        size_t length = strlen(from);
        while (length && from[length - 1] == ' ') length--;
        value = arena_copy_text(arena, from, length);
    }
    strbuf_release(&line);
    return value;
}
