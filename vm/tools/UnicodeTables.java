import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Prints java.lang.CharacterTable (vm/classlib): what the JDK that runs this knows about every code point, as runs. Only for a new
 * version of Unicode:
 *
 *     java vm/tools/UnicodeTables.java > vm/classlib/core/java/lang/CharacterTable.java
 *
 * A number below 2^30 is two characters of 15 bits, so that no string holds a surrogate or needs more than three bytes for one.
 */
class UnicodeTables {
    static final int END = Character.MAX_CODE_POINT + 1;

    static void number(StringBuilder out, int number) {
        out.append((char) (number >> 15)).append((char) (number & 0x7fff));
    }

    /** Of each category: its length and itself in one character, or a 0 for the length and the length behind it. */
    static String categories() {
        StringBuilder out = new StringBuilder();
        for (int start = 0, end; start < END; start = end) {
            int type = Character.getType(start);
            for (end = start; end < END && Character.getType(end) == type;) end++;
            int length = end - start;
            out.append((char) ((length < 1024 ? length << 5 : 0) | type));
            if (length >= 1024) number(out, length);
        }
        return out.toString();
    }

    static int runLength(IntUnaryOperator value, int nothing, int start, int step, int increment) {
        int first = value.applyAsInt(start);
        for (int count = 1;; count++) {
            int c = start + count * step;
            boolean skips = step == 2 && c < END && value.applyAsInt(c - 1) != nothing;
            if (c >= END || skips || value.applyAsInt(c) != first + count * increment) return count;
        }
    }

    /** First, twice the count and 1 when only every second is meant, value of the first, where the value is not [nothing].
     *  [increment]: what the value grows by from one to the next. */
    static String runs(IntUnaryOperator value, int nothing, int increment) {
        StringBuilder out = new StringBuilder();
        for (int start = 0; start < END; start++) {
            int first = value.applyAsInt(start);
            if (first == nothing) continue;
            int adjacent = runLength(value, nothing, start, 1, increment);
            int alternating = runLength(value, nothing, start, 2, increment);
            int count = Math.max(adjacent, alternating);
            number(out, start);
            number(out, count * 2 + (count > adjacent ? 1 : 0));
            number(out, first + 0x20000);
            start += count > adjacent ? count * 2 - 2 : count - 1;
        }
        return out.toString();
    }

    static String set(IntPredicate contains) {
        StringBuilder out = new StringBuilder();
        for (int start = 0, end; start < END; start = end + 1) {
            for (end = start; end < END && contains.test(end);) end++;
            if (end > start) {
                number(out, start);
                number(out, end - start);
            }
        }
        return out.toString();
    }

    /** Each code point whose upper case is no single one, its upper case, a 0. */
    static String longUpperCases() {
        StringBuilder out = new StringBuilder();
        for (int c = 0; c < 0xd800; c++) add(out, c);
        for (int c = 0xe000; c < 0x10000; c++) add(out, c);
        return out.toString();
    }

    static void add(StringBuilder out, int c) {
        String upper = Character.toString(c).toUpperCase(java.util.Locale.ROOT);
        if (upper.codePointCount(0, upper.length()) > 1) out.append((char) c).append(upper).append('\0');
    }

    static void print(String name, String comment, String text) {
        System.out.println("\n    /** " + comment + " */\n    static final String " + name + " = \"\"");
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPlain = c > ' ' && c < 127 && c != '"' && c != '\\';
            line.append(isPlain ? "" + c : c < 127 ? String.format("\\%03o", (int) c) : String.format("\\u%04x", (int) c));
            if (line.length() > 95 || i + 1 == text.length()) {
                System.out.println("            + \"" + line + "\"" + (i + 1 == text.length() ? ";" : ""));
                line.setLength(0);
            }
        }
    }

    public static void main(String[] arguments) {
        System.out.println("package java.lang;\n\n/** Written by vm/tools/UnicodeTables.java, which explains the forms. */");
        System.out.print("final class CharacterTable {\n    private CharacterTable() {\n    }\n");
        print("CATEGORIES", "Character.getType, in runs.", categories());
        print("LOWER", "What toLowerCase adds, in runs.", runs(c -> Character.toLowerCase(c) - c, 0, 0));
        print("UPPER", "What toUpperCase adds, in runs.", runs(c -> Character.toUpperCase(c) - c, 0, 0));
        print("TITLE", "What toTitleCase adds where it is not toUpperCase, in runs.",
                runs(c -> Character.toTitleCase(c) == Character.toUpperCase(c) ? -0x10000 : Character.toTitleCase(c) - c, -0x10000, 0));
        print("NUMBERS", "getNumericValue of what is no decimal digit, in runs that ascend.",
                runs(c -> Character.isDigit(c) ? -1 : Character.getNumericValue(c), -1, 1));
        print("OTHER_LOWER", "isLowerCase, but no lower case letters by category.",
                set(c -> Character.isLowerCase(c) && Character.getType(c) != Character.LOWERCASE_LETTER));
        print("OTHER_UPPER", "isUpperCase, but no upper case letters by category.",
                set(c -> Character.isUpperCase(c) && Character.getType(c) != Character.UPPERCASE_LETTER));
        print("OTHER_ALPHABETIC", "isAlphabetic, but no letters by category.",
                set(c -> Character.isAlphabetic(c) && !Character.isLetter(c) && Character.getType(c) != Character.LETTER_NUMBER));
        print("IDEOGRAPHIC", "isIdeographic.", set(Character::isIdeographic));
        print("MIRRORED", "isMirrored.", set(Character::isMirrored));
        print("LONG_UPPER", "Code points whose upper case is longer, each with it and a 0.", longUpperCases());
        System.out.println("}");
    }
}
