import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;

/** Marks of buffered input, before and behind the end of their limits, with buffers of all sizes. */
public class Marks {
    private static final int LENGTH = 60;

    private static String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) text.append(i % 7 == 6 ? i % 2 == 0 ? '\n' : '\r' : (char) ('0' + i));
        return text.toString();
    }

    private static String chars(int size, int before, int limit, int between) {
        BufferedReader in = new BufferedReader(new StringReader(text()), size);
        StringBuilder told = new StringBuilder();
        try {
            for (int i = 0; i < before; i++) in.read();
            in.mark(limit);
            for (int i = 0; i < between; i++) told.append(in.read()).append(' ');
            in.reset();
            told.append("again ").append(in.read());
        } catch (IOException e) {
            told.append(e.getMessage());
        }
        return told.toString();
    }

    private static String bytes(int size, int before, int limit, int between) {
        BufferedInputStream in = new BufferedInputStream(new ByteArrayInputStream(text().getBytes()), size);
        StringBuilder told = new StringBuilder();
        try {
            for (int i = 0; i < before; i++) in.read();
            in.mark(limit);
            for (int i = 0; i < between; i++) told.append(in.read()).append(' ');
            in.reset();
            told.append("again ").append(in.read());
        } catch (IOException e) {
            told.append(e.getMessage());
        }
        return told.toString();
    }

    private static String lines(int size, int limit) {
        BufferedReader in = new BufferedReader(new StringReader(text()), size);
        StringBuilder told = new StringBuilder();
        try {
            told.append(in.readLine());
            in.mark(limit);
            told.append(in.readLine()).append(in.skip(5)).append(in.read(new char[3]));
            in.reset();
            told.append(" again ").append(in.readLine());
        } catch (IOException e) {
            told.append(e.getMessage());
        }
        return told.toString();
    }

    public static void main(String[] arguments) {
        for (int size = 1; size < 12; size++)
            for (int limit = 0; limit < 20; limit++) {
                for (int before = 0; before < 9; before += 2)
                    for (int between = 0; between < 24; between++) {
                        System.out.println(chars(size, before, limit, between));
                        System.out.println(bytes(size, before, limit, between));
                    }
                System.out.println(lines(size, limit));
            }
    }
}
