/* Class initialisation: order, laziness, what triggers it and what does not; errors. */
class Initializing {
    static void say(String s) { System.out.println(s); }
    static int told(String s, int v) { say(s); return v; }
    interface Quiet { int A = told("Quiet.A", 1); void m(); }
    interface Loud { int B = told("Loud.B", 2); default void d() { } }
    interface LoudBelow extends Loud { int C = told("LoudBelow.C", 3); }
    interface LouderBelow extends Quiet, LoudBelow { int D = told("LouderBelow.D", 4); default void e() { } }
    static class Base implements Quiet { static { say("Base"); } public void m() { } static int s = 5; static void call() { } }
    static class Derived extends Base implements LouderBelow { static { say("Derived"); } static final int CONST = 6; static final Integer BOX = told("Derived.BOX", 7); static int t = 8; }
    static class Lazy { static { say("Lazy"); } static final String TEXT = "text"; static int f; }
    static class ByArray { static { say("ByArray"); } }
    static class ByCast { static { say("ByCast"); } }
    static class ByLiteral { static { say("ByLiteral"); } }
    static class ByNew { static { say("ByNew"); } { say("instance"); } ByNew() { say("constructor"); } }
    static class ByStatic { static { say("ByStatic"); } static void go() { say("went"); } }
    static class ByReference { static { say("ByReference"); } static void go() { say("referred"); } }
    static class Cycle1 { static int a = 1; static { say("Cycle1 sees " + Cycle2.b); a = 2; } }
    static class Cycle2 { static int b = Cycle1.a + 10; static { say("Cycle2 sees " + Cycle1.a); } }
    static class Fails { static int x = told("Fails", 1) / zero(); static int zero() { return 0; } static final int C = 9; }
    static class BelowFails extends Fails { static { say("never"); } }
    static class FailsError { static { say("FailsError"); if (true) throw new StackOverflowError("own"); } static int x; }
    static void attempt(Runnable r) {
        for (int i = 0; i < 2; i++) try { r.run(); } catch (Throwable t) { say(t + (t.getCause() == null ? "" : " by " + t.getCause())); }
    }
    static class Hot { static int n; static { say("Hot"); n = 1; } }
    static int hot(int i) { return i > 300 ? Hot.n + i : i; }
    public static void main(String[] args) {
        say("start");
        say("" + Derived.CONST);
        say("" + Derived.s);
        say("" + Derived.t);
        say("" + LouderBelow.D);
        say("" + LoudBelow.C);
        say(Lazy.TEXT);
        Object o = new ByArray[3][4];
        say("" + (o instanceof ByCast[]));
        say(((Object) "x" instanceof ByCast) + "");
        say(ByLiteral.class.getName());
        Runnable r = ByReference::go;
        say("before");
        r.run();
        ByStatic.go();
        new ByNew();
        Lazy[] lazies = {null};
        say("" + lazies.length);
        Lazy.f = 3;
        say("" + Cycle1.a + " " + Cycle2.b);
        attempt(() -> say("" + Fails.x));
        attempt(() -> say("" + Fails.C));
        attempt(() -> new BelowFails());
        attempt(() -> say("" + FailsError.x));
        for (int i = 0; i < 2; i++) {
            try {
                say("" + Fails.x);
            } catch (NoClassDefFoundError e) {
                e.printStackTrace(System.out);
            }
        }
        int sum = 0;
        for (int i = 0; i < 400; i++) sum += hot(i);
        say("" + sum);
    }
}
