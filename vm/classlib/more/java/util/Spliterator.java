package java.util;

import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** Nobody implements it. It is there so that collections which name it can be loaded. */
public interface Spliterator<T> {
    interface OfPrimitive<T, T_CONS, T_SPLITR extends OfPrimitive<T, T_CONS, T_SPLITR>> extends Spliterator<T> {
    }

    interface OfInt extends OfPrimitive<Integer, IntConsumer, OfInt> {
    }

    interface OfLong extends OfPrimitive<Long, LongConsumer, OfLong> {
    }

    interface OfDouble extends OfPrimitive<Double, DoubleConsumer, OfDouble> {
    }
}
