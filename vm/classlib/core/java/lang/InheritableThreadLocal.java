package java.lang;

/** A variable of which each thread has its own, at first what the thread that made it had. */
public class InheritableThreadLocal<T> extends ThreadLocal<T> {
    public InheritableThreadLocal() {
    }

    protected T childValue(T value) {
        return value;
    }

    boolean isInherited() {
        return true;
    }

    T inherit(T value) {
        return childValue(value);
    }
}
