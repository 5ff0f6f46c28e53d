/* Records: equals, hashCode and toString by ObjectMethods. */
class Records {
    record Empty() { }
    record Point(int x, int y) { }
    record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, Object o, int[] a) { }
    record Pair<A, B>(A first, B second) { }
    record Checked(int value) {
        Checked {
            if (value < 0) throw new IllegalArgumentException("negative: " + value);
        }
        int twice() { return 2 * value; }
        static Checked of(int v) { return new Checked(v); }
    }
    record Own(int a) {
        public String toString() { return "own " + a; }
        public int hashCode() { return 1; }
        public boolean equals(Object o) { return o instanceof Own; }
    }
    interface Named { String name(); }
    record Person(String name, int age) implements Named { }

    static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            Point p = new Point(i, i + 1);
            if (p.equals(new Point(i, i + 1))) sum += p.hashCode();
            if (p.equals(new Point(i, i))) sum = -1;
        }
        return sum;
    }

    record Of$name(int x) { }
    record $(int x) { }

    /** Says what it is asked. */
    record Loud(Telling first, Telling second, int i) { }

    static class Telling {
        final String name;

        Telling(String name) {
            this.name = name;
        }

        @Override public boolean equals(Object other) {
            System.out.println(name + ".equals");
            return other instanceof Telling;
        }

        @Override public int hashCode() {
            System.out.println(name + ".hashCode");
            return 7;
        }

        @Override public String toString() {
            System.out.println(name + ".toString");
            return name;
        }
    }

    public static void main(String[] args) {
        System.out.println(new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()));
        System.out.println(new Point(3, -4) + " " + new Point(3, -4).hashCode());
        int[] a = {1};
        All one = new All(true, (byte) 1, 'c', (short) 2, 3, 4L << 35, 5.5f, 6.5, "t", null, null);
        All two = new All(true, (byte) 1, 'c', (short) 2, 3, 4L << 35, 5.5f, 6.5, new String("t"), null, null);
        System.out.println(one);
        System.out.println(one.equals(two) + " " + (one.hashCode() == two.hashCode()) + " " + one.hashCode());
        System.out.println(one.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4, 5.5f, 6.5, "t", null, null)));
        System.out.println(one.equals(new All(false, (byte) 1, 'c', (short) 2, 3, 4L << 35, 5.5f, 6.5, "t", null, null)));
        System.out.println(one.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L << 35, 5.5f, 6.5, "t", null, a)));
        System.out.println(one.equals(null) + " " + one.equals("x") + " " + one.equals(one));
        Loud loud = new Loud(new Telling("a"), new Telling("b"), 1);
        System.out.println(loud.equals(loud) + " " + loud.equals(new Loud(new Telling("c"), new Telling("d"), 1)) + " " + loud.hashCode());
        System.out.println(loud + " " + new Of$name(1) + new $(2));
        record Local$(double d, float f) { }
        System.out.println(new Local$(1, 2));
        record Local(double d, float f) { }
        System.out.println(new Local(Double.NaN, Float.NaN).equals(new Local(Double.NaN, Float.NaN)));
        System.out.println(new Local(0.0, 0f).equals(new Local(-0.0, 0f)));
        System.out.println(new Local(1.25, -1f) + " " + new Local(1.25, -1f).hashCode());
        Pair<String, Pair<Integer, Point>> nested = new Pair<>("a", new Pair<>(1, new Point(1, 2)));
        System.out.println(nested + " " + nested.equals(new Pair<>("a", new Pair<>(1, new Point(1, 2)))));
        System.out.println(nested.second().second().y());
        try {
            new Checked(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Checked.of(4).twice() + " " + new Own(5) + new Own(6).equals(new Own(7)));
        Named named = new Person("Ann", 30);
        System.out.println(named.name() + named + (named instanceof Record));
        for (int i = 0; i < 10; i++) System.out.println(sum(20 + i));
    }
}
