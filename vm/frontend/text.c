/* TEXT: encodings and the printing of floating-point numbers. */
#include "frontend/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void modified_utf8_add(struct strbuf *out, uint32_t value) {
    if (value > 0xffff) {
        modified_utf8_add(out, 0xd800 + ((value - 0x10000) >> 10));
        modified_utf8_add(out, 0xdc00 + ((value - 0x10000) & 0x3ff));
    } else if (value > 0 && value < 0x80) {
        strbuf_add_char(out, (char)value);
    } else if (value < 0x800) {
        strbuf_add_char(out, (char)(0xc0 | value >> 6));
        strbuf_add_char(out, (char)(0x80 | (value & 0x3f)));
    } else {
        strbuf_add_char(out, (char)(0xe0 | value >> 12));
        strbuf_add_char(out, (char)(0x80 | (value >> 6 & 0x3f)));
        strbuf_add_char(out, (char)(0x80 | (value & 0x3f)));
    }
}

uint32_t modified_utf8_next(const char **cursor) {
    const uint8_t *bytes = (const uint8_t *)*cursor;
    if (!bytes[0]) return 0xffffffff;
    int length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xe0 ? 2 : 3;
    *cursor += length;
    if (length == 1) return bytes[0];
    if (length == 2) return (uint32_t)(bytes[0] & 0x1f) << 6 | (bytes[1] & 0x3f);
    return (uint32_t)(bytes[0] & 0x0f) << 12 | (uint32_t)(bytes[1] & 0x3f) << 6 | (bytes[2] & 0x3f);
}

int32_t modified_utf8_hash(const char *text) {
    uint32_t hash = 0;
    for (uint32_t unit; (unit = modified_utf8_next(&text)) != 0xffffffff;) hash = hash * 31 + unit;
    return (int32_t)hash;
}

/* [digits] "ddd", value 0.ddd * 10^point, as Double.toString lays it out: plain between 10^-3 and
 * 10^7, else with an exponent. */
static void add_decimal(struct strbuf *out, const char *digits, int point) {
    int count = (int)strlen(digits);
    if (point > -3 && point <= 7) {
        if (point <= 0) {
            strbuf_addf(out, "0.%.*s%s", -point, "0000000", digits);
            return;
        }
        strbuf_addf(out, "%.*s", point < count ? point : count, digits);
        if (point > count) strbuf_addf(out, "%.*s", point - count, "0000000");
        strbuf_addf(out, ".%s", point < count ? digits + point : "0");
        return;
    }
    strbuf_addf(out, "%c.%sE%d", digits[0], count > 1 ? digits + 1 : "0", point - 1);
}

static void add_floating(struct strbuf *out, double value, bool is_float) {
    if (isnan(value) || isinf(value) || value == 0) {
        const char *sign = signbit(value) && !isnan(value) ? "-" : "";
        strbuf_addf(out, "%s%s", sign, isnan(value) ? "NaN" : isinf(value) ? "Infinity" : "0.0");
        return;
    }
    if (value < 0) strbuf_add_char(out, '-');
    value = fabs(value);
    char text[64];
    for (int precision = 2;; precision++) { /* two digits are free, and the nearer */
        snprintf(text, sizeof text, "%.*e", precision - 1, value);
        if (is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value) break;
    }
    char *exponent = strchr(text, 'e');
    int point = atoi(exponent + 1) + 1;
    *exponent = '\0';
    memmove(text + 1, text + 2, strlen(text + 2) + 1); /* the decimal point */
    for (size_t length = strlen(text); length > 1 && text[length - 1] == '0';)
        text[--length] = '\0';
    add_decimal(out, text, point);
}

void java_add_float(struct strbuf *out, float value) { add_floating(out, (double)value, true); }
void java_add_double(struct strbuf *out, double value) { add_floating(out, value, false); }
