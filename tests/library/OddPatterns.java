import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Regular expressions at the edge of the grammar: what is taken, what it matches, and whether more text could change that. */
public class OddPatterns {
    private static final String[] PATTERNS = {
        "(?<=foo\\b)bar", "(?<=a(?=b))b", "(?<=a(?!b))b", "(?<=^a)b", "(?<=a$)b", "(?<=a)$", "(?<!a\\b)b", "(?<=a+)b", "(?<=a*)b",
        "(?<=(a|bc)+)b", "(?<=a{2,})b", "(?<=a{1,2})b", "(?<=\\R)b", "(?<=.*)b", "(?<!x+)b", "(?<=(?:ab?){2})b", "(?<=(a)\\1)b",
        "(?<=a|ab)b", "a{2}{3}", "a*{2}", "a+{2}", "a?{2}", "{1}", "{1}a", "{1", "{a}", "a{1", "a{1,", "a{1,2", "a{1,2}{2}", "a{1}{",
        "a{1}{a", "a{,2}", "a{2,1}", "a{99999999999}", "a{2147483647}", "a{2147483648}", "a{1,2147483648}", "(a){2}{1}", "(ab)*{2}", "a*+*",
        "a*?*", "a++?", "a??+", "a{2}*", "a{2}+", "a{2}+?", "a{2}?+", "a*{2}+", "\\b{x}", "\\b{", "\\N", "\\N{", "\\N{FOO BAR}",
        "\\p{javaMirrored}", "\\p{javaUnicodeIdentifierStart}", "\\p{javaUnicodeIdentifierPart}", "\\p{javaIdentifierIgnorable}",
        "\\p{javaSpace}", "\\p{javaFoo}", "\\x{110000}", "\\x{10ffff}", "\\x{1f600}", "\\x{}", "\\x{", "\\x{41", "\\x{zz}", "\\x{41g}",
        "\\x", "\\x4", "\\x4g", "\\u", "\\u1", "\\u12g4", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "[\\ud83d\\ude00]", "[\\x{1f600}]",
        "\\R{2}", "\\R+", "\\R*", "\\R?", "(\\R)", "()*", "()+", "()*?", "()?", "(){2}", "()*a", "(a|)*", "(a*)+", "(a*?)*", "(a?)*b",
        "((a)|b)*", "((a)|(b))*", "((a*)b)*", "(?!(a))b", "(?!(a)b)a", "(?=(a))a", "(?!(a))", "(?<!(a))b", "(?!(?!(a)))a", "(?=(?!(a)))b",
        "(a)(?!\\1)", "(?i)\\p{Lu}", "(?i)\\p{Ll}", "(?i)\\p{Lt}", "(?iu)\\p{Lu}", "(?i)\\p{IsLu}", "(?i)\\p{gc=Lu}", "(?i)\\P{Lu}",
        "(?i)[\\p{Lu}]", "(?i)[^\\p{Lu}]", "(?i)\\p{Lower}", "(?i)\\p{Upper}", "(?i)\\p{javaLowerCase}", "(?i)\\p{javaUpperCase}",
        "(?i)\\p{javaTitleCase}", "(?i)\\p{IsLowercase}", "(?i)\\p{IsUppercase}", "(?i)\\p{IsTitlecase}", "(?i)\\p{L}", "(?i)\\p{LC}",
        "(?i)(\\w)\\1", "(?i)(.)\\1", "(?iu)(.)\\1", "(?iu)(.)x\\1", "(?u)k", "(?iu)k", "(?iu)s", "(?iu)[k]", "(?iu)[j-l]", "(?iu)[^k]",
        "(?i)k", "(?i)[k]", "(?i)\\u017f", "(?iu)\\u017f", "(?iu)\\u212a", "(?i)[^a]", "(?i)[^\\p{Lu}a]", "(?i)[a&&[A]]", "(?i)x", "(?-i)a",
        "a(?i)b", "(a(?i)b)c", "(?i:a)b", "(?i)a(?-i)b", "(?im)a", "(?i-m)a", "(?-)a", "(?--i)a", "(?i-)a", "(?ii)a", "(?i-i)a", "(?@a)",
        "(?@)", "(?i", "(?i:", "(?i-", "(?-", "(?z:a)", "(?<", "(?<a", "(?<a>", "(?<=", "(?<!", "(?<1", "(?<a1>b)", "(?<a_b>c)",
        "(?<a b>c)", "(?<>a)", "(?<A>a)\\k<A>", "\\k", "\\k<", "\\k<a", "\\k<a>", "\\k{a}", "\\k<1>", "(?<a>a)\\k<b>", "(?P<a>a)",
        "(?'a'a)", "(?#a)", "(?>a", "(?:a", "(?=a", "(?!a", "(a", "((a)", "())", "(a|b", "||", "a||b", "(|a)", "(a|)", "(|)", "(?:|a)", "*",
        "+a", "?a", "|*", "(*)", "(?:*)", "(+a)", "^*", "^+", "^?", "$*", "$+", "\\b*", "\\b+", "\\b?", "\\A*", "(?=a)*", "(?=a)+a",
        "(?!a)*b", "(?<=a)*b", "(?<=a)?", "[]", "[]]", "[]a]", "[^", "[^]", "[^]]", "[^]a]", "[a-", "[a-]", "[-a]", "[a-b-c]", "[a-\\d]",
        "[\\d-a]", "[a-\\w]", "[\\d-\\w]", "[a-[b]]", "[a-[b", "[a-&&b]", "[a-\\]]", "[--a]", "[---]", "[a-a]", "[b-a]", "[\\b]", "[\\B]",
        "[\\A]", "[\\z]", "[\\Z]", "[\\G]", "[\\R]", "[\\N]", "[\\k]", "[\\1]", "[\\8]", "[\\0]", "[\\01]", "[\\x41]", "[\\x{41}]",
        "[\\x{110000}]", "[\\cA]", "[\\c", "[\\c]", "[\\Q", "[\\Q]", "[\\Qa-z\\E]", "[\\Qa\\E-z]", "[\\Qa\\E-\\Qz\\E]", "[a-\\Qz\\E]",
        "[\\E]", "[a\\E]", "[\\Q\\E]", "[\\Q\\Ea]", "[\\Q^\\Ea]", "[^\\Qa\\E]", "[a&&b]", "[a&&]", "[&&a]", "[&&]", "[&&&&a]", "[a&&&b]",
        "[a&&&&b]", "[a&b]", "[a&]", "[&a]", "[&]", "[&&&a]", "[a&&[ab]]", "[a&&[ab]c]", "[a&&c[ab]]", "[ab&&[ab]&&b]", "[ab&&a-b&&b]",
        "[a-z&&[^b]&&[^c]]", "[^a&&b]", "[^a-z&&b]", "[^ab&&[a]]", "[^a[^b]]", "[^[a]b]", "[[^a]b]", "[^[^a]]", "[[a]", "[[a]]", "[[]",
        "[[]]", "[[]a]", "[[a]&&[b]]", "[[a]&&b]", "[[a]&&", "[a&&[b]", "[a]b]", "[a[b]", "[a[b]c]", "[a[b]-c]", "[[a-z]&&[^aeiou]]",
        "[a^b]", "[^^]", "[a-z-9]", "[z-]", "[\\]]", "[\\\\]", "[\\]", "[\\", "[\\p]", "[\\p{", "[\\p{L", "[\\p{Lu}]", "[\\pL]",
        "[\\p{Foo}]", "[\\u00c0-\\u00ff]", "[.]", "[$]", "[(]", "[|]", "[*]", "[#]", "[ ]", "(?x)[a b]", "(?x)[a #b", "(?x)[a #b]",
        "(?x)a #b", "(?x)a\\ b", "(?x)a b{ 2 }", "(?x)a {2}", "(?x)a b * ?", "(?x)a * +", "(?x)( ?:a)", "(?x)(? :a)", "(?x)(?: a )",
        "(?x)\\ x", "(?x)\\x 41", "(?x)[^ a]", "(?x)[ ^a]", "(?x)[a - z]", "(?x)[a & & b]", "(?x)[a&& b]", "(?x) | a", "(?x)a#", "(?x)#",
        "(?x)#a\nb", "(?x)#a\rb", "(?xd)#a\rb", "(?x)\u0085a", "(?x)(?<a> b)", "(?x)(?< a>b)", "(?x)\\Qa b\\E", "(?x)\\Q#\\E", "(?x)a{2 }",
        "(?x){", "a\\", "\\y", "\\Y", "\\i", "\\j", "\\C", "\\E", "\\Ea", "a\\E*", "\\Qa", "\\Q\\E", "\\Q\\E*", "\\Qab\\E*", "\\Qa*\\E*",
        "\\Qa\\Q\\E", "\\Qa\\Eb\\Ec", "a\\Q\\Eb", "(\\Qa\\E)", "(\\Qa)", "\\Q\\\\E", "\\0", "\\00", "\\01", "\\07", "\\012", "\\0123",
        "\\01234", "\\0377", "\\0400", "\\0777", "\\1", "\\2", "(a)\\2", "(a)\\11", "(a)\\1", "\\1(a)", "(\\1a)", "(a\\1)", "(a)|\\1",
        "(a)?\\1b", "(?:(a)|b)\\1", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", "(a)\\10", "\\9", "\\ca", "\\c@", "\\c[", "\\c\\",
        "\\t\\n\\r\\f\\a\\e", "\\p{}", "\\p{L", "\\p{ L}", "\\p{L }", "\\pL", "\\pLu", "\\p{Lu}", "\\P{Lu}", "\\p{^Lu}", "\\p{lu}",
        "\\p{IsLu}", "\\p{Islu}", "\\p{isLu}", "\\p{Is}", "\\p{In}", "\\p{IsFoo}", "\\p{script=Foo}", "\\p{sc=}", "\\p{blk=foo}",
        "\\p{foo=bar}", "\\p{=}", "\\p{gc=}", "\\p{gc=L}", "\\p{GC=L}", "\\p{gc=foo}", "\\p{general_category=Lu}", "\\p{a=}", "\\p{Alpha}",
        "\\p{alpha}", "\\p{ALPHA}", "\\p{ASCII}", "\\p{all}", "\\p{All}", "\\p{LD}", "\\p{L1}", "\\p{LC}", "\\p{Cn}", "\\p{Cs}", "\\p{C}",
        "\\p{IsAlphabetic}", "\\p{IsALPHABETIC}", "\\p{IsHex_Digit}", "\\p{IsHexDigit}", "\\p{IsWhite_Space}", "\\p{IsWhiteSpace}",
        "\\p{IsWhite_space}", "\\p{IsNoncharacter_Code_Point}", "\\p{IsJoin_Control}", "\\p{IsJoinControl}", "\\p{IsEmoji}", "\\p{IsAlnum}",
        "\\p{IsPunct}", "\\p{IsPunctuation}", "\\p{IsDigit}", "\\p{IsControl}", "\\p{IsAssigned}", "\\p{IsIdeographic}", "\\p{IsLetter}",
        "\\p{IsWord}", "\\p{IsL}", "\\p{IsL1}", "\\p{Word}", "\\w\\b\\w", "\\b", "\\B", "^^", "$$", "^$", "(?m)$", "(?m)^$", "(?md)^",
        "(?md)$", "(?d)$", "\\G", "\\Ga", "(?:\\Ga)+", "a$", "(?m)a$", "a\\Z", "a\\z", "(?s).", "(?d).", ".*", ".*?", ".+", ".*b", ".*?b",
        "a|ab", "ab|a", "(a|ab)(b|)", "a{0,0}", "(a){0}", "(a){0,1}", "(a)*", "(a)+", "(a)??", "(a)*?b", "(a)*+", "(a|b)*+", "(a|b)++b",
        "(?>a|ab)b", "(?>a*)", "(?>(a)|b)*", "(?>a+)b", "a*+b", "a?+a", "a{1,2}+a", "(ab)?+", "(ab){1,2}?", "(ab){0,1}?a", "[a-b]{2,3}",
        "[a-b]{2,3}?", "\\w{2,}", "\\w+\\b", "\\w+$", "\\s", "\\S+", "\\h", "\\H", "\\V", "\\W", "\\D", "(?i)\u00e9", "(?iu)\u00e9",
        "(?iu)\u00c9", "\ud83d\ude00", "\ud83d", "\ude00", "[\ud83d]", "[^\ud83d]", "[\ud83d\ude00]", "[^\ud83d\ude00]", ".\ude00",
        "(?U)\\w", "(?u)a", "(?s)a", "(?d)a", "(?m)a", "(?x)a", "(?1)", "(?R)", "(?&a)", "(?(1)a)", "(?|a)", "(?~a)", "(?=", "(?!", "(?:",
        "(?>", "(?:)", "(?=)", "(?!)", "(?<=)", "(?<!)", "(?>)", "(?i)*", "(?i){2}", "a(?i)*", "(?:a)(?i)*b", "(?i:)*", "]", "a]", "a}",
        "a{}", "a{1x}", "a{1,x}", "a{1,2x}", "a{ 1}", "a{1 }", "-", "&", "a&&b", "(?i)#", "~", "`", "\"", "'", "<", ">", "=", "!", "@", "%",
        ";", "(?<=ba+)c", "(?<=ba*)c", "(?<=a+ba+)c", "(?<=(?:a)+)c", "(?<=b(?:a)+)c", "(?<=ab(?:a)+)c", "(?<=(?:ab)+)c", "(?<=(ab)*+)c",
        "(?<=(a|b)*+)c", "(?<=(a|b)?)c", "(?<=(a|b){2})c", "(?<=(a|b){1})c", "(?<=(?:a?){2})c", "(?<=(?:a{1,2}){2})c", "(?<=(?:a{2}){2})c",
        "(?<=(?:[ab]+){2})c", "(?<=(?>a|b){2})c", "(?<=(?=a|b){2})c", "(?<=a{2,})c", "(?<=ba{2,})c", "(?<=[ab]{2,})c", "(?<=ba{1,})c",
        "(?<=ba+?)c", "(?<=ba++)c", "(?<=b.*)c", "(?<=b.*?)c", "(?<=b\\w*)c", "(?<=b\\R*)c", "(?<=\\R*)c", "(?<=a\\b+)c",
        "(?<=(?:(?:a)){2})c", "(?<=((a)){2})c", "(?<=((a)|b))c", "(?<=a(?!b+))c", "(?<=a(?:b|c)+(?!b+))c", "(?<!(ab)+)c", "(?<=a\\1)c",
        "(?<=\\Qab\\E)c", "(?<=(?<=a+)b)c", "(?<=(?<=(a|b)+)b)c", "(^)*", "()*()", "(){0,3}", "(){2,3}", "(a?)*", "(a{0})*", "(()){2}",
        "(?:())*", "((?:))*", "()*+", "(()|a)*", "(a*){2,3}", "(a|b*)*", "(a|b){2}\\1", "(?:(a)|b)*", "(?:(a)|(b))*", "(?:(a)|(b))+?c",
        "(?:(a)|b)*+", "(?:(a)b?)*", "((a)b?)*", "((a)+b?)*", "(a){1,2}(a)", "(a){1,2}a", "(a){2}?a", "(a)+?b", "((a)b)+?a", "(?=(a)b)|a",
        "(?>(a)b)c|a", "(?>(a)|b)*c|a", "(a)*+b|a", "(?=(a))b|(a)b", "(a(?=(b)))*", "(a)|b\\1", "(?:(a)|(b)|(c))+", "(a)?b", "(a)??b",
        "(a)?+b", "(a){0}b\\1", "(?:(a)){0}b", "((a){0}b)", "(){0,1}", "(){0,1}?"};
    private static final String[] TEXTS = {"", "a", "ab", "foobar", "aab", "abab", "ABC abc", "a\nb", "a\r\nb\r\n", "\u00c9t\u00e9", "\u01c5\u01c6\u01c4", "x1_2", "a-b]c",
        "{1}", "a{1,2}", "\ud83d\ude00x", "a\u0301b", "\u017fs\u212aK", "cab", "\r", "aXbxA", "-\u0301b\u00a0\u0663"};

    private static String found(Matcher m) {
        StringBuilder line = new StringBuilder();
        while (m.find()) {
            line.append(m.start()).append('-').append(m.end());
            for (int i = 1; i <= m.groupCount(); i++) line.append(i == 1 ? ':' : ',').append(m.start(i)).append('-').append(m.end(i));
            line.append(ends(m)).append(' ');
        }
        line.append(ends(m)).append(' ').append(m.reset().matches()).append(ends(m));
        return line.append(' ').append(m.reset().lookingAt()).append(ends(m)).toString();
    }

    private static String ends(Matcher m) {
        return m.hitEnd() ? m.requireEnd() ? "!" : "." : "";
    }

    private static void tell(String regex, int flags) {
        try {
            Pattern pattern = Pattern.compile(regex, flags);
            System.out.println(regex + " " + pattern.flags());
            for (String text : TEXTS) System.out.println(found(pattern.matcher(text)));
        } catch (PatternSyntaxException wrong) {
            System.out.println(wrong.getMessage());
        } catch (IllegalArgumentException wrong) {
            System.out.println(wrong);
        }
    }

    private interface Thrower {
        Object run();
    }

    private static void tell(Thrower thrower) {
        try {
            System.out.println(thrower.run());
        } catch (RuntimeException thrown) {
            System.out.println(thrown);
        }
    }

    private static void results() {
        Matcher m = Pattern.compile("(?<n>a)(b)?").matcher("xa");
        MatchResult none = m.toMatchResult();
        tell(() -> none.start());
        tell(() -> none.end(9));
        tell(() -> none.group());
        tell(() -> m.end(1));
        tell(() -> m.group(9));
        m.find();
        MatchResult one = m.toMatchResult();
        tell(() -> one.start(9));
        tell(() -> one.start(2) + " " + one.end(2) + one.group(2));
        tell(() -> m.find() + " " + m.hitEnd() + m.requireEnd() + one.group());
        for (String replacement : new String[] {"${", "${}", "${1}", "${a", "${a b}", "${a-}", "${ a}", "${n}", "${z}"}) tell(() -> m.replaceAll(replacement));
        tell(() -> new PatternSyntaxException("here", "a\tbc", 3).getMessage());
        tell(() -> new PatternSyntaxException(null, "abc", 2).getMessage());
        tell(() -> "\ud83d\ude00a".split("(?!^)").length);
    }

    private static void bounds(String regex) {
        for (String text : new String[] {"abcd", "a\nb\nc", "abc abc", "\r\n\r\n"})
            for (int i = 0; i < 4 * text.length(); i++) {
                Matcher m = Pattern.compile(regex).matcher(text).useAnchoringBounds((i & 1) == 0).useTransparentBounds((i & 2) != 0);
                int start = i / 8;
                int end = text.length() - (i >> 2 & 1);
                System.out.println(found(m.region(start, end)) + m.region(start, end).matches() + ends(m) + m.find(start));
            }
    }

    public static void main(String[] arguments) {
        for (String pattern : PATTERNS) tell(pattern, 0);
        tell("a[b*", Pattern.LITERAL);
        tell("", Pattern.LITERAL);
        tell("(?s)[^a]*\\B++", 0);
        tell("(?<!\\v*a\\d*+)b", 0);
        tell("AB", Pattern.LITERAL | Pattern.CASE_INSENSITIVE);
        tell("\u00c9", Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        tell("$", Pattern.UNIX_LINES | Pattern.MULTILINE);
        for (String set : "\\w \\W \\d \\s \\b \\p{Alpha} \\p{Punct} \\p{Lower} \\p{XDigit} \\p{Graph} \\p{Print} \\p{Cntrl} \\p{Blank} \\p{ASCII}".split(" ")) {
            tell(set, Pattern.UNICODE_CHARACTER_CLASS);
            tell(set, Pattern.UNICODE_CHARACTER_CLASS | Pattern.CASE_INSENSITIVE);
        }
        tell("a", -1);
        results();
        for (String regex : "^. .$ \\b. .\\b \\Bb (?<=a). .(?=c) .(?!c) (?<!a). (?m)^. (?m).$ \\A. .\\z .\\Z \\G. (?<=(?<=\\b)a)b (?<=^a)b b(?=c$) $ ^".split(" "))
            bounds(regex);
    }
}
