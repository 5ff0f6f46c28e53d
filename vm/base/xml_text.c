/* XML TEXT: characters with a meaning in markup are named. */
#include "base/xml_text.h"

#include <stdbool.h>
#include <string.h>

#include "base/intern.h"

/* The bytes of the UTF-8 character at [text], or 0: it is none, or none that XML 1.0 has. */
static size_t character_length(const unsigned char *text) {
    if (*text < 0x80) return *text >= ' ' || strchr("\t\n\r", *text);
    size_t length = *text >= 0xf0 ? 4 : *text >= 0xe0 ? 3 : 2;
    if (*text < 0xc2 || *text > 0xf4) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    unsigned code = (*text & (0xffu >> (length + 1))) << 6 | (text[1] & 0x3fu);
    if (length > 2) code = code << 6 | (text[2] & 0x3fu);
    if (length > 3) code = code << 6 | (text[3] & 0x3fu);
    bool is_too_long = code < (length == 4 ? 0x10000u : length == 3 ? 0x800u : 0x80u);
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return is_too_long || is_surrogate || code > 0x10ffff || code == 0xfffe || code == 0xffff
               ? 0
               : length;
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
    while (*text) {
        const char *named = is_markup ? reference(*text) : NULL;
        size_t length = named ? 1 : character_length((const unsigned char *)text);
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
