package java.lang;

public final class StrictMath {
    private static final double LN2_HIGH = 6.93147180369123816490e-01;
    private static final double LN2_LOW = 1.90821492927058770002e-10;

    private StrictMath() {
    }

    public static double sqrt(double d) {
        return Math.sqrt(d);
    }

    /**
     * The algorithm of fdlibm, which the specification prescribes to the last bit: d = 2^k (1 + f) with 1 + f about one,
     * s = f / (2 + f), log(1 + f) = f - s (f - R(s²)), R a polynomial; the order of the operations is part of the result.
     */
    public static double log(double d) {
        long bits = Double.doubleToRawLongBits(d);
        int high = (int) (bits >> 32);
        int k = 0;
        if (high < 0x00100000) {
            if ((bits & 0x7fffffffffffffffL) == 0) return Double.NEGATIVE_INFINITY;
            if (high < 0) return Double.NaN;
            k = -54;
            bits = Double.doubleToRawLongBits(d * 1.80143985094819840000e+16);
            high = (int) (bits >> 32);
        }
        if (high >= 0x7ff00000) return d + d;
        k += (high >> 20) - 1023;
        high &= 0x000fffff;
        int carry = high + 0x95f64 & 0x100000;
        k += carry >> 20;
        long mantissa = (long) (high | carry ^ 0x3ff00000) << 32 | bits & 0xffffffffL;
        double f = Double.longBitsToDouble(mantissa) - 1.0;
        if ((0x000fffff & 2 + high) < 3) return logNearOne(f, k);
        double s = f / (2.0 + f);
        double z = s * s;
        double w = z * z;
        double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
        double odd = z * (6.666666666666735130e-01
                + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
        double r = odd + even;
        if ((high - 0x6147a | 0x6b851 - high) > 0) {
            double half = 0.5 * f * f;
            if (k == 0) return f - (half - s * (half + r));
            return k * LN2_HIGH - (half - (s * (half + r) + k * LN2_LOW) - f);
        }
        if (k == 0) return f - s * (f - r);
        return k * LN2_HIGH - (s * (f - r) - k * LN2_LOW - f);
    }

    private static double logNearOne(double f, int k) {
        if (f == 0.0) return k == 0 ? 0.0 : k * LN2_HIGH + k * LN2_LOW;
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        if (k == 0) return f - r;
        return k * LN2_HIGH - (r - k * LN2_LOW - f);
    }
}
