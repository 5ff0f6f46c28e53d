package java.lang;

public final class Class<T> {
    private Class() {
    }

    /** "a.b.C", "[I", "int". */
    public native String getName();

    public native boolean isInstance(Object object);

    public native boolean isInterface();

    public native boolean isArray();

    public native boolean isPrimitive();

    public native Class<? super T> getSuperclass();

    public native Class<?> getComponentType();

    public native boolean isAssignableFrom(Class<?> other);

    /** Null for a class that is no enum. */
    public native T[] getEnumConstants();

    /** Assertions are off unless the VM was told otherwise. */
    public native boolean desiredAssertionStatus();

    public String getSimpleName() {
        if (isArray()) return getComponentType().getSimpleName() + "[]";
        String name = getName();
        int start = name.lastIndexOf('.') + 1;
        int nested = name.lastIndexOf('$') + 1;
        return name.substring(nested > start ? nested : start);
    }

    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object))
            throw new ClassCastException("Cannot cast " + object.getClass().getName() + " to " + getName());
        return (T) object;
    }

    public String toString() {
        return isPrimitive() ? getName() : (isInterface() ? "interface " : "class ") + getName();
    }
}
