/** Multiplies a sparse matrix in compressed rows with a vector, many times. */
final class SparseMatmult extends Benchmark {
    private static final int ROWS = 1000, PER_ROW = 5;

    private static void multiply(double[] out, double[] values, int[] rows, int[] columns, double[] vector) {
        for (int row = 0; row < ROWS; row++) {
            double sum = 0;
            for (int i = rows[row]; i < rows[row + 1]; i++) sum += vector[columns[i]] * values[i];
            out[row] = sum;
        }
    }

    long run() {
        Random16 random = new Random16();
        double[] values = new double[ROWS * PER_ROW], vector = new double[ROWS], out = new double[ROWS];
        int[] rows = new int[ROWS + 1], columns = new int[ROWS * PER_ROW];
        for (int i = 0; i < ROWS; i++) vector[i] = random.next() / 65536.0;
        for (int row = 0; row < ROWS; row++) {
            rows[row + 1] = (row + 1) * PER_ROW;
            for (int i = 0; i < PER_ROW; i++) {
                columns[row * PER_ROW + i] = Math.min(i * Math.max(row / PER_ROW, 1), ROWS - 1);
                values[row * PER_ROW + i] = random.next() / 65536.0;
            }
        }
        for (int i = 0; i < 1000; i++) multiply(out, values, rows, columns, vector);
        double sum = 0;
        for (double value : out) sum += value;
        return Math.round(sum * 1e6);
    }

    long answer() {
        return 1241167764;
    }

    public static void main(String[] arguments) {
        new SparseMatmult().start(arguments);
    }
}
