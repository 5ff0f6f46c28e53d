package java.lang;

public class NullPointerException extends RuntimeException {
    private String description;

    public NullPointerException() {
        super();
    }

    public NullPointerException(String message) {
        super(message);
    }

    /** Without a message of its own: what the instruction that threw it found to be null. */
    public String getMessage() {
        String message = super.getMessage();
        if (message != null) return message;
        synchronized (this) {
            if (description == null) description = describeNull();
            return description;
        }
    }
}
