package java.io;

import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;

public class SequenceInputStream extends InputStream {
    private final Enumeration<? extends InputStream> rest;
    /** The stream that is read, null behind the last. */
    private InputStream in;

    public SequenceInputStream(Enumeration<? extends InputStream> streams) {
        rest = streams;
        advance();
    }

    public SequenceInputStream(InputStream first, InputStream second) {
        this(Collections.enumeration(Arrays.asList(first, second)));
    }

    private void advance() {
        in = null;
        if (!rest.hasMoreElements()) return;
        in = rest.nextElement();
        if (in == null) throw new NullPointerException();
    }

    private void closeAndAdvance() throws IOException {
        in.close();
        advance();
    }

    public int available() throws IOException {
        return in == null ? 0 : in.available();
    }

    public int read() throws IOException {
        for (; in != null; closeAndAdvance()) {
            int b = in.read();
            if (b >= 0) return b;
        }
        return -1;
    }

    public int read(byte[] bytes, int from, int count) throws IOException {
        if (in == null) return -1;
        checkBounds(from, count, bytes.length);
        if (count == 0) return 0;
        for (; in != null; closeAndAdvance()) {
            int read = in.read(bytes, from, count);
            if (read > 0) return read;
        }
        return -1;
    }

    public void close() throws IOException {
        while (in != null) closeAndAdvance();
    }
}
