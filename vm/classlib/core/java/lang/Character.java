package java.lang;

/** Of the version of Unicode that Java 17 knows (CharacterTable). */
public final class Character implements Comparable<Character>, java.io.Serializable {
    @SuppressWarnings("unchecked")
    public static final Class<Character> TYPE = (Class<Character>) char[].class.getComponentType();
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uffff';
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final char MIN_HIGH_SURROGATE = '\ud800';
    public static final char MAX_HIGH_SURROGATE = '\udbff';
    public static final char MIN_LOW_SURROGATE = '\udc00';
    public static final char MAX_LOW_SURROGATE = '\udfff';
    public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
    public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
    public static final int MIN_CODE_POINT = 0;
    public static final int MAX_CODE_POINT = 0x10ffff;

    public static final byte UNASSIGNED = 0;
    public static final byte UPPERCASE_LETTER = 1;
    public static final byte LOWERCASE_LETTER = 2;
    public static final byte TITLECASE_LETTER = 3;
    public static final byte MODIFIER_LETTER = 4;
    public static final byte OTHER_LETTER = 5;
    public static final byte NON_SPACING_MARK = 6;
    public static final byte ENCLOSING_MARK = 7;
    public static final byte COMBINING_SPACING_MARK = 8;
    public static final byte DECIMAL_DIGIT_NUMBER = 9;
    public static final byte LETTER_NUMBER = 10;
    public static final byte OTHER_NUMBER = 11;
    public static final byte SPACE_SEPARATOR = 12;
    public static final byte LINE_SEPARATOR = 13;
    public static final byte PARAGRAPH_SEPARATOR = 14;
    public static final byte CONTROL = 15;
    public static final byte FORMAT = 16;
    public static final byte PRIVATE_USE = 18;
    public static final byte SURROGATE = 19;
    public static final byte DASH_PUNCTUATION = 20;
    public static final byte START_PUNCTUATION = 21;
    public static final byte END_PUNCTUATION = 22;
    public static final byte CONNECTOR_PUNCTUATION = 23;
    public static final byte OTHER_PUNCTUATION = 24;
    public static final byte MATH_SYMBOL = 25;
    public static final byte CURRENCY_SYMBOL = 26;
    public static final byte MODIFIER_SYMBOL = 27;
    public static final byte OTHER_SYMBOL = 28;
    public static final byte INITIAL_QUOTE_PUNCTUATION = 29;
    public static final byte FINAL_QUOTE_PUNCTUATION = 30;

    /** Filled when first asked for: of 0 to 127 there is one each. */
    private static final Character[] CACHE = new Character[128];

    private final char value;

    public Character(char value) {
        this.value = value;
    }

    public static Character valueOf(char c) {
        if (c >= CACHE.length) return new Character(c);
        Character cached = CACHE[c];
        return cached != null ? cached : cached(c);
    }

    private static synchronized Character cached(char c) {
        if (CACHE[c] == null) CACHE[c] = new Character(c);
        return CACHE[c];
    }

    public char charValue() {
        return value;
    }

    public static int hashCode(char c) {
        return c;
    }

    public int hashCode() {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Character && ((Character) other).value == value;
    }

    public int compareTo(Character anotherCharacter) {
        return value - anotherCharacter.value;
    }

    public static int compare(char a, char b) {
        return a - b;
    }

