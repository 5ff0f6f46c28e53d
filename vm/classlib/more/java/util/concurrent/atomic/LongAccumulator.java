package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;

/** One cell: on the few processors that tests use, spreading it over several gains nothing. */
public class LongAccumulator extends Number {
    private final LongBinaryOperator function;
    private final long identity;
    private final AtomicLong value;

    public LongAccumulator(LongBinaryOperator function, long identity) {
        this.function = function;
        this.identity = identity;
        value = new AtomicLong(identity);
    }

    public void accumulate(long operand) {
        value.accumulateAndGet(operand, function);
    }

    public long get() {
        return value.get();
    }

    public void reset() {
        value.set(identity);
    }

    public long getThenReset() {
        return value.getAndSet(identity);
    }

    public String toString() {
        return Long.toString(get());
    }

    public long longValue() {
        return get();
    }

    public int intValue() {
        return (int) get();
    }

    public float floatValue() {
        return get();
    }

    public double doubleValue() {
        return get();
    }
}
