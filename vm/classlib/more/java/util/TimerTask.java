package java.util;

public abstract class TimerTask implements Runnable {
    /** Guarded by the task's monitor; a timer that also holds its own takes that first. */
    boolean isScheduled;
    boolean isCancelled;
    /** When it is due next, in milliseconds of the system's clock. */
    long due;
    /** Milliseconds from one time it is due to the next, negative: from one time it runs to the next, 0: it runs once. */
    long period;
    /** It runs once and has been started. */
    boolean isOver;

    protected TimerTask() {
    }

    public abstract void run();

    /** Whether this keeps it from a run that it would have had. */
    public synchronized boolean cancel() {
        boolean wouldRun = isScheduled && !isCancelled && !isOver;
        isCancelled = true;
        return wouldRun;
    }

    public synchronized long scheduledExecutionTime() {
        return period < 0 ? due + period : due - period;
    }
}
