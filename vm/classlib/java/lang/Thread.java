package java.lang;

/** A thread of the VM: one of the operating system's. */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static int nextNumber;
    private static long nextId = 2;
    private static UncaughtExceptionHandler defaultHandler;

    private final Runnable target;
    private final long id;
    private volatile String name;
    private boolean daemon;
    private int priority;
    private UncaughtExceptionHandler handler;
    private volatile boolean started;
    private volatile boolean terminated;
    /** Of a thread that does not run: the VM knows it of the others. */
    private boolean interruptedOutside;
    /** Values of ThreadLocals, by the thread itself alone. */
    ThreadLocal.Table locals;

    public Thread() {
        this(null, nextName());
    }

    public Thread(Runnable target) {
        this(target, nextName());
    }

    public Thread(String name) {
        this(null, name);
    }

    public Thread(Runnable target, String name) {
        if (name == null) throw new NullPointerException("'name' is null");
        Thread parent = currentThread();
        this.target = target;
        this.name = name;
        this.id = takeId();
        this.daemon = parent.daemon;
        this.priority = parent.priority;
    }

    /** The thread that the VM started in, or one that joined it: made by the VM. */
    private Thread(String name, long id) {
        this.target = null;
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
    private native boolean launch(boolean daemon, boolean interrupted);

    public void start() {
        synchronized (this) {
            if (started) throw new IllegalThreadStateException();
            started = true;
        }
        if (launch(daemon, interruptedOutside)) return;
        started = false;
        throw new OutOfMemoryError("unable to create native thread: possibly out of memory or "
                                   + "process/resource limits reached");
    }

    public void run() {
        if (target != null) target.run();
    }

    /** What the VM calls in the new thread. */
    private void execute() {
        try {
            run();
        } catch (Throwable exception) {
            uncaught(exception);
        }
        finish();
    }

    /** The thread is over to all who ask or wait for it. */
    private void finish() {
        synchronized (this) {
            terminated = true;
            locals = null;
            notifyAll();
        }
    }

    /** Nothing that a handler throws comes out. */
    private void uncaught(Throwable exception) {
        try {
            getUncaughtExceptionHandlerOrDefault(exception);
        } catch (Throwable ignored) {
            return;
        }
    }

    private void getUncaughtExceptionHandlerOrDefault(Throwable exception) {
        UncaughtExceptionHandler chosen = handler != null ? handler : defaultHandler;
        if (chosen != null) {
            chosen.uncaughtException(this, exception);
        } else {
            System.err.print("Exception in thread \"" + name + "\" ");
            exception.printStackTrace();
        }
    }

    public final void join() throws InterruptedException {
        join(0);
    }

    public final synchronized void join(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeout value is negative");
        if (nanoseconds < 0 || nanoseconds > 999999)
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        join(nanoseconds > 0 && milliseconds < Long.MAX_VALUE ? milliseconds + 1 : milliseconds);
    }

    public final synchronized void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) throw new IllegalArgumentException("timeout value is negative");
        if (milliseconds == 0 || milliseconds > Long.MAX_VALUE / 2000000) { // centuries
            while (isAlive()) wait(0);
            return;
        }
        long end = System.nanoTime() + milliseconds * 1000000;
        while (isAlive()) {
            long rest = (end - System.nanoTime() + 999999) / 1000000;
            if (rest <= 0) return;
            wait(rest);
        }
    }

    public final boolean isAlive() {
        return started && !terminated;
    }

    private native void interruptRunning();

    private native boolean isInterruptedRunning();

    /** 0: it runs; 1: for a monitor; 2: without limit; 3: for so long. */
    private native int waitState();

    public void interrupt() {
        if (isAlive()) interruptRunning();
        else interruptedOutside = true;
    }

    public boolean isInterrupted() {
        return isAlive() ? isInterruptedRunning() : interruptedOutside;
    }

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
        this.priority = priority;
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

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return handler;
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

    /** Of another thread that runs it cannot be told. */
    public StackTraceElement[] getStackTrace() {
        if (!isAlive()) return new StackTraceElement[0];
        if (this != currentThread()) throw new UnsupportedOperationException("the stack trace of another thread");
        return new Exception().getStackTrace();
    }

    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace();
    }

    public String toString() {
        return "Thread[" + name + "," + priority + "," + (terminated ? "" : "main") + "]";
    }
}
