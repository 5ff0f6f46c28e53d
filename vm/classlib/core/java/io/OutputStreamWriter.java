package java.io;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

public class OutputStreamWriter extends Writer {
    private static final int SIZE = 8192;

    private final Charset charset;
    private boolean isMarked;
    private OutputStream out;
    private final StringBuilder pending = new StringBuilder();

    public OutputStreamWriter(OutputStream out) {
        this(out, Charset.defaultCharset());
    }

    public OutputStreamWriter(OutputStream out, String charset) throws UnsupportedEncodingException {
        this(out, charset(charset));
    }

    public OutputStreamWriter(OutputStream out, Charset charset) {
        super(out);
        if (charset == null) throw new NullPointerException("charset");
        this.out = out;
        this.charset = charset;
    }

    static Charset charset(String name) throws UnsupportedEncodingException {
        if (name == null) throw new NullPointerException("charsetName");
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            throw new UnsupportedEncodingException(name);
        }
    }

    static String historicalName(Charset charset) {
        switch (charset.name()) {
            case "UTF-8": return "UTF8";
            case "US-ASCII": return "ASCII";
            case "ISO-8859-1": return "ISO8859_1";
            case "UTF-16BE": return "UnicodeBigUnmarked";
            case "UTF-16LE": return "UnicodeLittleUnmarked";
            default: return charset.name();
        }
    }

    public String getEncoding() {
        return out == null ? null : historicalName(charset);
    }

    private void requireOpen() throws IOException {
        if (out == null) throw new IOException("Stream closed");
    }

    /** The first half of a surrogate pair waits for the other. */
    private void drain(boolean isEnd) throws IOException {
        int count = pending.length();
        if (!isEnd && count > 0 && Character.isHighSurrogate(pending.charAt(count - 1))) count--;
        byte[] bytes = pending.substring(0, count).getBytes(isMarked ? StandardCharsets.UTF_16BE : charset);
        pending.delete(0, count);
        if (charset == StandardCharsets.UTF_16 && count > 0) isMarked = true;
        out.write(bytes, 0, bytes.length);
    }

    public void write(int c) throws IOException {
        synchronized (lock) {
            requireOpen();
            pending.append((char) c);
            if (pending.length() >= SIZE) drain(false);
        }
    }

    public void write(char[] cbuf, int offset, int count) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkBounds(offset, count, cbuf.length);
            pending.append(cbuf, offset, count);
            if (pending.length() >= SIZE) drain(false);
        }
    }

    public void write(String text, int offset, int count) throws IOException {
        synchronized (lock) {
            requireOpen();
            if (count < 0) throw new IndexOutOfBoundsException();
            pending.append(text.substring(offset, offset + count));
            if (pending.length() >= SIZE) drain(false);
        }
    }

    public void flush() throws IOException {
        synchronized (lock) {
            requireOpen();
            drain(false);
            out.flush();
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            if (out == null) return;
            try {
                drain(true);
            } finally {
                out.close();
                out = null;
            }
        }
    }
}
