package java.lang.ref;

/**
 * An object that refers to another, its referent, without keeping it alive. The collector clears it, and puts it into its queue,
 * when nothing stronger leads to the referent.
 */
public abstract class Reference<T> {
    /** Not traced by the collector. Volatile: it may change whenever a collection happens. */
    private volatile T referent;
    /** Where the collector puts it; null: there is none, or it was put there. */
    private ReferenceQueue<? super T> queue;
    /** In the queue. */
    private Reference<?> next;

    Reference(T referent, ReferenceQueue<? super T> queue) {
        this.referent = referent;
        this.queue = queue;
    }

    public T get() {
        return referent;
    }

    public final boolean refersTo(T object) {
        return referent == object;
    }

    public void clear() {
        referent = null;
    }

    /** Clears it and puts it into its queue; false when it is or was there, or has none. */
    public boolean enqueue() {
        referent = null;
        return putIntoQueue();
    }

    private native boolean putIntoQueue();

    public boolean isEnqueued() {
        return next != null;
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    /** Keeps the object alive up to here. */
    public static native void reachabilityFence(Object object);
}
