import java.io.*;
import java.util.Arrays;
import java.util.Random;
import java.util.Vector;

/** java.io: StreamTokenizer, and the readers, writers and streams over memory that take apart and put together. */
public class Tokens {
    static void tell(StreamTokenizer in) throws IOException {
        int tokens = 0;
        do {
            in.nextToken();
            System.out.print(in + " " + in.ttype + " " + in.sval + " " + in.nval + "; ");
        } while (in.ttype != StreamTokenizer.TT_EOF && ++tokens < 100);
        System.out.println(in.lineno());
    }

    static StreamTokenizer over(String text) {
        return new StreamTokenizer(new StringReader(text));
    }

    static final String[] TEXTS = {
        "", "a b1 c-d x.y Hello \u00e4\u4e2d", "1 -2 3.25 -.5 . - -- 1.2.3 1e5 007 12345678901234567890 0.1 100.001",
        "'a' \"b c\" \"open\nnext 'o\rx 'end", "'\\n\\t\\a\\b\\f\\r\\v\\q\\\\\\'' '\\101\\7\\477\\1234\\08'",
        "x / y // z\n/* one\n\n two */ w",
        "/* open", "/*/ a */b", "a\n\nb\r\nc\rd\n", "# comment\n(a+b)*c;", "a\u0000b\u007fc", "'\\", "/**/x/***/y/* * /z*/",
    };

    static void texts() throws IOException {
        for (String text : TEXTS) {
            tell(over(text));
            StreamTokenizer in = over(text);
            in.eolIsSignificant(true);
            in.slashSlashComments(true);
            in.slashStarComments(true);
            in.lowerCaseMode(true);
            tell(in);
            in = over(text);
            in.ordinaryChar('/');
            in.ordinaryChars('-', '.');
            in.wordChars('_', '_');
            in.commentChar('#');
            tell(in);
            in = over(text);
            in.resetSyntax();
            in.wordChars(-5, 300);
            in.whitespaceChars('a', 'b');
            in.quoteChar('x');
            tell(in);
            in.resetSyntax();
            tell(over(text));
        }
    }

    @SuppressWarnings("deprecation")
    static void pushingBack() throws IOException {
        StreamTokenizer in = over("one 2 'three'");
        in.pushBack();
        System.out.print(in + " ");
        for (int i = 0; i < 5; i++) {
            System.out.print(in.nextToken() + " ");
            in.pushBack();
            in.pushBack();
            System.out.print(in.nextToken() + in.toString() + " ");
        }
        System.out.println();
        tell(new StreamTokenizer(new ByteArrayInputStream("bytes \u00e9 1".getBytes("ISO-8859-1"))));
        try {
            new StreamTokenizer((Reader) null);
        } catch (NullPointerException e) {
            System.out.println(e);
        }
    }

    static void randomTexts() throws IOException {
        Random random = new Random(11);
        String parts = "ab1.-/*'\"\\ \n\r\t#7(\u00e9";
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(20); length > 0; length--) text.append(parts.charAt(random.nextInt(parts.length())));
            StreamTokenizer in = over(text.toString());
            in.eolIsSignificant(random.nextBoolean());
            in.slashSlashComments(random.nextBoolean());
            in.slashStarComments(random.nextBoolean());
            if (random.nextBoolean()) in.ordinaryChar('/');
            tell(in);
        }
    }

    interface Action {
        Object run() throws IOException;
    }

    static void attempt(Action action) {
        try {
            System.out.print(action.run() + " ");
        } catch (IOException | RuntimeException e) {
            System.out.print(e + " ");
        }
    }

    static void characters() throws IOException {
        CharArrayReader in = new CharArrayReader("0123456789".toCharArray(), 2, 5);
        char[] part = new char[3];
        attempt(() -> in.read() + " " + in.read(part) + new String(part) + in.ready() + in.skip(-4) + in.skip(1) + in.ready());
        attempt(() -> in.read() + " " + in.read(part) + in.skip(5) + in.markSupported());
        in.reset();
        attempt(() -> in.read());
        in.mark(0);
        attempt(() -> in.skip(99));
        in.reset();
        attempt(() -> in.read());
        attempt(() -> in.read(part, 2, 2));
        attempt(() -> in.read(part, 0, 0));
        in.close();
        attempt(() -> in.read());
        attempt(() -> new CharArrayReader(part, 4, 0));
        attempt(() -> new CharArrayReader(part, 1, -1));
        attempt(() -> new CharArrayReader(part, 1, 99).read(new char[9]));
        System.out.println();
        CharArrayWriter out = new CharArrayWriter(1);
        out.append('a').append("bcd").append(null).append("012345", 2, 4).append(null, 1, 3).write('z');
        out.write("word", 1, 2);
        out.write(new char[] {'1', '2', '3'}, 1, 2);
        attempt(() -> out + " " + out.size() + Arrays.toString(out.toCharArray()));
        StringWriter copy = new StringWriter();
        out.writeTo(copy);
        out.reset();
        attempt(() -> copy + "|" + out + "|" + out.size());
        attempt(() -> new CharArrayWriter(-1));
        attempt(() -> {
            out.write(new char[2], 1, 2);
            return null;
        });
        System.out.println();
    }

    static void pushback() throws IOException {
        PushbackReader in = new PushbackReader(new StringReader("hello"), 3);
        char[] part = new char[4];
        attempt(() -> (char) in.read() + "" + (char) in.read() + in.ready() + in.markSupported());
        in.unread('e');
        in.unread(new char[] {'x', 'y'});
        attempt(() -> {
            in.unread('z');
            return null;
        });
        attempt(() -> in.read(part) + new String(part));
        attempt(() -> in.read(part, 3, 2));
        attempt(() -> in.read(part, 1, -2));
        attempt(() -> in.skip(1) + " " + in.skip(9));
        attempt(() -> in.skip(-1));
        attempt(() -> in.read() + " " + in.read(part) + in.read(part, 0, 0));
        attempt(() -> {
            in.unread(part, 0, 4);
            return null;
        });
        attempt(() -> {
            in.mark(1);
            return null;
        });
        attempt(() -> {
            in.reset();
            return null;
        });
        in.close();
        in.close();
        attempt(() -> in.read());
        attempt(() -> in.ready());
        attempt(() -> new PushbackReader(new StringReader(""), 0));
        System.out.println();
    }

    static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes()) {
            @Override
            public void close() {
                System.out.print("close " + text + " ");
            }
        };
    }

    static void sequences() throws IOException {
        SequenceInputStream two = new SequenceInputStream(bytes("ab"), bytes("cde"));
        attempt(() -> two.available() + " " + two.read() + two.read() + two.read() + two.available());
        attempt(() -> new String(two.readAllBytes()) + two.read() + two.read(new byte[2]) + two.available());
        Vector<InputStream> all = new Vector<>(Arrays.asList(bytes(""), bytes("1"), bytes(""), bytes("23")));
        SequenceInputStream many = new SequenceInputStream(all.elements());
        byte[] part = new byte[4];
        attempt(() -> many.read(part) + " " + many.read(part, 2, 0) + many.read(part) + Arrays.toString(part));
        many.close();
        attempt(() -> many.read());
        attempt(() -> new SequenceInputStream(new Vector<InputStream>().elements()).read());
        attempt(() -> new SequenceInputStream(null, bytes("x")));
        attempt(() -> new SequenceInputStream(bytes("q"), bytes("r")).read(part, 3, 2));
        System.out.println();
    }

    public static void main(String[] args) throws IOException {
        texts();
        pushingBack();
        randomTexts();
        characters();
        pushback();
        sequences();
    }
}
