/* Which method a call means. */
class Overloads {
    static String m(int i) { return "int"; }
    static String m(long l) { return "long"; }
    static String m(double d) { return "double"; }
    static String m(Object o) { return "Object"; }
    static String m(String s) { return "String"; }
    static String m(int[] a) { return "int[]"; }

    static String w(long l) { return "long"; }
    static String w(float f) { return "float"; }
    static String w(Object o) { return "Object"; }

    static String two(int a, long b) { return "int,long"; }
    static String two(long a, long b) { return "long,long"; }
    static String two(double a, double b) { return "double,double"; }

    static String c(char c) { return "char"; }
    static String c(int i) { return "int"; }
    static String s(short s) { return "short"; }
    static String s(int i) { return "int"; }

    static String r(Object o) { return "Object"; }
    static String r(CharSequence s) { return "CharSequence"; }
    static String r(String s) { return "String"; }

    static class A {
        String who() { return "A"; }
        static String name() { return "A.name"; }
        String over(Object o) { return "A.over(Object)"; }
        String over(int i) { return "A.over(int)"; }
        String field = "A.field";
    }

    static class B extends A {
        String who() { return "B+" + super.who(); }
        static String name() { return "B.name"; }
        String over(String s) { return "B.over(String)"; }
        String over(Object o) { return "B.over(Object)"; }
        String field = "B.field";

        String fields() {
            return field + this.field + super.field + ((A) this).field;
        }
    }

    static class C extends B {
        String over(long l) { return "C.over(long)"; }
        String who() { return "C+" + super.who(); }
    }

    interface Shape {
        double area();
        Shape scaled(int by);
    }

    interface Named {
        String NAME = "named";
        String name();
    }

    static abstract class Base implements Shape, Named {
        public String name() { return "Base:" + NAME; }
        abstract int corners();
        String describe() { return name() + " " + corners() + " " + (int) area(); }
    }

    static class Square extends Base {
        final int side;
        Square(int side) { this.side = side; }
        public double area() { return side * side; }
        int corners() { return 4; }
        public Square scaled(int by) { return new Square(side * by); }
    }

    static class Big extends Square {
        Big() { super(100); }
        @Override
        public Big scaled(int by) { return this; }
        public String name() { return "Big"; }
    }

    static class Getter {
        public String get() { return "got"; }
    }

    interface ObjectGetter {
        Object get();
    }

    static class Both extends Getter implements ObjectGetter {}

    static Object call(ObjectGetter g) { return g.get(); }

    static class Cell implements Cloneable, Comparable {
        int value;
        Cell(int value) { this.value = value; }
        public int compareTo(Object o) { return value - ((Cell) o).value; }
        public boolean equals(Object o) { return o instanceof Cell && ((Cell) o).value == value; }
        public int hashCode() { return value; }
        public String toString() { return "Cell" + value; }
    }

    public static void main(String[] args) {
        byte b = 1;
        short sh = 2;
        char ch = 'c';
        long l = 3;
        float f = 4;
        System.out.println(m(b) + m(sh) + m(ch) + m(1) + m(l) + m(f) + m(1.0));
        System.out.println(m("s") + m((Object) "s") + m(new int[0]) + m(new long[0]) + m('c' + 1));
        System.out.println(w(1) + w('c') + w(l) + w(f) + w("s"));
        System.out.println(two(1, 2) + two(1, l) + two(l, 1) + two(f, 1));
        System.out.println(c('x') + c('x' + 1) + c(b) + s(b) + s(sh) + s(ch));
        System.out.println(r("s") + r(new StringBuilder()) + r(new Object()) + r(null));
        A a = new B();
        B bb = new C();
        C cc = new C();
        System.out.println(a.who() + " " + a.name() + " " + a.field + " " + ((B) a).field);
        System.out.println(a.over("s") + a.over('c') + bb.over("s") + bb.over(1) + cc.over(1L) + cc.over(1));
        System.out.println(bb.who() + " " + ((B) a).fields() + " " + B.name());
        Shape shape = new Big();
        System.out.println(shape.scaled(3).area() + " " + new Square(3).scaled(2).side);
        Base base = new Square(2);
        System.out.println(base.describe() + " " + base.scaled(5).area() + " " + ((Base) shape).describe());
        System.out.println(shape.scaled(1) == shape);
        System.out.println(call(new Both()) + new Both().get().substring(1));
        Comparable comparable = new Cell(5);
        System.out.println(comparable.compareTo(new Cell(3)) + " " + comparable.equals(new Cell(5)));
        System.out.println(comparable.hashCode() + comparable.toString());
        System.out.println(Square.NAME + base.NAME + Named.NAME.length());
        System.out.println(comparable instanceof Cell && !(shape instanceof Comparable));
        Object o = args;
        System.out.println(o instanceof Object[] && !(o instanceof int[]) && !(null instanceof Object));
    }
}
