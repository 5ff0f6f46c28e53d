class T {
    void m(int i, String s, Object o, long l) {
        final int x; while (i > 0) { x = 1; }
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
