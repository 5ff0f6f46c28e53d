package java.lang;

import java.util.ArrayList;

/** What strings do line by line. */
final class TextBlock {
    private TextBlock() {
    }

    /** Without their ends, which are \n, \r or both. */
    private static ArrayList<String> lines(String text) {
        ArrayList<String> lines = new ArrayList<String>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\n' && c != '\r') continue;
            lines.add(text.substring(start, i));
            if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') i++;
            start = i + 1;
        }
        if (start < text.length()) lines.add(text.substring(start));
        return lines;
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }

    static String indent(String text, int count) {
        StringBuilder result = new StringBuilder();
        for (String line : lines(text)) {
            int removed = count < 0 ? Math.min(-count, indentation(line)) : 0;
            result.append(" ".repeat(Math.max(count, 0))).append(line.substring(removed)).append('\n');
        }
        return result.toString();
    }

    static String stripIndent(String text) {
        if (text.isEmpty()) return "";
        char last = text.charAt(text.length() - 1);
        boolean isEnded = last == '\n' || last == '\r';
        ArrayList<String> lines = lines(text);
        int least = isEnded ? 0 : Integer.MAX_VALUE;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean isLast = i == lines.size() - 1 && !isEnded;
            if (!line.isBlank() || isLast) least = Math.min(least, indentation(line));
        }
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank()) result.append(line.substring(least).stripTrailing());
            if (i < lines.size() - 1 || isEnded) result.append('\n');
        }
        return result.toString();
    }

    static String translateEscapes(String text) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                result.append(c);
                continue;
            }
            c = ++i < text.length() ? text.charAt(i) : '\0';
            int known = "btnfrs\"'\\".indexOf(c);
            if (known >= 0) {
                result.append("\b\t\n\f\r \"'\\".charAt(known));
            } else if (c >= '0' && c <= '7') {
                int most = i + (c <= '3' ? 3 : 2);
                int code = 0;
                for (; i < most && i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '7'; i++)
                    code = code * 8 + text.charAt(i) - '0';
                i--;
                result.append((char) code);
            } else if (c == '\r') {
                if (i + 1 < text.length() && text.charAt(i + 1) == '\n') i++;
            } else if (c != '\n') {
                throw new IllegalArgumentException(
                        "Invalid escape sequence: \\" + c + " \\\\u" + String.format("%04X", (int) c));
            }
        }
        return result.toString();
    }
}
