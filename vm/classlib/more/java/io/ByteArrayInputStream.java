package java.io;

public class ByteArrayInputStream extends InputStream {
    protected byte[] buf;
    protected int pos;
    protected int mark;
    protected int count;

    public ByteArrayInputStream(byte[] buf) {
        this(buf, 0, buf.length);
    }

    public ByteArrayInputStream(byte[] buf, int offset, int length) {
        this.buf = buf;
        pos = offset;
        mark = offset;
        count = Math.min(offset + length, buf.length);
    }

    public synchronized int read() {
        return pos < count ? buf[pos++] & 0xff : -1;
    }

    public synchronized int read(byte[] b, int offset, int length) {
        checkRange(offset, length, b.length);
        if (pos >= count) return -1;
        int read = Math.min(length, count - pos);
        System.arraycopy(buf, pos, b, offset, read);
        pos += read;
        return read;
    }

    public synchronized long transferTo(OutputStream out) throws IOException {
        int rest = count - pos;
        out.write(buf, pos, rest);
        pos = count;
        return rest;
    }

    public synchronized long skip(long wanted) {
        int skipped = (int) Math.max(0, Math.min(wanted, count - pos));
        pos += skipped;
        return skipped;
    }

    public synchronized int available() {
        return count - pos;
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) {
        mark = pos;
    }

    public synchronized void reset() {
        pos = mark;
    }

    public void close() throws IOException {
    }
}
