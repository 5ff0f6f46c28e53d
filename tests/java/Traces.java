/** Stack traces: frames and lines, causes, suppressed exceptions, traces from constructors, initialisers and deep stacks. */
public class Traces {
    static class Own extends RuntimeException {
        Own(String message) {
            super(message);
        }

        Own(Throwable cause) {
            super(cause);
        }
    }

    static class Nested extends Own {
        Nested() {
            super(new Own("inner").getMessage());
            if (getMessage().length() > 3) fail(0);
        }
    }

    static class Lazy {
        static int value = divide(1, 0);
    }

    static class NoTrace extends Exception {
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Makes itself in methods that are called as those which make every exception. */
    static class Made extends Exception {
        static Made walkStack() {
            return new Made();
        }

        static Made fillInStackTrace(int x) {
            return walkStack();
        }
    }

    static abstract class Shape {
        abstract int area(int x);
    }

    static class Square extends Shape {
        int area(int x) {
            return 100 / x;
        }
    }

    static int divide(int a, int b) {
        return a / b;
    }

    static void fail(int depth) {
        if (depth == 0)
            throw new Own("deep");
        fail(depth - 1);
    }

    static int length(int[] array) {
        return array.length;
    }

    static void wrap(int depth) {
        try {
            fail(depth);
        } catch (Own e) {
            throw new Own(e);
        } finally {
            depth++;
        }
    }

    static void suppress() {
        Own main = new Own("main");
        try {
            fail(1);
        } catch (Own e) {
            main.addSuppressed(e);
        }
        try {
            wrap(2);
        } catch (Own e) {
            main.addSuppressed(e);
        }
        throw main;
    }

    static void circle() {
        Own first = new Own("first");
        RuntimeException second = new RuntimeException("second", first);
        first.initCause(second);
        throw first;
    }

    static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    static void call(int which) {
        switch (which) {
        case 0: fail(3); break;
        case 1: divide(which, 0); break;
        case 2: length(null); break;
        case 3: wrap(1); break;
        case 4: suppress(); break;
        case 5: circle(); break;
        case 6: new Nested(); break;
        case 7: System.out.println(Lazy.value); break;
        case 8: System.out.println(Lazy.value); break;
        case 9: new Square().area(which - 9); break;
        case 10: int[] array = new int[which - 11]; break;
        case 11: Object text = "x"; Integer number = (Integer) text; break;
        case 12: Object[] strings = new String[1]; strings[0] = new Object(); break;
        default: throw new IllegalStateException("no case " + which);
        }
    }

    static int frames(Throwable e) {
        return e.getStackTrace().length;
    }

    static void print(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        for (int i = 0; i < trace.length; i++) System.out.println("    " + trace[i]);
    }

    public static void main(String[] arguments) {
        for (int round = 0; round < 6; round++)
            for (int i = 0; i < 14; i++) {
                try {
                    call(i);
                } catch (Throwable e) {
                    if (i != 7 && i != 8) e.printStackTrace(System.out);
                    System.out.println(frames(e) + " " + e.getClass().getName());
                }
            }
        try {
            overflow(0);
        } catch (StackOverflowError e) {
            StackTraceElement[] trace = e.getStackTrace();
            System.out.println(trace.length + " " + trace[0] + " " + trace[1000]);
        }
        try {
            throw new NoTrace();
        } catch (NoTrace e) {
            e.printStackTrace(System.out);
        }
        Own own = new Own("set");
        own.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "D.java", 5), new StackTraceElement("a.B", "n", null, -2)});
        own.printStackTrace(System.out);
        print(own);
        own.fillInStackTrace();
        print(own);
        print(Made.fillInStackTrace(1));
        try {
            own.addSuppressed(own);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + (e.getCause() == own));
        }
        try {
            own.initCause(null);
            own.initCause(new Own("late"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
