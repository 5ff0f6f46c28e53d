package java.lang;

import java.util.Objects;

public final class Long extends Number implements Comparable<Long> {
    @SuppressWarnings("unchecked")
    public static final Class<Long> TYPE = (Class<Long>) long[].class.getComponentType();
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;

    private static final int CACHE_LOW = -128;
    private static final int CACHE_HIGH = 127;
    /** Filled when first asked for: of -128 to 127 there is one each. */
    private static final Long[] CACHE = new Long[CACHE_HIGH - CACHE_LOW + 1];

    private final long value;

    public Long(long value) {
        this.value = value;
    }

    public Long(String text) {
        this(parseLong(text));
    }

    public static Long valueOf(long l) {
        if (l < CACHE_LOW || l > CACHE_HIGH) return new Long(l);
        Long cached = CACHE[(int) l - CACHE_LOW];
        return cached != null ? cached : cached(l);
    }

    private static synchronized Long cached(long l) {
        int index = (int) l - CACHE_LOW;
        if (CACHE[index] == null) CACHE[index] = new Long(l);
        return CACHE[index];
    }

    public static Long valueOf(String text) {
        return valueOf(parseLong(text));
    }

    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }

    public static Long getLong(String name) {
        return getLong(name, null);
    }

    public static Long getLong(String name, long otherwise) {
        Long found = getLong(name, null);
        return found == null ? valueOf(otherwise) : found;
    }

    public static Long getLong(String name, Long otherwise) {
        String text = name == null || name.isEmpty() ? null : System.getProperty(name);
        try {
            return text == null ? otherwise : decode(text);
        } catch (NumberFormatException wrong) {
            return otherwise;
        }
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

    public int compareTo(Long anotherLong) {
        return compare(value, anotherLong.value);
    }

    public static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public static int compareUnsigned(long a, long b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
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

    public static long divideUnsigned(long dividend, long divisor) {
        if (divisor < 0) return compareUnsigned(dividend, divisor) < 0 ? 0 : 1;
        if (dividend >= 0) return dividend / divisor;
        long quotient = (dividend >>> 1) / divisor << 1;
        return compareUnsigned(dividend - quotient * divisor, divisor) < 0 ? quotient : quotient + 1;
    }

    public static long remainderUnsigned(long dividend, long divisor) {
        return dividend - divideUnsigned(dividend, divisor) * divisor;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(long l) {
        return toString(l, 10);
    }

    public static String toString(long l, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) radix = 10;
        char[] digits = new char[radix == 10 ? 20 : 65];
        int start = digits.length;
        long rest = l < 0 ? l : -l;
        do {
            long quotient = rest / radix;
            digits[--start] = Character.forDigit((int) (quotient * radix - rest), radix);
            rest = quotient;
        } while (rest != 0);
        if (l < 0) digits[--start] = '-';
        return new String(digits, start, digits.length - start);
    }

    static String toPowerOfTwo(long l, int shift) {
        char[] digits = new char[64];
        int start = digits.length;
        do {
            digits[--start] = Character.forDigit((int) (l & (1 << shift) - 1), 1 << shift);
            l >>>= shift;
        } while (l != 0);
        return new String(digits, start, digits.length - start);
    }

    public static String toUnsignedString(long l) {
        return toUnsignedString(l, 10);
    }

    public static String toUnsignedString(long l, int radix) {
        if (l >= 0) return toString(l, radix);
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) radix = 10;
        return toString(divideUnsigned(l, radix), radix)
                + Character.forDigit((int) remainderUnsigned(l, radix), radix);
    }

    public static String toHexString(long l) {
        return toPowerOfTwo(l, 4);
    }

    public static String toOctalString(long l) {
        return toPowerOfTwo(l, 3);
    }

    public static String toBinaryString(long l) {
        return toPowerOfTwo(l, 1);
    }

    public static long parseLong(String text) {
        return parse(text, 10, MIN_VALUE, false);
    }

    public static long parseLong(String text, int radix) {
        return parse(text, radix, MIN_VALUE, false);
    }

    public static long parseLong(CharSequence text, int begin, int end, int radix) {
        return parse(part(text, begin, end), radix, MIN_VALUE, true);
    }

    /** The number from [least] to -([least] + 1). Counts downwards, so that MIN_VALUE fits. [isPart]: of a longer text, whose
     *  errors name the place. */
    static long parse(String text, int radix, long least, boolean isPart) {
        if (text == null) throw new NumberFormatException("Cannot parse null string");
        if (radix < Character.MIN_RADIX)
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        if (radix > Character.MAX_RADIX)
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        int length = text.length();
        if (length == 0) throw isPart && least == MIN_VALUE ? new NumberFormatException("") : NumberFormatException.ofInput("", radix);
        char first = text.charAt(0);
        boolean isNegative = first == '-';
        int i = isNegative || first == '+' ? 1 : 0;
        if (i == length) throw wrong(text, radix, i, isPart);
        long limit = isNegative ? least : least + 1;
        long shortest = limit / radix;
        long result = 0;
        for (; i < length; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0 || result < shortest || result * radix < limit + digit)
                throw wrong(text, radix, i, isPart);
            result = result * radix - digit;
        }
        return isNegative ? result : -result;
    }

    private static NumberFormatException wrong(String text, int radix, int index, boolean isPart) {
        return isPart ? new NumberFormatException("Error at index " + index + " in: \"" + text + "\"")
                : NumberFormatException.ofInput(text, radix);
    }

    static String part(CharSequence text, int begin, int end) {
        Objects.requireNonNull(text);
        if (begin < 0 || begin > end || end > text.length()) throw new IndexOutOfBoundsException();
        return text.subSequence(begin, end).toString();
    }

    /** Before the radix is looked at. */
    static void refuseEmpty(String text, int radix) {
        if (text != null && text.isEmpty()) throw NumberFormatException.ofInput("", radix);
    }

    static void refuseMinus(String text) {
        if (text != null && text.startsWith("-"))
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
    }

    public static long parseUnsignedLong(String text) {
        return parseUnsignedLong(text, 10);
    }

    public static long parseUnsignedLong(String text, int radix) {
        refuseMinus(text);
        refuseEmpty(text, radix);
        if (text == null || text.length() <= 12) return parseLong(text, radix);
        return parseLongUnsigned(text, radix);
    }

    public static long parseUnsignedLong(CharSequence text, int begin, int end, int radix) {
        String part = part(text, begin, end);
        refuseMinus(part);
        refuseEmpty(part, radix);
        return part.length() <= 12 ? parse(part, radix, MIN_VALUE, true) : parseLongUnsigned(part, radix);
    }

    /** All but the last digit fit a long, or the number is too large. */
    private static long parseLongUnsigned(String text, int radix) {
        int length = text.length() - 1;
        if (radix == 10 && length < 18) return parseLong(text, radix);
        long leading = parse(text.substring(0, length), radix, MIN_VALUE, true);
        int digit = Character.digit(text.charAt(length), radix);
        if (digit < 0) throw new NumberFormatException("Bad digit at end of " + text);
        long most = divideUnsigned(-1L, radix);
        if (compareUnsigned(leading, most) > 0 || leading == most && digit > remainderUnsigned(-1L, radix))
            throw new NumberFormatException("String value " + text + " exceeds range of unsigned long.");
        return leading * radix + digit;
    }

    public static Long decode(String text) {
        return valueOf(decode(text, MIN_VALUE));
    }

    /** Decimal, hexadecimal after 0x or #, octal after 0. */
    static long decode(String nm, long least) {
        if (nm.isEmpty()) throw new NumberFormatException("Zero length string");
        char first = nm.charAt(0);
        int start = first == '-' || first == '+' ? 1 : 0;
        int radix = 10;
        if (nm.startsWith("0x", start) || nm.startsWith("0X", start)) {
            radix = 16;
            start += 2;
        } else if (nm.startsWith("#", start)) {
            radix = 16;
            start++;
        } else if (nm.startsWith("0", start) && nm.length() > start + 1) {
            radix = 8;
            start++;
        }
        if (nm.startsWith("-", start) || nm.startsWith("+", start))
            throw new NumberFormatException("Sign character in wrong position");
        String digits = nm.substring(start);
        return parse(first == '-' ? "-" + digits : digits, radix, least, false);
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

    public static long highestOneBit(long l) {
        return l & MIN_VALUE >>> numberOfLeadingZeros(l);
    }

    public static long lowestOneBit(long l) {
        return l & -l;
    }

    public static long rotateLeft(long l, int distance) {
        return l << distance | l >>> -distance;
    }

    public static long rotateRight(long l, int distance) {
        return l >>> distance | l << -distance;
    }

    public static long reverse(long l) {
        return (long) Integer.reverse((int) l) << 32 | Integer.reverse((int) (l >>> 32)) & 0xffffffffL;
    }

    public static long reverseBytes(long l) {
        return (long) Integer.reverseBytes((int) l) << 32 | Integer.reverseBytes((int) (l >>> 32)) & 0xffffffffL;
    }
}
