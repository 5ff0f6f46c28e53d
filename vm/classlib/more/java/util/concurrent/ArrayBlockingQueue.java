package java.util.concurrent;

import java.util.ArrayDeque;
import java.util.Collection;

/** Fairness is a wish. */
public class ArrayBlockingQueue<E> extends StoredQueue<E> implements BlockingQueue<E> {
    public ArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        super(new ArrayDeque<E>(), capacity);
        if (capacity <= 0) throw new IllegalArgumentException();
    }

    public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        this(capacity, fair);
        for (E element : c) {
            requireElement(element);
            if (!offer(element)) throw new IllegalArgumentException();
        }
    }
}
