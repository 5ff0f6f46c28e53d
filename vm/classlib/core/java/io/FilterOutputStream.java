package java.io;

public class FilterOutputStream extends OutputStream {
    protected OutputStream out;
    private boolean isClosed;

    public FilterOutputStream(OutputStream out) {
        this.out = out;
    }

    public void write(int b) throws IOException {
        out.write(b);
    }

    public void write(byte[] b) throws IOException {
        write(b, 0, b.length);
    }

    public void write(byte[] b, int offset, int count) throws IOException {
        InputStream.checkBounds(offset, count, b.length);
        for (int i = 0; i < count; i++) write(b[offset + i]);
    }

    public void flush() throws IOException {
        out.flush();
    }

    public void close() throws IOException {
        if (isClosed) return;
        isClosed = true;
        try {
            flush();
        } finally {
            out.close();
        }
    }
}
