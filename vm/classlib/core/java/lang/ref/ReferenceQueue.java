package java.lang.ref;

/** References whose referents are gone; the newest comes out first. */
public class ReferenceQueue<T> {
    /** Linked by their next; the last one's is itself. */
    private Reference<? extends T> head;

    public ReferenceQueue() {
    }

    /** Takes one out, or null. */
    public native Reference<? extends T> poll();

    /** The same, but waits for one so long; 0: without limit. */
    private native Reference<? extends T> await(long nanoseconds) throws InterruptedException;

    public Reference<? extends T> remove() throws InterruptedException {
        return remove(0);
    }

    /** Waits for one; null after so many milliseconds, when they are not 0. */
    public Reference<? extends T> remove(long timeout) throws InterruptedException {
        if (timeout < 0) throw new IllegalArgumentException("Negative timeout value");
        long start = System.nanoTime();
        Reference<? extends T> reference = null;
        for (long rest = timeout; reference == null && (timeout == 0 || rest > 0);
             rest = timeout - (System.nanoTime() - start) / 1000000)
            reference = await(rest > Long.MAX_VALUE / 1000000 ? Long.MAX_VALUE : rest * 1000000);
        return reference;
    }
}
