package java.util.regex;

import java.util.function.IntPredicate;

/** The sets of characters that have names. */
final class CharacterSets {
    /** General categories by the number that Character.getType gives them, two characters each. */
    private static final String CATEGORIES = "CnLuLlLtLmLoMnMeMcNdNlNoZsZlZpCcCf  CoCsPdPsPePcPoSmScSkSoPiPf";

    /** The categories, besides those of letters and digits, whose characters belong to words. */
    private static final int MARKS = 1 << Character.NON_SPACING_MARK | 1 << Character.ENCLOSING_MARK
        | 1 << Character.COMBINING_SPACING_MARK | 1 << Character.CONNECTOR_PUNCTUATION;
    private static final int UNSEEN = 1 << Character.UNASSIGNED | 1 << Character.CONTROL | 1 << Character.SURROGATE;

    private CharacterSets() {
    }

    static final IntPredicate DIGIT = c -> c >= '0' && c <= '9';
    static final IntPredicate WORD = c -> c < 128 && (Character.isLetterOrDigit(c) || c == '_');
    static final IntPredicate SPACE = c -> c == ' ' || c >= '\t' && c <= '\r';
    static final IntPredicate VERTICAL = c -> c >= '\n' && c <= '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    static final IntPredicate HORIZONTAL = c -> c == '\t' || Character.getType(c) == Character.SPACE_SEPARATOR || c == '\u180e';

    static IntPredicate range(int first, int last) {
        return c -> c >= first && c <= last;
    }

    private static final IntPredicate UNICODE_SPACE = c -> VERTICAL.test(c) || c == '\t' || Character.isSpaceChar(c);
    static final IntPredicate UNICODE_WORD = c -> Character.isAlphabetic(c) || Character.isDigit(c) || isJoiner(c)
        || (MARKS >> Character.getType(c) & 1) != 0;

    private static final IntPredicate BLANK = c -> c == '\t' || Character.getType(c) == Character.SPACE_SEPARATOR;
    private static final IntPredicate GRAPHIC = c -> !UNICODE_SPACE.test(c) && (UNSEEN >> Character.getType(c) & 1) == 0;

    private static boolean isJoiner(int c) {
        return c == '\u200c' || c == '\u200d';
    }

    /** The set behind a backslash and this letter; null: there is none. */
    static IntPredicate escaped(char letter, boolean isUnicode) {
        switch (letter) {
            case 'd': return isUnicode ? Character::isDigit : DIGIT;
            case 'w': return isUnicode ? UNICODE_WORD : WORD;
            case 's': return isUnicode ? UNICODE_SPACE : SPACE;
            case 'D':
            case 'W':
            case 'S': return escaped(Character.toLowerCase(letter), isUnicode).negate();
            case 'v': return VERTICAL;
            case 'V': return VERTICAL.negate();
            case 'h': return HORIZONTAL;
            case 'H': return HORIZONTAL.negate();
            default: return null;
        }
    }

    /** Of names that start with Lower, Upper or Title; those who ignore case do not tell them apart. */
    private static IntPredicate ofCase(String name, boolean ignoresCase) {
        if (ignoresCase) return c -> Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
        switch (Character.toUpperCase(name.charAt(0))) {
            case 'L': return Character::isLowerCase;
            case 'U': return Character::isUpperCase;
            default: return Character::isTitleCase;
        }
    }

    private static IntPredicate ascii(String name, boolean ignoresCase) {
        switch (name) {
            case "ASCII": return range(0, 127);
            case "Lower":
            case "Upper": return ofCase(name, ignoresCase).and(range(0, 127));
            case "Digit": return DIGIT;
            case "Alpha": return c -> c < 128 && Character.isLetter(c);
            case "Alnum": return c -> c < 128 && Character.isLetterOrDigit(c);
            case "Punct": return c -> c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
            case "Graph": return range('!', '~');
            case "Print": return range(' ', '~');
            case "Blank": return c -> c == ' ' || c == '\t';
            case "Cntrl": return c -> c < ' ' || c == 127;
            case "XDigit": return c -> c < 128 && Character.digit(c, 16) >= 0;
            case "Space": return SPACE;
            default: return null;
        }
    }

