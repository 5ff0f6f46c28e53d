package java.lang.ref;

/**
 * Cleared for want of memory: every one whose referent is not strongly reachable, by the last collection before an
 * OutOfMemoryError, and not before.
 */
public class SoftReference<T> extends Reference<T> {
    public SoftReference(T referent) {
        super(referent, null);
    }

    public SoftReference(T referent, ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }
}
