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

    public static void main(String[] args) {
        mark("main");
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
        System.out.println(BLANK + new Initialization(true).blank + new Initialization(false).blank);
    }
}
