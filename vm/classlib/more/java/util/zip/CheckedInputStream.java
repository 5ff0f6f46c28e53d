package java.util.zip;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

public class CheckedInputStream extends FilterInputStream {
    private final Checksum checksum;

    public CheckedInputStream(InputStream in, Checksum checksum) {
        super(in);
        this.checksum = checksum;
    }

    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) checksum.update(b);
        return b;
    }

    public int read(byte[] bytes, int from, int count) throws IOException {
        int done = in.read(bytes, from, count);
        if (done > 0) checksum.update(bytes, from, done);
        return done;
    }

    /** What is passed over counts. */
    public long skip(long count) throws IOException {
        byte[] part = new byte[512];
        long done = 0;
        for (int more; done < count && (more = read(part, 0, (int) Math.min(count - done, part.length))) >= 0;) done += more;
        return done;
    }

    public Checksum getChecksum() {
        return checksum;
    }
}
