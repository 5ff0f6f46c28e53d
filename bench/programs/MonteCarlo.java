/** Estimates pi from random points in a square, with a lagged Fibonacci generator behind a lock. */
final class MonteCarlo extends Benchmark {
    private static final class Generator {
        private final int[] history = new int[17];
        private int i = 4, k = 16;

        Generator(int seed) {
            int value = seed | 1;
            for (int n = 0; n < history.length; n++) {
                value = value * 1103515245 + 12345;
                history[n] = value & 0x7fffffff;
            }
        }

        synchronized double next() {
            int value = history[i] - history[k];
            if (value < 0) value += 0x7fffffff;
            history[k] = value;
            i = i == 0 ? 16 : i - 1;
            k = k == 0 ? 16 : k - 1;
            return value / 2147483647.0;
        }
    }

    long run() {
        Generator generator = new Generator(113);
        int inside = 0;
        for (int i = 0; i < 500000; i++) {
            double x = generator.next(), y = generator.next();
            if (x * x + y * y <= 1) inside++;
        }
        return inside;
    }

    long answer() {
        return 392858;
    }

    public static void main(String[] arguments) {
        new MonteCarlo().start(arguments);
    }
}
