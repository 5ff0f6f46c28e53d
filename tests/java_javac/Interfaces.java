/* Interface methods: default, static and private ones, diamonds, what invokespecial and selection make of them; nests. */
class Interfaces {
    static void say(Object o) { System.out.println(o); }

    interface A {
        default String hello() { return "A" + secret() + tool(); }
        private String secret() { return "(" + name() + ")"; }
        private static String tool() { return "!"; }
        static String open(A a) { return a.hello() + a.secret(); }
        default String name() { return "a"; }
    }
    interface B extends A { default String hello() { return "B" + A.super.hello(); } }
    interface C extends A { default String hello() { return "C" + A.super.hello(); } default String secret() { return "C's own"; } }
    static class D implements B, C {
        public String hello() { return "D" + B.super.hello() + C.super.hello(); }
        public String name() { return "d" + super.toString().isEmpty(); }
        public String secret() { return "D's own"; }
    }
    static class E extends D { public String hello() { return "E" + super.hello(); } }
    static abstract class F implements A { public abstract String hello(); }
    static class G extends F { public String hello() { return "G"; } }
    static class H implements A { private String secret() { return "hidden"; } }
    interface I { String toString(); int hashCode(); boolean equals(Object o); default I self() { return this; } }
    static class J implements I { public String toString() { return "J"; } }
    interface Generic<T> { T get(T t); default T twice(T t) { return get(get(t)); } }
    static class Impl implements Generic<Integer> { public Integer get(Integer i) { return i + 1; } }
    static class Covariant { Object make() { return "object"; } static class Below extends Covariant { String make() { return "string " + super.make(); } } }

    private int outer = 1;
    private int bump() { return ++outer; }
    private static int shared = 10;
    class Inner {
        private int inner = 5;
        private Inner() { }
        int both() { return outer++ + inner + bump() + shared++; }
        class Deeper { private int deep() { return inner++ + outer + Interfaces.this.bump(); } }
    }
    static private class Nested {
        private final int x;
        private Nested(int x) { this.x = x; }
        private static Nested of(int x) { return new Nested(x); }
        private int get() { return x; }
    }

    static class Base {
        private String who() { return "Base.private"; }
        String call() { return who(); }
        static String where() { return "Base.static"; }
        String field = "Base.field";
    }
    static class Below extends Base {
        private String who() { return "Below.private"; }
        String callBelow() { return who() + ((Base) this).who(); }
        static String where() { return "Below.static"; }
        String field = "Below.field";
        String fields() { return field + super.field + ((Base) this).field; }
    }

    static int run(A[] all) {
        int sum = 0;
        for (A a : all) sum += a.hello().length() * 3 + a.name().length();
        return sum;
    }

    public static void main(String[] args) {
        A plain = new A() { };
        A[] all = {plain, new B() { }, new C() { }, new D(), new E(), new G(), new H()};
        for (A a : all) say(a.hello() + " " + a.name() + " " + A.open(a));
        for (int i = 0; i < 30; i++) if (run(all) != run(all)) say("differs");
        say(run(all));
        I i = new J();
        say(i.self().toString() + i.equals(i) + (i.hashCode() == i.hashCode()) + i.getClass().getSimpleName());
        Generic<Integer> g = new Impl();
        say(g.twice(5));
        say(((Generic) g).get(7));
        try { say(((Generic) g).get("x")); } catch (ClassCastException e) { say("cast"); }
        Covariant c = new Covariant.Below();
        say(c.make());
        Interfaces o = new Interfaces();
        Inner in = o.new Inner();
        say(in.both() + " " + o.outer + " " + in.inner + " " + in.new Deeper().deep() + " " + shared);
        say(Nested.of(4).get() + new Nested(5).x);
        Below below = new Below();
        say(below.call() + below.callBelow() + below.fields() + ((Base) below).field + Base.where() + Below.where());
        Object array = new int[][] {{1}, {2, 3}};
        say(((int[][]) array).clone()[1].length + " " + (array instanceof Cloneable) + (array instanceof Object[]));
    }
}
