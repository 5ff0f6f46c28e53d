package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

/** A lock over the monitor of [state]: who wants it waits there. Fairness is a wish. */
public class ReentrantLock implements Lock, java.io.Serializable {
    private final Object state = new Object();
    private final boolean fair;
    private Thread owner;
    private int holds;
    private int waiting;

    public ReentrantLock() {
        this(false);
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    /** With the monitor of state. */
    private boolean take() {
        Thread current = Thread.currentThread();
        if (owner != null && owner != current) return false;
        owner = current;
        holds++;
        return true;
    }

    public void lock() {
        boolean interrupted = false;
        synchronized (state) {
            waiting++;
            while (!take()) {
                try {
                    state.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            waiting--;
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        synchronized (state) {
            waiting++;
            try {
                while (!take()) state.wait();
            } finally {
                waiting--;
            }
        }
    }

    public boolean tryLock() {
        synchronized (state) {
            return take();
        }
    }

    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        long end = System.nanoTime() + Math.max(0, unit.toNanos(time));
        synchronized (state) {
            waiting++;
            try {
                while (!take()) {
                    long rest = end - System.nanoTime();
                    if (rest <= 0) return false;
                    TimeUnit.NANOSECONDS.timedWait(state, rest);
                }
            } finally {
                waiting--;
            }
        }
        return true;
    }

    public void unlock() {
        synchronized (state) {
            requireOwner();
            if (--holds == 0) release();
        }
    }

    private void release() {
        owner = null;
        if (waiting > 0) state.notify();
    }

    private void requireOwner() {
        if (owner != Thread.currentThread()) throw new IllegalMonitorStateException();
    }

    public Condition newCondition() {
        return new Waiters();
    }

    /** Gives the lock up, waits on the condition's own monitor, takes the lock again as often. */
    private final class Waiters implements Condition {
        private Ticket first, last;

        private Ticket enter() {
            synchronized (state) {
                requireOwner();
                Ticket ticket = new Ticket();
                ticket.holds = holds;
                if (last == null) first = ticket;
                else last.next = ticket;
                last = ticket;
                holds = 0;
                release();
                return ticket;
            }
        }

        private void leave(Ticket ticket) {
            lock();
            synchronized (state) {
                holds = ticket.holds;
                if (!ticket.signalled) remove(ticket);
            }
        }

        private void remove(Ticket ticket) {
            Ticket before = null;
            for (Ticket at = first; at != null; before = at, at = at.next) {
                if (at != ticket) continue;
                if (before == null) first = at.next;
                else before.next = at.next;
                if (last == at) last = before;
            }
        }

        public void await() throws InterruptedException {
            awaitNanos(0, true);
        }

        public long awaitNanos(long nanoseconds) throws InterruptedException {
            return awaitNanos(nanoseconds, false);
        }

        private long awaitNanos(long nanoseconds, boolean forever) throws InterruptedException {
            if (Thread.interrupted()) throw new InterruptedException();
            long end = System.nanoTime() + nanoseconds, rest = nanoseconds;
            Ticket ticket = enter();
            try {
                synchronized (ticket) {
                    while (!ticket.signalled && (forever || rest > 0)) {
                        if (forever) ticket.wait();
                        else TimeUnit.NANOSECONDS.timedWait(ticket, rest);
                        rest = end - System.nanoTime();
                    }
                }
            } finally {
                leave(ticket);
            }
            return rest;
        }

        public boolean await(long time, TimeUnit unit) throws InterruptedException {
            return awaitNanos(unit.toNanos(time)) > 0;
        }

        public void awaitUninterruptibly() {
            boolean interrupted = Thread.interrupted();
            Ticket ticket = enter();
            synchronized (ticket) {
                while (!ticket.signalled) {
                    try {
                        ticket.wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            leave(ticket);
            if (interrupted) Thread.currentThread().interrupt();
        }

        boolean isOf(ReentrantLock lock) {
            return lock == ReentrantLock.this;
        }

        int count() {
            synchronized (state) {
                requireOwner();
                int count = 0;
                for (Ticket at = first; at != null; at = at.next) count++;
                return count;
            }
        }

        public void signal() {
            Ticket ticket;
            synchronized (state) {
                requireOwner();
                ticket = first;
                if (ticket == null) return;
                remove(ticket);
            }
            synchronized (ticket) {
                ticket.signalled = true;
                ticket.notify();
            }
        }

        public void signalAll() {
            synchronized (state) {
                requireOwner();
            }
            while (first != null) signal();
        }
    }

    private Waiters waiters(Condition condition) {
        if (condition == null) throw new NullPointerException();
        if (!(condition instanceof Waiters)) throw new IllegalArgumentException("not owner");
        if (!((Waiters) condition).isOf(this)) throw new IllegalArgumentException("Not owner");
        return (Waiters) condition;
    }

    public boolean hasWaiters(Condition condition) {
        return getWaitQueueLength(condition) > 0;
    }

    public int getWaitQueueLength(Condition condition) {
        return waiters(condition).count();
    }

    private static final class Ticket {
        int holds;
        boolean signalled;
        Ticket next;
    }

    public int getHoldCount() {
        synchronized (state) {
            return owner == Thread.currentThread() ? holds : 0;
        }
    }

    public boolean isHeldByCurrentThread() {
        synchronized (state) {
            return owner == Thread.currentThread();
        }
    }

    public boolean isLocked() {
        synchronized (state) {
            return owner != null;
        }
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        synchronized (state) {
            return owner;
        }
    }

    public final boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    public final int getQueueLength() {
        synchronized (state) {
            return waiting;
        }
    }

    public String toString() {
        Thread holder = getOwner();
        return super.toString() + (holder == null ? "[Unlocked]" : "[Locked by thread " + holder.getName() + "]");
    }
}
