/** Eratosthenes: counts the primes up to 5000, many times. */
final class Sieve extends Benchmark {
    long run() {
        int count = 0;
        for (int i = 0; i < 300; i++) count += primes(new boolean[5000]);
        return count;
    }

    private static int primes(boolean[] isComposite) {
        int count = 0;
        for (int i = 2; i <= isComposite.length; i++) {
            if (isComposite[i - 1]) continue;
            count++;
            for (int k = i + i; k <= isComposite.length; k += i) isComposite[k - 1] = true;
        }
        return count;
    }

    long answer() {
        return 300 * 669;
    }

    public static void main(String[] arguments) {
        new Sieve().start(arguments);
    }
}
