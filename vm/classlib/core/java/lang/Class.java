package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

public final class Class<T> implements java.io.Serializable, java.lang.reflect.Type {
    private static final int ENUM = 0x4000;
    private static final int ANNOTATION = 0x2000;
    private static final int SYNTHETIC = 0x1000;

    private Class() {
    }

    public static Class<?> forName(String name) throws ClassNotFoundException {
        if (name == null) throw new NullPointerException();
        if (name.indexOf('\0') >= 0) throw new ClassNotFoundException(name.replace('.', '/'));
        return find(name, true);
    }

    private static native Class<?> find(String name, boolean isInitialized) throws ClassNotFoundException;

    /** Of no array's elements. */
    static native Class<?> ofVoid();

    /** "a.b.C", "[I", "int". */
    public native String getName();

    public native boolean isInstance(Object object);

    public native boolean isInterface();

    public native boolean isArray();

    public native boolean isPrimitive();

    public native boolean isHidden();

    public native Class<? super T> getSuperclass();

    public native Class<?> getComponentType();

    public Class<?> componentType() {
        return getComponentType();
    }

    public Class<?> arrayType() {
        return java.lang.reflect.Array.newInstance(this, 0).getClass();
    }

    public native boolean isAssignableFrom(Class<?> other);

    public native int getModifiers();

    public native Class<?> getDeclaringClass();

    public native Class<?> getEnclosingClass();

    /** The directly implemented ones. */
    public native Class<?>[] getInterfaces();

    /** Null for a class that is no enum. */
    public native T[] getEnumConstants();

    /** Assertions are off unless the VM was told otherwise. */
    public native boolean desiredAssertionStatus();

    /** As the source says it: "" for anonymous classes, null for those of no other class. */
    private native String innerName();

    private native boolean isLocalOrAnonymous();

    public boolean isAnonymousClass() {
        return isLocalOrAnonymous() && innerName().isEmpty();
    }

    public boolean isLocalClass() {
        return isLocalOrAnonymous() && !innerName().isEmpty();
    }

    public boolean isMemberClass() {
        return !isLocalOrAnonymous() && getDeclaringClass() != null;
    }

    public boolean isEnum() {
        return (getModifiers() & ENUM) != 0 && (Class<?>) getSuperclass() == Enum.class;
    }

    public boolean isRecord() {
        return (Class<?>) getSuperclass() == Record.class;
    }

    public boolean isAnnotation() {
        return (getModifiers() & ANNOTATION) != 0;
    }

    public boolean isSynthetic() {
        return (getModifiers() & SYNTHETIC) != 0;
    }

    public String getSimpleName() {
        if (isArray()) return getComponentType().getSimpleName() + "[]";
        String inner = innerName();
        if (inner != null) return inner;
        String name = getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    public String getTypeName() {
        return isArray() ? getComponentType().getTypeName() + "[]" : getName();
    }

    /** Null for local, anonymous and hidden classes, those inside them, and arrays of them. */
    public String getCanonicalName() {
        if (isArray()) {
            String element = getComponentType().getCanonicalName();
            return element == null ? null : element + "[]";
        }
        if (isLocalOrAnonymous() || isHidden()) return null;
        Class<?> outer = getDeclaringClass();
        if (outer == null) return getName();
        String enclosing = outer.getCanonicalName();
        return enclosing == null ? null : enclosing + "." + innerName();
    }

    public String getPackageName() {
        if (isPrimitive()) return "java.lang";
        if (isArray()) return getComponentType().getPackageName();
        String name = getName();
        int end = name.lastIndexOf('.');
        return end < 0 ? "" : name.substring(0, end);
    }

    @SuppressWarnings("unchecked")
    public T cast(Object object) {
        if (object != null && !isInstance(object))
            throw new ClassCastException("Cannot cast " + object.getClass().getName() + " to " + getName());
        return (T) object;
    }

    @SuppressWarnings("unchecked")
    public <U> Class<? extends U> asSubclass(Class<U> clazz) {
        if (!clazz.isAssignableFrom(this)) throw new ClassCastException(toString());
        return (Class<? extends U>) this;
    }

    public Constructor<?>[] getDeclaredConstructors() {
        return Constructor.declaredBy(this);
    }

    public Constructor<?>[] getConstructors() {
        java.util.ArrayList<Constructor<?>> found = new java.util.ArrayList<>();
        for (Constructor<?> one : getDeclaredConstructors())
            if (Modifier.isPublic(one.getModifiers())) found.add(one);
        return found.toArray(new Constructor<?>[0]);
    }

    public Constructor<T> getDeclaredConstructor(Class<?>... parameters) throws NoSuchMethodException {
        Constructor<T> found = Constructor.find(this, parameters);
        if (found == null) throw noConstructor(parameters);
        return found;
    }

    public Constructor<T> getConstructor(Class<?>... parameters) throws NoSuchMethodException {
        Constructor<T> found = getDeclaredConstructor(parameters);
        if (!Modifier.isPublic(found.getModifiers())) throw noConstructor(parameters);
        return found;
    }

    private NoSuchMethodException noConstructor(Class<?>[] parameters) {
        java.util.StringJoiner text = new java.util.StringJoiner(",", getName() + ".<init>(", ")");
        if (parameters != null)
            for (Class<?> parameter : parameters) text.add(parameter == null ? "null" : parameter.getName());
        return new NoSuchMethodException(text.toString());
    }

    /** Throws it, checked or not. */
    private static native void raise(Throwable exception);

    /** What the constructor throws comes out as it is, checked or not. */
    @Deprecated
    public T newInstance() throws InstantiationException, IllegalAccessException {
        if ((Class<?>) this == Class.class)
            throw new IllegalAccessException("Can not call newInstance() on the Class for java.lang.Class");
        try {
            return getDeclaredConstructor().newInstance();
        } catch (NoSuchMethodException e) {
            throw (InstantiationException) new InstantiationException(getName()).initCause(e);
        } catch (InvocationTargetException e) {
            raise(e.getCause());
            return null;
        }
    }

    public String toString() {
        return isPrimitive() ? getName() : (isInterface() ? "interface " : "class ") + getName();
    }
}
