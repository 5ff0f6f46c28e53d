package java.util;

public class IllegalFormatConversionException extends IllegalFormatException {
    private final char conversion;
    private final Class<?> argumentClass;

    public IllegalFormatConversionException(char conversion, Class<?> argumentClass) {
        this.conversion = conversion;
        if (argumentClass == null) throw new NullPointerException();
        this.argumentClass = argumentClass;
    }

    public char getConversion() {
        return conversion;
    }

    public Class<?> getArgumentClass() {
        return argumentClass;
    }

    public String getMessage() {
        return conversion + " != " + argumentClass.getName();
    }
}
