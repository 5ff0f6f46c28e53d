package java.io;

public abstract class ObjectStreamException extends IOException {
    protected ObjectStreamException() {
    }

    protected ObjectStreamException(String message) {
        super(message);
    }
}
