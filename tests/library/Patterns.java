import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions: what matches where, with which groups, and what is wrong with those that are none. */
public class Patterns {
    private static final String[] PATTERNS = {"a", "abc", "a|b|", "(a|b)*c", "a*", "a+?", "a??b", "(a*)*", "(a*)+b", "(a+)+$", "^a.*c$", ".", "\\.",
        "[abc]", "[^abc]", "[a-c1-3]+", "[]a]+", "[a&&[^b]]", "[a-z&&[^bc]]+", "[a-d[m-p]]+", "[\\w-]+", "[a\\]b]+", "\\d+", "\\D+", "\\s*,\\s*",
        "\\w+@\\w+\\.com", "\\bfoo\\b", "\\Boo", "(\\w)\\1", "(?<y>\\d{4})-(?<m>\\d\\d)", "(?<x>a)\\k<x>", "(?i)AbC", "(?i:A)b", "a(?i)b(?-i)c", "(?s)a.b",
        "(?m)^\\w+$", "^", "$", "\\A", "\\z", "\\Z", "a{2}", "a{2,}", "a{1,2}?", "a{0}", "(ab){2,3}", "(?:ab)+", "(?=a)\\w", "(?!a)\\w", "(?<=a)b", "(?<!a)b",
        "(?<=a{1,3})b", "(?>a*)a", "a*+a", "a?+b", "(a)|(b)", "((a)(b)?)+", "\\Qa.b\\E+", "\\Q", "\\x41\\u0042\\t", "\\0101", "\\cA", "\\p{Lu}\\p{Ll}+", "\\p{L}+",
        "\\P{L}+", "\\p{Punct}", "\\p{Alpha}+", "\\p{IsAlphabetic}+", "\\p{javaUpperCase}", "[\\p{L}&&[^a-c]]+", "\\R", "\\h+", "\\v", "(?x) a b # c\n c",
        "\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?", "\"(?:[^\"\\\\]|\\\\.)*\"", "(\\d+)([-+*/])(\\d+)", "^\\s+|\\s+$", "([a-z])([A-Z])", "x*", "(x)?", "(?:x?){3}", "[\\[\\](),;]+",
        "(a|ab)(c|bcd)(d*)", "(.)(.)(.)?\\3?", ".*?,", "\\$\\{(\\w+)\\}", "(a)(?=(b))", "(?<=(a))b", "(?:a|b)*?c", "((a|b)?c)*", "\ud83d\ude00+", "[\ud83d\ude00x]", "\\.{2,}", "-?"};
    private static final String[] TEXTS = {"", "a", "abc", "aab", "aaaa", "b", "ab ab", "abab", "ABC abc", "foo foobar oo", "a1b22,c333 , d", "x@y.com me@host.com",
        "2026-11-20", "line\nfoo\r\nabc\n", "a\nb", "aa bb", "[a](b);", "\"q\\\"x\" y", "12+34*5", "camelCaseText", "${name} a.b", "AB\t", "\u00c9t\u00e9 \u4e2d", "  trim ",
        "\ud83d\ude00\ud83d\ude00x", "1.5e10 -3", "abcd", "A\u0001a.ba.b"};
    private static final String[] WRONG = {"(", ")", "a)", "*a", "+", "?", "a**", "[a", "[", "[z-a]", "a{", "{", "a{x}", "a{2", "a{3,2}", "a{2,", "\\", "\\q", "[\\q]", "\\k<n>",
        "\\kx", "(?<n", "(?<1>a)", "(?z)", "(?", "\\p{Nope}", "\\p{", "\\p", "\\xg", "\\u12", "(?<a>x)(?<a>y)", "\\c", "[a&&", "(?<=a", "\\08"};

    private static void match(String regex, String text) {
        Matcher m = Pattern.compile(regex).matcher(text);
        StringBuilder line = new StringBuilder();
        while (m.find()) {
            line.append(m.start()).append('-').append(m.end());
            for (int i = 1; i <= m.groupCount(); i++) line.append(i == 1 ? ':' : ',').append(m.group(i));
            line.append(' ');
        }
        line.append(m.matches()).append(' ').append(m.lookingAt()).append(' ');
        line.append(Arrays.toString(text.split(regex))).append(Arrays.toString(text.split(regex, 2))).append(Arrays.toString(text.split(regex, -1)));
        line.append(text.replaceAll(regex, "<$0>")).append(text.replaceFirst(regex, "\\$"));
        System.out.println(line.toString().replace('\n', '~').replace('\r', '^'));
    }

    private interface Thrower {
        Object run();
    }

