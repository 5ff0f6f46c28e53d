/** The Mandelbrot set as a bitmap of 500 by 500 points; its bytes are hashed. */
final class Mandelbrot extends Benchmark {
    long run() {
        int size = 500;
        long hash = 0;
        for (int y = 0; y < size; y++) {
            int bits = 0;
            for (int x = 0; x < size; x++) {
                bits = bits << 1 | (escapes(2.0 * x / size - 1.5, 2.0 * y / size - 1.0) ? 1 : 0);
                if (x % 8 < 7 && x < size - 1) continue;
                hash = hash * 31 + bits;
                bits = 0;
            }
        }
        return hash;
    }

    private static boolean escapes(double real, double imaginary) {
        double x = 0, y = 0, xx = 0, yy = 0;
        for (int i = 0; i < 50; i++) {
            y = 2 * x * y + imaginary;
            x = xx - yy + real;
            xx = x * x;
            yy = y * y;
            if (xx + yy > 4) return true;
        }
        return false;
    }

    long answer() {
        return 3616583045790648453L;
    }

    public static void main(String[] arguments) {
        new Mandelbrot().start(arguments);
    }
}
