/* What a call site of invokedynamic makes is seen through: the test counts in the events that no lambda object is left. */
class Inlined {
    interface IntOp { int apply(int a, int b); }
    interface Fun<T, R> { R apply(T t); }

    static int twice(IntOp op, int x) { return op.apply(op.apply(x, 1), 2); }
    static int capturing(int k) { return twice((a, b) -> a * k + b, k); }
    static int constant(int k) { return twice((a, b) -> a * 3 + b, k); }
    static int reference(int k) { return twice(Math::max, k); }
    static int chosen(int k) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            int n = i + k;
            Fun<Object, Integer> f = o -> n;
            sum += f.apply(null);
        }
        return sum;
    }

    public static void main(String[] args) {
        long sum = 0;
        for (int i = 0; i < 400; i++) sum = sum * 31 + capturing(i) + constant(i) + reference(i) + chosen(i);
        System.out.println(sum);
    }
}
