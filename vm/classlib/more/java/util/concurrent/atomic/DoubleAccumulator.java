package java.util.concurrent.atomic;

import java.util.function.DoubleBinaryOperator;

/** One cell, as LongAccumulator; the bits of the value. */
public class DoubleAccumulator extends Number {
    private final DoubleBinaryOperator function;
    private final double identity;
    private final AtomicLong bits;

    public DoubleAccumulator(DoubleBinaryOperator function, double identity) {
        this.function = function;
        this.identity = identity;
        bits = new AtomicLong(Double.doubleToRawLongBits(identity));
    }

    public void accumulate(double operand) {
        for (;;) {
            long now = bits.get();
            double next = function.applyAsDouble(Double.longBitsToDouble(now), operand);
            if (bits.compareAndSet(now, Double.doubleToRawLongBits(next))) return;
        }
    }

    public double get() {
        return Double.longBitsToDouble(bits.get());
    }

    public void reset() {
        bits.set(Double.doubleToRawLongBits(identity));
    }

    public double getThenReset() {
        return Double.longBitsToDouble(bits.getAndSet(Double.doubleToRawLongBits(identity)));
    }

    public String toString() {
        return Double.toString(get());
    }

    public double doubleValue() {
        return get();
    }

    public long longValue() {
        return (long) get();
    }

    public int intValue() {
        return (int) get();
    }

    public float floatValue() {
        return (float) get();
    }
}
