package java.util.concurrent;

/** Its own monitor guards the permits. Fairness is a wish. */
public class Semaphore implements java.io.Serializable {
    private final boolean fair;
    private int permits;
    private int waiting;

    public Semaphore(int permits) {
        this(permits, false);
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    private static void requireCount(int count) {
        if (count < 0) throw new IllegalArgumentException();
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int count) throws InterruptedException {
        tryAcquire(count, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public void acquireUninterruptibly(int count) {
        boolean isInterrupted = Thread.interrupted();
        for (boolean isDone = false; !isDone;) {
            try {
                acquire(count);
                isDone = true;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public synchronized boolean tryAcquire(int count) {
        requireCount(count);
        if (permits < count) return false;
        permits -= count;
        return true;
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    public synchronized boolean tryAcquire(int count, long timeout, TimeUnit unit) throws InterruptedException {
        requireCount(count);
        if (Thread.interrupted()) throw new InterruptedException();
        long end = unit.endOf(timeout);
        waiting++;
        try {
            while (!tryAcquire(count))
                if (!TimeUnit.awaitChange(this, end)) return false;
        } finally {
            waiting--;
        }
        return true;
    }

    public void release() {
        release(1);
    }

    public synchronized void release(int count) {
        requireCount(count);
        if (permits + count < permits) throw new Error("Maximum permit count exceeded");
        permits += count;
        notifyAll();
    }

    public synchronized int availablePermits() {
        return permits;
    }

    public synchronized int drainPermits() {
        int all = permits;
        permits = 0;
        return all;
    }

    protected synchronized void reducePermits(int reduction) {
        requireCount(reduction);
        if (permits - reduction > permits) throw new Error("Permit count underflow");
        permits -= reduction;
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return getQueueLength() > 0;
    }

    public final synchronized int getQueueLength() {
        return waiting;
    }

    public String toString() {
        return super.toString() + "[Permits = " + availablePermits() + "]";
    }
}
