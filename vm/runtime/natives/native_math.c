/* NATIVE MATH: java.lang.Math through the C library, and Float and Double to and from text. */
#include "runtime/natives.h"
#include "runtime/math/strict_math.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MATH_OF_ONE(name, function)                                                                \
    union value name(struct thread *thread, union value *arguments) {                              \
        return (union value){.d = function(arguments[0].d)};                                       \
    }
#define MATH_OF_TWO(name, function)                                                                \
    union value name(struct thread *thread, union value *arguments) {                              \
        return (union value){.d = function(arguments[0].d, arguments[1].d)};                       \
    }

/* Unlike C's, Java's is NaN when an exponent is NaN, and when 1 is raised to an infinity. */
static double java_pow(double base, double exponent) {
    if (isnan(exponent) || (fabs(base) == 1 && isinf(exponent))) return NAN;
    return pow(base, exponent);
}

/* HotSpot's is nearly always the nearest, the C library's of doubles is not. */
static double java_log10(double x) { return (double)log10l(x); }

MATH_OF_ONE(native_sqrt, sqrt)
MATH_OF_ONE(native_cbrt, strict_cbrt)
MATH_OF_ONE(native_floor, floor)
MATH_OF_ONE(native_ceil, ceil)
MATH_OF_ONE(native_rint, rint)
MATH_OF_ONE(native_exp, exp)
MATH_OF_ONE(native_log, log)
MATH_OF_ONE(native_log10, java_log10)
MATH_OF_ONE(native_strict_exp, strict_exp)
MATH_OF_ONE(native_strict_log, strict_log)
MATH_OF_ONE(native_strict_log10, strict_log10)
MATH_OF_ONE(native_strict_sin, strict_sin)
MATH_OF_ONE(native_strict_cos, strict_cos)
MATH_OF_ONE(native_strict_tan, strict_tan)
MATH_OF_ONE(native_sin, sin)
MATH_OF_ONE(native_cos, cos)
MATH_OF_ONE(native_tan, tan)
MATH_OF_ONE(native_asin, strict_asin)
MATH_OF_ONE(native_acos, strict_acos)
MATH_OF_ONE(native_atan, strict_atan)
MATH_OF_ONE(native_expm1, strict_expm1)
MATH_OF_ONE(native_log1p, strict_log1p)
MATH_OF_ONE(native_sinh, strict_sinh)
MATH_OF_ONE(native_cosh, strict_cosh)
MATH_OF_ONE(native_tanh, strict_tanh)
MATH_OF_TWO(native_pow, java_pow)
MATH_OF_TWO(native_strict_pow, strict_pow)
MATH_OF_TWO(native_atan2, strict_atan2)
MATH_OF_TWO(native_hypot, strict_hypot)
MATH_OF_TWO(native_remainder, strict_remainder)

union value native_scalb(struct thread *thread, union value *arguments) {
    return (union value){.d = scalbn(arguments[0].d, arguments[1].i)};
}

union value native_fma(struct thread *thread, union value *arguments) {
    return (union value){.d = fma(arguments[0].d, arguments[1].d, arguments[2].d)};
}

union value native_fma_float(struct thread *thread, union value *arguments) {
    return (union value){.f = fmaf(arguments[0].f, arguments[1].f, arguments[2].f)};
}

/* floatToRawIntBits and its kin: the bits of a value are those of every type that it can have. */
union value native_reinterpret(struct thread *thread, union value *arguments) {
    return arguments[0];
}

/* [digits] are the significant decimal digits, the value is 0.DIGITS times ten to [exponent]: Java
 * writes 1.0E10, 123.45, 0.001 (Double.toString). */
static void write_decimal(const char *digits, int exponent, char *out) {
    int count = (int)strlen(digits);
    if (exponent > -3 && exponent <= 7) {
        if (exponent <= 0) {
            out += sprintf(out, "0.%.*s", -exponent, "000");
            strcpy(out, digits);
        } else if (count <= exponent) {
            sprintf(out, "%s%.*s.0", digits, exponent - count, "0000000");
        } else {
            sprintf(out, "%.*s.%s", exponent, digits, digits + exponent);
        }
    } else {
        sprintf(out, "%c.%sE%d", digits[0], count > 1 ? digits + 1 : "0", exponent - 1);
    }
}

