package java.io;

public abstract class OutputStream implements Closeable, Flushable {
    public OutputStream() {
    }

    public abstract void write(int b) throws IOException;

    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    public void write(byte[] bytes, int offset, int count) throws IOException {
        InputStream.checkRange(offset, count, bytes.length);
        for (int i = 0; i < count; i++) write(bytes[offset + i]);
    }

    public void flush() throws IOException {
    }

    public void close() throws IOException {
    }
}
