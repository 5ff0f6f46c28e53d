import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Barriers, semaphores, read and write locks, and collections that threads share. */
public class Together {
    static void each(int threads, Runnable body) throws InterruptedException {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) (all[i] = new Thread(body)).start();
        for (Thread thread : all) thread.join();
    }

    static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new RuntimeException(e);
        }
    }

    static void barriers() throws Exception {
        AtomicInteger rounds = new AtomicInteger(), indices = new AtomicInteger();
        CyclicBarrier barrier = new CyclicBarrier(4, rounds::incrementAndGet);
        each(4, () -> {
            for (int i = 0; i < 25; i++) {
                await(barrier);
                try {
                    indices.addAndGet(barrier.await());
                } catch (Exception e) {
                    System.out.println(e);
                }
            }
        });
        System.out.println(rounds + " " + indices + " " + barrier.getParties() + barrier.getNumberWaiting() + barrier.isBroken());
        try {
            barrier.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e + " " + barrier.isBroken());
        }
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            System.out.println(e);
        }
        barrier.reset();
        System.out.println(barrier.isBroken());
        CyclicBarrier failing = new CyclicBarrier(1, () -> { throw new IllegalStateException("action"); });
        try {
            failing.await();
        } catch (IllegalStateException e) {
            System.out.println(e + " " + failing.isBroken());
        }
        try {
            new CyclicBarrier(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    static void semaphores() throws Exception {
        Semaphore semaphore = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger(), rounds = new AtomicInteger();
        each(6, () -> {
            for (int i = 0; i < 30; i++) {
                semaphore.acquireUninterruptibly();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                rounds.incrementAndGet();
                inside.decrementAndGet();
                semaphore.release();
            }
        });
        System.out.println((most.get() <= 2) + " " + rounds + " " + semaphore.availablePermits());
        System.out.println(semaphore.tryAcquire(3) + " " + semaphore.tryAcquire(2) + " " + semaphore.tryAcquire() + " "
            + semaphore.tryAcquire(1, TimeUnit.MILLISECONDS) + " " + semaphore.drainPermits());
        semaphore.release(5);
        System.out.println(semaphore.drainPermits() + " " + semaphore.toString().replaceAll(".*\\[", "[") + semaphore.isFair());
        try {
            semaphore.release(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    static int plain;

    static void locks() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        AtomicInteger wrong = new AtomicInteger();
        int[] pair = new int[2];
        each(4, () -> {
            for (int i = 0; i < 300; i++) {
                if (i % 10 == 0) {
                    lock.writeLock().lock();
                    pair[0]++;
                    pair[1]++;
                    lock.writeLock().unlock();
                } else {
                    lock.readLock().lock();
                    if (pair[0] != pair[1]) wrong.incrementAndGet();
                    lock.readLock().unlock();
                }
            }
        });
        System.out.println(pair[0] + " " + wrong);
        lock.writeLock().lock();
        lock.writeLock().lock();
        lock.readLock().lock();
        System.out.println(lock.getWriteHoldCount() + " " + lock.getReadHoldCount() + " " + lock.isWriteLockedByCurrentThread()
            + lock.toString().replaceAll(".*\\[", "["));
        lock.writeLock().unlock();
        lock.writeLock().unlock();
        lock.readLock().lock();
        System.out.println(lock.isWriteLocked() + " " + lock.getReadLockCount() + " " + lock.writeLock().tryLock() + " "
            + lock.readLock().tryLock());
        Thread other = new Thread(() -> System.out.println(lock.writeLock().tryLock() + " " + lock.readLock().tryLock() + " "
            + lock.getReadHoldCount() + lock.getReadLockCount()));
        other.start();
        other.join();
        for (int i = 0; i < 3; i++) lock.readLock().unlock();
        try {
            lock.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        try {
            lock.readLock().newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        ReentrantReadWriteLock second = new ReentrantReadWriteLock(true);
        Condition changed = second.writeLock().newCondition();
        Thread waits = new Thread(() -> {
            second.writeLock().lock();
            try {
                while (plain == 0) changed.await();
                System.out.println("saw " + plain + " " + second.isWriteLockedByCurrentThread());
            } catch (InterruptedException e) {
                System.out.println(e);
            } finally {
                second.writeLock().unlock();
            }
        });
        waits.start();
        second.writeLock().lock();
        plain = 5;
        changed.signalAll();
        second.writeLock().unlock();
        waits.join();
        try {
            changed.await();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getClass());
        }
    }

    static class Poor {
        final int n;

        Poor(int n) {
            this.n = n;
        }

        public int hashCode() {
            return n % 5;
        }

        public boolean equals(Object other) {
            return other instanceof Poor && ((Poor) other).n == n;
        }

        public String toString() {
            return "p" + n;
        }
    }

    static void maps() throws Exception {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        each(4, () -> {
            for (int i = 0; i < 500; i++) {
                counts.merge("k" + i % 37, 1, Integer::sum);
                counts.computeIfAbsent("once" + i % 3, k -> 1);
                counts.compute("c" + i % 2, (k, old) -> old == null ? 1 : old + 1);
            }
        });
        System.out.println(counts.size() + " " + new TreeMap<>(counts)); // keys of one bin: in the order they came
        Random random = new Random(7);
        for (int start : new int[] {-1, 0, 1, 5, 16, 100}) {
            ConcurrentHashMap<Integer, Integer> map = start < 0 ? new ConcurrentHashMap<>() : new ConcurrentHashMap<>(start);
            for (int i = 0; i < 60; i++) {
                int key = random.nextInt(100000);
                map.put(key, i);
                if (i % 7 == 3) map.remove(map.keySet().iterator().next());
                if (i % 13 == 0) System.out.println(map);
            }
            for (Map.Entry<Integer, Integer> entry : map.entrySet())
                if (entry.getValue() % 3 == 0) entry.setValue(-1);
            map.values().removeIf(v -> v > 40);
            System.out.println(map + " " + map.keySet() + map.values() + map.hashCode() + new HashMap<>(map).equals(map));
            int budget = 40;
            for (int key : map.keySet())
                if (budget-- > 0) map.put(key + 100000, 0);
            System.out.println(map.size() + " " + new ConcurrentHashMap<>(map));
        }
        ConcurrentHashMap<Poor, Integer> poor = new ConcurrentHashMap<>();
        for (int i = 0; i < 40; i++) poor.put(new Poor(i * 7 % 40), i);
        System.out.println(poor.size() + " " + poor.get(new Poor(3)) + poor.contains(39) + poor.containsKey(new Poor(99)));
        System.out.println(counts.putIfAbsent("k0", 1) + " " + counts.replace("k0", 2) + counts.replace("k0", 2, 3) + counts.remove("k0", 2)
            + counts.remove("k0") + counts.getOrDefault("k0", 9) + counts.computeIfPresent("k0", (k, v) -> 1) + counts.mappingCount());
        try {
            counts.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        Set<String> set = ConcurrentHashMap.newKeySet();
        System.out.println(set.add("a") + " " + set.add("a") + set.addAll(Arrays.asList("b", "c")) + set + set.remove("b") + set);
    }

    static void lists() throws Exception {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(Arrays.asList(3, 1, 2));
        for (int i : list) list.add(i * 10);
        System.out.println(list + " " + list.addIfAbsent(3) + list.addIfAbsent(4) + list.indexOf(1) + list.remove((Integer) 10) + list);
        list.sort(null);
        list.replaceAll(x -> x + 1);
        System.out.println(list + " " + list.set(0, 9) + list.remove(1) + list.removeIf(x -> x > 20) + list + list.equals(Arrays.asList(9, 4, 5)));
        Iterator<Integer> iterator = list.iterator();
        list.clear();
        System.out.println(iterator.next() + " " + list + list.hashCode() + list.subList(0, 0));
        try {
            iterator.remove();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        CopyOnWriteArraySet<String> set = new CopyOnWriteArraySet<>(Arrays.asList("b", "a", "b"));
        System.out.println(set + " " + set.add("a") + set.contains("b") + set.size());
        each(4, () -> {
            for (int i = 0; i < 50; i++) list.add(i);
        });
        int random = ThreadLocalRandom.current().nextInt(5, 9);
        System.out.println(list.size() + " " + (random >= 5 && random < 9) + (ThreadLocalRandom.current() == ThreadLocalRandom.current()));
        try {
            ThreadLocalRandom.current().setSeed(1);
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
    }

    /** Nobody lets anybody on: each wait is over at once, however far below zero its time is. */
    static void timedOut() throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        ReentrantLock held = new ReentrantLock();
        CountDownLatch holds = new CountDownLatch(1), isOver = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.readLock().lock();
            held.lock();
            holds.countDown();
            try {
                isOver.await();
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        holder.start();
        holds.await();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (long time : new long[] {0, -1, Long.MIN_VALUE}) {
            for (TimeUnit unit : new TimeUnit[] {TimeUnit.NANOSECONDS, TimeUnit.DAYS}) {
                System.out.println(new CountDownLatch(1).await(time, unit) + " " + new Semaphore(0).tryAcquire(time, unit)
                    + new ArrayBlockingQueue<>(1).poll(time, unit) + new SynchronousQueue<>().offer(1, time, unit)
                    + new SynchronousQueue<>().poll(time, unit) + held.tryLock(time, unit) + lock.writeLock().tryLock(time, unit)
                    + pool.awaitTermination(time, unit));
                try {
                    new FutureTask<>(() -> 1).get(time, unit);
                } catch (TimeoutException e) {
                    System.out.println(e);
                }
                try {
                    new CyclicBarrier(2).await(time, unit);
                } catch (TimeoutException e) {
                    System.out.println(e);
                }
            }
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS));
        isOver.countDown();
        holder.join();
        System.out.println(new CountDownLatch(0).await(Long.MAX_VALUE, TimeUnit.DAYS) + " " + isOver.await(Long.MIN_VALUE, TimeUnit.DAYS));
    }

    /* Before they start, while they do, and when they are over. */
    static void interrupts() throws Exception {
        AtomicInteger told = new AtomicInteger();
        for (int i = 0; i < 400; i++) {
            Thread sleeper = new Thread(() -> {
                try {
                    Thread.sleep(10000);
                } catch (InterruptedException e) {
                    told.incrementAndGet();
                }
            });
            Thread starter = new Thread(sleeper::start);
            if (i % 8 == 0) sleeper.interrupt();
            starter.start();
            if (i % 8 != 0) {
                while (!sleeper.isAlive()) Thread.onSpinWait();
                sleeper.interrupt();
            }
            starter.join();
            sleeper.join();
        }
        System.out.println(told + " interrupted");
        Thread self = new Thread(() -> Thread.currentThread().interrupt()), other = new Thread(() -> { });
        System.out.println(self.isInterrupted() + " " + other.isInterrupted());
        each(1, self::start);
        other.start();
        self.join();
        other.join();
        System.out.println(self.isInterrupted() + " " + other.isInterrupted());
        other.interrupt();
        System.out.println(other.isInterrupted());
    }

    public static void main(String[] arguments) throws Exception {
        barriers();
        semaphores();
        locks();
        timedOut();
        interrupts();
        maps();
        lists();
    }
}
