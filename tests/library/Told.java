import java.util.ArrayList;
import java.util.List;
import java.util.Observable;
import java.util.Observer;
import java.util.Timer;
import java.util.TimerTask;

/** Who is told when: observers of changes, and tasks of timers. */
@SuppressWarnings("deprecation")
public class Told {
    static class Counter extends Observable {
        void add(int count) {
            if (count != 0) setChanged();
            System.out.print(hasChanged() + " ");
            notifyObservers(count);
            System.out.println(hasChanged() + " " + countObservers());
        }

        void forget() {
            setChanged();
            clearChanged();
            notifyObservers();
        }
    }

    static void observers() {
        Counter counter = new Counter();
        Observer first = (observed, count) -> System.out.print("first " + (observed == counter) + count + " ");
        Observer once = new Observer() {
            @Override
            public void update(Observable observed, Object count) {
                System.out.print("once " + count + " ");
                observed.deleteObserver(this);
                observed.addObserver((later, value) -> System.out.print("later " + value + " "));
            }
        };
        counter.addObserver(first);
        counter.addObserver(once);
        counter.addObserver(first);
        for (int count = 0; count < 3; count++) counter.add(count);
        counter.forget();
        counter.deleteObserver(null);
        try {
            counter.addObserver(null);
        } catch (NullPointerException e) {
            System.out.println(e);
        }
        counter.deleteObservers();
        counter.add(3);
    }

    static final List<String> runs = new ArrayList<>();

    static TimerTask telling(String name, int times) {
        return new TimerTask() {
            private int left = times;

            @Override
            public void run() {
                if (--left == 0) System.out.print(name + " " + cancel() + (scheduledExecutionTime() > 0) + " ");
                synchronized (runs) {
                    runs.add(name);
                    runs.notifyAll();
                }
            }
        };
    }

    static void await(int count) throws InterruptedException {
        synchronized (runs) {
            while (runs.size() < count) runs.wait();
        }
    }

    static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.out.print(e + " ");
        }
    }

    static void timers() throws InterruptedException {
        Timer timer = new Timer();
        TimerTask never = telling("never", 1);
        timer.schedule(never, 3_600_000);
        timer.schedule(telling("late", 1), 120);
        timer.schedule(telling("early", 1), 20);
        await(2);
        System.out.println(runs);
        timer.schedule(telling("delayed", 3), 1, 2);
        await(5);
        timer.scheduleAtFixedRate(telling("at a rate", 3), 0, 2);
        await(8);
        System.out.println(runs);
        System.out.println(never.cancel() + " " + never.cancel() + " " + (timer.purge() > 0) + telling("idle", 1).cancel());
        attempt(() -> timer.schedule(never, 1));
        attempt(() -> timer.schedule(telling("a", 1), -1));
        attempt(() -> timer.schedule(telling("a", 1), 1, 0));
        attempt(() -> timer.scheduleAtFixedRate(telling("a", 1), -1, 1));
        attempt(() -> timer.schedule(telling("a", 1), Long.MAX_VALUE));
        timer.cancel();
        timer.cancel();
        attempt(() -> timer.schedule(telling("a", 1), 1));
        System.out.println(timer.purge());
        Thread[] failed = new Thread[1];
        Timer failing = new Timer("failing", true);
        failing.schedule(new TimerTask() {
            @Override
            public void run() {
                failed[0] = Thread.currentThread();
                failed[0].setUncaughtExceptionHandler((thread, e) -> System.out.print(thread.getName() + e + thread.isDaemon()));
                synchronized (runs) {
                    runs.add("failing");
                    runs.notifyAll();
                }
                throw new IllegalStateException("task");
            }
        }, 0);
        await(9);
        failed[0].join();
        attempt(() -> failing.schedule(telling("a", 1), 1));
        System.out.println();
    }

    public static void main(String[] args) throws InterruptedException {
        observers();
        timers();
    }
}
