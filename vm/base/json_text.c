/* JSON TEXT: quotes, backslashes and control characters are escaped; other bytes stay. */
#include "base/json_text.h"

void json_add_text(struct strbuf *out, const char *text) {
    strbuf_add_char(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            strbuf_addf(out, "\\%c", c);
        else if (c < 0x20)
            strbuf_addf(out, "\\u%04x", c);
        else
            strbuf_add_char(out, (char)c);
    }
    strbuf_add_char(out, '"');
}
