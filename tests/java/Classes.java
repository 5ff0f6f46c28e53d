import java.util.*;
import java.util.Arrays;
import java.util.function.*;
public class Classes {
    interface Greeter { String greet(String n); default Greeter twice() { return x -> greet(greet(x)); } static Greeter polite() { return n -> "Dear " + n; } private int p() { return 1; } }
    enum Color { RED, GREEN { @Override int f() { return 42; } }, BLUE(7) { int f() { return x * 2; } }; final int x; Color() { this(1); } Color(int x) { this.x = x; } int f() { return x; } static int count = values().length; }
    enum Op implements IntBinaryOperator { ADD("+") { public int applyAsInt(int a, int b) { return a + b; } }, MUL("*") { public int applyAsInt(int a, int b) { return a * b; } }; private final String s; Op(String s) { this.s = s; } @Override public String toString() { return s; } }
    private int field = 5;
    private static int sfield = 6;
    class A { int v = field; class B { int w = v + field; int outer() { return Classes.this.field + A.this.v; } } }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.println("open " + n); } public void close() throws Exception { System.out.println("close " + n); if (n.equals("bad")) throw new Exception("close " + n); } }
    Runnable make(final int k) {
        int local = k * 2;
        class Local implements Runnable { int m; Local(int m) { this.m = m; } public void run() { System.out.println(k + " " + local + " " + m + " " + field++); if (m > 0) new Local(m - 1).run(); } }
        return new Local(1);
    }
    Iterator<Integer> upTo(int n) { return new Iterator<Integer>() { int i = 0; public boolean hasNext() { return i < n; } public Integer next() { return i++; } }; }
    static String sw(String s) { switch (s) { case "a": return "A"; case "b": case "c": return "BC"; default: return "?"; } }
    static int en(Color c) { switch (c) { case RED: return 1; case BLUE: return 3; default: return 0; } }
    abstract static class Shape { final String n; Shape(String n) { this.n = n; init(); } void init() {} abstract double area(); }
    static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    static <T, R> List<R> map(List<T> l, Function<? super T, ? extends R> f) { List<R> r = new ArrayList<>(); for (T t : l) r.add(f.apply(t)); return r; }
    static void twr(boolean fail) throws Exception {
        try (Res a = new Res("a"); Res b = new Res("bad")) { System.out.println("body"); if (fail) throw new IllegalStateException("body"); }
        catch (IllegalStateException e) { System.out.println(e.getMessage() + " suppressed " + e.getSuppressed().length + e.getSuppressed()[0].getMessage()); }
        finally { System.out.println("fin"); }
    }
    static int early() throws Exception { for (int i = 0; ; i++) try (Res r = new Res("r" + i)) { if (i == 1) return i; if (i == 0) continue; } }
    public static void main(String[] args) throws Exception {
        Greeter g = n -> "Hi " + n; System.out.println(g.twice().greet("Bob") + Greeter.polite().greet("X"));
        for (Color c : Color.values()) System.out.println(c + " " + c.ordinal() + " " + c.f() + " " + en(c) + c.getDeclaringClass().getName());
        System.out.println(Color.valueOf("BLUE").x + Color.count); try { Color.valueOf("NO"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        for (Op o : Op.values()) System.out.println(o + " " + o.applyAsInt(3, 4) + o.name());
        Classes t = new Classes(); t.make(3).run(); A.B ab = t.new A().new B(); System.out.println(ab.w + ab.outer());
        for (Iterator<Integer> it = t.upTo(3); it.hasNext(); ) System.out.print(it.next() + ";"); System.out.println();
        System.out.println(sw("a") + sw("c") + sw("z"));
        Shape s = new Shape("sq") { double side = 2; void init() { System.out.println("init " + n + " " + side); } double area() { return side * side; } }; System.out.println(s.area());
        int[] counter = {0}; Runnable inc = () -> counter[0]++; inc.run(); inc.run(); System.out.println(counter[0]);
        Function<Integer, Function<Integer, Integer>> add = x -> y -> x + y; System.out.println(add.apply(3).apply(4));
        System.out.println(map(Arrays.asList(1, 2, 3), x -> "n" + x)); System.out.println(map(Arrays.asList(3, 4), Classes::fact));
        Supplier<Supplier<String>> ss = () -> () -> "deep" + t.field; System.out.println(ss.get().get());
        twr(true); try { twr(false); } catch (Exception e) { System.out.println(e.getMessage()); } System.out.println(early());
        try { if (args.length == 0) throw new CloneNotSupportedException("io"); } catch (CloneNotSupportedException | RuntimeException e) { System.out.println(e.getMessage()); }
        var list = new ArrayList<Map<String, Integer>>(); list.add(new HashMap<>()); list.get(0).put("k", 1); for (var m : list) for (var e : m.entrySet()) System.out.println(e.getKey() + e.getValue());
        Comparator<String> cmp = new Comparator<String>() { @Override public int compare(String a, String b) { return b.compareTo(a); } }; List<String> l = new ArrayList<>(List.of("a", "c", "b")); l.sort(cmp); System.out.println(l);
        BinaryOperator<Integer> bo = Math::max; System.out.println(bo.apply(3, 9)); IntFunction<String> f = Integer::toString; System.out.println(f.apply(77)); ToIntFunction<String> len = String::length; System.out.println(len.applyAsInt("four"));
        Predicate<String> p = String::isEmpty; System.out.println(p.negate().or(x -> true).test("")); UnaryOperator<String> up = String::trim; System.out.println(up.andThen(x -> x + "!").apply(" t "));
        Callback cb = new Callback(); cb.go();
        System.out.println(new Object() { int hidden = 9; int get() { return hidden + sfield; } }.get());
        Runnable rr = args.length > 5 ? () -> System.out.println("many") : () -> System.out.println("few"); rr.run();
        long total = 0; for (long x : new long[]{1, 2}) { Long boxed = x; total += boxed; } System.out.println(total);
    }
    static class Base { protected String name() { return "base"; } }
    static class Callback extends Base { protected String name() { return "cb"; } void go() { Supplier<String> a = super::name, b = this::name; System.out.println(a.get() + b.get()); Runnable r = () -> { class In { String n() { return name(); } } System.out.println(new In().n()); }; } }
}
