/**
 * Marks the boundaries of inserted code (Zheng, Bulej, Binder: OOPSLA 2015, Table 1). The compiler takes what lies
 * between the two calls out of the program, optimises the program without it, and puts it back where the
 * operation went that it belongs to. On any other JVM the calls do nothing.
 */
public final class DelimitationAPI {
    /** The inserted code belongs to the operation before it. */
    public static final int PRED = 0;
    /** The inserted code belongs to the operation behind it. */
    public static final int SUCC = 1;
    /** The inserted code stays where it stands. */
    public static final int HERE = 2;

    private DelimitationAPI() {
    }

    public static void instrumentationBegin(int position) {
    }

    public static void instrumentationEnd() {
    }
}
