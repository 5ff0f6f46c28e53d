package java.util;

import java.util.function.Consumer;

/** A ring in an array whose length is a power of two and which always has a free place: head == tail means empty. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    private Object[] ring;
    private int head;
    private int tail;

    public ArrayDeque() {
        ring = new Object[16];
    }

    public ArrayDeque(int capacity) {
        int length = 8;
        while (length <= capacity && length > 0) length <<= 1;
        ring = new Object[length > 0 ? length : 1 << 30];
    }

    public ArrayDeque(Collection<? extends E> c) {
        this(c.size());
        addAll(c);
    }

    private void grow() {
        int length = ring.length;
        if (length << 1 < 0) throw new IllegalStateException("Sorry, deque too big");
        Object[] larger = new Object[length << 1];
        System.arraycopy(ring, head, larger, 0, length - head);
        System.arraycopy(ring, 0, larger, length - head, head);
        ring = larger;
        head = 0;
        tail = length;
    }

    public void addFirst(E element) {
        if (element == null) throw new NullPointerException();
        Object[] array = ring;
        head = head - 1 & array.length - 1;
        array[head] = element;
        if (head == tail) grow();
    }

    public void addLast(E element) {
        if (element == null) throw new NullPointerException();
        Object[] array = ring;
        array[tail] = element;
        tail = tail + 1 & array.length - 1;
        if (head == tail) grow();
    }

    public boolean addAll(Collection<? extends E> c) {
        if (c.size() == 0) return false;
        int before = size();
        c.forEach(element -> addLast(element));
        return size() > before;
    }

    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @SuppressWarnings("unchecked")
    public E pollFirst() {
        Object[] array = ring;
        int at = head;
        E element = (E) array[at];
        if (element == null) return null;
        array[at] = null;
        head = at + 1 & array.length - 1;
        return element;
    }

    @SuppressWarnings("unchecked")
    public E pollLast() {
        Object[] array = ring;
        int at = tail - 1 & array.length - 1;
        E element = (E) array[at];
        if (element == null) return null;
        array[at] = null;
        tail = at;
        return element;
    }

    private static <E> E present(E element) {
        if (element == null) throw new NoSuchElementException();
        return element;
    }

    public E removeFirst() {
        return present(pollFirst());
    }

    public E removeLast() {
        return present(pollLast());
    }

    @SuppressWarnings("unchecked")
    public E peekFirst() {
        return (E) ring[head];
    }

    @SuppressWarnings("unchecked")
    public E peekLast() {
        return (E) ring[tail - 1 & ring.length - 1];
    }

    public E getFirst() {
        return present(peekFirst());
    }

    public E getLast() {
        return present(peekLast());
    }

    public boolean removeFirstOccurrence(Object element) {
        if (element == null) return false;
        for (int i = head; i != tail; i = i + 1 & ring.length - 1) {
            if (element.equals(ring[i])) {
                delete(i);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object element) {
        if (element == null) return false;
        for (int i = tail; i != head;) {
            i = i - 1 & ring.length - 1;
            if (element.equals(ring[i])) {
                delete(i);
                return true;
            }
        }
        return false;
    }

    /** Moves the shorter side over the place; true when it was the side behind it. */
    private boolean delete(int at) {
        Object[] array = ring;
        int mask = array.length - 1;
        if ((at - head & mask) < (tail - at & mask)) {
            for (int i = at; i != head; i = i - 1 & mask) array[i] = array[i - 1 & mask];
            array[head] = null;
            head = head + 1 & mask;
            return false;
        }
        int last = tail - 1 & mask;
        for (int i = at; i != last; i = i + 1 & mask) array[i] = array[i + 1 & mask];
        array[last] = null;
        tail = last;
        return true;
    }

    public boolean add(E element) {
        addLast(element);
        return true;
    }

    public boolean offer(E element) {
        addLast(element);
        return true;
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E element) {
        addFirst(element);
    }

    public E pop() {
        return removeFirst();
    }

    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    public int size() {
        return tail - head & ring.length - 1;
    }

    public boolean isEmpty() {
        return head == tail;
    }

    public boolean contains(Object element) {
        if (element == null) return false;
        for (int i = head; i != tail; i = i + 1 & ring.length - 1)
            if (element.equals(ring[i])) return true;
        return false;
    }

    public void clear() {
        Arrays.fill(ring, null);
        head = 0;
        tail = 0;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] array = ring;
        int end = tail;
        for (int i = head; i != end; i = i + 1 & array.length - 1) {
            if (array[i] == null) throw new ConcurrentModificationException();
            action.accept((E) array[i]);
        }
        if (tail != end) throw new ConcurrentModificationException();
    }

    @SuppressWarnings("unchecked")
    public ArrayDeque<E> clone() {
        try {
            ArrayDeque<E> copy = (ArrayDeque<E>) super.clone();
            copy.ring = Arrays.copyOf(ring, ring.length);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public Iterator<E> iterator() {
        return new Each<E>(this, false);
    }

    public Iterator<E> descendingIterator() {
        return new Each<E>(this, true);
    }

    private static final class Each<E> implements Iterator<E> {
        private final ArrayDeque<E> deque;
        private final boolean descending;
        private int remaining;
        private int cursor;
        private int last = -1;

        Each(ArrayDeque<E> deque, boolean descending) {
            this.deque = deque;
            this.descending = descending;
            this.remaining = deque.size();
            this.cursor = descending ? deque.tail - 1 & deque.ring.length - 1 : deque.head;
        }

        public boolean hasNext() {
            return remaining > 0;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (remaining <= 0) throw new NoSuchElementException();
            Object[] array = deque.ring;
            E element = (E) array[cursor];
            if (element == null) throw new ConcurrentModificationException();
            last = cursor;
            cursor = (descending ? cursor - 1 : cursor + 1) & array.length - 1;
            remaining--;
            return element;
        }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            boolean movedBehind = deque.delete(last);
            if (movedBehind != descending) cursor = last;
            last = -1;
        }
    }
}
