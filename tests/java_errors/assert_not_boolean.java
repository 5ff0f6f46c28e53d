class T {
    void m(int i, String s, Object o, long l) {
        assert i;
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
