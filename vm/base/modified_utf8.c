/* MODIFIED UTF-8: pairs of surrogates are of three bytes each, and NUL is of two. */
#include "base/modified_utf8.h"

#include <stdbool.h>
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"

/* The surrogate whose three bytes stand there; 0: there is none. */
static unsigned surrogate_at(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (bytes[0] != 0xed || bytes[1] < 0xa0) return 0;
    return 0xd000u | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
}

static void add_pair(struct strbuf *out, unsigned high, unsigned low) {
    unsigned point = 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
    strbuf_addf(out, "%c%c%c%c", (int)(0xf0 | point >> 18), (int)(0x80 | (point >> 12 & 0x3f)),
                (int)(0x80 | (point >> 6 & 0x3f)), (int)(0x80 | (point & 0x3f)));
}

const char *intern_utf8_of_modified(const char *text) {
    struct strbuf utf8 = STRBUF_INIT;
    while (*text && memcmp(text, "\xc0\x80", 2) != 0) {
        unsigned first = surrogate_at(text), second = first ? surrogate_at(text + 3) : 0;
        bool is_pair = first && first < 0xdc00 && second >= 0xdc00;
        if (is_pair)
            add_pair(&utf8, first, second);
        else
            strbuf_add_char(&utf8, first ? '?' : *text);
        text += is_pair ? 6 : first ? 3 : 1;
    }
    const char *name = intern(strbuf_text(&utf8));
    strbuf_release(&utf8);
    return name;
}
