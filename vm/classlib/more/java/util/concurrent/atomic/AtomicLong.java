package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLong extends Number implements java.io.Serializable {
    /** The only field: the VM finds it. */
    private volatile long value;

    public AtomicLong() {
    }

    public AtomicLong(long value) {
        this.value = value;
    }

    public final long get() {
        return value;
    }

    public final void set(long value) {
        this.value = value;
    }

    public final void lazySet(long value) {
        this.value = value;
    }

    public final long getPlain() {
        return value;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setRelease(long value) {
        this.value = value;
    }

    public final native boolean compareAndSet(long expected, long value);

    public final native long getAndAdd(long delta);

    public final native long getAndSet(long value);

    public final boolean weakCompareAndSetPlain(long expected, long value) {
        return compareAndSet(expected, value);
    }

    public final long getAndIncrement() {
        return getAndAdd(1);
    }

    public final long getAndDecrement() {
        return getAndAdd(-1);
    }

    public final long addAndGet(long delta) {
        return getAndAdd(delta) + delta;
    }

    public final long incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final long decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final long getAndUpdate(LongUnaryOperator updateFunction) {
        for (;;) {
            long now = value;
            if (compareAndSet(now, updateFunction.applyAsLong(now))) return now;
        }
    }

    public final long updateAndGet(LongUnaryOperator updateFunction) {
        for (;;) {
            long now = value;
            long next = updateFunction.applyAsLong(now);
            if (compareAndSet(now, next)) return next;
        }
    }

    public final long getAndAccumulate(long operand, LongBinaryOperator accumulatorFunction) {
        for (;;) {
            long now = value;
            if (compareAndSet(now, accumulatorFunction.applyAsLong(now, operand))) return now;
        }
    }

    public final long accumulateAndGet(long operand, LongBinaryOperator accumulatorFunction) {
        for (;;) {
            long now = value;
            long next = accumulatorFunction.applyAsLong(now, operand);
            if (compareAndSet(now, next)) return next;
        }
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return value;
    }

    public double doubleValue() {
        return value;
    }

    public final void setPlain(long value) {
        set(value);
    }

    public final long getOpaque() {
        return get();
    }

    public final void setOpaque(long value) {
        set(value);
    }

    public final long compareAndExchange(long expected, long value) {
        for (;;) {
            long now = get();
            if (now != expected || compareAndSet(expected, value)) return now;
        }
    }

    public final long compareAndExchangeAcquire(long expected, long value) {
        return compareAndExchange(expected, value);
    }

    public final long compareAndExchangeRelease(long expected, long value) {
        return compareAndExchange(expected, value);
    }

    public final boolean weakCompareAndSet(long expected, long value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(long expected, long value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(long expected, long value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(long expected, long value) {
        return compareAndSet(expected, value);
    }

    public String toString() {
        return Long.toString(value);
    }
}
