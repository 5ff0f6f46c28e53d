package java.util.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Reads a pattern and makes its nodes. */
final class Parser {
    private final String original;
    private String pattern;
    private int at;
    /** Those that hold where the parser is. */
    int flags;
    int groupCount;
    int loopCount;
    int least;
    boolean hasPairs;
    boolean isAnchored;
    private boolean refersBack;
    /** Those that stand in no other loop, and not in what looks ahead or behind. */
    private final ArrayList<Node.Loop> freeLoops = new ArrayList<Node.Loop>();
    final Map<String, Integer> names = new HashMap<String, Integer>();

    /** Nodes in a row; what follows is put behind the last one. */
    private static final class Part {
        final Node first;
        final Node last;
        /** In characters. Java lets the greatest length overflow and notices it at some loops alone: so what a look-behind may hold. */
        int least;
        int most;
        boolean isBounded = true;
        /** A loop, but for the endless greedy one of a character. */
        boolean isCounted;
        /** Whether there is only one way through it. */
        boolean isStraight = true;

        Part(Node first, Node last) {
            this.first = first;
            this.last = last;
        }

        Part(Node node) {
            this(node, node);
        }

        Part ofLength(long least, int most) {
            this.least = (int) Math.min(least, Node.MANY);
            this.most = most;
            return this;
        }

        Part then(Part following) {
            last.next = following.first;
            Part all = new Part(first, following.last).ofLength((long) least + following.least, most + following.most);
            boolean isTooLong = following.isCounted && all.most < most;
            all.isBounded = isBounded && following.isBounded && !isTooLong;
            all.isStraight = isStraight && following.isStraight;
            return all;
        }
    }

    Parser(String pattern, int flags) {
        original = pattern;
        this.pattern = pattern;
        this.flags = flags;
    }

    Node parse() {
        boolean isLiteral = pattern.isEmpty() || has(Pattern.LITERAL);
        if (!isLiteral) pattern = unquoted(pattern);
        Part all = isLiteral ? literal() : alternatives();
        if (!isAtEnd()) throw error("Unmatched closing ')'", at - 1);
        least = all.least;
        isAnchored = all.first.next instanceof Node.Place && ((Node.Place) all.first.next).kind == 'A';
        all.last.next = new Node.End();
        if (!refersBack)
            for (Node.Loop loop : freeLoops) loop.remembers = loop.most == Node.MANY;
        return all.first;
    }

    private PatternSyntaxException error(String what, int index) {
        return new PatternSyntaxException(what, original, index);
    }

