import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

/** ArrayDeque, LinkedList as a deque, PriorityQueue: contents, orders, exceptions. */
public class Queues {
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

    static void deque(Deque<Integer> deque, long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 500; step++) {
            int value = random.nextInt(30);
            switch (random.nextInt(22)) {
                case 0: case 1: deque.addFirst(value); break;
                case 2: case 3: deque.addLast(value); break;
                case 4: show("offer", deque.offerFirst(value) && deque.offerLast(value) && deque.offer(value)); break;
                case 5: attempt("removeFirst", () -> deque.removeFirst()); break;
                case 6: attempt("removeLast", () -> deque.removeLast()); break;
                case 7: show("poll", deque.pollFirst() + " " + deque.pollLast() + " " + deque.poll()); break;
                case 8: attempt("get", () -> deque.getFirst() + " " + deque.getLast()); break;
                case 9: show("peek", deque.peekFirst() + " " + deque.peekLast() + " " + deque.peek()); break;
                case 10: show("remove", deque.removeFirstOccurrence(value) + " " + deque.removeLastOccurrence(value)); break;
                case 11: deque.push(value); break;
                case 12: attempt("pop", () -> deque.pop()); break;
                case 13: attempt("element", () -> deque.element()); break;
                case 14: attempt("remove()", () -> deque.remove()); break;
                case 15: show("contains", deque.contains(value) + " " + deque.size() + " " + deque.isEmpty()); break;
                case 16: walk(deque.iterator(), random, deque); break;
                case 17: walk(deque.descendingIterator(), random, deque); break;
                case 18: show("addAll", deque.addAll(Arrays.asList(value, value + 1, value + 2))); break;
                case 19: show("removeIf", deque.removeIf(e -> e % 9 == value % 9)); break;
                case 20: show("deque", deque + " " + Arrays.toString(deque.toArray())); break;
                case 21: if (value == 3) deque.clear(); break;
            }
        }
        show("end", deque);
        show("retainAll", deque.retainAll(Arrays.asList(1, 3, 5, 7, 11)) + " " + deque);
    }

    static void walk(Iterator<Integer> each, Random random, Collection<Integer> whole) {
        StringBuilder log = new StringBuilder();
        while (each.hasNext()) {
            log.append(each.next()).append(' ');
            if (random.nextInt(3) == 0) each.remove();
        }
        show("walk", log + "-> " + whole);
        attempt("end", () -> each.next());
    }

    static void heap(PriorityQueue<Integer> heap, long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 500; step++) {
            int value = random.nextInt(50);
            switch (random.nextInt(12)) {
                case 0: case 1: case 2: case 3: heap.add(value); break;
                case 4: show("poll", heap.poll()); break;
                case 5: attempt("element", () -> heap.element()); break;
                case 6: show("remove", heap.remove((Object) value)); break;
                case 7: attempt("remove()", () -> heap.remove()); break;
                case 8: walk(heap.iterator(), random, heap); break;
                case 9: if (step % 4 == 0) show("removeIf", heap.removeIf(e -> e % 11 == value % 11) + " " + heap); break;
                case 10: show("heap", heap + " " + heap.size() + " " + heap.peek() + heap.contains(value)); break;
                case 11: heap.addAll(Arrays.asList(value, value / 2, value * 2)); break;
            }
        }
        show("array", Arrays.toString(heap.toArray()) + Arrays.toString(heap.toArray(new Integer[0])));
        show("copy", new PriorityQueue<>(heap) + " " + new PriorityQueue<>(new ArrayList<>(heap)) + new PriorityQueue<>(new TreeSet<>(heap)));
        StringBuilder sorted = new StringBuilder();
        while (!heap.isEmpty()) sorted.append(heap.remove()).append(' ');
        show("sorted", sorted);
    }

    /** Removing while walking, of elements that are the same object more than once. */
    static void concurrent(Queue<Integer> queue) {
        queue.addAll(Arrays.asList(7, 3, 7, 7, 5, 3, 7, 9));
        for (int round = 0; round < 3; round++) {
            Iterator<Integer> each = queue.iterator();
            for (int i = 0; i <= 2 * round; i++) each.next();
            each.remove();
            if (round == 1) {
                each.next();
                each.remove();
            }
            show("walked", queue);
            attempt("twice", () -> { each.remove(); return queue; });
        }
    }

    public static void main(String[] arguments) {
        concurrent(new ConcurrentLinkedQueue<>());
        concurrent(new LinkedBlockingQueue<>());
        concurrent(new ArrayBlockingQueue<>(9));
        for (long seed = 1; seed <= 3; seed++) {
            deque(new ArrayDeque<>(), seed);
            deque(new ArrayDeque<>(seed == 1 ? 0 : 100), seed + 5);
            deque(new LinkedList<>(), seed);
            heap(new PriorityQueue<>(), seed);
            heap(new PriorityQueue<>(Comparator.reverseOrder()), seed);
            heap(new PriorityQueue<>(3, Comparator.comparing((Integer i) -> i % 7).thenComparing(i -> -i)), seed);
        }
        attempt("null", () -> new ArrayDeque<String>().add(null));
        attempt("null", () -> new PriorityQueue<String>().add(null));
        attempt("null contains", () -> new ArrayDeque<String>().contains(null) + " " + new PriorityQueue<String>().contains(null));
        attempt("capacity", () -> new PriorityQueue<String>(0));
        attempt("not comparable", () -> { try { return new PriorityQueue<Object>().add(new Object()); } catch (ClassCastException e) { return "ClassCastException"; } });
        PriorityQueue<Integer> heap = new PriorityQueue<>(Arrays.asList(5, 3, 8, 1));
        attempt("fail-fast", () -> { for (Integer each : heap) heap.add(each); return heap; });
        attempt("self", () -> heap.addAll(heap));
        attempt("forEach", () -> { heap.forEach(each -> heap.poll()); return heap; });
        ArrayDeque<Integer> deque = new ArrayDeque<>(Arrays.asList(1, 2, 3));
        ArrayDeque<Integer> copy = deque.clone();
        copy.add(4);
        show("clone", deque + " " + copy);
        Queue<Integer> lifo = Collections.asLifoQueue(new ArrayDeque<>());
        lifo.add(1);
        lifo.add(2);
        show("lifo", lifo + " " + lifo.peek() + lifo.remove());
    }
}
