package java.util.concurrent.atomic;

public class AtomicBoolean implements java.io.Serializable {
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

    public final boolean getPlain() {
        return get();
    }

    public final void setPlain(boolean value) {
        set(value);
    }

    public final boolean getOpaque() {
        return get();
    }

    public final void setOpaque(boolean value) {
        set(value);
    }

    public final boolean getAcquire() {
        return get();
    }

    public final void setRelease(boolean value) {
        set(value);
    }

    public final boolean compareAndExchange(boolean expected, boolean value) {
        for (;;) {
            boolean now = get();
            if (now != expected || compareAndSet(expected, value)) return now;
        }
    }

    public final boolean compareAndExchangeAcquire(boolean expected, boolean value) {
        return compareAndExchange(expected, value);
    }

    public final boolean compareAndExchangeRelease(boolean expected, boolean value) {
        return compareAndExchange(expected, value);
    }

    public final boolean weakCompareAndSet(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetPlain(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(boolean expected, boolean value) {
        return compareAndSet(expected, value);
    }

    public String toString() {
        return String.valueOf(get());
    }
}
