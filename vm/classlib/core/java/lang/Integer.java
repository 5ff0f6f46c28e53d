package java.lang;

public final class Integer extends Number implements Comparable<Integer> {
    @SuppressWarnings("unchecked")
    public static final Class<Integer> TYPE = (Class<Integer>) int[].class.getComponentType();
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private static final int CACHE_LOW = -128;
    private static final int CACHE_HIGH = 127;
    /** Filled when first asked for: of -128 to 127 there is one each. */
    private static final Integer[] CACHE = new Integer[CACHE_HIGH - CACHE_LOW + 1];

    private final int value;

    public Integer(int value) {
        this.value = value;
    }

    public Integer(String text) {
        this(parseInt(text));
    }

    public static Integer valueOf(int i) {
        if (i < CACHE_LOW || i > CACHE_HIGH) return new Integer(i);
        Integer cached = CACHE[i - CACHE_LOW];
        return cached != null ? cached : cached(i);
    }

    private static synchronized Integer cached(int i) {
        int index = i - CACHE_LOW;
        if (CACHE[index] == null) CACHE[index] = new Integer(i);
        return CACHE[index];
    }

    public static Integer valueOf(String text) {
        return valueOf(parseInt(text));
    }

    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }

    public static Integer getInteger(String name) {
        return getInteger(name, null);
    }

    public static Integer getInteger(String name, int otherwise) {
        Integer found = getInteger(name, null);
        return found == null ? valueOf(otherwise) : found;
    }

    public static Integer getInteger(String name, Integer otherwise) {
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
        return value;
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
        return value;
    }

    public static int hashCode(int i) {
        return i;
    }

    public boolean equals(Object other) {
        return other instanceof Integer && ((Integer) other).value == value;
    }

    public int compareTo(Integer anotherInteger) {
        return compare(value, anotherInteger.value);
    }

    public static int compare(int a, int b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public static int compareUnsigned(int a, int b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    public static int signum(int i) {
        return i >> 31 | -i >>> 31;
    }

    public static int max(int a, int b) {
        return Math.max(a, b);
    }

    public static int min(int a, int b) {
        return Math.min(a, b);
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static long toUnsignedLong(int i) {
        return i & 0xffffffffL;
    }

    public static int divideUnsigned(int a, int b) {
        return (int) (toUnsignedLong(a) / toUnsignedLong(b));
    }

    public static int remainderUnsigned(int a, int b) {
        return (int) (toUnsignedLong(a) % toUnsignedLong(b));
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(int i) {
        char[] digits = new char[11];
        int start = digits.length;
        int rest = i < 0 ? i : -i;
        do {
            int quotient = rest / 10;
            digits[--start] = (char) ('0' + quotient * 10 - rest);
            rest = quotient;
        } while (rest != 0);
        if (i < 0) digits[--start] = '-';
        return new String(digits, start, digits.length - start);
    }

    public static String toString(int i, int radix) {
        return Long.toString(i, radix);
    }

    public static String toUnsignedString(int i) {
        return Long.toString(toUnsignedLong(i));
    }

    public static String toUnsignedString(int i, int radix) {
        return Long.toString(toUnsignedLong(i), radix);
    }

    public static String toHexString(int i) {
        return Long.toPowerOfTwo(toUnsignedLong(i), 4);
    }

    public static String toOctalString(int i) {
        return Long.toPowerOfTwo(toUnsignedLong(i), 3);
    }

    public static String toBinaryString(int i) {
        return Long.toPowerOfTwo(toUnsignedLong(i), 1);
    }

    public static int parseInt(String text) {
        return (int) Long.parse(text, 10, MIN_VALUE, false);
    }

    public static int parseInt(String text, int radix) {
        return (int) Long.parse(text, radix, MIN_VALUE, false);
    }

    public static int parseInt(CharSequence text, int begin, int end, int radix) {
        return (int) Long.parse(Long.part(text, begin, end), radix, MIN_VALUE, true);
    }

    public static int parseUnsignedInt(String text) {
        return parseUnsignedInt(text, 10);
    }

    public static int parseUnsignedInt(String text, int radix) {
        Long.refuseMinus(text);
        Long.refuseEmpty(text, radix);
        return unsigned(Long.parseLong(text, radix), text);
    }

    public static int parseUnsignedInt(CharSequence text, int begin, int end, int radix) {
        String part = Long.part(text, begin, end);
        Long.refuseMinus(part);
        return unsigned(Long.parse(part, radix, Long.MIN_VALUE, true), part);
    }

    private static int unsigned(long parsed, String text) {
        if (parsed >>> 32 != 0)
            throw new NumberFormatException("String value " + text + " exceeds range of unsigned int.");
        return (int) parsed;
    }

    public static Integer decode(String text) {
        return valueOf((int) Long.decode(text, MIN_VALUE));
    }

    public static int bitCount(int i) {
        i = i - (i >>> 1 & 0x55555555);
        i = (i & 0x33333333) + (i >>> 2 & 0x33333333);
        i = i + (i >>> 4) & 0x0f0f0f0f;
        return i * 0x01010101 >>> 24;
    }

    public static int numberOfLeadingZeros(int i) {
        if (i <= 0) return i == 0 ? 32 : 0;
        int n = 31;
        if (i >= 1 << 16) { n -= 16; i >>>= 16; }
        if (i >= 1 << 8) { n -= 8; i >>>= 8; }
        if (i >= 1 << 4) { n -= 4; i >>>= 4; }
        if (i >= 1 << 2) { n -= 2; i >>>= 2; }
        return n - (i >>> 1);
    }

    public static int numberOfTrailingZeros(int i) {
        return i == 0 ? 32 : 31 - numberOfLeadingZeros(i & -i);
    }

    public static int highestOneBit(int i) {
        return i & MIN_VALUE >>> numberOfLeadingZeros(i);
    }

    public static int lowestOneBit(int i) {
        return i & -i;
    }

    public static int rotateLeft(int i, int distance) {
        return i << distance | i >>> -distance;
    }

    public static int rotateRight(int i, int distance) {
        return i >>> distance | i << -distance;
    }

    public static int reverse(int i) {
        i = (i & 0x55555555) << 1 | i >>> 1 & 0x55555555;
        i = (i & 0x33333333) << 2 | i >>> 2 & 0x33333333;
        i = (i & 0x0f0f0f0f) << 4 | i >>> 4 & 0x0f0f0f0f;
        return reverseBytes(i);
    }

    public static int reverseBytes(int i) {
        return i << 24 | (i & 0xff00) << 8 | i >>> 8 & 0xff00 | i >>> 24;
    }
}
