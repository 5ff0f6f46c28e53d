import java.util.*;

/** String, StringBuilder and StringBuffer: errors first, then what they do. */
public class Strings {
    interface Answer {
        Object get() throws Throwable;
    }

    static void tell(String what, Answer answer) {
        try {
            System.out.println(what + ": " + answer.get());
        } catch (NullPointerException told) {
            System.out.println(what + ": NullPointerException");
        } catch (Throwable told) {
            System.out.println(what + ": " + told);
        }
    }

    static void errors() {
        StringBuilder sb = new StringBuilder("abc");
        tell("pul2", () -> Long.parseUnsignedLong("99999999999999999999999"));
        tell("charAt", () -> "abc".charAt(5));
        tell("charAt", () -> "".charAt(0));
        tell("charAt-", () -> "abc".charAt(-1));
        tell("charAtU", () -> "ab\u1234".charAt(5));
        tell("cpAt", () -> "abc".codePointAt(5));
        tell("cpBefore", () -> "abc".codePointBefore(0));
        tell("cpCount", () -> "abc".codePointCount(2,1));
        tell("cpOff", () -> "abc".offsetByCodePoints(2,5));
        tell("cpOff2", () -> "abc".offsetByCodePoints(9,5));
        tell("substr", () -> "abc".substring(5));
        tell("substr", () -> "abc".substring(-1));
        tell("substr", () -> "abc".substring(2,1));
        tell("subSeq", () -> "abc".subSequence(2,9));
        tell("repeat", () -> "abc".repeat(-1));
        tell("repeat", () -> "abc".repeat(1<<30));
        tell("newS", () -> new String(new char[2], 1, 5));
        tell("newS", () -> new String(new char[2], -1, 5));
        tell("newS", () -> new String(new int[]{0x110000}, 0, 1));
        tell("newSb", () -> new String(new byte[2], 1, 5));
        tell("newSnull", () -> new String((char[])null));
        tell("getChars", () -> { "abc".getChars(0,9,new char[3],0); return 0; });
        tell("getChars", () -> { "abc".getChars(0,3,new char[3],1); return 0; });
        tell("getChars", () -> { "abc".getChars(2,1,new char[3],1); return 0; });
        tell("valueOf", () -> String.valueOf((char[])null));
        tell("copyValueOf", () -> String.copyValueOf(new char[2],1,4));
        tell("charsNull", () -> "a".concat(null));
        tell("contains null", () -> "a".contains(null));
        tell("join null", () -> String.join(null, "a"));
        tell("join null", () -> String.join(",", "a", null));
        tell("join", () -> String.join(",", (CharSequence[]) null));
        tell("sb charAt", () -> sb.charAt(3));
        tell("sb charAt", () -> sb.charAt(-1));
        tell("sb setCharAt", () -> {sb.setCharAt(3,'c'); return 0;});
        tell("sb setLength", () -> {sb.setLength(-1); return 0;});
        tell("sb delete", () -> sb.delete(2,1));
        tell("sb delete", () -> sb.delete(-1,1));
        tell("sb delete", () -> sb.delete(4,9));
        tell("sb deleteCharAt", () -> sb.deleteCharAt(3));
        tell("sb insert", () -> sb.insert(4,"x"));
        tell("sb insert", () -> sb.insert(-1,'x'));
        tell("sb insert", () -> sb.insert(-1,new char[]{'x'}));
        tell("sb insert", () -> sb.insert(0,new char[]{'x'}, 1, 3));
        tell("sb insert", () -> sb.insert(0,"abc", 1, 5));
        tell("sb insert", () -> sb.insert(9,(CharSequence)"abc", 1, 5));
        tell("sb insert", () -> sb.insert(9,1));
        tell("sb replace", () -> sb.replace(4,5,"x"));
        tell("sb replace", () -> sb.replace(2,1,"x"));
        tell("sb replace", () -> sb.replace(-2,1,"x"));
        tell("sb append", () -> sb.append("abc", 1, 5));
        tell("sb append", () -> sb.append("abc", 2, 1));
        tell("sb append", () -> sb.append(new char[3], 2, 3));
        tell("sb append", () -> sb.append(new char[3], -1, 3));
        tell("sb append", () -> sb.append((char[])null));
        tell("sb append", () -> sb.append((CharSequence)null, 0, 2));
        tell("sb substring", () -> sb.substring(4));
        tell("sb substring", () -> sb.substring(2,1));
        tell("sb substring", () -> sb.substring(2,10000));
        tell("sb sub", () -> sb.subSequence(2,10000));
        tell("sb getChars", () -> {sb.getChars(2,10000, new char[3],0); return 0;});
        tell("sb getChars", () -> {sb.getChars(0,2, new char[3],2); return 0;});
        tell("sb getChars", () -> {sb.getChars(-1,2, new char[3],2); return 0;});
        tell("sb codePointAt", () -> sb.codePointAt(1000));
        tell("sb codePointBefore", () -> sb.codePointBefore(0));
        tell("sb codePointCount", () -> sb.codePointCount(0,10000));
        tell("sb offs", () -> sb.offsetByCodePoints(0,10000));
        tell("sb appendCP", () -> sb.appendCodePoint(-1));
        tell("sb new -1", () -> new StringBuilder(-1));
        tell("sb new null", () -> new StringBuilder((String)null));
        tell("sb indexOf null", () -> sb.indexOf(null));
        tell("Character.toChars", () -> Character.toChars(-1));
        tell("Character.toString", () -> Character.toString(0x110000));
        tell("Character.getName", () -> Character.codePointAt(new char[2], 5));
        tell("Character.codePointAt", () -> Character.codePointAt("ab", 5));
        tell("split", () -> Arrays.toString("a,b,,c,,".split(",")));
        tell("split", () -> Arrays.toString(",a,b,,c,,".split(",", -1)));
        tell("split", () -> Arrays.toString("a,b,,c,,".split(",", 2)));
        tell("split", () -> Arrays.toString("abc".split("")));
        tell("split", () -> Arrays.toString("".split(",")));
        tell("split", () -> Arrays.toString(",".split(",")));
        tell("split", () -> Arrays.toString("a1b1c".split("1b1")));
        tell("codePoints", () -> String.valueOf(Character.getNumericValue('\u2168'))+Character.getNumericValue('\u00bd')+Character.getNumericValue('\u0661')+Character.digit('\uff11',10)+Character.digit('\u0663',10));
        tell("toUpper", () -> "stra\u00dfe \ufb01 \u0130 \u0131 \u01c5 \u0390".toUpperCase()+"\u0130\u03a3\u0391\u03a3".toLowerCase());
        tell("trim", () -> "["+"\u2003 x \u2003".strip()+"]"+"[\u2003x ".stripLeading()+"]"+"\u2003".isBlank());
    }

