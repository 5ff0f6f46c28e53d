/** The spectral norm of an infinite matrix, by the power method on 200 rows. */
final class SpectralNorm extends Benchmark {
    private static double element(int row, int column) {
        return 1.0 / ((row + column) * (row + column + 1) / 2 + row + 1);
    }

    private static void multiply(double[] from, double[] to, boolean isTransposed) {
        for (int i = 0; i < to.length; i++) {
            double sum = 0;
            for (int k = 0; k < from.length; k++) sum += (isTransposed ? element(k, i) : element(i, k)) * from[k];
            to[i] = sum;
        }
    }

    private static void multiplyBoth(double[] from, double[] between, double[] to) {
        multiply(from, between, false);
        multiply(between, to, true);
    }

    long run() {
        int n = 200;
        double[] u = new double[n], v = new double[n], between = new double[n];
        for (int i = 0; i < n; i++) u[i] = 1;
        for (int i = 0; i < 10; i++) {
            multiplyBoth(u, between, v);
            multiplyBoth(v, between, u);
        }
        double uv = 0, vv = 0;
        for (int i = 0; i < n; i++) {
            uv += u[i] * v[i];
            vv += v[i] * v[i];
        }
        return (long) (Math.sqrt(uv / vv) * 1e9);
    }

    long answer() {
        return 1274223601;
    }

    public static void main(String[] arguments) {
        new SpectralNorm().start(arguments);
    }
}
