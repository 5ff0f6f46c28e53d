package java.util;

/** What stands behind a '%' for Formatter: %[index$][flags][width][.precision]conversion. */
final class FormatSpecifier {
    static final int PREVIOUS = -1;
    static final int ORDINARY = 0;
    /** It takes no argument. */
    static final int TEXT = -2;
    private static final int NONE = -1;
    private static final String FLAGS = "-#+ 0,(<";

    /** Of the argument, from 1 on, or one of those above. */
    final int index;
    /** Where the format goes on. */
    final int end;
    private String flags = "";
    private final int width;
    private final int precision;
    private final char conversion;
    private final boolean isUpperCase;

    /** The one that starts at [start] of [format]. */
    FormatSpecifier(String format, int start) {
        int at = digits(format, start);
        boolean hasIndex = at > start && at < format.length() && format.charAt(at) == '$';
        int given = hasIndex ? number(format, start, at) : ORDINARY;
        if (hasIndex && given <= 0) throw new IllegalFormatArgumentIndexException(given);
        int flagsStart = hasIndex ? at + 1 : start;
        int widthStart = flagsStart;
        while (widthStart < format.length() && FLAGS.indexOf(format.charAt(widthStart)) >= 0) widthStart++;
        int widthEnd = digits(format, widthStart);
        at = widthEnd;
        if (at < format.length() && format.charAt(at) == '.' && digits(format, at + 1) > at + 1) at = digits(format, at + 1);
        int last = at;
        boolean isDate = last + 1 < format.length() && (format.charAt(last) | 0x20) == 't' && isLetter(format.charAt(last + 1));
        if (last >= format.length() || !isLetter(format.charAt(last)) && format.charAt(last) != '%')
            throw new UnknownFormatConversionException(String.valueOf(format.charAt(start)));

        readFlags(format.substring(flagsStart, widthStart));
        width = widthEnd > widthStart ? number(format, widthStart, widthEnd) : NONE;
        if (width < NONE) throw new IllegalFormatWidthException(width);
        precision = at > widthEnd ? number(format, widthEnd + 1, at) : NONE;
        if (precision < NONE) throw new IllegalFormatPrecisionException(precision);
        char letter = format.charAt(last);
        if (isDate) throw new UnsupportedOperationException("dates and times in a format: %" + format.substring(last, last + 2));
        if ("bBhHsScCdoxXeEfgGaAn%".indexOf(letter) < 0) throw new UnknownFormatConversionException(String.valueOf(letter));
        isUpperCase = Character.isUpperCase(letter);
        conversion = Character.toLowerCase(letter);
        end = last + 1;
        index = conversion == 'n' || conversion == '%' ? TEXT : has('<') ? PREVIOUS : given;
        check();
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** Where the digits at [start] end. */
    private static int digits(String format, int start) {
        int end = start;
        while (end < format.length() && format.charAt(end) >= '0' && format.charAt(end) <= '9') end++;
        return end;
    }

    /** Integer.MIN_VALUE when it is no int. */
    private static int number(String format, int start, int end) {
        try {
            return Integer.parseInt(format.substring(start, end));
        } catch (NumberFormatException tooLarge) {
            return Integer.MIN_VALUE;
        }
    }

    private void readFlags(String text) {
        for (int i = 0; i < text.length(); i++) {
            char flag = text.charAt(i);
            if (has(flag)) throw new DuplicateFormatFlagsException(String.valueOf(flag));
            flags += flag;
        }
    }

    private boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    /** In the order in which java names them. */
    private String sortedFlags() {
        String sorted = "";
        for (int i = 0; i < FLAGS.length(); i++)
            if (has(FLAGS.charAt(i))) sorted += FLAGS.charAt(i);
        return sorted;
    }

    /** Java shows capitals as a flag of their own. */
    private IllegalFormatFlagsException illegalFlags() {
        String sorted = sortedFlags();
        int at = has('-') ? 1 : 0;
        return new IllegalFormatFlagsException(isUpperCase ? sorted.substring(0, at) + "^" + sorted.substring(at) : sorted);
    }

    public String toString() {
        return "%" + sortedFlags() + (index > 0 ? index + "$" : "") + (width == NONE ? "" : "" + width)
                + (precision == NONE ? "" : "." + precision) + (isUpperCase ? Character.toUpperCase(conversion) : conversion);
    }

    // What may stand together.

    private void refuse(String wrong) {
        for (int i = 0; i < wrong.length(); i++)
            if (has(wrong.charAt(i)))
                throw new FormatFlagsConversionMismatchException(String.valueOf(wrong.charAt(i)), conversion);
    }

    private void requireWidth(String flagsWithWidth) {
        for (int i = 0; i < flagsWithWidth.length(); i++)
            if (width == NONE && has(flagsWithWidth.charAt(i))) throw new MissingFormatWidthException(toString());
    }

    private void refusePrecision() {
        if (precision != NONE) throw new IllegalFormatPrecisionException(precision);
    }

    private void check() {
        switch (conversion) {
            case 'b':
            case 'h':
                refuse("#");
                requireWidth("-");
                refuse("+ 0,(");
                break;
            case 's':
                requireWidth("-");
                refuse("+ 0,(");
                break;
            case 'c':
                refusePrecision();
                refuse("#+ 0,(");
                requireWidth("-");
                break;
            case 'd':
            case 'o':
            case 'x':
                checkNumber();
                refusePrecision();
                refuse(conversion == 'd' ? "#" : ",");
                break;
            case '%':
                refusePrecision();
                if (!flags.isEmpty() && !flags.equals("-")) throw illegalFlags();
                requireWidth("-");
                break;
            case 'n':
                refusePrecision();
                if (width != NONE) throw new IllegalFormatWidthException(width);
                if (!flags.isEmpty()) throw illegalFlags();
                break;
            default:
                checkNumber();
                refuse(conversion == 'a' ? "(," : conversion == 'e' ? "," : conversion == 'g' ? "#" : "");
        }
    }

    private void checkNumber() {
        requireWidth("-0");
        if (has('+') && has(' ') || has('-') && has('0')) throw illegalFlags();
    }

    // What comes out.

    String format(Object argument) {
        switch (conversion) {
            case 'n':
                return System.lineSeparator();
            case '%':
                return justified("%");
            case 'b':
                return general(argument instanceof Boolean ? argument.toString() : argument == null ? "false" : "true");
            case 's':
                if (has('#')) throw new FormatFlagsConversionMismatchException("#", 's');
                return general(String.valueOf(argument));
            case 'h':
                return general(argument == null ? "null" : Integer.toHexString(argument.hashCode()));
            default:
                return argument == null ? has('#') && conversion == 's' ? "" : general("null") : formatValue(argument);
        }
    }

    private String formatValue(Object argument) {
        switch (conversion) {
            case 'c':
                return character(argument);
            case 'd':
            case 'o':
            case 'x':
                return justified(integer(argument));
            default:
                if (!(argument instanceof Double || argument instanceof Float)) throw mismatch(argument);
                return justified(FormatReal.format(((Number) argument).doubleValue(), conversion, flags, width, precision,
                        isUpperCase));
        }
    }

    private IllegalFormatConversionException mismatch(Object argument) {
        return new IllegalFormatConversionException(conversion, argument.getClass());
    }

    private String general(String text) {
        if (precision != NONE && precision < text.length()) text = text.substring(0, precision);
        return justified(isUpperCase ? text.toUpperCase() : text);
    }

    private String justified(String text) {
        int missing = width - text.length();
        if (missing <= 0) return text;
        return has('-') ? text + " ".repeat(missing) : " ".repeat(missing) + text;
    }

    private String character(Object argument) {
        if (argument instanceof Character) return general(argument.toString());
        if (!(argument instanceof Byte || argument instanceof Short || argument instanceof Integer)) throw mismatch(argument);
        int codePoint = ((Number) argument).intValue();
        if (!Character.isValidCodePoint(codePoint)) throw new IllegalFormatCodePointException(codePoint);
        return general(Character.toString(codePoint));
    }

    private static int bits(Object argument) {
        return argument instanceof Byte ? 8 : argument instanceof Short ? 16 : argument instanceof Integer ? 32
                : argument instanceof Long ? 64 : 0;
    }

    private String integer(Object argument) {
        int bits = bits(argument);
        if (bits == 0) throw mismatch(argument);
        long value = ((Number) argument).longValue();
        if (conversion == 'd') return decimal(value);
        refuse("( +");
        if (bits < 64) value &= (1L << bits) - 1;
        String digits = conversion == 'o' ? Long.toOctalString(value) : Long.toHexString(value);
        String prefix = !has('#') ? "" : conversion == 'o' ? "0" : "0x";
        if (has('0')) digits = "0".repeat(Math.max(0, width - prefix.length() - digits.length())) + digits;
        return isUpperCase ? (prefix + digits).toUpperCase() : prefix + digits;
    }

    private String decimal(long value) {
        String digits = Long.toString(value);
        return signed(value < 0 ? digits.substring(1) : digits, value < 0, flags, width);
    }

    /** With its sign, thousands apart and leading zeros as the flags say. */
    static String signed(String digits, boolean isNegative, String flags, int width) {
        StringBuilder text = new StringBuilder();
        boolean isBracketed = isNegative && flags.indexOf('(') >= 0;
        if (isBracketed) text.append('(');
        else if (isNegative) text.append('-');
        else if (flags.indexOf('+') >= 0) text.append('+');
        else if (flags.indexOf(' ') >= 0) text.append(' ');
        int start = text.length();
        text.append(digits);
        if (flags.indexOf(',') >= 0) {
            int point = digits.indexOf('.');
            for (int at = (point < 0 ? digits.length() : point) - 3; at > 0; at -= 3) text.insert(start + at, ',');
        }
        int wanted = isBracketed ? width - 1 : width;
        if (flags.indexOf('0') >= 0 && wanted > text.length()) text.insert(start, "0".repeat(wanted - text.length()));
        return isBracketed ? text.append(')').toString() : text.toString();
    }
}
