package java.util.concurrent;

/** Its own monitor guards its state. */
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int NEW = 0, COMPLETED = 1, FAILED = 2, CANCELLED = 3;

    private Callable<V> callable;
    private int state = NEW;
    private V result;
    private Throwable failure;
    private Thread runner;

    public FutureTask(Callable<V> callable) {
        if (callable == null) throw new NullPointerException();
        this.callable = callable;
    }

    public FutureTask(Runnable runnable, V result) {
        this(Executors.callable(runnable, result));
    }

    public synchronized boolean isCancelled() {
        return state == CANCELLED;
    }

    public synchronized boolean isDone() {
        return state != NEW;
    }

    public boolean cancel(boolean mayInterruptIfRunning) {
        synchronized (this) {
            if (state != NEW) return false;
            end(CANCELLED, null, null);
            if (mayInterruptIfRunning && runner != null) runner.interrupt();
        }
        done();
        return true;
    }

    /** With the monitor, when it is new. */
    private void end(int how, V result, Throwable failure) {
        state = how;
        this.result = result;
        this.failure = failure;
        callable = null;
        notifyAll();
    }

    private void endIfNew(int how, V result, Throwable failure) {
        synchronized (this) {
            if (state != NEW) return;
            end(how, result, failure);
        }
        done();
    }

    public synchronized V get() throws InterruptedException, ExecutionException {
        if (Thread.interrupted()) throw new InterruptedException();
        while (state == NEW) wait();
        return report();
    }

    public synchronized V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (Thread.interrupted()) throw new InterruptedException();
        long end = unit.endOf(timeout);
        while (state == NEW)
            if (!TimeUnit.awaitChange(this, end)) throw new TimeoutException();
        return report();
    }

    private V report() throws ExecutionException {
        if (state == CANCELLED) throw new CancellationException();
        if (state == FAILED) throw new ExecutionException(failure);
        return result;
    }

    protected void done() {
    }

    protected void set(V value) {
        endIfNew(COMPLETED, value, null);
    }

    protected void setException(Throwable exception) {
        endIfNew(FAILED, null, exception);
    }

    /** What to call; null when it has ended or runs already. */
    private synchronized Callable<V> begin() {
        if (state != NEW || runner != null) return null;
        runner = Thread.currentThread();
        return callable;
    }

    private synchronized void leave() {
        runner = null;
    }

    public void run() {
        Callable<V> task = begin();
        if (task == null) return;
        try {
            V value;
            try {
                value = task.call();
            } catch (Throwable e) {
                setException(e);
                return;
            }
            set(value);
        } finally {
            leave();
        }
    }

    protected boolean runAndReset() {
        Callable<V> task = begin();
        if (task == null) return false;
        try {
            task.call();
            return !isDone();
        } catch (Throwable e) {
            setException(e);
            return false;
        } finally {
            leave();
        }
    }

    public String toString() {
        Callable<V> task;
        String status;
        synchronized (this) {
            task = callable;
            if (state == COMPLETED) status = "[Completed normally]";
            else if (state == FAILED) status = "[Completed exceptionally: " + failure + "]";
            else if (state == CANCELLED) status = "[Cancelled]";
            else status = "[Not completed, task = " + task + "]";
        }
        return super.toString() + status;
    }
}
