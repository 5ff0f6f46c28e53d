package java.lang;

/** CharacterTable, unpacked when a character beyond ASCII is first asked for. */
final class CharacterData {
    private static final int OFFSET = 0x20000;

    private static int[] starts;
    private static byte[] categories;
    private static final int[] LOWER = runs(CharacterTable.LOWER);
    private static final int[] UPPER = runs(CharacterTable.UPPER);
    private static final int[] TITLE = runs(CharacterTable.TITLE);
    private static final int[] NUMBERS = runs(CharacterTable.NUMBERS);
    private static final int[] OTHER_LOWER = runs(CharacterTable.OTHER_LOWER);
    private static final int[] OTHER_UPPER = runs(CharacterTable.OTHER_UPPER);
    private static final int[] OTHER_ALPHABETIC = runs(CharacterTable.OTHER_ALPHABETIC);
    private static final int[] IDEOGRAPHIC = runs(CharacterTable.IDEOGRAPHIC);
    private static final int[] MIRRORED = runs(CharacterTable.MIRRORED);

    static {
        readCategories(CharacterTable.CATEGORIES);
    }

    private CharacterData() {
    }

    private static int number(String text, int index) {
        return text.charAt(index) << 15 | text.charAt(index + 1);
    }

    private static int[] runs(String text) {
        int[] numbers = new int[text.length() / 2];
        for (int i = 0; i < numbers.length; i++) numbers[i] = number(text, 2 * i);
        return numbers;
    }

    private static void readCategories(String text) {
        int[] ends = new int[text.length()];
        byte[] types = new byte[text.length()];
        int count = 0;
        int end = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int length = c >> 5;
            if (length == 0) {
                length = number(text, i + 1);
                i += 2;
            }
            ends[count] = end;
            types[count++] = (byte) (c & 0x1f);
            end += length;
        }
        starts = new int[count];
        System.arraycopy(ends, 0, starts, 0, count);
        categories = types;
    }

    /** The last of the [count] ascending numbers, [stride] apart, that is not above [c]; -1 when all are. */
    private static int find(int[] numbers, int count, int stride, int c) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (numbers[middle * stride] <= c) low = middle + 1;
            else high = middle - 1;
        }
        return high;
    }

    private static int findCategory(int c) {
        return c < 0 || c > Character.MAX_CODE_POINT ? -1 : find(starts, starts.length, 1, c);
    }

    static int category(int c) {
        int run = findCategory(c);
        return run < 0 ? Character.UNASSIGNED : categories[run];
    }

    /** Digits come in tens. */
    static int decimalDigit(int c) {
        int run = findCategory(c);
        return run >= 0 && categories[run] == Character.DECIMAL_DIGIT_NUMBER ? (c - starts[run]) % 10 : -1;
    }

    /** The value of [c] in its run, whose values grow by [increment]; [otherwise] outside of all. */
    private static int value(int[] runs, int c, int increment, int otherwise) {
        int run = 3 * find(runs, runs.length / 3, 3, c);
        if (run < 0) return otherwise;
        int step = (runs[run + 1] & 1) + 1;
        int distance = c - runs[run];
        if (distance % step != 0 || distance / step >= runs[run + 1] >> 1) return otherwise;
        return runs[run + 2] - OFFSET + distance / step * increment;
    }

    static int toLowerCase(int c) {
        return c + value(LOWER, c, 0, 0);
    }

    static int toUpperCase(int c) {
        return c + value(UPPER, c, 0, 0);
    }

    static int toTitleCase(int c) {
        int difference = value(TITLE, c, 0, -OFFSET);
        return difference == -OFFSET ? toUpperCase(c) : c + difference;
    }

    static int numericValue(int c) {
        int digit = decimalDigit(c);
        return digit >= 0 ? digit : value(NUMBERS, c, 1, -1);
    }

    private static boolean contains(int[] runs, int c) {
        int run = 2 * find(runs, runs.length / 2, 2, c);
        return run >= 0 && c - runs[run] < runs[run + 1];
    }

    static boolean isOtherLowerCase(int c) {
        return contains(OTHER_LOWER, c);
    }

    static boolean isOtherUpperCase(int c) {
        return contains(OTHER_UPPER, c);
    }

    static boolean isOtherAlphabetic(int c) {
        return contains(OTHER_ALPHABETIC, c);
    }

    static boolean isIdeographic(int c) {
        return contains(IDEOGRAPHIC, c);
    }

    static boolean isMirrored(int c) {
        return contains(MIRRORED, c);
    }

    /** The upper case of a character that has no single one for it; null: it has. */
    static String longUpperCase(char c) {
        String text = CharacterTable.LONG_UPPER;
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\0', start);
            if (text.charAt(start) == c) return text.substring(start + 1, end);
            start = end + 1;
        }
        return null;
    }
}
