package java.lang;

public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

    /** Of random(): made by its first call. */
    private static final class Randomness {
        static final java.util.Random GENERATOR = new java.util.Random();
    }

    private Math() {
    }

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    public static float abs(float a) {
        return a <= 0.0f ? 0.0f - a : a;
    }

    public static double abs(double a) {
        return a <= 0.0 ? 0.0 - a : a;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static float max(float a, float b) {
        if (a != a) return a;
        if (a == 0.0f && b == 0.0f) return 1.0f / a < 0.0f ? b : a;
        return a >= b ? a : b;
    }

    public static double max(double a, double b) {
        if (a != a) return a;
        if (a == 0.0 && b == 0.0) return 1.0 / a < 0.0 ? b : a;
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    public static float min(float a, float b) {
        if (a != a) return a;
        if (a == 0.0f && b == 0.0f) return 1.0f / a < 0.0f ? a : b;
        return a <= b ? a : b;
    }

    public static double min(double a, double b) {
        if (a != a) return a;
        if (a == 0.0 && b == 0.0) return 1.0 / a < 0.0 ? a : b;
        return a <= b ? a : b;
    }

    public static double signum(double d) {
        return d > 0.0 ? 1.0 : d < 0.0 ? -1.0 : d;
    }

    public static float signum(float f) {
        return f > 0.0f ? 1.0f : f < 0.0f ? -1.0f : f;
    }

    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static long floorDiv(long a, int b) {
        return floorDiv(a, (long) b);
    }

    public static long floorDiv(long a, long b) {
        long quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static int floorMod(int a, int b) {
        return a - floorDiv(a, b) * b;
    }

    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    public static long floorMod(long a, long b) {
        return a - floorDiv(a, b) * b;
    }

    private static ArithmeticException intOverflow() {
        return new ArithmeticException("integer overflow");
    }

    private static ArithmeticException longOverflow() {
        return new ArithmeticException("long overflow");
    }

    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) throw intOverflow();
        return sum;
    }

    public static long addExact(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) throw longOverflow();
        return sum;
    }

    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) throw intOverflow();
        return difference;
    }

    public static long subtractExact(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) throw longOverflow();
        return difference;
    }

    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) throw intOverflow();
        return (int) product;
    }

    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    public static long multiplyExact(long a, long b) {
        long product = a * b;
        boolean areSmall = (abs(a) | abs(b)) >>> 31 == 0;
        if (!areSmall && (b != 0 && product / b != a || a == Long.MIN_VALUE && b == -1)) throw longOverflow();
        return product;
    }

    public static int incrementExact(int a) {
        return addExact(a, 1);
    }

    public static long incrementExact(long a) {
        return addExact(a, 1L);
    }

    public static int decrementExact(int a) {
        return subtractExact(a, 1);
    }

    public static long decrementExact(long a) {
        return subtractExact(a, 1L);
    }

    public static int negateExact(int a) {
        return subtractExact(0, a);
    }

    public static long negateExact(long a) {
        return subtractExact(0L, a);
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE)
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        return abs(a);
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE)
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        return abs(a);
    }

    public static int toIntExact(long value) {
        if ((int) value != value) throw intOverflow();
        return (int) value;
    }

    public static long multiplyFull(int a, int b) {
        return (long) a * b;
    }

    /** The upper 64 of the product's 128 bits. */
    public static long multiplyHigh(long a, long b) {
        long lowA = a & 0xffffffffL;
        long lowB = b & 0xffffffffL;
        long highA = a >> 32;
        long highB = b >> 32;
        long middle = highA * lowB + (lowA * lowB >>> 32);
        long other = lowA * highB + (middle & 0xffffffffL);
        return highA * highB + (middle >> 32) + (other >> 32);
    }

    /** Halves go up. */
    public static long round(double d) {
        double floor = floor(d);
        return (long) (d - floor >= 0.5 ? floor + 1.0 : floor);
    }

    public static int round(float f) {
        return (int) floor((double) f + 0.5);
    }

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static double random() {
        return Randomness.GENERATOR.nextDouble();
    }

    public static double copySign(double magnitude, double sign) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(sign) & Long.MIN_VALUE
                | Double.doubleToRawLongBits(magnitude) & Long.MAX_VALUE);
    }

    public static float copySign(float magnitude, float sign) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(sign) & Integer.MIN_VALUE
                | Float.floatToRawIntBits(magnitude) & Integer.MAX_VALUE);
    }

    public static int getExponent(double d) {
        return (int) (Double.doubleToRawLongBits(d) >>> 52 & 0x7ff) - 1023;
    }

    public static int getExponent(float f) {
        return (Float.floatToRawIntBits(f) >>> 23 & 0xff) - 127;
    }

    public static double ulp(double d) {
        double size = abs(d);
        if (!Double.isFinite(d)) return size;
        return size == Double.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
    }

    public static float ulp(float f) {
        float size = abs(f);
        if (!Float.isFinite(f)) return size;
        return size == Float.MAX_VALUE ? size - nextDown(size) : nextUp(size) - size;
    }

    public static double nextUp(double d) {
        if (!(d < Double.POSITIVE_INFINITY)) return d;
        if (d == 0.0) return Double.MIN_VALUE;
        long bits = Double.doubleToRawLongBits(d);
        return Double.longBitsToDouble(bits < 0 ? bits - 1 : bits + 1);
    }

    public static float nextUp(float f) {
        if (!(f < Float.POSITIVE_INFINITY)) return f;
        if (f == 0.0f) return Float.MIN_VALUE;
        int bits = Float.floatToRawIntBits(f);
        return Float.intBitsToFloat(bits < 0 ? bits - 1 : bits + 1);
    }

    public static double nextDown(double d) {
        return -nextUp(-d);
    }

    public static float nextDown(float f) {
        return -nextUp(-f);
    }

    public static double nextAfter(double start, double direction) {
        if (start > direction) return start == 0.0 ? -Double.MIN_VALUE : nextDown(start);
        if (start < direction) return nextUp(start);
        return start == direction ? direction : start + direction;
    }

    public static float nextAfter(float start, double direction) {
        if (start > direction) return start == 0.0f ? -Float.MIN_VALUE : nextDown(start);
        if (start < direction) return nextUp(start);
        return start == direction ? (float) direction : start + (float) direction;
    }

    public static native double scalb(double d, int exponent);

    public static float scalb(float f, int exponent) {
        return (float) scalb((double) f, exponent);
    }

    public static native double fma(double a, double b, double c);

    public static native float fma(float a, float b, float c);

    public static native double IEEEremainder(double a, double b);

    public static native double sqrt(double d);

    public static native double cbrt(double d);

    public static native double floor(double d);

    public static native double ceil(double d);

    public static native double rint(double d);

    public static native double pow(double base, double exponent);

    public static native double exp(double d);

    public static native double expm1(double d);

    public static native double log(double d);

    public static native double log10(double d);

    public static native double log1p(double d);

    public static native double sin(double d);

    public static native double cos(double d);

    public static native double tan(double d);

    public static native double asin(double d);

    public static native double acos(double d);

    public static native double atan(double d);

    public static native double atan2(double y, double x);

    public static native double sinh(double d);

    public static native double cosh(double d);

    public static native double tanh(double d);

    public static native double hypot(double x, double y);
}
