package java.lang;

public class Throwable implements java.io.Serializable {
    private String message;
    private Throwable cause;

    public Throwable() {
    }

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
    }

    public Throwable(Throwable cause) {
        this.message = cause == null ? null : cause.toString();
        this.cause = cause;
    }

    public String getMessage() {
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause;
    }

    public Throwable initCause(Throwable cause) {
        if (this.cause != null) throw new IllegalStateException("Can't overwrite cause");
        if (cause == this) throw new IllegalArgumentException("Self-causation not permitted");
        this.cause = cause;
        return this;
    }

    public Throwable fillInStackTrace() {
        return this;
    }

    public void printStackTrace() {
        System.err.println(this);
        if (cause != null) System.err.println("Caused by: " + cause);
    }

    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return text == null ? name : name + ": " + text;
    }
}
