/* What fdlibm's functions share: the words of a double, constants,
 * polynomials. For strict_*.c alone. */
#ifndef RUNTIME_STRICT_INTERNAL_H
#define RUNTIME_STRICT_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static const double half_pi = 1.57079632679489655800e+00;
/* ln 2, whose upper part times an exponent is exact. */
static const double ln2 = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;

static inline uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline int32_t high_word(double x) { return (int32_t)(bits_of(x) >> 32); }

static inline double of_high_word(int32_t high) { return of_bits((uint64_t)(uint32_t)high << 32); }

/* What of |x| its exponent and 20 bits of its fraction say: fdlibm compares with these. */
static inline int32_t magnitude(double x) { return high_word(x) & 0x7fffffff; }

static inline double without_low_word(double x) { return of_bits(bits_of(x) >> 32 << 32); }

/* x * 2^exponent, where both are normal. */
static inline double scaled(double x, int exponent) {
    return of_bits(bits_of(x) + ((uint64_t)(int64_t)exponent << 52));
}

static inline double polynomial(const double *coefficients, int count, double x) {
    double sum = coefficients[count - 1];
    for (int i = count - 2; i >= 0; i--) sum = coefficients[i] + x * sum;
    return sum;
}

/* 2 - x (e^x + 1) / (e^x - 1), where t = x * x. */
static inline double exp_remainder(double t) {
    static const double p[] = {1.66666666666666019037e-01, -2.77777777770155933842e-03,
                               6.61375632143793436117e-05, -1.65339022054652515390e-06,
                               4.13813679705723846039e-08};
    return t * polynomial(p, COUNT(p), t);
}

#endif
