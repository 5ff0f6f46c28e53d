package java.lang;

/** The VM that the program runs in. */
public class Runtime {
    private static final Runtime CURRENT = new Runtime();

    private Runtime() {
    }

    public static Runtime getRuntime() {
        return CURRENT;
    }

    public native int availableProcessors();

    /** What the heap has reserved of its limit. */
    public native long totalMemory();

    /** What of it no object takes: an estimate that counts what died since the last collection as taken. */
    public native long freeMemory();

    /** The limit of the heap. */
    public native long maxMemory();

    public void gc() {
        System.gc();
    }

    public void exit(int status) {
        System.exit(status);
    }

    public void halt(int status) {
        System.exit(status);
    }
}
