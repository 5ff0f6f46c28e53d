package java.util.concurrent;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

public class CopyOnWriteArraySet<E> extends AbstractSet<E> implements java.io.Serializable {
    private final CopyOnWriteArrayList<E> list = new CopyOnWriteArrayList<>();

    public CopyOnWriteArraySet() {
    }

    public CopyOnWriteArraySet(Collection<? extends E> elements) {
        list.addAllAbsent(elements);
    }

    public int size() {
        return list.size();
    }

    public boolean contains(Object object) {
        return list.contains(object);
    }

    public boolean add(E element) {
        return list.addIfAbsent(element);
    }

    public boolean addAll(Collection<? extends E> elements) {
        return list.addAllAbsent(elements) > 0;
    }

    public boolean remove(Object object) {
        return list.remove(object);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        return list.removeIf(filter);
    }

    public boolean removeAll(Collection<?> gone) {
        return list.removeAll(gone);
    }

    public boolean retainAll(Collection<?> kept) {
        return list.retainAll(kept);
    }

    public void clear() {
        list.clear();
    }

    public void forEach(Consumer<? super E> action) {
        list.forEach(action);
    }

    public Iterator<E> iterator() {
        return list.iterator();
    }

    public Object[] toArray() {
        return list.toArray();
    }

    public <T> T[] toArray(T[] array) {
        return list.toArray(array);
    }
}
