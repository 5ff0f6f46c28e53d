package java.lang;

/** Classification covers ASCII and Latin-1; other characters are neither letters nor digits. */
public final class Character implements Comparable<Character>, java.io.Serializable {
    @SuppressWarnings("unchecked")
    public static final Class<Character> TYPE = (Class<Character>) char[].class.getComponentType();
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;

    private final char value;

    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char value) {
        return new Character(value);
    }

    public char charValue() {
        return value;
    }

    public static int hashCode(char c) {
        return c;
    }

    public int hashCode() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Character && ((Character) other).value == value;
    }

    public int compareTo(Character other) {
        return value - other.value;
    }

    public static int compare(char a, char b) {
        return a - b;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(char c) {
        return String.valueOf(c);
    }

    public static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    public static boolean isUpperCase(char c) {
        return c >= 'A' && c <= 'Z' || c >= '\u00c0' && c <= '\u00de' && c != '\u00d7';
    }

    public static boolean isLowerCase(char c) {
        return c >= 'a' && c <= 'z' || c >= '\u00df' && c <= '\u00ff' && c != '\u00f7'
                || c == '\u00aa' || c == '\u00b5' || c == '\u00ba';
    }

    public static boolean isLetter(char c) {
        return isUpperCase(c) || isLowerCase(c);
    }

    public static boolean isLetterOrDigit(char c) {
        return isLetter(c) || isDigit(c);
    }

    public static boolean isWhitespace(char c) {
        return c >= '\t' && c <= '\r' || c >= '\u001c' && c <= ' ';
    }

    public static boolean isSpaceChar(char c) {
        return c == ' ' || c == '\u00a0';
    }

    public static char toLowerCase(char c) {
        return isUpperCase(c) ? (char) (c + 32) : c;
    }

    public static char toUpperCase(char c) {
        if (c == '\u00b5') return '\u039c';
        if (c == '\u00ff') return '\u0178';
        return isLowerCase(c) && c != '\u00df' && c != '\u00aa' && c != '\u00ba' ? (char) (c - 32) : c;
    }

    public static int digit(char c, int radix) {
        int digit = -1;
        if (c >= '0' && c <= '9') digit = c - '0';
        else if (c >= 'a' && c <= 'z') digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z') digit = c - 'A' + 10;
        return digit < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? digit : -1;
    }

    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) return '\u0000';
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static int getNumericValue(char c) {
        return digit(c, MAX_RADIX);
    }
}
