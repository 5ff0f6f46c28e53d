package java.util.regex;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Function;

/** The state of a search: what the nodes of a pattern read and write. */
public final class Matcher implements MatchResult {
    private Pattern pattern;
    String text;
    /** The region. */
    int from;
    int to;
    private boolean isAnchoring = true;
    private boolean isTransparent;
    /** Starts and ends; -1: of a group that did not match. */
    int[] groups;
    /** Where groups that are being matched started. */
    int[] marks;
    /** Of each loop: how often it was gone through, and where last. */
    int[] counts;
    int[] starts;
    /** Of each loop: where going through it again failed. */
    private BitSet[] failures;
    boolean mustEnd;
    boolean sawEnd;
    /** Whether the match is lost if more text follows. */
    boolean needsEnd;
    /** Where what a LookBehind asks for must end. */
    int place;
    /** Where a chain that ends with a Stop ended. */
    int stopped;
    /** Where the last match ended. */
    int last;
    private boolean isFound;
    private int appended;
    /** Made by toMatchResult. */
    private boolean isCopy;

    Matcher(Pattern pattern, CharSequence text) {
        this.pattern = pattern;
        this.text = text.toString();
        makeRoom();
        reset();
    }

    private void makeRoom() {
        groups = new int[2 * pattern.groupCount + 2];
        marks = new int[pattern.groupCount + 1];
        counts = new int[pattern.loopCount];
        starts = new int[pattern.loopCount];
        failures = new BitSet[pattern.loopCount];
    }

    boolean hasFailed(int loop, int at) {
        return failures[loop] != null && failures[loop].get(at);
    }

    void fail(int loop, int at) {
        if (failures[loop] == null) failures[loop] = new BitSet();
        failures[loop].set(at);
    }

    int codePoint(int at) {
        return text.codePointAt(at);
    }

    int codePointBefore(int at) {
        return text.codePointBefore(at);
    }

    /** The one that the char belongs to. */
    int codePointAround(int at) {
        boolean isSecond = Character.isLowSurrogate(text.charAt(at)) && at > seenFrom() && Character.isHighSurrogate(text.charAt(at - 1));
        return codePoint(isSecond ? at - 1 : at);
    }

    public Pattern pattern() {
        return pattern;
    }

    public Matcher usePattern(Pattern pattern) {
        if (pattern == null) throw new IllegalArgumentException("Pattern cannot be null");
        this.pattern = pattern;
        makeRoom();
        isFound = false;
        return this;
    }

    /** Where starts and ends of lines stand: at those of the region or of all. */
    int anchoredFrom() {
        return isAnchoring ? from : 0;
    }

    int anchoredTo() {
        return isAnchoring ? to : text.length();
    }

    /** What is seen behind and ahead: the region or all. */
    int seenFrom() {
        return isTransparent ? 0 : from;
    }

    int seenTo() {
        return isTransparent ? text.length() : to;
    }

    public Matcher useAnchoringBounds(boolean value) {
        isAnchoring = value;
        return this;
    }

    public boolean hasAnchoringBounds() {
        return isAnchoring;
    }

    public Matcher useTransparentBounds(boolean value) {
        isTransparent = value;
        return this;
    }

    public boolean hasTransparentBounds() {
        return isTransparent;
    }

    public Matcher reset() {
        from = 0;
        to = text.length();
        isFound = false;
        last = 0;
        appended = 0;
        return this;
    }

    public Matcher reset(CharSequence input) {
        this.text = input.toString();
        return reset();
    }

    public Matcher region(int start, int end) {
        if (start < 0 || start > text.length()) throw new IndexOutOfBoundsException("start");
        if (end < 0 || end > text.length()) throw new IndexOutOfBoundsException("end");
        if (start > end) throw new IndexOutOfBoundsException("start > end");
        reset();
        from = start;
        to = end;
        last = start;
        return this;
    }

    public int regionStart() {
        return from;
    }

    public int regionEnd() {
        return to;
    }

    private void prepare(boolean mustEnd) {
        Arrays.fill(groups, -1);
        Arrays.fill(failures, null);
        this.mustEnd = mustEnd;
        isFound = false;
        sawEnd = false;
        needsEnd = false;
    }

    private boolean matchAt(int at) {
        if (!pattern.first.match(this, at)) return false;
        groups[0] = at;
        last = groups[1];
        return isFound = true;
    }

    public boolean matches() {
        prepare(true);
        return matchAt(from);
    }

    public boolean lookingAt() {
        prepare(false);
        return matchAt(from);
    }

    public boolean find() {
        int start = isFound && groups[0] == groups[1] ? last + 1 : last;
        if (start <= to) return search(Math.max(start, from));
        return isFound = false;
    }

    public boolean find(int start) {
        if (start < 0 || start > text.length()) throw new IndexOutOfBoundsException("Illegal start index");
        reset();
        last = start;
        return search(start);
    }

    private boolean search(int start) {
        prepare(false);
        int end = pattern.isAnchored ? Math.min(anchoredFrom(), to) : to - pattern.least;
        for (int at = start; at <= end; at = next(at))
            if (matchAt(at)) return true;
        if (!pattern.isAnchored) sawEnd = true;
        last = to + 1;
        return false;
    }

    private int next(int at) {
        return pattern.hasPairs && at < to ? at + Character.charCount(codePoint(at)) : at + 1;
    }

