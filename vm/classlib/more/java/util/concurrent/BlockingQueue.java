package java.util.concurrent;

import java.util.Collection;
import java.util.Queue;

public interface BlockingQueue<E> extends Queue<E> {
    boolean add(E element);

    boolean offer(E element);

    void put(E element) throws InterruptedException;

    boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException;

    E take() throws InterruptedException;

    E poll(long timeout, TimeUnit unit) throws InterruptedException;

    int remainingCapacity();

    boolean remove(Object object);

    boolean contains(Object object);

    int drainTo(Collection<? super E> target);

    int drainTo(Collection<? super E> target, int most);
}
