package java.util;

import java.util.function.Consumer;

public class LinkedList<E> extends AbstractSequentialList<E>
        implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    private static final class Node<E> {
        E element;
        Node<E> next;
        Node<E> previous;

        Node(Node<E> previous, E element, Node<E> next) {
            this.previous = previous;
            this.element = element;
            this.next = next;
        }
    }

    private int size;
    private Node<E> first;
    private Node<E> last;

    public LinkedList() {
    }

    public LinkedList(Collection<? extends E> elements) {
        addAll(elements);
    }

    /** In front of the node, or at the end when it is null. */
    private void insertBefore(Node<E> next, E element) {
        Node<E> previous = next == null ? last : next.previous;
        Node<E> node = new Node<E>(previous, element, next);
        if (previous == null) first = node;
        else previous.next = node;
        if (next == null) last = node;
        else next.previous = node;
        size++;
        modCount++;
    }

    private E unlink(Node<E> node) {
        Node<E> next = node.next;
        Node<E> previous = node.previous;
        if (previous == null) first = next;
        else previous.next = next;
        if (next == null) last = previous;
        else next.previous = previous;
        E element = node.element;
        node.element = null;
        node.next = null;
        node.previous = null;
        size--;
        modCount++;
        return element;
    }

    private Node<E> node(int index) {
        Node<E> node;
        if (index < size >> 1) {
            node = first;
            for (int i = 0; i < index; i++) node = node.next;
        } else {
            node = last;
            for (int i = size - 1; i > index; i--) node = node.previous;
        }
        return node;
    }

    private void checkElement(int index) {
        if (index < 0 || index >= size)
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
    }

    private static <E> Node<E> present(Node<E> node) {
        if (node == null) throw new NoSuchElementException();
        return node;
    }

    public int size() {
        return size;
    }

    public E getFirst() {
        return present(first).element;
    }

    public E getLast() {
        return present(last).element;
    }

    public E removeFirst() {
        return unlink(present(first));
    }

    public E removeLast() {
        return unlink(present(last));
    }

    public void addFirst(E element) {
        insertBefore(first, element);
    }

    public void addLast(E element) {
        insertBefore(null, element);
    }

    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    public boolean add(E element) {
        insertBefore(null, element);
        return true;
    }

    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    public boolean addAll(Collection<? extends E> elements) {
        return addAll(size, elements);
    }

    @SuppressWarnings("unchecked")
    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size);
        Object[] added = c.toArray();
        Node<E> next = index == size ? null : node(index);
        for (Object element : added) insertBefore(next, (E) element);
        return added.length > 0;
    }

    public void clear() {
        first = null;
        last = null;
        size = 0;
        modCount++;
    }

    public E get(int index) {
        checkElement(index);
        return node(index).element;
    }

    public E set(int index, E element) {
        checkElement(index);
        Node<E> node = node(index);
        E old = node.element;
        node.element = element;
        return old;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        insertBefore(index == size ? null : node(index), element);
    }

    public E remove(int index) {
        checkElement(index);
        return unlink(node(index));
    }

    public int indexOf(Object element) {
        int index = 0;
        for (Node<E> node = first; node != null; node = node.next) {
            if (Objects.equals(element, node.element)) return index;
            index++;
        }
        return -1;
    }

    public int lastIndexOf(Object element) {
        int index = size - 1;
        for (Node<E> node = last; node != null; node = node.previous) {
            if (Objects.equals(element, node.element)) return index;
            index--;
        }
        return -1;
    }

    public E peek() {
        return peekFirst();
    }

    public E element() {
        return getFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E remove() {
        return removeFirst();
    }

    public boolean offer(E element) {
        return add(element);
    }

    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    public boolean offerLast(E element) {
        return add(element);
    }

    public E peekFirst() {
        return first == null ? null : first.element;
    }

    public E peekLast() {
        return last == null ? null : last.element;
    }

    public E pollFirst() {
        return first == null ? null : unlink(first);
    }

    public E pollLast() {
        return last == null ? null : unlink(last);
    }

    public void push(E element) {
        addFirst(element);
    }

    public E pop() {
        return removeFirst();
    }

    public boolean removeFirstOccurrence(Object element) {
        for (Node<E> node = first; node != null; node = node.next) {
            if (Objects.equals(element, node.element)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object element) {
        for (Node<E> node = last; node != null; node = node.previous) {
            if (Objects.equals(element, node.element)) {
                unlink(node);
                return true;
            }
        }
        return false;
    }

    public Object[] toArray() {
        Object[] array = new Object[size];
        int i = 0;
        for (Node<E> node = first; node != null; node = node.next) array[i++] = node.element;
        return array;
    }

    public Object clone() {
        try {
            @SuppressWarnings("unchecked")
            LinkedList<E> copy = (LinkedList<E>) super.clone();
            copy.clear();
            copy.modCount = 0;
            copy.addAll(this);
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new Both<E>(this, index == size ? null : node(index), index);
    }

    public Iterator<E> descendingIterator() {
        ListIterator<E> backwards = listIterator(size);
        return new Iterator<E>() {
            public boolean hasNext() {
                return backwards.hasPrevious();
            }

            public E next() {
                return backwards.previous();
            }

            public void remove() {
                backwards.remove();
            }
        };
    }

    private static final class Both<E> implements ListIterator<E> {
        private final LinkedList<E> list;
        private Node<E> next;
        private Node<E> last;
        private int index;
        private int expected;

        Both(LinkedList<E> list, Node<E> next, int index) {
            this.list = list;
            this.next = next;
            this.index = index;
            this.expected = list.modCount;
        }

        private void checkUnchanged() {
            if (list.modCount != expected) throw new ConcurrentModificationException();
        }

        public boolean hasNext() {
            return index < list.size;
        }

        public E next() {
            checkUnchanged();
            if (index >= list.size) throw new NoSuchElementException();
            last = next;
            next = next.next;
            index++;
            return last.element;
        }

        public boolean hasPrevious() {
            return index > 0;
        }

        public E previous() {
            checkUnchanged();
            if (index <= 0) throw new NoSuchElementException();
            next = next == null ? list.last : next.previous;
            last = next;
            index--;
            return last.element;
        }

        public int nextIndex() {
            return index;
        }

        public int previousIndex() {
            return index - 1;
        }

        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            while (list.modCount == expected && hasNext()) action.accept(next());
            checkUnchanged();
        }

        public void remove() {
            checkUnchanged();
            if (last == null) throw new IllegalStateException();
            Node<E> after = last.next;
            list.unlink(last);
            if (next == last) next = after;
            else index--;
            last = null;
            expected++;
        }

        public void set(E element) {
            if (last == null) throw new IllegalStateException();
            checkUnchanged();
            last.element = element;
        }

        public void add(E element) {
            checkUnchanged();
            last = null;
            list.insertBefore(next, element);
            index++;
            expected++;
        }
    }
}
