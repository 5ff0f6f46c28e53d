package java.lang;

public final class Float extends Number implements Comparable<Float> {
    @SuppressWarnings("unchecked")
    public static final Class<Float> TYPE = (Class<Float>) float[].class.getComponentType();
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MIN_VALUE = 1.4e-45f;
    public static final float MAX_VALUE = 3.4028235e+38f;
    public static final float MIN_NORMAL = 1.17549435e-38f;
    public static final int MIN_EXPONENT = -126;
    public static final int MAX_EXPONENT = 127;
    public static final int SIZE = 32;
    public static final int BYTES = 4;

    private final float value;

    public Float(float value) {
        this.value = value;
    }

    public Float(double value) {
        this.value = (float) value;
    }

    public Float(String text) {
        this(parseFloat(text));
    }

    public static Float valueOf(float value) {
        return new Float(value);
    }

    public static Float valueOf(String text) {
        return new Float(parseFloat(text));
    }

    public static float parseFloat(String text) {
        String trimmed = NumberFormatException.trim(text);
        float value = parse(trimmed);
        if (floatToRawIntBits(value) == 0x7fc00001) throw NumberFormatException.ofReal(trimmed);
        return value;
    }

    /** Of text without blanks at its ends; a NaN of its own when that is no number. */
    private static native float parse(String trimmed);

    /** The shortest decimal that reads back as the same value. */
    public static native String toString(float value);

    public static String toHexString(float value) {
        if (Math.abs(value) >= MIN_NORMAL || value == 0 || value != value) return Double.toHexString(value);
        int bits = floatToRawIntBits(value);
        return (bits < 0 ? "-" : "") + "0x0." + Double.hexadecimals((bits & 0x7fffff) << 1, 6) + "p-126";
    }

    public static native int floatToRawIntBits(float value);

    public static native float intBitsToFloat(int bits);

    public static int floatToIntBits(float value) {
        return value != value ? 0x7fc00000 : floatToRawIntBits(value);
    }

    public static boolean isNaN(float value) {
        return value != value;
    }

    public boolean isNaN() {
        return isNaN(value);
    }

    public static boolean isInfinite(float value) {
        return value == POSITIVE_INFINITY || value == NEGATIVE_INFINITY;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isFinite(float value) {
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

    public static int hashCode(float value) {
        return Integer.hashCode(floatToIntBits(value));
    }

    public int hashCode() {
        return hashCode(value);
    }

    public boolean equals(Object other) {
        return other instanceof Float && floatToIntBits(((Float) other).value) == floatToIntBits(value);
    }

    public int compareTo(Float anotherFloat) {
        return compare(value, anotherFloat.value);
    }

    public static int compare(float a, float b) {
        if (a < b) return -1;
        if (a > b) return 1;
        int bitsOfA = floatToIntBits(a);
        int bitsOfB = floatToIntBits(b);
        return bitsOfA == bitsOfB ? 0 : bitsOfA < bitsOfB ? -1 : 1;
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    public String toString() {
        return toString(value);
    }
}
