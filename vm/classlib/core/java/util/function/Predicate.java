package java.util.function;

import java.util.Objects;

@FunctionalInterface
public interface Predicate<T> {
    boolean test(T value);

    default Predicate<T> and(Predicate<? super T> other) {
        Objects.requireNonNull(other);
        return value -> test(value) && other.test(value);
    }

    default Predicate<T> negate() {
        return value -> !test(value);
    }

    default Predicate<T> or(Predicate<? super T> other) {
        Objects.requireNonNull(other);
        return value -> test(value) || other.test(value);
    }

    static <T> Predicate<T> isEqual(Object target) {
        return value -> target == null ? value == null : target.equals(value);
    }

    @SuppressWarnings("unchecked")
    static <T> Predicate<T> not(Predicate<? super T> target) {
        Objects.requireNonNull(target);
        return (Predicate<T>) target.negate();
    }
}
