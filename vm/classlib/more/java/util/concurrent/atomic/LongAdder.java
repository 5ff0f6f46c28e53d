package java.util.concurrent.atomic;

/** One cell, as LongAccumulator. */
public class LongAdder extends Number {
    private final AtomicLong value = new AtomicLong();

    public LongAdder() {
    }

    public void add(long amount) {
        value.getAndAdd(amount);
    }

    public void increment() {
        add(1);
    }

    public void decrement() {
        add(-1);
    }

    public long sum() {
        return value.get();
    }

    public void reset() {
        value.set(0);
    }

    public long sumThenReset() {
        return value.getAndSet(0);
    }

    public String toString() {
        return Long.toString(sum());
    }

    public long longValue() {
        return sum();
    }

    public int intValue() {
        return (int) sum();
    }

    public float floatValue() {
        return sum();
    }

    public double doubleValue() {
        return sum();
    }
}
