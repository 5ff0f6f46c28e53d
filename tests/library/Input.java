import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Reads lines. */
public class Input {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) System.out.println(line.length() + " " + line);
        System.out.println(in.read() + " " + System.in.read() + " " + System.in.available());
    }
}
