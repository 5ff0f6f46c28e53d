// The stack ends in calls of every kind; what was locked is free again, finally blocks have run, and the thread goes on.
// Not under stress: each collection looks through all of a full stack.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

public class Overflows {
    static int entered, left;
    static final Object lock = new Object();

    static int plain(int n) { return plain(n + 1) + 1; }
    static synchronized int locked(int n) { return locked(n + 1) + 1; }
    static int block(int n) {
        synchronized (lock) {
            return block(n + 1) + 1;
        }
    }
    static int counted(int n) {
        entered++;
        try {
            return counted(n + 1) + 1;
        } finally {
            left++;
        }
    }
    static int catching(int n) {
        try {
            return catching(n + 1) + 1;
        } catch (StackOverflowError e) {
            return n;
        }
    }
    /** Where the stack ends, classes that java initialises when it starts are used for the first time. */
    static int boxes;
    static int boxing(int n) {
        try {
            return boxing(n + 1) + 1;
        } finally {
            if (boxes++ < 100) left += Integer.valueOf(n & 63);
        }
    }
    static int asking(int n) {
        try {
            return asking(n + 1) + 1;
        } finally {
            if (Thread.holdsLock(lock)) left++;
        }
    }
    static int depth;
    static int deep(int n) {
        depth = n;
        return deep(n + 1) + 1;
    }
    static int catchingAt(int n) {
        try {
            return deep(n);
        } catch (StackOverflowError e) {
            return depth;
        }
    }
    static long wide(long a, double b, long c, Object d, int[] e) { return wide(a + 1, b, c, d, e) + 1; }
    static int copies(int[][] a) { return copies(a.clone()) + 1; }

    static class Loop {
        Loop next = this;
        public String toString() { return "L" + next; }
    }
    static class Initialized {
        static int v = plain(0);
    }
    static class Node {
        Node next;
        int go(int d) { return next.go(d + 1) + 1; }
    }
    static class Other extends Node {
        int go(int d) { return next.go(d + 1) + 2; }
    }
    interface Step {
        int run(int n);
    }
    static Step step;

    static void tell(String name, Runnable action) {
        try {
            action.run();
            System.out.println(name + " ended");
        } catch (StackOverflowError e) {
            System.out.println(name + ": " + e + ", " + (e.getStackTrace().length == 1024));
        } catch (Throwable e) {
            System.out.println(name + ": " + e + ", cause " + e.getCause());
        }
    }

    static void seenByAnother() {
        try {
            lock.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("not the owner");
        }
        synchronized (lock) {
            synchronized (Overflows.class) {
                System.out.println("both are free");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        tell("a box", () -> boxing(0));
        tell("a box again", () -> System.out.println(Integer.valueOf(entered)));
        tell("a thread", () -> asking(0));
        tell("a thread again", () -> System.out.println(Thread.holdsLock(lock)));
        left = 0;
        tell("a call", () -> plain(0));
        tell("a synchronized method", () -> locked(0));
        tell("a synchronized block", () -> block(0));
        tell("finally", () -> counted(0));
        System.out.println(entered == left);
        tell("a handler in every frame", () -> System.out.println(catching(0) > 100));
        tell("wide arguments", () -> wide(0, 0, 0, null, null));
        tell("a native", () -> copies(new int[1][]));
        Loop loop = new Loop();
        tell("toString", () -> loop.toString());
        tell("println", () -> System.out.println(loop));
        ArrayList<Object> list = new ArrayList<>();
        list.add(list);
        tell("a list in itself", () -> list.hashCode());
        HashMap<Object, Object> map = new HashMap<>(List.of().size() + 1);
        map.put("a", map);
        tell("a map in itself", () -> map.hashCode());
        tell("an initializer", () -> System.out.println(Initialized.v));
        tell("that class again", () -> System.out.println(Initialized.v));
        step = n -> step.run(n + 1);
        tell("a lambda", () -> step.run(0));
        Node a = new Node(), b = new Other();
        a.next = b;
        b.next = a;
        tell("virtual calls", () -> a.go(0));
        tell("a handler's call", () -> {
            try {
                plain(0);
            } catch (StackOverflowError e) {
                plain(1);
            }
        });
        tell("with finally around", () -> {
            try {
                plain(0);
            } finally {
                System.out.println("finally");
            }
        });
        Thread thread = new Thread(() -> plain(0), "other");
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " ended with " + e));
        thread.start();
        thread.join();
        for (long size = 1 << 16; size <= 1 << 28; size <<= 6) {
            int[] seen = new int[1];
            thread = new Thread(null, () -> seen[0] = catchingAt(0), "sized", size);
            thread.start();
            thread.join();
            System.out.println(seen[0] > size >> 9);
        }
        thread = new Thread(Overflows::seenByAnother);
        thread.start();
        thread.join();
        System.out.println(Thread.holdsLock(lock) + " " + Thread.holdsLock(Overflows.class));
    }
}
