package java.lang;

public final class String implements CharSequence, Comparable<String>, java.io.Serializable {
    /** UTF-16; the VM reads it. */
    private final char[] value;
    private int hash;

    public String() {
        value = new char[0];
    }

    public String(String original) {
        value = original.value;
        hash = original.hash;
    }

    public String(char[] chars) {
        this(chars, 0, chars.length);
    }

    public String(char[] chars, int offset, int count) {
        checkRange(offset, count, chars.length);
        value = new char[count];
        System.arraycopy(chars, offset, value, 0, count);
    }

    private static void checkRange(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count)
            throw new StringIndexOutOfBoundsException(
                    "offset " + offset + ", count " + count + ", length " + length);
    }

    private static void checkBounds(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length)
            throw new StringIndexOutOfBoundsException(
                    "begin " + begin + ", end " + end + ", length " + length);
    }

    public int length() {
        return value.length;
    }

    public boolean isEmpty() {
        return value.length == 0;
    }

    public char charAt(int index) {
        if (index < 0 || index >= value.length)
            throw new StringIndexOutOfBoundsException(index);
        return value[index];
    }

    void copyTo(char[] target, int to) {
        System.arraycopy(value, 0, target, to, value.length);
    }

    public void getChars(int begin, int end, char[] target, int to) {
        checkBounds(begin, end, value.length);
        System.arraycopy(value, begin, target, to, end - begin);
    }

    public char[] toCharArray() {
        char[] copy = new char[value.length];
        System.arraycopy(value, 0, copy, 0, value.length);
        return copy;
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof String)) return false;
        char[] a = value;
        char[] b = ((String) other).value;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++)
            if (a[i] != b[i]) return false;
        return true;
    }

    public boolean equalsIgnoreCase(String other) {
        return other != null && other.length() == length() && toLowerCase().equals(other.toLowerCase());
    }

    public int hashCode() {
        int h = hash;
        if (h == 0) {
            for (int i = 0; i < value.length; i++) h = 31 * h + value[i];
            hash = h;
        }
        return h;
    }

    public int compareTo(String other) {
        int shorter = Math.min(value.length, other.value.length);
        for (int i = 0; i < shorter; i++)
            if (value[i] != other.value[i]) return value[i] - other.value[i];
        return value.length - other.value.length;
    }

    private boolean matches(String part, int offset) {
        if (offset < 0 || offset > value.length - part.value.length) return false;
        for (int i = 0; i < part.value.length; i++)
            if (value[offset + i] != part.value[i]) return false;
        return true;
    }

    public boolean startsWith(String prefix) {
        return matches(prefix, 0);
    }

    public boolean startsWith(String prefix, int offset) {
        return matches(prefix, offset);
    }

    public boolean endsWith(String suffix) {
        return matches(suffix, value.length - suffix.value.length);
    }

    public boolean contains(CharSequence part) {
        return indexOf(part.toString()) >= 0;
    }

    public int indexOf(int c) {
        return indexOf(c, 0);
    }

    public int indexOf(int c, int from) {
        for (int i = Math.max(from, 0); i < value.length; i++)
            if (value[i] == c) return i;
        return -1;
    }

    public int indexOf(String part) {
        return indexOf(part, 0);
    }

    public int indexOf(String part, int from) {
        for (int i = Math.max(from, 0); i <= value.length - part.value.length; i++)
            if (matches(part, i)) return i;
        return -1;
    }

    public int lastIndexOf(int c) {
        return lastIndexOf(c, value.length - 1);
    }

    public int lastIndexOf(int c, int from) {
        for (int i = Math.min(from, value.length - 1); i >= 0; i--)
            if (value[i] == c) return i;
        return -1;
    }

    public int lastIndexOf(String part) {
        for (int i = value.length - part.value.length; i >= 0; i--)
            if (matches(part, i)) return i;
        return -1;
    }

    public String substring(int begin) {
        return substring(begin, value.length);
    }

    public String substring(int begin, int end) {
        checkBounds(begin, end, value.length);
        return begin == 0 && end == value.length ? this : new String(value, begin, end - begin);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String concat(String other) {
        return other.isEmpty() ? this : new StringBuilder(this).append(other).toString();
    }

    public String replace(char from, char to) {
        if (from == to || indexOf(from) < 0) return this;
        char[] copy = toCharArray();
        for (int i = 0; i < copy.length; i++)
            if (copy[i] == from) copy[i] = to;
        return new String(copy);
    }

    public String replace(CharSequence from, CharSequence to) {
        String part = from.toString();
        String by = to.toString();
        StringBuilder result = new StringBuilder();
        int start = 0;
        for (int i = indexOf(part); i >= 0; i = indexOf(part, Math.max(start, i + 1))) {
            result.append(substring(start, i)).append(by);
            start = i + part.length();
            if (i == value.length) break;
        }
        return result.append(substring(start)).toString();
    }

    public String toLowerCase() {
        char[] copy = toCharArray();
        for (int i = 0; i < copy.length; i++) copy[i] = Character.toLowerCase(copy[i]);
        return new String(copy);
    }

    public String toUpperCase() {
        char[] copy = toCharArray();
        for (int i = 0; i < copy.length; i++) copy[i] = Character.toUpperCase(copy[i]);
        return new String(copy);
    }

    public String trim() {
        int begin = 0;
        int end = value.length;
        while (begin < end && value[begin] <= ' ') begin++;
        while (begin < end && value[end - 1] <= ' ') end--;
        return substring(begin, end);
    }

    public String repeat(int count) {
        if (count < 0) throw new IllegalArgumentException("count is negative: " + count);
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < count; i++) result.append(this);
        return result.toString();
    }

    public native String intern();

    public String toString() {
        return this;
    }

    public static String valueOf(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String valueOf(char[] chars) {
        return new String(chars);
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char value) {
        return new String(new char[] {value});
    }

    public static String valueOf(int value) {
        return Integer.toString(value);
    }

    public static String valueOf(long value) {
        return Long.toString(value);
    }

    public static String valueOf(float value) {
        return Float.toString(value);
    }

    public static String valueOf(double value) {
        return Double.toString(value);
    }
}