    private static IntPredicate ofCharacter(String name, boolean ignoresCase) {
        switch (name) {
            case "LowerCase":
            case "UpperCase":
            case "TitleCase": return ofCase(name, ignoresCase);
            case "Alphabetic": return Character::isAlphabetic;
            case "Ideographic": return Character::isIdeographic;
            case "Digit": return Character::isDigit;
            case "Letter": return Character::isLetter;
            case "LetterOrDigit": return Character::isLetterOrDigit;
            case "Whitespace": return Character::isWhitespace;
            case "SpaceChar": return Character::isSpaceChar;
            case "Defined": return Character::isDefined;
            case "Mirrored": return Character::isMirrored;
            case "ISOControl": return Character::isISOControl;
            case "JavaIdentifierStart": return Character::isJavaIdentifierStart;
            case "JavaIdentifierPart": return Character::isJavaIdentifierPart;
            case "UnicodeIdentifierStart": return Character::isUnicodeIdentifierStart;
            case "UnicodeIdentifierPart": return Character::isUnicodeIdentifierPart;
            case "IdentifierIgnorable": return Character::isIdentifierIgnorable;
            default: return null;
        }
    }

    private static IntPredicate binary(String name, boolean ignoresCase) {
        switch (name.toUpperCase()) {
            case "ALPHA":
            case "ALPHABETIC": return Character::isAlphabetic;
            case "IDEOGRAPHIC": return Character::isIdeographic;
            case "LETTER": return Character::isLetter;
            case "LOWER":
            case "UPPER":
            case "LOWERCASE":
            case "UPPERCASE":
            case "TITLECASE": return ofCase(name, ignoresCase);
            case "DIGIT": return Character::isDigit;
            case "ALNUM": return c -> Character.isAlphabetic(c) || Character.isDigit(c);
            case "WORD": return UNICODE_WORD;
            case "HEX_DIGIT":
            case "HEXDIGIT":
            case "XDIGIT": return c -> Character.isDigit(c) || Character.digit(c, 16) >= 0;
            case "SPACE":
            case "WHITESPACE":
            case "WHITE_SPACE": return UNICODE_SPACE;
            case "BLANK": return BLANK;
            case "PUNCT":
            case "PUNCTUATION": return category("P", false);
            case "CNTRL":
            case "CONTROL": return Character::isISOControl;
            case "GRAPH": return GRAPHIC;
            case "PRINT": return GRAPHIC.or(BLANK).and(c -> !Character.isISOControl(c));
            case "ASSIGNED": return Character::isDefined;
            case "JOIN_CONTROL":
            case "JOINCONTROL": return CharacterSets::isJoiner;
            case "NONCHARACTER_CODE_POINT":
            case "NONCHARACTERCODEPOINT": return c -> (c & 0xfffe) == 0xfffe || c >= 0xfdd0 && c <= 0xfdef;
            default: return null;
        }
    }

    /** Of "Lu" or "L". */
    private static IntPredicate category(String name, boolean ignoresCase) {
        if (name.equals("LC") || ignoresCase && (name.equals("Lu") || name.equals("Ll") || name.equals("Lt")))
            return c -> Character.getType(c) >= 1 && Character.getType(c) <= 3;
        if (name.equals("LD")) return Character::isLetterOrDigit;
        if (name.equals("L1")) return range(0, 255);
        long types = 0;
        for (int i = 0; i < CATEGORIES.length(); i += 2)
            if (CATEGORIES.startsWith(name, i)) types |= 1L << i / 2;
        if (types == 0 || name.isEmpty() || name.length() > 2) return null;
        long all = types;
        return c -> (all >> Character.getType(c) & 1) != 0;
    }

