abstract class Kind { abstract int of(int k); }
class First extends Kind { int of(int k) { return k + 1; } }
class Second extends Kind { int of(int k) { return k * 3; } }
public class Kinds {
    static final Kind first = new First(), second = new Second();
    static int of(Kind kind, int k) { return kind.of(k); }
    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 400000; i++) sum += of(i % 2 == 0 ? first : second, i);
        System.out.println(sum);
    }
}
