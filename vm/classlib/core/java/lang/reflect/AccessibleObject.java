package java.lang.reflect;

/** Whether access is checked. Only constructors have objects here. */
public class AccessibleObject {
    boolean isAccessible;

    protected AccessibleObject() {
    }

    public void setAccessible(boolean isAccessible) {
        this.isAccessible = isAccessible;
    }

    public final boolean trySetAccessible() {
        setAccessible(true);
        return true;
    }

    public static void setAccessible(AccessibleObject[] array, boolean isAccessible) {
        for (AccessibleObject object : array) object.setAccessible(isAccessible);
    }

    @Deprecated
    public boolean isAccessible() {
        return isAccessible;
    }
}
