/* A Java value of any type, in eight bytes. A long or double takes one value (and, in the
 * interpreter's locals and operand stack, leaves the slot after it unused, as JVMS 2.6.1 counts
 * two). Passed and returned as a 64-bit integer register by compiled code, which the x86-64 ABI
 * also does with this union. */
#ifndef API_VALUE_H
#define API_VALUE_H

#include <stdint.h>

struct object;

union value {
    int32_t i; /* boolean, byte, char, short, int */
    int64_t j;
    float f;
    double d;
    struct object *r;
    uint64_t bits;
};

#endif
