package java.lang;

/** Upper and lower case of whole strings, where one character may become several. */
final class StringCase {
    private static final char SIGMA = '\u03a3';

    private StringCase() {
    }

    static String toLowerCase(String text) {
        int length = text.length();
        int i = 0;
        while (i < length && isUnchanged(text.charAt(i), 'A', 'Z')) i++;
        if (i == length) return text;
        StringBuilder result = new StringBuilder(length).append(text, 0, i);
        while (i < length) {
            int c = text.codePointAt(i);
            if (c == SIGMA) result.append(isFinal(text, i) ? '\u03c2' : '\u03c3');
            else if (c == '\u0130') result.append("i\u0307");
            else result.appendCodePoint(Character.toLowerCase(c));
            i += Character.charCount(c);
        }
        return result.toString();
    }

    static String toUpperCase(String text) {
        int length = text.length();
        int i = 0;
        while (i < length && isUnchanged(text.charAt(i), 'a', 'z')) i++;
        if (i == length) return text;
        StringBuilder result = new StringBuilder(length).append(text, 0, i);
        while (i < length) {
            int c = text.codePointAt(i);
            int upper = Character.toUpperCase(c);
            boolean mayBeLong = c >= '\u00df' && c <= '\uffff' && (upper == c || c >= '\u1f00' && c <= '\u1fff');
            String longer = mayBeLong ? CharacterData.longUpperCase((char) c) : null;
            if (longer != null) result.append(longer);
            else result.appendCodePoint(upper);
            i += Character.charCount(c);
        }
        return result.toString();
    }

    private static boolean isUnchanged(char c, char first, char last) {
        return c < 128 && (c < first || c > last);
    }

    private static boolean isCased(int c) {
        return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
    }

    /** What the rule of the final sigma looks through. */
    private static boolean isIgnorable(int c) {
        switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK:
            case Character.ENCLOSING_MARK:
            case Character.FORMAT:
            case Character.MODIFIER_LETTER:
            case Character.MODIFIER_SYMBOL:
                return true;
            default:
                return "'.:\u00b7\u2018\u2019\u2024\u2027".indexOf(c) >= 0;
        }
    }

    /** Sigma is final after a cased letter that no other follows. */
    private static boolean isFinal(String text, int index) {
        int before = index;
        while (before > 0 && isIgnorable(text.codePointBefore(before)))
            before -= Character.charCount(text.codePointBefore(before));
        if (before == 0 || !isCased(text.codePointBefore(before))) return false;
        int after = index + 1;
        while (after < text.length() && isIgnorable(text.codePointAt(after)))
            after += Character.charCount(text.codePointAt(after));
        return after == text.length() || !isCased(text.codePointAt(after));
    }
}
