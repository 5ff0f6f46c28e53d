package java.lang;

public final class StringBuilder implements Appendable, CharSequence, Comparable<StringBuilder>, java.io.Serializable {
    private char[] value;
    private int count;

    public StringBuilder() {
        value = new char[16];
    }

    public StringBuilder(int capacity) {
        value = new char[capacity];
    }

    public StringBuilder(String str) {
        value = new char[str.length() + 16];
        append(str);
    }

    public StringBuilder(CharSequence seq) {
        value = new char[seq.length() + 16];
        append(seq);
    }

    public int length() {
        return count;
    }

    public int capacity() {
        return value.length;
    }

    public void ensureCapacity(int minimum) {
        if (minimum > value.length) grow(minimum);
    }

    private void grow(int minimum) {
        int capacity = value.length * 2 + 2;
        char[] larger = new char[capacity < minimum ? minimum : capacity];
        System.arraycopy(value, 0, larger, 0, count);
        value = larger;
    }

    public void trimToSize() {
        if (count == value.length) return;
        char[] exact = new char[count];
        System.arraycopy(value, 0, exact, 0, count);
        value = exact;
    }

    private void checkIndex(int index) {
        if (index < 0 || index >= count)
            throw new StringIndexOutOfBoundsException("index " + index + ", length " + count);
    }

