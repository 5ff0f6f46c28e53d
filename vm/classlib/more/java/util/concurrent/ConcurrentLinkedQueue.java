package java.util.concurrent;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;

public class ConcurrentLinkedQueue<E> extends StoredQueue<E> implements Queue<E> {
    public ConcurrentLinkedQueue() {
        super(new ArrayDeque<E>(), Integer.MAX_VALUE);
    }

    public ConcurrentLinkedQueue(Collection<? extends E> c) {
        this();
        for (E element : c) add(element);
    }
}
