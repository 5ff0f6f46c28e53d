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
    private static final Integer[] CACHE = new Integer[CACHE_HIGH - CACHE_LOW + 1];

    static {
        for (int i = 0; i < CACHE.length; i++) CACHE[i] = new Integer(i + CACHE_LOW);
    }

    private final int value;

    public Integer(int value) {
        this.value = value;
    }

    public static Integer valueOf(int i) {
        return i >= CACHE_LOW && i <= CACHE_HIGH ? CACHE[i - CACHE_LOW] : new Integer(i);
    }

    public static Integer valueOf(String text) {
        return valueOf(parseInt(text));
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

    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    public static int compare(int a, int b) {
        return a < b ? -1 : a == b ? 0 : 1;
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

    public String toString() {
        return toString(value);
    }

    public static String toString(int i) {
        return Long.toString(i, 10);
    }

    public static String toString(int i, int radix) {
        return Long.toString(i, radix);
    }

    public static String toHexString(int i) {
        return Long.toUnsigned(i & 0xffffffffL, 4);
    }

    public static String toOctalString(int i) {
        return Long.toUnsigned(i & 0xffffffffL, 3);
    }

    public static String toBinaryString(int i) {
        return Long.toUnsigned(i & 0xffffffffL, 1);
    }

    public static int parseInt(String text) {
        return parseInt(text, 10);
    }

    public static int parseInt(String text, int radix) {
        long parsed = Long.parse(text, radix, MIN_VALUE, MAX_VALUE);
        return (int) parsed;
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
