package java.io;

public class DataInputStream extends FilterInputStream implements DataInput {
    public DataInputStream(InputStream in) {
        super(in);
    }

    public final int read(byte[] b) throws IOException {
        return in.read(b, 0, b.length);
    }

    public final int read(byte[] bytes, int from, int count) throws IOException {
        return in.read(bytes, from, count);
    }

    public final void readFully(byte[] b) throws IOException {
        readFully(b, 0, b.length);
    }

    public final void readFully(byte[] b, int from, int count) throws IOException {
        java.util.Objects.checkFromIndexSize(from, count, b.length);
        for (int done = 0, more; done < count; done += more) {
            more = in.read(b, from + done, count - done);
            if (more < 0) throw new EOFException();
        }
    }

    public final int skipBytes(int count) throws IOException {
        int done = 0;
        for (int more; done < count && (more = (int) in.skip(count - done)) > 0;) done += more;
        return done;
    }

    public final boolean readBoolean() throws IOException {
        return readUnsignedByte() != 0;
    }

    public final byte readByte() throws IOException {
        return (byte) readUnsignedByte();
    }

    public final int readUnsignedByte() throws IOException {
        int b = in.read();
        if (b < 0) throw new EOFException();
        return b;
    }

    public final short readShort() throws IOException {
        return (short) readUnsignedShort();
    }

    public final int readUnsignedShort() throws IOException {
        return readUnsignedByte() << 8 | readUnsignedByte();
    }

    public final char readChar() throws IOException {
        return (char) readUnsignedShort();
    }

    public final int readInt() throws IOException {
        return readUnsignedShort() << 16 | readUnsignedShort();
    }

    public final long readLong() throws IOException {
        return (long) readInt() << 32 | readInt() & 0xffffffffL;
    }

    public final float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    public final double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    /** Bytes are the low halves of characters; "\r\n" ends one line. */
    @Deprecated
    public final String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int b = in.read();
        if (b < 0) return null;
        for (; b >= 0 && b != '\n' && b != '\r'; b = in.read()) line.append((char) b);
        if (b == '\r') {
            int next = in.read();
            if (next >= 0 && next != '\n') {
                if (!(in instanceof PushbackInputStream)) in = new PushbackInputStream(in);
                ((PushbackInputStream) in).unread(next);
            }
        }
        return line.toString();
    }

    public final String readUTF() throws IOException {
        return readUTF(this);
    }

    public static final String readUTF(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedShort()];
        in.readFully(bytes);
        StringBuilder text = new StringBuilder(bytes.length);
        int at = 0;
        while (at < bytes.length) {
            int first = bytes[at] & 255;
            int length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : 0;
            if (length == 0) throw new UTFDataFormatException("malformed input around byte " + at);
            if (at + length > bytes.length) throw new UTFDataFormatException("malformed input: partial character at end");
            int code = length == 1 ? first : length == 2 ? first & 31 : first & 15;
            for (int i = 1; i < length; i++) {
                if ((bytes[at + i] & 0xc0) != 0x80)
                    throw new UTFDataFormatException("malformed input around byte " + (at + length - (length == 3 ? 1 : 0)));
                code = code << 6 | bytes[at + i] & 63;
            }
            text.append((char) code);
            at += length;
        }
        return text.toString();
    }
}
