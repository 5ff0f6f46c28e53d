package java.lang;

import java.util.ArrayList;

/** The threads that run when the VM ends. */
final class Shutdown {
    private static final ArrayList<Thread> hooks = new ArrayList<>();
    private static boolean begun;

    private Shutdown() {
    }

    static synchronized void add(Thread hook) {
        if (begun) throw new IllegalStateException("Shutdown in progress");
        if (indexOf(hook) >= 0) throw new IllegalArgumentException("Hook previously registered");
        if (hook.isAlive()) throw new IllegalArgumentException("Hook already running");
        hooks.add(hook);
    }

    static synchronized boolean remove(Thread hook) {
        if (begun) throw new IllegalStateException("Shutdown in progress");
        if (hook == null) throw new NullPointerException();
        int index = indexOf(hook);
        if (index >= 0) hooks.remove(index);
        return index >= 0;
    }

    private static int indexOf(Thread hook) {
        int index = hooks.size() - 1;
        while (index >= 0 && hooks.get(index) != hook) index--;
        return index;
    }

    private static synchronized boolean begin() {
        boolean isFirst = !begun;
        begun = true;
        return isFirst;
    }

    /** Returns when all hooks have ended, to the first caller alone; or at once, as java, when one cannot be started. */
    static void run() {
        while (!begin()) pause();
        try {
            for (Thread hook : hooks) hook.start();
        } catch (Throwable wasStartedBefore) {
            return;
        }
        for (Thread hook : hooks) join(hook);
    }

    private static void join(Thread hook) {
        while (hook.isAlive()) {
            try {
                hook.join();
            } catch (InterruptedException ignored) {
                continue;
            }
        }
    }

    /** The VM ends meanwhile. */
    private static void pause() {
        try {
            Thread.sleep(1000);
        } catch (InterruptedException ignored) {
            return;
        }
    }
}
