package java.util.concurrent;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The monitor of [workers] guards all that changes. */
public class ThreadPoolExecutor extends AbstractExecutorService {
    private static final int RUNNING = 0, SHUT_DOWN = 1, STOPPED = 2, TERMINATED = 3;

    private final Set<Worker> workers = new HashSet<>();
    private final BlockingQueue<Runnable> queue;
    private volatile ThreadFactory factory;
    private volatile RejectedExecutionHandler handler;
    private volatile int core, maximum;
    private volatile long keepAlive;
    private volatile boolean doCoresEnd;
    private volatile int state = RUNNING;
    private int largest;
    private long completed;

    public ThreadPoolExecutor(int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, maximum, keepAlive, unit, queue, Executors.defaultThreadFactory(), new AbortPolicy());
    }

    public ThreadPoolExecutor(int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
                              ThreadFactory factory) {
        this(core, maximum, keepAlive, unit, queue, factory, new AbortPolicy());
    }

    public ThreadPoolExecutor(int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
                              RejectedExecutionHandler handler) {
        this(core, maximum, keepAlive, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(int core, int maximum, long keepAlive, TimeUnit unit, BlockingQueue<Runnable> queue,
                              ThreadFactory factory, RejectedExecutionHandler handler) {
        if (core < 0 || maximum <= 0 || maximum < core || keepAlive < 0) throw new IllegalArgumentException();
        if (queue == null || factory == null || handler == null) throw new NullPointerException();
        this.core = core;
        this.maximum = maximum;
        this.keepAlive = unit.toNanos(keepAlive);
        this.queue = queue;
        this.factory = factory;
        this.handler = handler;
    }

    private final class Worker implements Runnable {
        private Runnable first;
        private final Thread thread;
        private boolean isActive;
        private long completed;

        Worker(Runnable first) {
            this.first = first;
            thread = factory.newThread(this);
        }

        public void run() {
            boolean isSudden = true;
            try {
                Runnable task = first;
                first = null;
                for (; task != null || (task = next()) != null; task = null) perform(task);
                isSudden = false;
            } finally {
                leave(this, isSudden);
            }
        }

        private void perform(Runnable task) {
            synchronized (workers) {
                isActive = true;
                if (state < STOPPED) Thread.interrupted();
            }
            try {
                beforeExecute(thread, task);
                try {
                    task.run();
                } catch (Throwable e) {
                    afterExecute(task, e);
                    throw e;
                }
                afterExecute(task, null);
            } finally {
                synchronized (workers) {
                    isActive = false;
                    completed++;
                }
            }
        }
    }

    /** Null: the worker shall end. */
    private Runnable next() {
        for (boolean isLate = false;;) {
            boolean mayEnd;
            synchronized (workers) {
                if (state >= STOPPED || state == SHUT_DOWN && queue.isEmpty()) return null;
                mayEnd = doCoresEnd || workers.size() > core;
                if ((workers.size() > maximum || isLate && mayEnd) && (workers.size() > 1 || queue.isEmpty())) return null;
            }
            try {
                Runnable task = mayEnd ? queue.poll(keepAlive, TimeUnit.NANOSECONDS) : queue.take();
                if (task != null) return task;
                isLate = true;
            } catch (InterruptedException e) {
                isLate = false;
            }
        }
    }

    private void leave(Worker worker, boolean isSudden) {
        synchronized (workers) {
            completed += worker.completed;
            workers.remove(worker);
            int least = doCoresEnd ? 0 : core;
            if (least == 0 && !queue.isEmpty()) least = 1;
            if (state < STOPPED && (isSudden || workers.size() < least) && (state == RUNNING || !queue.isEmpty())) add(null);
        }
        endIfIdle();
    }

    /** With the monitor of workers. The thread starts. */
    private boolean add(Runnable first) {
        Worker worker = new Worker(first);
        if (worker.thread == null) return false;
        workers.add(worker);
        largest = Math.max(largest, workers.size());
        boolean isStarted = false;
        try {
            worker.thread.start();
            isStarted = true;
        } finally {
            if (!isStarted) workers.remove(worker);
        }
        return true;
    }

    private boolean addBelow(int limit, Runnable first) {
        synchronized (workers) {
            return state == RUNNING && workers.size() < limit && add(first);
        }
    }

    public void execute(Runnable command) {
        if (command == null) throw new NullPointerException();
        if (addBelow(core, command)) return;
        if (state == RUNNING && queue.offer(command)) {
            if (state != RUNNING && remove(command)) reject(command);
            else if (getPoolSize() == 0) addBelow(1, null);
        } else if (!addBelow(maximum, command)) {
            reject(command);
        }
    }

    private void reject(Runnable command) {
        handler.rejectedExecution(command, this);
    }

    private void endIfIdle() {
        synchronized (workers) {
            if (state == RUNNING || state == TERMINATED || state == SHUT_DOWN && !queue.isEmpty()) return;
            if (!workers.isEmpty()) {
                interruptIdle(); /* they may wait for what another has taken */
                return;
            }
            try {
                terminated();
            } finally {
                state = TERMINATED;
                workers.notifyAll();
            }
        }
    }

    public void shutdown() {
        synchronized (workers) {
            if (state < SHUT_DOWN) state = SHUT_DOWN;
        }
        endIfIdle();
        interruptIdle();
    }

    public List<Runnable> shutdownNow() {
        List<Runnable> waiting = new ArrayList<>();
        synchronized (workers) {
            if (state < STOPPED) state = STOPPED;
            for (Worker worker : workers) worker.thread.interrupt();
            queue.drainTo(waiting);
        }
        endIfIdle();
        return waiting;
    }

    public boolean isShutdown() {
        return state >= SHUT_DOWN;
    }

    public boolean isTerminating() {
        return state >= SHUT_DOWN && state < TERMINATED;
    }

    public boolean isTerminated() {
        return state == TERMINATED;
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long end = unit.endOf(timeout);
        synchronized (workers) {
            while (state != TERMINATED)
                if (!TimeUnit.awaitChange(workers, end)) return false;
        }
        return true;
    }

    protected void beforeExecute(Thread thread, Runnable task) {
    }

    protected void afterExecute(Runnable task, Throwable exception) {
    }

    protected void terminated() {
    }

    public void setThreadFactory(ThreadFactory factory) {
        if (factory == null) throw new NullPointerException();
        this.factory = factory;
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        if (handler == null) throw new NullPointerException();
        this.handler = handler;
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    private void interruptIdle() {
        synchronized (workers) {
            for (Worker worker : workers)
                if (!worker.isActive) worker.thread.interrupt();
        }
    }

    public void setCorePoolSize(int size) {
        if (size < 0 || maximum < size) throw new IllegalArgumentException();
        int more = Math.min(size - core, queue.size());
        core = size;
        interruptIdle();
        while (more-- > 0 && prestartCoreThread() && !queue.isEmpty()) continue;
    }

    public int getCorePoolSize() {
        return core;
    }

    public void setMaximumPoolSize(int size) {
        if (size <= 0 || size < core) throw new IllegalArgumentException();
        maximum = size;
        interruptIdle();
    }

    public int getMaximumPoolSize() {
        return maximum;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0) throw new IllegalArgumentException();
        if (time == 0 && doCoresEnd) throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        keepAlive = unit.toNanos(time);
        interruptIdle();
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAlive, TimeUnit.NANOSECONDS);
    }

    public boolean allowsCoreThreadTimeOut() {
        return doCoresEnd;
    }

    public void allowCoreThreadTimeOut(boolean value) {
        if (value && keepAlive <= 0) throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        doCoresEnd = value;
        if (value) interruptIdle();
    }

    public boolean prestartCoreThread() {
        return addBelow(core, null);
    }

    public int prestartAllCoreThreads() {
        int count = 0;
        while (prestartCoreThread()) count++;
        return count;
    }

    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    public boolean remove(Runnable task) {
        boolean isRemoved = queue.remove(task);
        endIfIdle();
        return isRemoved;
    }

    public void purge() {
        queue.removeIf(task -> task instanceof Future && ((Future<?>) task).isCancelled());
        endIfIdle();
    }

    public int getPoolSize() {
        synchronized (workers) {
            return workers.size();
        }
    }

    public int getActiveCount() {
        synchronized (workers) {
            int count = 0;
            for (Worker worker : workers)
                if (worker.isActive) count++;
            return count;
        }
    }

    public int getLargestPoolSize() {
        synchronized (workers) {
            return largest;
        }
    }

    public long getTaskCount() {
        return getCompletedTaskCount() + getActiveCount() + queue.size();
    }

    public long getCompletedTaskCount() {
        synchronized (workers) {
            long count = completed;
            for (Worker worker : workers) count += worker.completed;
            return count;
        }
    }

    public String toString() {
        String name = state == RUNNING ? "Running" : state == TERMINATED ? "Terminated" : "Shutting down";
        return super.toString() + "[" + name + ", pool size = " + getPoolSize() + ", active threads = " + getActiveCount()
            + ", queued tasks = " + queue.size() + ", completed tasks = " + getCompletedTaskCount() + "]";
    }

    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {
        }

        public void rejectedExecution(Runnable r, ThreadPoolExecutor e) {
            throw new RejectedExecutionException("Task " + r + " rejected from " + e);
        }
    }

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {
        }

        public void rejectedExecution(Runnable r, ThreadPoolExecutor e) {
            if (!e.isShutdown()) r.run();
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {
        }

        public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
        }
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {
        }

        public void rejectedExecution(Runnable task, ThreadPoolExecutor e) {
            if (e.isShutdown()) return;
            e.getQueue().poll();
            e.execute(task);
        }
    }
}
