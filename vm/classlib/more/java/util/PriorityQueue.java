package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A binary heap in an array. Programs see its order when they print it: each step is the textbook's. */
public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    private Object[] queue;
    private int size;
    private final Comparator<? super E> comparator;
    private int modCount;

    public PriorityQueue() {
        this(11, null);
    }

    public PriorityQueue(int capacity) {
        this(capacity, null);
    }

    public PriorityQueue(Comparator<? super E> comparator) {
        this(11, comparator);
    }

    public PriorityQueue(int capacity, Comparator<? super E> comparator) {
        if (capacity < 1) throw new IllegalArgumentException();
        this.queue = new Object[capacity];
        this.comparator = comparator;
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(Collection<? extends E> c) {
        boolean ordered = true;
        if (c instanceof SortedSet) {
            comparator = ((SortedSet<E>) c).comparator();
        } else if (c instanceof PriorityQueue) {
            comparator = ((PriorityQueue<E>) c).comparator();
        } else {
            comparator = null;
            ordered = false;
        }
        take(c, ordered);
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(PriorityQueue<? extends E> c) {
        comparator = (Comparator<? super E>) c.comparator();
        take(c, true);
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(SortedSet<? extends E> c) {
        comparator = (Comparator<? super E>) c.comparator();
        take(c, true);
    }

    private void take(Collection<? extends E> c, boolean ordered) {
        Object[] array = c.toArray();
        for (Object element : array)
            if (element == null) throw new NullPointerException();
        size = array.length;
        queue = size == 0 ? new Object[1] : Arrays.copyOf(array, size, Object[].class);
        if (!ordered) heapify();
    }

    @SuppressWarnings("unchecked")
    private void siftUp(int hole, Object element) {
        Object[] heap = queue;
        Comparator<? super E> order = comparator;
        Comparable<Object> comparable = order == null ? (Comparable<Object>) element : null;
        while (hole > 0) {
            int parent = hole - 1 >>> 1;
            Object above = heap[parent];
            if ((order == null ? comparable.compareTo(above) : order.compare((E) element, (E) above)) >= 0)
                break;
            heap[hole] = above;
            hole = parent;
        }
        heap[hole] = element;
    }

    @SuppressWarnings("unchecked")
    private void siftDown(int hole, Object element) {
        Object[] heap = queue;
        Comparator<? super E> order = comparator;
        int end = size;
        for (int child = 2 * hole + 1; child < end; child = 2 * hole + 1) {
            Object below = heap[child];
            int right = child + 1;
            if (right < end
                    && (order == null ? ((Comparable<Object>) below).compareTo(heap[right])
                                      : order.compare((E) below, (E) heap[right])) > 0) {
                child = right;
                below = heap[right];
            }
            if ((order == null ? ((Comparable<Object>) element).compareTo(below)
                               : order.compare((E) element, (E) below)) <= 0)
                break;
            heap[hole] = below;
            hole = child;
        }
        heap[hole] = element;
    }

    private void heapify() {
        for (int i = (size >>> 1) - 1; i >= 0; i--) siftDown(i, queue[i]);
    }

    public boolean add(E element) {
        return offer(element);
    }

    public boolean offer(E element) {
        if (element == null) throw new NullPointerException();
        modCount++;
        int end = size;
        if (end >= queue.length) queue = Arrays.copyOf(queue, end + (end < 64 ? end + 2 : end >> 1));
        siftUp(end, element);
        size = end + 1;
        return true;
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) queue[0];
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        E head = (E) queue[0];
        if (head == null) return null;
        modCount++;
        int end = --size;
        Object last = queue[end];
        queue[end] = null;
        if (end > 0) siftDown(0, last);
        return head;
    }

    private int indexOf(Object element) {
        if (element != null)
            for (int i = 0; i < size; i++)
                if (element.equals(queue[i])) return i;
        return -1;
    }

    public boolean remove(Object element) {
        int index = indexOf(element);
        if (index < 0) return false;
        removeAt(index);
        return true;
    }

    /** The element that came to lie before the index, and that a walk would therefore miss; or null. */
    private Object removeAt(int index) {
        modCount++;
        int end = --size;
        Object last = queue[end];
        queue[end] = null;
        if (end == index) return null;
        siftDown(index, last);
        if (queue[index] != last) return null;
        siftUp(index, last);
        return queue[index] == last ? null : last;
    }

    private void removeSame(Object element) {
        for (int i = 0; i < size; i++) {
            if (queue[i] == element) {
                removeAt(i);
                return;
            }
        }
    }

    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    public Object[] toArray() {
        return Arrays.copyOf(queue, size);
    }

    public int size() {
        return size;
    }

    public void clear() {
        modCount++;
        Arrays.fill(queue, 0, size, null);
        size = 0;
    }

    public Comparator<? super E> comparator() {
        return comparator;
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeIf(element -> c.contains(element));
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeIf(element -> !c.contains(element));
    }

    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = ++modCount;
        Object[] kept = new Object[queue.length];
        int count = 0;
        for (int i = 0; i < size; i++)
            if (!filter.test((E) queue[i])) kept[count++] = queue[i];
        if (modCount != expected) throw new ConcurrentModificationException();
        if (count == size) return false;
        queue = kept;
        size = count;
        heapify();
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (int i = 0; i < size && modCount == expected; i++) action.accept((E) queue[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
    }

    public Iterator<E> iterator() {
        return new Each<E>(this);
    }

    private static final class Each<E> implements Iterator<E> {
        private final PriorityQueue<E> heap;
        private int cursor;
        private int last = -1;
        /** Elements that removals moved from the part to come into the part that is done. */
        private ArrayDeque<Object> missed;
        private Object lastMissed;
        private int expected;

        Each(PriorityQueue<E> heap) {
            this.heap = heap;
            this.expected = heap.modCount;
        }

        public boolean hasNext() {
            return cursor < heap.size || missed != null && !missed.isEmpty();
        }

        private void checkUnchanged() {
            if (heap.modCount != expected) throw new ConcurrentModificationException();
        }

        @SuppressWarnings("unchecked")
        public E next() {
            checkUnchanged();
            if (cursor < heap.size) {
                last = cursor++;
                return (E) heap.queue[last];
            }
            last = -1;
            lastMissed = missed == null ? null : missed.poll();
            if (lastMissed == null) throw new NoSuchElementException();
            return (E) lastMissed;
        }

        public void remove() {
            checkUnchanged();
            if (last >= 0) {
                Object moved = heap.removeAt(last);
                last = -1;
                if (moved == null) {
                    cursor--;
                } else {
                    if (missed == null) missed = new ArrayDeque<Object>();
                    missed.add(moved);
                }
            } else if (lastMissed != null) {
                heap.removeSame(lastMissed);
                lastMissed = null;
            } else {
                throw new IllegalStateException();
            }
            expected = heap.modCount;
        }
    }
}
