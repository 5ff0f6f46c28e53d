package java.util.zip;

/** RFC 1950: two sums modulo the largest prime below 65536. */
public class Adler32 implements Checksum {
    private static final int PRIME = 65521;

    private int low = 1, high;

    public Adler32() {
    }

    public void update(int b) {
        low = (low + (b & 255)) % PRIME;
        high = (high + low) % PRIME;
    }

    public void update(byte[] b, int from, int count) {
        if (from < 0 || count < 0 || from > b.length - count) throw new ArrayIndexOutOfBoundsException();
        for (int i = from; i < from + count; i++) update(b[i]);
    }

    public void update(byte[] b) {
        update(b, 0, b.length);
    }

    public long getValue() {
        return (long) high << 16 | low;
    }

    public void reset() {
        low = 1;
        high = 0;
    }
}
