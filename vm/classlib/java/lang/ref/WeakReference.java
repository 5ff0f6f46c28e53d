package java.lang.ref;

/** Cleared when its referent is neither strongly nor softly reachable. */
public class WeakReference extends Reference {
    public WeakReference(Object referent) {
        super(referent, null);
    }

    public WeakReference(Object referent, ReferenceQueue queue) {
        super(referent, queue);
    }
}
