/* STRICT MATH: functions that java.lang.StrictMath defines to the last bit by the algorithms of
 * fdlibm: the argument is reduced, then a polynomial taken whose coefficients are the numbers
 * below. Every rounding counts, so strict_*.c are compiled without contraction of products and
 * sums. Here are roots, inverse and hyperbolic functions. */
#include "runtime/math/strict_internal.h"
#include "runtime/math/strict_math.h"

static const double half_pi_low = 6.12323399573676603587e-17;
static const double pi = 3.14159265358979311600e+00, pi_low = 1.22464679914735317723e-16;
static const double inverse_ln2 = 1.44269504088896338700e+00;

double strict_cbrt(double x) {
    double a = fabs(x);
    if (!isfinite(x) || x == 0) return x + x;
    bool is_subnormal = magnitude(x) < 0x00100000;
    double start = is_subnormal ? a * 0x1p54 : a;
    uint64_t guess = (uint64_t)(magnitude(start) / 3 + (is_subnormal ? 696219795 : 715094163));
    double t = of_bits(guess << 32);
    double r = t * t / a;
    double s = 19.0 / 35 + r * t;
    t *= 5.0 / 14 + 45.0 / 28 / (s + 99.0 / 70 + -864.0 / 1225 / s);
    t = of_bits((bits_of(t) >> 32 << 32) + (1ULL << 32)); /* 20 bits, a little too large */
    s = t * t;
    r = a / s;
    r = (r - t) / (t + t + r);
    return copysign(t + t * r, x);
}

/* a >= b > 0, far from overflow and underflow. */
static double hypot_scaled(double a, double b) {
    double difference = a - b;
    if (difference > b) {
        double high = without_low_word(a), low = a - high;
        return sqrt(high * high - (b * -b - low * (a + high)));
    }
    double twice = a + a;
    double b_high = without_low_word(b), b_low = b - b_high;
    double high = without_low_word(twice), low = twice - high;
    return sqrt(high * b_high - (difference * -difference - (high * b_low + low * b)));
}

/* Where b was subnormal before it was scaled, fdlibm splits nothing: the words with which it would
 * are those from before. */
static double hypot_of_subnormal(double a, double b) {
    double difference = a - b;
    return sqrt(difference > b ? b * b + a * a : difference * difference + (a + a) * b);
}

double strict_hypot(double x, double y) {
    double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    if (isinf(x) || isinf(y)) return INFINITY;
    if (isnan(x) || isnan(y)) return NAN;
    if (high_word(a) - high_word(b) > 0x3c00000 || b == 0) return a + b;
    if (a > 0x1.00000ffffffffp500) return 0x1p600 * hypot_scaled(a * 0x1p-600, b * 0x1p-600);
    if (b >= 0x1p-500) return hypot_scaled(a, b);
    if (b < 0x1p-1022) return 0x1p-1022 * hypot_of_subnormal(a * 0x1p1022, b * 0x1p1022);
    return 0x1p-600 * hypot_scaled(a * 0x1p600, b * 0x1p600);
}

double strict_atan(double x) {
    static const double high[] = {4.63647609000806093515e-01, 7.85398163397448278999e-01,
                                  9.82793723247329054082e-01, 1.57079632679489655800e+00};
    static const double low[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17,
                                 1.39033110312309984516e-17, 6.12323399573676603587e-17};
    static const double even[] = {3.33333333333329318027e-01, 1.42857142725034663711e-01,
                                  9.09088713343650656196e-02, 6.66107313738753120669e-02,
                                  4.97687799461593236017e-02, 1.62858201153657823623e-02};
    static const double odd[] = {-1.99999999998764832476e-01, -1.11111104054623557880e-01,
                                 -7.69187620504482999495e-02, -5.83357013379057348645e-02,
                                 -3.65315727442169155270e-02};
    if (isnan(x)) return x + x;
    int32_t size = magnitude(x);
    if (size >= 0x44100000) return copysign(high[3] + low[3], x);
    if (size < 0x3e200000) return x;
    double a = fabs(x);
    int at = 3; /* the angle that is nearest: atan 0.5, 1, 1.5, infinity */
    if (size < 0x3fdc0000)
        at = -1, a = x;
    else if (size < 0x3fe60000)
        at = 0, a = (2 * a - 1) / (2 + a);
    else if (size < 0x3ff30000)
        at = 1, a = (a - 1) / (a + 1);
    else if (size < 0x40038000)
        at = 2, a = (a - 1.5) / (1 + 1.5 * a);
    else
        a = -1 / a;
    double z = a * a, w = z * z;
    double sum = z * polynomial(even, COUNT(even), w) + w * polynomial(odd, COUNT(odd), w);
    if (at < 0) return a - a * sum;
    return copysign(high[at] - (a * sum - low[at] - a), x);
}

