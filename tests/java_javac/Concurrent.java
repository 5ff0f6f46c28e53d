import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** java.util.concurrent: the atomic classes, locks, conditions, latches. */
public class Concurrent {
    static int plain;

    static void together(int threads, Runnable body) throws InterruptedException {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) (all[i] = new Thread(body)).start();
        for (Thread t : all) t.join();
    }

    static void atomics() throws InterruptedException {
        AtomicInteger i = new AtomicInteger(1);
        AtomicLong l = new AtomicLong();
        AtomicIntegerArray ia = new AtomicIntegerArray(3);
        AtomicLongArray la = new AtomicLongArray(new long[] {1, 2});
        AtomicBoolean b = new AtomicBoolean();
        AtomicReference<String> r = new AtomicReference<>("");
        together(4, () -> {
            for (int k = 0; k < 1000; k++) {
                i.incrementAndGet();
                l.addAndGet(3);
                ia.getAndIncrement(k % 3);
                la.getAndAdd(k % 2, -1);
                if (k % 250 == 0) r.updateAndGet(s -> s + "x");
                b.compareAndSet(k % 2 == 0, k % 2 != 0);
            }
        });
        System.out.println(i + " " + l + " " + ia + " " + la + " " + r);
        System.out.println(i.compareAndSet(4001, 5) + " " + i.compareAndSet(4001, 6) + " " + i.getAndSet(9) + " " + i.get());
        System.out.println(i.getAndAdd(2) + " " + i.decrementAndGet() + " " + i.accumulateAndGet(7, Math::max) + " " + i.doubleValue());
        System.out.println(l.getAndUpdate(x -> -x) + " " + l.longValue() + " " + l.getAndDecrement() + " " + l);
        System.out.println(b.getAndSet(true) | true);
        String s = r.get();
        System.out.println(r.compareAndSet(s, "a") + " " + r.compareAndSet(s, "b") + " " + r.getAndSet("c") + " " + r);
        try {
            ia.set(3, 1);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
    }

    static void wider() throws InterruptedException {
        AtomicReferenceArray<String> a = new AtomicReferenceArray<>(new String[] {"a", null, "c"});
        LongAdder adder = new LongAdder();
        LongAccumulator most = new LongAccumulator(Long::max, Long.MIN_VALUE);
        DoubleAdder sum = new DoubleAdder();
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("s", 0);
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("m", false);
        together(3, () -> {
            for (int k = 0; k < 300; k++) {
                adder.increment();
                most.accumulate(k);
                sum.add(0.5);
                if (k % 100 == 0) a.accumulateAndGet(2, "+", String::concat);
                for (int now = stamped.getStamp(); !stamped.compareAndSet("s", "s", now, now + 1);) now = stamped.getStamp();
            }
        });
        System.out.println(a + " " + adder + " " + most.getThenReset() + " " + most + " " + sum.sumThenReset() + " " + sum.sum());
        System.out.println(a.compareAndSet(1, null, "b") + " " + a.getAndSet(0, "z") + a.get(0) + a.length() + a.getAndUpdate(1, x -> x + x) + a);
        System.out.println(stamped.getStamp() + " " + stamped.attemptStamp("s", 7) + " " + stamped.getStamp() + stamped.getReference());
        boolean[] holder = new boolean[1];
        System.out.println(marked.compareAndSet("m", "n", false, true) + " " + marked.get(holder) + holder[0] + marked.isMarked());
        try {
            a.get(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
    }

    static void locks() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        together(4, () -> {
            for (int k = 0; k < 500; k++) {
                lock.lock();
                try {
                    lock.lock();
                    plain++;
                    lock.unlock();
                } finally {
                    lock.unlock();
                }
            }
        });
        System.out.println(plain + " " + lock.isLocked() + " " + lock.tryLock() + " " + lock.getHoldCount() + " " + lock.isHeldByCurrentThread());
        together(1, () -> System.out.println("elsewhere: " + lock.tryLock() + " " + lock.isHeldByCurrentThread()));
        lock.unlock();
        try {
            lock.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        Condition changed = lock.newCondition();
        int[] turn = {0};
        StringBuilder log = new StringBuilder();
        Thread[] all = new Thread[3];
        for (int k = 0; k < 3; k++) {
            int me = k;
            all[k] = new Thread(() -> {
                for (int round = 0; round < 20; round++) {
                    lock.lock();
                    try {
                        while (turn[0] != me) changed.await();
                        log.append(me);
                        turn[0] = (me + 1) % 3;
                        changed.signalAll();
                    } catch (InterruptedException e) {
                        System.out.println(e);
                    } finally {
                        lock.unlock();
                    }
                }
            });
            all[k].start();
        }
        for (Thread t : all) t.join();
        System.out.println(log);
        lock.lock();
        System.out.println(changed.await(1, TimeUnit.MILLISECONDS) + " " + lock.getHoldCount());
        lock.unlock();
    }

    static void latches() throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(3), go = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        for (int k = 0; k < 3; k++)
            new Thread(() -> {
                ready.countDown();
                try {
                    go.await();
                    done.incrementAndGet();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }).start();
        ready.await();
        System.out.println(done.get() + " " + ready.getCount() + " " + go.await(1, TimeUnit.MILLISECONDS));
        go.countDown();
        while (done.get() < 3) Thread.yield();
        System.out.println(done.get());
    }

    static void units() {
        for (TimeUnit unit : TimeUnit.values())
            System.out.println(unit + " " + unit.toNanos(3) + " " + unit.toMillis(5000000) + " " + unit.toDays(Long.MAX_VALUE) + " "
                               + unit.convert(-7, TimeUnit.HOURS));
    }

    static void states() throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
        });
        System.out.println(t.getState());
        t.start();
        while (t.getState() != Thread.State.WAITING) Thread.yield();
        synchronized (lock) {
            lock.notify();
            while (t.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
        }
        t.join();
        System.out.println(t.getState() + " " + Thread.currentThread().getState());
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 5);
        System.out.println(local.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        atomics();
        wider();
        locks();
        latches();
        units();
        states();
    }
}
