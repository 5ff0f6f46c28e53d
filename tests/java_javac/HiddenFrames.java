/* Stack traces leave out hidden classes. */
class HiddenFrames {
    interface F { Object f(Object o); }
    static class Bad { public String toString() { throw new IllegalStateException("bad"); } }
    static Object deep(Object o) { throw new RuntimeException("deep " + o); }
    public static void main(String[] a) {
        F f = o -> { throw new RuntimeException("x"); };
        F g = HiddenFrames::deep;
        
        for (int i = 0; i < 3; i++) {
        try { f.f(1); } catch (RuntimeException e) { for (StackTraceElement s : e.getStackTrace()) System.out.println(s); }
        try { g.f(1); } catch (RuntimeException e) { for (StackTraceElement s : e.getStackTrace()) System.out.println(s); }
        try { System.out.println("a" + new Bad()); } catch (RuntimeException e) { StackTraceElement s = e.getStackTrace()[0]; System.out.println(s);  s = e.getStackTrace()[e.getStackTrace().length - 1];  System.out.println(s); }
        }
    }
}
