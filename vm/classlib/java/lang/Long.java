package java.lang;

public final class Long extends Number implements Comparable<Long> {
    @SuppressWarnings("unchecked")
    public static final Class<Long> TYPE = (Class<Long>) long[].class.getComponentType();
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private final long value;

    public Long(long value) {
        this.value = value;
    }

    public static Long valueOf(long l) {
        return new Long(l);
    }

    public static Long valueOf(String text) {
        return valueOf(parseLong(text));
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(long l) {
        return (int) (l ^ l >>> 32);
    }

    public boolean equals(Object other) {
        return other instanceof Long && ((Long) other).value == value;
    }

    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    public static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public static int signum(long l) {
        return (int) (l >> 63 | -l >>> 63);
    }

    public static long max(long a, long b) {
        return Math.max(a, b);
    }

    public static long min(long a, long b) {
        return Math.min(a, b);
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(long l) {
        return toString(l, 10);
    }

    public static String toString(long l, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) radix = 10;
        char[] digits = new char[65];
        int start = digits.length;
        long rest = l < 0 ? l : -l;
        do {
            digits[--start] = Character.forDigit((int) -(rest % radix), radix);
            rest /= radix;
        } while (rest != 0);
        if (l < 0) digits[--start] = '-';
        return new String(digits, start, digits.length - start);
    }

    static String toUnsigned(long l, int shift) {
        char[] digits = new char[64];
        int start = digits.length;
        do {
            digits[--start] = Character.forDigit((int) (l & (1 << shift) - 1), 1 << shift);
            l >>>= shift;
        } while (l != 0);
        return new String(digits, start, digits.length - start);
    }

    public static String toHexString(long l) {
        return toUnsigned(l, 4);
    }

    public static String toOctalString(long l) {
        return toUnsigned(l, 3);
    }

    public static String toBinaryString(long l) {
        return toUnsigned(l, 1);
    }

    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    public static long parseLong(String text, int radix) {
        return parse(text, radix, MIN_VALUE, MAX_VALUE);
    }

    /** The number in [least, most], or NumberFormatException. Counts downwards, so that MIN_VALUE fits. */
    static long parse(String text, int radix, long least, long most) {
        if (text == null) throw new NumberFormatException("Cannot parse null string");
        int length = text.length();
        boolean isNegative = length > 0 && text.charAt(0) == '-';
        int i = length > 0 && (isNegative || text.charAt(0) == '+') ? 1 : 0;
        long limit = isNegative ? least : -most;
        long result = 0;
        boolean isNumber = i < length;
        for (; isNumber && i < length; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            isNumber = digit >= 0 && result >= limit / radix && result * radix >= limit + digit;
            result = result * radix - digit;
        }
        if (!isNumber)
            throw new NumberFormatException("For input string: \"" + text + "\""
                    + (radix == 10 ? "" : " under radix " + radix));
        return isNegative ? result : -result;
    }

    public static int bitCount(long l) {
        return Integer.bitCount((int) l) + Integer.bitCount((int) (l >>> 32));
    }

    public static int numberOfLeadingZeros(long l) {
        int high = (int) (l >>> 32);
        return high == 0 ? 32 + Integer.numberOfLeadingZeros((int) l) : Integer.numberOfLeadingZeros(high);
    }

    public static int numberOfTrailingZeros(long l) {
        int low = (int) l;
        return low == 0 ? 32 + Integer.numberOfTrailingZeros((int) (l >>> 32)) : Integer.numberOfTrailingZeros(low);
    }

    public static long rotateLeft(long l, int distance) {
        return l << distance | l >>> -distance;
    }

    public static long rotateRight(long l, int distance) {
        return l >>> distance | l << -distance;
    }
}
