/* Messages describe no code of hidden classes, and not what called it in its place. */
import java.util.function.*;

class HiddenNulls {
    static int hash(Function<Object, Integer> f, Object o) { return f.apply(o); }
    static int length(ToIntFunction<String> f, String s) { return f.applyAsInt(s); }
    static long widened(ToLongFunction<Integer> f, Integer i) { return f.applyAsLong(i); }
    static int unboxed(IntSupplier s) { return s.getAsInt(); }

    static long run(int which, boolean isNull) {
        Supplier<Integer> supplier = () -> isNull ? null : 1;
        switch (which) {
        case 0: return hash(Object::hashCode, isNull ? null : 7);
        case 1: return length(String::length, isNull ? null : "ab");
        case 2: return widened(Integer::intValue, isNull ? null : 3);
        case 3: return unboxed(supplier::get);
        case 4: return length(s -> s.length(), isNull ? null : "abcd");
        default: return length(null, "");
        }
    }

    static String message(int which, boolean isNull) {
        try {
            return "" + run(which, isNull);
        } catch (NullPointerException e) {
            StackTraceElement[] trace = e.getStackTrace(); // empty when there was no memory for it
            return e.getMessage() + (trace.length > 0 ? " in " + trace[0].getMethodName() : "");
        }
    }

    public static void main(String[] a) {
        for (int which = 0; which < 6; which++) {
            String[] last = new String[2];
            for (int i = 0; i < 200; i++) {
                String now = message(which, i % 2 == 0);
                if (!now.equals(last[i % 2])) System.out.println(which + ": " + now);
                last[i % 2] = now;
            }
        }
    }
}
