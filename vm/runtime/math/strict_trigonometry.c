/* STRICT TRIGONOMETRY: sine, cosine and tangent as fdlibm defines them to the last bit. The angle
 * is reduced to [-pi/4, pi/4] as a sum of two doubles, and the function of that is a polynomial. */
#include "runtime/math/strict_internal.h"
#include "runtime/math/strict_math.h"

static const double quarter_pi = 7.85398163397448278999e-01;
static const double quarter_pi_low = 3.06161699786838301793e-17;

/* An angle is quarters * pi/2 + high + low, |high| about pi/4 at most; quarters count modulo 4. */
struct angle {
    double high, low;
    int quarters;
    bool is_whole; /* nothing was taken away */
};

enum {
    DIGIT = 24, /* bits */
    DIGIT_MASK = (1 << DIGIT) - 1,
    TERMS = 5,       /* digits that a reduced angle is made of */
    MOST_TERMS = 10, /* no double is so close to a multiple of pi/2 that it needs these */
};

/* 2/pi in digits; the largest double needs 49. */
static const int32_t two_over_pi[] = {
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163,
    0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129,
    0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c,
    0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf,
    0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292,
    0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330};

/* |x| * 2/pi modulo 8 to [count] digits, the first two of them joined as [lead]; 2^unit is what a
 * one in lead is worth. */
struct turns {
    uint64_t lead, digits[MOST_TERMS];
    int count, unit;
};

/* [skipped] digits of 2/pi are not needed: they give multiples of 8. */
static void multiply_by_two_over_pi(double x, int exponent, int skipped, struct turns *turns) {
    uint64_t mantissa = (bits_of(x) & 0xfffffffffffff) | 1ULL << 52;
    uint64_t parts[] = {mantissa >> 29, mantissa >> 5 & DIGIT_MASK, (mantissa & 31) << 19};
    uint64_t *digits = turns->digits;
    for (int i = 0; i < turns->count; i++) {
        digits[i] = 0;
        for (int j = 0; j < COUNT(parts); j++) {
            int at = skipped + i - j;
            if (at >= 0) digits[i] += parts[j] * (uint64_t)two_over_pi[at];
        }
    }
    for (int i = turns->count - 1; i > 0; i--) {
        digits[i - 1] += digits[i] >> DIGIT;
        digits[i] &= DIGIT_MASK;
    }
    turns->lead = (digits[0] & 0x7fffffff) << DIGIT | digits[1];
    turns->unit = exponent - DIGIT * (skipped + 2);
}

static void negate_turns(struct turns *turns) {
    uint64_t borrow = 0;
    for (int i = turns->count - 1; i > 1; i--) {
        uint64_t digit = turns->digits[i];
        turns->digits[i] = (0 - digit - borrow) & DIGIT_MASK;
        borrow |= digit != 0;
    }
    turns->lead = (1ULL << -turns->unit) - turns->lead - borrow;
}

/* The nearest whole number of quarters, which is taken away; tells whether that was from below, so
 * that the rest is negative and was negated. */
static bool take_quarters(struct turns *turns, int *quarters) {
    int places = -turns->unit;
    *quarters = turns->lead >> places & 7;
    turns->lead &= (1ULL << places) - 1;
    bool is_upper_half = turns->lead >> (places - 1);
    if (is_upper_half) negate_turns(turns), ++*quarters;
    turns->digits[0] = turns->lead >> DIGIT;
    turns->digits[1] = turns->lead & DIGIT_MASK;
    return is_upper_half;
}

static int leading_zeros(const struct turns *turns) {
    int zeros = 0;
    while (zeros < turns->count - 1 && !turns->digits[zeros]) zeros++;
    return zeros;
}

/* The rest of [turns] times pi/2, in parts that are added from the smallest on. */
static void multiply_by_half_pi(const struct turns *turns, bool is_negative, struct angle *angle) {
    static const double half_pi_digits[TERMS] = {
        1.57079625129699707031e+00, 7.54978941586159635335e-08, 5.39030252995776476554e-15,
        3.28200341580791294123e-22, 1.27065575308067607349e-29};
    int first = leading_zeros(turns), count = turns->count - first;
    double digits[MOST_TERMS], products[MOST_TERMS] = {0};
    for (int i = 0; i < count; i++) {
        digits[i] =
            scaled(1, turns->unit + DIGIT - DIGIT * (first + i)) * (double)turns->digits[first + i];
        for (int k = 0; k <= i && k < TERMS; k++) products[i] += half_pi_digits[k] * digits[i - k];
    }
    double high = 0;
    for (int i = count - 1; i >= 0; i--) high += products[i];
    double low = products[0] - high;
    for (int i = 1; i < count; i++) low += products[i];
    angle->high = is_negative ? -high : high;
    angle->low = is_negative ? -low : low;
}

/* Of any size that is more than pi/4: Payne and Hanek's reduction. */
static struct angle reduce_huge(double x) {
    int exponent = (magnitude(x) >> 20) - 1023 - (DIGIT - 1);
    int skipped = (exponent + DIGIT - 3) / DIGIT - 1;
    struct turns turns = {.count = skipped < 0 ? TERMS + 1 : TERMS};
    struct angle angle = {.is_whole = false};
    bool is_negative;
    for (;;) {
        multiply_by_two_over_pi(x, exponent, skipped, &turns);
        is_negative = take_quarters(&turns, &angle.quarters);
        int needed = TERMS + leading_zeros(&turns);
        if (turns.count >= needed) break;
        turns.count = needed;
    }
    multiply_by_half_pi(&turns, is_negative, &angle);
    return angle;
}

