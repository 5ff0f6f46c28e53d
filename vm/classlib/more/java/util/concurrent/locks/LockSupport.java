package java.util.concurrent.locks;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/** A thread's permit is guarded by its own monitor. */
public class LockSupport {
    private static final class Permit {
        boolean isThere;
        Object blocker;
    }

    private static final Map<Thread, Permit> PERMITS = new WeakHashMap<>();
    private static final ThreadLocal<Permit> OWN = ThreadLocal.withInitial(() -> of(Thread.currentThread()));

    private LockSupport() {
    }

    private static Permit of(Thread thread) {
        synchronized (PERMITS) {
            return PERMITS.computeIfAbsent(thread, key -> new Permit());
        }
    }

    public static void unpark(Thread thread) {
        if (thread == null) return;
        Permit permit = of(thread);
        synchronized (permit) {
            permit.isThere = true;
            permit.notify();
        }
    }

    /** Until the permit is there, or the thread is interrupted, which it stays; never for longer than [limit]. */
    private static void await(Object blocker, long limit) {
        if (limit <= 0) return;
        Permit permit = OWN.get();
        synchronized (permit) {
            permit.blocker = blocker;
            try {
                if (!permit.isThere && !Thread.currentThread().isInterrupted()) TimeUnit.NANOSECONDS.timedWait(permit, limit);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            permit.isThere = false;
            permit.blocker = null;
        }
    }

    private static long until(long deadline) {
        return (deadline - System.currentTimeMillis()) * 1000000;
    }

    public static void park() {
        await(null, Long.MAX_VALUE);
    }

    public static void park(Object blocker) {
        await(blocker, Long.MAX_VALUE);
    }

    public static void parkNanos(long nanoseconds) {
        await(null, nanoseconds);
    }

    public static void parkNanos(Object blocker, long nanoseconds) {
        await(blocker, nanoseconds);
    }

    public static void parkUntil(long deadline) {
        await(null, until(deadline));
    }

    public static void parkUntil(Object blocker, long deadline) {
        await(blocker, until(deadline));
    }

    public static Object getBlocker(Thread thread) {
        Permit permit = of(thread);
        synchronized (permit) {
            return permit.blocker;
        }
    }

    public static void setCurrentBlocker(Object blocker) {
        Permit permit = OWN.get();
        synchronized (permit) {
            permit.blocker = blocker;
        }
    }
}
