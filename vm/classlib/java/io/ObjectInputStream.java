package java.io;

/** It has no objects. The class is there so that code which names it can be verified. */
public class ObjectInputStream extends InputStream {
    private ObjectInputStream() {
    }

    public int read() {
        throw new UnsupportedOperationException();
    }
}
