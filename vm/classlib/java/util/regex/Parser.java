package java.util.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** Reads a pattern and makes its nodes. */
final class Parser {
    private final String pattern;
    private int at;
    private int flags;
    /** Those that were given, and those that the pattern sets before anything else. */
    int flagsOfAll;
    int groupCount;
    int loopCount;
    final Map<String, Integer> names = new HashMap<String, Integer>();

    /** Nodes in a row; what follows is put behind the last one. */
    private static final class Part {
        final Node first;
        final Node last;

        Part(Node first, Node last) {
            this.first = first;
            this.last = last;
        }

        Part(Node node) {
            this(node, node);
        }

        Part then(Part following) {
            last.next = following.first;
            return new Part(first, following.last);
        }
    }

    Parser(String pattern, int flags) {
        this.pattern = pattern;
        this.flags = flags;
        flagsOfAll = flags;
    }

    Node parse() {
        boolean isLiteral = pattern.isEmpty() || has(Pattern.LITERAL);
        Part all = isLiteral ? literal(pattern) : alternatives();
        if (!isLiteral && !isAtEnd()) throw error("Unmatched closing ')'", at - 1);
        all.last.next = new Node.End();
        return all.first;
    }

    private PatternSyntaxException error(String what, int index) {
        return new PatternSyntaxException(what, pattern, index);
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private boolean isAtEnd() {
        return at >= pattern.length();
    }

    private boolean isAt(char c) {
        return !isAtEnd() && pattern.charAt(at) == c;
    }

    private boolean skip(String text) {
        if (!pattern.startsWith(text, at)) return false;
        at += text.length();
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
            if (c == '#') while (!isAtEnd() && pattern.charAt(at) != '\n') at++;
            else if (CharacterSets.SPACE.test(c)) at++;
            else return;
        }
    }

    private Part alternatives() {
        ArrayList<Part> ways = new ArrayList<Part>();
        ways.add(sequence());
        while (skip("|")) ways.add(sequence());
        if (ways.size() == 1) return ways.get(0);
        return branch(ways);
    }

