package java.lang;

public final class Short extends Number implements Comparable<Short> {
    @SuppressWarnings("unchecked")
    public static final Class<Short> TYPE = (Class<Short>) short[].class.getComponentType();
    public static final short MIN_VALUE = -0x7fff - 1;
    public static final short MAX_VALUE = 0x7fff;
    public static final int SIZE = 16;
    public static final int BYTES = 2;

    private final short value;

    public Short(short value) {
        this.value = value;
    }

    public static Short valueOf(short value) {
        return new Short(value);
    }

    public static short parseShort(String text) {
        int parsed = Integer.parseInt(text);
        if (parsed < MIN_VALUE || parsed > MAX_VALUE)
            throw new NumberFormatException("Value out of range. Value:\"" + text + "\" Radix:10");
        return (short) parsed;
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

    public static int hashCode(short s) {
        return s;
    }

    public int hashCode() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Short && ((Short) other).value == value;
    }

    public int compareTo(Short other) {
        return value - other.value;
    }

    public static int compare(short a, short b) {
        return a - b;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(short value) {
        return Integer.toString(value);
    }
}
