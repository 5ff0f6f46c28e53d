package java.io;

public class StringReader extends Reader {
    private String text;
    private final int length;
    private int next;
    private int mark;

    public StringReader(String s) {
        length = s.length();
        text = s;
    }

    private void requireOpen() throws IOException {
        if (text == null) throw new IOException("Stream closed");
    }

    public int read() throws IOException {
        synchronized (lock) {
            requireOpen();
            return next < length ? text.charAt(next++) : -1;
        }
    }

    public int read(char[] cbuf, int offset, int wanted) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkRange(offset, wanted, cbuf.length);
            if (wanted == 0) return 0;
            if (next >= length) return -1;
            int count = Math.min(wanted, length - next);
            text.getChars(next, next + count, cbuf, offset);
            next += count;
            return count;
        }
    }

    public long skip(long wanted) throws IOException {
        synchronized (lock) {
            requireOpen();
            if (next >= length) return 0;
            long skipped = Math.max(-next, Math.min(length - next, wanted));
            next += skipped;
            return skipped;
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            requireOpen();
            return true;
        }
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) throws IOException {
        if (limit < 0) throw new IllegalArgumentException("Read-ahead limit < 0");
        synchronized (lock) {
            requireOpen();
            mark = next;
        }
    }

    public void reset() throws IOException {
        synchronized (lock) {
            requireOpen();
            next = mark;
        }
    }

    public void close() {
        synchronized (lock) {
            text = null;
        }
    }
}
