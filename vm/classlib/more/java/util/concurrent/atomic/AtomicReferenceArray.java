package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReferenceArray<E> implements java.io.Serializable {
    private final AtomicReference<E>[] cells;

    @SuppressWarnings("unchecked")
    public AtomicReferenceArray(int length) {
        cells = (AtomicReference<E>[]) new AtomicReference[length];
        for (int i = 0; i < length; i++) cells[i] = new AtomicReference<E>();
    }

    public AtomicReferenceArray(E[] array) {
        this(array.length);
        for (int i = 0; i < array.length; i++) cells[i].set(array[i]);
    }

    public final int length() {
        return cells.length;
    }

    public final E get(int index) {
        return cells[index].get();
    }

    public final void set(int index, E value) {
        cells[index].set(value);
    }

    public final void lazySet(int index, E value) {
        set(index, value);
    }

    public final boolean compareAndSet(int index, E expected, E value) {
        return cells[index].compareAndSet(expected, value);
    }

    public final E getAndSet(int index, E value) {
        return cells[index].getAndSet(value);
    }

    public final E getAndUpdate(int index, UnaryOperator<E> function) {
        return cells[index].getAndUpdate(function);
    }

    public final E updateAndGet(int index, UnaryOperator<E> function) {
        return cells[index].updateAndGet(function);
    }

    public final E getAndAccumulate(int index, E operand, BinaryOperator<E> function) {
        return cells[index].getAndAccumulate(operand, function);
    }

    public final E accumulateAndGet(int index, E operand, BinaryOperator<E> function) {
        return cells[index].accumulateAndGet(operand, function);
    }

    public final E getPlain(int index) {
        return get(index);
    }

    public final void setPlain(int index, E value) {
        set(index, value);
    }

    public final E getOpaque(int index) {
        return get(index);
    }

    public final void setOpaque(int index, E value) {
        set(index, value);
    }

    public final E getAcquire(int index) {
        return get(index);
    }

    public final void setRelease(int index, E value) {
        set(index, value);
    }

    public final E compareAndExchange(int index, E expected, E value) {
        for (;;) {
            E now = get(index);
            if (now != expected || compareAndSet(index, expected, value)) return now;
        }
    }

    public final E compareAndExchangeAcquire(int index, E expected, E value) {
        return compareAndExchange(index, expected, value);
    }

    public final E compareAndExchangeRelease(int index, E expected, E value) {
        return compareAndExchange(index, expected, value);
    }

    public final boolean weakCompareAndSet(int index, E expected, E value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetPlain(int index, E expected, E value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetVolatile(int index, E expected, E value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetAcquire(int index, E expected, E value) {
        return compareAndSet(index, expected, value);
    }

    public final boolean weakCompareAndSetRelease(int index, E expected, E value) {
        return compareAndSet(index, expected, value);
    }

    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < cells.length; i++) text.append(i == 0 ? "" : ", ").append(cells[i].get());
        return text.append("]").toString();
    }
}
