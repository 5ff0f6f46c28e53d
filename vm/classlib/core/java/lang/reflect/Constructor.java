package java.lang.reflect;

import java.util.Arrays;
import java.util.StringJoiner;

public final class Constructor<T> extends Executable implements Member {
    private static final int ENUM = 0x4000;

    private final Class<T> declaring;
    /** As the VM knows it. */
    private final long method;
    private final int modifiers;
    private final Class<?>[] parameters;

    private Constructor(Class<T> declaring, long method) {
        this.declaring = declaring;
        this.method = method;
        modifiers = modifiers(method);
        parameters = parameters(method);
    }

    /** For java.lang.Class: all that the class declares, in the order of its file. */
    @SuppressWarnings("unchecked")
    public static <U> Constructor<U>[] declaredBy(Class<U> type) {
        long[] methods = constructors(type);
        Constructor<U>[] all = new Constructor[methods.length];
        for (int i = 0; i < methods.length; i++) all[i] = new Constructor<U>(type, methods[i]);
        return all;
    }

    /** For java.lang.Class: null when there is none. */
    public static <U> Constructor<U> find(Class<U> type, Class<?>[] parameters) {
        for (Constructor<U> one : declaredBy(type))
            if (Arrays.equals(one.parameters, parameters == null ? new Class<?>[0] : parameters)) return one;
        return null;
    }

    private static native long[] constructors(Class<?> type);

    private static native int modifiers(long method);

    private static native Class<?>[] parameters(long method);

    /** The class whose code called into this package or java.lang.Class. */
    private static native Class<?> caller();

    private static native boolean isAccessible(long method, Class<?> from);

    /** Initialises the class. */
    private static native Object allocate(Class<?> type);

    /** Arguments of primitive types come in arrays of one element. */
    private static native void construct(long method, Object object, Object[] arguments);

    public Class<T> getDeclaringClass() {
        return declaring;
    }

    public String getName() {
        return declaring.getName();
    }

    public int getModifiers() {
        return modifiers;
    }

    public Class<?>[] getParameterTypes() {
        return parameters.clone();
    }

    public int getParameterCount() {
        return parameters.length;
    }

    public boolean isSynthetic() {
        return (modifiers & Modifier.SYNTHETIC) != 0;
    }

    public boolean isVarArgs() {
        return (modifiers & Modifier.VARARGS) != 0;
    }

    public T newInstance(Object... arguments)
        throws InstantiationException, IllegalAccessException, IllegalArgumentException, InvocationTargetException {
        if (!isAccessible) requireAccess();
        if ((declaring.getModifiers() & ENUM) != 0)
            throw new IllegalArgumentException("Cannot reflectively create enum objects");
        if (Modifier.isAbstract(declaring.getModifiers())) throw new InstantiationException();
        Object[] converted = converted(arguments == null ? new Object[0] : arguments);
        Object object = allocate(declaring);
        try {
            construct(method, object, converted);
        } catch (Throwable e) {
            throw new InvocationTargetException(e);
        }
        return declaring.cast(object);
    }

    private Object[] converted(Object[] arguments) {
        if (arguments.length != parameters.length) throw new IllegalArgumentException("wrong number of arguments");
        Object[] converted = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) converted[i] = converted(arguments[i], parameters[i]);
        return converted;
    }

    private static Object converted(Object argument, Class<?> type) {
        if (type.isPrimitive()) {
            if (argument == null) throw new IllegalArgumentException();
            Object one = Array.newInstance(type, 1);
            Array.set(one, 0, argument);
            return one;
        }
        if (argument != null && !type.isInstance(argument)) throw new IllegalArgumentException("argument type mismatch");
        return argument;
    }

    private void requireAccess() throws IllegalAccessException {
        Class<?> caller = caller();
        if (isAccessible(method, caller)) return;
        String module = declaring.getPackageName().startsWith("java.") ? " (in module java.base)" : "";
        throw new IllegalAccessException(caller + " cannot access a member of " + declaring + module + " with modifiers \""
            + Modifier.toString(modifiers) + "\"");
    }

    public boolean equals(Object other) {
        return other instanceof Constructor && ((Constructor<?>) other).method == method;
    }

    public int hashCode() {
        return getName().hashCode();
    }

    public String toString() {
        StringJoiner text = new StringJoiner(",", getName() + "(", ")");
        for (Class<?> parameter : parameters) text.add(parameter.getTypeName());
        String access = Modifier.toString(modifiers & Modifier.constructorModifiers());
        return access.isEmpty() ? text.toString() : access + " " + text;
    }
}
