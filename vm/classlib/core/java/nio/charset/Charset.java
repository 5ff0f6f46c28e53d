package java.nio.charset;

/** UTF-8, UTF-16, US-ASCII and ISO-8859-1; the default is UTF-8. */
public abstract class Charset implements Comparable<Charset> {
    private final String name;

    Charset(String name) {
        this.name = name;
    }

    /** One that strings know by identity. */
    static final class Known extends Charset {
        Known(String name) {
            super(name);
        }
    }

    public static Charset defaultCharset() {
        return StandardCharsets.UTF_8;
    }

    public static boolean isSupported(String name) {
        return find(name) != null;
    }

    public static Charset forName(String name) {
        Charset found = find(name);
        if (found == null) throw new UnsupportedCharsetException(name);
        return found;
    }

    private static Charset find(String name) {
        if (name == null) throw new IllegalArgumentException("Null charset name");
        if (!isLegal(name)) throw new IllegalCharsetNameException(name);
        switch (name.toUpperCase()) {
            case "UTF-8":
            case "UTF8":
            case "UNICODE-1-1-UTF-8":
                return StandardCharsets.UTF_8;
            case "US-ASCII":
            case "646":
            case "ANSI_X3.4-1968":
            case "ANSI_X3.4-1986":
            case "ASCII":
            case "IBM367":
            case "ISO646-US":
            case "ISO_646.IRV:1991":
            case "ASCII7":
            case "CP367":
            case "CSASCII":
            case "DEFAULT":
            case "ISO-IR-6":
            case "ISO_646.IRV:1983":
            case "US":
                return StandardCharsets.US_ASCII;
            case "ISO-8859-1":
            case "819":
            case "8859_1":
            case "IBM-819":
            case "IBM819":
            case "ISO8859-1":
            case "ISO8859_1":
            case "ISO_8859-1":
            case "ISO_8859-1:1987":
            case "ISO_8859_1":
            case "CP819":
            case "CSISOLATIN1":
            case "ISO-IR-100":
            case "L1":
            case "LATIN1":
                return StandardCharsets.ISO_8859_1;
            case "UTF-16":
            case "UTF_16":
            case "UNICODEBIG":
            case "UNICODE":
            case "UTF16":
                return StandardCharsets.UTF_16;
            case "UTF-16BE":
            case "ISO-10646-UCS-2":
            case "UTF_16BE":
            case "UNICODEBIGUNMARKED":
            case "X-UTF-16BE":
                return StandardCharsets.UTF_16BE;
            case "UTF-16LE":
            case "UTF_16LE":
            case "UNICODELITTLEUNMARKED":
            case "X-UTF-16LE":
                return StandardCharsets.UTF_16LE;
            default:
                return null;
        }
    }

    private static boolean isLegal(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean isWord = c < 128 && Character.isLetterOrDigit(c);
            if (!isWord && (i == 0 || "-+:_.".indexOf(c) < 0)) return false;
        }
        return !name.isEmpty();
    }

    public final String name() {
        return name;
    }

    public String displayName() {
        return name;
    }

    public boolean canEncode() {
        return true;
    }

    public final int compareTo(Charset that) {
        return name.compareToIgnoreCase(that.name);
    }

    public final boolean equals(Object other) {
        return other instanceof Charset && name.equals(((Charset) other).name);
    }

    public final int hashCode() {
        return name.hashCode();
    }

    public final String toString() {
        return name;
    }
}