    private void checkOffset(int offset) {
        if (offset < 0 || offset > count)
            throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + count);
    }

    private void checkRange(int start, int end) {
        if (start < 0 || start > end || end > count)
            throw new StringIndexOutOfBoundsException(
                    "start " + start + ", end " + end + ", length " + count);
    }

    /** Of an argument. */
    private static void checkPart(int start, int end, int length) {
        if (start < 0 || start > end || end > length)
            throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + length);
    }

    public char charAt(int index) {
        checkIndex(index);
        return value[index];
    }

    public void setCharAt(int index, char c) {
        checkIndex(index);
        value[index] = c;
    }

    public void setLength(int length) {
        if (length < 0) throw new StringIndexOutOfBoundsException(length);
        ensureCapacity(length);
        for (int i = count; i < length; i++) value[i] = 0;
        count = length;
    }

    public int codePointAt(int index) {
        checkIndex(index);
        return Character.codePointAt(value, index, count);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > count) throw new StringIndexOutOfBoundsException(index);
        return Character.codePointBefore(value, index);
    }

    public int codePointCount(int begin, int end) {
        return Character.codePointCount(this, begin, end);
    }

    public int offsetByCodePoints(int index, int offset) {
        return Character.offsetByCodePoints(this, index, offset);
    }

    public void getChars(int begin, int end, char[] dst, int to) {
        checkRange(begin, end);
        checkPart(to, to + end - begin, dst.length);
        System.arraycopy(value, begin, dst, to, end - begin);
    }

    public StringBuilder append(String text) {
        if (text == null) text = "null";
        int length = text.length();
        ensureCapacity(count + length);
        text.copyTo(value, count);
        count += length;
        return this;
    }

    public StringBuilder append(Object object) {
        return append(String.valueOf(object));
    }

    public StringBuilder append(StringBuffer text) {
        return append(String.valueOf(text));
    }

    public StringBuilder append(CharSequence text) {
        return append(String.valueOf(text));
    }

    public StringBuilder append(CharSequence text, int start, int end) {
        if (text == null) text = "null";
        checkPart(start, end, text.length());
        ensureCapacity(count + end - start);
        if (text instanceof String) ((String) text).getChars(start, end, value, count);
        else for (int i = start; i < end; i++) value[count + i - start] = text.charAt(i);
        count += end - start;
        return this;
    }

    public StringBuilder append(char[] str) {
        return append(str, 0, str.length);
    }

    public StringBuilder append(char[] str, int offset, int length) {
        checkPart(offset, offset + length, str.length);
        ensureCapacity(count + length);
        System.arraycopy(str, offset, value, count, length);
        count += length;
        return this;
    }

    public StringBuilder append(boolean b) {
        return append(b ? "true" : "false");
    }

    public StringBuilder append(char c) {
        ensureCapacity(count + 1);
        value[count++] = c;
        return this;
    }

    public StringBuilder append(int i) {
        return append(Integer.toString(i));
    }

    public StringBuilder append(long l) {
        return append(Long.toString(l));
    }

    public StringBuilder append(float f) {
        return append(Float.toString(f));
    }

    public StringBuilder append(double d) {
        return append(Double.toString(d));
    }

    public StringBuilder appendCodePoint(int c) {
        if (Character.isBmpCodePoint(c)) return append((char) c);
        return append(Character.toChars(c));
    }

    public StringBuilder insert(int offset, String text) {
        checkOffset(offset);
        if (text == null) text = "null";
        int length = text.length();
        ensureCapacity(count + length);
        System.arraycopy(value, offset, value, offset + length, count - offset);
        text.copyTo(value, offset);
        count += length;
        return this;
    }

    public StringBuilder insert(int offset, Object object) {
        return insert(offset, String.valueOf(object));
    }

    public StringBuilder insert(int offset, char[] str) {
        checkOffset(offset);
        return insert(offset, str, 0, str.length);
    }

    public StringBuilder insert(int offset, char[] str, int from, int length) {
        checkOffset(offset);
        if (from < 0 || length < 0 || from > str.length - length)
            throw new StringIndexOutOfBoundsException(
                    "start " + from + ", end " + (from + length) + ", length " + str.length);
        return insert(offset, new String(str, from, length));
    }

    public StringBuilder insert(int offset, CharSequence text) {
        return insert(offset, String.valueOf(text));
    }

    public StringBuilder insert(int offset, CharSequence text, int start, int end) {
        if (text == null) text = "null";
        checkOffset(offset);
        checkPart(start, end, text.length());
        return insert(offset, text.subSequence(start, end).toString());
    }

    public StringBuilder insert(int offset, char c) {
        return insert(offset, String.valueOf(c));
    }

    public StringBuilder insert(int offset, int i) {
        return insert(offset, String.valueOf(i));
    }

    public StringBuilder insert(int offset, long l) {
        return insert(offset, String.valueOf(l));
    }

    public StringBuilder insert(int offset, boolean b) {
        return insert(offset, String.valueOf(b));
    }

    public StringBuilder insert(int offset, float f) {
        return insert(offset, String.valueOf(f));
    }

    public StringBuilder insert(int offset, double d) {
        return insert(offset, String.valueOf(d));
    }

    public StringBuilder delete(int start, int end) {
        if (end > count) end = count;
        checkRange(start, end);
        System.arraycopy(value, end, value, start, count - end);
        count -= end - start;
        return this;
    }

    public StringBuilder deleteCharAt(int index) {
        checkIndex(index);
        return delete(index, index + 1);
    }

    public StringBuilder replace(int start, int end, String str) {
        if (end > count) end = count;
        checkRange(start, end);
        int length = str.length();
        int changed = count - (end - start) + length;
        ensureCapacity(changed);
        System.arraycopy(value, end, value, start + length, count - end);
        str.copyTo(value, start);
        count = changed;
        return this;
    }

    /** Surrogate pairs stay in order. */
    public StringBuilder reverse() {
        boolean hasSurrogates = false;
        for (int i = 0, j = count - 1; i <= j; i++, j--) {
            char c = value[i];
            value[i] = value[j];
            value[j] = c;
            hasSurrogates |= Character.isSurrogate(c) | Character.isSurrogate(value[i]);
        }
        for (int i = 0; hasSurrogates && i < count - 1; i++) {
            char c = value[i];
            if (Character.isSurrogatePair(value[i + 1], c)) {
                value[i] = value[i + 1];
                value[++i] = c;
            }
        }
        return this;
    }

    public int indexOf(String text) {
        return String.indexOf(value, count, text, 0);
    }

    public int indexOf(String text, int from) {
        return String.indexOf(value, count, text, from);
    }

    public int lastIndexOf(String text) {
        return String.lastIndexOf(value, count, text, count);
    }

    public int lastIndexOf(String text, int from) {
        return String.lastIndexOf(value, count, text, from);
    }

    public int compareTo(StringBuilder other) {
        return CharSequence.compare(this, other);
    }

    public String substring(int start) {
        return substring(start, count);
    }

    public String substring(int start, int end) {
        checkRange(start, end);
        return new String(value, start, end - start);
    }

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public String toString() {
        return new String(value, 0, count);
    }
}
