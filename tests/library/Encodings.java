import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Every charset, with text and bytes that are whole and that are not. */
public class Encodings {
    private static final String[] NAMES = {"UTF-8", "UTF-16", "UTF-16BE", "utf-16le", "US-ASCII", "ISO-8859-1"};

    private static String codes(String text) {
        StringBuilder codes = new StringBuilder();
        for (char c : text.toCharArray()) codes.append(Integer.toHexString(c)).append(' ');
        return codes.toString();
    }

    private static InputStream slowly(byte[] bytes) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] to, int offset, int count) {
                return super.read(to, offset, Math.min(count, 1));
            }
        };
    }

    public static void main(String[] arguments) throws Exception {
        String[] texts = {"", "a", "a\u00e9\u20ac", "\ud83d\ude00z", "\ud83dz", "z\ude00", "\ud83d", "\ufeffx", "\ufffe"};
        byte[][] bytes = {{}, {0x41}, {-2, -1, 0, 0x41}, {-1, -2, 0x41, 0}, {0, 0x41, 0}, {-40, 61, -34, 0}, {-40, 61, 0, 0x41, 0, 0x42},
            {-40, 61}, {-40, 61, 0}, {-34, 0, 0, 0x41}, {0, 0x41, -1, -2, 0, 0x42}, {61, -40, 0, -34, 0x41, 0}, {-1, -2, 0x41, -40}, {-1, -2, 0x41, -40, -36},
            {-40, 0, -40, 1, -40, 2, -36, 0}, {-40, 0, -40, 1, -36, 0, 0, 0x41}, {-36, 0, -40, 0, -40, -2}};
        for (String name : NAMES) {
            Charset charset = Charset.forName(name);
            System.out.println(charset + " " + charset.displayName() + " " + charset.hashCode());
            for (String text : texts) System.out.println(codes(text) + Arrays.toString(text.getBytes(charset)));
            for (byte[] some : bytes) {
                System.out.print(Arrays.toString(some) + " " + codes(new String(some, name)) + "| ");
                BufferedReader in = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(some), charset));
                System.out.print(codes(String.valueOf(in.readLine())) + "| ");
                System.out.println(codes(String.valueOf(new BufferedReader(new InputStreamReader(slowly(some), charset)).readLine())));
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            OutputStreamWriter writer = new OutputStreamWriter(out, charset);
            writer.write("");
            writer.flush();
            writer.write("ab\ud83d");
            writer.flush();
            writer.write("\ude00c");
            writer.flush();
            System.out.println(writer.getEncoding() + Arrays.toString(out.toByteArray()));
            out.reset();
            PrintStream stream = new PrintStream(out, true, name);
            stream.print("x");
            stream.println(1);
            System.out.println(Arrays.toString(out.toByteArray()));
        }
        System.out.println(StandardCharsets.UTF_16.equals(Charset.forName("utf16")));
        String[] aliases = {"UTF8", "unicode-1-1-utf-8", "646", "ANSI_X3.4-1968", "ANSI_X3.4-1986", "ASCII", "IBM367", "ISO646-US",
                "ISO_646.irv:1991", "ascii7", "cp367", "csASCII", "default", "iso-ir-6", "iso_646.irv:1983", "us", "819", "8859_1",
                "IBM-819", "IBM819", "ISO8859-1", "ISO8859_1", "ISO_8859-1", "ISO_8859-1:1987", "ISO_8859_1", "cp819",
                "csISOLatin1", "iso-ir-100", "l1", "latin1", "UTF_16", "UnicodeBig", "unicode", "utf16", "ISO-10646-UCS-2",
                "UTF_16BE", "UnicodeBigUnmarked", "X-UTF-16BE", "UTF_16LE", "UnicodeLittleUnmarked", "X-UTF-16LE", "utf_8"};
        for (String alias : aliases) System.out.println(alias + " " + (Charset.isSupported(alias) ? Charset.forName(alias) : null));
    }
}
