package java.io;

public class StringWriter extends Writer {
    private final StringBuffer buffer;

    public StringWriter() {
        this(16);
    }

    public StringWriter(int size) {
        if (size < 0) throw new IllegalArgumentException("Negative buffer size");
        buffer = new StringBuffer(size);
        lock = buffer;
    }

    public void write(int c) {
        buffer.append((char) c);
    }

    public void write(char[] cbuf, int offset, int count) {
        InputStream.checkBounds(offset, count, cbuf.length);
        buffer.append(cbuf, offset, count);
    }

    public void write(String text) {
        buffer.append(text);
    }

    public void write(String text, int offset, int count) {
        buffer.append(text, offset, offset + count);
    }

    public StringWriter append(CharSequence text) {
        write(String.valueOf(text));
        return this;
    }

    public StringWriter append(CharSequence text, int start, int end) {
        if (text == null) text = "null";
        return append(text.subSequence(start, end));
    }

    public StringWriter append(char c) {
        write(c);
        return this;
    }

    public StringBuffer getBuffer() {
        return buffer;
    }

    public String toString() {
        return buffer.toString();
    }

    public void flush() {
    }

    public void close() throws IOException {
    }
}
