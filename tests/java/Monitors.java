/* synchronized methods and blocks, left in every way. */
class Monitors {
    private final Object lock = new Object();
    private int count;

    synchronized int increment() {
        return ++count;
    }

    static synchronized long twice(long x) {
        return x * 2;
    }

    synchronized void fail() {
        throw new IllegalStateException("in a synchronized method");
    }

    int leave(int how) {
        int r = 0;
        loop:
        for (int i = 0; i < 3; i++) {
            synchronized (lock) {
                synchronized (this) {
                    r += 10;
                    if (how == 0) return r;
                    if (how == 1) break loop;
                    if (how == 2) continue loop;
                    if (how == 3) throw new IllegalStateException("in a block");
                }
                r++;
            }
        }
        return r;
    }

    int withFinally(int how) {
        try {
            synchronized (lock) {
                try {
                    if (how == 0) return 1;
                    if (how == 1) throw new RuntimeException();
                } finally {
                    count += 100;
                }
            }
        } catch (RuntimeException e) {
            synchronized (e) {
                return 2;
            }
        } finally {
            synchronized (lock) {
                count += 1000;
            }
        }
        return 3;
    }

    int recursive(int n) {
        synchronized (lock) {
            return n == 0 ? 0 : 1 + recursive(n - 1);
        }
    }

    public static void main(String[] args) {
        Monitors m = new Monitors();
        System.out.println(m.increment() + twice(m.increment()));
        try {
            m.fail();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        for (int how = 0; how < 5; how++) {
            try {
                System.out.println(m.leave(how));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        for (int how = 0; how < 3; how++) System.out.println(m.withFinally(how) + " " + m.count);
        System.out.println(m.recursive(10));
        try {
            Object none = null;
            synchronized (none) {
                System.out.println("not reached");
            }
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        synchronized (Monitors.class) {
            System.out.println(twice(21));
        }
    }
}
