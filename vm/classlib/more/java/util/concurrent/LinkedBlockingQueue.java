package java.util.concurrent;

import java.util.ArrayDeque;
import java.util.Collection;

public class LinkedBlockingQueue<E> extends StoredQueue<E> implements BlockingQueue<E> {
    public LinkedBlockingQueue() {
        this(Integer.MAX_VALUE);
    }

    public LinkedBlockingQueue(int capacity) {
        super(new ArrayDeque<E>(), capacity);
        if (capacity <= 0) throw new IllegalArgumentException();
    }

    public LinkedBlockingQueue(Collection<? extends E> elements) {
        this(Integer.MAX_VALUE);
        addAll(elements);
    }
}