    static final String[] TEXTS = {"", "a", "abc", "ABC", "abcabc", " a b ", "\t\n", "stra\u00dfe", "\u0391\u03a3", "x\ud83d\ude00y", "\ud800z", "b,a;c"};

    static void pairs() {
        for (String a : TEXTS)
            for (String b : TEXTS) {
                StringBuilder line = new StringBuilder();
                line.append(a.compareTo(b)).append(' ').append(a.compareToIgnoreCase(b)).append(' ');
                line.append(a.equals(b)).append(a.equalsIgnoreCase(b)).append(a.contentEquals(new StringBuilder(b)));
                line.append(a.startsWith(b)).append(a.startsWith(b, 1)).append(a.endsWith(b)).append(a.contains(b));
                for (int from = -1; from < 5; from++)
                    line.append(' ').append(a.indexOf(b, from)).append(',').append(a.lastIndexOf(b, from)).append(',').append(a.regionMatches(true, from, b, 0, 2)).append(a.regionMatches(from, b, 1, 1));
                line.append(' ').append(a.indexOf(b)).append(a.lastIndexOf(b)).append(a.concat(b).length());
                line.append(a.replace(b, "<>")).append('|').append(String.join(b, a, a, "-")).append('|').append(String.join(b, List.of(a, "y")));
                line.append(a.hashCode() + b.hashCode());
                line.append(CharSequence.compare(a, b)).append(new StringBuilder(a).compareTo(new StringBuilder(b)));
                System.out.println(line);
            }
    }

    static void singles() {
        for (String a : TEXTS) {
            System.out.println("[" + a.trim() + "][" + a.strip() + "][" + a.stripLeading() + "][" + a.stripTrailing() + "]" + a.isBlank() + a.isEmpty());
            System.out.println(a.toUpperCase() + a.toLowerCase() + a.repeat(3) + a.indexOf('b') + a.lastIndexOf('b') + a.indexOf(0x1f600) + a.lastIndexOf(0x1f600) + a.replace('a', 'z'));
            System.out.println(a.indent(2) + "|" + a.indent(-1) + "|" + a.stripIndent() + "|" + a.transform(String::length));
            for (String charset : new String[] {"UTF-8", "US-ASCII", "ISO-8859-1"})
                try {
                    System.out.println(Arrays.toString(a.getBytes(charset)) + new String(a.getBytes(charset), charset));
                } catch (java.io.UnsupportedEncodingException impossible) {
                    System.out.println(impossible);
                }
            System.out.println(Arrays.toString(a.toCharArray()) + a.codePointCount(0, a.length()) + (a.intern() == new String(a).intern()));
            for (int i = 0; i < a.length(); i++)
                System.out.print(a.codePointAt(i) + " " + a.codePointBefore(i + 1) + " " + a.charAt(i) + " ");
            System.out.println(new StringBuilder(a).reverse() + " " + new StringBuffer(a).reverse());
        }
        System.out.println("  a\n    b\n  c".stripIndent() + "|" + "  a\r\n  b\n ".stripIndent() + "|" + "a\\tb\\n\\101\\s\\\\".translateEscapes());
        tell("escape", () -> "\\q".translateEscapes());
        System.out.println(String.CASE_INSENSITIVE_ORDER.compare("aB", "Ab") + String.valueOf(1) + String.valueOf(2L) + String.valueOf(1.5f) + String.valueOf(2.5) + String.valueOf('c') + String.valueOf(true) + String.valueOf((Object) null));
        System.out.println(String.copyValueOf(new char[] {'a', 'b', 'c'}, 1, 2) + new String(new int[] {65, 0x1f600}, 0, 2) + "x".compareTo("xyz") + "%d-%s".formatted(1, "q"));
    }

