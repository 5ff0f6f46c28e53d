package java.util.zip;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

public class CheckedOutputStream extends FilterOutputStream {
    private final Checksum checksum;

    public CheckedOutputStream(OutputStream out, Checksum checksum) {
        super(out);
        this.checksum = checksum;
    }

    public void write(int b) throws IOException {
        out.write(b);
        checksum.update(b);
    }

    public void write(byte[] bytes, int from, int count) throws IOException {
        out.write(bytes, from, count);
        checksum.update(bytes, from, count);
    }

    public Checksum getChecksum() {
        return checksum;
    }
}