double strict_atan2(double y, double x) {
    if (isnan(x) || isnan(y)) return x + y;
    if (x == 1) return strict_atan(y);
    if (y == 0) return signbit(x) ? copysign(pi, y) : y;
    if (x == 0) return copysign(half_pi, y);
    if (isinf(x) && isinf(y)) return copysign(signbit(x) ? 3 * (pi / 4) : pi / 4, y);
    if (isinf(x)) return copysign(signbit(x) ? pi : 0, y);
    if (isinf(y)) return copysign(half_pi, y);
    int32_t exponents = (magnitude(y) - magnitude(x)) >> 20;
    double z;
    if (exponents > 60)
        z = half_pi + 0.5 * pi_low;
    else if (signbit(x) && exponents < -60)
        z = 0;
    else
        z = strict_atan(fabs(y / x));
    return copysign(signbit(x) ? pi - (z - pi_low) : z, y);
}

/* (asin(x) - x) / x where t = x * x. */
static double asin_quotient(double t) {
    static const double above[] = {1.66666666666666657415e-01, -3.25565818622400915405e-01,
                                   2.01212532134862925881e-01, -4.00555345006794114027e-02,
                                   7.91534994289814532176e-04, 3.47933107596021167570e-05};
    static const double below[] = {1, -2.40339491173441421878e+00, 2.02094576023350569471e+00,
                                   -6.88283971605453293030e-01, 7.70381505559019352791e-02};
    return t * polynomial(above, COUNT(above), t) / polynomial(below, COUNT(below), t);
}

double strict_asin(double x) {
    int32_t size = magnitude(x);
    if (fabs(x) == 1) return x * half_pi + x * half_pi_low;
    if (!(fabs(x) < 1)) return NAN;
    if (size < 0x3e400000) return x;
    if (size < 0x3fe00000) return x + x * asin_quotient(x * x);
    double t = (1 - fabs(x)) * 0.5;
    double quotient = asin_quotient(t), s = sqrt(t);
    if (size >= 0x3fef3333) return copysign(half_pi - (2 * (s + s * quotient) - half_pi_low), x);
    double high = without_low_word(s);
    double c = (t - high * high) / (s + high);
    double p = 2 * s * quotient - (half_pi_low - 2 * c);
    double q = half_pi / 2 - 2 * high;
    return copysign(half_pi / 2 - (p - q), x);
}

double strict_acos(double x) {
    if (x == 1) return 0;
    if (x == -1) return pi + 2 * half_pi_low;
    if (!(fabs(x) < 1)) return NAN;
    int32_t size = magnitude(x);
    if (size <= 0x3c600000) return half_pi + half_pi_low;
    if (size < 0x3fe00000) return half_pi - (x - (half_pi_low - asin_quotient(x * x) * x));
    double z = (1 - fabs(x)) * 0.5;
    double quotient = asin_quotient(z), s = sqrt(z);
    if (x < 0) return pi - 2 * (s + (quotient * s - half_pi_low));
    double high = without_low_word(s);
    double c = (z - high * high) / (s + high);
    return 2 * (high + (quotient * s + c));
}

