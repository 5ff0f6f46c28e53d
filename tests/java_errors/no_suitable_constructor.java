class T {
    void m(int i, String s, Object o, long l) {
        new T2(); } static class T2 { T2(int a) { } T2(String s) { }
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
