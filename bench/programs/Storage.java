/** Builds trees of arrays, four children a node, leaves of random length: allocation and collection. */
final class Storage extends Benchmark {
    private int count;

    long run() {
        Random16 random = new Random16();
        count = 0;
        for (int i = 0; i < 40; i++) build(7, random);
        return count;
    }

    private Object[] build(int depth, Random16 random) {
        count++;
        if (depth == 1) return new Object[random.next() % 10 + 1];
        Object[] children = new Object[4];
        for (int i = 0; i < 4; i++) children[i] = build(depth - 1, random);
        return children;
    }

    long answer() {
        return 40 * 5461;
    }

    public static void main(String[] arguments) {
        new Storage().start(arguments);
    }
}
