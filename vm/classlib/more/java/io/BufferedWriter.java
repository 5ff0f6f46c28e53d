package java.io;

public class BufferedWriter extends Writer {
    private Writer out;
    private final char[] buffer;
    private int count;

    public BufferedWriter(Writer out) {
        this(out, 8192);
    }

    public BufferedWriter(Writer out, int size) {
        super(out);
        if (size <= 0) throw new IllegalArgumentException("Buffer size <= 0");
        this.out = out;
        this.buffer = new char[size];
    }

    private void requireOpen() throws IOException {
        if (out == null) throw new IOException("Stream closed");
    }

    private void drain() throws IOException {
        if (count > 0) out.write(buffer, 0, count);
        count = 0;
    }

    public void write(int c) throws IOException {
        synchronized (lock) {
            requireOpen();
            if (count == buffer.length) drain();
            buffer[count++] = (char) c;
        }
    }

    public void write(char[] cbuf, int offset, int length) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkBounds(offset, length, cbuf.length);
            if (length >= buffer.length) {
                drain();
                out.write(cbuf, offset, length);
                return;
            }
            if (length > buffer.length - count) drain();
            System.arraycopy(cbuf, offset, buffer, count, length);
            count += length;
        }
    }

    public void write(String s, int offset, int length) throws IOException {
        synchronized (lock) {
            requireOpen();
            int end = offset + length;
            for (int at = offset; at < end;) {
                if (count == buffer.length) drain();
                int part = Math.min(buffer.length - count, end - at);
                s.getChars(at, at + part, buffer, count);
                at += part;
                count += part;
            }
        }
    }

    public void newLine() throws IOException {
        write("\n");
    }

    public void flush() throws IOException {
        synchronized (lock) {
            requireOpen();
            drain();
            out.flush();
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            if (out == null) return;
            try {
                drain();
            } finally {
                out.close();
                out = null;
            }
        }
    }
}
