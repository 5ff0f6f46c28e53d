class T {
    void m(int i, String s, Object o, long l) {
        int x; try { v(); x = 1; } catch (RuntimeException e) { } f(x);
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
