/** Successive over-relaxation of a grid of 100 by 100. */
final class SOR extends Benchmark {
    private static void relax(double[][] grid, double omega) {
        double quarter = omega * 0.25, rest = 1 - omega;
        for (int i = 1; i < grid.length - 1; i++) {
            double[] above = grid[i - 1], row = grid[i], below = grid[i + 1];
            for (int k = 1; k < row.length - 1; k++)
                row[k] = quarter * (above[k] + below[k] + row[k - 1] + row[k + 1]) + rest * row[k];
        }
    }

    long run() {
        Random16 random = new Random16();
        double[][] grid = new double[100][100];
        for (double[] row : grid)
            for (int i = 0; i < row.length; i++) row[i] = random.next() / 65536.0;
        for (int i = 0; i < 300; i++) relax(grid, 1.25);
        double sum = 0;
        for (double[] row : grid)
            for (double value : row) sum += value;
        return Math.round(sum * 1e6);
    }

    long answer() {
        return 5131565181L;
    }

    public static void main(String[] arguments) {
        new SOR().start(arguments);
    }
}
