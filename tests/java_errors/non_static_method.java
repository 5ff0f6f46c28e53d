class T {
    void f() { }
    static void m() { f(); }
}
