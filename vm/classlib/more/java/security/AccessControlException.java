package java.security;

/** There is no access control; programs that catch it load. */
public class AccessControlException extends SecurityException {
    public AccessControlException(String message) {
        super(message);
    }
}
