/* XML TEXT: characters with a meaning in markup are named. */
#include "base/xml_text.h"

#include <stdbool.h>
#include <string.h>

#include "base/intern.h"
#include "base/utf8.h"

/* The bytes of the character at [text], or 0: it is no UTF-8, or none that XML 1.0 has. */
static size_t character_length(const char *text, const char *end) {
    const char *next = text;
    uint32_t code;
    if (!utf8_next(&next, end, &code)) return 0;
    bool is_control = code < ' ' && !strchr("\t\n\r", (int)code);
    return is_control || code == 0xfffe || code == 0xffff ? 0 : (size_t)(next - text);
}

static const char *reference(char c) {
    switch (c) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\t': return "&#9;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    }
    return NULL;
}

static void add_text(struct strbuf *out, const char *text, bool is_markup) {
    const char *end = text + strlen(text);
    while (text < end) {
        const char *named = is_markup ? reference(*text) : NULL;
        size_t length = named ? 1 : character_length(text, end);
        if (named)
            strbuf_add_text(out, named);
        else if (length)
            strbuf_add(out, text, length);
        else
            strbuf_addf(out, "\\u%04x", (unsigned char)*text);
        text += length ? length : 1;
    }
}

void xml_add_text(struct strbuf *out, const char *text) { add_text(out, text, true); }

const char *xml_read_text(const char *text) {
    struct strbuf out = STRBUF_INIT;
    add_text(&out, text, false);
    const char *read = intern(strbuf_text(&out));
    strbuf_release(&out);
    return read;
}
