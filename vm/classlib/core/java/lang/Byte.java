package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
    @SuppressWarnings("unchecked")
    public static final Class<Byte> TYPE = (Class<Byte>) byte[].class.getComponentType();
    public static final byte MIN_VALUE = -0x7f - 1;
    public static final byte MAX_VALUE = 0x7f;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    private static final int CACHE_LOW = -128;
    /** Filled when first asked for: of -128 to 127 there is one each. */
    private static final Byte[] CACHE = new Byte[256];

    private final byte value;

    public Byte(byte value) {
        this.value = value;
    }

    public Byte(String text) {
        this(parseByte(text));
    }

    public static Byte valueOf(byte value) {
        Byte cached = CACHE[value - CACHE_LOW];
        return cached != null ? cached : cached(value);
    }

    private static synchronized Byte cached(byte value) {
        int index = value - CACHE_LOW;
        if (CACHE[index] == null) CACHE[index] = new Byte(value);
        return CACHE[index];
    }

    public static Byte valueOf(String text) {
        return valueOf(parseByte(text));
    }

    public static Byte valueOf(String text, int radix) {
        return valueOf(parseByte(text, radix));
    }

    public static byte parseByte(String text) {
        return parseByte(text, 10);
    }

    public static byte parseByte(String s, int radix) {
        int parsed = Integer.parseInt(s, radix);
        if (parsed < MIN_VALUE || parsed > MAX_VALUE)
            throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:" + radix);
        return (byte) parsed;
    }

    public static Byte decode(String nm) {
        int decoded = Integer.decode(nm).intValue();
        if (decoded < MIN_VALUE || decoded > MAX_VALUE)
            throw new NumberFormatException("Value " + decoded + " out of range from input " + nm);
        return valueOf((byte) decoded);
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

    public static int hashCode(byte value) {
        return value;
    }

    public int hashCode() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Byte && ((Byte) other).value == value;
    }

    public int compareTo(Byte anotherByte) {
        return value - anotherByte.value;
    }

    public static int compare(byte a, byte b) {
        return a - b;
    }

    public static int compareUnsigned(byte a, byte b) {
        return toUnsignedInt(a) - toUnsignedInt(b);
    }

    public static int toUnsignedInt(byte value) {
        return value & 0xff;
    }

    public static long toUnsignedLong(byte value) {
        return value & 0xffL;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(byte value) {
        return Integer.toString(value);
    }
}
