import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** CopyOnWriteArrayList: what Collections does to a list whose iterators cannot change it, iterators, sublists. */
public class Snapshots {
    private interface Action {
        Object run();
    }

    private static void tell(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    private static List<Integer> upTo(int count) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < count; i++) list.add(i % 7);
        return new CopyOnWriteArrayList<>(list);
    }

    /** Sequential, so that Collections walks it when it is long. */
    private static final class Walked extends AbstractList<Integer> {
        private final int[] values;

        Walked(int size) {
            values = new int[size];
            for (int i = 0; i < size; i++) values[i] = i;
        }

        public int size() {
            return values.length;
        }

        public Integer get(int index) {
            return values[index];
        }

        public Integer set(int index, Integer value) {
            int old = values[index];
            values[index] = value;
            return old;
        }
    }

    private static void rearrange(String what, UnaryOperator<List<Integer>> copy) {
        for (int size : new int[] {0, 1, 2, 5, 6, 11, 24, 30, 120}) {
            List<Integer> list = copy.apply(upTo(size));
            tell(what + " reversed", () -> {
                Collections.reverse(list);
                return list;
            });
            tell("shuffled", () -> {
                Collections.shuffle(list, new Random(5));
                return list;
            });
            for (int distance : new int[] {0, 1, -3, 7, 1000, -1000})
                tell("rotated by " + distance, () -> {
                    Collections.rotate(list, distance);
                    return list;
                });
            tell("replaced", () -> Collections.replaceAll(list, 3, 300) + " " + Collections.replaceAll(list, null, 1) + list);
            tell("swapped", () -> {
                Collections.swap(list, 0, 4);
                return list;
            });
            tell("copied", () -> {
                Collections.copy(list, Arrays.asList(9, 8));
                return list;
            });
            tell("filled", () -> {
                Collections.fill(list, 4);
                return list;
            });
        }
    }

    private static void immutable(List<Integer> list) {
        tell("immutable " + list, () -> {
            Collections.rotate(list, 0);
            Collections.rotate(list, 2 * list.size());
            Collections.swap(new ArrayList<>(list), 0, 0);
            Collections.copy(list, List.of());
            return Collections.replaceAll(list, 100, 200);
        });
        tell("reverse", () -> {
            Collections.reverse(list);
            return list;
        });
        tell("rotate", () -> {
            Collections.rotate(list, 1);
            return list;
        });
        tell("fill", () -> {
            Collections.fill(list, 1);
            return list;
        });
        tell("shuffle", () -> {
            Collections.shuffle(list, new Random(1));
            return list;
        });
        tell("replaceAll", () -> Collections.replaceAll(list, 1, 2));
        tell("listIterator().remove()", () -> {
            list.listIterator().remove();
            return list;
        });
        tell("listIterator().set(1)", () -> {
            list.listIterator().set(1);
            return list;
        });
        tell("listIterator().add(1)", () -> {
            list.listIterator().add(1);
            return list;
        });
    }

    private static void iterators() {
        List<Integer> list = upTo(3);
        ListIterator<Integer> each = list.listIterator();
        list.add(77);
        tell("previous", each::previous);
        while (each.hasNext()) System.out.print(each.next() + " ");
        tell("next", each::next);
        tell("remove", () -> {
            each.remove();
            return "";
        });
        tell("set", () -> {
            each.set(1);
            return "";
        });
        tell("add", () -> {
            each.add(1);
            return "";
        });
        tell("at -1", () -> list.listIterator(-1));
        tell("at 9", () -> list.listIterator(9));
        for (int index : new int[] {-1, 4, 5}) {
            tell("get", () -> list.get(index));
            tell("set", () -> list.set(index, 1));
            tell("remove", () -> list.remove(index));
            tell("add", () -> {
                list.add(index, 1);
                return list;
            });
            tell("addAll", () -> list.addAll(index, List.of(1)));
            tell("addAll of none", () -> list.addAll(index, List.of()));
        }
    }

    private static void sublists() {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(upTo(9));
        tell("[-1, 2)", () -> list.subList(-1, 2));
        tell("[2, 10)", () -> list.subList(2, 10));
        tell("[3, 2)", () -> list.subList(3, 2));
        List<Integer> part = list.subList(2, 6);
        for (int index : new int[] {-1, 4, 5}) {
            tell("get", () -> part.get(index));
            tell("set", () -> part.set(index, 1));
            tell("remove", () -> part.remove(index));
            tell("add", () -> {
                part.add(index, 1);
                return part;
            });
            tell("addAll", () -> part.addAll(index, List.of(1)));
            tell("iterator", () -> part.listIterator(index).nextIndex());
        }
        tell("changed", () -> {
            part.add(5);
            part.set(0, 50);
            part.remove((Object) 3);
            part.addAll(List.of(6, 7));
            part.replaceAll(value -> value * 2);
            part.sort(null);
            part.removeIf(value -> value == 10);
            return part + " of " + list + part.contains(12) + part.indexOf(12) + part.lastIndexOf(4) + part.hashCode()
                + part.equals(List.of(1));
        });
        Iterator<Integer> walk = part.iterator();
        tell("removed while walking", () -> {
            walk.next();
            walk.remove();
            return part;
        });
        tell("walked while it changes", () -> {
            for (Integer value : part) part.add(value);
            return part;
        });
        list.add(1);
        tell("after a change", part::size);
        tell("after a change", () -> part.get(0));
        tell("after a change", part::iterator);
        tell("after a change", () -> part.add(3));
        List<Integer> other = list.subList(0, 2);
        list.set(3, 77);
        tell("after a set", other::size);
        List<Integer> third = list.subList(0, 2);
        list.removeIf(value -> value == 1000);
        list.remove((Object) 1000);
        list.addIfAbsent(77);
        tell("after nothing changed", third::size);
        list.set(3, 77);
        tell("after the same was set", third::size);
    }

    public static void main(String[] arguments) {
        rearrange("copying", list -> new CopyOnWriteArrayList<>(list));
        rearrange("array", list -> new ArrayList<>(list));
        rearrange("linked", list -> new LinkedList<>(list));
        rearrange("walked", list -> new Walked(list.size()));
        rearrange("part", list -> new ArrayList<>(list).subList(0, list.size()));
        immutable(List.of());
        immutable(List.of(1));
        immutable(List.of(1, 2));
        immutable(List.of(1, 2, 3));
        immutable(Collections.unmodifiableList(Arrays.asList(1, 2, 3)));
        immutable(Collections.emptyList());
        immutable(Collections.singletonList(1));
        immutable(Collections.nCopies(3, 1));
        iterators();
        sublists();
    }
}
