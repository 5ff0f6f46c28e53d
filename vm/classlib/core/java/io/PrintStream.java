package java.io;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    private final boolean isAutoFlushed;
    /** Of UTF-16, behind its mark, the order of bytes. */
    private Charset charset;
    /** Where [out] takes text as it is, without a charset; else null. */
    private final StandardOutput standard;
    private boolean isInTrouble;
    private boolean isClosing;

    public PrintStream(OutputStream out) {
        this(out, false);
    }

    public PrintStream(OutputStream out, boolean isAutoFlushed) {
        this(out, isAutoFlushed, StandardCharsets.UTF_8);
    }

    public PrintStream(OutputStream out, boolean isAutoFlushed, String charset) throws UnsupportedEncodingException {
        this(out, isAutoFlushed, OutputStreamWriter.charset(charset));
    }

    public PrintStream(OutputStream out, boolean isAutoFlushed, Charset charset) {
        super(out);
        if (out == null) throw new NullPointerException("Null output stream");
        this.isAutoFlushed = isAutoFlushed;
        this.charset = charset;
        this.standard = null;
    }

    /** System.out and System.err, for System alone. 1: output, 2: error. */
    public static PrintStream ofVirtualMachine(int stream) {
        return new PrintStream(new StandardOutput(stream));
    }

    private PrintStream(StandardOutput out) {
        super(out);
        this.isAutoFlushed = false;
        this.charset = null;
        this.standard = out;
    }

    private void requireOpen() throws IOException {
        if (out == null) throw new IOException("Stream closed");
    }

    private void put(String text) {
        try {
            synchronized (this) {
                requireOpen();
                if (standard != null) {
                    standard.write(text);
                } else {
                    out.write(text.getBytes(charset));
                    if (charset == StandardCharsets.UTF_16 && !text.isEmpty()) charset = StandardCharsets.UTF_16BE;
                    if (isAutoFlushed) out.flush();
                }
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    /** In one piece, whoever else prints. */
    private void putLine(String text) {
        if (getClass() == PrintStream.class) {
            put((text == null ? "null" : text).concat("\n"));
        } else synchronized (this) {
            print(text);
            put("\n");
        }
    }

    public void write(int b) {
        try {
            synchronized (this) {
                requireOpen();
                out.write(b);
                if (isAutoFlushed && b == '\n') out.flush();
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void write(byte[] buf) throws IOException {
        write(buf, 0, buf.length);
    }

    public void write(byte[] bytes, int offset, int count) {
        try {
            synchronized (this) {
                requireOpen();
                out.write(bytes, offset, count);
                if (isAutoFlushed) out.flush();
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void writeBytes(byte[] buf) {
        write(buf, 0, buf.length);
    }

    public void flush() {
        try {
            synchronized (this) {
                requireOpen();
                out.flush();
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void close() {
        synchronized (this) {
            if (isClosing) return;
            isClosing = true;
            try {
                out.flush();
                out.close();
            } catch (IOException failed) {
                isInTrouble = true;
            }
            out = null;
        }
    }

    /** Flushes first. */
    public boolean checkError() {
        if (out != null) flush();
        return isInTrouble || out instanceof PrintStream && ((PrintStream) out).checkError();
    }

    protected void setError() {
        isInTrouble = true;
    }

    protected void clearError() {
        isInTrouble = false;
    }

    public void print(String text) {
        put(String.valueOf(text));
    }

    public void print(Object object) {
        put(String.valueOf(object));
    }

    public void print(char[] chars) {
        put(new String(chars));
    }

    public void print(boolean value) {
        put(String.valueOf(value));
    }

    public void print(char value) {
        put(String.valueOf(value));
    }

    public void print(int value) {
        put(String.valueOf(value));
    }

    public void print(long value) {
        put(String.valueOf(value));
    }

    public void print(float value) {
        put(String.valueOf(value));
    }

    public void print(double value) {
        put(String.valueOf(value));
    }

    public void println() {
        putLine("");
    }

    public void println(String text) {
        putLine(String.valueOf(text));
    }

    public void println(Object object) {
        putLine(String.valueOf(object));
    }

    public void println(char[] chars) {
        putLine(new String(chars));
    }

    public void println(boolean value) {
        putLine(String.valueOf(value));
    }

    public void println(char value) {
        putLine(String.valueOf(value));
    }

    public void println(int value) {
        putLine(String.valueOf(value));
    }

    public void println(long value) {
        putLine(String.valueOf(value));
    }

    public void println(float value) {
        putLine(String.valueOf(value));
    }

    public void println(double value) {
        putLine(String.valueOf(value));
    }

    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public PrintStream format(String format, Object... arguments) {
        put(String.format(format, arguments));
        return this;
    }

    public PrintStream format(Locale locale, String format, Object... arguments) {
        put(String.format(locale, format, arguments));
        return this;
    }

    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    public PrintStream append(CharSequence text, int start, int end) {
        if (text == null) text = "null";
        return append(text.subSequence(start, end));
    }

    public PrintStream append(char c) {
        print(c);
        return this;
    }
}
