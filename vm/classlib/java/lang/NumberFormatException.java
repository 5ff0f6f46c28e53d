package java.lang;

public class NumberFormatException extends IllegalArgumentException {
    public NumberFormatException() {
        super();
    }

    public NumberFormatException(String message) {
        super(message);
    }

    static NumberFormatException ofInput(String text, int radix) {
        return new NumberFormatException(
                "For input string: \"" + text + "\"" + (radix == 10 ? "" : " under radix " + radix));
    }
}
