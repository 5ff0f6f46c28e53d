package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLongArray implements java.io.Serializable {
    /** The only field: the VM finds it. */
    private final long[] values;

    public AtomicLongArray(int length) {
        values = new long[length];
    }

    public AtomicLongArray(long[] array) {
        this.values = array.clone();
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

    public final long getPlain(int index) {
        return get(index);
    }

    public final void setPlain(int index, long value) {
        set(index, value);
    }

    public final long getOpaque(int index) {
        return get(index);
    }

    public final void setOpaque(int index, long value) {
        set(index, value);
    }

    public final long getAcquire(int index) {
        return get(index);
    }

    public final void setRelease(int index, long value) {
        set(index, value);
    }

    public final long compareAndExchange(int index, long expected, long value) {
        for (;;) {
            long now = get(index);
            if (now != expected || compareAndSet(index, expected, value)) return now;
        }
    }

    public final long compareAndExchangeAcquire(int index, long expected, long value) {
        return compareAndExchange(index, expected, value);
    }

    public final long compareAndExchangeRelease(int index, long expected, long value) {
        return compareAndExchange(index, expected, value);
    }

    public final boolean weakCompareAndSet(int index, long expected, long value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetPlain(int index, long expected, long value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int index, long expected, long value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int index, long expected, long value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetRelease(int index, long expected, long value) {
        return compareAndSet(index, expected, value);
    }

    public final long getAndUpdate(int index, LongUnaryOperator updateFunction) {
        for (;;) {
            long now = get(index);
            if (compareAndSet(index, now, updateFunction.applyAsLong(now))) return now;
        }
    }

    public final long updateAndGet(int index, LongUnaryOperator updateFunction) {
        for (;;) {
            long now = get(index);
            long next = updateFunction.applyAsLong(now);
            if (compareAndSet(index, now, next)) return next;
        }
    }

    public final long getAndAccumulate(int index, long operand, LongBinaryOperator accumulatorFunction) {
        for (;;) {
            long now = get(index);
            if (compareAndSet(index, now, accumulatorFunction.applyAsLong(now, operand))) return now;
        }
    }

    public final long accumulateAndGet(int index, long operand, LongBinaryOperator accumulatorFunction) {
        for (;;) {
            long now = get(index);
            long next = accumulatorFunction.applyAsLong(now, operand);
            if (compareAndSet(index, now, next)) return next;
        }
    }

    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) text.append(i == 0 ? "" : ", ").append(get(i));
        return text.append("]").toString();
    }
}
