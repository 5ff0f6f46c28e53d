package java.io;

import java.util.Arrays;

public class CharArrayWriter extends Writer {
    protected char[] buf;
    protected int count;

    public CharArrayWriter() {
        this(32);
    }

    public CharArrayWriter(int size) {
        if (size < 0) throw new IllegalArgumentException("Negative initial size: " + size);
        buf = new char[size];
    }

    /** Room for [more] characters, which count from now on; where the first of them goes. */
    private int extend(int more) {
        int from = count;
        if (more > buf.length - count) buf = Arrays.copyOf(buf, Math.max(buf.length * 2, count + more));
        count += more;
        return from;
    }

    public void write(int c) {
        synchronized (lock) {
            int at = extend(1);
            buf[at] = (char) c;
        }
    }

    public void write(char[] chars, int from, int length) {
        InputStream.checkBounds(from, length, chars.length);
        synchronized (lock) {
            int at = extend(length);
            System.arraycopy(chars, from, buf, at, length);
        }
    }

    public void write(String text, int from, int length) {
        synchronized (lock) {
            int at = extend(length);
            text.getChars(from, from + length, buf, at);
        }
    }

    public void writeTo(Writer out) throws IOException {
        synchronized (lock) {
            out.write(buf, 0, count);
        }
    }

    public CharArrayWriter append(CharSequence text) {
        String s = String.valueOf(text);
        write(s, 0, s.length());
        return this;
    }

    public CharArrayWriter append(CharSequence text, int start, int end) {
        return append((text == null ? "null" : text).subSequence(start, end));
    }

    public CharArrayWriter append(char c) {
        write(c);
        return this;
    }

    public void reset() {
        count = 0;
    }

    public char[] toCharArray() {
        synchronized (lock) {
            return Arrays.copyOf(buf, count);
        }
    }

    public int size() {
        return count;
    }

    public String toString() {
        synchronized (lock) {
            return new String(buf, 0, count);
        }
    }

    public void flush() {
    }

    public void close() {
    }
}
