package java.lang.reflect;

public final class Method extends Executable {
    private Method() {
    }
}
