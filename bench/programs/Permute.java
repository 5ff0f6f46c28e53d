/** All permutations of six elements by swapping, counted. */
final class Permute extends Benchmark {
    private int count;

    long run() {
        count = 0;
        for (int i = 0; i < 30; i++) permute(6, new int[6]);
        return count;
    }

    private void permute(int n, int[] values) {
        count++;
        if (n == 0) return;
        int last = n - 1;
        permute(last, values);
        for (int i = last; i >= 0; i--) {
            swap(values, last, i);
            permute(last, values);
            swap(values, last, i);
        }
    }

    private static void swap(int[] values, int i, int k) {
        int value = values[i];
        values[i] = values[k];
        values[k] = value;
    }

    long answer() {
        return 30 * 8660;
    }

    public static void main(String[] arguments) {
        new Permute().start(arguments);
    }
}
