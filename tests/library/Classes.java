import java.util.*;

/** Class, Enum, System, exceptions. */
public class Classes {
    interface Answer {
        Object get() throws Throwable;
    }

    static void tell(String what, Answer answer) {
        try {
            System.out.println(what + ": " + answer.get());
        } catch (NullPointerException told) {
            System.out.println(what + ": NullPointerException");
        } catch (Throwable told) {
            System.out.println(what + ": " + told);
        }
    }

    enum E {
        A, B {
            void body() {
            }
        };

        enum Inner { C }
    }

    static void errors() {
        tell("enum", () -> E.valueOf("B"));
        tell("enum null", () -> E.valueOf(null));
        tell("Class.cast", () -> Integer.class.cast("x"));
        tell("forName", () -> Class.forName("nope.X"));
        tell("asSubclass", () -> Integer.class.asSubclass(String.class));
        tell("getProperty", () -> System.getProperty(""));
        tell("getProperty", () -> System.getProperty(null));
        tell("setProperty", () -> System.setProperty("k", null));
        tell("getenv", () -> System.getenv((String)null));
        tell("CNF", () -> new ExceptionInInitializerError(new Error("x")).toString());
        tell("CNF", () -> new ExceptionInInitializerError(new Error("x")).getMessage());
        tell("Throwable", () -> { Throwable x = new Throwable((Throwable)null); return x.getMessage(); });
        tell("UncheckedIOException", () -> new java.io.UncheckedIOException(null));
    }

    interface Shape extends Comparable<Shape> {
    }

    static abstract class Base<T> implements Shape, Cloneable {
        protected class Member {
        }
    }

    record Point(int x, int y) {
    }

    @FunctionalInterface
    interface Marked {
        @Deprecated
        void mark();
    }

    static void describe(Class<?> type) {
        System.out.println(type + " " + type.getName() + " " + type.getSimpleName() + " " + type.getTypeName() + " " + type.getCanonicalName() + " [" + type.getPackageName() + "] " + type.getModifiers() + type.isInterface() + type.isArray() + type.isPrimitive() + type.isEnum() + type.isRecord() + type.isAnnotation() + type.isAnonymousClass() + type.isLocalClass() + type.isMemberClass() + type.isSynthetic() + " " + type.getSuperclass() + Arrays.toString(type.getInterfaces()) + type.getComponentType() + type.getDeclaringClass() + type.getEnclosingClass() + type.desiredAssertionStatus());
    }

    public static void main(String[] arguments) throws Exception {
        errors();
        class Local {
        }
        Object anonymous = new Object() {
        };
        Class<?>[] types = {int.class, void.class, int[].class, Void.class, String[][].class, Object.class, Runnable.class, Classes.class, E.class, E.B.getClass(), E.Inner.class, Shape.class, Base.class, Base.Member.class, Base.Member[].class, Local.class, anonymous.getClass(), Point.class, Point[].class, Marked.class, Map.Entry.class, boolean[][].class};
        for (Class<?> type : types) describe(type);
        for (Class<?> a : types) {
            StringBuilder line = new StringBuilder();
            for (Class<?> b : types) line.append(a.isAssignableFrom(b) ? 1 : 0);
            System.out.println(line.append(' ').append(a.isInstance("x")).append(a.isInstance(5)).append(a.isInstance(null)));
        }
        System.out.println(Class.forName("java.lang.String") == String.class);
        System.out.println(Class.forName("[I") + " " + Class.forName("[Ljava.lang.String;") + " " + Class.forName("Classes$E"));
        for (String name : new String[] {"java/lang/String", "int", "[Q", "String[]", ""}) tell(name, () -> Class.forName(name));
        System.out.println(Arrays.toString(E.class.getEnumConstants()) + E.valueOf("A") + E.B.getDeclaringClass() + E.A.compareTo(E.B) + E.B.ordinal() + E.B.name() + E.A.equals(E.B) + String.class.getEnumConstants());
        tell("enum", () -> Enum.valueOf(E.class, "Z"));
        tell("enum", () -> E.Inner.valueOf("Z"));
        tell("number", () -> Integer.class.cast(null) + " " + Number.class.cast(5) + Integer.class.asSubclass(Number.class));
        System.out.println(System.getProperty("library.test"));
        System.out.println(System.lineSeparator().length() + System.getProperty("no such", "other") + System.setProperty("k", "v") + System.getProperty("k") + System.clearProperty("k") + System.getProperty("k") + Boolean.getBoolean("k") + Integer.getInteger("k", 7) + Long.getLong("k"));
        System.out.println(System.getenv("PATH").equals(System.getenv().get("PATH")) + " " + System.identityHashCode(null));
        Throwable[] thrown = {new Exception("m", new Error("c")), new RuntimeException(new Error("c")), new IndexOutOfBoundsException(5), new IndexOutOfBoundsException(5L), new ArrayIndexOutOfBoundsException(3), new StringIndexOutOfBoundsException(2), new AssertionError(5), new AssertionError(null), new AssertionError(new Exception("x")), new AssertionError("m", null), new Error((Throwable) null), new SecurityException("s"), new ClassNotFoundException("c"), new NoSuchMethodException("n"), new TypeNotPresentException("T", null), new EnumConstantNotPresentException(E.class, "X"), new IllegalCallerException("i"), new InternalError(new Error("e")), new UnknownError(), new java.io.UncheckedIOException("m", new java.io.EOFException("e")), new java.io.IOException(new Exception("q")), new ThreadDeath(), new LinkageError("l", null)};
        for (Throwable t : thrown) System.out.println(t + " " + t.getMessage() + " " + t.getCause());
    }
}
