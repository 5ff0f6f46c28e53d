package java.util.concurrent;

public class ExecutorCompletionService<V> implements CompletionService<V> {
    private final Executor executor;
    private final BlockingQueue<Future<V>> completed;

    public ExecutorCompletionService(Executor executor) {
        this(executor, new LinkedBlockingQueue<Future<V>>());
    }

    public ExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> completionQueue) {
        if (executor == null || completionQueue == null) throw new NullPointerException();
        this.executor = executor;
        completed = completionQueue;
    }

    public Future<V> submit(Callable<V> task) {
        return start(new FutureTask<V>(task) {
            protected void done() {
                completed.add(this);
            }
        });
    }

    public Future<V> submit(Runnable task, V result) {
        return submit(Executors.callable(task, result));
    }

    private Future<V> start(FutureTask<V> task) {
        executor.execute(task);
        return task;
    }

    public Future<V> take() throws InterruptedException {
        return completed.take();
    }

    public Future<V> poll() {
        return completed.poll();
    }

    public Future<V> poll(long timeout, TimeUnit unit) throws InterruptedException {
        return completed.poll(timeout, unit);
    }
}
