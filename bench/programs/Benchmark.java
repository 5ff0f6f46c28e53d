/**
 * A program with a known answer. Its main measures it as often as the first argument says (once without one): it prints the
 * nanoseconds of each run, and ends with status 1 when an answer is wrong.
 */
abstract class Benchmark {
    /** The work; returns what {@link #answer} knows. */
    abstract long run();

    abstract long answer();

    final void measure(String[] arguments) {
        int iterations = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        for (int i = 0; i < iterations; i++) {
            long start = System.nanoTime();
            long result = run();
            long time = System.nanoTime() - start;
            if (result != answer()) {
                System.out.println("wrong: " + result + " instead of " + answer());
                System.exit(1);
            }
            System.out.println(time);
        }
    }
}
