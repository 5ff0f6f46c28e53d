// Not under stress --evict-always: the code generator takes 20 ms for each of thousands of compilations, of some 35 methods.
// Not under stress --evict-always --deoptimize-always: likewise.
/* Instructions that have run before and run again otherwise: each place meets its second case after many rounds of the
 * first. */
public class Quickening {
    static boolean flag;
    static byte small;
    static char letter;
    static short half;
    static int number;
    static long big;
    static float ratio;
    static double exact;
    static String text;
    static volatile int shared;

    boolean ownFlag;
    byte ownSmall;
    char ownLetter;
    short ownHalf;
    int ownNumber;
    long ownBig;
    float ownRatio;
    double ownExact;
    String ownText;
    volatile long ownShared;

    void store(int i) {
        flag = (i & 1) == 1; small = (byte) i; letter = (char) i; half = (short) i;
        number = i; big = (long) i << 33; ratio = i / 3f; exact = i / 3.0; text = "t" + i; shared += i;
        ownFlag = !flag; ownSmall = (byte) -i; ownLetter = (char) -i; ownHalf = (short) -i;
        ownNumber = -i; ownBig = ~big; ownRatio = -ratio; ownExact = -exact; ownText = text + text; ownShared += big;
    }

    String show() {
        return flag + " " + small + " " + (int) letter + " " + half + " " + number + " " + big + " " + ratio + " " + exact
            + " " + text + " " + shared + " / " + ownFlag + " " + ownSmall + " " + (int) ownLetter + " " + ownHalf + " "
            + ownNumber + " " + ownBig + " " + ownRatio + " " + ownExact + " " + ownText + " " + ownShared;
    }

    static void fields() {
        Quickening object = new Quickening();
        for (int i = 0; i < 300; i++) object.store(i * 77777);
        System.out.println(object.show());
    }

    static int read(Quickening object) { return object.ownNumber; }
    static long call(Quickening object, long a, double b) { return object.mix(a, b, 1); }
    long mix(long a, double b, int c) { return a + (long) b + c + ownNumber; }
    static int length(int[] of) { return of.length; }
    static void set(Quickening object, long to) { object.ownBig = to; }

    /* The same instruction: with an object many times, then with null. */
    static void nulls() {
        Quickening object = new Quickening();
        object.ownNumber = 5;
        for (int i = 0; i < 60; i++) {
            Quickening now = i == 50 ? null : object;
            try {
                read(now);
            } catch (NullPointerException e) {
                System.out.println(i + " " + e.getMessage());
            }
            try {
                call(now, i, 2.5);
            } catch (NullPointerException e) {
                System.out.println(i + " " + e.getMessage());
            }
            try {
                set(now, i);
            } catch (NullPointerException e) {
                System.out.println(i + " " + e.getMessage());
            }
            try {
                length(i == 51 ? null : new int[i]);
            } catch (NullPointerException e) {
                System.out.println(i + " " + e.getMessage());
            }
        }
        System.out.println(call(object, 1L << 40, 1e9) + " " + object.ownBig);
    }

    interface Shape { int sides(); default String name() { return "shape of " + sides(); } }
    static class Square implements Shape { public int sides() { return 4; } }
    static class Triangle implements Shape { public int sides() { return 3; } public String name() { return "triangle"; } }
    static final class Line extends Square { public int sides() { return super.sides() - 2; } }
    static abstract class Base { abstract int value(); int twice() { return 2 * value(); } private int own() { return 1; }
        int both() { return own() + value(); } }
    static class One extends Base { int value() { return 1; } }
    static class Two extends Base { int value() { return 2; } int twice() { return 40 + super.twice(); } }

    static void receivers() {
        Shape[] shapes = { new Square(), new Triangle(), new Line(), () -> 9 };
        Base[] bases = { new One(), new Two() };
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            Shape shape = shapes[i < 90 ? 0 : i % 4];
            Base base = bases[i < 90 ? 0 : i % 2];
            String told = shape.name() + shape.sides() + base.twice() + base.both();
            if (i >= 89) all.append(told).append(' ');
        }
        System.out.println(all);
    }

    static Object narrow(Object from) { return (Shape) from; }
    static boolean isSquare(Object what) { return what instanceof Square; }
    static void store(Object[] into, Object what) { into[0] = what; }

    static void types() {
        int squares = 0;
        Object[] any = new Object[1], shapes = new Shape[1];
        for (int i = 0; i < 60; i++) {
            Object object = i == 50 ? "a string" : i == 51 ? null : i % 3 == 0 ? new Line() : new Square();
            if (isSquare(object)) squares++;
            try {
                narrow(object);
            } catch (ClassCastException e) {
                System.out.println(i + " no shape");
            }
            try {
                store(i == 55 ? shapes : any, i == 55 ? (Object) i : object);
                store(shapes, object);
            } catch (ArrayStoreException e) {
                System.out.println(i + " " + e.getMessage());
            }
        }
        System.out.println(squares + " " + isSquare(new Triangle()) + isSquare(null) + isSquare(new Square[0]));
    }

    /* A class whose initialiser runs while its members are used again and again, and one whose initialiser fails. */
    static class Slow {
        static int count = 1;
        static int seen = warm();
        static int warm() {
            int sum = 0;
            for (int i = 0; i < 100; i++) sum += next();
            return sum;
        }
        static int next() { return count++; }
    }
    static class Failing {
        static int tries = start();
        static int start() { if (number != 0) throw new IllegalStateException("not now"); return 1; }
    }
    static int failing() { return Failing.tries; }

    static void initialisers() {
        System.out.println(Slow.seen + " " + Slow.next());
        number = 1;
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(failing());
            } catch (Throwable e) {
                System.out.println(e);
            }
        }
    }

    /* Frames without locals, results of two slots, exceptions through several frames, a synchronised method among them. */
    static long wide() { return 1L << 50; }
    static double fraction() { return 0.1; }
    static int depth;
    static long down(int n, long carry) {
        depth++;
        try {
            if (n == 0) throw new ArithmeticException("bottom");
            return down(n - 1, carry + wide()) + (long) fraction();
        } finally {
            depth--;
        }
    }
    static synchronized long guarded(int n) {
        if (!Thread.holdsLock(Quickening.class)) System.out.println("not held");
        return n == 0 ? down(20, 0) : guarded(n - 1);
    }
    static void frames() {
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            sum += wide() + (long) (fraction() * 100);
            try {
                guarded(i % 5);
            } catch (ArithmeticException e) {
                if (i == 199) System.out.println(e.getMessage() + " " + depth + " " + e.getStackTrace().length);
            }
            if (Thread.holdsLock(Quickening.class)) System.out.println("still held");
        }
        System.out.println(sum);
    }

    static int endless(int n) { depth = n; return endless(n + 1) + 1; }
    static void overflow() {
        for (int i = 0; i < 3; i++) {
            try {
                endless(0);
            } catch (StackOverflowError e) {
                System.out.println("overflow " + (depth > 1000));
            }
        }
    }

    public static void main(String[] args) {
        fields();
        nulls();
        receivers();
        types();
        initialisers();
        frames();
        overflow();
    }
}
