import java.util.ArrayList;
import java.util.List;

/** Thread to the letter: names, states, interrupts, what is refused and with which words. */
public class ThreadEdges {
    interface Try {
        void run() throws Throwable;
    }

    static void expect(String what, Try action) {
        try {
            action.run();
            System.out.println(what + ": nothing");
        } catch (Throwable thrown) {
            System.out.println(what + ": " + thrown);
        }
    }

    static final Object LOCK = new Object();

    static void monitors() {
        expect("wait without the monitor", () -> LOCK.wait());
        expect("notify without the monitor", () -> LOCK.notify());
        expect("notifyAll without the monitor", () -> LOCK.notifyAll());
        expect("wait -1", () -> {
            synchronized (LOCK) {
                LOCK.wait(-1);
            }
        });
        expect("wait -1 without the monitor", () -> LOCK.wait(-1));
        expect("wait 0, -1", () -> {
            synchronized (LOCK) {
                LOCK.wait(0, -1);
            }
        });
        expect("wait 0, 1000000", () -> {
            synchronized (LOCK) {
                LOCK.wait(0, 1000000);
            }
        });
        expect("wait 1", () -> {
            synchronized (LOCK) {
                LOCK.wait(1);
            }
        });
        expect("wait 0, 1", () -> {
            synchronized (LOCK) {
                LOCK.wait(0, 1);
            }
        });
        expect("holdsLock null", () -> Thread.holdsLock(null));
        System.out.println(Thread.holdsLock(LOCK));
        synchronized (LOCK) {
            System.out.println(Thread.holdsLock(LOCK));
        }
        expect("synchronized null", () -> {
            Object none = null;
            synchronized (none) {
                System.out.println("?");
            }
        });
    }

    static void sleeping() {
        expect("sleep -1", () -> Thread.sleep(-1));
        expect("sleep 0, -1", () -> Thread.sleep(0, -1));
        expect("sleep 0, 1000000", () -> Thread.sleep(0, 1000000));
        expect("sleep 0", () -> Thread.sleep(0));
        expect("sleep 0, 1", () -> Thread.sleep(0, 1));
        Thread.yield();
        Thread.onSpinWait();
    }

    static void interrupted() {
        Thread self = Thread.currentThread();
        self.interrupt();
        System.out.println(self.isInterrupted() + " " + Thread.interrupted() + " " + Thread.interrupted());
        self.interrupt();
        expect("sleep interrupted", () -> Thread.sleep(1000));
        System.out.println(self.isInterrupted());
        self.interrupt();
        expect("sleep 0 interrupted", () -> Thread.sleep(0));
        System.out.println(Thread.interrupted());
        self.interrupt();
        expect("sleep -1 interrupted", () -> Thread.sleep(-1));
        System.out.println(Thread.interrupted());
        self.interrupt();
        expect("wait interrupted", () -> {
            synchronized (LOCK) {
                LOCK.wait();
            }
        });
        System.out.println(Thread.interrupted());
        self.interrupt();
        expect("wait interrupted without the monitor", () -> LOCK.wait());
        System.out.println(Thread.interrupted());
        self.interrupt();
        expect("join of oneself interrupted", () -> self.join(0));
        System.out.println(Thread.interrupted());
        Thread never = new Thread(() -> { });
        self.interrupt();
        expect("join of a thread that was not started, interrupted", () -> never.join());
        System.out.println(Thread.interrupted());
    }

    static void joining() throws InterruptedException {
        Thread thread = new Thread(() -> { });
        expect("join before start", () -> thread.join());
        expect("join -1", () -> thread.join(-1));
        expect("join 1, -1", () -> thread.join(1, -1));
        expect("join 1, 1000000", () -> thread.join(1, 1000000));
        expect("join 0, 1 before start", () -> thread.join(0, 1));
        System.out.println(thread.getState() + " " + thread.isAlive() + " " + thread.isInterrupted());
        thread.start();
        thread.join();
        System.out.println(thread.getState() + " " + thread.isAlive() + " " + thread.isInterrupted());
        expect("start again", () -> thread.start());
        expect("join after the end", () -> thread.join());
        expect("setDaemon after the end", () -> thread.setDaemon(true));
        System.out.println(thread.isDaemon());
        Thread self = Thread.currentThread();
        expect("setDaemon of a running thread", () -> self.setDaemon(true));
        expect("join oneself for 5 ms", () -> self.join(5));
    }

