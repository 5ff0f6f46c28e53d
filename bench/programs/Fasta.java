/** DNA sequences: one repeated, two drawn from frequencies by a linear congruential generator. */
final class Fasta extends Benchmark {
    private static final String ALU =
        "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGG" + "GAGGCCGAGGCGGGCGGATCACCTGAGGTCAGGAGTTCGAGA"
        + "CCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACTAAAAAT" + "ACAAAAATTAGCCGGGCGTGGTGGCGCGCGCCTGTAATCCCA"
        + "GCTACTCGGGAGGCTGAGGCAGGAGAATCGCTTGAACCCGGG" + "AGGCGGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCC"
        + "AGCCTGGGCGACAGAGCGAGACTCCGTCTCAAAAA";
    private static final double[] FREQUENCIES = {
        0.27, 0.12, 0.12, 0.27, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02};
    private static final String LETTERS = "acgtBDHKMNRSVWY";
    private static final int LINE = 60;

    private int seed;

    private double draw() {
        seed = (seed * 3877 + 29573) % 139968;
        return seed / 139968.0;
    }

    private static char letter(double probability) {
        double sum = 0;
        for (int i = 0; i < FREQUENCIES.length; i++) {
            sum += FREQUENCIES[i];
            if (probability < sum) return LETTERS.charAt(i);
        }
        return LETTERS.charAt(LETTERS.length() - 1);
    }

    private static void repeat(StringBuilder out, String text, int count) {
        for (int i = 0; i < count; i++) {
            if (i > 0 && i % LINE == 0) out.append('\n');
            out.append(text.charAt(i % text.length()));
        }
        out.append('\n');
    }

    private void random(StringBuilder out, int count) {
        for (int i = 0; i < count; i++) {
            if (i > 0 && i % LINE == 0) out.append('\n');
            out.append(letter(draw()));
        }
        out.append('\n');
    }

    /** The three sequences with their headers, as the other DNA programs read them. */
    String sequences(int n) {
        seed = 42;
        StringBuilder out = new StringBuilder();
        repeat(out.append(">ONE Homo sapiens alu\n"), ALU, 2 * n);
        random(out.append(">TWO IUB ambiguity codes\n"), 3 * n);
        random(out.append(">THREE Homo sapiens frequency\n"), 5 * n);
        return out.toString();
    }

    long run() {
        return sequences(50000).hashCode();
    }

    long answer() {
        return 761135957;
    }

    public static void main(String[] arguments) {
        new Fasta().start(arguments);
    }
}
