package java.io;

/** Nobody implements it. It is there so that classes which name it can be loaded. */
public interface ObjectOutput extends DataOutput, AutoCloseable {
    void writeObject(Object object) throws IOException;

    void flush() throws IOException;

    void close() throws IOException;
}
