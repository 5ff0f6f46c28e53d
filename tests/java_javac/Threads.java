/** Threads, monitors, interrupts, class initialisation and memory order: what is printed does not depend on who is faster. */
public class Threads {
    static final Object LOCK = new Object();
    static int count;

    interface Body {
        void run() throws Exception;
    }

    static Thread thread(Body body) {
        return new Thread() {
            public void run() {
                try {
                    body.run();
                } catch (Exception e) {
                    System.out.println("failed: " + e);
                }
            }
        };
    }

    static void together(int threads, Body body) throws InterruptedException {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) all[i] = thread(body);
        for (Thread t : all) t.start();
        for (Thread t : all) t.join();
    }

    static synchronized void countUp() {
        count++;
    }

    static void counting() throws Exception {
        together(4, () -> {
            for (int i = 0; i < 3000; i++) synchronized (LOCK) {
                count++;
            }
        });
        System.out.println("under one lock: " + count);
        count = 0;
        together(4, () -> {
            for (int i = 0; i < 3000; i++) countUp();
        });
        System.out.println("in synchronized methods: " + count);
    }

    static class Cell {
        private int value;
        private boolean full;

        synchronized void put(int v) throws InterruptedException {
            while (full) wait();
            value = v;
            full = true;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (!full) wait();
            full = false;
            notifyAll();
            return value;
        }
    }

    static void handingOver() throws Exception {
        Cell cell = new Cell();
        long[] sums = new long[4];
        Thread[] consumers = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            consumers[i] = thread(() -> {
                for (int k = 0; k < 250; k++) sums[number] += cell.take();
            });
            consumers[i].start();
        }
        Thread producer = thread(() -> {
            for (int i = 0; i < 1000; i++) cell.put(i);
        });
        producer.start();
        producer.join();
        long sum = 0;
        for (int i = 0; i < 4; i++) {
            consumers[i].join();
            sum += sums[i];
        }
        System.out.println("handed over: " + sum);
    }

    static void interrupting() throws Exception {
        Thread sleeper = thread(() -> {
            try {
                Thread.sleep(1000000);
            } catch (InterruptedException e) {
                System.out.println(e + ", still interrupted: " + Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        Thread waiter = thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    System.out.println(e + ", holds the lock: " + Thread.holdsLock(LOCK));
                }
            }
        });
        waiter.start();
        waiter.interrupt();
        waiter.join();
        Thread.currentThread().interrupt();
        System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        Thread.currentThread().interrupt();
        try {
            Thread.sleep(0);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        try {
            thread(() -> {}).join(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        synchronized (LOCK) {
            LOCK.wait(1);
            LOCK.wait(0, 1);
        }
    }

    static void states() throws Exception {
        Thread t = thread(() -> {});
        System.out.println(t.isAlive() + " " + t.isDaemon() + " " + t.getPriority() + " " + t.getName().startsWith("Thread-"));
        t.setName("named");
        t.setDaemon(true);
        t.start();
        t.join();
        System.out.println(t.isAlive() + " " + t.getName() + " " + t);
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.println(e);
        }
        System.out.println(Thread.currentThread().getName() + " " + Thread.currentThread().getId() + " " + Thread.currentThread());
        try {
            LOCK.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        try {
            LOCK.wait();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        Thread other = thread(() -> System.out.println("held elsewhere: " + Thread.holdsLock(LOCK)));
        synchronized (LOCK) {
            other.start();
            other.join();
            System.out.println("held here: " + Thread.holdsLock(LOCK));
        }
        Thread thrower = new Thread(() -> {
            throw new IllegalStateException("thrown");
        });
        thrower.setUncaughtExceptionHandler((where, e) -> System.out.println(where.getName() + " ended with " + e));
        thrower.setName("thrower");
        thrower.start();
        thrower.join();
    }

    static class Slow {
        static int value;

        static {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
            }
            value = 42;
            synchronized (LOCK) {
                count++;
            }
        }

        static int get() {
            return value;
        }
    }

    static class Failing {
        static int value = fail();

        static int fail() {
            throw new RuntimeException("at the first");
        }
    }

    static void initializing() throws Exception {
        count = 0;
        together(4, () -> {
            if (Slow.get() != 42) System.out.println("too early");
        });
        System.out.println("initialised: " + count);
        int[] errors = new int[2];
        together(3, () -> {
            try {
                System.out.println(Failing.value);
            } catch (ExceptionInInitializerError e) {
                synchronized (LOCK) {
                    errors[0]++;
                }
            } catch (NoClassDefFoundError e) {
                synchronized (LOCK) {
                    errors[1]++;
                }
            }
        });
        System.out.println("failed once and was refused: " + errors[0] + " " + errors[1]);
    }

    static volatile int x, y;
    static volatile long wide;
    static volatile boolean stop;

    /** Dekker's handshake: with volatile variables, not both threads can read what was before. */
    static void ordering() throws Exception {
        int both = 0;
        int[] seen = new int[2];
        for (int round = 0; round < 60; round++) {
            x = y = 0;
            Thread one = thread(() -> {
                x = 1;
                seen[0] = y;
            });
            Thread two = thread(() -> {
                y = 1;
                seen[1] = x;
            });
            one.start();
            two.start();
            one.join();
            two.join();
            if (seen[0] == 0 && seen[1] == 0) both++;
        }
        System.out.println("neither saw the other: " + both);
        stop = false;
        Thread writer = thread(() -> {
            while (!stop) {
                wide = 0x1111111111111111L;
                wide = 0x2222222222222222L;
            }
        });
        wide = 0x1111111111111111L;
        writer.start();
        int torn = 0;
        for (int i = 0; i < 5000; i++) {
            long w = wide;
            if (w != 0x1111111111111111L && w != 0x2222222222222222L) torn++;
        }
        stop = true;
        writer.join();
        System.out.println("torn: " + torn);
    }

    static class Node {
        final int[] values = {1, 2, 3};
        Node next;
    }

    static void allocating() throws Exception {
        long[] sums = new long[4];
        Thread[] all = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            all[i] = thread(() -> {
                Node list = null;
                for (int k = 0; k < 400; k++) {
                    Node node = new Node();
                    node.next = k % 50 == 0 ? null : list;
                    list = node;
                    String text = "n" + k;
                    sums[number] += text.length() + node.values[k % 3];
                }
                for (; list != null; list = list.next) sums[number] += list.values[2];
            });
            all[i].start();
        }
        for (Thread t : all) t.join();
        System.out.println("allocated: " + sums[0] + " " + sums[1] + " " + sums[2] + " " + sums[3]);
    }

    static int depth(int n) {
        return 1 + depth(n + 1);
    }

    static void overflowing() throws Exception {
        boolean[] caught = new boolean[2];
        Thread[] all = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int number = i;
            all[i] = thread(() -> {
                try {
                    depth(0);
                } catch (StackOverflowError e) {
                    caught[number] = true;
                }
            });
            all[i].start();
        }
        for (Thread t : all) t.join();
        System.out.println("overflowed: " + caught[0] + " " + caught[1]);
    }

    static void locals() throws Exception {
        ThreadLocal<Integer> local = new ThreadLocal<Integer>() {
            protected Integer initialValue() {
                return 7;
            }
        };
        local.set(1);
        Thread t = thread(() -> {
            System.out.println("other's own: " + local.get());
            local.set(2);
            System.out.println("other's own: " + local.get());
        });
        t.start();
        t.join();
        System.out.println("mine: " + local.get());
        local.remove();
        System.out.println("mine: " + local.get());
        ThreadLocal<?>[] many = new ThreadLocal<?>[40];
        for (int i = 0; i < 40; i++) {
            ThreadLocal<Integer> one = new ThreadLocal<>();
            one.set(i);
            many[i] = one;
        }
        for (int i = 0; i < 40; i += 2) many[i].remove();
        int sum = 0;
        for (int i = 0; i < 40; i++) sum += many[i].get() == null ? 1000 : (Integer) many[i].get();
        System.out.println(sum);
    }

    /** Woken one at a time, in the order in which they came. */
    static void notifying() throws Exception {
        Object monitor = new Object();
        Thread[] waiters = new Thread[3];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = thread(() -> {
                synchronized (monitor) {
                    monitor.wait();
                }
            });
            waiters[i].start();
            while (waiters[i].getState() != Thread.State.WAITING) Thread.sleep(1);
        }
        for (Thread next : waiters) {
            synchronized (monitor) {
                monitor.notify();
            }
            next.join();
            for (Thread waiter : waiters) System.out.print(waiter.getState() + " ");
            System.out.println();
        }
    }

    public static void main(String[] args) throws Exception {
        counting();
        notifying();
        handingOver();
        interrupting();
        states();
        initializing();
        ordering();
        allocating();
        overflowing();
        locals();
        Thread daemon = thread(() -> {
            while (true) new Object();
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread idle = thread(() -> {
            while (true); // a branch to itself
        });
        idle.setDaemon(true);
        idle.start();
        thread(() -> {
            Thread.sleep(30);
            System.out.println("the last to end");
        }).start();
        System.out.println("main ends");
    }
}