/* a up to 2^19 pi/2: pi/2 is taken away in parts of 33 bits, more of them the more is cancelled. */
static struct angle reduce_medium(double a) {
    static const struct {
        double part, rest;
        int enough; /* cancelled bits up to which the rest is exact enough */
    } steps[] = {{1.57079632673412561417e+00, 6.07710050650619224932e-11, 16},
                 {6.07710050630396597660e-11, 2.02226624879595063154e-21, 49},
                 {2.02226624871116645580e-21, 8.47842766036889956997e-32, INT32_MAX}};
    int n = (int)(a * 6.36619772367581382433e-01 + 0.5);
    double r = a - n * steps[0].part, w = n * steps[0].rest;
    double high = r - w;
    if (n >= 32 || magnitude(a) == magnitude(n * half_pi)) {
        for (int i = 1; (magnitude(a) >> 20) - (magnitude(high) >> 20) > steps[i - 1].enough; i++) {
            double before = r;
            w = n * steps[i].part;
            r = before - w;
            w = n * steps[i].rest - (before - r - w);
            high = r - w;
        }
    }
    return (struct angle){high, r - high - w, n, false};
}

static struct angle reduced(double x) {
    int32_t size = magnitude(x);
    if (size <= 0x3fe921fb) return (struct angle){.high = x, .is_whole = true};
    struct angle angle = size <= 0x413921fb ? reduce_medium(fabs(x)) : reduce_huge(x);
    if (signbit(x)) angle = (struct angle){-angle.high, -angle.low, -angle.quarters, false};
    return angle;
}

static double sine(struct angle angle) {
    static const double s[] = {8.33333333332248946124e-03, -1.98412698298579493134e-04,
                               2.75573137070700676789e-06, -2.50507602534068634195e-08,
                               1.58969099521155010221e-10};
    static const double first = -1.66666666666666324348e-01;
    double x = angle.high, y = angle.low;
    if (magnitude(x) < 0x3e400000) return x;
    double z = x * x, v = z * x;
    double r = polynomial(s, COUNT(s), z);
    if (angle.is_whole) return x + v * (first + z * r);
    return x - (z * (0.5 * y - v * r) - y - v * first);
}

static double cosine(struct angle angle) {
    static const double c[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                               2.48015872894767294178e-05, -2.75573143513906633035e-07,
                               2.08757232129817482790e-09, -1.13596475577881948265e-11};
    double x = angle.high, y = angle.low;
    int32_t size = magnitude(x);
    if (size < 0x3e400000) return 1;
    double z = x * x;
    double r = z * polynomial(c, COUNT(c), z);
    if (size < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * y));
    double quarter = size > 0x3fe90000 ? 0.28125 : of_high_word(size - 0x00200000); /* of x */
    return 1 - quarter - (0.5 * z - quarter - (z * r - x * y));
}

/* -1 / (w + v), where w has 53 bits and v is what they lack. */
static double minus_reciprocal(double w, double v) {
    double high = without_low_word(w), quotient = -1 / w;
    double t = without_low_word(quotient);
    return t + quotient * (1 + t * high + t * v);
}

/* The tangent, or -1 / tangent. */
static double tangent(struct angle angle, bool is_inverse) {
    static const double even[] = {1.33333333333201242699e-01, 2.18694882948595424599e-02,
                                  3.59207910759131235356e-03, 5.88041240820264096874e-04,
                                  7.81794442939557092300e-05, -1.85586374855275456654e-05};
    static const double odd[] = {5.39682539762260521377e-02, 8.86323982359930005737e-03,
                                 1.45620945432529025516e-03, 2.46463134818469906812e-04,
                                 7.14072491382608190305e-05, 2.59073051863633712884e-05};
    double x = angle.high, y = angle.low;
    if (magnitude(x) < 0x3e300000)
        return is_inverse ? minus_reciprocal(x + y, y - (without_low_word(x + y) - x)) : x;
    bool is_large = magnitude(x) >= 0x3fe59428;
    double sign = copysign(1, x);
    if (is_large) {
        x = quarter_pi - sign * x + (quarter_pi_low - sign * y);
        y = 0;
    }
    double z = x * x, w = z * z, cube = z * x;
    double r = polynomial(even, COUNT(even), w) + z * polynomial(odd, COUNT(odd), w);
    r = y + z * (cube * r + y);
    r += 3.33333333333334091986e-01 * cube;
    w = x + r;
    if (is_large) {
        double v = is_inverse ? -1 : 1;
        return sign * (v - 2 * (x - (w * w / (w + v) - r)));
    }
    return is_inverse ? minus_reciprocal(w, r - (without_low_word(w) - x)) : w;
}

double strict_sin(double x) {
    if (!isfinite(x)) return x - x;
    struct angle angle = reduced(x);
    double result = angle.quarters & 1 ? cosine(angle) : sine(angle);
    return angle.quarters & 2 ? -result : result;
}

double strict_cos(double x) {
    if (!isfinite(x)) return x - x;
    struct angle angle = reduced(x);
    double result = angle.quarters & 1 ? sine(angle) : cosine(angle);
    return (angle.quarters + 1) & 2 ? -result : result;
}

double strict_tan(double x) {
    if (!isfinite(x)) return x - x;
    struct angle angle = reduced(x);
    return tangent(angle, angle.quarters & 1);
}
