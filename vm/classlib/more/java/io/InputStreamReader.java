package java.io;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

public class InputStreamReader extends Reader {
    private final Charset charset;
    /** The same; of UTF-16, behind its start, the order of bytes that it tells. */
    private Charset order;
    private InputStream in;
    private final byte[] bytes = new byte[8192];
    private int byteCount;
    private String text = "";
    private int next;

    public InputStreamReader(InputStream in) {
        this(in, Charset.defaultCharset());
    }

    public InputStreamReader(InputStream in, String charset) throws UnsupportedEncodingException {
        this(in, OutputStreamWriter.charset(charset));
    }

    public InputStreamReader(InputStream in, Charset charset) {
        super(in);
        if (charset == null) throw new NullPointerException("charset");
        this.in = in;
        this.charset = charset;
        order = charset;
    }

    public String getEncoding() {
        return in == null ? null : OutputStreamWriter.historicalName(charset);
    }

    private void requireOpen() throws IOException {
        if (in == null) throw new IOException("Stream closed");
    }

    /** How many of the bytes end with a whole character. */
    private int wholeBytes() {
        if (order.name().startsWith("UTF-16")) return wholePairs();
        if (order != StandardCharsets.UTF_8) return byteCount;
        int first = byteCount - 1;
        while (first > byteCount - 4 && first > 0 && bytes[first] >> 6 == -2) first--;
        int lead = bytes[first] & 0xff;
        int length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        return first + length > byteCount ? first : byteCount;
    }

    /** Of halves that come first, two are taken for a pair that is none. */
    private int wholePairs() {
        int whole = byteCount & -2;
        int high = order == StandardCharsets.UTF_16LE ? whole - 1 : whole - 2;
        int alone = 0;
        while (high - alone >= 0 && (bytes[high - alone] & 0xfc) == 0xd8) alone += 2;
        return whole - alone % 4;
    }

    /** At the start of UTF-16. */
    private void readMark() {
        boolean isReversed = bytes[0] == -1 && bytes[1] == -2;
        boolean isMarked = isReversed || bytes[0] == -2 && bytes[1] == -1;
        order = isReversed ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
        if (!isMarked) return;
        byteCount -= 2;
        System.arraycopy(bytes, 2, bytes, 0, byteCount);
    }

    /** Whether there is a character to read. */
    private boolean fill() throws IOException {
        while (next == text.length()) {
            int count = in.read(bytes, byteCount, bytes.length - byteCount);
            if (count < 0 && byteCount == 0) return false;
            byteCount += Math.max(count, 0);
            if (order == StandardCharsets.UTF_16 && byteCount >= 2) readMark();
            if (count < 0 && charset == StandardCharsets.UTF_16) order = StandardCharsets.UTF_16BE; /* Java forgets the mark */
            int whole = count < 0 ? byteCount : wholeBytes();
            text = new String(bytes, 0, whole, order);
            next = 0;
            byteCount -= whole;
            System.arraycopy(bytes, whole, bytes, 0, byteCount);
        }
        return true;
    }

    public int read() throws IOException {
        synchronized (lock) {
            requireOpen();
            return fill() ? text.charAt(next++) : -1;
        }
    }

    public int read(char[] cbuf, int offset, int length) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkBounds(offset, length, cbuf.length);
            if (length == 0) return 0;
            if (!fill()) return -1;
            int count = Math.min(length, text.length() - next);
            text.getChars(next, next + count, cbuf, offset);
            next += count;
            return count;
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            requireOpen();
            return next < text.length() || in.available() > 0;
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            if (in != null) in.close();
            in = null;
        }
    }
}
