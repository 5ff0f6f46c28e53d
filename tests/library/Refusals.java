import java.io.BufferedReader;
import java.io.StringReader;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What is refused, noticed or told in java's words: recursion, changes while walking, bounds, limits. */
public class Refusals {
    private interface Action {
        Object run() throws Exception;
    }

    private static void tell(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Exception | StackOverflowError e) {
            System.out.println(what + ": " + e);
        }
    }

    private static void maps() {
        Hashtable<Object, Object> table = new Hashtable<>();
        table.put("itself", table);
        tell("table in itself", table::toString);
        Map<Object, Object> concurrent = new ConcurrentHashMap<>();
        concurrent.put("itself", concurrent);
        tell("concurrent map in itself", concurrent::toString);
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        tell("absent in absent", () -> map.computeIfAbsent(1, one -> map.computeIfAbsent(1, same -> "inner")));
        tell("compute in compute", () -> map.compute(1, (key, old) -> map.compute(1, (same, none) -> "inner")));
        tell("put in compute", () -> map.compute(1, (key, old) -> map.put(1, "inner")));
        tell("merge in absent", () -> map.computeIfAbsent(1, key -> map.merge(1, "a", String::concat)));
        tell("putIfAbsent in absent", () -> map.computeIfAbsent(1, key -> map.putIfAbsent(1, "a")));
        tell("get in absent", () -> map.computeIfAbsent(1, key -> map.get(1) + "!") + map.remove(1));
        map.put(1, "one");
        tell("present in present", () -> map.computeIfPresent(1, (key, old) -> map.computeIfPresent(1, (same, one) -> "inner")));
        tell("after all", () -> map);
        tell("another key", () -> map.computeIfAbsent(2, key -> map.computeIfAbsent(3, other -> "three") + "!") + map);
        tell("far in absent", () -> map.computeIfAbsent(4, key -> {
            for (int i = 100; i < 110; i++) map.put(i, "");
            return "four";
        }) + map.size());
        tell("failed in absent", () -> map.computeIfAbsent(5, key -> {
            throw new IllegalStateException("mine");
        }));
        tell("and again", () -> map.computeIfAbsent(5, key -> "five") + map.get(5));
        for (int n = 1; n < 40; n++) {
            int last = n;
            tell("fib(" + n + ")", () -> fib(new ConcurrentHashMap<>(), last));
        }
        HashMap<Integer, Integer> plain = new HashMap<>();
        tell("HashMap", () -> plain.computeIfAbsent(1, key -> plain.put(2, 2)));
        tell("EnumMap of none", () -> new EnumMap<Thread.State, Integer>(new HashMap<Thread.State, Integer>()));
        tell("EnumMap of an empty one", () ->
            new EnumMap<>((Map<Thread.State, Integer>) new EnumMap<Thread.State, Integer>(Thread.State.class)));
        tell("entry", () -> Map.entry(1, 2).setValue(3));
        tell("entry of singletonMap", () -> Collections.singletonMap(1, 2).entrySet().iterator().next().setValue(3));
        tell("entry of unmodifiableMap", () ->
            Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).entrySet().iterator().next().setValue(3));
    }

    private static long fib(ConcurrentHashMap<Integer, Long> known, int n) {
        return n < 2 ? n : known.computeIfAbsent(n, key -> fib(known, key - 1) + fib(known, key - 2));
    }

    private static void lists() {
        LinkedList<Integer> linked = new LinkedList<>(List.of(1, 2, 3));
        Iterator<Integer> each = linked.iterator();
        tell("forEachRemaining", () -> {
            each.forEachRemaining(element -> {
                System.out.print(element + " ");
                if (element == 3) linked.add(4);
            });
            return "unnoticed";
        });
        Iterator<Integer> last = linked.iterator();
        tell("forEachRemaining", () -> {
            last.forEachRemaining(element -> {
                if (element == 4) linked.removeLast();
            });
            return "unnoticed";
        });
        Iterator<Integer> other = linked.iterator();
        tell("forEachRemaining", () -> {
            other.forEachRemaining(element -> {
                System.out.print(element + " ");
                if (element == 2) linked.removeFirst();
            });
            return "unnoticed";
        });
        for (int size = 1; size < 40; size++) {
            ArrayDeque<Integer> deque = new ArrayDeque<>(Collections.nCopies(size, size));
            for (int i = 0; i < size / 2; i++) deque.addFirst(deque.pollLast());
            tell("addAll(itself)", () -> deque.addAll(deque));
            System.out.println(deque.size());
        }
        LinkedList<Integer> twice = new LinkedList<>(List.of(1, 2));
        tell("addAll(itself)", () -> twice.addAll(twice) + " " + twice.addAll(1, twice) + twice);
        ArrayList<Integer> list = new ArrayList<>(List.of(1, 2));
        tell("addAll(itself)", () -> list.addAll(list) + " " + list.addAll(1, list) + list);
        PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(1));
        tell("addAll(itself)", () -> queue.addAll(queue));
        Vector<Integer> vector = new Vector<>(List.of(1, 2));
        tell("setSize", () -> {
            vector.setSize(-1);
            return vector;
        });
        tell("get", () -> vector.get(-1));
        tell("elementAt", () -> vector.elementAt(-1));
        tell("removeElementAt", () -> {
            vector.removeElementAt(-1);
            return vector;
        });
        tell("subList", () -> vector.subList(1, 0));
    }

    private static void texts() {
        for (String format : new String[] {
            "%0$d", "%00$d", "%1$0$d", "%-1$d", "%0d", "%99999999999$d", "%1$", "%2147483648d", "%.99999999999f"
        })
            tell(format, () -> String.format(format, 1));
        int[][] ranges = {{3, 3}, {2, 5}, {0, 2}, {-1, 2}, {3, 2}, {0, 9}, {6, 6}, {7, 7}, {0, 0}, {1, 2}};
        for (int[] range : ranges) {
            tell("int", () -> Integer.parseInt("+12-3x", range[0], range[1], 10));
            tell("unsigned int", () -> Integer.parseUnsignedInt("+12-3x", range[0], range[1], 10));
            tell("long", () -> Long.parseLong("+12-3x", range[0], range[1], 10));
            tell("unsigned long", () -> Long.parseUnsignedLong("+12-3x", range[0], range[1], 10));
        }
        for (int radix : new int[] {1, 37}) {
            tell("radix", () -> Integer.parseInt("1", radix));
            tell("radix", () -> Long.parseLong("1", 0, 1, radix));
            tell("radix", () -> Integer.parseUnsignedInt("1", radix));
            tell("radix", () -> Byte.parseByte("1", radix));
        }
        tell("mark", () -> {
            BufferedReader reader = new BufferedReader(new StringReader("0123456789".repeat(3)), 8);
            reader.mark(2);
            for (int i = 0; i < 20; i++) reader.read();
            reader.reset();
            return reader.readLine();
        });
        tell("no mark", () -> {
            new BufferedReader(new StringReader("0123456789"), 8).reset();
            return "";
        });
    }

    private static void objects() throws Exception {
        class Kept extends WeakReference<Object> implements Cloneable {
            Kept() {
                super(null);
            }

            Object copy() throws CloneNotSupportedException {
                return clone();
            }
        }
        tell("clone of a reference", () -> new Kept().copy());
        class Hook extends Thread {
            public boolean equals(Object other) {
                return true;
            }

            public int hashCode() {
                return 1;
            }
        }
        Hook hook = new Hook(), equal = new Hook();
        Runtime runtime = Runtime.getRuntime();
        runtime.addShutdownHook(hook);
        runtime.addShutdownHook(equal);
        tell("hook again", () -> {
            runtime.addShutdownHook(hook);
            return "added";
        });
        System.out.println(runtime.removeShutdownHook(new Hook()) + " " + runtime.removeShutdownHook(hook) + " "
            + runtime.removeShutdownHook(equal) + " " + runtime.removeShutdownHook(equal));
        Class<?> deep = Array.newInstance(int.class, new int[255]).getClass();
        System.out.println(deep.getName().length());
        tell("256 dimensions", () -> Array.newInstance(int.class, new int[256]));
        tell("256 dimensions", () -> Array.newInstance(deep, 1));
        tell("257 dimensions", () -> Array.newInstance(deep, 1, 1));
        tell("array of the deepest", () -> deep.arrayType());
        tell("no dimension", () -> Array.newInstance(int.class, new int[0]));
        tell("void", () -> Array.newInstance(void.class, 1));
        tell("void", () -> Array.newInstance(void.class, 1, 1));
        tell("void", () -> Array.newInstance(void.class, new int[0]));
        tell("negative", () -> Array.newInstance(int.class, 3, -1));
        tell("NUL", () -> Class.forName("java.lang.String\0"));
        tell("NUL", () -> Class.forName("\0"));
        for (String name : new String[] {
            "", "a/b", "java/lang/String", "[", "[L", "[Ljava.lang.String", "[Ljava/lang/String;", "int", "[int", "[[I", "[V", "java.lang."
        })
            tell("named '" + name + "'", () -> Class.forName(name));
    }

    private static void waits() {
        Object lock = new Object();
        for (int[] times : new int[][] {{-1, 0}, {0, -1}, {0, 1000000}, {-1, -1}}) {
            tell("wait", () -> {
                synchronized (lock) {
                    lock.wait(times[0], times[1]);
                }
                return "waited";
            });
            tell("wait outside", () -> {
                lock.wait(times[0], times[1]);
                return "waited";
            });
            tell("sleep", () -> {
                Thread.sleep(times[0], times[1]);
                return "slept";
            });
            tell("join", () -> {
                new Thread().join(times[0], times[1]);
                return "joined";
            });
        }
        tell("wait(-1)", () -> {
            synchronized (lock) {
                lock.wait(-1);
            }
            return "waited";
        });
        tell("sleep(-1)", () -> {
            Thread.sleep(-1);
            return "slept";
        });
        tell("join(-1)", () -> {
            Thread.currentThread().join(-1);
            return "joined";
        });
        tell("await", () -> new CountDownLatch(1).await(-1, TimeUnit.DAYS));
        tell("latch", () -> new CountDownLatch(-1));
        TimeUnit unit = TimeUnit.SECONDS;
        tell("sleep of a unit", () -> {
            unit.sleep(-1);
            return "slept";
        });
        for (int[] range : new int[][] {{-1, 2}, {0, 5}, {3, 2}, {2, -1}, {5, 0}})
            tell("System.in", () -> System.in.read(new byte[4], range[0], range[1]));
        tell("System.in", () -> System.in.read(null, 0, 0));
        tell("System.in", () -> System.in.read(new byte[4], 4, 0) + " " + System.in.read(new byte[4], 3, 1));
    }

    public static void main(String[] arguments) throws Exception {
        maps();
        lists();
        texts();
        objects();
        waits();
    }
}
