package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Elements in a queue that is not concurrent; its monitor guards it, and who must wait waits there. */
abstract class StoredQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    final Queue<E> store;
    final int capacity;

    StoredQueue(Queue<E> store, int capacity) {
        this.store = store;
        this.capacity = capacity;
    }

    static void requireElement(Object element) {
        if (element == null) throw new NullPointerException();
    }

    public boolean offer(E element) {
        requireElement(element);
        synchronized (store) {
            if (store.size() >= capacity) return false;
            store.add(element);
            store.notifyAll();
            return true;
        }
    }

    public E poll() {
        synchronized (store) {
            return taken(store.poll());
        }
    }

    /** With the monitor: there is room now. */
    private E taken(E element) {
        if (element != null && capacity != Integer.MAX_VALUE) store.notifyAll();
        return element;
    }

    public E peek() {
        synchronized (store) {
            return store.peek();
        }
    }

    public void put(E element) throws InterruptedException {
        offer(element, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        requireElement(element);
        long end = unit.endOf(timeout);
        synchronized (store) {
            if (Thread.interrupted()) throw new InterruptedException();
            while (!offer(element))
                if (!TimeUnit.awaitChange(store, end)) return false;
            return true;
        }
    }

    public E take() throws InterruptedException {
        return poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long end = unit.endOf(timeout);
        synchronized (store) {
            if (Thread.interrupted()) throw new InterruptedException();
            E element;
            while ((element = poll()) == null)
                if (!TimeUnit.awaitChange(store, end)) return null;
            return element;
        }
    }

    public int size() {
        synchronized (store) {
            return store.size();
        }
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public int remainingCapacity() {
        return capacity - size();
    }

    public boolean remove(Object object) {
        synchronized (store) {
            boolean isRemoved = store.remove(object);
            store.notifyAll();
            return isRemoved;
        }
    }

    public boolean contains(Object object) {
        synchronized (store) {
            return store.contains(object);
        }
    }

    public boolean removeIf(Predicate<? super E> filter) {
        synchronized (store) {
            boolean isChanged = store.removeIf(filter);
            store.notifyAll();
            return isChanged;
        }
    }

    public boolean removeAll(Collection<?> elements) {
        requireElement(elements);
        return removeIf(element -> elements.contains(element));
    }

    public boolean retainAll(Collection<?> elements) {
        requireElement(elements);
        return removeIf(element -> !elements.contains(element));
    }

    public void clear() {
        synchronized (store) {
            store.clear();
            store.notifyAll();
        }
    }

    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> target, int most) {
        requireElement(target);
        if (target == this) throw new IllegalArgumentException();
        synchronized (store) {
            int count = 0;
            for (; count < most && !store.isEmpty(); count++) target.add(poll());
            return count;
        }
    }

    public Object[] toArray() {
        synchronized (store) {
            return store.toArray();
        }
    }

    public <T> T[] toArray(T[] array) {
        synchronized (store) {
            return store.toArray(array);
        }
    }

    public String toString() {
        synchronized (store) {
            return store.toString();
        }
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        requireElement(action);
        for (Object element : toArray()) action.accept((E) element);
    }

    /** Walks what was there at the beginning. */
    @SuppressWarnings("unchecked")
    public Iterator<E> iterator() {
        Object[] elements = toArray();
        return new Iterator<E>() {
            private int next;
            private boolean hasLast;

            public boolean hasNext() {
                return next < elements.length;
            }

            public E next() {
                if (!hasNext()) throw new java.util.NoSuchElementException();
                hasLast = true;
                return (E) elements[next++];
            }

            public void remove() {
                if (!hasLast) throw new IllegalStateException();
                hasLast = false;
                Object last = elements[next - 1];
                int before = 0;
                for (int i = 0; i < next - 1; i++)
                    if (elements[i] == last) before++;
                elements[next - 1] = null;
                removeSame(last, before);
            }
        };
    }

    /** The one that stands behind so many that are the same object. */
    private void removeSame(Object element, int before) {
        synchronized (store) {
            for (Iterator<E> each = store.iterator(); each.hasNext();) {
                if (each.next() != element || before-- > 0) continue;
                each.remove();
                store.notifyAll();
                return;
            }
        }
    }
}
