package java.util.concurrent.atomic;

public class AtomicIntegerArray {
    /** The only field: the VM finds it. */
    private final int[] values;

    public AtomicIntegerArray(int length) {
        values = new int[length];
    }

    public AtomicIntegerArray(int[] values) {
        this.values = values.clone();
    }

    public final int length() {
        return values.length;
    }

    public final native int get(int index);

    public final native void set(int index, int value);

    public final native boolean compareAndSet(int index, int expected, int value);

    public final native int getAndAdd(int index, int delta);

    public final void lazySet(int index, int value) {
        set(index, value);
    }

    public final int getAndSet(int index, int value) {
        for (;;) {
            int now = get(index);
            if (compareAndSet(index, now, value)) return now;
        }
    }

    public final int getAndIncrement(int index) {
        return getAndAdd(index, 1);
    }

    public final int getAndDecrement(int index) {
        return getAndAdd(index, -1);
    }

    public final int addAndGet(int index, int delta) {
        return getAndAdd(index, delta) + delta;
    }

    public final int incrementAndGet(int index) {
        return getAndAdd(index, 1) + 1;
    }

    public final int decrementAndGet(int index) {
        return getAndAdd(index, -1) - 1;
    }

    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) text.append(i == 0 ? "" : ", ").append(get(i));
        return text.append("]").toString();
    }
}
