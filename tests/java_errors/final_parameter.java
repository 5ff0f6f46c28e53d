class T {
    void m(final int p) { p = 1; }
}