enum { LONGEST_NUMBER = 40 };

/* The shortest decimal that reads back: precisions are tried from below. Decimals of up to DBL_DIG
 * digits survive a normal double, so that shorter ones are those with zeros at the end. Of one
 * digit java writes two, so the nearest of two digits is wanted: 4.9E-324, not 5.0E-324. */
static void write_shortest(double value, bool is_float, char *out) {
    if (isnan(value)) {
        strcpy(out, "NaN");
        return;
    }
    if (signbit(value)) *out++ = '-', value = -value;
    if (isinf(value)) {
        strcpy(out, "Infinity");
        return;
    }
    if (value == 0) {
        strcpy(out, "0.0");
        return;
    }
    char text[LONGEST_NUMBER];
    bool is_normal = value >= (is_float ? FLT_MIN : DBL_MIN);
    int precision = !is_normal ? 1 : is_float ? FLT_DIG - 1 : DBL_DIG - 1;
    bool is_exact = false;
    while (!is_exact) {
        snprintf(text, sizeof text, "%.*e", precision++, value);
        is_exact = is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
    }
    char *mark = strchr(text, 'e');
    int exponent = atoi(mark + 1) + 1;
    *mark = 0;
    char digits[LONGEST_NUMBER] = {text[0]};
    if (text[1]) strcpy(digits + 1, text + 2);
    for (size_t last = strlen(digits) - 1; last > 0 && digits[last] == '0'; last--)
        digits[last] = 0;
    write_decimal(digits, exponent, out);
}

static union value number_text(struct thread *thread, double value, bool is_float) {
    char text[LONGEST_NUMBER];
    write_shortest(value, is_float, text);
    return (union value){.r = string_new_utf8(thread, text, strlen(text))};
}

union value native_float_text(struct thread *thread, union value *arguments) {
    return number_text(thread, arguments[0].f, true);
}

union value native_double_text(struct thread *thread, union value *arguments) {
    return number_text(thread, arguments[0].d, false);
}

/* Where a floating-point literal as Double.valueOf describes it ends; NULL when [text] does not
 * start with one. */
static const char *scan_number(const char *text) {
    if (*text == '+' || *text == '-') text++;
    if (!strncmp(text, "NaN", 3)) return text + 3;
    if (!strncmp(text, "Infinity", 8)) return text + 8;
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (is_hexadecimal) text += 2;
    int digits = 0;
    for (bool seen_point = false; *text; text++) {
        if (*text == '.' && !seen_point)
            seen_point = true;
        else if (is_hexadecimal ? isxdigit((unsigned char)*text) : isdigit((unsigned char)*text))
            digits++;
        else
            break;
    }
    if (!digits) return NULL;
    bool has_exponent =
        is_hexadecimal ? *text == 'p' || *text == 'P' : *text == 'e' || *text == 'E';
    if (is_hexadecimal && !has_exponent) return NULL;
    if (has_exponent) {
        text++;
        if (*text == '+' || *text == '-') text++;
        if (!isdigit((unsigned char)*text)) return NULL;
        while (isdigit((unsigned char)*text)) text++;
    }
    return *text && strchr("fFdD", *text) ? text + 1 : text;
}

/* What no text stands for: text that is no number. Double and Float know them. */
static const uint64_t no_double = 0x7ff8000000000001;
static const uint32_t no_float = 0x7fc00001;

static union value parse_number(const struct object *trimmed, bool is_float) {
    struct arena arena;
    arena_init(&arena);
    int32_t length;
    string_chars(trimmed, &length);
    const char *text = string_utf8(trimmed, &arena), *end = scan_number(text);
    union value result = {.bits = is_float ? no_float : no_double};
    if (end && end - text == length) { /* of ASCII alone */
        if (is_float)
            result.f = strtof(text, NULL);
        else
            result.d = strtod(text, NULL);
    }
    arena_release(&arena);
    return result;
}

union value native_parse_float(struct thread *thread, union value *arguments) {
    return parse_number(arguments[0].r, true);
}

union value native_parse_double(struct thread *thread, union value *arguments) {
    return parse_number(arguments[0].r, false);
}
