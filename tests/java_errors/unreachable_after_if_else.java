class T {
    void m(int i, String s, Object o, long l) {
        if (i > 0) return; else return; v();
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
