package java.lang;

/** UTF-16 in bytes. Halves of pairs that stand alone, and bytes that are no whole character, become U+FFFD. */
final class Utf16 {
    private static final char REPLACEMENT = '\ufffd';
    private static final char MARK = '\ufeff';
    private static final char REVERSED_MARK = '\ufffe';

    private Utf16() {
    }

    static byte[] encode(char[] chars, int count, boolean isBig, boolean isMarked) {
        if (count == 0) return new byte[0];
        byte[] bytes = new byte[2 * count + (isMarked ? 2 : 0)];
        int length = isMarked ? put(bytes, 0, MARK, isBig) : 0;
        for (int i = 0; i < count; i++) {
            char c = chars[i];
            if (i + 1 < count && Character.isSurrogatePair(c, chars[i + 1])) {
                length = put(bytes, length, c, isBig);
                c = chars[++i];
            } else if (Character.isSurrogate(c)) {
                c = REPLACEMENT;
            }
            length = put(bytes, length, c, isBig);
        }
        return bytes;
    }

    private static int put(byte[] bytes, int at, char c, boolean isBig) {
        bytes[at] = (byte) (isBig ? c >> 8 : c);
        bytes[at + 1] = (byte) (isBig ? c : c >> 8);
        return at + 2;
    }

    private static char get(byte[] bytes, int at, boolean isBig) {
        int a = bytes[at] & 0xff;
        int b = bytes[at + 1] & 0xff;
        return (char) (isBig ? a << 8 | b : b << 8 | a);
    }

    /** Whether a mark at the start says that the low byte comes first. */
    static boolean isReversed(byte[] bytes, int offset, int count) {
        return count >= 2 && get(bytes, offset, true) == REVERSED_MARK;
    }

    static boolean hasMark(byte[] bytes, int offset, int count) {
        return count >= 2 && get(bytes, offset, true) == MARK || isReversed(bytes, offset, count);
    }

    /** How many characters they are, written to [chars]. */
    static int decode(byte[] bytes, int offset, int count, boolean isBig, char[] chars) {
        int length = 0;
        int end = offset + count;
        while (offset < end) {
            if (end - offset < 2) {
                chars[length++] = REPLACEMENT;
                break;
            }
            char c = get(bytes, offset, isBig);
            offset += 2;
            if (Character.isHighSurrogate(c) && end - offset < 2) {
                c = REPLACEMENT;
                offset = end;
            } else if (Character.isHighSurrogate(c)) {
                char low = get(bytes, offset, isBig);
                offset += 2;
                if (Character.isLowSurrogate(low)) {
                    chars[length++] = c;
                    c = low;
                } else {
                    c = REPLACEMENT;
                }
            } else if (Character.isSurrogate(c)) {
                c = REPLACEMENT;
            }
            chars[length++] = c;
        }
        return length;
    }
}