    static void patterns() {
        String[] patterns = {",", "", "b", "\\.", "\\s+", "[,;]", " ", "[a-c]+", "\\d", "\\|", "[^a]", "ab", "\\s", "-+", "x", "\t", "[,;]+", "."};
        String[] texts = {"", "a,b,,c,,", ",a", "a.b.c", "  a  b ", "a1b22c", "abab", "a|b|", "x", "b", ",", "a;b,c", "\ud83d\ude00-x"};
        for (String pattern : patterns)
            for (String text : texts) {
                StringBuilder line = new StringBuilder(pattern + " on " + text + ":");
                for (int limit = -1; limit < 4; limit++) line.append(Arrays.toString(text.split(pattern, limit)));
                line.append(text.replaceAll(pattern, "<$0>")).append(text.replaceFirst(pattern, "\\$")).append(text.matches(pattern));
                System.out.println(line);
            }
    }

    static void builders() {
        StringBuilder b = new StringBuilder();
        StringBuffer s = new StringBuffer();
        b.append(1).append(2L).append('c').append("text").append((String) null).append(true).append(1.5f).append(2.5).append(new char[] {'x', 'y'}).append("abcdef", 1, 3).append((Object) "o").append((CharSequence) "cs").append(new StringBuffer("sb")).append(new StringBuilder("q")).appendCodePoint(0x1f600).append(new char[] {'1', '2', '3'}, 1, 2);
        s.append(1).append(2L).append('c').append("text").append((String) null).append(true).append(1.5f).append(2.5).append(new char[] {'x', 'y'}).append("abcdef", 1, 3).append((Object) "o").append((CharSequence) "cs").append(new StringBuffer("sb")).append(new StringBuilder("q")).appendCodePoint(0x1f600).append(new char[] {'1', '2', '3'}, 1, 2);
        System.out.println(b + " " + s + " " + b.length() + " " + s.length() + b.capacity() + " " + s.capacity());
        b.insert(0, 1).insert(1, 'x').insert(2, "ins").insert(0, 5L).insert(3, true).insert(1, 1.5).insert(1, 2.5f).insert(0, new char[] {'q'}).insert(0, new char[] {'a', 'b', 'c'}, 1, 2).insert(2, (CharSequence) "cs").insert(1, "xyz", 1, 2).insert(0, (Object) null);
        System.out.println(b);
        b.delete(3, 9).deleteCharAt(0).replace(1, 4, "replaced").setCharAt(0, 'Z');
        b.setLength(12);
        System.out.println(b + "|" + b.indexOf("re") + b.indexOf("e", 5) + b.lastIndexOf("e") + b.lastIndexOf("e", 3) + b.substring(3) + b.substring(1, 4) + b.subSequence(0, 2) + b.charAt(1));
        b.setLength(14);
        System.out.println(Arrays.toString(b.toString().toCharArray()));
        b.ensureCapacity(1000);
        System.out.println(b.capacity() + " " + new StringBuilder(5).capacity() + new StringBuilder("abc").capacity());
        b.trimToSize();
        System.out.println(b.capacity() + " " + b.codePointAt(0) + b.codePointBefore(2) + b.codePointCount(0, 5) + b.offsetByCodePoints(1, 3) + b.isEmpty() + s.isEmpty());
        System.out.println(new StringBuilder("a\ud83d\ude00b\ude00\ud83d").reverse());
    }

    /** How far apart two texts are says nothing; java tells it in chars when one of them has none beyond Latin-1. */
    static void ignoringCase() {
        String[] texts = {
            "", "a", "A", "\u00e9", "\u00c9", "\u03a3", "\u03c2", "\u0130", "i", "\u0131", "\u212a", "k", "\ue000", "\ufb00", "\ud83d\ude00", "\ud83d",
            "\ude00", "\ud801\udc00", "\ud801\udc28", "\ud801", "\ud801x", "a\ud801\udc00b", "A\ud801\udc28C", "\ud83a\udd00", "\ud83a\udd22"};
        for (String text : texts) {
            StringBuilder row = new StringBuilder();
            for (String other : texts)
                row.append(Integer.signum(text.compareToIgnoreCase(other))).append(text.equalsIgnoreCase(other) ? '=' : '.')
                    .append(text.regionMatches(true, 0, other, 0, 1) ? '1' : '.').append(text.regionMatches(true, 0, other, 0, 2) ? '2' : '.')
                    .append(text.regionMatches(true, 1, other, 1, 1) ? 's' : '.');
            System.out.println(row);
        }
    }

    public static void main(String[] arguments) {
        errors();
        pairs();
        singles();
        patterns();
        builders();
        ignoringCase();
    }
}