    /** Those blocks that patterns usually name, each with its first and last character. */
    private static final String[] BLOCKS = {
        "BasicLatin", "\0\u007f", "Latin-1Supplement", "\u0080\u00ff", "LatinExtended-A", "\u0100\u017f",
        "LatinExtended-B", "\u0180\u024f", "IPAExtensions", "\u0250\u02af", "SpacingModifierLetters", "\u02b0\u02ff",
        "CombiningDiacriticalMarks", "\u0300\u036f", "GreekandCoptic", "\u0370\u03ff", "Greek", "\u0370\u03ff",
        "Cyrillic", "\u0400\u04ff", "Armenian", "\u0530\u058f", "Hebrew", "\u0590\u05ff", "Arabic", "\u0600\u06ff",
        "Devanagari", "\u0900\u097f", "Thai", "\u0e00\u0e7f", "Georgian", "\u10a0\u10ff", "HangulJamo", "\u1100\u11ff",
        "LatinExtendedAdditional", "\u1e00\u1eff", "GreekExtended", "\u1f00\u1fff", "GeneralPunctuation", "\u2000\u206f",
        "CurrencySymbols", "\u20a0\u20cf", "LetterlikeSymbols", "\u2100\u214f", "NumberForms", "\u2150\u218f",
        "Arrows", "\u2190\u21ff", "MathematicalOperators", "\u2200\u22ff", "BoxDrawing", "\u2500\u257f",
        "Dingbats", "\u2700\u27bf", "CJKSymbolsandPunctuation", "\u3000\u303f", "Hiragana", "\u3040\u309f",
        "Katakana", "\u30a0\u30ff", "CJKUnifiedIdeographs", "\u4e00\u9fff", "HangulSyllables", "\uac00\ud7af",
    };

    private static IntPredicate block(String name) {
        String wanted = name.replaceAll("[ _]", "");
        for (int i = 0; i < BLOCKS.length; i += 2)
            if (BLOCKS[i].replace("-", "").equalsIgnoreCase(wanted.replace("-", "")))
                return range(BLOCKS[i + 1].charAt(0), BLOCKS[i + 1].charAt(1));
        return null;
    }

    private static IntPredicate ofProperty(String property, String value, boolean ignoresCase) {
        switch (property.toLowerCase()) {
            case "blk":
            case "block": return block(value);
            case "gc":
            case "general_category": return category(value, ignoresCase);
            default: return null;
        }
    }

    /** The set of \p{NAME}; null: there is none. */
    static IntPredicate named(String name, boolean ignoresCase, boolean isUnicode) {
        int equals = name.indexOf('=');
        if (equals >= 0) return ofProperty(name.substring(0, equals), name.substring(equals + 1), ignoresCase);
        if (name.equals("all")) return c -> true;
        if (name.startsWith("java")) return ofCharacter(name.substring(4), ignoresCase);
        if (name.startsWith("In")) return block(name.substring(2));
        boolean isBinary = name.startsWith("Is");
        String plain = isBinary ? name.substring(2) : name;
        IntPredicate found = isBinary || isUnicode && ascii(name, false) != null ? binary(plain, ignoresCase) : null;
        if (found == null && !isBinary) found = ascii(name, ignoresCase);
        return found != null ? found : category(plain, ignoresCase);
    }

    /** The same for all characters that case alone tells apart. */
    static int fold(int c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    static int foldAscii(int c) {
        return c >= 'A' && c <= 'Z' ? c ^ 0x20 : c;
    }

    /** Also what differs from its members by case alone, in all of Unicode or in ASCII. */
    static IntPredicate ignoringCase(IntPredicate set, boolean isUnicode) {
        if (isUnicode)
            return c -> set.test(c) || set.test(Character.toUpperCase(c)) || set.test(fold(c));
        return c -> set.test(c) || c < 128 && Character.isLetter(c) && set.test(c ^ 0x20);
    }
}