double strict_exp(double x) {
    if (isnan(x)) return x + x;
    if (x > 7.09782712893383973096e+02) return INFINITY;
    if (x < -7.45133219101941108420e+02) return 0;
    int32_t size = magnitude(x);
    if (size < 0x3e300000) return 1 + x;
    int k = 0;
    double high = x, low = 0;
    if (size > 0x3fd62e42) {
        k = size < 0x3ff0a2b2 ? (x < 0 ? -1 : 1) : (int)(inverse_ln2 * x + copysign(0.5, x));
        high = x - k * ln2;
        low = k * ln2_low;
        x = high - low;
    }
    double t = x * x;
    double c = x - exp_remainder(t);
    if (k == 0) return 1 - (x * c / (c - 2) - x);
    double y = 1 - (low - x * c / (2 - c) - high);
    if (k == 1024) return y * 2 * 0x1p1023;
    return k >= -1021 ? scaled(y, k) : scaled(y, k + 1000) * 0x1p-1000;
}

/* The last step of expm1: (1 + x - e) * 2^k - 1, for an exponent of more than a place. */
static double expm1_scaled(double x, double e, int k) {
    if (k <= -2 || k > 56) return scaled(1 - (e - x), k) - 1;
    if (k < 20) return scaled(1 - scaled(1, -k) - (e - x), k);
    return scaled(x - (e + scaled(1, -k)) + 1, k);
}

double strict_expm1(double x) {
    static const double q[] = {1,
                               -3.33333333333331316428e-02,
                               1.58730158725481460165e-03,
                               -7.93650757867487942473e-05,
                               4.00821782732936239552e-06,
                               -2.01099218183624371326e-07};
    if (isnan(x)) return x + x;
    if (x > 7.09782712893383973096e+02) return INFINITY;
    int32_t size = magnitude(x);
    if (size >= 0x4043687a && x < 0) return -1;
    if (size < 0x3c900000) return x;
    int k = 0;
    double c = 0;
    if (size > 0x3fd62e42) {
        k = size < 0x3ff0a2b2 ? (x < 0 ? -1 : 1) : (int)(inverse_ln2 * x + copysign(0.5, x));
        double high = x - k * ln2, low = k * ln2_low;
        x = high - low;
        c = high - x - low;
    }
    double half = 0.5 * x, square = x * half;
    double r = polynomial(q, COUNT(q), square);
    double t = 3 - r * half;
    double e = square * ((r - t) / (6 - x * t));
    if (k == 0) return x - (x * e - square);
    e = x * (e - c) - c - square;
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2 * (e - (x + 0.5)) : 1 + 2 * (x - e);
    return expm1_scaled(x, e, k);
}

double strict_sinh(double x) {
    int32_t size = magnitude(x);
    double a = fabs(x), half = copysign(0.5, x);
    if (!isfinite(x) || size < 0x3e300000) return x;
    if (size < 0x40360000) {
        double t = strict_expm1(a);
        return size < 0x3ff00000 ? half * (2 * t - t * t / (t + 1)) : half * (t + t / (t + 1));
    }
    if (size < 0x40862e42) return half * strict_exp(a);
    double root = strict_exp(0.5 * a);
    return half * root * root;
}

double strict_cosh(double x) {
    int32_t size = magnitude(x);
    double a = fabs(x);
    if (!isfinite(x)) return x * x;
    if (size < 0x3fd62e43) {
        double t = strict_expm1(a), w = 1 + t;
        return size < 0x3c800000 ? w : 1 + t * t / (w + w);
    }
    if (size < 0x40360000) {
        double t = strict_exp(a);
        return 0.5 * t + 0.5 / t;
    }
    if (size < 0x40862e42) return 0.5 * strict_exp(a);
    double root = strict_exp(0.5 * a);
    return 0.5 * root * root;
}

double strict_tanh(double x) {
    int32_t size = magnitude(x);
    double a = fabs(x);
    if (isnan(x)) return x + x;
    if (size >= 0x40360000) return copysign(1, x);
    if (size < 0x3c800000) return x * (1 + x);
    double t = strict_expm1(size >= 0x3ff00000 ? 2 * a : -2 * a);
    return copysign(size >= 0x3ff00000 ? 1 - 2 / (t + 2) : -t / (t + 2), x);
}

double strict_remainder(double x, double y) {
    double result = remainder(x, y);
    return result == 0 ? copysign(0, x) : result; /* the C library forgets the sign for tiny y */
}
