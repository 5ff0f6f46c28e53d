package java.util;

public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
    protected AbstractQueue() {
    }

    public boolean add(E element) {
        if (offer(element)) return true;
        throw new IllegalStateException("Queue full");
    }

    public E remove() {
        E head = poll();
        if (head == null) throw new NoSuchElementException();
        return head;
    }

    public E element() {
        E head = peek();
        if (head == null) throw new NoSuchElementException();
        return head;
    }

    public void clear() {
        while (poll() != null) {
        }
    }

    public boolean addAll(Collection<? extends E> elements) {
        if (elements == null) throw new NullPointerException();
        if (elements == this) throw new IllegalArgumentException();
        boolean changed = false;
        for (E element : elements)
            if (add(element)) changed = true;
        return changed;
    }
}
