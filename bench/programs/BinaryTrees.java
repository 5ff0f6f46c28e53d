/** Binary trees of depths 4 to 14, most of them short-lived, one long-lived: the collector's program. */
final class BinaryTrees extends Benchmark {
    private static final class Tree {
        private final Tree left, right;

        Tree(int depth) {
            left = depth > 0 ? new Tree(depth - 1) : null;
            right = depth > 0 ? new Tree(depth - 1) : null;
        }

        int count() {
            return left == null ? 1 : 1 + left.count() + right.count();
        }
    }

    long run() {
        int deepest = 14;
        long sum = new Tree(deepest + 1).count();
        Tree longLived = new Tree(deepest);
        for (int depth = 4; depth <= deepest; depth += 2) {
            int iterations = 1 << deepest - depth + 4;
            for (int i = 0; i < iterations; i++) sum += new Tree(depth).count();
        }
        return sum + longLived.count();
    }

    long answer() {
        return 3222190;
    }

    public static void main(String[] arguments) {
        new BinaryTrees().start(arguments);
    }
}
