import java.util.*;
import java.util.Arrays;
import java.util.function.*;

public class GenericTypes {
    static class Box<T> {
        private T value;
        Box(T value) { this.value = value; }
        T get() { return value; }
        void set(T value) { this.value = value; }
        <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(value)); }
        static <A> Box<A> of(A a) { return new Box<A>(a); }
    }
    static class Pair<A extends Comparable<A>, B> implements Comparable<Pair<A, B>> {
        final A a; final B b;
        Pair(A a, B b) { this.a = a; this.b = b; }
        public int compareTo(Pair<A, B> other) { return a.compareTo(other.a); }
        @Override public String toString() { return "(" + a + ", " + b + ")"; }
    }
    interface Shape { double area(); }
    static class Square implements Shape { double s; Square(double s) { this.s = s; } public double area() { return s * s; } }
    static abstract class Animal { abstract Animal copy(); Object id() { return 1; } }
    static class Dog extends Animal { Dog copy() { return new Dog(); } @Override String id() { return "dog"; } public String toString() { return "Dog"; } }
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        T best = null;
        for (T t : c) if (best == null || t.compareTo(best) > 0) best = t;
        return best;
    }
    static double total(List<? extends Shape> shapes) { double d = 0; for (Shape s : shapes) d += s.area(); return d; }
    static <T extends Number & Comparable<T>> int cmp(T x, T y) { return x.compareTo(y) + x.intValue(); }
    static int sum(int... xs) { int s = 0; for (int x : xs) s += x; return s; }
    static String join(String sep, Object... xs) { String r = ""; for (Object o : xs) r += o + sep; return r; }
    @SafeVarargs static <T> List<T> listOf(T... xs) { List<T> l = new ArrayList<>(); for (T x : xs) l.add(x); return l; }
    static void fill(List<? super Integer> l) { for (int i = 0; i < 3; i++) l.add(i); }
    static void over(Object o) { System.out.println("object"); }
    static void over(Integer i) { System.out.println("Integer"); }
    static void over(long l) { System.out.println("long"); }
    static void over(int... l) { System.out.println("ints"); }
    class Inner { int x = base; int up() { base++; return base + x; } class Deep { int z() { return base + x; } } }
    int base = 10;
    static class Node<K, V> { K k; V v; Node<K, V> next; Node(K k, V v, Node<K, V> n) { this.k = k; this.v = v; next = n; } }
    static class Chain<K, V> implements Iterable<Node<K, V>> {
        Node<K, V> head; int size;
        void put(K k, V v) { head = new Node<>(k, v, head); size++; }
        public Iterator<Node<K, V>> iterator() { return new Itr(); }
        private class Itr implements Iterator<Node<K, V>> {
            Node<K, V> at = head;
            public boolean hasNext() { return at != null; }
            public Node<K, V> next() { Node<K, V> n = at; at = at.next; return n; }
        }
    }
    @SuppressWarnings({"rawtypes", "unchecked"})
    static void raw() {
        List l = new ArrayList();
        l.add("x"); l.add(3);
        for (Object o : l) System.out.println(o);
        List<String> s = l;
        System.out.println(s.get(0).length());
        try { String t = s.get(1); System.out.println(t); } catch (ClassCastException e) { System.out.println("CCE"); }
        Object o = s.get(1);
        System.out.println(o);
    }
    public static void main(String[] args) {
        Box<String> b = new Box<>("hi");
        System.out.println(b.get().length() + b.map(x -> x.length() * 2).get());
        Box<Integer> bi = Box.of(4);
        int v = bi.get(); bi.set(v + 1); bi.value++; bi.value += 3;
        System.out.println(bi.get() + " " + (bi.get() == 9));
        List<Pair<String, Integer>> ps = new ArrayList<>();
        ps.add(new Pair<>("b", 1)); ps.add(new Pair<>("c", 2)); ps.add(new Pair<>("a", 3));
        System.out.println(max(ps)); Collections.sort(ps); System.out.println(ps);
        System.out.println(total(Arrays.asList(new Square(2), new Square(3))));
        System.out.println(cmp(3, 4) + " " + sum() + sum(1) + sum(1, 2, 3) + join("-", 1, 'c', "s", 2.5, null));
        List<Number> ns = new ArrayList<>(); fill(ns); System.out.println(ns);
        over(1); byte by = 3; over(by); over('c'); over(1L); over(1.0f); over(); over(1, 2); over((Integer) 5);
        Animal a = new Dog(); System.out.println(a.copy() + " " + a.id());
        GenericTypes g = new GenericTypes(); GenericTypes.Inner in = g.new Inner(); System.out.println(in.up() + in.up());
        Inner.Deep d = in.new Deep(); System.out.println(d.z());
        Chain<String, Integer> ch = new Chain<>(); ch.put("one", 1); ch.put("two", 2);
        int t = 0; for (Node<String, Integer> n : ch) { t += n.v; System.out.println(n.k); } System.out.println(t);
        raw();
        Map<String, List<Integer>> m = new TreeMap<>();
        for (int i = 0; i < 10; i++) m.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        for (Map.Entry<String, List<Integer>> e : m.entrySet()) System.out.println(e.getKey() + e.getValue());
        m.forEach((k, x) -> System.out.println(k + x.size()));
        Integer i1 = 127, i2 = 127; Long l1 = 5L; System.out.println((i1 == i2) + " " + l1.equals(5L) + (l1 == 5) );
        long sum = 0; for (Integer x : listOf(1, 2, 3)) sum += x; System.out.println(sum);
        Character c = 'x'; int ci = c + 1; System.out.println(ci); char cc = c; switch (c) { case 'x': System.out.println("sw x"); }
        Object o = true ? 1 : "s"; System.out.println(o); Object o2 = true ? 1 : 2.0; System.out.println(o2);
        Integer nul = null; try { int z = nul; } catch (NullPointerException e) { System.out.println("NPE"); }
        List<int[]> arrs = new ArrayList<>(); arrs.add(new int[]{1, 2}); System.out.println(arrs.get(0)[1]); arrs.get(0)[1] += 5; System.out.println(arrs.get(0)[1]++);
        Map<Character, Integer> counts = new HashMap<>(); for (char x : "hello".toCharArray()) counts.merge(x, 1, Integer::sum); System.out.println(counts);
        boolean bb = Boolean.TRUE && !Boolean.FALSE; if (Boolean.valueOf(bb)) System.out.println("bool");
        String str = null; str += b.get(); System.out.println(str);
        List<? extends Number> wl = ns; Number n0 = wl.get(0); System.out.println(n0); List<?> q = wl; Object q0 = q.get(1); System.out.println(q0);
        Comparator<String> byLen = Comparator.comparing(String::length); List<String> words = new ArrayList<>(Arrays.asList("pear", "fig", "banana")); words.sort(byLen.reversed().thenComparing(Comparator.naturalOrder())); System.out.println(words);
        Supplier<List<String>> sup = ArrayList::new; List<String> nl = sup.get(); nl.add("z"); System.out.println(nl);
        Function<Integer, int[]> mk = int[]::new; System.out.println(mk.apply(3).length);
        BiFunction<String, Integer, Character> charAt = String::charAt; System.out.println(charAt.apply("abc", 1));
        Runnable r = g::show; r.run(); Optional<String> os = Optional.of("q").map(String::toUpperCase).filter(x -> !x.isEmpty()); System.out.println(os.orElse("none") + os.get());
        int k = Optional.of(5).map(x -> x + 1).orElseGet(() -> 0); System.out.println(k);
        System.out.println(Collections.max(Arrays.asList(3, 9, 2)) + Collections.<Integer>emptyList().size());
        int[] next = {0};
        System.out.println(GenericTypes.<Object>either(() -> "one", () -> 2) + "" + folded(1, Arrays.asList(2, 3), (z, e) -> z * 10 + e));
        System.out.println(GenericTypes.<Integer>told(() -> next[0]++, (Object any) -> next[0] += 5) + next[0]);
        Consumer<? super Integer> wider = (Number number) -> System.out.println(number.intValue() + 1);
        Function<? super String, ? extends Number> length = (CharSequence text) -> text.length();
        wider.accept(length.apply("abc").intValue());
        List<Integer> sorted = new ArrayList<>(Arrays.asList(3, 1, 2));
        sorted.sort((Number x, Number y) -> x.intValue() - y.intValue());
        sorted.removeIf((Object any) -> any.equals(1));
        System.out.println(sorted);
    }

    static <T> T first(T a, T b) {
        return a;
    }

    static <T> T tell(T a, Consumer<? super T> f) {
        f.accept(a);
        return a;
    }

    /** Several captures below one type variable. */
    static <R> R either(Supplier<? extends R> f, Supplier<? extends R> g) {
        return first(f.get(), g.get());
    }

    static <R> R told(Supplier<? extends R> f, Consumer<? super R> g) {
        return tell(f.get(), g);
    }

    static <R, V> R folded(R z, List<V> from, BiFunction<? super R, ? super V, ? extends R> f) {
        return from.isEmpty() ? z : folded(f.apply(z, from.get(0)), from.subList(1, from.size()), f);
    }

    void show() { System.out.println("show " + base); }
}
