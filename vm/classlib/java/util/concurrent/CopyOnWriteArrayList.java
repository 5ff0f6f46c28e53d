package java.util.concurrent;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
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

    private synchronized void replace(Object[] now) {
        elements = now;
        modCount++;
    }

    @SuppressWarnings("unchecked")
    private List<E> snapshot() {
        return Collections.unmodifiableList((List<E>) Arrays.asList(elements));
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
        Object[] old = elements;
        if (index < 0 || index > old.length)
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + old.length);
        Object[] now = Arrays.copyOf(old, old.length + added.length);
        System.arraycopy(added, 0, now, index, added.length);
        System.arraycopy(old, index, now, index + added.length, old.length - index);
        replace(now);
    }

    public synchronized boolean addAll(Collection<? extends E> c) {
        Object[] added = elementsOf(c);
        insert(elements.length, added);
        return added.length > 0;
    }

    public synchronized boolean addAll(int index, Collection<? extends E> c) {
        insert(index, c.toArray());
        return !c.isEmpty();
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
        Object[] now = Arrays.copyOf(elements, elements.length - 1);
        System.arraycopy(elements, index + 1, now, index, now.length - index);
        replace(now);
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
        replace(Arrays.copyOf(kept, count));
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

    public void clear() {
        replace(new Object[0]);
    }

    @SuppressWarnings("unchecked")
    public synchronized void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        Object[] now = elements.clone();
        for (int i = 0; i < now.length; i++) now[i] = operator.apply((E) now[i]);
        replace(now);
    }

    @SuppressWarnings("unchecked")
    public synchronized void sort(Comparator<? super E> order) {
        Object[] now = elements.clone();
        Arrays.sort((E[]) now, order);
        replace(now);
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
        return snapshot().listIterator();
    }

    public ListIterator<E> listIterator(int index) {
        return snapshot().listIterator(index);
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
}