    private static Part branch(ArrayList<Part> ways) {
        Node join = new Node.Join();
        Node[] firsts = new Node[ways.size()];
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = ways.get(i).first;
            ways.get(i).last.next = join;
        }
        return new Part(new Node.Branch(firsts), join);
    }

    private Part sequence() {
        Part sequence = new Part(new Node.Join());
        for (;;) {
            skipComments();
            if (isAtEnd() || isAt('|') || isAt(')')) return sequence;
            sequence = sequence.then(quantified(atom()));
        }
    }

    private Part literal(String text) {
        Part all = new Part(new Node.Join());
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) all = all.then(one(text.codePointAt(i)));
        return all;
    }

    private Part one(int c) {
        return one(folded(CharacterSets.range(c, c)));
    }

    private Part one(IntPredicate set) {
        return new Part(new Node.One(set));
    }

    /** What case does not tell apart; before sets are joined or turned into what is not in them. */
    private IntPredicate folded(IntPredicate set) {
        return has(Pattern.CASE_INSENSITIVE) ? CharacterSets.ignoringCase(set, has(Pattern.UNICODE_CASE)) : set;
    }

    private Part place(char kind) {
        return new Part(new Node.Place(kind, has(Pattern.UNIX_LINES)));
    }

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
                return new Part(new Node.One(dot()));
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
                throw error("Illegal repetition", at + 1);
            default:
                return one(codePoint());
        }
    }

    private IntPredicate dot() {
        if (has(Pattern.DOTALL)) return c -> true;
        if (has(Pattern.UNIX_LINES)) return c -> c != '\n';
        return c -> c != '\n' && c != '\r' && c != '\u0085' && c != '\u2028' && c != '\u2029';
    }

    // --- groups

    private Part group() {
        int old = flags;
        Part group;
        if (!skip("?")) group = capture();
        else if (skip(":")) group = alternatives();
        else if (skip("=")) group = look(false, true);
        else if (skip("!")) group = look(false, false);
        else if (skip("<=")) group = look(true, true);
        else if (skip("<!")) group = look(true, false);
        else if (skip("<")) group = named();
        else if (skip(">")) group = once(alternatives());
        else if (setFlags()) return new Part(new Node.Join());
        else group = alternatives();
        if (!skip(")")) throw error("Unclosed group", at);
        flags = old;
        return group;
    }

    private Part capture() {
        int group = ++groupCount;
        return new Part(new Node.Mark(group)).then(alternatives()).then(new Part(new Node.Close(group)));
    }

    private Part named() {
        int start = at;
        while (!isAtEnd() && pattern.charAt(at) < 128 && Character.isLetterOrDigit(pattern.charAt(at))) at++;
        String name = pattern.substring(start, at);
        if (name.isEmpty() || Character.isDigit(name.charAt(0)))
            throw error("capturing group name does not start with a Latin letter", start);
        if (!skip(">")) throw error("named capturing group is missing trailing '>'", at);
        if (names.containsKey(name)) throw error("Named capturing group <" + name + "> is already defined", at - 1);
        names.put(name, groupCount + 1);
        return capture();
    }

    private Part look(boolean isBehind, boolean isWanted) {
        return new Part(new Node.Look(stopped(alternatives()), isBehind, isWanted));
    }

    private static Node stopped(Part body) {
        body.last.next = new Node.Stop();
        return body.first;
    }

    private static Part once(Part body) {
        return new Part(new Node.Once(stopped(body)));
    }

    /** After "(?": flags up to a colon, and false, or to the end of the parentheses, and true. */
    private boolean setFlags() {
        boolean isOn = true;
        int start = at;
        for (; !isAtEnd(); at++) {
            char c = pattern.charAt(at);
            if (c == '-') {
                isOn = false;
                continue;
            }
            if (c == ')' || c == ':') {
                at++;
                if (c == ')' && start == 2) flagsOfAll = flags;
                return c == ')';
            }
            int flag = flag(c);
            flags = isOn ? flags | flag : flags & ~flag;
        }
        throw error("Unknown inline modifier", at);
    }

    private int flag(char c) {
        switch (c) {
            case 'i': return Pattern.CASE_INSENSITIVE;
            case 'm': return Pattern.MULTILINE;
            case 's': return Pattern.DOTALL;
            case 'd': return Pattern.UNIX_LINES;
            case 'u': return Pattern.UNICODE_CASE;
            case 'x': return Pattern.COMMENTS;
            default: throw error("Unknown inline modifier", at);
        }
    }

    // --- quantifiers

    private Part quantified(Part atom) {
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
                return counted(atom);
            default:
                return atom;
        }
        at++;
        return repeated(atom, least, most);
    }

    private int number() {
        long number = 0;
        for (; !isAtEnd() && CharacterSets.DIGIT.test(pattern.charAt(at)); at++) {
            number = number * 10 + pattern.charAt(at) - '0';
            if (number >= Node.MANY) throw error("Illegal repetition range", at);
        }
        return (int) number;
    }

    private boolean isDigitAt(int index) {
        return index < pattern.length() && CharacterSets.DIGIT.test(pattern.charAt(index));
    }

    private Part counted(Part atom) {
        if (!isDigitAt(at + 1)) throw error("Illegal repetition", at + 1);
        at++;
        int least = number();
        int most = least;
        if (skip(",")) most = isDigitAt(at) ? number() : Node.MANY;
        if (!skip("}")) throw error("Unclosed counted closure", at);
        if (most < least) throw error("Illegal repetition range", at - 1);
        return repeated(atom, least, most);
    }

    private Part repeated(Part atom, int least, int most) {
        Node.Greed greed = skip("?") ? Node.Greed.LITTLE : skip("+") ? Node.Greed.ALL : Node.Greed.MUCH;
        if (atom.first == atom.last && atom.first instanceof Node.One)
            return new Part(new Node.Run((Node.One) atom.first, least, most, greed));
        Node.Loop loop = new Node.Loop(loopCount++, least, most, greed == Node.Greed.LITTLE);
        loop.body = atom.first;
        atom.last.next = loop;
        Part all = new Part(new Node.Enter(loop), loop);
        return greed == Node.Greed.ALL ? once(all) : all;
    }

    // --- escapes

    private Part escape() {
        if (isAtEnd()) throw error("Unexpected internal error", at);
        char c = pattern.charAt(at);
        if (c >= '1' && c <= '9') return again();
        IntPredicate set = CharacterSets.escaped(c);
        if (set != null) {
            at++;
            return one(set);
        }
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
                return new Part(new Node.LineBreak());
            case 'Q':
                at++;
                return quoted();
            case 'k':
                at++;
                return againByName();
            case 'p':
            case 'P':
                return one(property());
            default:
                return one(escapedCharacter());
        }
    }

    private Part quoted() {
        int end = pattern.indexOf("\\E", at);
        String text = pattern.substring(at, end < 0 ? pattern.length() : end);
        at = end < 0 ? pattern.length() : end + 2;
        int last = text.isEmpty() ? 0 : text.offsetByCodePoints(text.length(), -1);
        Part start = literal(text.substring(0, last));
        return text.isEmpty() ? start : start.then(quantified(one(text.codePointAt(last))));
    }

    /** As many digits as make a group that there is. */
    private Part again() {
        int group = pattern.charAt(at++) - '0';
        while (isDigitAt(at) && group * 10 + pattern.charAt(at) - '0' <= groupCount) group = group * 10 + pattern.charAt(at++) - '0';
        return again(group);
    }

    private Part again(int group) {
        if (group > groupCount) return one(c -> false);
        return new Part(new Node.Again(group, has(Pattern.CASE_INSENSITIVE)));
    }

    private Part againByName() {
        if (!skip("<")) throw error("\\k is not followed by '<' for named capturing group", at);
        int end = pattern.indexOf('>', at);
        if (end < 0) throw error("named capturing group is missing trailing '>'", pattern.length());
        String name = pattern.substring(at, end);
        at = end + 1;
        if (!names.containsKey(name)) throw error("named capturing group <" + name + "> does not exist", end);
        return again(names.get(name));
    }

    private IntPredicate property() {
        boolean isOther = pattern.charAt(at++) == 'P';
        String name;
        if (skip("{")) {
            int end = pattern.indexOf('}', at);
            if (end < 0) throw error("Unclosed character family", pattern.length());
            name = pattern.substring(at, end);
            at = end + 1;
            if (name.isEmpty()) throw error("Empty character family", at - 1);
        } else {
            if (isAtEnd()) throw error("Unknown character property name {\0}", at);
            name = String.valueOf(pattern.charAt(at++));
        }
        IntPredicate set = CharacterSets.named(name);
        if (set == null) throw error("Unknown character property name {" + name + "}", at - 1);
        return isOther ? folded(set).negate() : folded(set);
    }

    private int digits(int count, int radix, String mistake) {
        int value = 0;
        for (int i = 0; i < count; i++) {
            int digit = isAtEnd() ? -1 : Character.digit(pattern.charAt(at), radix);
            if (digit < 0) throw error(mistake, at);
            value = value * radix + digit;
            at++;
        }
        return value;
    }

    private int octal() {
        int value = digits(1, 8, "Illegal octal escape sequence");
        for (int i = 0; i < 2 && !isAtEnd() && Character.digit(pattern.charAt(at), 8) >= 0 && value * 8 < 256; i++)
            value = value * 8 + pattern.charAt(at++) - '0';
        return value;
    }

    private int hexadecimal() {
        if (!skip("{")) return digits(2, 16, "Illegal hexadecimal escape sequence");
        int end = pattern.indexOf('}', at);
        if (end < 0) throw error("Unclosed hexadecimal escape sequence", pattern.length());
        int value = digits(end - at, 16, "Illegal hexadecimal escape sequence");
        at++;
        return value;
    }

    private int escapedCharacter() {
        int c = codePoint();
        switch (c) {
            case '0': return octal();
            case 'x': return hexadecimal();
            case 'u': return digits(4, 16, "Illegal Unicode escape sequence");
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
        boolean isOther = skip("^");
        IntPredicate set = members();
        at++;
        return isOther ? set.negate() : set;
    }

    /** Up to the bracket that closes. */
    private IntPredicate members() {
        IntPredicate set = null;
        for (;;) {
            skipComments();
            if (isAtEnd()) throw error("Unclosed character class", pattern.length() - 1);
            if (isAt(']') && set != null) return set;
            if (skip("&&")) {
                if (isAt(']')) return set == null ? c -> false : set;
                IntPredicate right = members();
                return set == null ? right : set.and(right);
            }
            IntPredicate more = member();
            set = set == null ? more : set.or(more);
        }
    }

    private IntPredicate member() {
        if (skip("[")) return characterClass();
        if (isAt('\\') && at + 1 < pattern.length()) {
            char letter = pattern.charAt(at + 1);
            IntPredicate named = CharacterSets.escaped(letter);
            if (named != null) {
                at += 2;
                return named;
            }
            if (letter == 'p' || letter == 'P') {
                at++;
                return property();
            }
            if (letter == 'Q') {
                at += 2;
                return quotedMembers();
            }
        }
        int first = character();
        boolean isRange = isAt('-') && at + 1 < pattern.length() && pattern.charAt(at + 1) != ']' && pattern.charAt(at + 1) != '[';
        if (!isRange) return folded(CharacterSets.range(first, first));
        at++;
        int last = character();
        if (last < first) throw error("Illegal character range", at - 1);
        return folded(CharacterSets.range(first, last));
    }

    private int character() {
        if (!skip("\\")) return codePoint();
        if (isAtEnd()) throw error("Unexpected internal error", at);
        return escapedCharacter();
    }

    private IntPredicate quotedMembers() {
        int end = pattern.indexOf("\\E", at);
        String text = pattern.substring(at, end < 0 ? pattern.length() : end);
        at = end < 0 ? pattern.length() : end + 2;
        return folded(c -> text.indexOf(c) >= 0);
    }
}
