package java.lang.ref;

/** References whose referents are gone; the newest comes out first. */
public class ReferenceQueue<T> {
    private static final int LONGEST_PAUSE = 16;

    /** Linked by their next; the last one's is itself. */
    private Reference<? extends T> head;

    public ReferenceQueue() {
    }

    /** Takes one out, or null. */
    public native Reference<? extends T> poll();

    public Reference<? extends T> remove() throws InterruptedException {
        return remove(0);
    }

    /** Waits for one; null after so many milliseconds, when they are not 0. The collector wakes nobody: it is asked again. */
    public Reference<? extends T> remove(long timeout) throws InterruptedException {
        if (timeout < 0) throw new IllegalArgumentException("Negative timeout value");
        long start = System.nanoTime();
        for (int pause = 1;; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            Reference<? extends T> reference = poll();
            if (reference != null) return reference;
            if (timeout > 0 && System.nanoTime() - start >= timeout * 1000000) return null;
            Thread.sleep(pause);
        }
    }
}
