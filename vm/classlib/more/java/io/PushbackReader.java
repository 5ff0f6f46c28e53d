package java.io;

public class PushbackReader extends FilterReader {
    private char[] buffer;
    private int next;

    public PushbackReader(Reader in, int size) {
        super(in);
        if (size <= 0) throw new IllegalArgumentException("size <= 0");
        buffer = new char[size];
        next = size;
    }

    public PushbackReader(Reader in) {
        this(in, 1);
    }

    private void requireOpen() throws IOException {
        if (buffer == null) throw new IOException("Stream closed");
    }

    public int read() throws IOException {
        synchronized (lock) {
            requireOpen();
            return next < buffer.length ? buffer[next++] : super.read();
        }
    }

    public int read(char[] chars, int from, int count) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkRange(from, count, chars.length);
            if (count == 0) return 0;
            int back = Math.min(count, buffer.length - next);
            System.arraycopy(buffer, next, chars, from, back);
            next += back;
            if (back == count) return count;
            int more = super.read(chars, from + back, count - back);
            return more >= 0 ? back + more : back == 0 ? -1 : back;
        }
    }

    public void unread(int c) throws IOException {
        synchronized (lock) {
            requireOpen();
            if (next == 0) throw new IOException("Pushback buffer overflow");
            buffer[--next] = (char) c;
        }
    }

    public void unread(char[] chars, int from, int count) throws IOException {
        synchronized (lock) {
            requireOpen();
            if (count > next) throw new IOException("Pushback buffer overflow");
            next -= count;
            System.arraycopy(chars, from, buffer, next, count);
        }
    }

    public void unread(char[] chars) throws IOException {
        unread(chars, 0, chars.length);
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            requireOpen();
            return next < buffer.length || super.ready();
        }
    }

    public boolean markSupported() {
        return false;
    }

    public void mark(int limit) throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public long skip(long count) throws IOException {
        if (count < 0) throw new IllegalArgumentException("skip value is negative");
        synchronized (lock) {
            requireOpen();
            int back = (int) Math.min(count, buffer.length - next);
            next += back;
            return back == count ? back : back + super.skip(count - back);
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            super.close();
            buffer = null;
        }
    }
}
