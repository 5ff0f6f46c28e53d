package java.lang;

public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;

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

    public static int floorDiv(int a, int b) {
        int quotient = a / b;
        return (a ^ b) < 0 && quotient * b != a ? quotient - 1 : quotient;
    }

    public static int floorMod(int a, int b) {
        return a - floorDiv(a, b) * b;
    }

    public static int addExact(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) throw new ArithmeticException("integer overflow");
        return sum;
    }

    public static int subtractExact(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) throw new ArithmeticException("integer overflow");
        return difference;
    }

    public static int multiplyExact(int a, int b) {
        long product = (long) a * b;
        if ((int) product != product) throw new ArithmeticException("integer overflow");
        return (int) product;
    }

    public static int toIntExact(long value) {
        if ((int) value != value) throw new ArithmeticException("integer overflow");
        return (int) value;
    }

    public static long round(double d) {
        return (long) floor(d + 0.5) - (d == 0.49999999999999994 ? 1 : 0);
    }

    public static int round(float f) {
        return (int) floor(f + 0.5);
    }

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static native double sqrt(double d);

    public static native double cbrt(double d);

    public static native double floor(double d);

    public static native double ceil(double d);

    public static native double rint(double d);

    public static native double pow(double base, double exponent);

    public static native double exp(double d);

    public static native double log(double d);

    public static native double log10(double d);

    public static native double sin(double d);

    public static native double cos(double d);

    public static native double tan(double d);

    public static native double asin(double d);

    public static native double acos(double d);

    public static native double atan(double d);

    public static native double atan2(double y, double x);

    public static native double hypot(double x, double y);
}
