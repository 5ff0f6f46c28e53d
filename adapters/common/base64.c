/* BASE64: four characters are three bytes. */
#include "adapters/common/base64.h"

#include <stdint.h>
#include <string.h>

static int digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

bool base64_read(struct strbuf *bytes, const char *text) {
    size_t length = strlen(text);
    if (length % 4) return false;
    for (size_t at = 0; at < length; at += 4) {
        bool is_last = at + 4 == length;
        int padding =
            is_last ? (text[at + 3] == '=') + (text[at + 2] == '=' && text[at + 3] == '=') : 0;
        uint32_t group = 0;
        for (int i = 0; i < 4; i++) {
            int value = i >= 4 - padding ? 0 : digit(text[at + (size_t)i]);
            if (value < 0) return false;
            group = group << 6 | (uint32_t)value;
        }
        for (int i = 0; i < 3 - padding; i++)
            strbuf_add_char(bytes, (char)(group >> (16 - 8 * i) & 0xff));
    }
    return true;
}
