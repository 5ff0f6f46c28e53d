package java.lang;

import java.util.ArrayList;

/**
 * The regular expressions that need no search: characters, escapes and classes like [a-z] or \s in a row, of which the last may be
 * repeated by +. Others are refused by name.
 */
final class SimplePattern {
    private static final String DIGITS = "09";
    private static final String SPACES = "\t\r  ";
    private static final String WORD = "azAZ09__";
    private static final String LINE_ENDS = "\n\n\r\r\u0085\u0085\u2028\u2029";

    private final String pattern;
    /** The next character of the pattern, while it is read. */
    private int at;
    /** One of each element: first and last of its ranges, one after another. */
    private final ArrayList<String> ranges = new ArrayList<String>();
    /** Of each: whether it is any character but those. */
    private final ArrayList<Boolean> areOthers = new ArrayList<Boolean>();
    private boolean isLastRepeated;

    SimplePattern(String pattern) {
        this.pattern = pattern;
        while (at < pattern.length()) {
            if (isLastRepeated) throw unsupported(pattern.charAt(at - 1));
            readElement();
        }
    }

    private UnsupportedOperationException unsupported(char what) {
        return new UnsupportedOperationException("'" + what + "' in the regular expression \"" + pattern
                + "\": supported are characters and character classes in a row, the last perhaps with '+'");
    }

    private void add(String range, boolean isOther) {
        ranges.add(range);
        areOthers.add(isOther);
    }

    private void readElement() {
        char c = pattern.charAt(at++);
        if (c == '\\') readEscape();
        else if (c == '[') readClass();
        else if (c == '.') add(LINE_ENDS, true);
        else if (c == '+' && !ranges.isEmpty()) isLastRepeated = true;
        else if ("|()]{}^$?*+".indexOf(c) >= 0 && c != ']' && c != '}') throw unsupported(c);
        else add(one(c), false);
    }

    private static String one(char c) {
        return new String(new char[] {c, c});
    }

    private void readEscape() {
        if (at == pattern.length()) throw unsupported('\\');
        char c = pattern.charAt(at++);
        String named = named(c);
        if (named != null) add(named, Character.isUpperCase(c));
        else add(one(escaped(c)), false);
    }

    private static String named(char c) {
        switch (Character.toLowerCase(c)) {
            case 'd': return DIGITS;
            case 's': return SPACES;
            case 'w': return WORD;
            default: return null;
        }
    }

    private char escaped(char c) {
        int known = "tnrfae".indexOf(c);
        if (known >= 0) return "\t\n\r\f\u0007\u001b".charAt(known);
        if (c < 128 && Character.isLetterOrDigit(c)) throw unsupported(c);
        return c;
    }

    private void readClass() {
        boolean isOther = at < pattern.length() && pattern.charAt(at) == '^';
        if (isOther) at++;
        StringBuilder set = new StringBuilder();
        for (;;) {
            if (at == pattern.length()) throw unsupported('[');
            char c = pattern.charAt(at++);
            if (c == ']' && set.length() > 0) break;
            if (c == '[' || c == ']' || c == '&') throw unsupported(c);
            String named = c == '\\' && at < pattern.length() ? named(pattern.charAt(at)) : null;
            if (named != null) {
                if (Character.isUpperCase(pattern.charAt(at))) throw unsupported(pattern.charAt(at));
                at++;
                set.append(named);
                continue;
            }
            char first = classCharacter(c);
            char last = first;
            if (at + 1 < pattern.length() && pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']') {
                at += 2;
                last = classCharacter(pattern.charAt(at - 1));
                if (last < first) throw unsupported('-');
            }
            set.append(first).append(last);
        }
        add(set.toString(), isOther);
    }

    private char classCharacter(char c) {
        if (c != '\\') return c;
        if (at == pattern.length()) throw unsupported('\\');
        return escaped(pattern.charAt(at++));
    }

    private boolean accepts(int element, int c) {
        String range = ranges.get(element);
        boolean isOther = areOthers.get(element);
        for (int i = 0; i < range.length(); i += 2)
            if (c >= range.charAt(i) && c <= range.charAt(i + 1)) return !isOther;
        return isOther;
    }

    /** Where the match that starts at [start] ends; -1: none does. */
    int end(String text, int start) {
        int end = start;
        for (int i = 0; i < ranges.size(); i++) {
            if (end >= text.length() || !accepts(i, text.codePointAt(end))) return -1;
            end += Character.charCount(text.codePointAt(end));
        }
        int last = ranges.size() - 1;
        while (isLastRepeated && end < text.length() && accepts(last, text.codePointAt(end)))
            end += Character.charCount(text.codePointAt(end));
        return end;
    }

    /** The first start of a match from [from] on; -1: none. */
    private int find(String text, int from) {
        for (int start = from; start <= text.length(); start++)
            if (end(text, start) >= 0) return start;
        return -1;
    }

    String[] split(String text, int limit) {
        ArrayList<String> parts = new ArrayList<String>();
        int begin = 0;
        int start = find(text, 0);
        while (start >= 0 && (limit <= 0 || parts.size() < limit - 1)) {
            int end = end(text, start);
            boolean isEmptyStart = end == 0 && begin == 0;
            if (!isEmptyStart) {
                parts.add(text.substring(begin, start));
                begin = end;
            }
            start = find(text, end > start ? end : end + 1);
        }
        if (begin == 0) return new String[] {text};
        parts.add(text.substring(begin));
        int count = parts.size();
        while (limit == 0 && count > 0 && parts.get(count - 1).isEmpty()) count--;
        return parts.subList(0, count).toArray(new String[count]);
    }

    String replace(String text, String by, int times) {
        StringBuilder result = new StringBuilder();
        int begin = 0;
        int start = find(text, 0);
        for (; start >= 0 && times > 0; times--) {
            int end = end(text, start);
            result.append(text, begin, start).append(replacement(by, text.substring(start, end)));
            begin = end;
            start = find(text, end > start ? end : end + 1);
        }
        return result.append(text, begin, text.length()).toString();
    }

    private String replacement(String by, String matched) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < by.length(); i++) {
            char c = by.charAt(i);
            if (c == '\\') {
                if (++i == by.length()) throw new IllegalArgumentException("character to be escaped is missing");
                result.append(by.charAt(i));
            } else if (c == '$') {
                if (++i == by.length()) throw new IllegalArgumentException("Illegal group reference: group index is missing");
                if (by.charAt(i) > '0' && by.charAt(i) <= '9')
                    throw new IndexOutOfBoundsException("No group " + by.charAt(i));
                if (by.charAt(i) != '0') throw new IllegalArgumentException("Illegal group reference");
                result.append(matched);
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
