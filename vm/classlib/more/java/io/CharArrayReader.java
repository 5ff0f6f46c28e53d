package java.io;

public class CharArrayReader extends Reader {
    protected char[] buf;
    protected int pos;
    protected int markedPos;
    protected int count;

    public CharArrayReader(char[] buf) {
        this.buf = buf;
        count = buf.length;
    }

    public CharArrayReader(char[] buf, int offset, int length) {
        if (offset < 0 || offset > buf.length || length < 0 || offset + length < 0) {
            throw new IllegalArgumentException();
        }
        this.buf = buf;
        pos = offset;
        markedPos = offset;
        count = Math.min(offset + length, buf.length);
    }

    private void requireOpen() throws IOException {
        if (buf == null) throw new IOException("Stream closed");
    }

    public int read() throws IOException {
        synchronized (lock) {
            requireOpen();
            return pos < count ? buf[pos++] : -1;
        }
    }

    public int read(char[] chars, int from, int wanted) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkRange(from, wanted, chars.length);
            if (pos >= count) return -1;
            int taken = Math.min(wanted, count - pos);
            System.arraycopy(buf, pos, chars, from, taken);
            pos += taken;
            return taken;
        }
    }

    public long skip(long wanted) throws IOException {
        synchronized (lock) {
            requireOpen();
            long skipped = Math.max(0, Math.min(wanted, count - pos));
            pos += (int) skipped;
            return skipped;
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            requireOpen();
            return pos < count;
        }
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) throws IOException {
        synchronized (lock) {
            requireOpen();
            markedPos = pos;
        }
    }

    public void reset() throws IOException {
        synchronized (lock) {
            requireOpen();
            pos = markedPos;
        }
    }

    public void close() {
        synchronized (lock) {
            buf = null;
        }
    }
}
