package java.lang.invoke;

public class StringConcatException extends Exception {
    public StringConcatException(String message) {
        super(message);
    }
}