    static void interruptedBeforeStart() throws InterruptedException {
        Thread thread = new Thread(() -> {
            System.out.println("in it " + Thread.currentThread().isInterrupted());
            expect("sleep there", () -> Thread.sleep(1000));
        });
        thread.interrupt();
        System.out.println("before start " + thread.isInterrupted());
        thread.start();
        thread.join();
        System.out.println("after the end " + thread.isInterrupted());
        thread.interrupt();
        System.out.println("interrupted after the end " + thread.isInterrupted());
    }

    static void await(Thread thread, Thread.State state) throws InterruptedException {
        while (thread.getState() != state) Thread.sleep(1);
        System.out.println(thread.getName() + " " + thread.getState() + " " + thread.isAlive());
    }

    static boolean isOpen;
    static volatile boolean isWoken;

    static void waitUntilOpen(Object gate) {
        synchronized (gate) {
            while (!isOpen) {
                try {
                    gate.wait();
                } catch (InterruptedException e) {
                    System.out.println("woken: " + e + " " + Thread.currentThread().isInterrupted());
                    isWoken = true;
                }
            }
        }
    }

    static void wake(Try wait) {
        try {
            wait.run();
        } catch (Throwable e) {
            System.out.println("woken: " + e);
        }
    }

    static void states() throws InterruptedException {
        Object gate = new Object();
        Thread waits = new Thread(() -> waitUntilOpen(gate), "waits");
        Thread waitsFor = new Thread(() -> wake(() -> {
            synchronized (gate) {
                gate.wait(100000);
            }
        }), "waits for a time");
        Thread sleeps = new Thread(() -> wake(() -> Thread.sleep(100000)), "sleeps");
        Thread joins = new Thread(() -> wake(() -> waits.join()), "joins");
        Thread blocked = new Thread(() -> {
            synchronized (gate) {
                System.out.println("in");
            }
        }, "blocked");
        for (Thread thread : new Thread[] {waits, waitsFor, sleeps, joins}) {
            System.out.println(thread.getName() + " " + thread.getState() + " " + thread.isAlive());
            thread.start();
        }
        await(waits, Thread.State.WAITING);
        await(waitsFor, Thread.State.TIMED_WAITING);
        await(sleeps, Thread.State.TIMED_WAITING);
        await(joins, Thread.State.WAITING);
        synchronized (gate) {
            blocked.start();
            await(blocked, Thread.State.BLOCKED);
        }
        blocked.join();
        sleeps.interrupt();
        sleeps.join();
        waitsFor.interrupt();
        waitsFor.join();
        joins.interrupt();
        joins.join();
        waits.interrupt();
        while (!isWoken) Thread.sleep(1);
        await(waits, Thread.State.WAITING);
        synchronized (gate) {
            isOpen = true;
            gate.notifyAll();
        }
        waits.join();
        System.out.println(waits.getState() + " " + Thread.currentThread().getState());
    }

    static class Named extends Thread {
        Named() {
            super("named");
        }

        @Override
        public void run() {
            System.out.println(this + " runs, daemon " + isDaemon() + ", priority " + getPriority());
        }
    }

    static Thread child;

