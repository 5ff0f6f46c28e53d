/** Factors a dense matrix of 100 by 100 into triangles with partial pivoting. */
final class LU extends Benchmark {
    private static final int SIZE = 100;

    private static int pivotOf(double[][] a, int column) {
        int pivot = column;
        for (int i = column + 1; i < SIZE; i++)
            if (Math.abs(a[i][column]) > Math.abs(a[pivot][column])) pivot = i;
        return pivot;
    }

    private static void factor(double[][] a) {
        for (int j = 0; j < SIZE; j++) {
            int pivot = pivotOf(a, j);
            if (a[pivot][j] == 0) throw new ArithmeticException("singular matrix");
            double[] row = a[pivot];
            a[pivot] = a[j];
            a[j] = row;
            double reciprocal = 1 / row[j];
            for (int i = j + 1; i < SIZE; i++) a[i][j] *= reciprocal;
            for (int i = j + 1; i < SIZE; i++) {
                double[] other = a[i];
                double factor = other[j];
                for (int k = j + 1; k < SIZE; k++) other[k] -= factor * row[k];
            }
        }
    }

    long run() {
        double logarithm = 0;
        Random16 random = new Random16();
        for (int n = 0; n < 20; n++) {
            double[][] a = new double[SIZE][SIZE];
            for (double[] row : a)
                for (int i = 0; i < SIZE; i++) row[i] = random.next() / 65536.0;
            factor(a);
            for (int i = 0; i < SIZE; i++) logarithm += Math.log(Math.abs(a[i][i]));
        }
        return Math.round(logarithm * 1e4);
    }

    long answer() {
        return 11596726;
    }

    public static void main(String[] arguments) {
        new LU().start(arguments);
    }
}
