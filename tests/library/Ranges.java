import java.util.Arrays;
import java.util.Comparator;

/** What Arrays says of ranges of two arrays, and its parallel variants. */
public class Ranges {
    private interface Thrower {
        Object run();
    }

    private static void tell(Thrower thrower) {
        try {
            System.out.println(thrower.run());
        } catch (RuntimeException thrown) {
            System.out.println(thrown);
        }
    }

    public static void main(String[] arguments) {
        int[] a = {1, 2, 3, -4, 5};
        int[] b = {0, 2, 3, 4};
        for (int from = 0; from < 3; from++)
            for (int to = from; to < 5; to++) {
                System.out.print(Arrays.equals(a, 1, 3, b, from, Math.min(to, 4)) + " " + Arrays.mismatch(a, 1, 4, b, from, Math.min(to, 4)) + " "
                    + Arrays.compare(a, 1, 4, b, from, Math.min(to, 4)) + " " + Arrays.compareUnsigned(a, 1, 4, b, from, Math.min(to, 4)) + "; ");
            }
        System.out.println(Arrays.compareUnsigned(new byte[] {-1}, new byte[] {1}) + " " + Arrays.compareUnsigned(new long[] {1}, null));
        double[] d = {0.0, Double.NaN, 1};
        System.out.println(Arrays.mismatch(d, 0, 2, new double[] {-0.0, Double.NaN}, 0, 2) + " " + Arrays.equals(d, 1, 2, new double[] {Double.NaN}, 0, 1)
            + " " + Arrays.compare(d, 0, 3, new double[] {0.0, 1}, 0, 2) + " " + Arrays.compare(new boolean[] {true}, 0, 1, new boolean[] {false}, 0, 1));
        String[] s = {"a", null, "C"};
        String[] t = {"A", null, "d"};
        Comparator<String> order = Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.equals(s, t, order) + " " + Arrays.mismatch(s, t, order) + " " + Arrays.compare(s, 0, 3, t, 0, 3, order) + " "
            + Arrays.compare(s, 1, 2, t, 0, 1) + " " + Arrays.mismatch(s, 1, 3, t, 1, 2) + " " + Arrays.equals(s, 0, 2, t, 0, 2, order));
        tell(() -> Arrays.mismatch(a, 2, 1, b, 0, 1));
        tell(() -> Arrays.equals(a, 0, 6, b, 0, 1));
        tell(() -> Arrays.compare(a, 0, 1, b, -1, 1));
        tell(() -> Arrays.equals(s, t, null));
        Arrays.parallelSort(a);
        Arrays.parallelSort(s, order.reversed());
        Arrays.parallelPrefix(b, Integer::sum);
        long[] l = new long[5];
        Arrays.parallelSetAll(l, i -> i * i);
        Arrays.parallelPrefix(l, 1, 4, (x, y) -> x * y);
        Arrays.parallelSetAll(d, i -> i / 2.0);
        System.out.println(Arrays.toString(a) + Arrays.toString(b) + Arrays.toString(s) + Arrays.toString(l) + Arrays.toString(d));
    }
}
