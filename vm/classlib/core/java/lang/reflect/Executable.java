package java.lang.reflect;

public abstract class Executable extends AccessibleObject {
    Executable() {
    }
}
