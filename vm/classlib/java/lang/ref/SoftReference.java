package java.lang.ref;

/**
 * Cleared for want of memory: every one whose referent is not strongly reachable, by the last collection before an
 * OutOfMemoryError, and not before.
 */
public class SoftReference extends Reference {
    public SoftReference(Object referent) {
        super(referent, null);
    }

    public SoftReference(Object referent, ReferenceQueue queue) {
        super(referent, queue);
    }
}