    private static void tell(Thrower thrower) {
        try {
            System.out.println(thrower.run());
        } catch (PatternSyntaxException wrong) {
            System.out.println(wrong.getDescription() + " " + wrong.getIndex() + " " + wrong.getMessage());
        } catch (RuntimeException thrown) {
            System.out.println(thrown);
        }
    }

    public static void main(String[] arguments) {
        for (String pattern : PATTERNS) {
            System.out.println("/" + pattern + "/");
            for (String text : TEXTS) match(pattern, text);
        }
        for (String wrong : WRONG) tell(() -> Pattern.compile(wrong) + " is right");

        Matcher m = Pattern.compile("(?<key>\\w+)=(\\w*)").matcher("a=1, b=, c=three");
        tell(m::group);
        tell(m::start);
        StringBuilder out = new StringBuilder();
        StringBuffer buffer = new StringBuffer();
        while (m.find()) m.appendReplacement(out, "${key}:$2\\!");
        System.out.println(m.appendTail(out));
        m.reset();
        while (m.find()) m.appendReplacement(buffer, m.group("key").toUpperCase());
        System.out.println(m.appendTail(buffer));
        System.out.println(m.find(4) + " " + m.group() + " " + m.start("key") + " " + m.end(2) + m.toMatchResult().group(1));
        tell(() -> m.group(3));
        tell(() -> m.group("nope"));
        tell(() -> m.find(99));
        tell(() -> m.replaceAll("$3"));
        tell(() -> m.replaceAll("$x"));
        tell(() -> m.replaceAll("$"));
        tell(() -> m.replaceAll("\\"));
        tell(() -> m.replaceAll("${nope}"));
        tell(() -> m.replaceAll("$12"));
        tell(() -> m.replaceAll(r -> r.group(1).repeat(2)));
        tell(() -> m.replaceFirst(Matcher.quoteReplacement("$1\\")));
        tell(() -> m.reset("z=y").matches());
        tell(() -> m.region(2, 3).lookingAt());
        tell(() -> m);
        tell(() -> m.usePattern(Pattern.compile("y")).reset().find());
        tell(() -> "a.b*c".split(Pattern.quote(".")).length + Pattern.quote("x\\Ey"));
        tell(() -> Pattern.compile("A", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE).flags());
        tell(() -> Pattern.compile("\u00c9", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE).matcher("\u00e9").matches());
        tell(() -> Pattern.compile("\u00c9", Pattern.CASE_INSENSITIVE).matcher("\u00e9").matches());
        tell(() -> Pattern.compile("a.b[", Pattern.LITERAL).matcher("xa.b[").find());
        tell(() -> Pattern.compile("a.b", Pattern.DOTALL).asPredicate().test("-a\nb"));
        tell(() -> Pattern.compile("a").asMatchPredicate().test("aa"));
        tell(() -> Pattern.matches("a*", "aaa"));
        for (String block : "InCombiningDiacriticalMarks InGreek InLATIN_1_SUPPLEMENT InLatin-1Supplement block=Cyrillic InThai".split(" "))
            tell(() -> {
                int count = 0;
                Matcher matcher = Pattern.compile("\\p{" + block + "}").matcher("");
                for (char c = 0; c < 0xe80; c++)
                    if (matcher.reset(String.valueOf(c)).matches()) count += c;
                return block + count;
            });
        for (String set : "[^a-z]+ [^aeiou\\s] [^a[bc]] [\\P{Lower}] [a-z&&[^B]] [\\QtB\\E] [^\\QtB\\E] \\p{Upper} \\w [^\\W]".split(" "))
            tell(() -> "The quick Brown tea_9".replaceAll("(?i)" + set, "#"));
        tell(() -> "".replaceAll("(?m)^", "> ") + "|" + "a\nb\n".replaceAll("(?m)^", "> ") + "|");
        tell(() -> "x".repeat(100000).matches("x*y?x+"));
        for (String pattern : new String[] {"(x+x+)+y", "(?:x|xx)+y", "(?:x?){3,}y", "(?>(?:x|xx)*)y|x", "(?:(x+)(y?))+"})
            for (String text : new String[] {"x".repeat(60), "xyxxyxxxy"}) match(pattern, text);
        tell(() -> Arrays.toString("a|b.c".split("\\|")) + Arrays.toString("a|b.c".split("|")) + Arrays.toString("::a::b::".split(":")));
        tell(() -> Arrays.toString("a1b2".split("(?<=\\d)")) + Arrays.toString("x".split("x")) + Arrays.toString(",".split(",")) + Arrays.toString("".split("")));
    }
}
