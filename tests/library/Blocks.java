import java.io.IOException;

/** Reads blocks that are larger than any buffer. */
public class Blocks {
    public static void main(String[] arguments) throws IOException {
        byte[] block = new byte[20000];
        System.out.println(System.in.read() + " " + System.in.read(block, 5, 10));
        for (int count = 0; count >= 0;) {
            count = System.in.read(block);
            int sum = 0;
            for (int i = 0; i < count; i++) sum = sum * 31 + block[i];
            System.out.println(count + " " + sum);
        }
    }
}
