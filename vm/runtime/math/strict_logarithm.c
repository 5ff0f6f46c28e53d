/* STRICT LOGARITHM: logarithms and powers as fdlibm defines them to the last bit. An argument is
 * 2^k (1 + f) with 1 + f about one, and log(1 + f) = f - s (f - R(s^2)) for s = f / (2 + f). */
#include "runtime/math/strict_internal.h"
#include "runtime/math/strict_math.h"

enum { ONE = 0x3ff00000, FRACTION = 0x000fffff };

/* R by its terms of odd and of even degree, and as one. */
static const double log_odd[] = {6.666666666666735130e-01, 2.857142874366239149e-01,
                                 1.818357216161805012e-01, 1.479819860511658591e-01};
static const double log_even[] = {3.999999999940941908e-01, 2.222219843214978396e-01,
                                  1.531383769920937332e-01};
static const double log_all[] = {6.666666666666735130e-01, 3.999999999940941908e-01,
                                 2.857142874366239149e-01, 2.222219843214978396e-01,
                                 1.818357216161805012e-01, 1.531383769920937332e-01,
                                 1.479819860511658591e-01};

/* What all logarithms answer for what is not a positive finite number. */
static double log_of_special(double x) {
    if (x == 0) return -INFINITY;
    return x < 0 ? NAN : x + x;
}

static bool is_special(double x) { return !(x > 0 && x < INFINITY); }

static double log_near_one(double f, int k) {
    if (f == 0) return k * ln2 + k * ln2_low;
    double r = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - r : k * ln2 - (r - k * ln2_low - f);
}

double strict_log(double x) {
    if (is_special(x)) return log_of_special(x);
    int k = 0;
    if (x < 0x1p-1022) k = -54, x *= 0x1p54;
    int32_t high = high_word(x) & FRACTION;
    int32_t carry = (high + 0x95f64) & 0x100000; /* when the fraction is more than sqrt 2 */
    k += (high_word(x) >> 20) - 1023 + (carry >> 20);
    double f = of_bits((uint64_t)(high | (carry ^ ONE)) << 32 | (uint32_t)bits_of(x)) - 1;
    if ((FRACTION & (2 + high)) < 3) return log_near_one(f, k);
    double s = f / (2 + f), z = s * s, w = z * z;
    double even = w * polynomial(log_even, COUNT(log_even), w);
    double r = z * polynomial(log_odd, COUNT(log_odd), w) + even;
    if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
        double half = 0.5 * f * f;
        if (k == 0) return f - (half - s * (half + r));
        return k * ln2 - (half - (s * (half + r) + k * ln2_low) - f);
    }
    if (k == 0) return f - s * (f - r);
    return k * ln2 - (s * (f - r) - k * ln2_low - f);
}

double strict_log10(double x) {
    if (is_special(x)) return log_of_special(x);
    int k = 0;
    if (x < 0x1p-1022) k = -54, x *= 0x1p54;
    k += (high_word(x) >> 20) - 1023;
    int below = k < 0; /* then the fraction is taken from [1/2, 1) */
    double y = k + below;
    double fraction = of_bits((bits_of(x) & 0xfffffffffffff) | (uint64_t)(1023 - below) << 52);
    double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * strict_log(fraction);
    return z + y * 3.01029995663611771306e-01;
}

/* log(1 + f) + k ln 2, where c is what 1 + f lacks. */
static double log1p_reduced(double f, int k, double c, bool is_near_one) {
    double half = 0.5 * f * f;
    if (is_near_one) {
        if (f == 0) return k == 0 ? 0 : k * ln2 + (c + k * ln2_low);
        double r = half * (1 - 0.66666666666666666 * f);
        return k == 0 ? f - r : k * ln2 - (r - (k * ln2_low + c) - f);
    }
    double s = f / (2 + f), z = s * s;
    double r = z * polynomial(log_all, COUNT(log_all), z);
    if (k == 0) return f - (half - s * (half + r));
    return k * ln2 - (half - (s * (half + r) + (k * ln2_low + c)) - f);
}

double strict_log1p(double x) {
    if (is_special(1 + x)) return log_of_special(1 + x);
    int32_t size = magnitude(x), high = high_word(x);
    if (size < 0x3e200000) return size < 0x3c900000 ? x : x - x * x * 0.5;
    if (high < 0x3fda827a && (high > 0 || high <= (int32_t)0xbfd2bec3))
        return log1p_reduced(x, 0, 0, false);
    double u = high < 0x43400000 ? 1 + x : x;
    int k = (high_word(u) >> 20) - 1023;
    double c = 0;
    if (high < 0x43400000) c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    int32_t fraction = high_word(u) & FRACTION;
    bool is_upper = fraction >= 0x6a09e;
    k += is_upper;
    uint64_t exponent = (uint64_t)(1023 - is_upper) << 52;
    double f = of_bits((bits_of(u) & 0xfffffffffffff) | exponent) - 1;
    bool is_near_one = is_upper ? (0x100000 - fraction) >> 2 == 0 : fraction == 0;
    return log1p_reduced(f, k, c, is_near_one);
}

/* A number in two parts; the upper one has 21 bits, so that products with it are exact. */
struct pair {
    double high, low;
};

