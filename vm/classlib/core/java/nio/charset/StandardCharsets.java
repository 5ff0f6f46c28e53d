package java.nio.charset;

public final class StandardCharsets {
    public static final Charset US_ASCII = new Charset.Known("US-ASCII");
    public static final Charset ISO_8859_1 = new Charset.Known("ISO-8859-1");
    public static final Charset UTF_8 = new Charset.Known("UTF-8");
    public static final Charset UTF_16 = new Charset.Known("UTF-16");
    public static final Charset UTF_16BE = new Charset.Known("UTF-16BE");
    public static final Charset UTF_16LE = new Charset.Known("UTF-16LE");

    private StandardCharsets() {
    }
}
