package java.util.concurrent.atomic;

public class AtomicLongArray {
    /** The only field: the VM finds it. */
    private final long[] values;

    public AtomicLongArray(int length) {
        values = new long[length];
    }

    public AtomicLongArray(long[] values) {
        this.values = values.clone();
    }

    public final int length() {
        return values.length;
    }

    public final native long get(int index);

    public final native void set(int index, long value);

    public final native boolean compareAndSet(int index, long expected, long value);

    public final native long getAndAdd(int index, long delta);

    public final void lazySet(int index, long value) {
        set(index, value);
    }

    public final long getAndSet(int index, long value) {
        for (;;) {
            long now = get(index);
            if (compareAndSet(index, now, value)) return now;
        }
    }

    public final long getAndIncrement(int index) {
        return getAndAdd(index, 1);
    }

    public final long getAndDecrement(int index) {
        return getAndAdd(index, -1);
    }

    public final long addAndGet(int index, long delta) {
        return getAndAdd(index, delta) + delta;
    }

    public final long incrementAndGet(int index) {
        return getAndAdd(index, 1) + 1;
    }

    public final long decrementAndGet(int index) {
        return getAndAdd(index, -1) - 1;
    }

    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) text.append(i == 0 ? "" : ", ").append(get(i));
        return text.append("]").toString();
    }
}
