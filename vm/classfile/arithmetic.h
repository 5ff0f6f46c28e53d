/* Arithmetic as JVMS 6.5 defines it where C does not: two's complement that wraps, shifts by masked
 * counts, divisions of the least value by -1, conversions that saturate, comparisons with NaN. */
#ifndef CLASSFILE_ARITHMETIC_H
#define CLASSFILE_ARITHMETIC_H

#include <math.h>
#include <stdint.h>

#include "classfile/descriptor.h"

static inline int32_t int_add(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }
static inline int32_t int_sub(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }
static inline int32_t int_mul(int32_t a, int32_t b) { return (int32_t)((uint32_t)a * (uint32_t)b); }
static inline int32_t int_neg(int32_t a) { return (int32_t) - (uint32_t)a; }
static inline int32_t int_shl(int32_t a, int32_t b) { return (int32_t)((uint32_t)a << (b & 31)); }
static inline int32_t int_shr(int32_t a, int32_t b) { return a >> (b & 31); }
static inline int32_t int_ushr(int32_t a, int32_t b) { return (int32_t)((uint32_t)a >> (b & 31)); }
/* b is not 0. */
static inline int32_t int_div(int32_t a, int32_t b) { return b == -1 ? int_neg(a) : a / b; }
static inline int32_t int_rem(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }

/* What a boolean, byte, char or short keeps of an int. */
static inline int32_t int_narrow(int32_t value, enum java_type type) {
    if (type == JAVA_BOOLEAN) return value & 1;
    if (type == JAVA_BYTE) return (int8_t)value;
    if (type == JAVA_CHAR) return (uint16_t)value;
    return type == JAVA_SHORT ? (int16_t)value : value;
}

static inline int64_t long_add(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}
static inline int64_t long_sub(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a - (uint64_t)b);
}
static inline int64_t long_mul(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a * (uint64_t)b);
}
static inline int64_t long_neg(int64_t a) { return (int64_t) - (uint64_t)a; }
static inline int64_t long_shl(int64_t a, int32_t b) { return (int64_t)((uint64_t)a << (b & 63)); }
static inline int64_t long_shr(int64_t a, int32_t b) { return a >> (b & 63); }
static inline int64_t long_ushr(int64_t a, int32_t b) { return (int64_t)((uint64_t)a >> (b & 63)); }
static inline int64_t long_div(int64_t a, int64_t b) { return b == -1 ? long_neg(a) : a / b; }
static inline int64_t long_rem(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }
static inline int32_t long_compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* fcmpl, fcmpg, dcmpl, dcmpg: [unordered] is -1 or 1. */
static inline int32_t double_compare(double a, double b, int32_t unordered) {
    return isnan(a) || isnan(b) ? unordered : (a > b) - (a < b);
}

static inline int32_t double_to_int(double d) {
    if (isnan(d)) return 0;
    return d >= 0x1p31 ? INT32_MAX : d <= -0x1p31 ? INT32_MIN : (int32_t)d;
}
static inline int64_t double_to_long(double d) {
    if (isnan(d)) return 0;
    return d >= 0x1p63 ? INT64_MAX : d <= -0x1p63 ? INT64_MIN : (int64_t)d;
}

#endif
