class T {
    void m(int i, String s, Object o, long l) {
        final int x = 1; x = 2;
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
