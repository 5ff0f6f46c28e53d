package java.util.concurrent.atomic;

public class AtomicBoolean {
    private final AtomicInteger value;

    public AtomicBoolean() {
        this(false);
    }

    public AtomicBoolean(boolean value) {
        this.value = new AtomicInteger(value ? 1 : 0);
    }

    public final boolean get() {
        return value.get() != 0;
    }

    public final void set(boolean value) {
        this.value.set(value ? 1 : 0);
    }

    public final void lazySet(boolean value) {
        set(value);
    }

    public final boolean compareAndSet(boolean expected, boolean value) {
        return this.value.compareAndSet(expected ? 1 : 0, value ? 1 : 0);
    }

    public final boolean getAndSet(boolean value) {
        return this.value.getAndSet(value ? 1 : 0) != 0;
    }

    public String toString() {
        return String.valueOf(get());
    }
}
