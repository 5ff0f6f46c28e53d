/**
 * The query intrinsics (Zheng, Bulej, Binder: OOPSLA 2015, Table 2). The bodies give the answers of the interpreter, and of
 * any other JVM.
 */
public final class CompilerDecision {
    /** The operation was eliminated, or nobody knows. */
    public static final int ERROR = -1;

    /** getAllocationType: allocated in the thread-local allocation buffer. */
    public static final int TLAB = 0;
    /** getAllocationType: allocated by the slow path. */
    public static final int HEAP = 1;

    /** getLockType: the first owner took it. */
    public static final int BIASED = 0;
    /** getLockType: the owner took it again. */
    public static final int RECURSIVE = 1;
    /** getLockType: taken by compare-and-swap. */
    public static final int CAS = 2;

    private CompilerDecision() {
    }

    public static boolean isMethodCompiled() {
        return false;
    }

    public static boolean isMethodInlined() {
        return false;
    }

    public static String getRootName() {
        return "unknown";
    }

    public static int getAllocationType() {
        return ERROR;
    }

    public static int getLockType() {
        return ERROR;
    }
}
