package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicInteger extends Number implements java.io.Serializable {
    /** The only field: the VM finds it. */
    private volatile int value;

    public AtomicInteger() {
    }

    public AtomicInteger(int value) {
        this.value = value;
    }

    public final int get() {
        return value;
    }

    public final void set(int value) {
        this.value = value;
    }

    public final void lazySet(int value) {
        this.value = value;
    }

    public final int getPlain() {
        return value;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setRelease(int value) {
        this.value = value;
    }

    public final native boolean compareAndSet(int expected, int value);

    public final native int getAndAdd(int delta);

    public final native int getAndSet(int value);

    public final boolean weakCompareAndSetPlain(int expected, int value) {
        return compareAndSet(expected, value);
    }

    public final int getAndIncrement() {
        return getAndAdd(1);
    }

    public final int getAndDecrement() {
        return getAndAdd(-1);
    }

    public final int addAndGet(int delta) {
        return getAndAdd(delta) + delta;
    }

    public final int incrementAndGet() {
        return getAndAdd(1) + 1;
    }

    public final int decrementAndGet() {
        return getAndAdd(-1) - 1;
    }

    public final int getAndUpdate(IntUnaryOperator updateFunction) {
        for (;;) {
            int now = value;
            if (compareAndSet(now, updateFunction.applyAsInt(now))) return now;
        }
    }

    public final int updateAndGet(IntUnaryOperator updateFunction) {
        for (;;) {
            int now = value;
            int next = updateFunction.applyAsInt(now);
            if (compareAndSet(now, next)) return next;
        }
    }

    public final int getAndAccumulate(int operand, IntBinaryOperator accumulatorFunction) {
        for (;;) {
            int now = value;
            if (compareAndSet(now, accumulatorFunction.applyAsInt(now, operand))) return now;
        }
    }

    public final int accumulateAndGet(int operand, IntBinaryOperator accumulatorFunction) {
        for (;;) {
            int now = value;
            int next = accumulatorFunction.applyAsInt(now, operand);
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

    public final void setPlain(int value) {
        set(value);
    }

    public final int getOpaque() {
        return get();
    }

    public final void setOpaque(int value) {
        set(value);
    }

    public final int compareAndExchange(int expected, int value) {
        for (;;) {
            int now = get();
            if (now != expected || compareAndSet(expected, value)) return now;
        }
    }

    public final int compareAndExchangeAcquire(int expected, int value) {
        return compareAndExchange(expected, value);
    }

    public final int compareAndExchangeRelease(int expected, int value) {
        return compareAndExchange(expected, value);
    }

    public final boolean weakCompareAndSet(int expected, int value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int expected, int value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int expected, int value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(int expected, int value) {
        return compareAndSet(expected, value);
    }

    public String toString() {
        return Integer.toString(value);
    }
}
