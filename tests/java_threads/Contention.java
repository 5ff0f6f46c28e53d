/**
 * Locks, waiting and interrupts under contention, in the Java that the built-in frontend compiles. With an argument, so many times
 * fewer rounds.
 */
public class Contention {
    static final int THREADS = 4;
    static int rounds = 2000;
    static final Object lock = new Object();
    static int count;
    static volatile boolean stop;

    static class Counter extends Thread {
        public void run() {
            for (int i = 0; i < rounds; i++) {
                synchronized (lock) {
                    count++;
                }
                synchronized (this) {
                    synchronized (this) {
                        up();
                    }
                }
            }
        }

        static int ups;

        static synchronized void up() {
            ups++;
        }
    }

    static class Cell {
        int value;
        boolean full;

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

    static class Producer extends Thread {
        final Cell cell;

        Producer(Cell cell) {
            this.cell = cell;
        }

        public void run() {
            try {
                for (int i = 0; i < rounds / 4; i++) cell.put(i);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    static class Waiter extends Thread {
        public void run() {
            synchronized (lock) {
                try {
                    lock.wait();
                    System.out.println("notified");
                } catch (InterruptedException e) {
                    count++;
                }
            }
        }
    }

    static class Allocator extends Thread {
        long sum;

        public void run() {
            Cell last = null;
            for (int i = 0; i < rounds * 3 / 2; i++) {
                Cell cell = new Cell();
                cell.value = i;
                if (i % 7 == 0) last = cell;
                sum += last.value + ("" + i).length();
            }
        }
    }

    static class Spinner extends Thread {
        int turns;

        public void run() {
            while (!stop) turns++;
        }
    }

    static class Late {
        static int value = compute();

        static int compute() {
            synchronized (lock) {
                count++;
            }
            return 6 * 7;
        }
    }

    static class Reader extends Thread {
        int seen;

        public void run() {
            seen = Late.value;
        }
    }

    static void join(Thread[] threads) throws InterruptedException {
        for (int i = 0; i < threads.length; i++) threads[i].start();
        for (int i = 0; i < threads.length; i++) threads[i].join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length > 0) rounds /= Integer.parseInt(arguments[0]);
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) threads[i] = new Counter();
        join(threads);
        System.out.println(count + " " + Counter.ups);

        Cell cell = new Cell();
        new Producer(cell).start();
        new Producer(cell).start();
        int sum = 0;
        for (int i = 0; i < rounds / 4 * 2; i++) sum += cell.take();
        System.out.println(sum);

        count = 0;
        for (int i = 0; i < THREADS; i++) {
            threads[i] = new Waiter();
            threads[i].start();
            threads[i].interrupt();
        }
        for (int i = 0; i < THREADS; i++) threads[i].join();
        System.out.println(count + " interrupted");

        for (int i = 0; i < THREADS; i++) threads[i] = new Allocator();
        join(threads);
        for (int i = 0; i < THREADS; i++) System.out.println(((Allocator) threads[i]).sum);

        Spinner spinner = new Spinner();
        spinner.start();
        for (int i = 0; i < 5; i++) System.gc();
        stop = true;
        spinner.join();

        count = 0;
        for (int i = 0; i < THREADS; i++) threads[i] = new Reader();
        join(threads);
        for (int i = 0; i < THREADS; i++) count += ((Reader) threads[i]).seen;
        System.out.println(count);

        Spinner daemon = new Spinner();
        stop = false;
        daemon.setDaemon(true);
        daemon.start();
        System.out.println("main ends");
    }
}
