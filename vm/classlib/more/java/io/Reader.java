package java.io;

import java.util.Objects;

public abstract class Reader implements Readable, Closeable {
    protected Object lock;

    protected Reader() {
        lock = this;
    }

    protected Reader(Object lock) {
        if (lock == null) throw new NullPointerException();
        this.lock = lock;
    }

    /** A character, -1 at the end. */
    public int read() throws IOException {
        char[] one = new char[1];
        return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    public int read(char[] cbuf) throws IOException {
        return read(cbuf, 0, cbuf.length);
    }

    public abstract int read(char[] chars, int offset, int length) throws IOException;

    public long skip(long count) throws IOException {
        if (count < 0) throw new IllegalArgumentException("skip value is negative");
        char[] part = new char[(int) Math.min(count, 8192)];
        long rest = count;
        synchronized (lock) {
            while (rest > 0) {
                int more = read(part, 0, (int) Math.min(rest, part.length));
                if (more < 0) break;
                rest -= more;
            }
        }
        return count - rest;
    }

    public long transferTo(Writer out) throws IOException {
        Objects.requireNonNull(out, "out");
        long transferred = 0;
        char[] part = new char[8192];
        for (int count; (count = read(part, 0, part.length)) >= 0; transferred += count) out.write(part, 0, count);
        return transferred;
    }

    public boolean ready() throws IOException {
        return false;
    }

    public boolean markSupported() {
        return false;
    }

    public void mark(int limit) throws IOException {
        throw new IOException("mark() not supported");
    }

    public void reset() throws IOException {
        throw new IOException("reset() not supported");
    }

    public abstract void close() throws IOException;

    /** One without characters. */
    public static Reader nullReader() {
        return new Reader() {
            private boolean isClosed;

            public int read(char[] cbuf, int offset, int length) throws IOException {
                InputStream.checkRange(offset, length, cbuf.length);
                if (isClosed) throw new IOException("Stream closed");
                return length == 0 ? 0 : -1;
            }

            public void close() {
                isClosed = true;
            }
        };
    }
}
