class T {
    void m(int i, String s, Object o, long l) {
        long x = 9223372036854775808L;
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
