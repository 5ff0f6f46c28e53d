package java.lang;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

/** Strings to bytes and back. What a charset cannot say becomes '?', what is none of it U+FFFD. */
final class StringCoding {
    private static final char REPLACEMENT = '\ufffd';

    private StringCoding() {
    }

    static Charset charset(String name) throws UnsupportedEncodingException {
        if (name == null) throw new NullPointerException();
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException illegal) {
            throw new UnsupportedEncodingException(name);
        } catch (UnsupportedCharsetException unsupported) {
            throw new UnsupportedEncodingException(name);
        }
    }

    static byte[] encode(char[] chars, int count, Charset charset) {
        if (charset == StandardCharsets.UTF_8) return encodeUtf8(chars, count);
        if (isUtf16(charset))
            return Utf16.encode(chars, count, charset != StandardCharsets.UTF_16LE, charset == StandardCharsets.UTF_16);
        int most = charset == StandardCharsets.US_ASCII ? 0x7f : 0xff;
        byte[] bytes = new byte[count];
        int length = 0;
        for (int i = 0; i < count; i++) {
            char c = chars[i];
            if (i + 1 < count && Character.isSurrogatePair(c, chars[i + 1])) i++;
            bytes[length++] = (byte) (c <= most ? c : '?');
        }
        return part(bytes, length);
    }

    private static boolean isUtf16(Charset charset) {
        return charset == StandardCharsets.UTF_16 || charset == StandardCharsets.UTF_16BE || charset == StandardCharsets.UTF_16LE;
    }

    private static byte[] part(byte[] bytes, int length) {
        if (length == bytes.length) return bytes;
        byte[] part = new byte[length];
        System.arraycopy(bytes, 0, part, 0, length);
        return part;
    }

    private static byte[] encodeUtf8(char[] chars, int count) {
        byte[] bytes = new byte[count];
        int length = 0;
        while (length < count && chars[length] < 0x80) {
            bytes[length] = (byte) chars[length];
            length++;
        }
        if (length == count) return bytes;
        byte[] more = new byte[length + 3 * (count - length)];
        System.arraycopy(bytes, 0, more, 0, length);
        return part(more, encodeRest(chars, length, count, more));
    }

    private static int encodeRest(char[] chars, int from, int count, byte[] bytes) {
        int length = from;
        for (int i = from; i < count; i++) {
            int c = chars[i];
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else if (c < 0x800) {
                bytes[length++] = (byte) (0xc0 | c >> 6);
                bytes[length++] = (byte) (0x80 | c & 0x3f);
            } else if (i + 1 < count && Character.isSurrogatePair((char) c, chars[i + 1])) {
                c = Character.toCodePoint((char) c, chars[++i]);
                bytes[length++] = (byte) (0xf0 | c >> 18);
                bytes[length++] = (byte) (0x80 | c >> 12 & 0x3f);
                bytes[length++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[length++] = (byte) (0x80 | c & 0x3f);
            } else if (Character.isSurrogate((char) c)) {
                bytes[length++] = '?';
            } else {
                bytes[length++] = (byte) (0xe0 | c >> 12);
                bytes[length++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[length++] = (byte) (0x80 | c & 0x3f);
            }
        }
        return length;
    }

    static char[] decode(byte[] bytes, int offset, int count, Charset charset) {
        char[] chars = new char[count];
        int length = charset == StandardCharsets.UTF_8 ? decodeUtf8(bytes, offset, count, chars)
            : isUtf16(charset) ? decodeUtf16(bytes, offset, count, charset, chars)
            : decodeBytes(bytes, offset, count, charset, chars);
        if (length == count) return chars;
        char[] part = new char[length];
        System.arraycopy(chars, 0, part, 0, length);
        return part;
    }

    private static int decodeBytes(byte[] bytes, int offset, int count, Charset charset, char[] chars) {
        for (int i = 0; i < count; i++) {
            byte b = bytes[offset + i];
            chars[i] = b < 0 && charset == StandardCharsets.US_ASCII ? REPLACEMENT : (char) (b & 0xff);
        }
        return count;
    }

    private static int decodeUtf16(byte[] bytes, int offset, int count, Charset charset, char[] chars) {
        boolean isBig = charset != StandardCharsets.UTF_16LE;
        if (charset == StandardCharsets.UTF_16 && Utf16.hasMark(bytes, offset, count)) {
            isBig = !Utf16.isReversed(bytes, offset, count);
            offset += 2;
            count -= 2;
        }
        return Utf16.decode(bytes, offset, count, isBig, chars);
    }

    /** How many bytes follow a first one; -1: it is none. */
    private static int following(int first) {
        return first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
    }

    /** Whether [next] may stand after [first]: no longer forms than need be, no surrogates, nothing above U+10FFFF. */
    private static boolean isSecond(int first, int next) {
        int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int most = first == 0xf4 ? 0x8f : 0xbf;
        return next >= least && next <= most;
    }

    /** Each longest start of a character that is not gone on with is one replacement. */
    private static int decodeUtf8(byte[] bytes, int offset, int count, char[] chars) {
        int length = 0;
        int end = offset + count;
        for (int i = offset; i < end;) {
            int first = bytes[i++] & 0xff;
            if (first < 0x80) {
                chars[length++] = (char) first;
                continue;
            }
            int wanted = following(first);
            int c = first & 0x3f >> Math.max(wanted, 0);
            int found = 0;
            while (found < wanted && i < end) {
                int next = bytes[i] & 0xff;
                if (found == 0 ? !isSecond(first, next) : next >> 6 != 2) break;
                c = c << 6 | next & 0x3f;
                i++;
                found++;
            }
            if (found < wanted || wanted < 0 || c >= 0xd800 && c <= 0xdfff) {
                chars[length++] = REPLACEMENT;
            } else if (c < 0x10000) {
                chars[length++] = (char) c;
            } else {
                chars[length++] = Character.highSurrogate(c);
                chars[length++] = Character.lowSurrogate(c);
            }
        }
        return length;
    }
}
