package java.lang;

/** A thread of the VM: one of the operating system's. */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static final ThreadGroup MAIN_GROUP = new ThreadGroup();
    private static int nextNumber;
    private static long nextId = 2;
    private static volatile UncaughtExceptionHandler defaultHandler;

    private final Runnable target;
    private final long id;
    private volatile String name;
    /** Null when it is over. */
    private volatile ThreadGroup group;
    private long stackSize;
    private boolean daemon;
    private int priority;
    private volatile UncaughtExceptionHandler handler;
    private volatile boolean started;
    private volatile boolean terminated;
    /** While it does not run; the VM's: it keeps that of a running thread itself. */
    private boolean interruptedOutside;
    /** Values of ThreadLocals, by the thread itself alone. */
    ThreadLocal.Table locals;

    public Thread() {
        this(null, null, nextName());
    }

    public Thread(Runnable target) {
        this(null, target, nextName());
    }

    public Thread(String name) {
        this(null, null, name);
    }

    public Thread(Runnable target, String name) {
        this(null, target, name);
    }

    public Thread(ThreadGroup group, Runnable target) {
        this(group, target, nextName());
    }

    public Thread(ThreadGroup group, String name) {
        this(group, null, name);
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        if (name == null) throw new NullPointerException("name cannot be null");
        Thread parent = currentThread();
        this.group = group == null ? parent.group : group;
        this.target = target;
        this.name = name;
        this.id = takeId();
        this.daemon = parent.daemon;
        this.priority = Math.min(parent.priority, this.group.getMaxPriority());
        this.locals = parent.locals == null ? null : parent.locals.inherited();
    }

    /** A size below the usual one changes nothing. */
    public Thread(ThreadGroup group, Runnable target, String name, long stackSize) {
        this(group, target, name);
        this.stackSize = stackSize;
    }

    /** The thread that the VM started in, or one that it started itself: made by the VM. */
    private Thread(String name, long id) {
        this.target = null;
        this.group = MAIN_GROUP;
        this.name = name;
        this.id = id;
        this.priority = NORM_PRIORITY;
        this.started = true;
    }

    private static synchronized String nextName() {
        return "Thread-" + nextNumber++;
    }

    private static synchronized long takeId() {
        return nextId++;
    }

    public static native Thread currentThread();

    public static native void yield();

    public static native void onSpinWait();

    public static native boolean holdsLock(Object object);

    /** Whether the current thread was interrupted, which it is no more afterwards. */
    public static native boolean interrupted();

    private static native void sleepNanoseconds(long nanoseconds) throws InterruptedException;

    public static void sleep(long milliseconds) throws InterruptedException {
        sleep(milliseconds, 0);
    }

    public static void sleep(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeout value is negative");
        if (nanoseconds < 0 || nanoseconds > 999999)
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        sleepNanoseconds(milliseconds > Long.MAX_VALUE / 1000000 - 1
                         ? Long.MAX_VALUE : milliseconds * 1000000 + nanoseconds);
    }

    /** False when there is no room for another thread. */
    private native boolean launch(boolean daemon, long stackSize);

    public void start() {
        synchronized (this) {
            if (started) throw new IllegalThreadStateException();
            started = true;
        }
        if (launch(daemon, stackSize)) return;
        started = false;
        throw new OutOfMemoryError("unable to create native thread: possibly out of memory or "
                                   + "process/resource limits reached");
    }

    /** What the VM calls in the new thread, and what it calls then when this threw, and at last. */
    public void run() {
        if (target != null) target.run();
    }

    private void uncaught(Throwable exception) {
        getUncaughtExceptionHandler().uncaughtException(this, exception);
    }

    /** The thread is over to all who ask or wait for it. */
    private synchronized void finish() {
        terminated = true;
        group = null;
        handler = null;
        locals = null;
        notifyAll();
    }

    public final void join() throws InterruptedException {
        join(0);
    }

    public final synchronized void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeout value is negative");
        if (milliseconds == 0) {
            while (isAlive()) wait(0);
            return;
        }
        long start = System.nanoTime(), rest = milliseconds;
        while (isAlive() && rest > 0) {
            wait(rest);
            rest = milliseconds - (System.nanoTime() - start) / 1000000;
        }
    }

    public final synchronized void join(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeout value is negative");
        if (nanoseconds < 0 || nanoseconds > 999999)
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        join(nanoseconds > 0 && milliseconds < Long.MAX_VALUE ? milliseconds + 1 : milliseconds);
    }

    public final boolean isAlive() {
        return started && !terminated;
    }

    /** 0: it runs; 1: for a monitor; 2: without limit; 3: for so long. */
    private native int waitState();

    public native void interrupt();

    public native boolean isInterrupted();

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        if (name == null) throw new NullPointerException("name cannot be null");
        this.name = name;
    }

    public long getId() {
        return id;
    }

    public final int getPriority() {
        return priority;
    }

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) throw new IllegalArgumentException();
        ThreadGroup group = this.group;
        if (group != null) this.priority = Math.min(priority, group.getMaxPriority());
    }

    public final ThreadGroup getThreadGroup() {
        return group;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean daemon) {
        if (isAlive()) throw new IllegalThreadStateException();
        this.daemon = daemon;
    }

    public enum State {
        NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED
    }

    public State getState() {
        if (!started) return State.NEW;
        if (terminated) return State.TERMINATED;
        int wait = waitState();
        return wait == 0 ? State.RUNNABLE : wait == 1 ? State.BLOCKED : wait == 2 ? State.WAITING : State.TIMED_WAITING;
    }

    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }

    /** The group when none was set; null when the thread is over. */
    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return handler != null ? handler : group;
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        this.handler = handler;
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return defaultHandler;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    /** The frames of another thread, which stands still meanwhile, as Throwable has them; null: it does not run. */
    private native long[] walkStack();

    public StackTraceElement[] getStackTrace() {
        if (this == currentThread()) return new Exception().getStackTrace();
        long[] frames = walkStack();
        StackTraceElement[] trace = new StackTraceElement[frames == null ? 0 : frames.length];
        for (int i = 0; i < trace.length; i++) trace[i] = StackTraceElement.ofFrame(frames[i]);
        return trace;
    }

    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace();
    }

    public String toString() {
        ThreadGroup group = this.group;
        return "Thread[" + getName() + "," + getPriority() + "," + (group == null ? "" : group.getName()) + "]";
    }
}
