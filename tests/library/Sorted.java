import java.util.*;
import java.util.function.*;

/** TreeMap's and TreeSet's navigation and views against each other, at every edge; exceptions and their messages. */
public class Sorted {
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

    static void navigate(String name, NavigableMap<Integer, String> map) {
        show(name, map + " " + map.size() + " " + map.isEmpty() + " " + (map.comparator() == null));
        attempt("first", () -> map.firstKey() + " " + map.firstEntry());
        attempt("last", () -> map.lastKey() + " " + map.lastEntry());
        StringBuilder log = new StringBuilder();
        for (int key = -1; key < 14; key++) {
            log.append(map.lowerKey(key)).append(map.floorEntry(key)).append(map.ceilingKey(key));
            log.append(map.higherEntry(key)).append(map.get(key)).append(map.containsKey(key)).append(' ');
        }
        show("near", log);
        show("keys", map.navigableKeySet() + " " + map.descendingKeySet() + " " + map.values() + map.entrySet());
        show("down", map.descendingMap() + " " + map.descendingMap().descendingMap());
        attempt("head", () -> map.descendingMap().descendingMap().headMap(5, true));
        attempt("tail", () -> map.descendingMap().tailMap(5, false));
    }

    static void views(NavigableMap<Integer, String> map, Random random, int depth) {
        for (int i = 0; i < 6; i++) {
            int a = random.nextInt(15) - 1;
            int b = random.nextInt(15) - 1;
            boolean withA = random.nextBoolean();
            boolean withB = random.nextBoolean();
            Supplier<NavigableMap<Integer, String>> maker;
            switch (random.nextInt(4)) {
                case 0: maker = () -> map.subMap(a, withA, b, withB); break;
                case 1: maker = () -> map.headMap(a, withA); break;
                case 2: maker = () -> map.tailMap(a, withA); break;
                default: maker = () -> map.descendingMap(); break;
            }
            NavigableMap<Integer, String> view;
            try {
                view = maker.get();
            } catch (IllegalArgumentException e) {
                show("view " + a + " " + b, e);
                continue;
            }
            navigate("view " + a + withA + " " + b + withB, view);
            attempt("put", () -> view.put(a, "p" + a));
            attempt("put", () -> view.put(b, "q" + b));
            attempt("remove", () -> view.remove(a));
            attempt("merge", () -> view.merge(b, "m", String::concat));
            attempt("absent", () -> view.computeIfAbsent(a, k -> "c"));
            if (random.nextInt(5) == 0) show("poll", view.pollFirstEntry() + " " + view.pollLastEntry());
            Iterator<Map.Entry<Integer, String>> each = view.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<Integer, String> entry = each.next();
                if (random.nextInt(6) == 0) entry.setValue(entry.getValue() + "*");
                else if (random.nextInt(9) == 0) each.remove();
            }
            show("now", view + " of " + map);
            sets(view.navigableKeySet(), random);
            if (depth > 0) views(view, random, depth - 1);
            if (random.nextInt(8) == 0) view.clear();
            for (int k = 0; k < 3; k++) {
                int key = random.nextInt(13);
                attempt("fill", () -> map.put(key, "f" + key));
            }
        }
    }

    static void sets(NavigableSet<Integer> set, Random random) {
        int a = random.nextInt(14);
        int b = random.nextInt(14);
        show("set", set + " " + set.lower(a) + set.floor(a) + set.ceiling(b) + set.higher(b) + set.contains(a));
        attempt("subSet", () -> set.subSet(a, b) + " " + set.subSet(a, false, b, true));
        attempt("headSet", () -> set.headSet(a) + " " + set.headSet(a, true).descendingSet());
        attempt("tailSet", () -> set.tailSet(b) + " " + set.tailSet(b, false).size());
        attempt("first", () -> set.first() + " " + set.last());
        StringBuilder log = new StringBuilder();
        for (Iterator<Integer> each = set.descendingIterator(); each.hasNext();) log.append(each.next()).append(' ');
        show("down", log);
        attempt("add", () -> set.add(a));
        show("remove", set.remove(a));
    }

    static void bigTree() {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        TreeSet<String> set = new TreeSet<>();
        Random random = new Random(11);
        long checksum = 0;
        for (int i = 0; i < 6000; i++) {
            int key = random.nextInt(900);
            if (random.nextInt(5) < 3) map.put(key, i);
            else map.remove(key);
            if (i % 3 == 0) set.add("s" + key);
            else set.remove("s" + key * 2);
            if (i % 500 == 0) {
                int previous = -1;
                for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                    if (entry.getKey() <= previous) show("out of order", entry);
                    previous = entry.getKey();
                    checksum = checksum * 31 + entry.getKey() + entry.getValue();
                }
                show("checksum", checksum + " " + map.size() + " " + set.size() + " " + set.hashCode());
            }
        }
        show("big", map);
        show("set", set.headSet("s2") + " " + set.descendingSet().tailSet("s8"));
        show("equal", map.equals(new TreeMap<>(map)) + " " + map.clone().equals(map) + set.clone().equals(set));
        while (map.size() > 5) {
            map.pollFirstEntry();
            map.pollLastEntry();
        }
        show("middle", map);
    }

    public static void main(String[] arguments) {
        TreeMap<Integer, String> map = new TreeMap<>();
        navigate("empty", map);
        for (int key = 0; key < 13; key += 2) map.put(key, "v" + key);
        navigate("even", map);
        for (long seed = 1; seed <= 4; seed++) views(map, new Random(seed), 1);
        sets(new TreeSet<>(Arrays.asList(4, 8, 1, 12)), new Random(2));
        sets(new TreeSet<>(Arrays.asList(4, 8, 1, 12)).descendingSet(), new Random(3));
        bigTree();
        TreeMap<String, Integer> words = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        for (String word : new String[] {"pear", "fig", "apple", "kiwi", "date", "plum", "fig"}) words.merge(word, 1, Integer::sum);
        show("words", words + " " + words.headMap("kiwi") + words.tailMap("kiwi", false) + words.firstEntry());
        attempt("null", () -> map.put(null, "x"));
        attempt("null get", () -> map.get(null));
        attempt("empty first", () -> new TreeMap<String, String>().firstKey());
        attempt("empty set", () -> new TreeSet<String>().last());
        attempt("reversed", () -> map.subMap(5, 2));
        attempt("not comparable", () -> { try { new TreeSet<Object>().add(new Object()); return "added"; } catch (ClassCastException e) { return "ClassCastException"; } });
        attempt("set value", () -> map.firstEntry().setValue("z"));
        attempt("fail-fast", () -> { for (Integer key : map.keySet()) map.put(key + 100, "x"); return null; });
        attempt("end", () -> map.tailMap(1000000).keySet().iterator().next());
        SortedSet<Integer> fixed = Collections.unmodifiableSortedSet(new TreeSet<>(Arrays.asList(3, 1, 2)));
        attempt("fixed", () -> fixed.headSet(3) + " " + fixed.first() + fixed.add(9));
        attempt("fixed map", () -> Collections.unmodifiableNavigableMap(map).pollFirstEntry());
        attempt("empty sorted", () -> Collections.emptySortedSet() + " " + Collections.emptyNavigableMap());
    }
}
