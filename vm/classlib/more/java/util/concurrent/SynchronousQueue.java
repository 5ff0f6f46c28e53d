package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;

/** Its own monitor guards who waits. Fairness comes by itself: who waits longest is served first. */
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    private Party<E> givers, takers;

    /** One who waits. */
    private static final class Party<E> {
        E element;
        boolean isServed;
        Party<E> next;
    }

    public SynchronousQueue() {
    }

    public SynchronousQueue(boolean fair) {
    }

    private static <E> Party<E> behind(Party<E> first, Party<E> last) {
        if (first == null) return last;
        Party<E> at = first;
        while (at.next != null) at = at.next;
        at.next = last;
        return first;
    }

    private static <E> Party<E> without(Party<E> first, Party<E> gone) {
        if (first == null || first == gone) return first == null ? null : first.next;
        first.next = without(first.next, gone);
        return first;
    }

    private void serve(Party<E> party) {
        party.isServed = true;
        notifyAll();
    }

    /** Until the party is served, or the time is up. */
    private void await(Party<E> party, long end) throws InterruptedException {
        while (!party.isServed)
            if (!TimeUnit.awaitChange(this, end)) return;
    }

    public synchronized boolean offer(E element) {
        if (element == null) throw new NullPointerException();
        Party<E> taker = takers;
        if (taker == null) return false;
        takers = taker.next;
        taker.element = element;
        serve(taker);
        return true;
    }

    public synchronized E poll() {
        Party<E> giver = givers;
        if (giver == null) return null;
        givers = giver.next;
        serve(giver);
        return giver.element;
    }

    public synchronized boolean offer(E element, long timeout, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        if (offer(element)) return true;
        Party<E> self = new Party<>();
        self.element = element;
        givers = behind(givers, self);
        try {
            await(self, unit.endOf(timeout));
        } finally {
            givers = without(givers, self);
        }
        return self.isServed;
    }

    public synchronized E poll(long timeout, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        E element = poll();
        if (element != null) return element;
        Party<E> self = new Party<>();
        takers = behind(takers, self);
        try {
            await(self, unit.endOf(timeout));
        } catch (InterruptedException e) {
            if (!self.isServed) throw e;
            Thread.currentThread().interrupt();
        } finally {
            takers = without(takers, self);
        }
        return self.element;
    }

    public void put(E element) throws InterruptedException {
        offer(element, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public E take() throws InterruptedException {
        return poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public E peek() {
        return null;
    }

    public int size() {
        return 0;
    }

    public int remainingCapacity() {
        return 0;
    }

    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> target, int most) {
        if (target == null) throw new NullPointerException();
        if (target == this) throw new IllegalArgumentException();
        int count = 0;
        for (E element; count < most && (element = poll()) != null; count++) target.add(element);
        return count;
    }
}
