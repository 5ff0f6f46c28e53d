package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicIntegerArray implements java.io.Serializable {
    /** The only field: the VM finds it. */
    private final int[] values;

    public AtomicIntegerArray(int length) {
        values = new int[length];
    }

    public AtomicIntegerArray(int[] array) {
        this.values = array.clone();
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

    public final int getPlain(int index) {
        return get(index);
    }

    public final void setPlain(int index, int value) {
        set(index, value);
    }

    public final int getOpaque(int index) {
        return get(index);
    }

    public final void setOpaque(int index, int value) {
        set(index, value);
    }

    public final int getAcquire(int index) {
        return get(index);
    }

    public final void setRelease(int index, int value) {
        set(index, value);
    }

    public final int compareAndExchange(int index, int expected, int value) {
        for (;;) {
            int now = get(index);
            if (now != expected || compareAndSet(index, expected, value)) return now;
        }
    }

    public final int compareAndExchangeAcquire(int index, int expected, int value) {
        return compareAndExchange(index, expected, value);
    }

    public final int compareAndExchangeRelease(int index, int expected, int value) {
        return compareAndExchange(index, expected, value);
    }

    public final boolean weakCompareAndSet(int index, int expected, int value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetPlain(int index, int expected, int value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int index, int expected, int value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int index, int expected, int value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetRelease(int index, int expected, int value) {
        return compareAndSet(index, expected, value);
    }

    public final int getAndUpdate(int index, IntUnaryOperator updateFunction) {
        for (;;) {
            int now = get(index);
            if (compareAndSet(index, now, updateFunction.applyAsInt(now))) return now;
        }
    }

    public final int updateAndGet(int index, IntUnaryOperator updateFunction) {
        for (;;) {
            int now = get(index);
            int next = updateFunction.applyAsInt(now);
            if (compareAndSet(index, now, next)) return next;
        }
    }

    public final int getAndAccumulate(int index, int operand, IntBinaryOperator accumulatorFunction) {
        for (;;) {
            int now = get(index);
            if (compareAndSet(index, now, accumulatorFunction.applyAsInt(now, operand))) return now;
        }
    }

    public final int accumulateAndGet(int index, int operand, IntBinaryOperator accumulatorFunction) {
        for (;;) {
            int now = get(index);
            int next = accumulatorFunction.applyAsInt(now, operand);
            if (compareAndSet(index, now, next)) return next;
        }
    }

    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) text.append(i == 0 ? "" : ", ").append(get(i));
        return text.append("]").toString();
    }
}
