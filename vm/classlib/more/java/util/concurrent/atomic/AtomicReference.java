package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReference<V> implements java.io.Serializable {
    /** The only field: the VM finds it. */
    private volatile V value;

    public AtomicReference() {
    }

    public AtomicReference(V value) {
        this.value = value;
    }

    public final V get() {
        return value;
    }

    public final void set(V value) {
        this.value = value;
    }

    public final void lazySet(V value) {
        this.value = value;
    }

    public final V getPlain() {
        return value;
    }

    public final V getAcquire() {
        return value;
    }

    public final void setRelease(V value) {
        this.value = value;
    }

    public final boolean weakCompareAndSetPlain(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetVolatile(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public final native boolean compareAndSet(V expected, V value);

    public final V getAndSet(V value) {
        for (;;) {
            V now = this.value;
            if (compareAndSet(now, value)) return now;
        }
    }

    public final V getAndUpdate(UnaryOperator<V> updateFunction) {
        for (;;) {
            V now = value;
            if (compareAndSet(now, updateFunction.apply(now))) return now;
        }
    }

    public final V updateAndGet(UnaryOperator<V> updateFunction) {
        for (;;) {
            V now = value;
            V next = updateFunction.apply(now);
            if (compareAndSet(now, next)) return next;
        }
    }

    public final V getAndAccumulate(V operand, BinaryOperator<V> accumulatorFunction) {
        for (;;) {
            V now = value;
            if (compareAndSet(now, accumulatorFunction.apply(now, operand))) return now;
        }
    }

    public final V accumulateAndGet(V operand, BinaryOperator<V> accumulatorFunction) {
        for (;;) {
            V now = value;
            V next = accumulatorFunction.apply(now, operand);
            if (compareAndSet(now, next)) return next;
        }
    }

    public final void setPlain(V value) {
        set(value);
    }

    public final V getOpaque() {
        return get();
    }

    public final void setOpaque(V value) {
        set(value);
    }

    public final V compareAndExchange(V expected, V value) {
        for (;;) {
            V now = get();
            if (now != expected || compareAndSet(expected, value)) return now;
        }
    }

    public final V compareAndExchangeAcquire(V expected, V value) {
        return compareAndExchange(expected, value);
    }

    public final V compareAndExchangeRelease(V expected, V value) {
        return compareAndExchange(expected, value);
    }

    public final boolean weakCompareAndSet(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetAcquire(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public final boolean weakCompareAndSetRelease(V expected, V value) {
        return compareAndSet(expected, value);
    }

    public String toString() {
        return String.valueOf(value);
    }
}
