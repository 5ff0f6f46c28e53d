package java.lang;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Formatter;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

public final class String implements CharSequence, Comparable<String>, java.io.Serializable {
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = new CaseInsensitive();

    /** UTF-16; the VM reads it. */
    private final char[] value;
    private int hash;

    private static final class CaseInsensitive implements Comparator<String>, java.io.Serializable {
        public int compare(String s1, String s2) {
            return String.compareFolded(s1, s2);
        }
    }

    public String() {
        value = new char[0];
    }

    public String(String original) {
        value = original.value;
        hash = original.hash;
    }

    public String(char[] value) {
        this(value, 0, value.length);
    }

    public String(char[] value, int offset, int count) {
        checkRange(offset, count, value.length);
        this.value = new char[count];
        System.arraycopy(value, offset, this.value, 0, count);
    }

    public String(int[] codePoints, int offset, int count) {
        checkRange(offset, count, codePoints.length);
        StringBuilder text = new StringBuilder(count);
        for (int i = offset; i < offset + count; i++) {
            if (!Character.isValidCodePoint(codePoints[i]))
                throw new IllegalArgumentException(Integer.toString(codePoints[i]));
            text.appendCodePoint(codePoints[i]);
        }
        value = text.toString().value;
    }

    public String(StringBuilder builder) {
        this(builder.toString());
    }

    public String(StringBuffer buffer) {
        this(buffer.toString());
    }

    public String(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public String(byte[] bytes, int offset, int count) {
        this(bytes, offset, count, Charset.defaultCharset());
    }

    public String(byte[] bytes, Charset charset) {
        this(bytes, 0, bytes.length, charset);
    }

    public String(byte[] bytes, int offset, int count, Charset charset) {
        if (charset == null) throw new NullPointerException("charset");
        checkRange(offset, count, bytes.length);
        value = StringCoding.decode(bytes, offset, count, charset);
    }

    public String(byte[] bytes, String charset) throws UnsupportedEncodingException {
        this(bytes, 0, bytes.length, StringCoding.charset(charset));
    }

    public String(byte[] bytes, int offset, int count, String charset) throws UnsupportedEncodingException {
        this(bytes, offset, count, StringCoding.charset(charset));
    }

    /** Of characters whose high byte is [high]. */
    @Deprecated
    public String(byte[] ascii, int high, int offset, int count) {
        checkRange(offset, count, ascii.length);
        value = new char[count];
        for (int i = 0; i < count; i++) value[i] = (char) (high << 8 | ascii[offset + i] & 0xff);
    }

    @Deprecated
    public String(byte[] ascii, int high) {
        this(ascii, high, 0, ascii.length);
    }

    private String(char[] value, boolean isOwned) {
        this.value = value;
    }

    /** Of characters that nobody else will ever change. */
    static String owning(char[] value) {
        return new String(value, true);
    }

    static void checkRange(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count)
            throw new StringIndexOutOfBoundsException(
                    "offset " + offset + ", count " + count + ", length " + length);
    }

