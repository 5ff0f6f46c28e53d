/* Lambdas and method references of every kind, with what LambdaMetafactory converts. */
import java.io.Serializable;

class Lambdas {
    interface IntOp { int apply(int a, int b); }
    interface Fun<T, R> { R apply(T t); }
    interface BiFun<A, B, R> { R apply(A a, B b); }
    interface Sup<T> { T get(); }
    interface Task { void run(); }
    interface Sink<T> { void accept(T t); }
    interface ToInt<T> { int apply(T t); }
    interface ToLong<T> { long apply(T t); }
    interface ToDouble<T> { double apply(T t); }
    interface LongFun<R> { R apply(long l); }
    interface IntFun<R> { R apply(int i); }
    interface CharTest { boolean test(char c); }
    interface Wide { double apply(long a, int b, double c, float d, short e, byte f, char g, boolean h); }
    interface Maker { Base make(String name); }
    interface WithDefault { int once(int x); default int twice(int x) { return once(once(x)); } }
    interface Marker { }
    interface StringFun extends Fun<String, String> { String apply(String s); }

    static class Base {
        private final String name;
        Base(String name) { this.name = name; }
        Base() { this("nobody"); }
        String name() { return name; }
        public String toString() { return getClass().getSimpleName() + ":" + name; }
    }

    static class Derived extends Base {
        Derived(String name) { super(name + "'"); }
        String name() { return "derived " + super.name(); }
        Sup<String> above() { return super::name; }
        Sup<String> here() { return this::name; }
        Sup<String> secret() { return () -> hidden(3); }
        private String hidden(int n) { return "hidden" + n + name(); }
    }

