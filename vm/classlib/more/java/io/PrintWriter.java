package java.io;

import java.nio.charset.Charset;
import java.util.Locale;

public class PrintWriter extends Writer {
    protected Writer out;
    private final boolean isAutoFlushed;
    private final PrintStream stream;
    private boolean isInTrouble;

    public PrintWriter(Writer out) {
        this(out, false);
    }

    public PrintWriter(Writer out, boolean isAutoFlushed) {
        super(out);
        this.out = out;
        this.isAutoFlushed = isAutoFlushed;
        this.stream = null;
    }

    public PrintWriter(OutputStream out) {
        this(out, false);
    }

    public PrintWriter(OutputStream out, boolean isAutoFlushed) {
        this(out, isAutoFlushed, Charset.defaultCharset());
    }

    public PrintWriter(OutputStream out, boolean isAutoFlushed, Charset charset) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, charset));
        this.lock = this.out;
        this.isAutoFlushed = isAutoFlushed;
        this.stream = out instanceof PrintStream ? (PrintStream) out : null;
    }

    private void requireOpen() throws IOException {
        if (out == null) throw new IOException("Stream closed");
    }

    private void put(String text) {
        write(text);
    }

    private void putLine(String text) {
        synchronized (lock) {
            print(text);
            write("\n");
            if (isAutoFlushed) flush();
        }
    }

    public void write(int c) {
        try {
            synchronized (lock) {
                requireOpen();
                out.write(c);
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void write(char[] chars, int offset, int count) {
        try {
            synchronized (lock) {
                requireOpen();
                out.write(chars, offset, count);
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void write(char[] buf) {
        write(buf, 0, buf.length);
    }

    public void write(String text, int offset, int count) {
        try {
            synchronized (lock) {
                requireOpen();
                out.write(text, offset, count);
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void write(String s) {
        write(s, 0, s.length());
    }

    public void flush() {
        try {
            synchronized (lock) {
                requireOpen();
                out.flush();
            }
        } catch (IOException failed) {
            isInTrouble = true;
        }
    }

    public void close() {
        synchronized (lock) {
            if (out == null) return;
            try {
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
        if (out instanceof PrintWriter) return isInTrouble || ((PrintWriter) out).checkError();
        return isInTrouble || stream != null && stream.checkError();
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

    public PrintWriter printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintWriter printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public PrintWriter format(String format, Object... arguments) {
        put(String.format(format, arguments));
        if (isAutoFlushed) flush();
        return this;
    }

    public PrintWriter format(Locale locale, String format, Object... arguments) {
        put(String.format(locale, format, arguments));
        if (isAutoFlushed) flush();
        return this;
    }

    public PrintWriter append(CharSequence text) {
        write(String.valueOf(text));
        return this;
    }

    public PrintWriter append(CharSequence text, int start, int end) {
        if (text == null) text = "null";
        return append(text.subSequence(start, end));
    }

    public PrintWriter append(char c) {
        write(c);
        return this;
    }
}
