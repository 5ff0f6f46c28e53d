package java.lang;

public final class Double extends Number implements Comparable<Double> {
    @SuppressWarnings("unchecked")
    public static final Class<Double> TYPE = (Class<Double>) double[].class.getComponentType();
    public static final double POSITIVE_INFINITY = 1.0d / 0.0d;
    public static final double NEGATIVE_INFINITY = -1.0d / 0.0d;
    public static final double NaN = 0.0d / 0.0d;
    public static final double MIN_VALUE = 4.9e-324;
    public static final double MAX_VALUE = 1.7976931348623157e+308;
    public static final double MIN_NORMAL = 2.2250738585072014E-308;
    public static final int MIN_EXPONENT = -1022;
    public static final int MAX_EXPONENT = 1023;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final double value;

    public Double(double value) {
        this.value = value;
    }

    public Double(String text) {
        this(parseDouble(text));
    }

    public static Double valueOf(double value) {
        return new Double(value);
    }

    public static Double valueOf(String text) {
        return new Double(parseDouble(text));
    }

    public static double parseDouble(String text) {
        String trimmed = NumberFormatException.trim(text);
        double value = parse(trimmed);
        if (doubleToRawLongBits(value) == 0x7ff8000000000001L) throw NumberFormatException.ofReal(trimmed);
        return value;
    }

    /** Of text without blanks at its ends; a NaN of its own when that is no number. */
    private static native double parse(String trimmed);

    /** The shortest decimal that reads back as the same value. */
    public static native String toString(double value);

    public static String toHexString(double value) {
        if (!isFinite(value)) return toString(value);
        long bits = doubleToRawLongBits(value);
        long mantissa = bits & 0xfffffffffffffL;
        int exponent = (int) (bits >>> 52 & 0x7ff);
        String sign = bits < 0 ? "-" : "";
        if (exponent == 0) return sign + (mantissa == 0 ? "0x0.0p0" : "0x0." + hexadecimals(mantissa, 13) + "p-1022");
        return sign + "0x1." + hexadecimals(mantissa, 13) + "p" + (exponent - 1023);
    }

    /** So many digits, but for zeros at the end. */
    static String hexadecimals(long mantissa, int count) {
        String digits = Long.toHexString(mantissa);
        digits = "0".repeat(count - digits.length()) + digits;
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') end--;
        return digits.substring(0, end);
    }

    public static native long doubleToRawLongBits(double value);

    public static native double longBitsToDouble(long bits);

    public static long doubleToLongBits(double value) {
        return value != value ? 0x7ff8000000000000L : doubleToRawLongBits(value);
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public static boolean isInfinite(double value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isFinite(double value) {
        return Math.abs(value) <= MAX_VALUE;
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Double && doubleToLongBits(((Double) other).value) == doubleToLongBits(value);
    }

    public int compareTo(Double anotherDouble) {
        return compare(value, anotherDouble.value);
    }

    public static int compare(double a, double b) {
        if (a < b) return -1;
        if (a > b) return 1;
        long bitsOfA = doubleToLongBits(a);
        long bitsOfB = doubleToLongBits(b);
        return bitsOfA == bitsOfB ? 0 : bitsOfA < bitsOfB ? -1 : 1;
    }

    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    public static double min(double a, double b) {
        return Math.min(a, b);
    }

    public static double sum(double a, double b) {
        return a + b;
    }

    public String toString() {
        return toString(value);
    }
}
