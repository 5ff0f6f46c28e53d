/**
 * A class's initialiser leaks an object to another thread, which waits for the end of the initialiser, although the object's
 * methods were compiled meanwhile.
 */
public class Initializers {
    static final int CALLS = 100;

    static class Early extends Thread {
        final Hot hot;

        Early(Hot hot) {
            this.hot = hot;
        }

        public void run() {
            System.out.println("another thread sees " + hot.value(1));
        }
    }

    static Early early;

    interface Hot {
        int value(int i);
    }

    /** The other thread has ample time to see too early what there is. */
    static int[] initialize(Hot hot) {
        int sum = 0;
        for (int i = 0; i < CALLS; i++) sum += hot.value(i);
        System.out.println("the initialiser sees " + sum);
        early = new Early(hot);
        early.start();
        try {
            early.join(100);
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        for (int i = 0; i < CALLS; i++) sum += hot.value(i);
        System.out.println("the initialiser sees " + sum);
        return new int[] {42};
    }

    interface OfInterface extends Hot {
        int[] VALUES = initialize(new Implementation());
    }

    static class Implementation implements OfInterface {
        public int value(int i) {
            return VALUES == null ? -1 : VALUES[0] + (i & 0);
        }
    }

    static class Base {
        static int[] values = initialize(new Derived());
    }

    static class Derived extends Base implements Hot {
        public int value(int i) {
            return values == null ? -1 : values[0] + (i & 0);
        }
    }

    static class Itself implements Hot {
        static int[] values = initialize(new Itself());

        static int[] values() {
            return values;
        }

        public int value(int i) {
            return values() == null ? -1 : values()[0] + (i & 0);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(OfInterface.VALUES[0] + joined());
        System.out.println(Base.values[0] + joined());
        System.out.println(Itself.values[0] + joined());
    }

    static String joined() throws InterruptedException {
        early.join();
        return " in the end";
    }
}
