class T {
    final int x;
    T() { int y = x; x = 1; }
}
