package java.lang;

/** A StringBuilder for several threads. */
public final class StringBuffer implements Appendable, CharSequence, Comparable<StringBuffer>, java.io.Serializable {
    private final StringBuilder builder;

    public StringBuffer() {
        builder = new StringBuilder();
    }

    public StringBuffer(int capacity) {
        builder = new StringBuilder(capacity);
    }

    public StringBuffer(String text) {
        builder = new StringBuilder(text);
    }

    public StringBuffer(CharSequence text) {
        builder = new StringBuilder(text);
    }

    public synchronized int length() {
        return builder.length();
    }

    public synchronized int capacity() {
        return builder.capacity();
    }

    public synchronized void ensureCapacity(int minimum) {
        builder.ensureCapacity(minimum);
    }

    public synchronized void trimToSize() {
        builder.trimToSize();
    }

    public synchronized char charAt(int index) {
        return builder.charAt(index);
    }

    public synchronized void setCharAt(int index, char c) {
        builder.setCharAt(index, c);
    }

    public synchronized void setLength(int length) {
        builder.setLength(length);
    }

    public synchronized int codePointAt(int index) {
        return builder.codePointAt(index);
    }

    public synchronized int codePointBefore(int index) {
        return builder.codePointBefore(index);
    }

    public synchronized int codePointCount(int begin, int end) {
        return builder.codePointCount(begin, end);
    }

    public synchronized int offsetByCodePoints(int index, int offset) {
        return builder.offsetByCodePoints(index, offset);
    }

    public synchronized void getChars(int begin, int end, char[] target, int to) {
        builder.getChars(begin, end, target, to);
    }

    public synchronized StringBuffer append(String text) {
        builder.append(text);
        return this;
    }

    public synchronized StringBuffer append(Object object) {
        builder.append(object);
        return this;
    }

    public synchronized StringBuffer append(StringBuffer text) {
        builder.append(text);
        return this;
    }

    public synchronized StringBuffer append(CharSequence text) {
        builder.append(text);
        return this;
    }

    public synchronized StringBuffer append(CharSequence text, int start, int end) {
        builder.append(text, start, end);
        return this;
    }

    public synchronized StringBuffer append(char[] chars) {
        builder.append(chars);
        return this;
    }

    public synchronized StringBuffer append(char[] chars, int offset, int length) {
        builder.append(chars, offset, length);
        return this;
    }

    public synchronized StringBuffer append(boolean b) {
        builder.append(b);
        return this;
    }

    public synchronized StringBuffer append(char c) {
        builder.append(c);
        return this;
    }

    public synchronized StringBuffer append(int i) {
        builder.append(i);
        return this;
    }

    public synchronized StringBuffer append(long l) {
        builder.append(l);
        return this;
    }

    public synchronized StringBuffer append(float f) {
        builder.append(f);
        return this;
    }

    public synchronized StringBuffer append(double d) {
        builder.append(d);
        return this;
    }

    public synchronized StringBuffer appendCodePoint(int c) {
        builder.appendCodePoint(c);
        return this;
    }

    public synchronized StringBuffer insert(int offset, String text) {
        builder.insert(offset, text);
        return this;
    }

    public synchronized StringBuffer insert(int offset, Object object) {
        builder.insert(offset, object);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char[] chars) {
        builder.insert(offset, chars);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char[] chars, int from, int length) {
        builder.insert(offset, chars, from, length);
        return this;
    }

    public synchronized StringBuffer insert(int offset, CharSequence text) {
        builder.insert(offset, text);
        return this;
    }

    public synchronized StringBuffer insert(int offset, CharSequence text, int start, int end) {
        builder.insert(offset, text, start, end);
        return this;
    }

    public synchronized StringBuffer insert(int offset, char c) {
        builder.insert(offset, c);
        return this;
    }

    public synchronized StringBuffer insert(int offset, int i) {
        builder.insert(offset, i);
        return this;
    }

    public synchronized StringBuffer insert(int offset, long l) {
        builder.insert(offset, l);
        return this;
    }

    public synchronized StringBuffer insert(int offset, boolean b) {
        builder.insert(offset, b);
        return this;
    }

    public synchronized StringBuffer insert(int offset, float f) {
        builder.insert(offset, f);
        return this;
    }

    public synchronized StringBuffer insert(int offset, double d) {
        builder.insert(offset, d);
        return this;
    }

    public synchronized StringBuffer delete(int start, int end) {
        builder.delete(start, end);
        return this;
    }

    public synchronized StringBuffer deleteCharAt(int index) {
        builder.deleteCharAt(index);
        return this;
    }

    public synchronized StringBuffer replace(int start, int end, String text) {
        builder.replace(start, end, text);
        return this;
    }

    public synchronized StringBuffer reverse() {
        builder.reverse();
        return this;
    }

    public synchronized int indexOf(String text) {
        return builder.indexOf(text);
    }

    public synchronized int indexOf(String text, int from) {
        return builder.indexOf(text, from);
    }

    public synchronized int lastIndexOf(String text) {
        return builder.lastIndexOf(text);
    }

    public synchronized int lastIndexOf(String text, int from) {
        return builder.lastIndexOf(text, from);
    }

    public synchronized int compareTo(StringBuffer other) {
        return CharSequence.compare(this, other);
    }

    public synchronized String substring(int start) {
        return builder.substring(start);
    }

    public synchronized String substring(int start, int end) {
        return builder.substring(start, end);
    }

    public synchronized CharSequence subSequence(int start, int end) {
        return builder.subSequence(start, end);
    }

    public synchronized String toString() {
        return builder.toString();
    }
}
