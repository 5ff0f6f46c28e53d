package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class Vector<E> extends AbstractList<E>
        implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    protected Object[] elementData;
    protected int elementCount;
    protected int capacityIncrement;

    public Vector(int capacity, int increment) {
        if (capacity < 0) throw new IllegalArgumentException("Illegal Capacity: " + capacity);
        elementData = new Object[capacity];
        capacityIncrement = increment;
    }

    public Vector(int capacity) {
        this(capacity, 0);
    }

    public Vector() {
        this(10, 0);
    }

    public Vector(Collection<? extends E> c) {
        Object[] array = c.toArray();
        elementCount = array.length;
        elementData = Arrays.copyOf(array, elementCount, Object[].class);
    }

    public synchronized void copyInto(Object[] target) {
        System.arraycopy(elementData, 0, target, 0, elementCount);
    }

    public synchronized void trimToSize() {
        modCount++;
        elementData = Arrays.copyOf(elementData, elementCount);
    }

    public synchronized void ensureCapacity(int capacity) {
        if (capacity <= 0) return;
        modCount++;
        reserve(capacity);
    }

    private void reserve(int capacity) {
        int length = elementData.length;
        if (capacity <= length) return;
        int grown = length + (capacityIncrement > 0 ? capacityIncrement : length);
        elementData = Arrays.copyOf(elementData, Math.max(capacity, grown));
    }

    public synchronized void setSize(int size) {
        modCount++;
        reserve(size);
        for (int i = size; i < elementCount; i++) elementData[i] = null;
        elementCount = size;
    }

    public synchronized int capacity() {
        return elementData.length;
    }

    public synchronized int size() {
        return elementCount;
    }

    public synchronized boolean isEmpty() {
        return elementCount == 0;
    }

    public Enumeration<E> elements() {
        return new Enumeration<E>() {
            private int next;

            public boolean hasMoreElements() {
                return next < elementCount;
            }

            public E nextElement() {
                synchronized (Vector.this) {
                    if (next < elementCount) return at(next++);
                }
                throw new NoSuchElementException("Vector Enumeration");
            }
        };
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) elementData[index];
    }

    private void checkElement(int index) {
        if (index >= elementCount) throw new ArrayIndexOutOfBoundsException(index);
    }

    private void checkNamedElement(int index) {
        if (index >= elementCount) throw new ArrayIndexOutOfBoundsException(index + " >= " + elementCount);
    }

    public boolean contains(Object element) {
        return indexOf(element, 0) >= 0;
    }

    public int indexOf(Object element) {
        return indexOf(element, 0);
    }

    public synchronized int indexOf(Object element, int from) {
        for (int i = from; i < elementCount; i++)
            if (Objects.equals(element, elementData[i])) return i;
        return -1;
    }

    public synchronized int lastIndexOf(Object element) {
        return lastIndexOf(element, elementCount - 1);
    }

    public synchronized int lastIndexOf(Object element, int from) {
        if (from >= elementCount) throw new IndexOutOfBoundsException(from + " >= " + elementCount);
        for (int i = from; i >= 0; i--)
            if (Objects.equals(element, elementData[i])) return i;
        return -1;
    }

    public synchronized E elementAt(int index) {
        checkNamedElement(index);
        return at(index);
    }

    public synchronized E firstElement() {
        if (elementCount == 0) throw new NoSuchElementException();
        return at(0);
    }

    public synchronized E lastElement() {
        if (elementCount == 0) throw new NoSuchElementException();
        return at(elementCount - 1);
    }

    public synchronized void setElementAt(E element, int index) {
        checkNamedElement(index);
        elementData[index] = element;
    }

    public synchronized void removeElementAt(int index) {
        checkNamedElement(index);
        if (index < 0) throw new ArrayIndexOutOfBoundsException(index);
        removeRange(index, index + 1);
    }

    public synchronized void insertElementAt(E element, int index) {
        if (index > elementCount) throw new ArrayIndexOutOfBoundsException(index + " > " + elementCount);
        modCount++;
        reserve(elementCount + 1);
        System.arraycopy(elementData, index, elementData, index + 1, elementCount - index);
        elementData[index] = element;
        elementCount++;
    }

    public synchronized void addElement(E element) {
        add(element);
    }

    public synchronized boolean removeElement(Object element) {
        int index = indexOf(element);
        if (index < 0) return false;
        removeElementAt(index);
        return true;
    }

    public synchronized void removeAllElements() {
        removeRange(0, elementCount);
    }

    public synchronized Object clone() {
        try {
            @SuppressWarnings("unchecked")
            Vector<E> copy = (Vector<E>) super.clone();
            copy.elementData = Arrays.copyOf(elementData, elementCount);
            copy.modCount = 0;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new InternalError(impossible);
        }
    }

    public synchronized Object[] toArray() {
        return Arrays.copyOf(elementData, elementCount);
    }

    @SuppressWarnings("unchecked")
    public synchronized <T> T[] toArray(T[] a) {
        if (a.length < elementCount) return (T[]) Arrays.copyOf(elementData, elementCount, a.getClass());
        System.arraycopy(elementData, 0, a, 0, elementCount);
        if (a.length > elementCount) a[elementCount] = null;
        return a;
    }

    public synchronized E get(int index) {
        checkElement(index);
        return at(index);
    }

    public synchronized E set(int index, E element) {
        checkElement(index);
        E old = at(index);
        elementData[index] = element;
        return old;
    }

    public synchronized boolean add(E element) {
        modCount++;
        reserve(elementCount + 1);
        elementData[elementCount++] = element;
        return true;
    }

    public boolean remove(Object element) {
        return removeElement(element);
    }

    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    public synchronized E remove(int index) {
        checkElement(index);
        E old = at(index);
        removeRange(index, index + 1);
        return old;
    }

    public void clear() {
        removeAllElements();
    }

    public synchronized boolean addAll(Collection<? extends E> elements) {
        return addAll(elementCount, elements);
    }

    public synchronized boolean addAll(int index, Collection<? extends E> c) {
        if (index < 0 || index > elementCount) throw new ArrayIndexOutOfBoundsException(index);
        Object[] added = c.toArray();
        modCount++;
        reserve(elementCount + added.length);
        System.arraycopy(elementData, index, elementData, index + added.length, elementCount - index);
        System.arraycopy(added, 0, elementData, index, added.length);
        elementCount += added.length;
        return added.length > 0;
    }

    protected synchronized void removeRange(int from, int to) {
        modCount++;
        System.arraycopy(elementData, to, elementData, from, elementCount - to);
        Arrays.fill(elementData, elementCount - (to - from), elementCount, null);
        elementCount -= to - from;
    }

    public synchronized ListIterator<E> listIterator(int index) {
        if (index < 0 || index > elementCount) throw new IndexOutOfBoundsException("Index: " + index);
        return super.listIterator(index);
    }

    NoSuchElementException noMore(IndexOutOfBoundsException end) {
        return new NoSuchElementException();
    }

    public synchronized boolean equals(Object other) {
        return super.equals(other);
    }

    public synchronized int hashCode() {
        return super.hashCode();
    }

    public synchronized String toString() {
        return super.toString();
    }

    public synchronized boolean removeIf(Predicate<? super E> filter) {
        return super.removeIf(filter);
    }

    @SuppressWarnings("unchecked")
    public synchronized void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (int i = 0; modCount == expected && i < elementCount; i++) action.accept((E) elementData[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
    }

    @SuppressWarnings("unchecked")
    public synchronized void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        for (int i = 0; modCount == expected && i < elementCount; i++)
            elementData[i] = operator.apply((E) elementData[i]);
        if (modCount != expected) throw new ConcurrentModificationException();
        modCount++;
    }

    @SuppressWarnings("unchecked")
    public synchronized void sort(Comparator<? super E> comparator) {
        int expected = modCount;
        Arrays.sort((E[]) elementData, 0, elementCount, comparator);
        if (modCount != expected) throw new ConcurrentModificationException();
        modCount++;
    }
}
