package java.lang;

public final class StringBuilder implements CharSequence, java.io.Serializable {
    private char[] value;
    private int count;

    public StringBuilder() {
        value = new char[16];
    }

    public StringBuilder(int capacity) {
        value = new char[capacity];
    }

    public StringBuilder(String text) {
        value = new char[text.length() + 16];
        append(text);
    }

    public StringBuilder(CharSequence text) {
        this(text.toString());
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

    private void checkIndex(int index) {
        if (index < 0 || index >= count)
            throw new StringIndexOutOfBoundsException("index " + index + ",length " + count);
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

    public StringBuilder append(CharSequence text) {
        return append(String.valueOf(text));
    }

    public StringBuilder append(char[] chars) {
        return append(new String(chars));
    }

    public StringBuilder append(char[] chars, int offset, int length) {
        return append(new String(chars, offset, length));
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

    public StringBuilder reverse() {
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            char c = value[i];
            value[i] = value[j];
            value[j] = c;
        }
        boolean hasSurrogates = false;
        for (int i = 0; i < count; i++) hasSurrogates |= value[i] >= '\ud800' && value[i] <= '\udfff';
        for (int i = 0; hasSurrogates && i < count - 1; i++) {
            if (value[i] >= '\udc00' && value[i] <= '\udfff' && value[i + 1] >= '\ud800' && value[i + 1] <= '\udbff') {
                char c = value[i];
                value[i] = value[i + 1];
                value[++i] = c;
            }
        }
        return this;
    }

    public int indexOf(String text) {
        return toString().indexOf(text);
    }

    public int lastIndexOf(String text) {
        return toString().lastIndexOf(text);
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
