package java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

public abstract class AbstractExecutorService implements ExecutorService {
    public AbstractExecutorService() {
    }

    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new FutureTask<T>(runnable, value);
    }

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new FutureTask<T>(callable);
    }

    private <T> Future<T> start(RunnableFuture<T> task) {
        execute(task);
        return task;
    }

    public Future<?> submit(Runnable task) {
        if (task == null) throw new NullPointerException();
        return start(newTaskFor(task, (Void) null));
    }

    public <T> Future<T> submit(Runnable task, T result) {
        if (task == null) throw new NullPointerException();
        return start(newTaskFor(task, result));
    }

    public <T> Future<T> submit(Callable<T> task) {
        if (task == null) throw new NullPointerException();
        return start(newTaskFor(task));
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
        throws InterruptedException {
        Objects.requireNonNull(tasks);
        long end = unit.endOf(timeout);
        List<Future<T>> futures = new ArrayList<>();
        boolean isWhole = false;
        try {
            for (Callable<T> task : tasks) futures.add(newTaskFor(task));
            for (Future<T> future : futures) execute((Runnable) future);
            isWhole = awaitAll(futures, end);
            return futures;
        } finally {
            if (!isWhole)
                for (Future<T> future : futures) future.cancel(true);
        }
    }

    private static <T> boolean awaitAll(List<Future<T>> futures, long end) throws InterruptedException {
        for (Future<T> future : futures) {
            try {
                if (!future.isDone()) future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return false;
            } catch (CancellationException | ExecutionException e) {
                continue; /* the future tells */
            }
        }
        return true;
    }

    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new ExecutionException(e);
        }
    }

    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
        throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) throw new IllegalArgumentException();
        long end = unit.endOf(timeout);
        ExecutorCompletionService<T> completion = new ExecutorCompletionService<>(this);
        List<Future<T>> futures = new ArrayList<>();
        try {
            ExecutionException last = null;
            java.util.Iterator<? extends Callable<T>> rest = tasks.iterator();
            for (int active = 0; active > 0 || rest.hasNext();) {
                Future<T> ended = completion.poll();
                if (ended == null && rest.hasNext()) {
                    futures.add(completion.submit(rest.next()));
                    active++;
                    continue;
                }
                if (ended == null) ended = completion.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (ended == null) throw new TimeoutException();
                active--;
                try {
                    return ended.get();
                } catch (ExecutionException e) {
                    last = e;
                }
            }
            throw last;
        } finally {
            for (Future<T> future : futures) future.cancel(true);
        }
    }
}
