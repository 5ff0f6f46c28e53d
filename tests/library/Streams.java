import java.io.*;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** java.io: streams, readers and writers, and System's. */
public class Streams {
    static class Failing extends OutputStream {
        private int left;

        Failing(int left) {
            this.left = left;
        }

        @Override
        public void write(int b) throws IOException {
            if (left-- <= 0) throw new IOException("full");
        }
    }

    static void printing() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(2);
        PrintStream out = new PrintStream(bytes, true);
        out.print(1);
        out.println(2L);
        out.print('c');
        out.print(1.5f);
        out.print(2.5);
        out.print(true);
        out.print((Object) null);
        out.print(new char[] {'x', 'y'});
        out.println((String) null);
        out.println("\u00e4\u20ac\ud83d\ude00\ud800");
        out.append("text").append('c').append("abc", 1, 2).printf("%d|", 5).format("%s", "f");
        out.write(65);
        out.write(new byte[] {66, 67, 68}, 1, 2);
        out.println();
        System.out.println(bytes + " " + bytes.size() + Arrays.toString(bytes.toByteArray()) + out.checkError());
        out.close();
        out.print("gone");
        System.out.println(out.checkError());
        PrintStream failing = new PrintStream(new Failing(3));
        failing.print("abc");
        System.out.print(failing.checkError());
        failing.print("d");
        System.out.println(failing.checkError());
        bytes.reset();
        PrintStream old = System.out;
        System.setOut(new PrintStream(bytes));
        System.out.println("redirected");
        System.setOut(old);
        System.out.println("[" + bytes + "]" + (System.out == old));
        BufferedOutputStream buffered = new BufferedOutputStream(bytes, 4);
        for (int i = 0; i < 6; i++) buffered.write('a' + i);
        System.out.print(bytes);
        buffered.write("longer".getBytes());
        buffered.write('!');
        buffered.close();
        System.out.println(bytes);
    }

    static void writing() throws IOException {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        writer.print(1);
        writer.println("two");
        writer.append('c').append("text", 1, 3).printf("%5d|", 7).println(2.5);
        writer.write("abc", 1, 1);
        writer.write('x');
        writer.write(new char[] {'1', '2', '3'}, 1, 2);
        writer.flush();
        System.out.println(text + " " + text.getBuffer().length() + writer.checkError());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BufferedWriter buffered = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 3);
        buffered.write("h\u00e9llo \ud83d");
        buffered.write("\ude00");
        buffered.newLine();
        buffered.append("end", 0, 2).append('.');
        System.out.print(bytes.size());
        buffered.close();
        System.out.println(bytes + " " + bytes.toString("ISO-8859-1").length());
        try {
            buffered.write("closed");
        } catch (IOException closed) {
            System.out.println(closed);
        }
        StringWriter trace = new StringWriter();
        new Exception("traced", new Error("cause")).printStackTrace(new PrintWriter(trace));
        System.out.print(trace);
        OutputStream none = OutputStream.nullOutputStream();
        none.write(5);
        none.close();
        try {
            none.write(5);
        } catch (IOException closed) {
            System.out.println(closed + new OutputStreamWriter(none).getEncoding());
        }
        PrintWriter out = new PrintWriter(System.out);
        out.println("through a PrintWriter");
        out.flush();
    }

    static void reading() throws IOException {
        BufferedReader lines = new BufferedReader(new StringReader("one\ntwo\r\nthree\rfour\n\nlast"), 4);
        for (String line; (line = lines.readLine()) != null;) System.out.print("[" + line + "]");
        System.out.println(lines.read() + " " + lines.readLine());
        BufferedReader marked = new BufferedReader(new StringReader("abcdefghij"), 3);
        marked.mark(8);
        char[] part = new char[6];
        System.out.print(marked.read(part) + new String(part));
        marked.reset();
        System.out.print((char) marked.read());
        System.out.println(marked.skip(3) + " " + (char) marked.read() + marked.ready());
        byte[] utf8 = "\u00e4\u20acx\ud83d\ude00\n\u0416".getBytes(StandardCharsets.UTF_8);
        InputStream one = new InputStream() {
            private int next;

            public int read() {
                return next < utf8.length ? utf8[next++] & 0xff : -1;
            }

            public int read(byte[] bytes, int offset, int length) {
                int b = read();
                if (b < 0) return -1;
                bytes[offset] = (byte) b;
                return 1;
            }
        };
        InputStreamReader reader = new InputStreamReader(one, "UTF-8");
        for (int c; (c = reader.read()) >= 0;) System.out.print(Integer.toHexString(c) + " ");
        System.out.println(reader.getClass().getSimpleName());
        ByteArrayInputStream bytes = new ByteArrayInputStream(new byte[] {1, 2, -3, 4, 5, 6}, 1, 4);
        bytes.mark(0);
        System.out.print(bytes.read() + " " + bytes.read() + " " + bytes.available() + " " + bytes.skip(1) + Arrays.toString(bytes.readAllBytes()) + bytes.read());
        bytes.reset();
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        System.out.println(bytes.transferTo(copy) + Arrays.toString(copy.toByteArray()));
        BufferedInputStream buffered = new BufferedInputStream(new ByteArrayInputStream("abcdefghij".getBytes()), 3);
        buffered.mark(5);
        byte[] some = new byte[5];
        System.out.print(buffered.read(some) + new String(some));
        buffered.reset();
        System.out.println((char) buffered.read() + " " + buffered.skip(2) + buffered.available() + new String(buffered.readAllBytes()) + buffered.read());
        buffered.close();
        StringReader string = new StringReader("hello");
        string.skip(1);
        StringWriter target = new StringWriter();
        System.out.println(string.transferTo(target) + target.toString() + string.read());
        string.close();
        try {
            string.read();
        } catch (IOException closed) {
            System.out.println(closed);
        }
        try {
            bytes.read(new byte[2], 1, 2);
        } catch (IndexOutOfBoundsException wrong) {
            System.out.println(wrong.getMessage());
        }
        System.setIn(new ByteArrayInputStream("from in\n5".getBytes()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println(in.readLine() + Integer.parseInt(in.readLine()) + in.readLine());
    }

    static void charsets() {
        byte[][] broken = {{(byte) 0x80}, {(byte) 0xc3}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xe2, (byte) 0x82}, {(byte) 0xe2, (byte) 0x82, 'x'}, {(byte) 0xe0, (byte) 0x80, (byte) 0x80}, {(byte) 0xf0, (byte) 0x9f, (byte) 0x98}, {(byte) 0xf0, (byte) 0x9f, 'a', 'b'}, {(byte) 0xf5, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80, 'z'}, {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, {(byte) 0xff, 'q'}};
        for (byte[] bytes : broken) {
            System.out.println(Arrays.toString(new String(bytes, StandardCharsets.UTF_8).toCharArray()).replace('\ufffd', '?'));
            System.out.println(Arrays.toString(new String(bytes, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.US_ASCII)) + new String(bytes, StandardCharsets.US_ASCII).length());
        }
        System.out.println(Charset.forName("utf-8") + Charset.forName("latin1").name() + Charset.isSupported("ASCII") + StandardCharsets.UTF_8.equals(Charset.defaultCharset()));
        for (String name : new String[] {"no such", "nosuch", ""})
            try {
                System.out.println(Charset.forName(name));
            } catch (IllegalArgumentException wrong) {
                System.out.println(wrong);
            }
        try {
            "x".getBytes("nosuch");
        } catch (UnsupportedEncodingException wrong) {
            System.out.println(wrong);
        }
    }

    interface Action {
        Object run() throws IOException;
    }

    static void tell(Object stream, Action action) {
        try {
            System.out.println(stream.getClass().getSimpleName() + " " + action.run());
        } catch (IOException | RuntimeException wrong) {
            System.out.println(stream.getClass().getSimpleName() + " " + wrong);
        }
    }

    static void bounds() {
        byte[] bytes = new byte[9];
        InputStream[] inputs = {
            new ByteArrayInputStream(bytes), new BufferedInputStream(new ByteArrayInputStream(bytes)),
            new DataInputStream(new ByteArrayInputStream(bytes)), new PushbackInputStream(new ByteArrayInputStream(bytes))};
        for (InputStream in : inputs) {
            tell(in, () -> in.read(new byte[2], 1, 2));
            tell(in, () -> in.readNBytes(new byte[2], 1, 2));
        }
        OutputStream sink = new ByteArrayOutputStream();
        OutputStream[] outputs = {
            sink, new BufferedOutputStream(sink), new DataOutputStream(sink), new PrintStream(sink), new FilterOutputStream(sink)};
        for (OutputStream out : outputs)
            tell(out, () -> {
                out.write(new byte[2], 1, 2);
                return "written";
            });
        Reader[] readers = {
            new StringReader("abc"), new BufferedReader(new StringReader("abc")), new FilterReader(new StringReader("abc")) { },
            new InputStreamReader(new ByteArrayInputStream(bytes))};
        for (Reader reader : readers) {
            tell(reader, () -> reader.read(new char[2], 1, 2));
            tell(reader, () -> reader.read(new char[2], 2, 0));
        }
        Writer[] writers = {
            new StringWriter(), new BufferedWriter(new StringWriter()), new OutputStreamWriter(sink), new PrintWriter(sink)};
        for (Writer writer : writers) {
            for (int[] range : new int[][] {{1, 2}, {-1, 0}})
                tell(writer, () -> {
                    writer.write(new char[2], range[0], range[1]);
                    return "written";
                });
            for (int[] range : new int[][] {{2, 2}, {-1, 2}, {1, -1}})
                tell(writer, () -> {
                    writer.write("abc", range[0], range[1]);
                    return "written";
                });
        }
    }

    static void nothing() throws IOException {
        InputStream in = InputStream.nullInputStream();
        tell(in, () -> in.read() + " " + in.available() + " " + in.readAllBytes().length + in.readNBytes(3).length + in.skip(4)
            + in.transferTo(System.out) + in.read(new byte[2]) + in.read(new byte[0]));
        tell(in, () -> {
            in.skipNBytes(1);
            return "skipped";
        });
        in.close();
        tell("closed", in::read);
        tell("closed", in::available);
        tell("closed", in::readAllBytes);
    }

    public static void main(String[] arguments) throws IOException {
        printing();
        writing();
        reading();
        charsets();
        bounds();
        nothing();
    }
}
