package java.util.concurrent.atomic;

/** One cell, as LongAccumulator. */
public class DoubleAdder extends Number {
    private final DoubleAccumulator value = new DoubleAccumulator(Double::sum, 0);

    public DoubleAdder() {
    }

    public void add(double amount) {
        value.accumulate(amount);
    }

    public double sum() {
        return value.get();
    }

    public void reset() {
        value.reset();
    }

    public double sumThenReset() {
        return value.getThenReset();
    }

    public String toString() {
        return value.toString();
    }

    public double doubleValue() {
        return sum();
    }

    public long longValue() {
        return (long) sum();
    }

    public int intValue() {
        return (int) sum();
    }

    public float floatValue() {
        return (float) sum();
    }
}
