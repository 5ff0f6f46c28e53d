package java.util.concurrent;

import java.util.Collection;
import java.util.Comparator;
import java.util.PriorityQueue;

public class PriorityBlockingQueue<E> extends StoredQueue<E> implements BlockingQueue<E> {
    public PriorityBlockingQueue() {
        super(new PriorityQueue<E>(), Integer.MAX_VALUE);
    }

    public PriorityBlockingQueue(int initialCapacity) {
        super(new PriorityQueue<E>(initialCapacity), Integer.MAX_VALUE);
    }

    public PriorityBlockingQueue(int initialCapacity, Comparator<? super E> comparator) {
        super(new PriorityQueue<E>(initialCapacity, comparator), Integer.MAX_VALUE);
    }

    public PriorityBlockingQueue(Collection<? extends E> elements) {
        super(new PriorityQueue<E>(elements), Integer.MAX_VALUE);
    }

    public Comparator<? super E> comparator() {
        return ((PriorityQueue<E>) store).comparator();
    }

    public int remainingCapacity() {
        return capacity;
    }

    public void put(E element) {
        offer(element);
    }

    public boolean offer(E element, long timeout, TimeUnit unit) {
        return offer(element);
    }
}
