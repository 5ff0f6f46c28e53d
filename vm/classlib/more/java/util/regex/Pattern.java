package java.util.regex;

import java.util.ArrayList;
import java.util.Map;
import java.util.function.Predicate;

/** A regular expression, as a graph of nodes that Parser makes. Canonical equivalence, scripts and blocks are not known. */
public final class Pattern implements java.io.Serializable {
    public static final int UNIX_LINES = 1;
    public static final int CASE_INSENSITIVE = 2;
    public static final int COMMENTS = 4;
    public static final int MULTILINE = 8;
    public static final int LITERAL = 16;
    public static final int DOTALL = 32;
    public static final int UNICODE_CASE = 64;
    public static final int UNICODE_CHARACTER_CLASS = 256;

    private static final int KNOWN_FLAGS = 127 | UNICODE_CHARACTER_CLASS;

    private final String pattern;
    private final int flags;
    final Node first;
    final int groupCount;
    final int loopCount;
    /** The length of the shortest match. */
    final int least;
    /** Whether characters of two chars matter, so that no match starts in their middle. */
    final boolean hasPairs;
    /** Whether a match can start at the start of the region alone. */
    final boolean isAnchored;
    final Map<String, Integer> names;

    private Pattern(String pattern, int flags) {
        if ((flags & ~KNOWN_FLAGS) != 0)
            throw new IllegalArgumentException("Unknown flag 0x" + Integer.toHexString(flags));
        this.pattern = pattern;
        Parser parser = new Parser(pattern, (flags & UNICODE_CHARACTER_CLASS) == 0 ? flags : flags | UNICODE_CASE);
        first = parser.parse();
        this.flags = parser.flags;
        least = parser.least;
        hasPairs = parser.hasPairs;
        isAnchored = parser.isAnchored;
        groupCount = parser.groupCount;
        loopCount = parser.loopCount;
        names = parser.names;
    }

    public static Pattern compile(String pattern) {
        return new Pattern(pattern, 0);
    }

    public static Pattern compile(String pattern, int flags) {
        return new Pattern(pattern, flags);
    }

    public static boolean matches(String pattern, CharSequence text) {
        return compile(pattern).matcher(text).matches();
    }

    /** A pattern that matches just this text. */
    public static String quote(String s) {
        if (s.indexOf("\\E") < 0) return "\\Q" + s + "\\E";
        return "\\Q" + s.replace("\\E", "\\E\\\\E\\Q") + "\\E";
    }

    public Matcher matcher(CharSequence text) {
        return new Matcher(this, text);
    }

    public String pattern() {
        return pattern;
    }

    public int flags() {
        return flags;
    }

    public String toString() {
        return pattern;
    }

    public Predicate<String> asPredicate() {
        return text -> matcher(text).find();
    }

    public Predicate<String> asMatchPredicate() {
        return text -> matcher(text).matches();
    }

    public String[] split(CharSequence text) {
        return split(text, 0);
    }

    public String[] split(CharSequence input, int limit) {
        ArrayList<String> parts = new ArrayList<String>();
        int begin = 0;
        Matcher m = matcher(input);
        while (m.find() && (limit <= 0 || parts.size() < limit - 1)) {
            boolean isEmptyStart = begin == 0 && m.start() == 0 && m.end() == 0;
            if (isEmptyStart) continue;
            parts.add(input.subSequence(begin, m.start()).toString());
            begin = m.end();
        }
        if (begin == 0) return new String[] {input.toString()};
        parts.add(input.subSequence(begin, input.length()).toString());
        int count = parts.size();
        while (limit == 0 && count > 0 && parts.get(count - 1).isEmpty()) count--;
        return parts.subList(0, count).toArray(new String[count]);
    }
}
