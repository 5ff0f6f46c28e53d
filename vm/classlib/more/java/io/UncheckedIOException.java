package java.io;

public class UncheckedIOException extends RuntimeException {
    public UncheckedIOException(String message, IOException cause) {
        super(message, checked(cause));
    }

    public UncheckedIOException(IOException cause) {
        super(checked(cause));
    }

    private static IOException checked(IOException cause) {
        if (cause == null) throw new NullPointerException();
        return cause;
    }

    public IOException getCause() {
        return (IOException) super.getCause();
    }
}
