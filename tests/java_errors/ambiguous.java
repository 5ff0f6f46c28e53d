class T {
    void m(int i, String s, Object o, long l) {
        T2.a(null); } static class T2 { static void a(String s) { } static void a(int[] a) { }
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
