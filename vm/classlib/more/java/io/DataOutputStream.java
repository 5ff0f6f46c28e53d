package java.io;

public class DataOutputStream extends FilterOutputStream implements DataOutput {
    protected int written;

    public DataOutputStream(OutputStream out) {
        super(out);
    }

    private void count(int more) {
        written = written + more < 0 ? Integer.MAX_VALUE : written + more;
    }

    public synchronized void write(int b) throws IOException {
        out.write(b);
        count(1);
    }

    public synchronized void write(byte[] bytes, int from, int count) throws IOException {
        out.write(bytes, from, count);
        count(count);
    }

    public void flush() throws IOException {
        out.flush();
    }

    public final void writeBoolean(boolean value) throws IOException {
        write(value ? 1 : 0);
    }

    public final void writeByte(int value) throws IOException {
        write(value);
    }

    public final void writeShort(int value) throws IOException {
        write(value >>> 8);
        write(value);
    }

    public final void writeChar(int value) throws IOException {
        writeShort(value);
    }

    public final void writeInt(int value) throws IOException {
        writeShort(value >>> 16);
        writeShort(value);
    }

    public final void writeLong(long value) throws IOException {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    public final void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    public final void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    public final void writeBytes(String s) throws IOException {
        for (int i = 0; i < s.length(); i++) write(s.charAt(i));
    }

    public final void writeChars(String s) throws IOException {
        for (int i = 0; i < s.length(); i++) writeChar(s.charAt(i));
    }

    public final void writeUTF(String str) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < str.length(); i++) {
            char c = str.charAt(i);
            if (c != 0 && c < 0x80) {
                bytes.write(c);
            } else if (c < 0x800) {
                bytes.write(0xc0 | c >> 6);
                bytes.write(0x80 | c & 63);
            } else {
                bytes.write(0xe0 | c >> 12);
                bytes.write(0x80 | c >> 6 & 63);
                bytes.write(0x80 | c & 63);
            }
        }
        if (bytes.size() > 65535) {
            String end = str.substring(str.length() - 8);
            throw new UTFDataFormatException(
                "encoded string (" + str.substring(0, 8) + "..." + end + ") too long: " + bytes.size() + " bytes");
        }
        writeShort(bytes.size());
        write(bytes.toByteArray(), 0, bytes.size());
    }

    public final int size() {
        return written;
    }
}