    static void names() throws InterruptedException {
        Thread main = Thread.currentThread();
        System.out.println(main + " " + main.getName() + " " + main.getId() + " " + main.getPriority() + " " + main.isDaemon());
        System.out.println(new Thread().getName() + " " + new Thread(() -> { }).getName() + " " + new Thread((Runnable) null).getName());
        System.out.println(new Thread("x").getName() + " " + new Thread(() -> { }, "y").getName() + " " + new Thread().getName());
        expect("no name", () -> new Thread((String) null));
        expect("no name with a target", () -> new Thread(() -> { }, null));
        Thread thread = new Thread("before");
        expect("setName null", () -> thread.setName(null));
        thread.setName("after");
        System.out.println(thread + " " + thread.getName());
        expect("priority 0", () -> thread.setPriority(0));
        expect("priority 11", () -> thread.setPriority(11));
        thread.setPriority(Thread.MAX_PRIORITY);
        System.out.println(thread.getPriority() + " " + thread);
        Thread parent = new Thread(() -> child = new Thread("child"));
        parent.setDaemon(true);
        parent.setPriority(3);
        parent.start();
        parent.join();
        System.out.println(child.isDaemon() + " " + child.getPriority() + " " + child);
        Named named = new Named();
        named.setPriority(Thread.MIN_PRIORITY);
        named.start();
        named.join();
        System.out.println(named);
        main.setName("principal");
        System.out.println(Thread.currentThread());
        main.setName("main");
    }

    static final ThreadLocal<List<String>> LOCAL = ThreadLocal.withInitial(() -> {
        System.out.println("made");
        return new ArrayList<>();
    });
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    static class Doubled extends InheritableThreadLocal<Integer> {
        @Override
        protected Integer childValue(Integer value) {
            return value * 2;
        }

        @Override
        protected Integer initialValue() {
            return 7;
        }
    }

    static final Doubled DOUBLED = new Doubled();

    static void locals() throws InterruptedException {
        LOCAL.get().add("main");
        System.out.println(LOCAL.get());
        INHERITED.set("from main");
        DOUBLED.set(21);
        Thread thread = new Thread(() -> {
            LOCAL.get().add("child");
            System.out.println(LOCAL.get() + " " + INHERITED.get() + " " + DOUBLED.get());
            INHERITED.set("of the child");
            DOUBLED.remove();
            System.out.println(INHERITED.get() + " " + DOUBLED.get());
        });
        INHERITED.set("after the child was made");
        thread.start();
        thread.join();
        System.out.println(INHERITED.get() + " " + DOUBLED.get());
        LOCAL.remove();
        System.out.println(LOCAL.get());
        LOCAL.set(null);
        System.out.println(LOCAL.get());
        ThreadLocal<String> plain = new ThreadLocal<>();
        System.out.println(plain.get());
        plain.remove();
        expect("withInitial null", () -> ThreadLocal.withInitial(null));
    }

    static void handlers() throws InterruptedException {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("nobody catches it");
        }, "throws");
        System.out.println(thread.getUncaughtExceptionHandler() == thread.getThreadGroup());
        System.out.println(thread.getUncaughtExceptionHandler());
        System.out.println(Thread.getDefaultUncaughtExceptionHandler());
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default: " + t.getName() + " " + e));
        thread.start();
        thread.join();
        System.out.println(thread.getUncaughtExceptionHandler() + " " + thread.getThreadGroup() + " " + thread);
        Thread own = new Thread(() -> {
            throw new IllegalStateException("own");
        }, "own");
        own.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("own: " + t.getName() + " " + e + " " + t.getState());
            for (StackTraceElement element : e.getStackTrace())
                if (element.getClassName().equals("java.lang.Thread")) System.out.println(element.getMethodName());
        });
        own.start();
        own.join();
        Thread.currentThread().getThreadGroup().uncaughtException(own, new Error("told the group"));
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    static void hooks() {
        Thread hook = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(hook);
        expect("the same hook again", () -> Runtime.getRuntime().addShutdownHook(hook));
        System.out.println(Runtime.getRuntime().removeShutdownHook(hook) + " " + Runtime.getRuntime().removeShutdownHook(hook));
        expect("no hook to remove", () -> Runtime.getRuntime().removeShutdownHook(null));
        expect("a running hook", () -> Runtime.getRuntime().addShutdownHook(Thread.currentThread()));
    }

    public static void main(String[] arguments) throws InterruptedException {
        names();
        monitors();
        sleeping();
        interrupted();
        joining();
        interruptedBeforeStart();
        states();
        locals();
        handlers();
        hooks();
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("at the end: " + t.getName() + " " + e));
        throw new InterruptedException("that main throws");
    }
}
