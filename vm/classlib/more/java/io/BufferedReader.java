package java.io;

public class BufferedReader extends Reader {
    private Reader in;
    private char[] buffer;
    private int next;
    private int end;
    /** Where reset() goes back to, -1: nowhere, -2: nowhere any more; how far one may read until then. */
    private int mark = -1;
    private int markLimit;
    /** A line ended with '\r': a '\n' right behind it belongs to it. */
    private boolean skipsLineFeed;

    public BufferedReader(Reader in) {
        this(in, 8192);
    }

    public BufferedReader(Reader in, int size) {
        super(in);
        if (size <= 0) throw new IllegalArgumentException("Buffer size <= 0");
        this.in = in;
        this.buffer = new char[size];
    }

    private void requireOpen() throws IOException {
        if (in == null) throw new IOException("Stream closed");
    }

    /**
     * Makes room behind all that was read, keeping what reset() would read again: no more than its limit, so that who
     * reads further loses the mark.
     */
    private void makeRoom() {
        if (mark >= 0 && next - mark >= markLimit) mark = -2;
        int from = mark >= 0 ? mark : next;
        boolean isFull = from == 0 && next == buffer.length;
        char[] target = isFull ? new char[(int) Math.min(2L * buffer.length, markLimit)] : buffer;
        System.arraycopy(buffer, from, target, 0, next - from);
        buffer = target;
        if (mark >= 0) mark = 0;
        next -= from;
        end = next;
    }

    /** Whether there is a character to read, past a '\n' that belongs to the last line. */
    private boolean fill() throws IOException {
        for (;;) {
            if (next == end) {
                makeRoom();
                int count = in.read(buffer, end, buffer.length - end);
                if (count < 0) return false;
                end += count;
                continue;
            }
            if (!skipsLineFeed) return true;
            skipsLineFeed = false;
            if (buffer[next] != '\n') return true;
            next++;
        }
    }

    public int read() throws IOException {
        synchronized (lock) {
            requireOpen();
            return fill() ? buffer[next++] : -1;
        }
    }

    public int read(char[] cbuf, int offset, int length) throws IOException {
        synchronized (lock) {
            requireOpen();
            InputStream.checkRange(offset, length, cbuf.length);
            int count = 0;
            while (count < length && (count == 0 || next < end || in.ready())) {
                if (!fill()) return count == 0 ? -1 : count;
                int part = Math.min(length - count, end - next);
                System.arraycopy(buffer, next, cbuf, offset + count, part);
                next += part;
                count += part;
            }
            return count;
        }
    }

    /** Without its end; null when there is none. */
    public String readLine() throws IOException {
        synchronized (lock) {
            requireOpen();
            if (!fill()) return null;
            StringBuilder line = null;
            do {
                int start = next;
                while (next < end && buffer[next] != '\n' && buffer[next] != '\r') next++;
                if (next < end) {
                    skipsLineFeed = buffer[next] == '\r';
                    int count = next++ - start;
                    return line == null ? new String(buffer, start, count)
                            : line.append(buffer, start, count).toString();
                }
                if (line == null) line = new StringBuilder();
                line.append(buffer, start, next - start);
            } while (fill());
            return line.toString();
        }
    }

    public long skip(long count) throws IOException {
        if (count < 0) throw new IllegalArgumentException("skip value is negative");
        synchronized (lock) {
            requireOpen();
            long rest = count;
            while (rest > 0 && fill()) {
                int part = (int) Math.min(rest, end - next);
                next += part;
                rest -= part;
            }
            return count - rest;
        }
    }

    public boolean ready() throws IOException {
        synchronized (lock) {
            requireOpen();
            if (skipsLineFeed && (next < end || in.ready()) && !fill()) return false;
            return next < end || in.ready();
        }
    }

    public boolean markSupported() {
        return true;
    }

    public void mark(int limit) throws IOException {
        if (limit < 0) throw new IllegalArgumentException("Read-ahead limit < 0");
        synchronized (lock) {
            requireOpen();
            if (skipsLineFeed && next < end) fill();
            mark = next;
            markLimit = limit;
        }
    }

    public void reset() throws IOException {
        synchronized (lock) {
            requireOpen();
            if (mark < 0) throw new IOException(mark == -1 ? "Stream not marked" : "Mark invalid");
            next = mark;
        }
    }

    public void close() throws IOException {
        synchronized (lock) {
            if (in != null) in.close();
            in = null;
            buffer = null;
        }
    }
}
