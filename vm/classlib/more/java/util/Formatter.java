package java.util;

import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;

/** Formats as Locale.ROOT does, whatever the Locale. */
public final class Formatter implements Closeable, Flushable {
    private Appendable out;
    private final Locale locale;
    private IOException lastException;
    private boolean isClosed;

    public Formatter() {
        this(new StringBuilder());
    }

    public Formatter(Appendable out) {
        this(out, Locale.getDefault());
    }

    public Formatter(Locale locale) {
        this(new StringBuilder(), locale);
    }

    public Formatter(Appendable out, Locale locale) {
        this.out = out == null ? new StringBuilder() : out;
        this.locale = locale;
    }

    public Formatter(PrintStream out) {
        this((Appendable) Objects.requireNonNull(out));
    }

    public Formatter(OutputStream out) {
        this((Appendable) new OutputStreamWriter(out));
    }

    private void requireOpen() {
        if (isClosed) throw new FormatterClosedException();
    }

    public Locale locale() {
        requireOpen();
        return locale;
    }

    public Appendable out() {
        requireOpen();
        return out;
    }

    public IOException ioException() {
        return lastException;
    }

    public String toString() {
        requireOpen();
        return out.toString();
    }

    public void flush() {
        requireOpen();
        if (!(out instanceof Flushable)) return;
        try {
            ((Flushable) out).flush();
        } catch (IOException failed) {
            lastException = failed;
        }
    }

    public void close() {
        if (isClosed) return;
        isClosed = true;
        if (!(out instanceof Closeable)) return;
        try {
            ((Closeable) out).close();
        } catch (IOException failed) {
            lastException = failed;
        }
    }

    public Formatter format(Locale otherLocale, String format, Object... arguments) {
        return format(format, arguments);
    }

    public Formatter format(String format, Object... arguments) {
        requireOpen();
        ArrayList<Object> parts = parse(format);
        int ordinary = -1;
        int last = -1;
        for (Object part : parts) {
            if (part instanceof String) {
                put((String) part);
                continue;
            }
            FormatSpecifier specifier = (FormatSpecifier) part;
            if (specifier.index == FormatSpecifier.TEXT) {
                put(specifier.format(null));
                continue;
            }
            if (specifier.index == FormatSpecifier.ORDINARY) last = ++ordinary;
            else if (specifier.index != FormatSpecifier.PREVIOUS) last = specifier.index - 1;
            if (last < 0 || arguments != null && last > arguments.length - 1)
                throw new MissingFormatArgumentException(specifier.toString());
            put(specifier.format(arguments == null ? null : arguments[last]));
        }
        return this;
    }

    private void put(String text) {
        try {
            out.append(text);
        } catch (IOException failed) {
            lastException = failed;
        }
    }

    /** Strings and FormatSpecifiers; the whole is checked before anything is written. */
    private static ArrayList<Object> parse(String s) {
        ArrayList<Object> parts = new ArrayList<Object>();
        int length = s.length();
        for (int i = 0; i < length;) {
            int percent = s.indexOf('%', i);
            if (percent < 0) percent = length;
            if (percent > i) parts.add(s.substring(i, percent));
            if (percent == length) break;
            if (percent + 1 == length) throw new UnknownFormatConversionException("%");
            FormatSpecifier specifier = new FormatSpecifier(s, percent + 1);
            parts.add(specifier);
            i = specifier.end;
        }
        return parts;
    }
}
