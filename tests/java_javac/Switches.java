// --enable-preview --release 17
/* Pattern switches through SwitchBootstraps. */
class Switches {
    enum Color { RED, GREEN }
    sealed interface Shape permits Circle, Square { }
    record Circle(int r) implements Shape { }
    record Square(int a) implements Shape { }
    static String kind(Object o) {
        return switch (o) {
            case null -> "nothing";
            case Integer i && i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case String s -> "text " + s;
            case int[] a -> "ints " + a.length;
            case Color c -> "color " + c;
            default -> "other";
        };
    }
    static int area(Shape s) {
        return switch (s) {
            case Circle c -> 3 * c.r() * c.r();
            case Square q -> q.a() * q.a();
        };
    }
    public static void main(String[] args) {
        Object[] all = {null, 5, 50, "x", new int[3], 2.0, Color.GREEN, 'c'};
        for (int round = 0; round < 10; round++)
            for (Object o : all) System.out.println(kind(o));
        for (int round = 0; round < 10; round++)
            System.out.println(area(new Circle(round)) + area(new Square(round)));
        try { System.out.println(area(null)); } catch (NullPointerException e) { System.out.println("npe"); }
    }
}
