package java.lang;

public class NumberFormatException extends IllegalArgumentException {
    public NumberFormatException() {
        super();
    }

    public NumberFormatException(String message) {
        super(message);
    }

    static NumberFormatException ofInput(String text, int radix) {
        return new NumberFormatException(
                "For input string: \"" + text + "\"" + (radix == 10 ? "" : " under radix " + radix));
    }

    /** As java's own library, which trims a text of a floating-point number before it looks at it. */
    static String trim(String text) {
        if (text == null) throw new NullPointerException("Cannot invoke \"String.trim()\" because \"in\" is null");
        return text.trim();
    }

    static NumberFormatException ofReal(String trimmed) {
        if (trimmed.isEmpty()) return new NumberFormatException("empty String");
        if (hasTwoPoints(trimmed)) return new NumberFormatException("multiple points");
        return ofInput(trimmed, 10);
    }

    /** Is the first thing that is no digit a point, and the next one too? */
    private static boolean hasTwoPoints(String text) {
        int at = text.charAt(0) == '+' || text.charAt(0) == '-' ? 1 : 0;
        int point = skipDigits(text, at), next = skipDigits(text, point + 1);
        return next < text.length() && text.charAt(point) == '.' && text.charAt(next) == '.';
    }

    private static int skipDigits(String text, int at) {
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        return at;
    }
}
