import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.math.RoundingMode;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Spliterator;
import java.util.Spliterators;

/** Collections of others name serial forms, spliterators and ways to round: those that never use them run. */
public class Unused {
    static class Ints extends AbstractList<Integer> implements Externalizable {
        private final int[] values;

        Ints(int... values) {
            this.values = values;
        }

        @Override
        public Integer get(int i) {
            return values[i];
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public Spliterator.OfInt spliterator() {
            return Spliterators.spliterator(values, 0);
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(values.length);
            out.writeObject(values);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            System.arraycopy((int[]) in.readObject(), 0, values, 0, in.readInt());
        }
    }

    static int divide(int dividend, int divisor, RoundingMode mode) {
        switch (mode) {
        case DOWN: return dividend / divisor;
        case FLOOR: return Math.floorDiv(dividend, divisor);
        default: throw new ArithmeticException(mode + " " + mode.ordinal());
        }
    }

    public static void main(String[] args) {
        System.out.println(new Ints(3, 1, 2) + " " + (new Ints() instanceof Externalizable) + new Ints(1, 2).contains(2));
        System.out.println(divide(-7, 2, RoundingMode.DOWN) + " " + divide(-7, 2, RoundingMode.valueOf("FLOOR")));
        System.out.println(Arrays.toString(RoundingMode.values()));
        for (int i = -1; i <= 8; i++) {
            try {
                System.out.print(RoundingMode.valueOf(i) + " ");
                divide(1, 1, RoundingMode.valueOf(i));
            } catch (ArithmeticException | IllegalArgumentException e) {
                System.out.print(e + " ");
            }
        }
        System.out.println();
    }
}
