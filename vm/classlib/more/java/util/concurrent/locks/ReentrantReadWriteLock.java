package java.util.concurrent.locks;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Writers hold [exclusive] and wait until nobody reads; readers pass through it, those that read already go past it. The
 * monitor of [readers] guards who reads how often.
 */
public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    private final ReentrantLock exclusive;
    private final Map<Thread, Integer> readers = new HashMap<>();
    private final ReadLock reading = new ReadLock(this);
    private final WriteLock writing = new WriteLock(this);

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        exclusive = new ReentrantLock(fair);
    }

    public ReadLock readLock() {
        return reading;
    }

    public WriteLock writeLock() {
        return writing;
    }

    private void enter() {
        synchronized (readers) {
            readers.merge(Thread.currentThread(), 1, Integer::sum);
        }
    }

    private void leave() {
        synchronized (readers) {
            if (getReadHoldCount() == 0)
                throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
            readers.computeIfPresent(Thread.currentThread(), (thread, count) -> count == 1 ? null : count - 1);
            if (readers.isEmpty()) readers.notifyAll();
        }
    }

    /** With [exclusive]. Gives it up when the time is up, or the wait is interrupted. */
    private boolean awaitReaders(long end) throws InterruptedException {
        if (exclusive.getHoldCount() > 1) return true;
        boolean isAlone = false;
        try {
            synchronized (readers) {
                for (long rest; !readers.isEmpty() && (rest = end - System.nanoTime()) > 0;)
                    TimeUnit.NANOSECONDS.timedWait(readers, rest);
                isAlone = readers.isEmpty();
            }
        } finally {
            if (!isAlone) exclusive.unlock();
        }
        return isAlone;
    }

    private void awaitReadersUninterruptibly() {
        if (exclusive.getHoldCount() != 1) return;
        boolean isInterrupted = false;
        synchronized (readers) {
            while (!readers.isEmpty()) {
                try {
                    readers.wait();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }

    public static class ReadLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock of;

        protected ReadLock(ReentrantReadWriteLock lock) {
            of = lock;
        }

        public void lock() {
            boolean isReading = of.getReadHoldCount() > 0;
            if (!isReading) of.exclusive.lock();
            of.enter();
            if (!isReading) of.exclusive.unlock();
        }

        public void lockInterruptibly() throws InterruptedException {
            tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }

        public boolean tryLock() {
            boolean isReading = of.getReadHoldCount() > 0;
            if (!isReading && !of.exclusive.tryLock()) return false;
            of.enter();
            if (!isReading) of.exclusive.unlock();
            return true;
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            if (Thread.interrupted()) throw new InterruptedException();
            boolean isReading = of.getReadHoldCount() > 0;
            if (!isReading && !of.exclusive.tryLock(time, unit)) return false;
            of.enter();
            if (!isReading) of.exclusive.unlock();
            return true;
        }

        public void unlock() {
            of.leave();
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        public String toString() {
            return super.toString() + "[Read locks = " + of.getReadLockCount() + "]";
        }
    }

    public static class WriteLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock of;

        protected WriteLock(ReentrantReadWriteLock lock) {
            of = lock;
        }

        public void lock() {
            of.exclusive.lock();
            of.awaitReadersUninterruptibly();
        }

        public void lockInterruptibly() throws InterruptedException {
            tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }

        public boolean tryLock() {
            if (!of.exclusive.tryLock()) return false;
            synchronized (of.readers) {
                if (of.readers.isEmpty() || of.exclusive.getHoldCount() > 1) return true;
            }
            of.exclusive.unlock();
            return false;
        }

        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            long end = System.nanoTime() + Math.max(0, unit.toNanos(time));
            return of.exclusive.tryLock(time, unit) && of.awaitReaders(end);
        }

        public void unlock() {
            of.exclusive.unlock();
        }

        public Condition newCondition() {
            return new WriteCondition(of);
        }

        public boolean isHeldByCurrentThread() {
            return of.exclusive.isHeldByCurrentThread();
        }

        public int getHoldCount() {
            return of.exclusive.getHoldCount();
        }

        public String toString() {
            Thread owner = of.exclusive.getOwner();
            return super.toString() + (owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]");
        }
    }

    /** Who comes back has the write lock again. */
    private static final class WriteCondition implements Condition {
        private final ReentrantReadWriteLock of;
        private final Condition condition;

        WriteCondition(ReentrantReadWriteLock of) {
            this.of = of;
            condition = of.exclusive.newCondition();
        }

        public void await() throws InterruptedException {
            try {
                condition.await();
            } finally {
                of.awaitReadersUninterruptibly();
            }
        }

        public void awaitUninterruptibly() {
            condition.awaitUninterruptibly();
            of.awaitReadersUninterruptibly();
        }

        public long awaitNanos(long nanoseconds) throws InterruptedException {
            try {
                return condition.awaitNanos(nanoseconds);
            } finally {
                of.awaitReadersUninterruptibly();
            }
        }

        public boolean await(long time, TimeUnit unit) throws InterruptedException {
            return awaitNanos(unit.toNanos(time)) > 0;
        }

        public void signal() {
            condition.signal();
        }

        public void signalAll() {
            condition.signalAll();
        }
    }

    public final boolean isFair() {
        return exclusive.isFair();
    }

    public int getReadLockCount() {
        synchronized (readers) {
            int count = 0;
            for (int holds : readers.values()) count += holds;
            return count;
        }
    }

    public int getReadHoldCount() {
        synchronized (readers) {
            return readers.getOrDefault(Thread.currentThread(), 0);
        }
    }

    public boolean isWriteLocked() {
        return exclusive.isLocked();
    }

    public boolean isWriteLockedByCurrentThread() {
        return exclusive.isHeldByCurrentThread();
    }

    public int getWriteHoldCount() {
        return exclusive.getHoldCount();
    }

    public final boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    public final int getQueueLength() {
        return exclusive.getQueueLength();
    }

    public String toString() {
        return super.toString() + "[Write locks = " + getWriteHoldCount() + ", Read locks = " + getReadLockCount() + "]";
    }
}
