package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class ArrayList<E> extends AbstractList<E>
        implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private static final Object[] NONE = {};
    private static final int DEFAULT_CAPACITY = 10;

    private Object[] elements;
    private int size;

    public ArrayList() {
        elements = NONE;
    }

    public ArrayList(int capacity) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        elements = capacity == 0 ? NONE : new Object[capacity];
    }

    public ArrayList(Collection<? extends E> c) {
        Object[] copy = c.toArray();
        size = copy.length;
        elements = copy.getClass() == Object[].class ? copy : Arrays.copyOf(copy, size, Object[].class);
    }

    private Object[] grow(int needed) {
        if (needed < 0) throw new OutOfMemoryError("Required length exceeds implementation limit");
        int more = elements.length + (elements.length >> 1);
        int capacity = Math.max(Math.max(needed, more), elements == NONE ? DEFAULT_CAPACITY : 0);
        Object[] larger = new Object[capacity];
        System.arraycopy(elements, 0, larger, 0, size);
        elements = larger;
        return larger;
    }

    public void trimToSize() {
        modCount++;
        if (size < elements.length) elements = size == 0 ? NONE : Arrays.copyOf(elements, size);
    }

    public void ensureCapacity(int capacity) {
        if (capacity > elements.length && !(elements == NONE && capacity <= DEFAULT_CAPACITY)) {
            modCount++;
            grow(capacity);
        }
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(Object element) {
        return indexOf(element) >= 0;
    }

    public int indexOf(Object element) {
        Object[] array = elements;
        int end = size;
        if (element == null) {
            for (int i = 0; i < end; i++)
                if (array[i] == null) return i;
        } else {
            for (int i = 0; i < end; i++)
                if (element.equals(array[i])) return i;
        }
        return -1;
    }

    public int lastIndexOf(Object element) {
        Object[] array = elements;
        for (int i = size - 1; i >= 0; i--)
            if (element == null ? array[i] == null : element.equals(array[i])) return i;
        return -1;
    }

    public Object clone() {
        try {
            ArrayList<?> copy = (ArrayList<?>) super.clone();
            copy.elements = Arrays.copyOf(elements, size);
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public Object[] toArray() {
        return Arrays.copyOf(elements, size);
    }

    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] a) {
        if (a.length < size) return (T[]) Arrays.copyOf(elements, size, a.getClass());
        System.arraycopy(elements, 0, a, 0, size);
        if (a.length > size) a[size] = null;
        return a;
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        if (index < 0 || index >= size) throw outOfBounds(index);
        return (E) elements[index];
    }

    private IndexOutOfBoundsException outOfBounds(int index) {
        return new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + size);
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        if (index < 0 || index >= size) throw outOfBounds(index);
        E old = (E) elements[index];
        elements[index] = element;
        return old;
    }

    public boolean add(E element) {
        modCount++;
        Object[] array = elements;
        int end = size;
        if (end == array.length) array = grow(end + 1);
        array[end] = element;
        size = end + 1;
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        modCount++;
        Object[] array = elements;
        if (size == array.length) array = grow(size + 1);
        System.arraycopy(array, index, array, index + 1, size - index);
        array[index] = element;
        size++;
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        if (index < 0 || index >= size) throw outOfBounds(index);
        E old = (E) elements[index];
        removeAt(index);
        return old;
    }

    private void removeAt(int index) {
        modCount++;
        int last = size - 1;
        if (last > index) System.arraycopy(elements, index + 1, elements, index, last - index);
        elements[last] = null;
        size = last;
    }

    public boolean remove(Object element) {
        int index = indexOf(element);
        if (index < 0) return false;
        removeAt(index);
        return true;
    }

    public boolean equals(Object other) {
        if (other == this) return true;
        if (!(other instanceof List)) return false;
        int expected = modCount;
        boolean same = super.equals(other);
        if (modCount != expected) throw new ConcurrentModificationException();
        return same;
    }

    public int hashCode() {
        int expected = modCount;
        int hash = 1;
        for (int i = 0; i < size; i++) {
            Object element = elements[i];
            hash = 31 * hash + (element == null ? 0 : element.hashCode());
        }
        if (modCount != expected) throw new ConcurrentModificationException();
        return hash;
    }

    public void clear() {
        modCount++;
        Arrays.fill(elements, 0, size, null);
        size = 0;
    }

    public boolean addAll(Collection<? extends E> c) {
        Object[] added = c.toArray();
        modCount++;
        if (added.length == 0) return false;
        if (added.length > elements.length - size) grow(size + added.length);
        System.arraycopy(added, 0, elements, size, added.length);
        size += added.length;
        return true;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size);
        Object[] added = c.toArray();
        modCount++;
        if (added.length == 0) return false;
        if (added.length > elements.length - size) grow(size + added.length);
        System.arraycopy(elements, index, elements, index + added.length, size - index);
        System.arraycopy(added, 0, elements, index, added.length);
        size += added.length;
        return true;
    }

    protected void removeRange(int from, int to) {
        if (from > to)
            throw new IndexOutOfBoundsException("From Index: " + from + " > To Index: " + to);
        modCount++;
        closeGap(from, to);
    }

    private void closeGap(int from, int to) {
        System.arraycopy(elements, to, elements, from, size - to);
        Arrays.fill(elements, size - (to - from), size, null);
        size -= to - from;
    }

    public boolean removeAll(Collection<?> source) {
        Objects.requireNonNull(source);
        return keep(source, false);
    }

    public boolean retainAll(Collection<?> source) {
        Objects.requireNonNull(source);
        return keep(source, true);
    }

    /** What an exception in contains leaves unexamined stays. */
    private boolean keep(Collection<?> source, boolean contained) {
        int from = 0;
        while (from < size && source.contains(elements[from]) == contained) from++;
        if (from == size) return false;
        int to = from;
        try {
            for (from++; from < size; from++)
                if (source.contains(elements[from]) == contained) elements[to++] = elements[from];
        } finally {
            modCount += Math.min(from, size) - to;
            closeGap(to, Math.min(from, size));
        }
        return true;
    }

    /** All are tested before any is removed, so that a filter that throws leaves the list as it was. */
    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = modCount;
        Object[] array = elements;
        int end = size;
        boolean[] doomed = new boolean[end];
        int count = 0;
        for (int i = 0; i < end; i++) {
            if (filter.test((E) array[i])) {
                doomed[i] = true;
                count++;
            }
        }
        if (modCount != expected) throw new ConcurrentModificationException();
        if (count == 0) return false;
        modCount++;
        int to = 0;
        for (int i = 0; i < end; i++)
            if (!doomed[i]) array[to++] = array[i];
        closeGap(to, end);
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        Object[] array = elements;
        int end = size;
        for (int i = 0; modCount == expected && i < end; i++) action.accept((E) array[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        Object[] array = elements;
        int end = size;
        for (int i = 0; modCount == expected && i < end; i++) array[i] = operator.apply((E) array[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
        modCount++;
    }

    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> comparator) {
        int expected = modCount;
        Arrays.sort((E[]) elements, 0, size, comparator);
        if (modCount != expected) throw new ConcurrentModificationException();
        modCount++;
    }

    public Iterator<E> iterator() {
        return new Each<E>(this);
    }

    public ListIterator<E> listIterator() {
        return new Both<E>(this, 0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new Both<E>(this, index);
    }

    private static class Each<E> implements Iterator<E> {
        final ArrayList<E> list;
        int cursor;
        int last = -1;
        int expected;

        Each(ArrayList<E> list) {
            this.list = list;
            this.expected = list.modCount;
        }

        public boolean hasNext() {
            return cursor != list.size;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            ArrayList<E> source = list;
            if (source.modCount != expected) throw new ConcurrentModificationException();
            int i = cursor;
            if (i >= source.size) throw new NoSuchElementException();
            cursor = i + 1;
            last = i;
            return (E) source.elements[i];
        }

        public void remove() {
            if (last < 0) throw new IllegalStateException();
            checkUnchanged();
            list.removeAt(last);
            cursor = last;
            last = -1;
            expected = list.modCount;
        }

        @SuppressWarnings("unchecked")
        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            Object[] array = list.elements;
            int end = list.size;
            int i = cursor;
            if (i >= end) return;
            while (i < end && list.modCount == expected) action.accept((E) array[i++]);
            cursor = i;
            last = i - 1;
            checkUnchanged();
        }

        final void checkUnchanged() {
            if (list.modCount != expected) throw new ConcurrentModificationException();
        }
    }

    private static final class Both<E> extends Each<E> implements ListIterator<E> {
        Both(ArrayList<E> list, int index) {
            super(list);
            cursor = index;
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            checkUnchanged();
            int i = cursor - 1;
            if (i < 0) throw new NoSuchElementException();
            cursor = i;
            last = i;
            return (E) list.elements[i];
        }

        public void set(E element) {
            if (last < 0) throw new IllegalStateException();
            checkUnchanged();
            list.elements[last] = element;
        }

        public void add(E element) {
            checkUnchanged();
            list.add(cursor, element);
            cursor++;
            last = -1;
            expected = list.modCount;
        }
    }
}
