package java.lang.reflect;

/** It has no objects. The class is there so that code which names it can be verified. */
public final class Field extends AccessibleObject {
    private Field() {
    }
}
