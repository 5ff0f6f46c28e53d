package java.io;

/** It has no objects. The class is there so that code which names it can be verified. */
public class ObjectOutputStream extends OutputStream {
    /** Has no parameters of java's constructors: who calls those finds none. */
    private ObjectOutputStream(boolean never) {
    }

    public void write(int b) {
        throw new UnsupportedOperationException();
    }
}