    /** With escapes in the place of quotes: indices of errors count in this. */
    private static String unquoted(String pattern) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length();) {
            if (pattern.startsWith("\\Q", i)) {
                int end = pattern.indexOf("\\E", i + 2);
                escape(pattern.substring(i + 2, end < 0 ? pattern.length() : end), text);
                i = end < 0 ? pattern.length() : end + 2;
            } else {
                if (pattern.charAt(i) == '\\' && i + 1 < pattern.length()) text.append(pattern.charAt(i++));
                text.append(pattern.charAt(i++));
            }
        }
        return text.toString();
    }

    private static void escape(String quoted, StringBuilder text) {
        for (int i = 0; i < quoted.length(); i++) {
            char c = quoted.charAt(i);
            if (i == 0 && CharacterSets.DIGIT.test(c)) text.append("\\x3");
            else if (c < 128 && !Character.isLetterOrDigit(c)) text.append('\\');
            text.append(c);
        }
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private boolean isAtEnd() {
        return at >= pattern.length();
    }

    private boolean isAt(char c) {
        skipComments();
        return !isAtEnd() && pattern.charAt(at) == c;
    }

    private boolean skip(char c) {
        if (!isAt(c)) return false;
        at++;
        return true;
    }

    private int codePoint() {
        int c = pattern.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    private void skipComments() {
        while (has(Pattern.COMMENTS) && !isAtEnd()) {
            char c = pattern.charAt(at);
            if (c == '#') while (!isAtEnd() && !isLineEnd(pattern.charAt(at))) at++;
            else if (CharacterSets.SPACE.test(c)) at++;
            else return;
        }
    }

    private boolean isLineEnd(char c) {
        return c == '\n' || !has(Pattern.UNIX_LINES) && (c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029');
    }

    private Part alternatives() {
        ArrayList<Part> ways = new ArrayList<Part>();
        ways.add(sequence());
        while (skip('|')) ways.add(sequence());
        if (ways.size() == 1) return ways.get(0);
        return branch(ways);
    }

    private static Part branch(ArrayList<Part> ways) {
        Node join = new Node.Join();
        Node[] firsts = new Node[ways.size()];
        Part all = new Part(new Node.Branch(firsts), join).ofLength(Node.MANY, 0);
        for (int i = 0; i < firsts.length; i++) {
            Part way = ways.get(i);
            firsts[i] = way.first;
            way.last.next = join;
            all.ofLength(Math.min(all.least, way.least), Math.max(all.most, way.most));
            all.isBounded &= way.isBounded;
        }
        all.isStraight = false;
        return all;
    }

    private Part sequence() {
        Part sequence = new Part(new Node.Join());
        for (;;) {
            skipComments();
            if (isAtEnd() || isAt('|') || isAt(')')) return sequence;
            int around = freeLoops.size();
            Part atom = atom();
            if (atom != null) sequence = sequence.then(quantified(atom, around));
        }
    }

    private Part literal() {
        Part all = new Part(new Node.Join());
        while (!isAtEnd()) all = all.then(one(codePoint()));
        return all;
    }

    private Part one(int c) {
        return one(range(c, c));
    }

    private Part one(IntPredicate set) {
        return new Part(new Node.One(set)).ofLength(1, 1);
    }

    private IntPredicate range(int first, int last) {
        hasPairs |= last >= Character.MIN_SURROGATE;
        if (first == last && has(Pattern.UNICODE_CASE) && has(Pattern.CASE_INSENSITIVE)) first = last = CharacterSets.fold(first);
        IntPredicate set = CharacterSets.range(first, last);
        return has(Pattern.CASE_INSENSITIVE) ? CharacterSets.ignoringCase(set, has(Pattern.UNICODE_CASE)) : set;
    }

    private IntPredicate others(IntPredicate set) {
        hasPairs = true;
        return set.negate();
    }

    private Part place(char kind) {
        return new Part(new Node.Place(kind, has(Pattern.UNIX_LINES), has(Pattern.UNICODE_CHARACTER_CLASS)));
    }

    /** Null: it was nothing but flags. */
    private Part atom() {
        char c = pattern.charAt(at);
        switch (c) {
            case '(':
                at++;
                return group();
            case '[':
                at++;
                return one(characterClass());
            case '.':
                at++;
                return one(dot());
            case '^':
                at++;
                return place(has(Pattern.MULTILINE) ? '^' : 'A');
            case '$':
                at++;
                return place(has(Pattern.MULTILINE) ? '$' : 'Z');
            case '\\':
                at++;
                return escape();
            case '*':
            case '+':
            case '?':
                throw error("Dangling meta character '" + c + "'", at);
            case '{':
                return new Part(new Node.Join());
            default:
                return one(codePoint());
        }
    }

    private IntPredicate dot() {
        hasPairs = true;
        if (has(Pattern.DOTALL)) return c -> true;
        if (has(Pattern.UNIX_LINES)) return c -> c != '\n';
        return c -> c != '\n' && c != '\r' && c != '\u0085' && c != '\u2028' && c != '\u2029';
    }

    // --- groups

    private Part group() {
        int old = flags;
        Part group;
        if (!skip('?')) group = capture();
        else if (isAt(':') || !isAtEnd() && "=!><$@".indexOf(pattern.charAt(at)) < 0) group = flagged();
        else if (isAtEnd()) throw error("Unknown inline modifier", at);
        else group = special(pattern.charAt(at++));
        if (group == null) return null;
        if (!skip(')')) throw error("Unclosed group", at);
        flags = old;
        return group;
    }

    /** Null: these are flags for what is behind the parentheses. */
    private Part flagged() {
        setFlags();
        if (skip(')')) return null;
        if (!skip(':')) throw error("Unknown inline modifier", at);
        return alternatives();
    }

    private Part special(char kind) {
        switch (kind) {
            case '=': return look(true);
            case '!': return look(false);
            case '>': return once(alternatives());
            case '<': return skip('=') ? lookBehind(true) : skip('!') ? lookBehind(false) : named();
            default: throw error("Unknown group type", at - 1);
        }
    }

    private Part capture() {
        int group = ++groupCount;
        return new Part(new Node.Mark(group)).then(alternatives()).then(new Part(new Node.Close(group)));
    }

    private Part named() {
        String name = groupName();
        if (names.containsKey(name)) throw error("Named capturing group <" + name + "> is already defined", at - 1);
        names.put(name, groupCount + 1);
        return capture();
    }

    static boolean isNamePart(char c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }

    private String groupName() {
        skipComments();
        int start = at;
        while (!isAtEnd() && isNamePart(pattern.charAt(at))) at++;
        String name = pattern.substring(start, at);
        if (name.isEmpty() || Character.isDigit(name.charAt(0)))
            throw error("capturing group name does not start with a Latin letter", start);
        if (!skip('>')) throw error("named capturing group is missing trailing '>'", at);
        return name;
    }

    private Part look(boolean isWanted) {
        int around = freeLoops.size();
        Node body = ended(alternatives(), new Node.Stop());
        bindLoops(around);
        return new Part(new Node.Look(body, isWanted));
    }

    private Part lookBehind(boolean isWanted) {
        int around = freeLoops.size();
        Part body = alternatives();
        bindLoops(around);
        if (!body.isBounded) throw error("Look-behind group does not have an obvious maximum length", at - 1);
        return new Part(new Node.LookBehind(ended(body, new Node.StopAtPlace()), isWanted, body.least, body.most));
    }

    private static Node ended(Part body, Node end) {
        body.last.next = end;
        return body.first;
    }

    private static Part once(Part body) {
        Part once = new Part(new Node.Once(ended(body, new Node.Stop()))).ofLength(body.least, body.most);
        once.isBounded = body.isBounded;
        return once;
    }

    private void setFlags() {
        for (int flag; (flag = flag()) != 0; at++) flags |= flag;
        if (!skip('-')) return;
        for (int flag; (flag = flag()) != 0; at++) flags &= ~flag;
    }

    /** Zero: none is here. */
    private int flag() {
        skipComments();
        switch (isAtEnd() ? 0 : pattern.charAt(at)) {
            case 'i': return Pattern.CASE_INSENSITIVE;
            case 'm': return Pattern.MULTILINE;
            case 's': return Pattern.DOTALL;
            case 'd': return Pattern.UNIX_LINES;
            case 'u': return Pattern.UNICODE_CASE;
            case 'x': return Pattern.COMMENTS;
            case 'U': return Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE;
            default: return 0;
        }
    }

    // --- quantifiers

    private Part quantified(Part atom, int around) {
        skipComments();
        if (isAtEnd()) return atom;
        int least;
        int most = Node.MANY;
        switch (pattern.charAt(at)) {
            case '?':
                least = 0;
                most = 1;
                break;
            case '*':
                least = 0;
                break;
            case '+':
                least = 1;
                break;
            case '{':
                return counted(atom, around);
            default:
                return atom;
        }
        at++;
        return repeated(atom, least, most, around);
    }

    private int number() {
        long number = 0;
        for (skipComments(); isDigitAt(at); at++) {
            number = number * 10 + pattern.charAt(at) - '0';
            if (number > Node.MANY) throw error("Illegal repetition range", at);
        }
        return (int) number;
    }

    private boolean isDigitAt(int index) {
        return index < pattern.length() && CharacterSets.DIGIT.test(pattern.charAt(index));
    }

    private Part counted(Part atom, int around) {
        if (!isDigitAt(at + 1)) throw error("Illegal repetition", at + 1);
        at++;
        int least = number();
        int most = least;
        if (skip(',')) most = isDigitAt(at) ? number() : Node.MANY;
        if (!skip('}')) throw error("Unclosed counted closure", at);
        if (most < least) throw error("Illegal repetition range", at - 1);
        return repeated(atom, least, most, around);
    }

    private void bindLoops(int from) {
        freeLoops.subList(from, freeLoops.size()).clear();
    }

    private Part repeated(Part atom, int least, int most, int around) {
        Node.Greed greed = skip('?') ? Node.Greed.LITTLE : skip('+') ? Node.Greed.ALL : Node.Greed.MUCH;
        boolean isSingle = atom.first == atom.last;
        Part all;
        if (isSingle && atom.first instanceof Node.One) {
            all = new Part(new Node.Run((Node.One) atom.first, least, most, greed));
        } else if (least == 0 && most > 1 && isEmptyCapture(atom) && greed != Node.Greed.ALL) {
            return new Part(new Node.Join());
        } else {
            Part body = atom.first instanceof Node.LineBreak ? once(atom) : atom;
            Node.Loop loop = new Node.Loop(loopCount++, least, most, greed == Node.Greed.LITTLE);
            loop.body = body.first;
            bindLoops(around);
            freeLoops.add(loop);
            body.last.next = loop;
            all = new Part(new Node.Enter(loop), loop);
            if (greed == Node.Greed.ALL) all = once(all);
        }
        boolean isFree = isSingle || greed == Node.Greed.ALL || least == 0 && most == 1;
        all.ofLength((long) atom.least * least, atom.most * most);
        all.isBounded = atom.isBounded && (isFree || atom.isStraight);
        all.isCounted = !(all.first instanceof Node.Run && most == Node.MANY && greed == Node.Greed.MUCH);
        all.isStraight = atom.isStraight && least == most;
        return all;
    }

    /** One that Java does not go through unless it must. */
    private static boolean isEmptyCapture(Part atom) {
        return atom.first instanceof Node.Mark && atom.isStraight && atom.most == 0;
    }

    // --- escapes

    private Part escape() {
        if (isAtEnd()) throw error("Unexpected internal error", at);
        char c = pattern.charAt(at);
        if (c >= '1' && c <= '9') return again();
        IntPredicate set = escapedSet();
        if (set != null) return one(set);
        switch (c) {
            case 'A':
            case 'G':
            case 'b':
            case 'B':
            case 'z':
            case 'Z':
                at++;
                return place(c);
            case 'R':
                at++;
                return new Part(new Node.LineBreak()).ofLength(1, 2);
            case 'k':
                at++;
                return againByName();
            default:
                return one(escapedCharacter());
        }
    }

    /** What is behind the backslash, if it is a set; null: it is none. */
    private IntPredicate escapedSet() {
        char c = pattern.charAt(at);
        IntPredicate set = CharacterSets.escaped(c, has(Pattern.UNICODE_CHARACTER_CLASS));
        boolean isProperty = c == 'p' || c == 'P';
        if (set == null && !isProperty) return null;
        at++;
        hasPairs |= isProperty || c < 'a';
        return isProperty ? property(c == 'P') : set;
    }

    /** As many digits as make a group that there is. */
    private Part again() {
        int group = pattern.charAt(at++) - '0';
        while (isDigitAt(at) && group * 10 + pattern.charAt(at) - '0' <= groupCount) group = group * 10 + pattern.charAt(at++) - '0';
        return again(group);
    }

    private Part again(int group) {
        IntUnaryOperator fold = !has(Pattern.CASE_INSENSITIVE) ? IntUnaryOperator.identity()
            : has(Pattern.UNICODE_CASE) ? CharacterSets::fold : CharacterSets::foldAscii;
        Part again = group > groupCount ? new Part(new Node.Branch(new Node[0])) : new Part(new Node.Again(group, fold));
        again.isBounded = false;
        refersBack = true;
        return again;
    }

    private Part againByName() {
        if (!skip('<')) throw error("\\k is not followed by '<' for named capturing group", at);
        String name = groupName();
        if (!names.containsKey(name)) throw error("named capturing group <" + name + "> does not exist", at - 1);
        return again(names.get(name));
    }

    private IntPredicate property(boolean isOther) {
        String name;
        if (skip('{')) {
            int end = pattern.indexOf('}', at);
            if (end < 0) throw error("Unclosed character family", pattern.length());
            name = pattern.substring(at, end);
            at = end + 1;
            if (name.isEmpty()) throw error("Empty character family", at - 1);
        } else {
            if (isAtEnd()) throw error("Unknown character property name {\0}", at);
            name = String.valueOf(pattern.charAt(at++));
        }
        IntPredicate set = CharacterSets.named(name, has(Pattern.CASE_INSENSITIVE), has(Pattern.UNICODE_CHARACTER_CLASS));
        if (set == null) throw error(unknown(name), at - 1);
        return isOther ? set.negate() : set;
    }

    private static String unknown(String property) {
        int equals = property.indexOf('=');
        if (equals < 0) return "Unknown character property name {" + property + "}";
        return "Unknown Unicode property {name=<" + property.substring(0, equals) + ">, value=<" + property.substring(equals + 1) + ">}";
    }

    /** Of the digit that is here; -1: it is none. */
    private int digit(int radix) {
        skipComments();
        return isAtEnd() || pattern.charAt(at) >= 128 ? -1 : Character.digit(pattern.charAt(at), radix);
    }

    private int digits(int count, int radix, String mistake) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            int digit = digit(radix);
            if (digit < 0) throw error(mistake, at);
            value = value * radix + digit;
            at++;
        }
        return value;
    }

    private int octal() {
        int value = digits(1, 8, "Illegal octal escape sequence");
        for (int i = 0; i < 2 && digit(8) >= 0 && value * 8 < 256; i++)
            value = value * 8 + pattern.charAt(at++) - '0';
        return value;
    }

    private int hexadecimal() {
        String mistake = "Illegal hexadecimal escape sequence";
        if (!skip('{')) return digits(2, 16, mistake);
        if (digit(16) < 0) throw error(mistake, at - 1);
        int value = 0;
        for (int digit; (digit = digit(16)) >= 0; at++) {
            value = value * 16 + digit;
            if (value > Character.MAX_CODE_POINT) throw error("Hexadecimal codepoint is too big", at);
        }
        if (!skip('}')) throw error("Unclosed hexadecimal escape sequence", at);
        return value;
    }

    /** One code unit, or two that make a pair. */
    private int utf16() {
        String mistake = "Illegal Unicode escape sequence";
        int unit = digits(4, 16, mistake);
        int end = at;
        if (!Character.isHighSurrogate((char) unit) || !pattern.startsWith("\\u", at)) return unit;
        at += 2;
        int second = digits(4, 16, mistake);
        if (Character.isLowSurrogate((char) second)) return Character.toCodePoint((char) unit, (char) second);
        at = end;
        return unit;
    }

    /** Of \N{NAME}, of which none is known. */
    private PatternSyntaxException nameError() {
        if (!skip('{')) return error("Illegal character name escape sequence", at);
        int end = pattern.indexOf('}', at);
        if (end < 0) return error("Unclosed character name escape sequence", Math.max(at, pattern.length() - 1));
        return error("Unknown character name [" + pattern.substring(at, end) + "]", end);
    }

    private int escapedCharacter() {
        int c = codePoint();
        switch (c) {
            case 'N': throw nameError();
            case '0': return octal();
            case 'x': return hexadecimal();
            case 'u': return utf16();
            case 't': return '\t';
            case 'n': return '\n';
            case 'r': return '\r';
            case 'f': return '\f';
            case 'a': return 7;
            case 'e': return 27;
            case 'c':
                if (isAtEnd()) throw error("Illegal control escape sequence", at - 1);
                return pattern.charAt(at++) ^ 64;
            default:
                if (c < 128 && Character.isLetter(c)) throw error("Illegal/unsupported escape sequence", at - 1);
                return c;
        }
    }

    // --- classes

    private IntPredicate characterClass() {
        boolean isOther = pattern.startsWith("^", at);
        if (isOther) at++;
        IntPredicate set = members();
        at++;
        return isOther ? others(set) : set;
    }

    /** Up to the bracket that closes. */
    private IntPredicate members() {
        IntPredicate set = null;
        for (;;) {
            skipComments();
            if (isAtEnd()) throw error("Unclosed character class", pattern.length() - 1);
            if (isAt(']') && set != null) return set;
            if (skipAnd()) {
                set = common(set);
                continue;
            }
            set = union(set, member());
        }
    }

    private boolean skipAnd() {
        int start = at;
        if (skip('&') && skip('&')) return true;
        at = start;
        return false;
    }

    /** Behind &&: with all up to the next one, or to the end. */
    private IntPredicate common(IntPredicate left) {
        IntPredicate right = null;
        while (!isAt(']') && !isAt('&')) right = union(right, skip('[') ? characterClass() : members());
        if (left == null && right == null) throw error("Bad class syntax", at - 1);
        return left == null ? right : right == null ? left : left.and(right);
    }

    private static IntPredicate union(IntPredicate a, IntPredicate b) {
        return a == null ? b : a.or(b);
    }

    private IntPredicate member() {
        if (skip('[')) return characterClass();
        if (isAt('\\') && at + 1 < pattern.length()) {
            at++;
            IntPredicate set = escapedSet();
            if (set != null) return set;
            at--;
        }
        int first = character();
        if (!isAt('-') || at + 1 < pattern.length() && (pattern.charAt(at + 1) == ']' || pattern.charAt(at + 1) == '['))
            return range(first, first);
        at++;
        int last = rangeEnd();
        if (last < first) throw error("Illegal character range", at - 1);
        return range(first, last);
    }

    /** Less than any character: it is none. */
    private int rangeEnd() {
        skipComments();
        if (isAtEnd()) {
            at++;
            return -1;
        }
        if (isAt('\\') && at + 1 < pattern.length()) {
            at++;
            if (escapedSet() != null) return -1;
            at--;
        }
        return character();
    }

    private int character() {
        if (!skip('\\')) return codePoint();
        if (isAtEnd()) throw error("Unclosed character class", at);
        if (isDigitAt(at) && !isAt('0')) throw error("Illegal/unsupported escape sequence", at);
        return escapedCharacter();
    }
}
