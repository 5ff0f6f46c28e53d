package java.io;

public abstract class Writer implements Appendable, Closeable, Flushable {
    protected Object lock;

    protected Writer() {
        lock = this;
    }

    protected Writer(Object lock) {
        if (lock == null) throw new NullPointerException();
        this.lock = lock;
    }

    public void write(int c) throws IOException {
        write(new char[] {(char) c}, 0, 1);
    }

    public void write(char[] cbuf) throws IOException {
        write(cbuf, 0, cbuf.length);
    }

    public abstract void write(char[] chars, int offset, int count) throws IOException;

    public void write(String str) throws IOException {
        write(str, 0, str.length());
    }

    public void write(String str, int offset, int count) throws IOException {
        char[] chars = str.substring(offset, offset + count).toCharArray();
        synchronized (lock) {
            write(chars, 0, count);
        }
    }

    public Writer append(CharSequence text) throws IOException {
        write(String.valueOf(text));
        return this;
    }

    public Writer append(CharSequence text, int start, int end) throws IOException {
        if (text == null) text = "null";
        return append(text.subSequence(start, end));
    }

    public Writer append(char c) throws IOException {
        write(c);
        return this;
    }

    public abstract void flush() throws IOException;

    public abstract void close() throws IOException;

    /** One that forgets what is written. */
    public static Writer nullWriter() {
        return new Writer() {
            private boolean isClosed;

            public void write(char[] cbuf, int offset, int count) throws IOException {
                InputStream.checkRange(offset, count, cbuf.length);
                flush();
            }

            public void flush() throws IOException {
                if (isClosed) throw new IOException("Stream closed");
            }

            public void close() {
                isClosed = true;
            }
        };
    }
}