    public static char reverseBytes(char c) {
        return (char) (c << 8 | c >> 8);
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(char c) {
        return String.valueOf(c);
    }

    public static String toString(int codePoint) {
        return new String(toChars(codePoint));
    }

    public static boolean isValidCodePoint(int c) {
        return c >= 0 && c <= MAX_CODE_POINT;
    }

    public static boolean isBmpCodePoint(int c) {
        return c >>> 16 == 0;
    }

    public static boolean isSupplementaryCodePoint(int c) {
        return c >= MIN_SUPPLEMENTARY_CODE_POINT && c <= MAX_CODE_POINT;
    }

    public static boolean isHighSurrogate(char c) {
        return c >= MIN_HIGH_SURROGATE && c <= MAX_HIGH_SURROGATE;
    }

    public static boolean isLowSurrogate(char c) {
        return c >= MIN_LOW_SURROGATE && c <= MAX_LOW_SURROGATE;
    }

    public static boolean isSurrogate(char c) {
        return c >= MIN_SURROGATE && c <= MAX_SURROGATE;
    }

    public static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    public static int charCount(int c) {
        return c >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    public static int toCodePoint(char high, char low) {
        return (high << 10) + low + (MIN_SUPPLEMENTARY_CODE_POINT - (MIN_HIGH_SURROGATE << 10) - MIN_LOW_SURROGATE);
    }

    public static char highSurrogate(int c) {
        return (char) ((c >>> 10) + (MIN_HIGH_SURROGATE - (MIN_SUPPLEMENTARY_CODE_POINT >>> 10)));
    }

    public static char lowSurrogate(int c) {
        return (char) ((c & 0x3ff) + MIN_LOW_SURROGATE);
    }

    private static void checkCodePoint(int c) {
        if (!isValidCodePoint(c))
            throw new IllegalArgumentException(
                    "Not a valid Unicode code point: 0x" + Integer.toHexString(c).toUpperCase());
    }

    public static char[] toChars(int c) {
        checkCodePoint(c);
        if (isBmpCodePoint(c)) return new char[] {(char) c};
        return new char[] {highSurrogate(c), lowSurrogate(c)};
    }

    public static int toChars(int c, char[] dst, int index) {
        checkCodePoint(c);
        if (isBmpCodePoint(c)) {
            dst[index] = (char) c;
            return 1;
        }
        dst[index + 1] = lowSurrogate(c);
        dst[index] = highSurrogate(c);
        return 2;
    }

    public static int codePointAt(CharSequence seq, int index) {
        char c = seq.charAt(index);
        if (isHighSurrogate(c) && index + 1 < seq.length()) {
            char low = seq.charAt(index + 1);
            if (isLowSurrogate(low)) return toCodePoint(c, low);
        }
        return c;
    }

    private static int codePointOf(char[] text, int index, int limit) {
        char c = text[index];
        if (isHighSurrogate(c) && index + 1 < limit && isLowSurrogate(text[index + 1]))
            return toCodePoint(c, text[index + 1]);
        return c;
    }

    public static int codePointAt(char[] a, int index) {
        return codePointOf(a, index, a.length);
    }

    public static int codePointAt(char[] a, int index, int limit) {
        if (index >= limit || limit < 0 || limit > a.length) throw new IndexOutOfBoundsException();
        return codePointOf(a, index, limit);
    }

    public static int codePointBefore(CharSequence seq, int index) {
        char c = seq.charAt(index - 1);
        if (isLowSurrogate(c) && index > 1) {
            char high = seq.charAt(index - 2);
            if (isHighSurrogate(high)) return toCodePoint(high, c);
        }
        return c;
    }

    private static int codePointEnding(char[] text, int last, int start) {
        char c = text[last];
        if (isLowSurrogate(c) && last > start && isHighSurrogate(text[last - 1])) return toCodePoint(text[last - 1], c);
        return c;
    }

    public static int codePointBefore(char[] text, int index) {
        return codePointEnding(text, index - 1, 0);
    }

    public static int codePointBefore(char[] a, int index, int start) {
        if (index <= start || start < 0 || start >= a.length) throw new IndexOutOfBoundsException();
        return codePointEnding(a, index - 1, start);
    }

    public static int codePointCount(CharSequence seq, int begin, int end) {
        if (begin < 0 || begin > end || end > seq.length()) throw new IndexOutOfBoundsException();
        int count = end - begin;
        for (int i = begin; i < end - 1; i++)
            if (isSurrogatePair(seq.charAt(i), seq.charAt(i + 1))) {
                count--;
                i++;
            }
        return count;
    }

    public static int codePointCount(char[] a, int offset, int count) {
        if (count > a.length - offset || offset < 0 || count < 0) throw new IndexOutOfBoundsException();
        return codePointCount(String.valueOf(a, offset, count), 0, count);
    }

    public static int offsetByCodePoints(CharSequence seq, int index, int count) {
        int length = seq.length();
        if (index < 0 || index > length) throw new IndexOutOfBoundsException();
        for (; count > 0; count--) {
            if (index >= length) throw new IndexOutOfBoundsException();
            index += charCount(codePointAt(seq, index));
        }
        for (; count < 0; count++) {
            if (index <= 0) throw new IndexOutOfBoundsException();
            index -= charCount(codePointBefore(seq, index));
        }
        return index;
    }

    public static int offsetByCodePoints(char[] a, int start, int count, int index, int offset) {
        if (count > a.length - start || start < 0 || count < 0 || index < start || index > start + count)
            throw new IndexOutOfBoundsException();
        return start + offsetByCodePoints(String.valueOf(a, start, count), index - start, offset);
    }

    public static int getType(char c) {
        return getType((int) c);
    }

    public static int getType(int c) {
        return CharacterData.category(c);
    }

    /** Whether [c] has one of the categories whose bits are set. */
    private static boolean is(int c, int categories) {
        return (1 << CharacterData.category(c) & categories) != 0;
    }

    private static final int LETTERS = 1 << UPPERCASE_LETTER | 1 << LOWERCASE_LETTER | 1 << TITLECASE_LETTER
            | 1 << MODIFIER_LETTER | 1 << OTHER_LETTER;
    private static final int SPACES = 1 << SPACE_SEPARATOR | 1 << LINE_SEPARATOR | 1 << PARAGRAPH_SEPARATOR;
    private static final int IDENTIFIER_STARTS = LETTERS | 1 << LETTER_NUMBER | 1 << CURRENCY_SYMBOL
            | 1 << CONNECTOR_PUNCTUATION;
    private static final int IDENTIFIER_PARTS = IDENTIFIER_STARTS | 1 << DECIMAL_DIGIT_NUMBER
            | 1 << COMBINING_SPACING_MARK | 1 << NON_SPACING_MARK;

    public static boolean isDigit(char c) {
        return isDigit((int) c);
    }

    public static boolean isDigit(int c) {
        if (c < 128) return c >= '0' && c <= '9';
        return is(c, 1 << DECIMAL_DIGIT_NUMBER);
    }

    public static boolean isLetter(char c) {
        return isLetter((int) c);
    }

    public static boolean isLetter(int c) {
        if (c < 128) return isLatin(c);
        return is(c, LETTERS);
    }

    private static boolean isLatin(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    public static boolean isLetterOrDigit(char c) {
        return isLetterOrDigit((int) c);
    }

    public static boolean isLetterOrDigit(int c) {
        return isLetter(c) || isDigit(c);
    }

    public static boolean isUpperCase(char c) {
        return isUpperCase((int) c);
    }

    public static boolean isUpperCase(int c) {
        if (c < 128) return c >= 'A' && c <= 'Z';
        return is(c, 1 << UPPERCASE_LETTER) || CharacterData.isOtherUpperCase(c);
    }

    public static boolean isLowerCase(char c) {
        return isLowerCase((int) c);
    }

    public static boolean isLowerCase(int c) {
        if (c < 128) return c >= 'a' && c <= 'z';
        return is(c, 1 << LOWERCASE_LETTER) || CharacterData.isOtherLowerCase(c);
    }

    public static boolean isTitleCase(char c) {
        return isTitleCase((int) c);
    }

    public static boolean isTitleCase(int c) {
        return is(c, 1 << TITLECASE_LETTER);
    }

    public static boolean isDefined(char c) {
        return isDefined((int) c);
    }

    public static boolean isDefined(int c) {
        return CharacterData.category(c) != UNASSIGNED;
    }

    public static boolean isAlphabetic(int c) {
        return is(c, LETTERS | 1 << LETTER_NUMBER) || CharacterData.isOtherAlphabetic(c);
    }

    public static boolean isIdeographic(int c) {
        return CharacterData.isIdeographic(c);
    }

    public static boolean isMirrored(char c) {
        return isMirrored((int) c);
    }

    public static boolean isMirrored(int c) {
        return CharacterData.isMirrored(c);
    }

    public static boolean isWhitespace(char c) {
        return isWhitespace((int) c);
    }

    public static boolean isWhitespace(int c) {
        if (c < 128) return c >= '\t' && c <= '\r' || c >= '\u001c' && c <= ' ';
        return is(c, SPACES) && c != '\u00a0' && c != '\u2007' && c != '\u202f';
    }

    public static boolean isSpaceChar(char c) {
        return isSpaceChar((int) c);
    }

    public static boolean isSpaceChar(int c) {
        if (c < 128) return c == ' ';
        return is(c, SPACES);
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }

    public static boolean isISOControl(char c) {
        return isISOControl((int) c);
    }

    public static boolean isISOControl(int c) {
        return c >= 0 && c < ' ' || c >= '\u007f' && c <= '\u009f';
    }

    @Deprecated
    public static boolean isJavaLetter(char c) {
        return isJavaIdentifierStart(c);
    }

    @Deprecated
    public static boolean isJavaLetterOrDigit(char c) {
        return isJavaIdentifierPart(c);
    }

    public static boolean isJavaIdentifierStart(char c) {
        return isJavaIdentifierStart((int) c);
    }

    public static boolean isJavaIdentifierStart(int c) {
        return is(c, IDENTIFIER_STARTS);
    }

    public static boolean isJavaIdentifierPart(char c) {
        return isJavaIdentifierPart((int) c);
    }

    public static boolean isJavaIdentifierPart(int c) {
        return is(c, IDENTIFIER_PARTS) || isIdentifierIgnorable(c);
    }

    public static boolean isUnicodeIdentifierStart(char c) {
        return isUnicodeIdentifierStart((int) c);
    }

    public static boolean isUnicodeIdentifierStart(int c) {
        return is(c, LETTERS | 1 << LETTER_NUMBER) || "\u1885\u1886\u2118\u212e\u309b\u309c".indexOf(c) >= 0;
    }

    public static boolean isUnicodeIdentifierPart(char c) {
        return isUnicodeIdentifierPart((int) c);
    }

    public static boolean isUnicodeIdentifierPart(int c) {
        return isUnicodeIdentifierStart(c) || isIdentifierIgnorable(c) || is(c, IDENTIFIER_PARTS & ~(1 << CURRENCY_SYMBOL))
            || "\u00b7\u0387\u1369\u136a\u136b\u136c\u136d\u136e\u136f\u1370\u1371\u19da".indexOf(c) >= 0;
    }

    public static boolean isIdentifierIgnorable(char c) {
        return isIdentifierIgnorable((int) c);
    }

    public static boolean isIdentifierIgnorable(int c) {
        boolean isSpace = c >= '\t' && c <= '\r' || c >= '\u001c' && c <= '\u001f';
        return isISOControl(c) && !isSpace || is(c, 1 << FORMAT);
    }

    public static char toLowerCase(char c) {
        return (char) toLowerCase((int) c);
    }

    public static int toLowerCase(int c) {
        if (c < 128) return c >= 'A' && c <= 'Z' ? c + 32 : c;
        return CharacterData.toLowerCase(c);
    }

    public static char toUpperCase(char c) {
        return (char) toUpperCase((int) c);
    }

    public static int toUpperCase(int c) {
        if (c < 128) return c >= 'a' && c <= 'z' ? c - 32 : c;
        return CharacterData.toUpperCase(c);
    }

    public static char toTitleCase(char c) {
        return (char) toTitleCase((int) c);
    }

    public static int toTitleCase(int c) {
        if (c < 128) return toUpperCase(c);
        return CharacterData.toTitleCase(c);
    }

    public static int digit(char c, int radix) {
        return digit((int) c, radix);
    }

    public static int digit(int c, int radix) {
        int digit = -1;
        if (c >= '0' && c <= '9') digit = c - '0';
        else if (c >= 'a' && c <= 'z') digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z') digit = c - 'A' + 10;
        else if (c >= '\uff21' && c <= '\uff3a') digit = c - '\uff21' + 10;
        else if (c >= '\uff41' && c <= '\uff5a') digit = c - '\uff41' + 10;
        else if (c >= 128) digit = CharacterData.decimalDigit(c);
        return digit < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? digit : -1;
    }

    public static char forDigit(int digit, int radix) {
        if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX) return '\u0000';
        return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
    }

    public static int getNumericValue(char c) {
        return getNumericValue((int) c);
    }

    public static int getNumericValue(int c) {
        return c < 128 ? digit(c, MAX_RADIX) : CharacterData.numericValue(c);
    }
}