    static class Point implements Comparable<Point> {
        final int x, y;
        Point(int x, int y) { this.x = x; this.y = y; }
        public int compareTo(Point o) { return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y); }
        public boolean equals(Object o) { return o instanceof Point && compareTo((Point) o) == 0; }
        public int hashCode() { return 31 * x + y; }
    }

    static int add(int a, int b) { return a + b; }
    static Integer boxedAdd(Integer a, Integer b) { return a + b; }
    static long square(long x) { return x * x; }
    static <T> T same(T t) { return t; }
    static int counter;
    static int next() { return ++counter; }
    static void print(Object o) { System.out.println("print " + o); }

    static String describe(Fun<?, ?> f) { return f == null ? "null" : "fun"; }

    static <A, B, C> Fun<A, C> compose(Fun<A, B> f, Fun<B, C> g) { return a -> g.apply(f.apply(a)); }

    static Fun<Integer, Integer> adder(int n) { return x -> x + n; }

    int field = 7;
    Sup<Integer> instanceCapture(int k) { return () -> field * k; }
    static private int secret(int x) { return x ^ 0x55; }

    static void kinds() {
        IntOp op = Lambdas::add;
        System.out.println(op.apply(2, 3));
        op = Math::max;
        System.out.println(op.apply(2, 3));
        op = (a, b) -> a * b;
        System.out.println(op.apply(6, 7));
        Fun<String, Integer> length = String::length;
        System.out.println(length.apply("hello"));
        BiFun<String, Integer, Character> at = String::charAt;
        System.out.println(at.apply("hello", 1));
        String bound = "bound";
        Sup<Integer> boundLength = bound::length;
        System.out.println(boundLength.get());
        Fun<CharSequence, Integer> interfaceLength = CharSequence::length;
        System.out.println(interfaceLength.apply(new StringBuilder("builder")));
        Maker maker = Base::new;
        System.out.println(maker.make("made"));
        maker = Derived::new;
        System.out.println(maker.make("made"));
        Sup<Base> nobody = Base::new;
        System.out.println(nobody.get());
        IntFun<int[]> array = int[]::new;
        System.out.println(array.apply(5).length);
        IntFun<String[][]> deep = String[][]::new;
        System.out.println(deep.apply(3).length);
        Fun<int[], Object> clone = int[]::clone;
        System.out.println(((int[]) clone.apply(new int[] {1, 2, 3})).length);
        Derived d = new Derived("d");
        System.out.println(d.above().get() + "/" + d.here().get() + "/" + d.secret().get());
        BiFun<Point, Point, Integer> compare = Point::compareTo;
        System.out.println(compare.apply(new Point(1, 2), new Point(1, 3)));
        BiFun<Comparable<Point>, Point, Integer> through = Comparable::compareTo;
        System.out.println(through.apply(new Point(4, 2), new Point(1, 3)));
        Task task = Lambdas::next;
        task.run();
        task.run();
        System.out.println(counter);
        Sink<Object> sink = Lambdas::print;
        sink.accept("sunk");
        Sink<String> dropping = String::length;
        dropping.accept("dropped");
        Fun<Object, String> toString = Object::toString;
        System.out.println(toString.apply(42));
        System.out.println(((IntFun<Integer>) Lambdas::secret).apply(3));
    }

    static void conversions() {
        BiFun<Integer, Integer, Integer> boxed = Lambdas::add;
        System.out.println(boxed.apply(1000, 2000));
        IntOp unboxed = Lambdas::boxedAdd;
        System.out.println(unboxed.apply(1000, 2000));
        ToLong<Integer> widen = Lambdas::square;
        System.out.println(widen.apply(100000));
        ToDouble<Integer> toDouble = Integer::intValue;
        System.out.println(toDouble.apply(9));
        ToLong<Character> fromChar = c -> c;
        System.out.println(fromChar.apply('A'));
        Fun<Integer, Object> object = x -> x;
        System.out.println(object.apply(5).getClass().getName());
        LongFun<Long> longs = Long::valueOf;
        System.out.println(longs.apply(1L << 40));
        LongFun<Object> boxedResult = Lambdas::square;
        System.out.println(boxedResult.apply(1L << 20));
        IntFun<Number> number = Integer::valueOf;
        System.out.println(number.apply(77));
        ToInt<Integer> generic = Lambdas::same;
        System.out.println(generic.apply(88));
        ToInt<Short> fromShort = Short::shortValue;
        System.out.println(fromShort.apply((short) -5));
        CharTest test = Character::isDigit;
        System.out.println(test.test('7') + " " + test.test('x'));
        Wide wide = (a, b, c, e, f, g, h, i) -> a + b + c + e + f + g + h + (i ? 1 : 0);
        System.out.println(wide.apply(1L, 2, 3.5, 4.5f, (short) 5, (byte) 6, 'a', true));
        Fun<Object, Object> raw = same(o -> "o" + o);
        System.out.println(raw.apply(null));
        StringFun strings = s -> s + "!";
        System.out.println(strings.apply("bridge"));
        Fun<String, String> asFun = strings;
        System.out.println(asFun.apply("bridged"));
        Fun rawFun = strings;
        try {
            System.out.println(rawFun.apply(3));
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        Fun<String, Integer> len = String::length;
        try {
            System.out.println(((Fun) len).apply(3));
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        try {
            System.out.println(((Fun) len).apply(null));
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        ToInt<Integer> unboxNull = x -> x;
        try {
            unboxNull.apply(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    static void captures() {
        byte b = -1;
        short s = -2;
        char c = 'c';
        int i = 3;
        long l = 4L << 33;
        float f = 5.5f;
        double d = 6.25;
        boolean z = true;
        String t = "text";
        int[] a = {9};
        Sup<String> all = () -> b + " " + s + " " + c + " " + i + " " + l + " " + f + " " + d + " " + z + " " + t + a[0];
        System.out.println(all.get());
        System.out.println(new Lambdas().instanceCapture(6).get());
        Fun<Integer, Integer> sum = compose(adder(5), adder(7));
        System.out.println(sum.apply(1));
        Fun<Integer, Fun<Integer, Integer>> curried = x -> y -> x - y;
        System.out.println(curried.apply(10).apply(4));
        String nothing = null;
        try {
            Sup<Integer> bound = nothing::length;
            System.out.println(bound);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
    }

    static void identity() {
        Task[] same = new Task[2], fresh = new Task[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            same[i] = () -> { };
            fresh[i] = () -> System.out.println(n);
        }
        System.out.println(same[0] == same[1]);
        System.out.println(fresh[0] == fresh[1]);
        Fun<String, Integer> one = String::length, two = String::length;
        System.out.println(one == two);
        System.out.println(one.getClass() == two.getClass());
        System.out.println(same[0] instanceof Task);
        System.out.println((Object) same[0] instanceof Fun);
        Object marked = (Task & Marker & Serializable) () -> { };
        System.out.println((marked instanceof Marker) + " " + (marked instanceof Serializable));
        System.out.println(same[0].equals(same[0]) + " " + same[0].equals(fresh[0]));
        String name = same[0].getClass().getName();
        System.out.println(name.substring(0, name.indexOf("$$Lambda")));
        System.out.println(same[0].getClass().isInterface() + " " + same[0].getClass().isArray());
    }

    static void defaults() {
        WithDefault twice = x -> x * 3;
        System.out.println(twice.twice(5));
        Fun<Integer, Integer> asFun = twice::twice;
        System.out.println(asFun.apply(2));
    }

    static int depth(Fun<Integer, Integer> f, int n) { return n == 0 ? 0 : f.apply(n) + depth(f, n - 1); }

    static void throwing() {
        IntOp divide = (x, y) -> x / y;
        try {
            divide.apply(1, 0);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        Task thrower = () -> { throw new IllegalStateException("from lambda"); };
        try {
            thrower.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static long hot(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            int k = i;
            IntOp op = (a, b) -> a * k + b;
            sum += op.apply(i, 3);
            Fun<Integer, Integer> boxed = x -> x + k;
            sum ^= boxed.apply(i);
        }
        return sum;
    }

    public static void main(String[] args) {
        kinds();
        conversions();
        captures();
        identity();
        defaults();
        throwing();
        System.out.println(depth(x -> x * x, 50));
        for (int i = 0; i < 12; i++) System.out.println(hot(50 + i));
    }
}
