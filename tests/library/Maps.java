import java.util.*;
import java.util.function.*;

/** HashMap, LinkedHashMap, Hashtable, TreeMap and their views under random operations: orders, results, exceptions. */
public class Maps {
    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    static void attempt(String what, Supplier<Object> action) {
        try {
            show(what, action.get());
        } catch (NullPointerException e) {
            show(what, "NullPointerException");
        } catch (RuntimeException e) {
            show(what, e);
        }
    }

    static void refuse(String what, Supplier<Object> action) {
        try {
            show(what, action.get());
        } catch (RuntimeException e) {
            show(what, e.getClass());
        }
    }

    /** Collides with its neighbours. */
    static final class Key implements Comparable<Key> {
        final int id;

        Key(int id) {
            this.id = id;
        }

        public int hashCode() {
            return id / 40 * 64;
        }

        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).id == id;
        }

        public int compareTo(Key other) {
            return Integer.compare(id, other.id);
        }

        public String toString() {
            return "k" + id;
        }
    }

    static <K> void randomOperations(String name, Map<K, Integer> map, IntFunction<K> keys, long seed, int range) {
        Random random = new Random(seed);
        for (int step = 0; step < 600; step++) {
            K key = keys.apply(random.nextInt(range));
            int value = random.nextInt(50);
            switch (random.nextInt(20)) {
                case 0: case 1: case 2: case 3: case 4: show("put", map.put(key, value)); break;
                case 5: show("remove", map.remove(key)); break;
                case 6: show("get", map.get(key) + " " + map.containsKey(key)); break;
                case 7: show("getOrDefault", map.getOrDefault(key, -1)); break;
                case 8: show("putIfAbsent", map.putIfAbsent(key, value)); break;
                case 9: show("merge", map.merge(key, value, (a, b) -> (a + b) % 5 == 0 ? null : a + b)); break;
                case 10: show("compute", map.compute(key, (k, v) -> v == null ? (Integer) value : v % 3 == 0 ? null : v + 1)); break;
                case 11: show("computeIfAbsent", map.computeIfAbsent(key, k -> value % 4 == 0 ? null : value)); break;
                case 12: show("computeIfPresent", map.computeIfPresent(key, (k, v) -> v % 2 == 0 ? null : v * 2)); break;
                case 13: show("replace", map.replace(key, value) + " " + map.replace(key, value, value + 1)); break;
                case 14: show("remove2", map.remove(key, value)); break;
                case 15: show("containsValue", map.containsValue(value)); break;
                case 16: if (step % 3 == 0) show("map", map + " " + map.size()); break;
                case 17: walk(map, random); break;
                case 18: map.replaceAll((k, v) -> v + 1); break;
                case 19: if (value == 0) map.clear(); break;
            }
        }
        show(name, map);
        show("keys", map.keySet() + " " + map.values() + " " + map.size() + " " + map.isEmpty());
        StringBuilder log = new StringBuilder();
        map.forEach((k, v) -> log.append(k).append(v));
        show("forEach", log);
        show("equals", map.equals(new HashMap<>(map)) + " " + new TreeMap<>(map).equals(map));
        show("copy", new HashMap<>(map));
        show("retain", map.keySet().retainAll(Arrays.asList(keys.apply(1), keys.apply(2), keys.apply(5))) + " " + map);
        show("values", map.values().remove(7) + " " + map.values().removeIf(v -> v > 40) + map);
    }

    static <K> void walk(Map<K, Integer> map, Random random) {
        Iterator<Map.Entry<K, Integer>> each = map.entrySet().iterator();
        StringBuilder log = new StringBuilder();
        while (each.hasNext()) {
            Map.Entry<K, Integer> entry = each.next();
            log.append(entry).append(' ');
            if (random.nextInt(5) == 0) entry.setValue(entry.getValue() + 100);
            else if (random.nextInt(6) == 0) each.remove();
        }
        show("walk", log);
    }

    static void exceptions(String name, Map<String, Integer> map) {
        for (String key : new String[] {"one", "two", "three", "four"}) map.put(key, key.length());
        show(name, map);
        attempt("fail-fast", () -> { for (String key : map.keySet()) map.put(key + key, 1); return null; });
        attempt("values", () -> { for (Integer value : map.values()) map.put("v" + value, 9); return null; });
        attempt("end", () -> { Iterator<?> each = map.entrySet().iterator(); while (each.hasNext()) each.next(); return each.next(); });
        attempt("remove first", () -> { map.keySet().iterator().remove(); return null; });
        attempt("remove twice", () -> { Iterator<?> each = map.keySet().iterator(); each.next(); each.remove(); each.remove(); return null; });
        attempt("compute changes", () -> map.computeIfAbsent("absent", k -> { map.put("other", 1); return 2; }));
        attempt("merge changes", () -> map.merge("other", 1, (a, b) -> { map.put("third", 1); return 2; }));
        attempt("null key", () -> map.put(null, 1) + " " + map.get(null) + " " + map);
        attempt("null value", () -> map.put("nil", null) + " " + map.containsKey("nil") + map.getOrDefault("nil", 3)
                + map.putIfAbsent("nil", 4) + map.containsValue(null));
        attempt("merge null", () -> map.merge("one", null, (a, b) -> a));
        attempt("keys add", () -> map.keySet().add("x"));
        attempt("values add", () -> map.values().add(1));
        attempt("entries", () -> map.entrySet().contains(new AbstractMap.SimpleEntry<>("four", 4)) + " "
                + map.entrySet().remove(new AbstractMap.SimpleEntry<>("four", 4)) + " "
                + map.entrySet().remove(Map.entry("three", 4)) + map);
        attempt("forEach changes", () -> { map.forEach((k, v) -> { if (map.size() < 50) map.put(k + "!", v); }); return null; });
    }

    static void hashOrders() {
        for (int n : new int[] {0, 1, 5, 12, 13, 24, 25, 48, 49, 100, 1000}) {
            HashMap<Integer, Integer> squares = new HashMap<>();
            HashMap<String, Integer> words = new HashMap<>(n);
            HashSet<Object> mixed = new HashSet<>();
            for (int i = 0; i < n; i++) {
                squares.put(i * i * 7919, i);
                words.put("w" + i * 31, i);
                mixed.add(i % 3 == 0 ? (Object) ("s" + i) : i % 3 == 1 ? (Object) (i * 1.5) : (Object) (char) i);
            }
            show("squares " + n, squares.keySet());
            show("words " + n, words);
            show("mixed " + n, mixed + " " + mixed.hashCode());
            show("set of list", new HashSet<>(new ArrayList<>(squares.keySet())));
            HashMap<Integer, Integer> more = new HashMap<>(3, 0.5f);
            more.putAll(squares);
            for (int i = 0; i < n; i += 2) more.remove(i * i * 7919);
            more.putAll(squares);
            show("more", more);
            show("clone", more.clone());
        }
        HashMap<Key, Integer> collisions = new HashMap<>();
        for (int i = 0; i < 400; i++) collisions.put(new Key(i * 5 % 413), i);
        show("collisions", collisions);
        for (Iterator<Key> each = collisions.keySet().iterator(); each.hasNext();) if (each.next().id % 3 == 0) each.remove();
        show("some removed", collisions);
        for (int i = 0; i < 413; i += 2) collisions.remove(new Key(i));
        show("more removed", collisions);
        for (int i = 0; i < 800; i++) collisions.merge(new Key(i * 7 % 997), i, Integer::sum);
        show("grown", collisions);
        Map<Double, Integer> doubles = new HashMap<>();
        for (int i = 0; i < 500; i++) doubles.put(i * 1.0, i);
        show("doubles", doubles);
        doubles.keySet().removeIf(d -> d % 3 == 0);
        show("fewer doubles", doubles);
        doubles.keySet().retainAll(Arrays.asList(7.0, 8.0, 301.0));
        show("three doubles", doubles);
        HashMap<Object, Object> bin = new HashMap<>();
        for (int i = 0; i < 40; i++) bin.put(i * 1024, i);
        show("long chain", bin);
        bin.clear();
        for (int i = 0; i < 40; i++) bin.computeIfAbsent(i * 1024, k -> k);
        show("long chain by compute", bin);
    }

    static void accessOrder() {
        LinkedHashMap<String, Integer> cache = new LinkedHashMap<String, Integer>(4, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 5;
            }
        };
        Random random = new Random(5);
        for (int i = 0; i < 60; i++) {
            String key = "k" + random.nextInt(9);
            if (random.nextInt(3) == 0) show("get", cache.get(key) + " " + cache);
            else show("put", cache.put(key, i) + " " + cache.keySet());
            if (i % 10 == 0) cache.merge(key, 1, Integer::sum);
            if (i % 11 == 0) cache.getOrDefault("k3", 0);
            if (i % 13 == 0) cache.computeIfPresent("k4", (k, v) -> null);
        }
        attempt("access changes", () -> { for (String key : cache.keySet()) cache.get(key); return cache; });
        show("entries", cache.entrySet());
        LinkedHashSet<Integer> set = new LinkedHashSet<>(Arrays.asList(5, 3, 9, 3, 1));
        set.remove(3);
        set.add(3);
        show("set", set + " " + set.clone());
    }

    static void fixed() {
        List<Map<String, Integer>> all = new ArrayList<>();
        all.add(Map.of());
        all.add(Map.of("a", 1));
        all.add(Map.entry("e", 5) == null ? null : Map.ofEntries(Map.entry("e", 5)));
        all.add(Collections.emptyMap());
        all.add(Collections.singletonMap("s", 1));
        all.add(Collections.unmodifiableMap(new HashMap<>(Map.of("u", 2))));
        all.add(Collections.synchronizedMap(new HashMap<>(Map.of("y", 3))));
        for (Map<String, Integer> map : all) {
            show("fixed", map + " " + map.size() + " " + map.hashCode() + map.equals(new HashMap<>(map)));
            attempt("put", () -> map.put("b", 2));
            attempt("remove", () -> map.remove("zz"));
            attempt("clear", () -> { map.clear(); return map; });
            attempt("get null", () -> map.get(null));
            attempt("merge", () -> map.merge("a", 1, Integer::sum));
            attempt("putIfAbsent", () -> map.putIfAbsent("a", 1));
            attempt("put what is there", () -> map.putIfAbsent("s", 1));
            attempt("replace", () -> map.replace("q", 1));
            attempt("remove pair", () -> map.remove("q", 1));
            attempt("computeIfAbsent", () -> map.computeIfAbsent("q", k -> 1));
            refuse("setValue", () -> { for (Map.Entry<String, Integer> e : map.entrySet()) e.setValue(4); return map; });
            refuse("keys", () -> { Iterator<String> each = map.keySet().iterator(); each.next(); each.remove(); return map; });
        }
        attempt("duplicate", () -> Map.of("a", 1, "a", 2));
        attempt("null", () -> Map.of("a", null));
        attempt("entry null", () -> Map.entry(null, 1));
        attempt("duplicate element", () -> Set.of(3, 3));
        show("sizes", Map.of(1, 2, 3, 4, 5, 6).size() + " " + Set.of(1, 2, 3).size() + Set.copyOf(Arrays.asList(1, 1, 2)).size());
        show("sorted", new TreeMap<>(Map.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)) + " " + new TreeSet<>(Set.of("x", "b", "z")));
        attempt("set contains null", () -> Set.of(1).contains(null));
        Map.Entry<String, Integer> entry = Map.entry("k", 1);
        show("entry", entry + " " + entry.hashCode() + entry.equals(new AbstractMap.SimpleEntry<>("k", 1)));
        attempt("entry set", () -> entry.setValue(3));
        List<Map.Entry<String, Integer>> entries = new ArrayList<>(Map.of("b", 1, "a", 2, "c", 0).entrySet());
        entries.sort(Map.Entry.comparingByKey());
        show("by key", entries);
        entries.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        show("by value", entries);
    }

    static class Changing {
        int hash;
        @Override public int hashCode() { return hash; }
    }

    /** An iterator removes what it was at, whatever has become of the key. */
    static void removeChanged() {
        Map<Changing, Integer> map = new HashMap<>();
        for (int i = 0; i < 3; i++) map.put(new Changing(), i);
        for (Changing key : map.keySet()) key.hash = 5;
        System.out.println(map.keySet().removeIf(key -> map.size() > 0) + " " + map.size());
    }

    static void weak() {
        WeakHashMap<String, Integer> map = new WeakHashMap<>();
        for (String key : new String[] {"delta", "alpha", "zulu", "echo", "bravo"}) map.put(key, map.size());
        StringBuilder order = new StringBuilder();
        map.forEach((key, value) -> order.append(key).append(value).append(' '));
        map.replaceAll((key, value) -> order.append(key).length());
        System.out.println(order + " " + map);
        try {
            map.forEach((key, value) -> map.remove("echo"));
            System.out.println(map);
        } catch (ConcurrentModificationException noticed) {
            System.out.println(noticed + " " + map);
        }
    }

    static <K> void keptEntries(Map<K, Integer> map, K key) {
        map.put(key, 1);
        List<Map.Entry<K, Integer>> kept = new ArrayList<>(map.entrySet());
        Map.Entry<?, ?>[] array = map.entrySet().toArray(new Map.Entry<?, ?>[2]);
        kept.get(0).setValue(2);
        System.out.println(kept + " " + array[0] + array[1] + " " + map);
        map.clear();
        System.out.println(kept + " " + array[0]);
    }

    static void emptyTable() {
        Hashtable<String, Integer> table = new Hashtable<>();
        for (Supplier<Object> next : List.<Supplier<Object>>of(table.keySet().iterator()::next, table.values().iterator()::next,
                table.entrySet().iterator()::next, table.keys()::nextElement, table.elements()::nextElement))
            try {
                System.out.println(next.get());
            } catch (NoSuchElementException none) {
                System.out.println(none);
            }
        table.put("a", 1);
        Iterator<String> keys = table.keySet().iterator();
        keys.next();
        try {
            System.out.println(keys.next());
        } catch (NoSuchElementException none) {
            System.out.println(none);
        }
    }

    public static void main(String[] arguments) {
        weak();
        emptyTable();
        keptEntries(new EnumMap<>(Thread.State.class), Thread.State.NEW);
        keptEntries(new IdentityHashMap<>(), "key");
        keptEntries(new HashMap<>(), "key");
        Properties properties = new Properties();
        for (String key : new String[] {"b", "zeta", "a", "omega"}) properties.setProperty(key, key);
        System.out.println(properties.stringPropertyNames());
        removeChanged();
        for (long seed = 1; seed <= 3; seed++) {
            randomOperations("HashMap", new HashMap<>(), i -> i * 37, seed, 60);
            randomOperations("HashMap of strings", new HashMap<>(), i -> "s" + i, seed, 40);
            randomOperations("HashMap of colliding keys", new HashMap<>(), i -> new Key(i * 3), seed, 70);
            randomOperations("LinkedHashMap", new LinkedHashMap<>(), i -> i, seed, 40);
            randomOperations("LinkedHashMap by access", new LinkedHashMap<>(8, 0.75f, true), i -> i, seed, 40);
            randomOperations("TreeMap", new TreeMap<>(), i -> i, seed, 40);
            randomOperations("TreeMap downwards", new TreeMap<Integer, Integer>(Comparator.reverseOrder()), i -> i, seed, 40);
            randomOperations("descendingMap", new TreeMap<Integer, Integer>().descendingMap(), i -> i, seed, 40);
            randomOperations("Hashtable", new Hashtable<>(), i -> "t" + i, seed, 50);
            randomOperations("synchronizedMap", Collections.synchronizedMap(new HashMap<>()), i -> i, seed, 40);
        }
        exceptions("HashMap", new HashMap<>());
        exceptions("LinkedHashMap", new LinkedHashMap<>());
        exceptions("TreeMap", new TreeMap<>());
        exceptions("Hashtable", new Hashtable<>());
        hashOrders();
        accessOrder();
        fixed();
        attempt("capacity", () -> new HashMap<String, String>(-1));
        attempt("load", () -> new HashMap<String, String>(1, 0));
        attempt("table capacity", () -> new Hashtable<String, String>(-1));
        Map<Object, Object> self = new HashMap<>();
        self.put(1, self);
        show("self", self);
        Hashtable<Integer, String> table = new Hashtable<>();
        for (int i = 0; i < 40; i++) table.put(i * 13, "v" + i);
        StringBuilder keys = new StringBuilder();
        for (Enumeration<Integer> e = table.keys(); e.hasMoreElements();) keys.append(e.nextElement()).append(' ');
        for (Enumeration<String> e = table.elements(); e.hasMoreElements();) keys.append(e.nextElement()).append(' ');
        show("table", table + " " + keys + table.clone() + table.contains("v3"));
        IdentityHashMap<Object, Integer> identities = new IdentityHashMap<>();
        String a = "a";
        String b = new String("a");
        identities.put(a, 1);
        identities.put(b, 2);
        identities.put(null, 3);
        show("identities", identities.size() + " " + identities.get(a) + identities.get(b) + identities.get(null)
                + identities.containsKey(new String("a")) + identities.remove(b) + identities.size());
        Object[] objects = new Object[300];
        Random random = new Random(9);
        for (int i = 0; i < 300; i++) identities.put(objects[i] = new Object(), i);
        int sum = 0;
        for (int i = 0; i < 300; i++) if (random.nextBoolean()) sum += identities.remove(objects[i]);
        for (Map.Entry<Object, Integer> entry : identities.entrySet()) sum += 1000 * entry.getValue();
        for (int i = 0; i < 300; i++) if (identities.containsKey(objects[i])) sum += identities.get(objects[i]);
        show("sum", sum + " " + identities.size());
    }
}
