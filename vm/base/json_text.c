/* JSON TEXT: quotes, backslashes and control characters are escaped. */
#include "base/json_text.h"

#include <string.h>

#include "base/utf8.h"

static void add_ascii(struct strbuf *out, char c) {
    if (c == '"' || c == '\\')
        strbuf_addf(out, "\\%c", c);
    else if ((unsigned char)c < 0x20)
        strbuf_addf(out, "\\u%04x", (unsigned char)c);
    else
        strbuf_add_char(out, c);
}

void json_add_text(struct strbuf *out, const char *text) {
    const char *end = text + strlen(text);
    strbuf_add_char(out, '"');
    while (text < end) {
        const char *next = text;
        uint32_t code;
        if ((unsigned char)*text < 0x80)
            add_ascii(out, *next++);
        else if (utf8_next(&next, end, &code))
            strbuf_add(out, text, (size_t)(next - text));
        else
            strbuf_addf(out, "\\\\u%04x", (unsigned char)*next++);
        text = next;
    }
    strbuf_add_char(out, '"');
}
