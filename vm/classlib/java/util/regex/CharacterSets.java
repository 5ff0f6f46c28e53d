package java.util.regex;

import java.util.function.IntPredicate;

/** The sets of characters that have names. */
final class CharacterSets {
    /** General categories by the number that Character.getType gives them, two characters each. */
    private static final String CATEGORIES = "CnLuLlLtLmLoMnMeMcNdNlNoZsZlZpCcCf  CoCsPdPsPePcPoSmScSkSoPiPf";

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

    /** The set behind a backslash and this letter; null: there is none. */
    static IntPredicate escaped(char letter) {
        switch (letter) {
            case 'd': return DIGIT;
            case 'D': return DIGIT.negate();
            case 'w': return WORD;
            case 'W': return WORD.negate();
            case 's': return SPACE;
            case 'S': return SPACE.negate();
            case 'v': return VERTICAL;
            case 'V': return VERTICAL.negate();
            case 'h': return HORIZONTAL;
            case 'H': return HORIZONTAL.negate();
            default: return null;
        }
    }

    private static IntPredicate ascii(String name) {
        switch (name) {
            case "ASCII": return range(0, 127);
            case "Lower": return range('a', 'z');
            case "Upper": return range('A', 'Z');
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

    private static IntPredicate ofCharacter(String name) {
        switch (name) {
            case "LowerCase": return Character::isLowerCase;
            case "UpperCase": return Character::isUpperCase;
            case "TitleCase": return Character::isTitleCase;
            case "Alphabetic": return Character::isAlphabetic;
            case "Ideographic": return Character::isIdeographic;
            case "Digit": return Character::isDigit;
            case "Letter": return Character::isLetter;
            case "LetterOrDigit": return Character::isLetterOrDigit;
            case "Whitespace": return Character::isWhitespace;
            case "SpaceChar": return Character::isSpaceChar;
            case "Defined": return Character::isDefined;
            case "ISOControl": return Character::isISOControl;
            case "JavaIdentifierStart": return Character::isJavaIdentifierStart;
            case "JavaIdentifierPart": return Character::isJavaIdentifierPart;
            default: return null;
        }
    }

    private static IntPredicate binary(String name) {
        switch (name.toUpperCase()) {
            case "ALPHABETIC": return Character::isAlphabetic;
            case "IDEOGRAPHIC": return Character::isIdeographic;
            case "LETTER": return Character::isLetter;
            case "LOWERCASE": return Character::isLowerCase;
            case "UPPERCASE": return Character::isUpperCase;
            case "TITLECASE": return Character::isTitleCase;
            case "DIGIT": return Character::isDigit;
            case "WHITE_SPACE": return c -> VERTICAL.test(c) || c == '\t' || Character.isSpaceChar(c);
            case "PUNCTUATION": return category("P");
            case "CONTROL": return category("Cc");
            case "ASSIGNED": return Character::isDefined;
            default: return null;
        }
    }

    /** Of "Lu" or "L". */
    private static IntPredicate category(String name) {
        if (name.equals("LC")) return c -> Character.getType(c) >= 1 && Character.getType(c) <= 3;
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

    /** The set of \p{NAME}; null: there is none. */
    static IntPredicate named(String name) {
        if (name.equals("all")) return c -> true;
        if (name.startsWith("java")) return ofCharacter(name.substring(4));
        if (name.startsWith("Is")) {
            IntPredicate found = binary(name.substring(2));
            return found != null ? found : category(name.substring(2));
        }
        if (name.startsWith("In")) return block(name.substring(2));
        if (name.startsWith("block=") || name.startsWith("blk=")) return block(name.substring(name.indexOf('=') + 1));
        if (name.startsWith("general_category=") || name.startsWith("gc=")) return category(name.substring(name.indexOf('=') + 1));
        IntPredicate found = ascii(name);
        return found != null ? found : category(name);
    }

    /** Also what differs from its members by case alone, in all of Unicode or in ASCII. */
    static IntPredicate ignoringCase(IntPredicate set, boolean isUnicode) {
        if (isUnicode)
            return c -> set.test(c) || set.test(Character.toUpperCase(c)) || set.test(Character.toLowerCase(Character.toUpperCase(c)));
        return c -> set.test(c) || c < 128 && Character.isLetter(c) && set.test(c ^ 0x20);
    }
}
