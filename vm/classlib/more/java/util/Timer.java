package java.util;

import java.util.concurrent.atomic.AtomicInteger;

public class Timer {
    private static final AtomicInteger unnamed = new AtomicInteger();

    /** By the time they are due, for one time in the order in which they came. Its monitor guards the timer. */
    private final ArrayList<TimerTask> tasks = new ArrayList<>();
    private boolean isCancelled;

    public Timer() {
        this(false);
    }

    public Timer(boolean isDaemon) {
        this("Timer-" + unnamed.getAndIncrement(), isDaemon);
    }

    public Timer(String name) {
        this(name, false);
    }

    public Timer(String name, boolean isDaemon) {
        Thread thread = new Thread(this::runTasks, name);
        thread.setDaemon(isDaemon);
        thread.start();
    }

    public void schedule(TimerTask task, long delay) {
        if (delay < 0) throw new IllegalArgumentException("Negative delay.");
        add(task, delay, 0);
    }

    public void schedule(TimerTask task, long delay, long period) {
        requirePeriod(delay, period);
        add(task, delay, -period);
    }

    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        requirePeriod(delay, period);
        add(task, delay, period);
    }

    private static void requirePeriod(long delay, long period) {
        if (delay < 0) throw new IllegalArgumentException("Negative delay.");
        if (period <= 0) throw new IllegalArgumentException("Non-positive period.");
    }

    private void add(TimerTask task, long delay, long period) {
        long due = System.currentTimeMillis() + delay;
        if (due < 0) throw new IllegalArgumentException("Illegal execution time.");
        synchronized (tasks) {
            if (isCancelled) throw new IllegalStateException("Timer already cancelled.");
            synchronized (task) {
                if (task.isScheduled || task.isCancelled) throw new IllegalStateException("Task already scheduled or cancelled");
                task.isScheduled = true;
                task.due = due;
                task.period = period;
            }
            enqueue(task);
            tasks.notify();
        }
    }

    private void enqueue(TimerTask task) {
        int at = tasks.size();
        while (at > 0 && tasks.get(at - 1).due > task.due) at--;
        tasks.add(at, task);
    }

    private void runTasks() {
        try {
            for (TimerTask task = await(); task != null; task = await()) task.run();
        } catch (InterruptedException e) {
            // As with java, this ends the timer.
        } finally {
            cancel();
        }
    }

    /** The task that is due, which is then up for its next run; null: the timer was cancelled. */
    private TimerTask await() throws InterruptedException {
        synchronized (tasks) {
            for (;;) {
                while (!isCancelled && tasks.isEmpty()) tasks.wait();
                if (isCancelled) return null;
                TimerTask first = tasks.get(0);
                synchronized (first) {
                    long now = System.currentTimeMillis();
                    if (first.isCancelled) {
                        tasks.remove(0);
                        continue;
                    }
                    if (first.due <= now) {
                        tasks.remove(0);
                        startRun(first, now);
                        return first;
                    }
                }
                tasks.wait(Math.max(1, first.due - System.currentTimeMillis()));
            }
        }
    }

    private void startRun(TimerTask task, long now) {
        if (task.period == 0) {
            task.isOver = true;
            return;
        }
        task.due = task.period < 0 ? now - task.period : task.due + task.period;
        enqueue(task);
    }

    public void cancel() {
        synchronized (tasks) {
            isCancelled = true;
            tasks.clear();
            tasks.notify();
        }
    }

    /** How many cancelled tasks it forgot. */
    public int purge() {
        synchronized (tasks) {
            int before = tasks.size();
            tasks.removeIf(task -> task.isCancelled);
            return before - tasks.size();
        }
    }
}
