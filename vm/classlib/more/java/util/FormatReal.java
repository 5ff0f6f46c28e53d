package java.util;

/** Formatter's conversions of floating-point values: the digits of Double.toString, rounded half up. */
final class FormatReal {
    /** The value is 0.DIGITS times ten to [exponent]; no digits: 0. */
    private String digits;
    private int exponent;

    private FormatReal(double value) {
        String text = Double.toString(value);
        int mark = text.indexOf('E');
        int point = text.indexOf('.');
        exponent = point + (mark < 0 ? 0 : Integer.parseInt(text.substring(mark + 1)));
        String all = text.substring(0, point) + text.substring(point + 1, mark < 0 ? text.length() : mark);
        int first = 0;
        while (first < all.length() && all.charAt(first) == '0') first++;
        int end = all.length();
        while (end > first && all.charAt(end - 1) == '0') end--;
        digits = all.substring(first, end);
        exponent = digits.isEmpty() ? 1 : exponent - first;
    }

    static String format(double value, char conversion, String flags, int width, int precision, boolean isUpperCase) {
        boolean isNegative = Double.compare(value, 0.0) < 0;
        double size = Math.abs(value);
        String plainFlags = flags.replace("0", "").replace(",", "");
        String text;
        if (value != value) text = "NaN";
        else if (size == Double.POSITIVE_INFINITY) text = FormatSpecifier.signed("Infinity", isNegative, plainFlags, width);
        else if (conversion == 'a') text = hexadecimal(size, isNegative, plainFlags, flags, width, precision);
        else text = decimal(size, isNegative, conversion, flags, width, precision);
        return isUpperCase ? text.toUpperCase() : text;
    }

    private static String hexadecimal(double size, boolean isNegative, String plainFlags, String flags, int width,
            int precision) {
        if (precision >= 0) throw new UnsupportedOperationException("%a with a precision");
        String text = FormatSpecifier.signed(Double.toHexString(size), isNegative, plainFlags, width);
        int missing = width - text.length();
        int start = text.indexOf('x') + 1;
        if (flags.indexOf('0') < 0 || missing <= 0) return text;
        return text.substring(0, start) + "0".repeat(missing) + text.substring(start);
    }

    private static String decimal(double size, boolean isNegative, char conversion, String flags, int width, int precision) {
        FormatReal real = new FormatReal(size);
        int places = precision < 0 ? 6 : precision;
        boolean isScientific = conversion == 'e';
        if (conversion == 'g') {
            places = Math.max(places, 1);
            real.round(places);
            isScientific = size != 0 && (real.exponent <= -4 || real.exponent > places);
            places -= isScientific || size == 0 ? 1 : real.exponent;
        }
        if (!isScientific) return FormatSpecifier.signed(real.fixed(places, flags), isNegative, flags, width);
        real.round(places + 1);
        String power = power(real.digits.isEmpty() ? 0 : real.exponent - 1);
        String mantissa = FormatSpecifier.signed(real.mantissa(places, flags), isNegative, flags, width - power.length());
        int end = mantissa.endsWith(")") ? mantissa.length() - 1 : mantissa.length();
        return mantissa.substring(0, end) + power + mantissa.substring(end);
    }

    /** At least two digits. */
    private static String power(int exponent) {
        int size = Math.abs(exponent);
        return (exponent < 0 ? "e-" : "e+") + (size < 10 ? "0" : "") + size;
    }

    /** To so many digits; halves go up. */
    private void round(int count) {
        if (count >= digits.length()) return;
        boolean goesUp = count >= 0 && digits.charAt(count) >= '5';
        char[] kept = digits.substring(0, Math.max(count, 0)).toCharArray();
        int at = kept.length;
        while (goesUp && at > 0 && kept[at - 1] == '9') kept[--at] = '0';
        if (goesUp && at > 0) kept[at - 1]++;
        digits = new String(kept);
        if (goesUp && at == 0) {
            digits = "1" + digits;
            exponent++;
        }
    }

    private static String withPoint(String whole, String fraction, String flags) {
        return fraction.isEmpty() && flags.indexOf('#') < 0 ? whole : whole + "." + fraction;
    }

    private String fixed(int places, String flags) {
        if (!digits.isEmpty()) round(exponent + places);
        int length = digits.length();
        if (exponent <= 0) {
            String fraction = "0".repeat(Math.min(-exponent, places)) + digits;
            return withPoint("0", filled(fraction, places), flags);
        }
        int whole = Math.min(exponent, length);
        return withPoint(filled(digits.substring(0, whole), exponent), filled(digits.substring(whole), places), flags);
    }

    private String mantissa(int places, String flags) {
        String all = filled(digits, places + 1);
        return withPoint(all.substring(0, 1), all.substring(1, places + 1), flags);
    }

    /** With zeros behind it. */
    private static String filled(String text, int length) {
        return text + "0".repeat(Math.max(0, length - text.length()));
    }
}
