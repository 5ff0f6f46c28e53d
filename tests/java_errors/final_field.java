class T {
    final int x = 1;
    void m() { x = 2; }
}
