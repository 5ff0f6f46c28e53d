/* CSV TEXT: quotes are doubled inside of quotes. */
#include "base/csv_text.h"

#include <stdbool.h>
#include <string.h>

void csv_add_text(struct strbuf *out, const char *text) {
    bool is_plain = !text[strcspn(text, "\",\r\n")] && *text != ' ';
    if (!is_plain) strbuf_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"') strbuf_add_char(out, '"');
        strbuf_add_char(out, *text);
    }
    if (!is_plain) strbuf_add_char(out, '"');
}
