/* UTF-8: code points of sequences of bytes. */
#include "base/utf8.h"

static int sequence_length(uint8_t lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead < 0xe0) return 2;
    if (lead >= 0xe0 && lead < 0xf0) return 3;
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

bool utf8_next(const char **cursor, const char *end, uint32_t *value) {
    static const uint8_t lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = (uint8_t) * *cursor;
    int length = sequence_length(lead);
    *value = 0xfffd;
    if (length == 0 || end - *cursor < length) return false;
    uint32_t read = lead & lead_bits[length];
    for (int i = 1; i < length; i++) {
        uint8_t byte = (uint8_t)(*cursor)[i];
        if ((byte & 0xc0) != 0x80) return false;
        read = read << 6 | (byte & 0x3f);
    }
    if (read < smallest[length] || read > 0x10ffff || (read >= 0xd800 && read < 0xe000))
        return false;
    *cursor += length;
    *value = read;
    return true;
}
