package java.util.zip;

/** The polynomial of IEEE 802.3, bits turned round. */
public class CRC32 implements Checksum {
    private static final int POLYNOMIAL = 0xedb88320;
    private static final int[] OF_BYTE = new int[256];

    static {
        for (int i = 0; i < OF_BYTE.length; i++) {
            int rest = i;
            for (int bit = 0; bit < 8; bit++) rest = (rest & 1) != 0 ? rest >>> 1 ^ POLYNOMIAL : rest >>> 1;
            OF_BYTE[i] = rest;
        }
    }

    private int rest = -1;

    public CRC32() {
    }

    public void update(int b) {
        rest = OF_BYTE[(rest ^ b) & 255] ^ rest >>> 8;
    }

    public void update(byte[] b, int from, int count) {
        if (from < 0 || count < 0 || from > b.length - count) throw new ArrayIndexOutOfBoundsException();
        int rest = this.rest;
        for (int i = from; i < from + count; i++) rest = OF_BYTE[(rest ^ b[i]) & 255] ^ rest >>> 8;
        this.rest = rest;
    }

    public void update(byte[] b) {
        update(b, 0, b.length);
    }

    public long getValue() {
        return ~rest & 0xffffffffL;
    }

    public void reset() {
        rest = -1;
    }
}
