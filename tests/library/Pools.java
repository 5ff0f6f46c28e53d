import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Executors, futures, queues that wait. */
public class Pools {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String name, Action action) {
        try {
            System.out.println(name + ": " + action.run());
        } catch (Throwable e) {
            System.out.println(name + ": " + e.getClass().getName() + (e.getCause() == null ? "" : ", cause " + e.getCause()));
        }
    }

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static void pools() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Long>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final int n = i;
            futures.add(pool.submit(() -> fib(n)));
        }
        StringBuilder text = new StringBuilder();
        for (Future<Long> future : futures) text.append(future.get()).append(' ').append(future.isDone()).append(' ');
        System.out.println(text);
        List<Callable<String>> tasks = new ArrayList<>();
        for (String word : "a b c d".split(" ")) tasks.add(() -> word + word);
        for (Future<String> future : pool.invokeAll(tasks)) System.out.print(future.get() + " ");
        System.out.println(pool.invokeAny(tasks).length());
        show("thrown", () -> pool.submit(() -> { throw new IllegalStateException("in task"); }).get());
        show("void", () -> pool.submit(() -> { }).get());
        show("result", () -> pool.submit(() -> { }, "given").get());
        show("late", () -> pool.submit(() -> { Thread.sleep(10000); return 1; }).get(5, TimeUnit.MILLISECONDS));
        show("all fail", () -> pool.invokeAny(Arrays.asList(() -> { throw new Error("one"); })));
        show("nothing", () -> pool.submit((Runnable) null));
        System.out.println(pool.isShutdown() + " " + pool.isTerminated());
        System.out.println(pool.shutdownNow().size() + " " + pool.awaitTermination(10, TimeUnit.SECONDS));
        System.out.println(pool.isShutdown() + " " + pool.isTerminated());
        show("refused", () -> pool.submit(() -> 1));
        // who terminated it may not be the last to leave it
        System.out.println(pool.toString().replaceAll("@[0-9a-f]+|pool size = [0-9]+|[0-9]+]$", ""));
    }

    static void single() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor(task -> new Thread(task, "mine"));
        StringBuffer order = new StringBuffer();
        for (int i = 0; i < 50; i++) {
            final int n = i;
            one.execute(() -> order.append(n).append(Thread.currentThread().getName().charAt(0)));
        }
        one.shutdown();
        System.out.println(one.awaitTermination(10, TimeUnit.SECONDS) + " " + order + " " + (one instanceof ThreadPoolExecutor));
        ExecutorService cached = Executors.newCachedThreadPool();
        CountDownLatch latch = new CountDownLatch(8);
        for (int i = 0; i < 8; i++)
            cached.execute(() -> {
                latch.countDown();
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
        latch.await();
        cached.shutdown();
        System.out.println(cached.awaitTermination(10, TimeUnit.SECONDS) + " " + ((ThreadPoolExecutor) cached).getLargestPoolSize()
            + " " + ((ThreadPoolExecutor) cached).getCompletedTaskCount());
    }

    static void configured() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2),
            new ThreadPoolExecutor.CallerRunsPolicy()) {
            protected void afterExecute(Runnable task, Throwable exception) {
                ended.incrementAndGet();
            }

            protected void terminated() {
                System.out.println("terminated");
            }
        };
        Runnable waits = () -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        };
        for (int i = 0; i < 4; i++) pool.execute(waits);
        System.out.println(pool.getPoolSize() + " " + pool.getQueue().size() + " " + pool.getQueue().remainingCapacity());
        pool.execute(() -> System.out.println("by " + Thread.currentThread().getName()));
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.AbortPolicy());
        show("full", () -> { pool.execute(waits); return 0; });
        pool.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        show("discarded", () -> { pool.execute(waits); return 0; });
        gate.countDown();
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + ended + " " + pool.getTaskCount());
        show("negative", () -> Executors.newFixedThreadPool(0));
        show("no core", () -> new ThreadPoolExecutor(2, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
    }

    static void futures() throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 6 * 7);
        System.out.println(task.isDone() + " " + task.isCancelled());
        task.run();
        task.run();
        System.out.println(task.get() + " " + task.isDone() + " " + task.cancel(true) + " " + task.toString().replaceAll(".*\\[", "["));
        FutureTask<Integer> cancelled = new FutureTask<Integer>(() -> 1) {
            protected void done() {
                System.out.println("done " + isCancelled());
            }
        };
        System.out.println(cancelled.cancel(false) + " " + cancelled.isDone() + " " + cancelled.toString().replaceAll(".*\\[", "["));
        show("cancelled", () -> cancelled.get());
        FutureTask<Integer> failed = new FutureTask<>(() -> { throw new Exception("failed"); });
        failed.run();
        show("failed", () -> failed.get());
        System.out.println(failed.toString().replaceAll(".*\\[", "["));
        ExecutorService pool = Executors.newFixedThreadPool(1);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean isInterrupted = new AtomicBoolean();
        Future<?> sleeps = pool.submit(() -> {
            begun.countDown();
            try {
                Thread.sleep(100000);
            } catch (InterruptedException e) {
                isInterrupted.set(true);
            }
        });
        begun.await();
        System.out.println(sleeps.cancel(true));
        System.out.println(pool.submit(() -> isInterrupted.get()).get() + " " + Executors.callable(() -> { }, 4).call());
        ExecutorCompletionService<Integer> completion = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 5; i++) completion.submit(() -> 1);
        int sum = 0;
        for (int i = 0; i < 5; i++) sum += completion.take().get();
        System.out.println(sum + " " + completion.poll());
        pool.shutdown();
    }

    static void queues() throws Exception {
        for (BlockingQueue<Integer> queue : Arrays.<BlockingQueue<Integer>>asList(new LinkedBlockingQueue<>(3),
                 new ArrayBlockingQueue<>(3), new PriorityBlockingQueue<>(3, Collections.reverseOrder()), new SynchronousQueue<>())) {
            String name = queue.getClass().getSimpleName();
            System.out.println(name + " " + queue.remainingCapacity() + " " + queue.offer(1) + queue.offer(3) + queue.offer(2)
                + queue.offer(4) + " " + queue + " " + queue.size() + " " + queue.peek() + " " + queue.contains(3));
            System.out.println(queue.offer(5, 1, TimeUnit.MILLISECONDS) + " " + queue.poll() + " " + queue.remove(2) + " " + queue);
            show("add", () -> queue.add(7) && queue.add(8) && queue.add(9));
            show("null", () -> queue.offer(null));
            show("element", () -> queue.element());
            List<Integer> drained = new ArrayList<>();
            System.out.println(queue.drainTo(drained, 1) + " " + queue.drainTo(drained) + " " + drained + " " + queue.isEmpty());
            show("remove", () -> queue.remove());
            System.out.println(queue.poll(1, TimeUnit.MILLISECONDS));
            Thread maker = new Thread(() -> {
                try {
                    for (int i = 1; i <= 200; i++) queue.put(i);
                    queue.put(-1);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
            maker.start();
            long sum = 0;
            if (queue instanceof PriorityBlockingQueue) maker.join();
            for (int got; (got = queue.take()) >= 0;) sum += got;
            maker.join();
            System.out.println(sum + " " + queue.size());
            Thread waits = new Thread(() -> show("interrupted", () -> queue.take()));
            waits.start();
            waits.interrupt();
            waits.join();
        }
        ConcurrentLinkedQueue<String> linked = new ConcurrentLinkedQueue<>(Arrays.asList("x", "y", "z"));
        for (Iterator<String> i = linked.iterator(); i.hasNext();)
            if (i.next().equals("y")) i.remove();
        System.out.println(linked + " " + linked.poll() + linked.peek() + linked.size() + linked.removeIf(s -> true) + linked.poll());
    }

    public static void main(String[] arguments) throws Exception {
        pools();
        single();
        configured();
        futures();
        queues();
    }
}
