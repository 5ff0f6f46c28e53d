/**
 * A program with a known answer. Its main runs it as often as the first argument says, once without one, and prints the
 * answer; a wrong one ends it with status 1.
 */
abstract class Benchmark {
    /** The work; returns what {@link #answer} knows. */
    abstract long run();

    abstract long answer();

    final void start(String[] arguments) {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1;
        for (int i = 0; i < runs; i++) {
            long result = run();
            if (result != answer()) {
                System.err.println("wrong: " + result + " instead of " + answer());
                System.exit(1);
            }
        }
        System.out.println(answer());
    }
}
