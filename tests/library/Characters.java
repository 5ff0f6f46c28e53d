/** Character, over the code points that the interpreter has time for. */
public class Characters {
    interface Property {
        int of(int c);
    }

    static int bit(boolean b) {
        return b ? 1 : 0;
    }

    /** Numbers that depend on all. */
    static void tell(String name, Property property) {
        StringBuilder line = new StringBuilder(name);
        int hash = 0;
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += c < 0x600 ? 1 : c < 0x20000 ? 29 : 997) {
            hash = hash * 31 + property.of(c);
            if (c % 50 == 0) line.append(' ').append(hash);
        }
        System.out.println(line.append(' ').append(hash));
    }

    public static void main(String[] arguments) {
        tell("type", Character::getType);
        tell("letter", c -> bit(Character.isLetter(c)) + 2 * bit(Character.isDigit(c)) + 4 * bit(Character.isLetterOrDigit(c)));
        tell("case", c -> bit(Character.isUpperCase(c)) + 2 * bit(Character.isLowerCase(c)) + 4 * bit(Character.isTitleCase(c)));
        tell("space", c -> bit(Character.isWhitespace(c)) + 2 * bit(Character.isSpaceChar(c)) + 4 * bit(Character.isISOControl(c)) + 8 * bit(Character.isDefined(c)));
        tell("identifier", c -> bit(Character.isJavaIdentifierStart(c)) + 2 * bit(Character.isJavaIdentifierPart(c)) + 4 * bit(Character.isIdentifierIgnorable(c)));
        tell("unicode identifier", c -> bit(Character.isUnicodeIdentifierStart(c)) + 2 * bit(Character.isUnicodeIdentifierPart(c)));
        tell("mirrored", c -> bit(Character.isMirrored(c)));
        tell("alphabetic", c -> bit(Character.isAlphabetic(c)) + 2 * bit(Character.isIdeographic(c)));
        tell("lower", Character::toLowerCase);
        tell("upper", Character::toUpperCase);
        tell("title", Character::toTitleCase);
        tell("digit", c -> Character.digit(c, 10) + 7 * Character.digit(c, 36));
        tell("value", Character::getNumericValue);
        tell("strings", c -> Character.toString(c).toUpperCase().hashCode() + Character.toString(c).toLowerCase().hashCode());
        int hash = 0;
        for (int c = 0; c < 0x10000; c += 37) {
            char d = (char) c;
            hash = hash * 31 + Character.getType(d) + bit(Character.isLetter(d)) + Character.toUpperCase(d) + Character.toLowerCase(d) + Character.digit(d, 16) + bit(Character.isSurrogate(d)) + bit(Character.isHighSurrogate(d)) + Character.charCount(c) + Character.getNumericValue(d);
        }
        System.out.println(hash);
        System.out.println(Character.forDigit(11, 16) + " " + (int) Character.forDigit(16, 16) + Character.compare('a', 'c') + Character.toChars(0x1f600).length + Character.isSurrogatePair('\ud83d', '\ude00') + Character.toCodePoint('\ud83d', '\ude00') + (int) Character.highSurrogate(0x1f600) + (int) Character.lowSurrogate(0x1f600) + Character.isValidCodePoint(-1) + Character.isBmpCodePoint(5) + Character.isSupplementaryCodePoint(0x10000) + Character.codePointAt(new char[] {'a', '\ud83d', '\ude00'}, 1) + Character.codePointBefore("x\ud83d\ude00", 3) + Character.codePointCount(new char[] {'\ud83d', '\ude00', 'x'}, 0, 3) + Character.offsetByCodePoints("a\ud83d\ude00b", 3, -1));
    }
}
