class T {
    void m(int i, String s, Object o, long l) {
        byte b = 128;
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
