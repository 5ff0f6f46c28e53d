package java.io;

/** What the process writes to, by the VM: 1 is its output, 2 its errors. For System alone. */
public final class StandardOutput extends OutputStream {
    private final int stream;

    public StandardOutput(int stream) {
        this.stream = stream;
    }

    /** The natives are false when the system refuses. */
    private static native boolean writeText(int stream, String text);

    private static native boolean writeBytes(int stream, byte[] bytes, int offset, int count);

    private static native boolean flush(int stream);

    private static void check(boolean isDone) throws IOException {
        if (!isDone) throw new IOException("Write error");
    }

    /** As UTF-8. */
    void write(String text) throws IOException {
        check(writeText(stream, text));
    }

    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    public void write(byte[] bytes, int offset, int count) throws IOException {
        InputStream.checkRange(offset, count, bytes.length);
        check(writeBytes(stream, bytes, offset, count));
    }

    public void flush() throws IOException {
        check(flush(stream));
    }

    public void close() throws IOException {
        flush();
    }
}