    /** Whether the end of the text was reached by the last search. */
    public boolean hitEnd() {
        return sawEnd;
    }

    public boolean requireEnd() {
        return needsEnd;
    }

    public int groupCount() {
        return pattern.groupCount;
    }

    private int slot(int group) {
        if (!isFound) throw new IllegalStateException(isCopy ? "No match found" : "No match available");
        if (group < 0 || group > groupCount()) throw new IndexOutOfBoundsException("No group " + group);
        return 2 * group;
    }

    private int number(String name) {
        Objects.requireNonNull(name, "Group name");
        if (!isFound) throw new IllegalStateException("No match found");
        Integer group = pattern.names.get(name);
        if (group == null) throw new IllegalArgumentException("No group with name <" + name + ">");
        return group;
    }

    public int start() {
        return start(0);
    }

    public int start(int group) {
        return groups[slot(group)];
    }

    public int start(String name) {
        return start(number(name));
    }

    public int end() {
        return end(0);
    }

    public int end(int group) {
        return groups[slot(group) + 1];
    }

    public int end(String name) {
        return end(number(name));
    }

    public String group() {
        return group(0);
    }

    public String group(int group) {
        if (!isFound) throw new IllegalStateException("No match found");
        int slot = slot(group);
        return groups[slot] < 0 ? null : text.substring(groups[slot], groups[slot + 1]);
    }

    public String group(String name) {
        return group(number(name));
    }

    public MatchResult toMatchResult() {
        Matcher copy = new Matcher(pattern, text);
        copy.isCopy = true;
        copy.isFound = isFound;
        copy.groups = groups.clone();
        return copy;
    }

    public static String quoteReplacement(String s) {
        if (s.indexOf('\\') < 0 && s.indexOf('$') < 0) return s;
        return s.replace("\\", "\\\\").replace("$", "\\$");
    }

    /** What a replacement says of this match. */
    private String expand(String replacement) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < replacement.length();) {
            char c = replacement.charAt(i++);
            if (c == '\\') {
                if (i == replacement.length()) throw new IllegalArgumentException("character to be escaped is missing");
                result.append(replacement.charAt(i++));
            } else if (c == '$') {
                i = expandGroup(replacement, i, result);
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }

    /** Behind the $ at [i]; returns where it ends. */
    private int expandGroup(String replacement, int i, StringBuilder result) {
        if (i == replacement.length()) throw new IllegalArgumentException("Illegal group reference: group index is missing");
        char c = replacement.charAt(i);
        int group;
        if (c == '{') {
            int end = i + 1;
            while (end < replacement.length() && Parser.isNamePart(replacement.charAt(end))) end++;
            String name = replacement.substring(i + 1, end);
            if (name.isEmpty()) throw new IllegalArgumentException("named capturing group has 0 length name");
            if (!replacement.startsWith("}", end)) throw new IllegalArgumentException("named capturing group is missing trailing '}'");
            if (Character.isDigit(name.charAt(0)))
                throw new IllegalArgumentException("capturing group name {" + name + "} starts with digit character");
            Integer known = pattern.names.get(name);
            if (known == null) throw new IllegalArgumentException("No group with name {" + name + "}");
            group = known;
            i = end + 1;
        } else {
            if (c < '0' || c > '9') throw new IllegalArgumentException("Illegal group reference");
            group = c - '0';
            for (i++; i < replacement.length(); i++) {
                int digit = replacement.charAt(i) - '0';
                if (digit < 0 || digit > 9 || group * 10 + digit > groupCount()) break;
                group = group * 10 + digit;
            }
        }
        String matched = group(group);
        if (matched != null) result.append(matched);
        return i;
    }

    public Matcher appendReplacement(StringBuilder sb, String replacement) {
        if (!isFound) throw new IllegalStateException("No match available");
        String expanded = expand(replacement);
        sb.append(text, appended, groups[0]).append(expanded);
        appended = groups[1];
        return this;
    }

    public Matcher appendReplacement(StringBuffer sb, String replacement) {
        StringBuilder more = new StringBuilder();
        appendReplacement(more, replacement);
        sb.append(more);
        return this;
    }

    public StringBuilder appendTail(StringBuilder sb) {
        return sb.append(text, appended, text.length());
    }

    public StringBuffer appendTail(StringBuffer sb) {
        return sb.append(text, appended, text.length());
    }

    private String replace(Function<? super Matcher, String> replacer, int times) {
        reset();
        StringBuilder result = new StringBuilder();
        for (; times > 0 && find(); times--) appendReplacement(result, replacer.apply(this));
        return appendTail(result).toString();
    }

    public String replaceAll(String replacement) {
        return replace(m -> replacement, Integer.MAX_VALUE);
    }

    public String replaceFirst(String replacement) {
        if (replacement == null) throw new NullPointerException("replacement");
        return replace(m -> replacement, 1);
    }

    public String replaceAll(Function<MatchResult, String> replacer) {
        Objects.requireNonNull(replacer);
        return replace(replacer::apply, Integer.MAX_VALUE);
    }

    public String replaceFirst(Function<MatchResult, String> replacer) {
        Objects.requireNonNull(replacer);
        return replace(replacer::apply, 1);
    }

    public String toString() {
        return "java.util.regex.Matcher[pattern=" + pattern + " region=" + from + "," + to + " lastmatch="
            + (isFound ? group() : "") + "]";
    }
}
