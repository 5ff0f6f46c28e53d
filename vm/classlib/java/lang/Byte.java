package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
    @SuppressWarnings("unchecked")
    public static final Class<Byte> TYPE = (Class<Byte>) byte[].class.getComponentType();
    public static final byte MIN_VALUE = -0x7f - 1;
    public static final byte MAX_VALUE = 0x7f;
    public static final int SIZE = 8;
    public static final int BYTES = 1;

    private final byte value;

    public Byte(byte value) {
        this.value = value;
    }

    public static Byte valueOf(byte value) {
        return new Byte(value);
    }

    public static byte parseByte(String text) {
        int parsed = Integer.parseInt(text);
        if (parsed < MIN_VALUE || parsed > MAX_VALUE)
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:10");
        return (byte) parsed;
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

    public static int hashCode(byte b) {
        return b;
    }

    public int hashCode() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Byte && ((Byte) other).value == value;
    }

    public int compareTo(Byte other) {
        return value - other.value;
    }

    public static int compare(byte a, byte b) {
        return a - b;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(byte value) {
        return Integer.toString(value);
    }
}
