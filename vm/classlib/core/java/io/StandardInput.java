package java.io;

/** What the process reads from, by the VM. For System alone. */
public final class StandardInput extends InputStream {
    private byte[] buffer;
    private int start;
    private int end;
    private boolean isClosed;

    /** Waits for at least one byte; -1 at the end, -2 when the system refuses. */
    private static native int readBytes(byte[] bytes);

    /** What can be read without waiting. */
    private static native int availableBytes();

    private void requireOpen() throws IOException {
        if (isClosed) throw new IOException("Stream closed");
    }

    private boolean fill() throws IOException {
        requireOpen();
        if (start < end) return true;
        if (buffer == null) buffer = new byte[8192];
        int count = readBytes(buffer);
        if (count == -2) throw new IOException("Read error");
        start = 0;
        end = Math.max(count, 0);
        return end > 0;
    }

    public synchronized int read() throws IOException {
        return fill() ? buffer[start++] & 0xff : -1;
    }

    public synchronized int read(byte[] b, int offset, int length) throws IOException {
        checkBounds(offset, length, b.length);
        if (length == 0) return 0;
        if (!fill()) return -1;
        int count = 0;
        do {
            int part = Math.min(length - count, end - start);
            System.arraycopy(buffer, start, b, offset + count, part);
            start += part;
            count += part;
        } while (count < length && available() > 0 && fill());
        return count;
    }

    public synchronized int available() throws IOException {
        requireOpen();
        return end - start + availableBytes();
    }

    public synchronized void close() {
        isClosed = true;
    }
}
