package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface DoubleUnaryOperator {
    double applyAsDouble(double operand);

    default DoubleUnaryOperator compose(DoubleUnaryOperator before) {
        Objects.requireNonNull(before);
        return operand -> applyAsDouble(before.applyAsDouble(operand));
    }

    default DoubleUnaryOperator andThen(DoubleUnaryOperator after) {
        Objects.requireNonNull(after);
        return operand -> after.applyAsDouble(applyAsDouble(operand));
    }

    static DoubleUnaryOperator identity() {
        return operand -> operand;
    }
}
