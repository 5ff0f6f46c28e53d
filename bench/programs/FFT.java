/** A complex fast Fourier transform of 1024 points and its inverse, in place; the error must vanish. */
final class FFT extends Benchmark {
    private static final int POINTS = 1024;

    private static void reorder(double[] data) {
        for (int i = 0, k = 0; i < POINTS - 1; i++) {
            if (i < k) {
                swap(data, 2 * i, 2 * k);
                swap(data, 2 * i + 1, 2 * k + 1);
            }
            int bit = POINTS >> 1;
            while (bit <= k) {
                k -= bit;
                bit >>= 1;
            }
            k += bit;
        }
    }

    private static void swap(double[] data, int a, int b) {
        double value = data[a];
        data[a] = data[b];
        data[b] = value;
    }

    private static void transform(double[] data, int direction) {
        reorder(data);
        for (int dual = 1; dual < POINTS; dual *= 2) {
            double real = 1, imaginary = 0;
            double theta = direction * Math.PI / dual;
            double sine = Math.sin(theta), half = Math.sin(theta / 2), twice = 2 * half * half;
            for (int a = 0; a < dual; a++) {
                for (int b = a; b < POINTS; b += 2 * dual) {
                    int i = 2 * b, k = 2 * (b + dual);
                    double r = real * data[k] - imaginary * data[k + 1];
                    double m = real * data[k + 1] + imaginary * data[k];
                    data[k] = data[i] - r;
                    data[k + 1] = data[i + 1] - m;
                    data[i] += r;
                    data[i + 1] += m;
                }
                double next = real - sine * imaginary - twice * real;
                imaginary += sine * real - twice * imaginary;
                real = next;
            }
        }
    }

    long run() {
        double[] data = new double[2 * POINTS];
        Random16 random = new Random16();
        for (int i = 0; i < data.length; i++) data[i] = random.next() / 65536.0;
        double[] original = data.clone();
        for (int i = 0; i < 40; i++) {
            transform(data, -1);
            transform(data, 1);
            for (int k = 0; k < data.length; k++) data[k] /= POINTS;
        }
        double error = 0;
        for (int i = 0; i < data.length; i++) error += (data[i] - original[i]) * (data[i] - original[i]);
        return (long) (Math.sqrt(error / data.length) * 1e10);
    }

    long answer() {
        return 0;
    }

    public static void main(String[] arguments) {
        new FFT().start(arguments);
    }
}
