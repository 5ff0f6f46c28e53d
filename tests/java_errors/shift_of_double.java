class T {
    void m(int i, String s, Object o, long l) {
        double d = 1.0 << 2;
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
