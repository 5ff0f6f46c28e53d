import java.util.*;
import java.util.function.*;

/** Arrays, Collections, Objects, Optional, Random, BitSet, comparators, joiners, tokenizers, functions, enum collections. */
public class Utilities {
    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Supplier<Object> action) {
        try {
            show(what, action.get());
        } catch (RuntimeException e) {
            show(what, e);
        }
    }

    static void attemptNull(String what, Supplier<Object> action) {
        try {
            show(what, action.get());
        } catch (NullPointerException e) {
            show(what, "NullPointerException");
        }
    }

    static void sorts() {
        Random random = new Random(42);
        for (int n : new int[] {0, 1, 2, 7, 24, 25, 100, 1500, 5000}) {
            int[] ints = new int[n];
            long[] longs = new long[n];
            float[] floats = new float[n];
            double[] doubles = new double[n];
            byte[] bytes = new byte[n];
            char[] chars = new char[n];
            short[] shorts = new short[n];
            Integer[] boxes = new Integer[n];
            String[] strings = new String[n];
            for (int i = 0; i < n; i++) {
                ints[i] = i % 3 == 0 ? random.nextInt(10) : random.nextInt();
                longs[i] = random.nextLong();
                floats[i] = i % 7 == 0 ? Float.NaN : i % 5 == 0 ? -0.0f : i % 11 == 0 ? 0.0f : random.nextFloat() - 0.5f;
                doubles[i] = i % 7 == 0 ? Double.NaN : i % 5 == 0 ? -0.0 : i % 11 == 0 ? 0.0 : random.nextDouble() - 0.5;
                bytes[i] = (byte) random.nextInt();
                chars[i] = (char) random.nextInt();
                shorts[i] = (short) random.nextInt();
                boxes[i] = random.nextInt(300);
                strings[i] = "s" + random.nextInt(50);
            }
            Arrays.sort(ints);
            Arrays.sort(longs);
            Arrays.sort(floats);
            Arrays.sort(doubles);
            Arrays.sort(bytes);
            Arrays.sort(chars);
            Arrays.sort(shorts);
            Arrays.sort(strings);
            Integer[] byDigit = boxes.clone();
            Arrays.sort(byDigit, (a, b) -> a % 10 - b % 10);
            Arrays.sort(boxes, n / 3, n, Collections.reverseOrder());
            show("hashes " + n, Arrays.hashCode(ints) + " " + Arrays.hashCode(longs) + " " + Arrays.hashCode(floats) + " "
                    + Arrays.hashCode(doubles) + " " + Arrays.hashCode(bytes) + " " + Arrays.hashCode(chars) + " "
                    + Arrays.hashCode(shorts) + " " + Arrays.hashCode(boxes) + " " + Arrays.hashCode(strings) + " " + Arrays.hashCode(byDigit));
            if (n <= 100)
                show("sorted", Arrays.toString(ints) + Arrays.toString(longs) + Arrays.toString(floats) + Arrays.toString(doubles)
                        + Arrays.toString(bytes) + Arrays.toString(shorts) + Arrays.toString(boxes)
                        + Arrays.toString(strings) + Arrays.toString(byDigit));
            if (n > 2)
                show("found", Arrays.binarySearch(ints, ints[n / 2]) + " " + Arrays.binarySearch(doubles, 0.25)
                        + " " + Arrays.binarySearch(longs, 5L) + " " + Arrays.binarySearch(strings, "s7x")
                        + " " + Arrays.binarySearch(byDigit, 5, (a, b) -> a % 10 - b % 10) + " " + Arrays.binarySearch(doubles, Double.NaN));
        }
        int[] pattern = new int[3000];
        for (int kind = 0; kind < 5; kind++) {
            for (int i = 0; i < pattern.length; i++)
                pattern[i] = kind == 0 ? i : kind == 1 ? -i : kind == 2 ? 7 : kind == 3 ? i % 10 : i < 1500 ? i : 3000 - i;
            Arrays.sort(pattern, 10, 2990);
            show("pattern", Arrays.hashCode(pattern));
        }
        attempt("mixed", () -> { try { Arrays.sort(new Object[] {1, "a"}); return "sorted"; } catch (ClassCastException e) { return "ClassCastException"; } });
        attempt("range", () -> { Arrays.sort(new int[3], 2, 1); return null; });
        attempt("range", () -> { Arrays.sort(new int[3], -1, 1); return null; });
        attempt("range", () -> { Arrays.sort(new String[3], 1, 4); return null; });
    }

    static void arrays() {
        int[] a = {3, 1, 2};
        int[] b = {3, 1, 4};
        show("compare", Arrays.equals(a, b) + " " + Arrays.mismatch(a, b) + " " + Arrays.compare(a, b) + " " + Arrays.mismatch(a, a.clone())
                + Arrays.compare(new int[] {1}, new int[] {1, 2}) + Arrays.equals((int[]) null, null) + Arrays.compare((int[]) null, a));
        show("doubles", Arrays.equals(new double[] {0.0, Double.NaN}, new double[] {-0.0, Double.NaN}) + " " + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}));
        show("copies", Arrays.toString(Arrays.copyOf(a, 5)) + Arrays.toString(Arrays.copyOfRange(a, 1, 5)) + Arrays.toString(Arrays.copyOf(new String[] {"x"}, 2)));
        attempt("copyOf", () -> Arrays.copyOf(new int[2], -1));
        attempt("copyOfRange", () -> Arrays.copyOfRange(new int[2], 2, 1));
        attempt("copyOfRange", () -> Arrays.copyOfRange(new int[2], 3, 5));
        attempt("copyOfRange", () -> Arrays.copyOfRange(new Object[2], -1, 1));
        attempt("class", () -> Arrays.copyOf(new String[1], 2).getClass() + " " + Arrays.copyOf(new Object[] {"q"}, 1, String[].class)[0]);
        attempt("store", () -> Arrays.copyOf(new Object[] {1}, 1, String[].class));
        boolean[] flags = new boolean[4];
        Arrays.fill(flags, 1, 3, true);
        long[] longs = new long[4];
        Arrays.setAll(longs, i -> i * 10000000000L);
        String[] texts = new String[3];
        Arrays.setAll(texts, i -> "t" + i);
        show("filled", Arrays.toString(flags) + Arrays.toString(longs) + Arrays.toString(texts) + Arrays.toString((int[]) null) + Arrays.toString(new char[] {'a', 'b'}));
        attempt("fill", () -> { Arrays.fill(new int[2], 1, 3, 0); return null; });
        Object[] deep = {1, "two", new int[] {3, 4}, new Object[] {null, 5.5, new String[] {"six"}}, new boolean[][] {{true}, {}}};
        Object[] same = {1, "two", new int[] {3, 4}, new Object[] {null, 5.5, new String[] {"six"}}, new boolean[][] {{true}, {}}};
        show("deep", Arrays.deepToString(deep) + " " + Arrays.deepHashCode(deep) + " " + Arrays.deepEquals(deep, same) + " " + Objects.deepEquals(deep, same));
        ((Object[]) deep[3])[0] = deep;
        show("cycle", Arrays.deepToString(deep));
        List<String> list = Arrays.asList("p", "q", "r");
        Collections.reverse(list);
        show("asList", list + " " + list.contains("q") + list.indexOf("z"));
        attempt("add", () -> list.add("s"));
        attempt("get", () -> list.get(3));
        show("hashes", Arrays.hashCode(new boolean[] {true, false}) + " " + Arrays.hashCode(new float[] {1.5f, Float.NaN}) + " " + Arrays.hashCode(new long[] {1L << 40, -3}));
    }

    static void collections() {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add(i);
        Collections.shuffle(list, new Random(7));
        show("shuffled", list);
        Collections.shuffle(list.subList(3, 9), new Random(9));
        List<Integer> linked = new LinkedList<>(list);
        Collections.shuffle(linked, new Random(1));
        show("shuffled", list + " " + linked);
        Collections.rotate(list, 3);
        Collections.rotate(linked, -26);
        Collections.swap(list, 0, 19);
        show("rotated", list + " " + linked);
        show("extremes", Collections.min(list) + " " + Collections.max(list) + " " + Collections.min(list, Comparator.reverseOrder()) + Collections.max(list, (p, q) -> p % 7 - q % 7));
        Collections.sort(list);
        show("search", Collections.binarySearch(list, 7) + " " + Collections.binarySearch(list, 70) + " " + Collections.binarySearch(linked, -1, null));
        Collections.sort(list, Collections.reverseOrder());
        show("reversed", list + " " + Collections.frequency(list, 3) + Collections.disjoint(list, Arrays.asList(20, 21)) + Collections.disjoint(list, Set.of(1)));
        Collections.replaceAll(list, 4, 44);
        Collections.fill(linked, 5);
        Collections.addAll(linked, 1, 2);
        show("filled", list + " " + linked + Collections.indexOfSubList(list, Arrays.asList(3, 2)) + Collections.lastIndexOfSubList(linked, Arrays.asList(5, 5)));
        attempt("copy", () -> { Collections.copy(new ArrayList<Integer>(), list); return null; });
        List<Integer> target = new ArrayList<>(Collections.nCopies(22, 0));
        Collections.copy(target, list);
        show("copied", target + " " + Collections.list(Collections.enumeration(Arrays.asList(1, 2))));
        attempt("min of none", () -> Collections.min(new ArrayList<Integer>()));
        Set<String> set = Collections.newSetFromMap(new LinkedHashMap<>());
        set.add("b");
        set.add("a");
        show("set", set + " " + set.add("a") + Collections.singleton(3) + Collections.emptySet() + Collections.emptyList().size());
        attempt("removeIf", () -> Collections.singleton(3).removeIf(k -> false));
        attempt("removeIf of a list", () -> Collections.singletonList(3).removeIf(k -> false));
        attempt("removeIf of nothing", () -> Collections.emptySet().removeIf(k -> true));
        attempt("swap", () -> { Collections.swap(new ArrayList<>(Arrays.asList(1)), 0, 1); return null; });
        Collection<Integer> fixed = Collections.unmodifiableCollection(list);
        attempt("fixed", () -> fixed.size() + " " + fixed.contains(3) + fixed.add(3));
        attempt("fixed set", () -> Collections.unmodifiableSet(new HashSet<>(list)).equals(new HashSet<>(list)) + "");
    }

    static void randoms() {
        for (long seed : new long[] {0, 1, -1, 42, 123456789012345L}) {
            Random random = new Random(seed);
            StringBuilder log = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                log.append(random.nextInt()).append(' ').append(random.nextInt(1 + i * i * 1000)).append(' ').append(random.nextInt(1 << (i % 31)));
                log.append(' ').append(random.nextLong()).append(' ').append(random.nextBoolean()).append(' ').append(random.nextFloat());
                log.append(' ').append(random.nextDouble()).append(' ').append(random.nextGaussian()).append(' ').append(random.nextInt(-5, 90));
                log.append(' ').append(random.nextInt(Integer.MIN_VALUE, Integer.MAX_VALUE)).append(' ').append(random.nextLong(1000000000000L)).append(' ').append(random.nextLong(-7, 99)).append('\n');
            }
            byte[] bytes = new byte[11];
            random.nextBytes(bytes);
            show("random", log + Arrays.toString(bytes));
        }
        Random random = new Random(99);
        long bits = 0;
        for (int i = 0; i < 20000; i++) bits = bits * 31 + Double.doubleToLongBits(random.nextGaussian());
        show("gaussian", bits);
        random.setSeed(5);
        show("again", random.nextInt() + " " + random.nextGaussian());
        attempt("bound", () -> random.nextInt(0));
        attempt("bounds", () -> random.nextInt(3, 3));
    }

    static void bits() {
        Random random = new Random(3);
        BitSet set = new BitSet();
        BitSet other = new BitSet(200);
        for (int step = 0; step < 300; step++) {
            int a = random.nextInt(260);
            int b = a + random.nextInt(90);
            switch (random.nextInt(14)) {
                case 0: set.set(a); break;
                case 1: set.clear(a); break;
                case 2: set.flip(a); break;
                case 3: set.set(a, b); break;
                case 4: set.clear(a, b); break;
                case 5: set.flip(a, b); break;
                case 6: other.set(b, a % 2 == 0); break;
                case 7: set.and(other); break;
                case 8: set.or(other); break;
                case 9: set.xor(other); break;
                case 10: set.andNot(other); break;
                case 11: other.or(set.get(a, b)); break;
                case 12: show("near", set.nextSetBit(a) + " " + set.nextClearBit(a) + " " + set.previousSetBit(a) + " " + set.previousClearBit(a) + set.get(a)); break;
                case 13: show("counts", set.cardinality() + " " + set.length() + " " + set.size() + " " + set.hashCode() + set.isEmpty() + set.intersects(other)); break;
            }
        }
        show("bits", set + " " + other + " " + set.equals(set.clone()) + set.equals(other));
        show("words", Arrays.toString(set.toLongArray()) + Arrays.toString(other.toByteArray()) + BitSet.valueOf(set.toLongArray()).equals(set) + BitSet.valueOf(other.toByteArray()));
        attempt("negative", () -> { set.set(-1); return null; });
        attempt("range", () -> { set.set(5, 3); return null; });
        attempt("size", () -> new BitSet(-2));
        attempt("from", () -> set.nextSetBit(-3));
    }

    static void optionals() {
        Optional<String> full = Optional.of("v");
        Optional<String> none = Optional.empty();
        show("optional", full + " " + none + full.get() + full.isPresent() + none.isEmpty() + full.map(String::length) + none.map(String::length)
                + full.flatMap(v -> Optional.of(v + v)) + full.filter(v -> v.isEmpty()) + none.orElse("e") + none.orElseGet(() -> "g") + full.equals(Optional.of("v")) + full.hashCode() + none.or(() -> full));
        attempt("get", () -> none.get());
        attempt("orElseThrow", () -> none.orElseThrow());
        attempt("orElseThrow", () -> none.orElseThrow(() -> new IllegalStateException("mine")));
        full.ifPresent(v -> show("present", v));
        none.ifPresentOrElse(v -> show("present", v), () -> show("absent", ""));
        show("primitive", OptionalInt.of(3) + " " + OptionalLong.empty() + OptionalDouble.of(2.5) + OptionalInt.of(3).equals(OptionalInt.of(3)) + OptionalDouble.of(1).hashCode() + OptionalLong.of(9).getAsLong());
        attempt("getAsInt", () -> OptionalInt.empty().getAsInt());
    }

    static void objects() {
        show("objects", Objects.equals(null, null) + " " + Objects.hash(1, "a", null) + Objects.hashCode(null) + Objects.toString(null) + Objects.toString(null, "d") + Objects.requireNonNullElse(null, 4) + Objects.isNull(3));
        attempt("requireNonNull", () -> Objects.requireNonNull(null));
        attempt("message", () -> Objects.requireNonNull(null, "the message"));
        attempt("supplier", () -> Objects.requireNonNull(null, () -> "supplied"));
        attempt("checkIndex", () -> Objects.checkIndex(5, 3));
        attempt("checkFromToIndex", () -> Objects.checkFromToIndex(2, 1, 3));
        attempt("checkFromIndexSize", () -> Objects.checkFromIndexSize(2, 4, 3));
        attempt("checkIndex", () -> Objects.checkIndex(5L, 3L));
        attempt("else", () -> Objects.requireNonNullElse(null, null));
    }

    static void texts() {
        StringJoiner joiner = new StringJoiner(", ", "<", ">");
        show("empty", joiner + " " + joiner.length() + " " + joiner.setEmptyValue("none"));
        joiner.add("a").add(null).add("c");
        StringJoiner other = new StringJoiner("-").add("x").add("y");
        show("joined", joiner + " " + joiner.length() + " " + other.merge(joiner) + joiner.merge(other));
        attempt("null", () -> new StringJoiner(null));
        StringTokenizer tokens = new StringTokenizer(" to  be\tor\nnot ");
        show("count", tokens.countTokens());
        while (tokens.hasMoreTokens()) show("token", tokens.nextToken());
        attempt("end", () -> tokens.nextToken());
        StringTokenizer delimiters = new StringTokenizer("a+b-+c", "+-", true);
        StringBuilder log = new StringBuilder().append(delimiters.countTokens());
        while (delimiters.hasMoreElements()) log.append('|').append(delimiters.nextElement());
        show("tokens", log + new StringTokenizer("x=1;y", "=").nextToken(";"));
    }

    enum Colour { RED, GREEN { int code() { return 7; } }, BLUE, WHITE, BLACK; int code() { return ordinal(); } }

    static void enums() {
        EnumMap<Colour, String> map = new EnumMap<>(Colour.class);
        map.put(Colour.BLUE, "b");
        map.put(Colour.RED, null);
        map.put(Colour.GREEN, "g");
        show("map", map + " " + map.size() + map.get(Colour.RED) + map.containsKey(Colour.RED) + map.containsKey(Colour.WHITE) + map.containsValue("g") + map.get("x"));
        map.merge(Colour.BLUE, "!", String::concat);
        map.remove(Colour.RED);
        for (Map.Entry<Colour, String> entry : map.entrySet()) entry.setValue(entry.getValue() + entry.getKey().code());
        show("map", map + " " + map.keySet() + map.values() + map.equals(new EnumMap<>(map)) + map.clone());
        attemptNull("null", () -> map.put(null, "n"));
        EnumSet<Colour> set = EnumSet.of(Colour.WHITE, Colour.GREEN);
        show("set", set + " " + EnumSet.complementOf(set) + EnumSet.allOf(Colour.class) + EnumSet.noneOf(Colour.class) + EnumSet.range(Colour.GREEN, Colour.WHITE) + set.contains(Colour.GREEN) + set.add(Colour.RED) + set.remove(Colour.WHITE) + set + set.size());
        Iterator<Colour> each = set.iterator();
        each.next();
        each.remove();
        show("set", set + " " + EnumSet.copyOf(Arrays.asList(Colour.BLACK, Colour.BLUE)) + set.equals(EnumSet.of(Colour.GREEN)));
        attempt("range", () -> EnumSet.range(Colour.BLUE, Colour.RED));
        attempt("copyOf", () -> EnumSet.copyOf(new ArrayList<Colour>()));
        show("valueOf", Colour.valueOf("BLUE") + " " + Colour.GREEN.getDeclaringClass() + " " + Colour.RED.compareTo(Colour.BLUE) + Colour.GREEN.code());
        attempt("valueOf", () -> Colour.valueOf("PINK"));
    }

    static void comparators() {
        List<String> words = new ArrayList<>(Arrays.asList("pear", "fig", "apple", "kiwi", "date", "banana"));
        words.sort(Comparator.comparing(String::length));
        show("by length", words);
        words.sort(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        show("longest first", words);
        words.sort(Comparator.comparingInt(String::length).thenComparing(w -> w.charAt(w.length() - 1)));
        show("last letter", words);
        words.add(null);
        words.sort(Comparator.nullsFirst(Comparator.reverseOrder()));
        show("nulls first", words);
        words.sort(Comparator.nullsLast(Comparator.comparing((String w) -> w, Comparator.reverseOrder())));
        show("nulls last", words);
        words.sort(Comparator.nullsLast(Comparator.<String>naturalOrder()).reversed());
        show("reversed", words);
        words.remove(null);
        words.sort(Comparator.comparingDouble((String w) -> w.length() * 0.5).thenComparingLong(w -> -w.hashCode()).thenComparingInt(String::length));
        show("doubles", words);
    }

    static void functions() {
        Function<Integer, Integer> twice = x -> x * 2;
        show("functions", twice.andThen(x -> x + 1).apply(5) + " " + twice.compose((Integer x) -> x + 1).apply(5) + Function.<String>identity().apply("i")
                + UnaryOperator.<String>identity().apply("u") + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(3, 2) + BinaryOperator.maxBy(Comparator.<Integer>naturalOrder()).apply(3, 2));
        Predicate<String> empty = String::isEmpty;
        show("predicates", empty.negate().test("") + " " + empty.or(s -> s.length() == 2).test("ab") + empty.and(s -> false).test("") + Predicate.not(empty).test("x") + Predicate.isEqual("q").test("q"));
        IntPredicate even = i -> i % 2 == 0;
        IntUnaryOperator plus = i -> i + 1;
        show("ints", even.negate().test(3) + " " + even.and(i -> i > 2).test(4) + plus.andThen(i -> i * 3).applyAsInt(2) + plus.compose(i -> i * 3).applyAsInt(2) + IntUnaryOperator.identity().applyAsInt(9));
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        BiPredicate<String, Integer> longer = (s, n) -> s.length() > n;
        show("two", add.andThen(x -> "r" + x).apply(2, 3) + " " + longer.negate().test("abc", 2) + longer.or((s, n) -> true).test("", 0));
        Consumer<String> print = s -> show("consumed", s);
        print.andThen(s -> show("again", s)).accept("c");
        ToIntFunction<String> length = String::length;
        ToDoubleBiFunction<Integer, Integer> ratio = (p, q) -> p / (double) q;
        LongSupplier supplier = () -> 1L << 40;
        ObjIntConsumer<String> both = (s, i) -> show(s, i);
        both.accept("both", length.applyAsInt("four"));
        show("mixed", ratio.applyAsDouble(1, 4) + " " + supplier.getAsLong());
        PrimitiveIterator.OfInt digits = new PrimitiveIterator.OfInt() {
            int next;

            public boolean hasNext() {
                return next < 3;
            }

            public int nextInt() {
                return next++;
            }
        };
        show("digit", digits.next());
        digits.forEachRemaining((int d) -> show("digit", d));
    }

    public static void main(String[] arguments) {
        sorts();
        arrays();
        collections();
        randoms();
        bits();
        optionals();
        objects();
        texts();
        enums();
        comparators();
        functions();
    }
}
