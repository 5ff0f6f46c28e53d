package java.io;

public abstract class InputStream implements Closeable {
    public InputStream() {
    }

    private static boolean isInBounds(int offset, int count, int length) {
        return (offset | count | length - count - offset) >= 0;
    }

    static void checkRange(int offset, int count, int length) {
        if (!isInBounds(offset, count, length))
            throw new IndexOutOfBoundsException(
                    "Range [" + offset + ", " + offset + " + " + count + ") out of bounds for length " + length);
    }

    /** For those whose exception says nothing. */
    static void checkBounds(int offset, int count, int length) {
        if (!isInBounds(offset, count, length)) throw new IndexOutOfBoundsException();
    }

    public static InputStream nullInputStream() {
        return new InputStream() {
            private volatile boolean isClosed;

            public int read() throws IOException {
                if (isClosed) throw new IOException("Stream closed");
                return -1;
            }

            public int available() throws IOException {
                return read() + 1;
            }

            public void close() {
                isClosed = true;
            }
        };
    }

    /** A byte of 0 to 255, -1 at the end. */
    public abstract int read() throws IOException;

    public int read(byte[] b) throws IOException {
        return read(b, 0, b.length);
    }

    public int read(byte[] b, int offset, int length) throws IOException {
        checkRange(offset, length, b.length);
        int count = 0;
        while (count < length) {
            int next;
            try {
                next = read();
            } catch (IOException broken) {
                if (count == 0) throw broken;
                break;
            }
            if (next < 0) return count == 0 ? -1 : count;
            b[offset + count++] = (byte) next;
        }
        return count;
    }

    public byte[] readAllBytes() throws IOException {
        return readNBytes(Integer.MAX_VALUE);
    }

    public byte[] readNBytes(int length) throws IOException {
        if (length < 0) throw new IllegalArgumentException("len < 0");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] part = new byte[Math.min(length, 8192)];
        while (all.size() < length) {
            int count = read(part, 0, Math.min(part.length, length - all.size()));
            if (count < 0) break;
            all.write(part, 0, count);
        }
        return all.toByteArray();
    }

    public int readNBytes(byte[] b, int offset, int length) throws IOException {
        checkRange(offset, length, b.length);
        int count = 0;
        while (count < length) {
            int more = read(b, offset + count, length - count);
            if (more < 0) break;
            count += more;
        }
        return count;
    }

    public long transferTo(OutputStream out) throws IOException {
        java.util.Objects.requireNonNull(out, "out");
        long transferred = 0;
        byte[] part = new byte[8192];
        for (int count; (count = read(part)) >= 0; transferred += count) out.write(part, 0, count);
        return transferred;
    }

    public long skip(long count) throws IOException {
        long rest = count;
        byte[] part = new byte[(int) Math.max(0, Math.min(2048, count))];
        while (rest > 0) {
            int more = read(part, 0, (int) Math.min(part.length, rest));
            if (more < 0) break;
            rest -= more;
        }
        return count < 0 ? 0 : count - rest;
    }

    public int available() throws IOException {
        return 0;
    }

    public void close() throws IOException {
    }

    public void mark(int limit) {
    }

    public void reset() throws IOException {
        throw new IOException("mark/reset not supported");
    }

    public boolean markSupported() {
        return false;
    }

    /** Skips so many, or throws EOFException. */
    public void skipNBytes(long count) throws IOException {
        while (count > 0) {
            long skipped = skip(count);
            if (skipped < 0 || skipped > count) throw new IOException("Unable to skip exactly");
            if (skipped == 0) {
                if (read() < 0) throw new EOFException();
                skipped = 1;
            }
            count -= skipped;
        }
    }
}