static struct pair pair_sum(double high, double low) {
    double sum = without_low_word(high + low);
    return (struct pair){sum, low - (sum - high)};
}

/* log2 |x| where |x| is within 2^-20 of one. */
static struct pair log2_near_one(double a) {
    double t = a - 1;
    double w = t * t * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
    double high = 1.44269502162933349609e+00 * t;
    return pair_sum(high, t * 1.92596299112661746887e-08 - w * 1.44269504088896338700e+00);
}

/* log2 of a > 0: of its exponent, of 1 or 3/2, and of the quotient that is left. */
static struct pair log2_of(double a) {
    static const double base[] = {1, 1.5}, log_high[] = {0, 5.84962487220764160156e-01},
                        log_low[] = {0, 1.35003920212974897128e-08};
    static const double l[] = {5.99999999999994648725e-01, 4.28571428578550184252e-01,
                               3.33333329818377432918e-01, 2.72728123808534006489e-01,
                               2.30660745775561754067e-01, 2.06975017800338417784e-01};
    static const double cp = 9.61796693925975554329e-01; /* 2 / (3 ln 2) */
    static const double cp_high = 9.61796700954437255859e-01, cp_low = -7.02846165095275826516e-09;
    int n = 0;
    if (a < 0x1p-1022) a *= 0x1p53, n = -53;
    n += (high_word(a) >> 20) - 1023;
    int32_t fraction = high_word(a) & FRACTION, high = fraction | ONE;
    int k = fraction > 0x3988e && fraction < 0xbb67a;
    if (fraction >= 0xbb67a) n++, high -= 0x00100000;
    a = of_bits((uint64_t)high << 32 | (uint32_t)bits_of(a));

    double u = a - base[k], v = 1 / (a + base[k]);
    double s = u * v, s_high = without_low_word(s);
    double t_high = of_high_word(((high >> 1) | 0x20000000) + 0x00080000 + (k << 18));
    double t_low = a - (t_high - base[k]);
    double s_low = v * (u - s_high * t_high - s_high * t_low);
    double z = s * s;
    double r = z * z * polynomial(l, COUNT(l), z) + s_low * (s_high + s);
    z = s_high * s_high;
    t_high = without_low_word(3 + z + r);
    t_low = r - (t_high - 3 - z);
    struct pair p = pair_sum(s_high * t_high, s_low * t_high + t_low * s);
    double z_high = cp_high * p.high, z_low = cp_low * p.high + p.low * cp + log_low[k];
    double sum = without_low_word(z_high + z_low + log_high[k] + n);
    return (struct pair){sum, z_low - (sum - n - log_high[k] - z_high)};
}

/* 2^(high + low), where the sum is within the exponents of doubles. */
static double power_of_two(double high, double low) {
    static const double lg2 = 6.93147180559945286227e-01, lg2_high = 6.93147182464599609375e-01,
                        lg2_low = -1.90465429995776804525e-09;
    double sum = low + high;
    int n = 0;
    if (magnitude(sum) > 0x3fe00000) {
        n = (int)(sum + copysign(0.5, sum));
        high -= n;
    }
    double t = without_low_word(low + high);
    double u = t * lg2_high, v = (low - (t - high)) * lg2 + t * lg2_low;
    double z = u + v, w = v - (z - u);
    t = z * z;
    double c = z - exp_remainder(t);
    double r = z * c / (c - 2) - (w + z * w);
    return scalbn(1 - (r - z), n);
}

/* a^y of a > 0 other than 1 and infinity. */
static double power(double a, double y) {
    /* log2 of what rounds to infinity, less 1024 */
    static const double overflow = 8.0085662595372944372e-0017;
    bool is_huge = fabs(y) > 0x1.00000ffffffffp31;
    if (is_huge && (a < 0x1.fffffp-1 || a > 0x1.00000ffffffffp0))
        return (y > 0) == (a > 1) ? INFINITY : 0;
    struct pair log = is_huge ? log2_near_one(a) : log2_of(a);
    double y_high = without_low_word(y);
    double low = (y - y_high) * log.high + y * log.low, high = y_high * log.high;
    double sum = low + high;
    if (sum > 1024 || (sum == 1024 && low + overflow > sum - high)) return INFINITY;
    if (sum < -1075 || (sum == -1075 && low <= sum - high)) return 0;
    return power_of_two(high, low);
}

static bool is_odd(double y) { return fabs(fmod(y, 2)) == 1; }

double strict_pow(double x, double y) {
    double a = fabs(x);
    if (y == 0) return 1;
    if (isnan(x) || isnan(y)) return x + y;
    if (y == 2) return x * x;
    if (y == 0.5 && x > -INFINITY) return sqrt(x + 0.0);
    if (y == 1) return x;
    if (y == -1) return 1 / x;
    if (isinf(y)) return a == 1 ? NAN : (y > 0) == (a > 1) ? INFINITY : 0;
    if (x < 0 && !isinf(x) && y != rint(y)) return NAN;
    double result;
    if (a == 0 || isinf(a) || a == 1)
        result = y < 0 ? 1 / a : a;
    else
        result = power(a, y);
    return signbit(x) && is_odd(y) ? -result : result;
}
