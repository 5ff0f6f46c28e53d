package java.io;

public class PushbackInputStream extends FilterInputStream {
    protected byte[] buf;
    protected int pos;

    public PushbackInputStream(InputStream in, int size) {
        super(in);
        if (size <= 0) throw new IllegalArgumentException("size <= 0");
        buf = new byte[size];
        pos = size;
    }

    public PushbackInputStream(InputStream in) {
        this(in, 1);
    }

    private void requireOpen() throws IOException {
        if (in == null) throw new IOException("Stream closed");
    }

    public int read() throws IOException {
        requireOpen();
        return pos < buf.length ? buf[pos++] & 255 : super.read();
    }

    public int read(byte[] b, int from, int count) throws IOException {
        requireOpen();
        checkBounds(from, count, b.length);
        if (count == 0) return 0;
        int back = Math.min(count, buf.length - pos);
        System.arraycopy(buf, pos, b, from, back);
        pos += back;
        if (back == count) return count;
        int more = super.read(b, from + back, count - back);
        return more >= 0 ? back + more : back == 0 ? -1 : back;
    }

    public void unread(int b) throws IOException {
        requireOpen();
        if (pos == 0) throw new IOException("Push back buffer is full");
        buf[--pos] = (byte) b;
    }

    public void unread(byte[] bytes, int from, int count) throws IOException {
        requireOpen();
        if (count > pos) throw new IOException("Push back buffer is full");
        pos -= count;
        System.arraycopy(bytes, from, buf, pos, count);
    }

    public void unread(byte[] b) throws IOException {
        unread(b, 0, b.length);
    }

    public int available() throws IOException {
        requireOpen();
        return buf.length - pos + super.available();
    }

    public long skip(long count) throws IOException {
        requireOpen();
        if (count <= 0) return 0;
        long back = Math.min(count, buf.length - pos);
        pos += (int) back;
        return back == count ? back : back + super.skip(count - back);
    }

    public boolean markSupported() {
        return false;
    }

    public synchronized void mark(int limit) {
    }

    public synchronized void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public synchronized void close() throws IOException {
        if (in == null) return;
        in.close();
        in = null;
    }
}
