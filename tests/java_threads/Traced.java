/** What other threads are at: waiting, sleeping, blocked, and running in a loop. */
public class Traced {
    static final Object lock = new Object();
    static volatile boolean isOver;
    static volatile int spins;

    static void waitForEver() throws InterruptedException {
        synchronized (lock) {
            lock.wait();
        }
    }

    static void sleepForEver() throws InterruptedException {
        Thread.sleep(1000000);
    }

    static void spin() {
        while (!isOver) step();
    }

    static void step() {
        spins++;
    }

    interface Task {
        void run() throws InterruptedException;
    }

    static Thread start(String name, Task task) {
        Thread thread = new Thread(name) {
            public void run() {
                try {
                    task.run();
                } catch (InterruptedException e) {
                    return;
                }
            }
        };
        thread.start();
        return thread;
    }

    static boolean shows(Thread thread, String method) {
        for (StackTraceElement frame : thread.getStackTrace())
            if (frame.getClassName().equals("Traced") && frame.getMethodName().equals(method)) return true;
        return false;
    }

    static String outermost(Thread thread) {
        StackTraceElement[] trace = thread.getStackTrace();
        return trace[trace.length - 1].getMethodName();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread main = Thread.currentThread();
        System.out.println(new Thread().getStackTrace().length);
        for (int round = 0; round < 20; round++) {
            isOver = false;
            Thread waiter = start("waiter", Traced::waitForEver), sleeper = start("sleeper", Traced::sleepForEver);
            Thread spinner = start("spinner", Traced::spin);
            while (waiter.getState() != Thread.State.WAITING || sleeper.getState() != Thread.State.TIMED_WAITING) Thread.yield();
            int before = spins;
            while (spins == before) Thread.yield();
            boolean isRight = shows(waiter, "waitForEver") && !shows(waiter, "spin") && outermost(waiter).equals("run");
            isRight &= shows(sleeper, "sleepForEver") && shows(spinner, "spin") && outermost(spinner).equals("run");
            boolean[] isShown = new boolean[1];
            Thread watcher = start("watcher", () -> isShown[0] = shows(main, "main"));
            watcher.join();
            if (!isRight || !isShown[0]) System.out.println("round " + round + " shows something else");
            waiter.interrupt();
            sleeper.interrupt();
            isOver = true;
            waiter.join();
            sleeper.join();
            spinner.join();
            if (spinner.getStackTrace().length != 0) System.out.println("a thread that ended has frames");
        }
        System.out.println("done");
    }
}
