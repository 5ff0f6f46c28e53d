package java.io;

public class BufferedInputStream extends FilterInputStream {
    protected volatile byte[] buf;
    /** How many bytes of the buffer there are, and which is the next. */
    protected int count;
    protected int pos;
    /** Where reset() goes back to, -1: nowhere; how far one may read until then. */
    protected int markpos = -1;
    protected int marklimit;

    public BufferedInputStream(InputStream in) {
        this(in, 8192);
    }

    public BufferedInputStream(InputStream in, int size) {
        super(in);
        if (size <= 0) throw new IllegalArgumentException("Buffer size <= 0");
        buf = new byte[size];
    }

    private void requireOpen() throws IOException {
        if (in == null) throw new IOException("Stream closed");
    }

    /**
     * Makes room behind all that was read, keeping what reset() would read again. That is given up when the buffer is full of
     * it and as long as its limit.
     */
    private void makeRoom() {
        if (markpos == 0 && pos == buf.length && pos >= marklimit) markpos = -1;
        int from = markpos < 0 ? pos : pos == buf.length ? markpos : 0;
        boolean isFull = from == 0 && pos == buf.length;
        byte[] target = isFull ? new byte[(int) Math.min(2L * pos, marklimit)] : buf;
        System.arraycopy(buf, from, target, 0, pos - from);
        buf = target;
        if (markpos >= 0) markpos -= from;
        pos -= from;
        count = pos;
    }

    /** Whether there is a byte. */
    private boolean fill() throws IOException {
        if (pos < count) return true;
        makeRoom();
        int read = in.read(buf, count, buf.length - count);
        if (read > 0) count += read;
        return read > 0;
    }

    public synchronized int read() throws IOException {
        requireOpen();
        return fill() ? buf[pos++] & 0xff : -1;
    }

    public synchronized int read(byte[] b, int offset, int length) throws IOException {
        requireOpen();
        checkBounds(offset, length, b.length);
        int total = 0;
        while (total < length && (total == 0 || pos < count || in.available() > 0)) {
            if (!fill()) return total == 0 ? -1 : total;
            int part = Math.min(length - total, count - pos);
            System.arraycopy(buf, pos, b, offset + total, part);
            pos += part;
            total += part;
        }
        return total;
    }

    public synchronized long skip(long wanted) throws IOException {
        requireOpen();
        if (wanted <= 0 || !fill()) return 0;
        int skipped = (int) Math.min(wanted, count - pos);
        pos += skipped;
        return skipped;
    }

    public synchronized int available() throws IOException {
        requireOpen();
        return count - pos + in.available();
    }

    public synchronized void mark(int limit) {
        marklimit = limit;
        markpos = pos;
    }

    public synchronized void reset() throws IOException {
        requireOpen();
        if (markpos < 0) throw new IOException("Resetting to invalid mark");
        pos = markpos;
    }

    public boolean markSupported() {
        return true;
    }

    public void close() throws IOException {
        if (in == null) return;
        in.close();
        in = null;
    }
}
