package java.math;

/** It has no objects. The class is there so that code which names it can be verified. */
public class BigDecimal extends Number {
    private BigDecimal() {
    }

    public int intValue() {
        throw new UnsupportedOperationException();
    }

    public long longValue() {
        throw new UnsupportedOperationException();
    }

    public float floatValue() {
        throw new UnsupportedOperationException();
    }

    public double doubleValue() {
        throw new UnsupportedOperationException();
    }
}
