package java.util.concurrent;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Those who write take its monitor and leave a new array; iterators walk the array of their beginning. */
public class CopyOnWriteArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private volatile Object[] elements = {};

    public CopyOnWriteArrayList() {
    }

    public CopyOnWriteArrayList(Collection<? extends E> c) {
        this.elements = elementsOf(c).clone();
    }

    /** An array that nobody changes: another such list's own. */
    private static Object[] elementsOf(Collection<?> c) {
        return c.getClass() == CopyOnWriteArrayList.class ? ((CopyOnWriteArrayList<?>) c).elements : c.toArray();
    }

    public CopyOnWriteArrayList(E[] toCopyIn) {
        this.elements = Arrays.copyOf(toCopyIn, toCopyIn.length, Object[].class);
    }

    @SuppressWarnings("unchecked")
    private List<E> snapshot() {
        return (List<E>) Arrays.asList(elements);
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        return (E) elements[index];
    }

    public int size() {
        return elements.length;
    }

    public synchronized E set(int index, E element) {
        E old = get(index);
        if (old == element) return old;
        Object[] now = elements.clone();
        now[index] = element;
        elements = now;
        return old;
    }

    public synchronized boolean add(E element) {
        add(elements.length, element);
        return true;
    }

    public synchronized void add(int index, E element) {
        insert(index, new Object[] {element});
    }

    private void insert(int index, Object[] added) {
        if (index < 0 || index > elements.length) throw outOfBounds(index, elements.length);
        if (added.length > 0) replace(index, 0, added);
    }

    private static IndexOutOfBoundsException outOfBounds(int index, int size) {
        return new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
    }

    private void replace(int start, int count, Object[] by) {
        Object[] old = elements;
        Object[] now = Arrays.copyOf(old, old.length - count + by.length);
        System.arraycopy(by, 0, now, start, by.length);
        System.arraycopy(old, start + count, now, start + by.length, old.length - start - count);
        elements = now;
    }

    public synchronized boolean addAll(Collection<? extends E> c) {
        Object[] added = elementsOf(c);
        insert(elements.length, added);
        return added.length > 0;
    }

    public synchronized boolean addAll(int index, Collection<? extends E> c) {
        Object[] added = c.toArray();
        insert(index, added);
        return added.length > 0;
    }

    public synchronized boolean addIfAbsent(E element) {
        return !contains(element) && add(element);
    }

    @SuppressWarnings("unchecked")
    public synchronized int addAllAbsent(Collection<? extends E> c) {
        int count = 0;
        for (Object element : c.toArray())
            if (addIfAbsent((E) element)) count++;
        return count;
    }

    public synchronized E remove(int index) {
        E old = get(index);
        replace(index, 1, new Object[0]);
        return old;
    }

    public synchronized boolean remove(Object object) {
        int index = indexOf(object);
        if (index >= 0) remove(index);
        return index >= 0;
    }

    @SuppressWarnings("unchecked")
    public synchronized boolean removeIf(Predicate<? super E> filter) {
        if (filter == null) throw new NullPointerException();
        Object[] kept = new Object[elements.length];
        int count = 0;
        for (Object element : elements)
            if (!filter.test((E) element)) kept[count++] = element;
        if (count == kept.length) return false;
        elements = Arrays.copyOf(kept, count);
        return true;
    }

    public boolean removeAll(Collection<?> gone) {
        if (gone == null) throw new NullPointerException();
        return removeIf(element -> gone.contains(element));
    }

    public boolean retainAll(Collection<?> kept) {
        if (kept == null) throw new NullPointerException();
        return removeIf(element -> !kept.contains(element));
    }

    public synchronized void clear() {
        elements = new Object[0];
    }

    @SuppressWarnings("unchecked")
    public synchronized void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        Object[] now = elements.clone();
        for (int i = 0; i < now.length; i++) now[i] = operator.apply((E) now[i]);
        elements = now;
    }

    @SuppressWarnings("unchecked")
    public synchronized void sort(Comparator<? super E> order) {
        Object[] now = elements.clone();
        Arrays.sort((E[]) now, order);
        elements = now;
    }

    public void forEach(Consumer<? super E> action) {
        snapshot().forEach(action);
    }

    public int indexOf(Object object) {
        return snapshot().indexOf(object);
    }

    public int indexOf(E element, int from) {
        Object[] all = elements;
        for (int i = from; i < all.length; i++)
            if (element == null ? all[i] == null : element.equals(all[i])) return i;
        return -1;
    }

    public int lastIndexOf(Object object) {
        return snapshot().lastIndexOf(object);
    }

    public int lastIndexOf(E element, int from) {
        Object[] all = elements;
        for (int i = from; i >= 0; i--)
            if (element == null ? all[i] == null : element.equals(all[i])) return i;
        return -1;
    }

    public boolean contains(Object object) {
        return indexOf(object) >= 0;
    }

    public Iterator<E> iterator() {
        return listIterator();
    }

    public ListIterator<E> listIterator() {
        return listIterator(0);
    }

    public ListIterator<E> listIterator(int index) {
        Object[] all = elements;
        if (index < 0 || index > all.length) throw outOfBounds(index, all.length);
        return new Each<E>(all, 0, all.length, index);
    }

    public synchronized List<E> subList(int from, int to) {
        if (from < 0 || to > elements.length || from > to) throw new IndexOutOfBoundsException();
        return new Part<E>(this, from, to - from);
    }

    public Object[] toArray() {
        return elements.clone();
    }

    public <T> T[] toArray(T[] array) {
        return snapshot().toArray(array);
    }

    public boolean equals(Object other) {
        return other == this || snapshot().equals(other);
    }

    public int hashCode() {
        return snapshot().hashCode();
    }

    public String toString() {
        return Arrays.toString(elements);
    }

    public Object clone() {
        return new CopyOnWriteArrayList<E>(snapshot());
    }

    /** Walks a part of an array that nobody changes. */
    private static final class Each<E> implements ListIterator<E> {
        private final Object[] elements;
        private final int start;
        private final int end;
        private int next;

        Each(Object[] elements, int start, int end, int next) {
            this.elements = elements;
            this.start = start;
            this.end = end;
            this.next = next;
        }

        public boolean hasNext() {
            return next < end;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (!hasNext()) throw new NoSuchElementException();
            return (E) elements[next++];
        }

        public boolean hasPrevious() {
            return next > start;
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            if (!hasPrevious()) throw new NoSuchElementException();
            return (E) elements[--next];
        }

        public int nextIndex() {
            return next - start;
        }

        public int previousIndex() {
            return nextIndex() - 1;
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E element) {
            throw new UnsupportedOperationException();
        }

        public void add(E element) {
            throw new UnsupportedOperationException();
        }
    }

    /** A window on a list that nobody else changes. */
    private static final class Part<E> extends AbstractList<E> implements RandomAccess {
        private final CopyOnWriteArrayList<E> list;
        private final int offset;
        private int size;
        private Object[] expected;

        Part(CopyOnWriteArrayList<E> list, int offset, int size) {
            this.list = list;
            this.offset = offset;
            this.size = size;
            this.expected = list.elements;
        }

        private void checkUnchanged() {
            if (list.elements != expected) throw new ConcurrentModificationException();
        }

        private void checkElement(int index) {
            if (index < 0 || index >= size) throw outOfBounds(index, size);
        }

        /** Does to a copy what is to be done, then puts that in the place of the window. */
        private <R> R change(Function<CopyOnWriteArrayList<E>, R> change) {
            synchronized (list) {
                checkUnchanged();
                CopyOnWriteArrayList<E> copy = new CopyOnWriteArrayList<E>();
                Object[] before = Arrays.copyOfRange(expected, offset, offset + size);
                copy.elements = before;
                R result = change.apply(copy);
                if (copy.elements != before) list.replace(offset, size, copy.elements);
                size = copy.elements.length;
                expected = list.elements;
                return result;
            }
        }

        public int size() {
            synchronized (list) {
                checkUnchanged();
                return size;
            }
        }

        @SuppressWarnings("unchecked")
        public E get(int index) {
            synchronized (list) {
                checkElement(index);
                checkUnchanged();
                return (E) expected[offset + index];
            }
        }

        public E set(int index, E element) {
            return change(copy -> {
                checkElement(index);
                return copy.set(index, element);
            });
        }

        public boolean add(E element) {
            return change(copy -> copy.add(element));
        }

        public void add(int index, E element) {
            change(copy -> {
                copy.add(index, element);
                return null;
            });
        }

        public boolean addAll(Collection<? extends E> added) {
            return change(copy -> copy.addAll(added));
        }

        public boolean addAll(int index, Collection<? extends E> added) {
            return change(copy -> copy.addAll(index, added));
        }

        public E remove(int index) {
            return change(copy -> {
                checkElement(index);
                return copy.remove(index);
            });
        }

        public boolean remove(Object object) {
            return change(copy -> copy.remove(object));
        }

        public boolean removeIf(Predicate<? super E> filter) {
            return change(copy -> copy.removeIf(filter));
        }

        public boolean removeAll(Collection<?> gone) {
            return change(copy -> copy.removeAll(gone));
        }

        public boolean retainAll(Collection<?> kept) {
            return change(copy -> copy.retainAll(kept));
        }

        public void clear() {
            removeIf(element -> true);
        }

        public void replaceAll(UnaryOperator<E> operator) {
            change(copy -> {
                copy.replaceAll(operator);
                return null;
            });
        }

        public void sort(Comparator<? super E> order) {
            change(copy -> {
                copy.sort(order);
                return null;
            });
        }

        public Iterator<E> iterator() {
            return listIterator();
        }

        public ListIterator<E> listIterator(int index) {
            synchronized (list) {
                checkUnchanged();
                if (index < 0 || index > size) throw outOfBounds(index, size);
                return new Each<E>(expected, offset, offset + size, offset + index);
            }
        }

        public List<E> subList(int from, int to) {
            synchronized (list) {
                checkUnchanged();
                if (from < 0 || to > size || from > to) throw new IndexOutOfBoundsException();
                return new Part<E>(list, offset + from, to - from);
            }
        }
    }
}
