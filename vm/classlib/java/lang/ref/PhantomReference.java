package java.lang.ref;

/** Tells through its queue that its referent, which it never hands out, is gone. */
public class PhantomReference extends Reference {
    public PhantomReference(Object referent, ReferenceQueue queue) {
        super(referent, queue);
    }

    public Object get() {
        return null;
    }
}
