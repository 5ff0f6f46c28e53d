package java.util;

public abstract class AbstractSequentialList<E> extends AbstractList<E> {
    protected AbstractSequentialList() {
    }

    public E get(int index) {
        ListIterator<E> at = listIterator(index);
        if (!at.hasNext()) throw new IndexOutOfBoundsException("Index: " + index);
        return at.next();
    }

    public E set(int index, E element) {
        ListIterator<E> at = listIterator(index);
        if (!at.hasNext()) throw new IndexOutOfBoundsException("Index: " + index);
        E old = at.next();
        at.set(element);
        return old;
    }

    public void add(int index, E element) {
        listIterator(index).add(element);
    }

    public E remove(int index) {
        ListIterator<E> at = listIterator(index);
        if (!at.hasNext()) throw new IndexOutOfBoundsException("Index: " + index);
        E old = at.next();
        at.remove();
        return old;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        ListIterator<E> at = listIterator(index);
        boolean changed = false;
        for (E element : c) {
            at.add(element);
            changed = true;
        }
        return changed;
    }

    public Iterator<E> iterator() {
        return listIterator();
    }

    public abstract ListIterator<E> listIterator(int index);
}
