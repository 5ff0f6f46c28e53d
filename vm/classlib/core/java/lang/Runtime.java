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

    /** What objects can have before the next collection. */
    public native long totalMemory();

    /** What of it no object takes: an estimate that counts what died since the last collection as taken. */
    public native long freeMemory();

    /** The limit of the heap. */
    public native long maxMemory();

    public void gc() {
        System.gc();
    }

    /** There are no finalizers. */
    @Deprecated
    public void runFinalization() {
    }

    public void exit(int status) {
        Shutdown.run();
        halt(status);
    }

    /** Ends the VM at once. */
    public native void halt(int status);

    public void addShutdownHook(Thread hook) {
        Shutdown.add(hook);
    }

    public boolean removeShutdownHook(Thread hook) {
        return Shutdown.remove(hook);
    }
}
