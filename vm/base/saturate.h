/* Numbers that grow for as long as a program runs: what is more than fits is the most that does. */
#ifndef BASE_SATURATE_H
#define BASE_SATURATE_H

#include <stdint.h>

static inline int64_t saturated_sum(int64_t a, int64_t b) {
    int64_t sum;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return b < 0 ? INT64_MIN : INT64_MAX;
}

/* Of numbers from 0. */
static inline int64_t saturated_product(int64_t a, int64_t b) {
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

#endif
