/** Named counters that specs assert. On any other JVM a hit does nothing. */
public final class Probe {
    private Probe() {
    }

    /** Adds one to the counter of this name. */
    public static void hit(String name) {
    }
}
