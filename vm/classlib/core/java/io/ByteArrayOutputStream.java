package java.io;

import java.nio.charset.Charset;

public class ByteArrayOutputStream extends OutputStream {
    protected byte[] buf;
    protected int count;

    public ByteArrayOutputStream() {
        this(32);
    }

    public ByteArrayOutputStream(int size) {
        if (size < 0) throw new IllegalArgumentException("Negative initial size: " + size);
        buf = new byte[size];
    }

    private void ensureCapacity(int minimum) {
        if (minimum <= buf.length) return;
        byte[] larger = new byte[Math.max(minimum, buf.length * 2)];
        System.arraycopy(buf, 0, larger, 0, count);
        buf = larger;
    }

    public synchronized void write(int b) {
        ensureCapacity(count + 1);
        buf[count++] = (byte) b;
    }

    public synchronized void write(byte[] b, int offset, int length) {
        InputStream.checkRange(offset, length, b.length);
        ensureCapacity(count + length);
        System.arraycopy(b, offset, buf, count, length);
        count += length;
    }

    public void writeBytes(byte[] b) {
        write(b, 0, b.length);
    }

    public synchronized void writeTo(OutputStream out) throws IOException {
        out.write(buf, 0, count);
    }

    public synchronized void reset() {
        count = 0;
    }

    public synchronized byte[] toByteArray() {
        byte[] bytes = new byte[count];
        System.arraycopy(buf, 0, bytes, 0, count);
        return bytes;
    }

    public synchronized int size() {
        return count;
    }

    public synchronized String toString() {
        return new String(buf, 0, count);
    }

    public synchronized String toString(String charset) throws UnsupportedEncodingException {
        return new String(buf, 0, count, charset);
    }

    public synchronized String toString(Charset charset) {
        return new String(buf, 0, count, charset);
    }

    public void close() throws IOException {
    }

    @Deprecated
    public synchronized String toString(int high) {
        return new String(buf, high, 0, count);
    }
}
