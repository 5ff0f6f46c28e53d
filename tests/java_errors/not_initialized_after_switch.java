class T {
    void m(int i, String s, Object o, long l) {
        int x; switch (i) { case 1: x = 1; break; case 2: x = 2; } f(x);
    }
    int f(int k) { return k; }
    static int inst(int a) { return a; }
    int field;
    void v() {}
}
