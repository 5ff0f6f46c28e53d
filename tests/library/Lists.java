import java.util.*;
import java.util.function.*;

/** ArrayList, LinkedList, Vector, views and fixed lists under random operations; exceptions and their messages. */
public class Lists {
    static void show(String what, Object value) {
        System.out.println(what + ": " + value);
    }

    interface Action {
        Object run();
    }

    static void attempt(String what, Action action) {
        try {
            show(what, action.run());
        } catch (NullPointerException e) {
            show(what, "NullPointerException");
        } catch (RuntimeException e) {
            show(what, e);
        }
    }

    static void randomOperations(List<Integer> list, long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 400; step++) {
            int size = list.size();
            int value = random.nextInt(40);
            int index = random.nextInt(size + 3) - 1;
            switch (random.nextInt(18)) {
                case 0: case 1: case 2: case 3: list.add(value); break;
                case 4: attempt("add@" + index, () -> { list.add(index, value); return list; }); break;
                case 5: attempt("remove@" + index, () -> list.remove(index)); break;
                case 6: attempt("get@" + index, () -> list.get(index)); break;
                case 7: attempt("set@" + index, () -> list.set(index, value)); break;
                case 8: show("remove", list.remove((Object) value)); break;
                case 9: show("indexOf", list.indexOf(value) + " " + list.lastIndexOf(value)); break;
                case 10: show("addAll", list.addAll(Arrays.asList(value, value + 1, value + 2))); break;
                case 11: attempt("addAll@" + index, () -> list.addAll(index, Arrays.asList(value, -value))); break;
                case 12: show("removeIf", list.removeIf(e -> e % 7 == value % 7)); break;
                case 13: list.replaceAll(e -> e + 1); break;
                case 14: if (step % 5 == 0) list.sort(step % 2 == 0 ? null : Comparator.reverseOrder()); break;
                case 15: walk(list, random); break;
                case 16: subList(list, random); break;
                case 17:
                    if (value < 3) list.clear();
                    else show("contains", list.contains(value) + " " + list.hashCode());
                    break;
            }
        }
        show("end", list);
        show("size", list.size() + " " + list.isEmpty() + " " + list.hashCode());
        show("retainAll", list.retainAll(Arrays.asList(1, 2, 3, 5, 8, 13, 21, 34)) + " " + list);
        show("removeAll", list.removeAll(Arrays.asList(3, 13)) + " " + list);
        show("array", Arrays.toString(list.toArray()) + Arrays.toString(list.toArray(new Integer[0]))
                + Arrays.toString(list.toArray(new Integer[list.size() + 2])));
    }

    static void walk(List<Integer> list, Random random) {
        ListIterator<Integer> each = list.listIterator(list.isEmpty() ? 0 : random.nextInt(list.size()));
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            int action = random.nextInt(6);
            int value = random.nextInt(100);
            try {
                if (action == 0) log.append(each.next());
                if (action == 1) log.append(each.previous());
                if (action == 2) each.remove();
                if (action == 3) each.set(value);
                if (action == 4) each.add(value);
                log.append(each.hasNext()).append(each.hasPrevious());
                log.append(each.nextIndex()).append(each.previousIndex()).append(' ');
            } catch (NoSuchElementException | IllegalStateException e) {
                log.append(e.getClass().getSimpleName()).append(' ');
            }
        }
        show("walk", log + " " + list);
    }

    static void subList(List<Integer> list, Random random) {
        int a = random.nextInt(list.size() + 1);
        int b = random.nextInt(list.size() + 1);
        List<Integer> part = list.subList(Math.min(a, b), Math.max(a, b));
        show("part", part + " " + part.size() + " " + part.hashCode() + " " + part.equals(new ArrayList<>(part)));
        part.add(99);
        if (!part.isEmpty()) part.set(0, 77);
        part.add(0, 55);
        List<Integer> inner = part.subList(1, part.size());
        inner.remove(0);
        inner.addAll(Arrays.asList(11, 12));
        show("inner", inner + " of " + part + " of " + list);
        attempt("part get", () -> part.get(part.size()));
        attempt("part add", () -> { part.add(part.size() + 1, 3); return part; });
        attempt("part sub", () -> part.subList(2, 1));
        walk(part, random);
        show("index", part.indexOf(12) + " " + part.lastIndexOf(12) + " " + part.contains(55));
        if (random.nextInt(4) == 0) part.clear();
        show("after", part + " of " + list);
        list.add(1);
        attempt("stale", () -> part.size());
    }

    static void exceptions(String name, Supplier<List<String>> maker) {
        List<String> list = maker.get();
        Collections.addAll(list, "a", "b", "c");
        show(name, list);
        attempt("get -1", () -> list.get(-1));
        attempt("get 3", () -> list.get(3));
        attempt("set 7", () -> list.set(7, "x"));
        attempt("remove 9", () -> list.remove(9));
        attempt("add 5", () -> { list.add(5, "x"); return null; });
        attempt("listIterator 4", () -> list.listIterator(4));
        attempt("listIterator -1", () -> list.listIterator(-1));
        attempt("subList -1 2", () -> list.subList(-1, 2));
        attempt("subList 1 4", () -> list.subList(1, 4));
        attempt("subList 2 1", () -> list.subList(2, 1));
        attempt("addAll 8", () -> list.addAll(8, Arrays.asList("q")));
        attempt("iterator remove", () -> { list.iterator().remove(); return null; });
        attempt("iterator end", () -> {
            Iterator<String> each = list.iterator();
            while (each.hasNext()) each.next();
            return each.next();
        });
        attempt("previous", () -> list.listIterator().previous());
        attempt("set before next", () -> { list.listIterator().set("x"); return null; });
        attempt("fail-fast", () -> {
            for (String each : list)
                if (each.equals("a")) list.add("d");
            return list;
        });
        attempt("last but one", () -> {
            for (String each : list)
                if (each.equals("c")) list.remove("d");
            return list;
        });
        attempt("forEach", () -> {
            list.forEach(each -> { if (each.equals("b")) list.add("e"); });
            return list;
        });
        show("now", list);
        attempt("sort changes", () -> { list.sort((a, b) -> { list.add("z"); return 0; }); return null; });
        attempt("removeIf null", () -> list.removeIf(null));
        attempt("forEach null", () -> { list.forEach(null); return null; });
        attempt("null", () -> { list.add(null); return list + " " + list.indexOf(null) + list.contains(null) + list.hashCode(); });
        show("equal", list.equals(new ArrayList<>(list)) + " " + list.equals(new LinkedList<>(list)) + list.equals("x"));
        attempt("store", () -> list.toArray(new Integer[0]));
    }

    static void fixed() {
        List<String> empty = Collections.emptyList();
        List<List<String>> all = new ArrayList<>();
        all.add(List.of());
        all.add(List.of("a"));
        all.add(List.of("a", "b"));
        all.add(List.of("a", "b", "c"));
        all.add(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"));
        all.add(List.copyOf(Arrays.asList("x", "y", "z", "x")));
        all.add(empty);
        all.add(Collections.singletonList("one"));
        all.add(Collections.nCopies(3, "n"));
        all.add(Arrays.asList("p", "q", "r"));
        all.add(Collections.unmodifiableList(new ArrayList<>(Arrays.asList("u", "v"))));
        all.add(Collections.unmodifiableList(new LinkedList<>(Arrays.asList("u", "v"))));
        all.add(Collections.synchronizedList(new ArrayList<>(Arrays.asList("s", "t"))));
        for (List<String> list : all) {
            show("fixed", list + " " + list.size() + " " + list.hashCode() + " " + list.isEmpty());
            attempt("add", () -> list.add("w"));
            attempt("add 0", () -> { list.add(0, "w"); return list; });
            attempt("set", () -> list.set(0, "w"));
            attempt("remove absent", () -> list.remove("absent"));
            attempt("remove 0", () -> list.remove(0));
            attempt("clear", () -> { list.clear(); return list; });
            attempt("sort", () -> { list.sort(null); return list; });
            attempt("removeIf", () -> list.removeIf(e -> false));
            attempt("replaceAll", () -> { list.replaceAll(e -> e + "!"); return list; });
            attempt("get 20", () -> list.get(20));
            attempt("get -1", () -> list.get(-1));
            attempt("contains null", () -> list.contains(null));
            attempt("iterator", () -> { Iterator<String> each = list.iterator(); each.next(); each.remove(); return list; });
            attempt("end", () -> { Iterator<String> each = list.iterator(); while (each.hasNext()) each.next(); return each.next(); });
            attempt("subList", () -> list.subList(0, list.size()));
            attempt("subList 1 0", () -> list.subList(1, 0));
            attempt("equals", () -> list.equals(new ArrayList<>(list)) + " " + new ArrayList<>(list).equals(list));
            attempt("array", () -> Arrays.toString(list.toArray(new String[0])));
        }
        attempt("of null", () -> List.of("a", null));
        attempt("copyOf null", () -> List.copyOf(Arrays.asList("a", null)));
        attempt("nCopies", () -> Collections.nCopies(-1, ""));
    }

    /** What fixed lists and their parts say of places that they do not have. */
    static void fixedParts() {
        for (List<Integer> list : List.of(List.<Integer>of(), List.of(1), List.of(1, 2), List.of(1, 2, 3), List.of(1, 2, 3, 4)))
            for (int from = 0; from <= list.size(); from++)
                for (int to = from; to <= list.size(); to++) {
                    List<Integer> part = list.subList(from, to);
                    for (int index : new int[] {-1, part.size(), 7}) {
                        attempt("get", () -> part.get(index));
                        attempt("whole", () -> list.get(index));
                        attempt("listIterator", () -> part.listIterator(index).hasNext());
                        attempt("subList", () -> part.subList(0, index));
                        attempt("subList", () -> part.subList(index, part.size()));
                    }
                    attempt("next", () -> part.listIterator(part.size()).next());
                    attempt("previous", () -> part.listIterator().previous());
                }
    }

    public static void main(String[] arguments) {
        fixedParts();
        for (long seed = 1; seed <= 3; seed++) {
            randomOperations(new ArrayList<>(), seed);
            randomOperations(new LinkedList<>(), seed);
            randomOperations(new Vector<>(), seed);
            randomOperations(Collections.synchronizedList(new ArrayList<>()), seed);
        }
        exceptions("ArrayList", ArrayList::new);
        exceptions("LinkedList", LinkedList::new);
        exceptions("Vector", Vector::new);
        fixed();
        attempt("capacity", () -> new ArrayList<String>(-5));
        ArrayList<Integer> list = new ArrayList<>(Arrays.asList(3, 1, 2));
        @SuppressWarnings("unchecked")
        ArrayList<Integer> copy = (ArrayList<Integer>) list.clone();
        copy.add(4);
        list.ensureCapacity(100);
        list.trimToSize();
        show("clone", list + " " + copy);
        Iterator<Integer> each = copy.iterator();
        each.next();
        each.forEachRemaining(e -> System.out.print(e + ";"));
        System.out.println();
        Vector<Integer> vector = new Vector<>(4, 2);
        for (int i = 0; i < 9; i++) vector.addElement(i * i);
        show("vector", vector + " " + vector.capacity() + " " + vector.firstElement() + " " + vector.lastElement());
        vector.setSize(4);
        vector.insertElementAt(50, 1);
        vector.removeElementAt(0);
        attempt("elementAt", () -> vector.elementAt(10));
        attempt("setElementAt", () -> { vector.setElementAt(1, 4); return null; });
        attempt("insertElementAt", () -> { vector.insertElementAt(1, 9); return null; });
        attempt("removeElementAt", () -> { vector.removeElementAt(-1); return null; });
        for (Enumeration<Integer> e = vector.elements(); e.hasMoreElements();) show("element", e.nextElement());
        Stack<String> stack = new Stack<>();
        attempt("pop", () -> stack.pop());
        stack.push("a");
        stack.push("b");
        stack.push("c");
        show("stack", stack + " " + stack.peek() + stack.search("a") + stack.search("z") + stack.pop() + stack.empty());
    }
}
