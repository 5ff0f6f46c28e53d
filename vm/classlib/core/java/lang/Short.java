package java.lang;

public final class Short extends Number implements Comparable<Short> {
    @SuppressWarnings("unchecked")
    public static final Class<Short> TYPE = (Class<Short>) short[].class.getComponentType();
    public static final short MIN_VALUE = -0x7fff - 1;
    public static final short MAX_VALUE = 0x7fff;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private static final int CACHE_LOW = -128;
    /** Filled when first asked for: of -128 to 127 there is one each. */
    private static final Short[] CACHE = new Short[256];

    private final short value;

    public Short(short value) {
        this.value = value;
    }

    public Short(String text) {
        this(parseShort(text));
    }

    public static Short valueOf(short value) {
        if (value < CACHE_LOW || value > CACHE_LOW + 255) return new Short(value);
        Short cached = CACHE[value - CACHE_LOW];
        return cached != null ? cached : cached(value);
    }

    private static synchronized Short cached(short value) {
        int index = value - CACHE_LOW;
        if (CACHE[index] == null) CACHE[index] = new Short(value);
        return CACHE[index];
    }

    public static Short valueOf(String text) {
        return valueOf(parseShort(text));
    }

    public static Short valueOf(String text, int radix) {
        return valueOf(parseShort(text, radix));
    }

    public static short parseShort(String text) {
        return parseShort(text, 10);
    }

    public static short parseShort(String s, int radix) {
        int parsed = Integer.parseInt(s, radix);
        if (parsed < MIN_VALUE || parsed > MAX_VALUE)
            throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:" + radix);
        return (short) parsed;
    }

    public static Short decode(String nm) {
        int decoded = Integer.decode(nm).intValue();
        if (decoded < MIN_VALUE || decoded > MAX_VALUE)
            throw new NumberFormatException("Value " + decoded + " out of range from input " + nm);
        return valueOf((short) decoded);
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return value;
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

    public static int hashCode(short value) {
        return value;
    }

    public int hashCode() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Short && ((Short) other).value == value;
    }

    public int compareTo(Short anotherShort) {
        return value - anotherShort.value;
    }

    public static int compare(short a, short b) {
        return a - b;
    }

    public static int compareUnsigned(short a, short b) {
        return toUnsignedInt(a) - toUnsignedInt(b);
    }

    public static int toUnsignedInt(short value) {
        return value & 0xffff;
    }

    public static long toUnsignedLong(short value) {
        return value & 0xffffL;
    }

    public static short reverseBytes(short value) {
        return (short) (value << 8 | value >> 8 & 0xff);
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(short value) {
        return Integer.toString(value);
    }
}
