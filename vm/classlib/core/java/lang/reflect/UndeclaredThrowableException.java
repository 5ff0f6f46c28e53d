package java.lang.reflect;

public class UndeclaredThrowableException extends RuntimeException {
    public UndeclaredThrowableException(Throwable undeclared) {
        super(null, undeclared);
    }

    public UndeclaredThrowableException(Throwable undeclared, String message) {
        super(message, undeclared);
    }

    public Throwable getUndeclaredThrowable() {
        return getCause();
    }
}
