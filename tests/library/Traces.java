import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Throwable's traces, as the streams see them; causes; elements of traces. */
public class Traces {
    private static final class Told extends RuntimeException {
        private final String name;

        Told(String name, Throwable cause, StackTraceElement... frames) {
            super(name, cause);
            this.name = name;
            setStackTrace(frames);
        }

        public boolean equals(Object other) {
            return other instanceof Told;
        }

        public int hashCode() {
            return 1;
        }
    }

    private static final class Watched extends PrintStream {
        Watched() {
            super(new ByteArrayOutputStream());
        }

        public void println(Object object) {
            System.out.println(object.getClass().getSimpleName() + " " + Thread.holdsLock(this) + " " + object);
        }

        public void print(String text) {
            System.out.println("printed " + text);
        }
    }

    private static final class Writing extends PrintWriter {
        Writing() {
            super(new StringWriter());
        }

        public void println(Object object) {
            System.out.println(object.getClass().getSimpleName() + " " + Thread.holdsLock(this) + " " + object);
        }

        public void write(String text) {
            System.out.println("written " + text);
        }
    }

    private static StackTraceElement frame(int line) {
        return new StackTraceElement("a.B", "m", "B.java", line);
    }

    private static void print(Throwable thrown) {
        thrown.printStackTrace(new Watched());
        thrown.printStackTrace(new Writing());
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        System.out.println(text);
    }

    private static void traces() {
        Told plain = new Told("plain", null, frame(1), frame(2));
        print(plain);
        Told caused = new Told("caused", plain, frame(3), frame(2));
        caused.addSuppressed(new Told("aside", plain, frame(4), frame(2)));
        caused.addSuppressed(caused.getSuppressed()[0]);
        print(caused);
        Told back = new Told("back", null);
        back.addSuppressed(new Told("there", back, frame(9)));
        print(back);
        Exception one = new Exception("one");
        one.setStackTrace(new StackTraceElement[] {frame(5)});
        Exception two = new Exception("two", one);
        two.setStackTrace(new StackTraceElement[] {frame(5)});
        one.initCause(two);
        print(one);
    }

    private interface Action {
        Object run() throws Exception;
    }

    private static void tell(Action action) {
        try {
            System.out.println(action.run());
        } catch (Throwable thrown) {
            System.out.println(thrown + " because of " + thrown.getCause());
        }
    }

    private static void causes() {
        Exception cause = new Exception("cause");
        tell(() -> new ClassNotFoundException().initCause(cause));
        tell(() -> new ClassNotFoundException("named").initCause(null));
        tell(() -> new ClassNotFoundException("named", cause).initCause(cause));
        tell(() -> new ExceptionInInitializerError().initCause(cause));
        tell(() -> new ExceptionInInitializerError("named").initCause(null));
        tell(() -> new ExceptionInInitializerError(cause).initCause(cause));
        tell(() -> new ExceptionInInitializerError(cause).getException());
        tell(() -> new ClassNotFoundException("named", cause).getException());
        tell(() -> new Exception().initCause(cause).initCause(cause));
        tell(() -> cause.initCause(cause));
        tell(() -> new NoSuchMethodException().initCause(cause).getCause());
        tell(() -> new AssertionError(cause).initCause(null));
        tell(() -> {
            Exception none = new Exception("none", null);
            return none.initCause(cause);
        });
    }

    private static void elements() {
        StackTraceElement[] all = {
            frame(3), frame(-2), frame(-1), frame(0), new StackTraceElement("C", "<init>", null, 4),
            new StackTraceElement("app", "module", "1.0", "a.B", "m", "B.java", 3),
            new StackTraceElement(null, "module", null, "a.B", "m", "B.java", 3),
            new StackTraceElement("app", null, null, "a.B", "m", null, -2),
            new StackTraceElement("", "", "", "a.B", "m", null, 1),
            new StackTraceElement("app", "", null, "a.B", "m", "B.java", 1),
            new StackTraceElement(null, "java.base", "17", "a.B", "m", "B.java", -1),
            new StackTraceElement(null, "java.base", null, "a.B", "m", "B.java", -1),
            new StackTraceElement(null, null, "9", "a.B", "m", "B.java", 3)};
        for (StackTraceElement one : all) {
            System.out.println(one + " " + one.getClassLoaderName() + " " + one.getModuleName() + " " + one.getModuleVersion()
                + " " + one.isNativeMethod() + " " + one.hashCode());
            for (StackTraceElement other : all) System.out.print(one.equals(other) ? "=" : ".");
            System.out.println();
        }
        tell(() -> new StackTraceElement("C", null, null, 1));
        tell(() -> new StackTraceElement(null, "m", null, 1));
        tell(() -> new StackTraceElement(null, null, null, "C", null, null, 1));
        StackTraceElement own = new Exception().getStackTrace()[0];
        System.out.println(own + " " + own.getClassLoaderName() + " " + own.getModuleName() + " " + own.getModuleVersion());
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException e) {
            StackTraceElement[] frames = e.getStackTrace();
            StackTraceElement inner = frames[0];
            System.out.println(inner.getClassLoaderName() + " " + inner.getModuleName());
        }
    }

    public static void main(String[] arguments) {
        traces();
        causes();
        elements();
    }
}
