package java.lang.reflect;

/** There is no reflection: it has no objects. The class is there so that code which names it can be verified. */
public class AccessibleObject {
    AccessibleObject() {
    }
}
