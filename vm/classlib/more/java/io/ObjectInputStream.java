package java.io;

/** It has no objects. The class is there so that code which names it can be verified. */
public class ObjectInputStream extends InputStream {
    /** Has no parameters of java's constructors: who calls those finds none. */
    private ObjectInputStream(boolean never) {
    }

    public int read() {
        throw new UnsupportedOperationException();
    }
}
