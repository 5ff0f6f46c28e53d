/* The order of static and instance initialisation. */
class Initialization {
    static int counter;

    static int mark(String what) {
        System.out.println(++counter + " " + what);
        return counter;
    }

    static class Base {
        static int a = mark("Base.a");
        int x = mark("Base.x");

        static {
            mark("Base static");
        }

        {
            mark("Base instance");
        }

        Base() {
            mark("Base()");
            virtual();
        }

        void virtual() {
            mark("Base.virtual");
        }
    }

    static class Derived extends Base {
        static int b = mark("Derived.b");
        int y = mark("Derived.y");
        int z;

        {
            z = y + 1;
            mark("Derived instance " + z);
        }

        final int constant = 7;
        final String late = new String("late");
        static final int CONSTANT = 99;
        static final Object OBJECT = new Object();

        static {
            mark("Derived static");
        }

        Derived() {
            this(5);
            mark("Derived()");
        }

        Derived(int i) {
            mark("Derived(int) " + i + " " + y);
        }

        void virtual() {
            mark("Derived.virtual " + y + " " + constant + " " + late);
        }
    }

    interface Constants {
        int ONE = 1;
        int COMPUTED = mark("Constants.COMPUTED");
        String NAME = "name" + ONE;
    }

    static class Lazy implements Constants {
        static int forward = later() + 1;
        static int value = 10;

        static {
            value++;
            later = 3;
        }

        static int later = value * 2;

        static int later() {
            return value;
        }
    }

    static class Failing {
        static int value = 1 / (counter - counter);
    }

    static Escaped escaped;
    static Mask mask;

    interface Mask {
        int of(int i);
    }

    /** Its methods get hot while it is initialised, which fails. */
    static class Escaped {
        static int uses;

        static int uses() {
            return uses;
        }

        int use() {
            return ++uses;
        }

        int useInStatic() {
            return uses() + 1;
        }

        Escaped copy() {
            return new Escaped();
        }

        static {
            escaped = new Escaped();
            int sum = 0;
            for (int i = 0; i < 300; i++) {
                sum += escaped.use() + escaped.useInStatic();
                if (escaped.copy() == escaped) sum++;
            }
            System.out.println("escaped " + sum);
            if (sum > 0) throw new IllegalStateException();
        }
    }

    /** The same with the field of an interface. */
    interface Masks extends Mask {
        int[] MASKS = fail();

        static int[] fail() {
            mask = new MasksOf();
            int sum = 0;
            for (int i = 0; i < 300; i++) sum += mask.of(i);
            System.out.println("mask " + sum);
            throw new IllegalStateException();
        }
    }

    static class MasksOf implements Masks {
        public int of(int i) {
            return MASKS == null ? i : MASKS[0];
        }
    }

    static void use(int what) {
        try {
            int result = what == 0 ? escaped.use() : what == 1 ? escaped.useInStatic() : what == 2 ? escaped.copy().use() : mask.of(1);
            System.out.println(what + ": " + result);
        } catch (NoClassDefFoundError e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    /** What escaped from an initialiser that failed is of no use, compiled or not. */
    static void useEscaped() {
        try {
            Escaped.uses++;
        } catch (ExceptionInInitializerError e) {
            System.out.println("initializer failed");
        }
        try {
            System.out.println(Masks.MASKS.length);
        } catch (ExceptionInInitializerError e) {
            System.out.println("initializer failed");
        }
        for (int round = 0; round < 2; round++)
            for (int what = 0; what < 4; what++) use(what);
    }

    /** A program that runs in a class's initialiser. */
    static class Runs {
        static int turns;
        static final int RESULT = new Runs().run();

        int turn(int i) {
            turns++;
            return i & turns;
        }

        int run() {
            int sum = 0;
            for (int i = 0; i < 1000; i++) sum += turn(i);
            return sum;
        }
    }

    static class Fields {
        boolean z;
        byte b;
        short s;
        char c;
        int i;
        long l;
        float f;
        double d;
        Object o;
        int[] array = {1, 2, 3};
        int sum = array[0] + array[1] + array.length;

        Fields() {}

        Fields(int sum) {
            this();
            this.sum += sum;
        }
    }

    static final int BLANK;
    final int blank;

    static {
        if (counter == 0) BLANK = 12;
        else BLANK = 13;
    }

    Initialization(boolean b) {
        if (b) {
            blank = 1;
            return;
        }
        blank = 2;
    }

    /* Nothing has used java.lang.Math before: this call initialises it, also in code that the loop compiled. */
    static double rootOfSum(int terms) {
        double sum = 0;
        for (int i = 0; i < terms; i++) sum += i;
        return Math.sqrt(sum);
    }

    public static void main(String[] args) {
        mark("main");
        System.out.println(rootOfSum(1000) > 706);
        System.out.println(Derived.CONSTANT);
        System.out.println(Constants.ONE + Constants.NAME);
        new Derived();
        System.out.println(Lazy.forward + " " + Lazy.later + " " + Lazy.value);
        System.out.println(Lazy.COMPUTED);
        try {
            System.out.println(Failing.value);
        } catch (ExceptionInInitializerError e) {
            System.out.println("initializer failed");
        }
        try {
            System.out.println(Failing.value);
        } catch (NoClassDefFoundError e) {
            System.out.println("no class");
        }
        Fields f = new Fields(10);
        System.out.println("" + f.z + f.b + f.s + (int) f.c + f.i + f.l + f.o + f.sum);
        System.out.println(f.f == 0 && f.d == 0);
        useEscaped();
        System.out.println(Runs.RESULT + " " + Runs.turns);
        System.out.println(BLANK + new Initialization(true).blank + new Initialization(false).blank);
    }
}
