package java.io;

public abstract class OutputStream implements Closeable, Flushable {
    public OutputStream() {
    }

    /** What takes everything, until it is closed. */
    private static final class Null extends OutputStream {
        private volatile boolean isClosed;

        private void requireOpen() throws IOException {
            if (isClosed) throw new IOException("Stream closed");
        }

        public void write(int b) throws IOException {
            requireOpen();
        }

        public void write(byte[] b, int offset, int count) throws IOException {
            InputStream.checkRange(offset, count, b.length);
            requireOpen();
        }

        public void close() {
            isClosed = true;
        }
    }

    public static OutputStream nullOutputStream() {
        return new Null();
    }

    public abstract void write(int b) throws IOException;

    public void write(byte[] b) throws IOException {
        write(b, 0, b.length);
    }

    public void write(byte[] b, int offset, int count) throws IOException {
        InputStream.checkRange(offset, count, b.length);
        for (int i = 0; i < count; i++) write(b[offset + i]);
    }

    public void flush() throws IOException {
    }

    public void close() throws IOException {
    }
}