    private static void checkBounds(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length)
            throw new StringIndexOutOfBoundsException(
                    "begin " + begin + ", end " + end + ", length " + length);
    }

    public int length() {
        return value.length;
    }

    public boolean isEmpty() {
        return value.length == 0;
    }

    public boolean isBlank() {
        return stripStart() == value.length;
    }

    public char charAt(int index) {
        if (index < 0 || index >= value.length) throw wrongIndex(index);
        return value[index];
    }

    /** In java's words, which depend on the characters. */
    private StringIndexOutOfBoundsException wrongIndex(int index) {
        for (char c : value)
            if (c > 255) return new StringIndexOutOfBoundsException("index " + index + ", length " + value.length);
        return new StringIndexOutOfBoundsException(index);
    }

    public int codePointAt(int index) {
        if (index < 0 || index >= value.length)
            throw new StringIndexOutOfBoundsException("index " + index + ", length " + value.length);
        return Character.codePointAt(value, index);
    }

    public int codePointBefore(int index) {
        if (index < 1 || index > value.length) throw new StringIndexOutOfBoundsException(index);
        return Character.codePointBefore(value, index);
    }

    public int codePointCount(int begin, int end) {
        return Character.codePointCount(this, begin, end);
    }

    public int offsetByCodePoints(int index, int offset) {
        return Character.offsetByCodePoints(this, index, offset);
    }

    void copyTo(char[] target, int to) {
        System.arraycopy(value, 0, target, to, value.length);
    }

    public void getChars(int begin, int end, char[] dst, int to) {
        checkBounds(begin, end, value.length);
        checkRange(to, end - begin, dst.length);
        System.arraycopy(value, begin, dst, to, end - begin);
    }

    public char[] toCharArray() {
        char[] copy = new char[value.length];
        System.arraycopy(value, 0, copy, 0, value.length);
        return copy;
    }

    /** The low bytes. */
    @Deprecated
    public void getBytes(int begin, int end, byte[] target, int at) {
        checkBounds(begin, end, value.length);
        if (target == null) throw new NullPointerException();
        checkRange(at, end - begin, target.length);
        for (int i = begin; i < end; i++) target[at++] = (byte) value[i];
    }

    public byte[] getBytes() {
        return getBytes(Charset.defaultCharset());
    }

    public byte[] getBytes(Charset charset) {
        if (charset == null) throw new NullPointerException();
        return StringCoding.encode(value, value.length, charset);
    }

    public byte[] getBytes(String charset) throws UnsupportedEncodingException {
        return getBytes(StringCoding.charset(charset));
    }

    public boolean equals(Object other) {
        if (this == other) return true;
        if (!(other instanceof String)) return false;
        char[] a = value;
        char[] b = ((String) other).value;
        if (a.length != b.length) return false;
        for (int i = 0; i < a.length; i++)
            if (a[i] != b[i]) return false;
        return true;
    }

    public boolean contentEquals(CharSequence cs) {
        return cs.length() == value.length && equals(cs.toString());
    }

    public boolean contentEquals(StringBuffer sb) {
        return contentEquals((CharSequence) sb);
    }

    private static int fold(int c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    public boolean equalsIgnoreCase(String other) {
        return this == other || other != null && other.value.length == value.length
                && regionMatches(true, 0, other, 0, value.length);
    }

    public int hashCode() {
        int h = hash;
        if (h == 0) {
            for (int i = 0; i < value.length; i++) h = 31 * h + value[i];
            hash = h;
        }
        return h;
    }

    public int compareTo(String anotherString) {
        int shorter = Math.min(value.length, anotherString.value.length);
        for (int i = 0; i < shorter; i++)
            if (value[i] != anotherString.value[i]) return value[i] - anotherString.value[i];
        return value.length - anotherString.value.length;
    }

    public int compareToIgnoreCase(String str) {
        return compareFolded(this, str);
    }

    private static int compareFolded(String s1, String s2) {
        return compareFolded(s1.value, 0, s1.value.length, s2.value, 0, s2.value.length);
    }

    private static int compareFolded(char[] a, int from, int end, char[] b, int otherFrom, int otherEnd) {
        int excess = end - from - (otherEnd - otherFrom);
        int last = excess > 0 ? end - excess : end;
        for (int i = from, j = otherFrom; i < last; i++, j++) {
            if (a[i] == b[j]) continue;
            int difference = fold(a[i]) - fold(b[j]);
            if (difference != 0 && (Character.isSurrogate(a[i]) || Character.isSurrogate(b[j])))
                difference = fold(codePointOf(a, i, from, end)) - fold(codePointOf(b, j, otherFrom, otherEnd));
            if (difference != 0) return difference;
        }
        return excess;
    }

    /** That the char is one or the other half of, or itself. */
    private static int codePointOf(char[] text, int index, int from, int end) {
        boolean isSecond = index > from && Character.isSurrogatePair(text[index - 1], text[index]);
        return Character.codePointAt(text, isSecond ? index - 1 : index, end);
    }

    public boolean regionMatches(int offset, String other, int from, int length) {
        return regionMatches(false, offset, other, from, length);
    }

    public boolean regionMatches(boolean ignoresCase, int offset, String other, int from, int length) {
        if (offset < 0 || from < 0 || offset > (long) value.length - length || from > (long) other.value.length - length)
            return false;
        if (ignoresCase) return compareFolded(value, offset, offset + length, other.value, from, from + length) == 0;
        for (int i = 0; i < length; i++)
            if (value[offset + i] != other.value[from + i]) return false;
        return true;
    }

    private static boolean matches(char[] text, int count, char[] part, int offset) {
        if (offset < 0 || offset > count - part.length) return false;
        for (int i = 0; i < part.length; i++)
            if (text[offset + i] != part[i]) return false;
        return true;
    }

    public boolean startsWith(String prefix) {
        return prefix.length() <= value.length && matches(value, value.length, prefix.value, 0);
    }

    public boolean startsWith(String prefix, int offset) {
        return prefix.length() <= value.length && matches(value, value.length, prefix.value, offset);
    }

    public boolean endsWith(String suffix) {
        return startsWith(suffix, value.length - suffix.length());
    }

    public boolean contains(CharSequence s) {
        return indexOf(s.toString()) >= 0;
    }

    public int indexOf(int c) {
        return indexOf(c, 0);
    }

    public int indexOf(int c, int from) {
        if (Character.isSupplementaryCodePoint(c)) return indexOf(Character.toString(c), from);
        for (int i = Math.max(from, 0); i < value.length; i++)
            if (value[i] == c) return i;
        return -1;
    }

    public int indexOf(String part) {
        return indexOf(value, value.length, part, 0);
    }

    public int indexOf(String part, int from) {
        return indexOf(value, value.length, part, from);
    }

    static int indexOf(char[] text, int count, String tgtStr, int from) {
        char[] sought = tgtStr.value;
        if (sought.length == 0) return Math.min(Math.max(from, 0), count);
        char first = sought[0];
        for (int i = Math.max(from, 0); i <= count - sought.length; i++)
            if (text[i] == first && matches(text, count, sought, i)) return i;
        return -1;
    }

    public int lastIndexOf(int c) {
        return lastIndexOf(c, value.length - 1);
    }

    public int lastIndexOf(int c, int from) {
        if (Character.isSupplementaryCodePoint(c)) return lastIndexOf(Character.toString(c), from);
        for (int i = Math.min(from, value.length - 1); i >= 0; i--)
            if (value[i] == c) return i;
        return -1;
    }

    public int lastIndexOf(String part) {
        return lastIndexOf(value, value.length, part, value.length);
    }

    public int lastIndexOf(String part, int from) {
        return lastIndexOf(value, value.length, part, from);
    }

    static int lastIndexOf(char[] text, int count, String tgtStr, int from) {
        char[] sought = tgtStr.value;
        for (int i = Math.min(from, count - sought.length); i >= 0; i--)
            if (matches(text, count, sought, i)) return i;
        return -1;
    }

    public String substring(int begin) {
        return substring(begin, value.length);
    }

    public String substring(int begin, int end) {
        checkBounds(begin, end, value.length);
        return begin == 0 && end == value.length ? this : new String(value, begin, end - begin);
    }

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public String concat(String str) {
        if (str.isEmpty()) return this;
        char[] both = new char[value.length + str.value.length];
        copyTo(both, 0);
        str.copyTo(both, value.length);
        return owning(both);
    }

    public String replace(char from, char to) {
        if (from == to || indexOf(from) < 0) return this;
        char[] copy = toCharArray();
        for (int i = 0; i < copy.length; i++)
            if (copy[i] == from) copy[i] = to;
        return owning(copy);
    }

    public String replace(CharSequence target, CharSequence replacement) {
        String part = target.toString();
        String by = replacement.toString();
        int i = indexOf(part);
        if (i < 0) return this;
        StringBuilder result = new StringBuilder();
        int start = 0;
        for (; i >= 0; i = indexOf(part, Math.max(start, i + 1))) {
            result.append(this, start, i).append(by);
            start = i + part.length();
            if (i == value.length) break;
        }
        return result.append(this, start, value.length).toString();
    }

    public boolean matches(String pattern) {
        return Pattern.matches(pattern, this);
    }

    public String replaceFirst(String pattern, String by) {
        return Pattern.compile(pattern).matcher(this).replaceFirst(by);
    }

    public String replaceAll(String pattern, String by) {
        return Pattern.compile(pattern).matcher(this).replaceAll(by);
    }

    public String[] split(String pattern) {
        return split(pattern, 0);
    }

    /** The one character that a pattern stands for without being more than that; -1: it is another. */
    private static int plainCharacter(String regex) {
        int length = regex.length();
        if (length == 0 || length > 2) return -1;
        char last = regex.value[length - 1];
        boolean isPlain = length == 1 ? "\\.$|()[{^?*+".indexOf(last) < 0
            : regex.value[0] == '\\' && last < 128 && !Character.isLetterOrDigit(last);
        return isPlain && !Character.isSurrogate(last) ? last : -1;
    }

    private String[] split(char separator, int limit) {
        ArrayList<String> parts = new ArrayList<String>();
        int begin = 0;
        for (int end; (limit <= 0 || parts.size() < limit - 1) && (end = indexOf(separator, begin)) >= 0; begin = end + 1)
            parts.add(substring(begin, end));
        if (begin == 0) return new String[] {this};
        parts.add(substring(begin));
        int count = parts.size();
        while (limit == 0 && count > 0 && parts.get(count - 1).isEmpty()) count--;
        return parts.subList(0, count).toArray(new String[count]);
    }

    public String[] split(String pattern, int limit) {
        int separator = plainCharacter(pattern);
        return separator < 0 ? Pattern.compile(pattern).split(this, limit) : split((char) separator, limit);
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) result.append(between);
            result.append(elements[i]);
        }
        return result.toString();
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> parts) {
        if (delimiter == null || parts == null) throw new NullPointerException();
        String between = delimiter.toString();
        StringBuilder result = new StringBuilder();
        Iterator<? extends CharSequence> rest = parts.iterator();
        while (rest.hasNext()) {
            result.append(rest.next());
            if (rest.hasNext()) result.append(between);
        }
        return result.toString();
    }

    public String toLowerCase() {
        return StringCase.toLowerCase(this);
    }

    /** Of the languages whose rules differ, Turkish, Azeri and Lithuanian, there are no Locales here. */
    public String toLowerCase(Locale locale) {
        if (locale == null) throw new NullPointerException();
        return toLowerCase();
    }

    public String toUpperCase() {
        return StringCase.toUpperCase(this);
    }

    public String toUpperCase(Locale locale) {
        if (locale == null) throw new NullPointerException();
        return toUpperCase();
    }

    public String trim() {
        int begin = 0;
        int end = value.length;
        while (begin < end && value[begin] <= ' ') begin++;
        while (begin < end && value[end - 1] <= ' ') end--;
        return substring(begin, end);
    }

    private int stripStart() {
        int start = 0;
        while (start < value.length && Character.isWhitespace(value[start])) start++;
        return start;
    }

    private int stripEnd() {
        int end = value.length;
        while (end > 0 && Character.isWhitespace(value[end - 1])) end--;
        return end;
    }

    public String strip() {
        int start = stripStart();
        return start == value.length ? "" : substring(start, stripEnd());
    }

    public String stripLeading() {
        return substring(stripStart());
    }

    public String stripTrailing() {
        return substring(0, stripEnd());
    }

    public String stripIndent() {
        return TextBlock.stripIndent(this);
    }

    public String translateEscapes() {
        return TextBlock.translateEscapes(this);
    }

    public String indent(int count) {
        return TextBlock.indent(this, count);
    }

    public <R> R transform(Function<? super String, ? extends R> f) {
        return f.apply(this);
    }

    public String repeat(int count) {
        if (count < 0) throw new IllegalArgumentException("count is negative: " + count);
        if (count == 1) return this;
        if ((long) value.length * count > Integer.MAX_VALUE)
            throw new OutOfMemoryError("Required length exceeds implementation limit");
        char[] result = new char[value.length * count];
        for (int i = 0; i < count; i++) copyTo(result, i * value.length);
        return owning(result);
    }

    public native String intern();

    public String toString() {
        return this;
    }

    public static String format(String format, Object... arguments) {
        return new Formatter().format(format, arguments).toString();
    }

    public static String format(Locale locale, String format, Object... arguments) {
        return new Formatter(locale).format(format, arguments).toString();
    }

    public String formatted(Object... arguments) {
        return new Formatter().format(this, arguments).toString();
    }

    public static String valueOf(Object object) {
        return object == null ? "null" : object.toString();
    }

    public static String valueOf(char[] chars) {
        return new String(chars);
    }

    public static String valueOf(char[] chars, int offset, int count) {
        return new String(chars, offset, count);
    }

    public static String copyValueOf(char[] chars) {
        return new String(chars);
    }

    public static String copyValueOf(char[] chars, int offset, int count) {
        return new String(chars, offset, count);
    }

    public static String valueOf(boolean value) {
        return value ? "true" : "false";
    }

    public static String valueOf(char value) {
        return owning(new char[] {value});
    }

    public static String valueOf(int value) {
        return Integer.toString(value);
    }

    public static String valueOf(long value) {
        return Long.toString(value);
    }

    public static String valueOf(float value) {
        return Float.toString(value);
    }

    public static String valueOf(double value) {
        return Double.toString(value);
    }
}
