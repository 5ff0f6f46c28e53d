package java.lang.ref;

/** Tells through its queue that its referent, which it never hands out, is gone. */
public class PhantomReference<T> extends Reference<T> {
    public PhantomReference(T referent, ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }

    public T get() {
        return null;
    }
}
