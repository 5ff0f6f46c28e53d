package java.lang;

public abstract class Enum<E extends Enum<E>> implements Comparable<E>, java.io.Serializable {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    public String toString() {
        return name;
    }

    public final boolean equals(Object other) {
        return this == other;
    }

    public final int hashCode() {
        return super.hashCode();
    }

    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public final int compareTo(E other) {
        if (getClass() != other.getClass() && getDeclaringClass() != other.getDeclaringClass())
            throw new ClassCastException();
        return ordinal - other.ordinal();
    }

    /** A constant with a body has a class of its own, below the enum's. */
    @SuppressWarnings("unchecked")
    public final Class<E> getDeclaringClass() {
        Class<?> own = getClass();
        Class<?> above = own.getSuperclass();
        return (Class<E>) (above == Enum.class ? own : above);
    }

    public static <T extends Enum<T>> T valueOf(Class<T> enumClass, String name) {
        T[] constants = enumClass.getEnumConstants();
        if (name == null) throw new NullPointerException("Name is null");
        if (constants == null) throw new IllegalArgumentException(enumClass.getName() + " is not an enum class");
        for (T constant : constants)
            if (constant.name().equals(name)) return constant;
        throw new IllegalArgumentException(
                "No enum constant " + enumClass.getCanonicalName() + "." + name);
    }
}
