class T {
    final int x;
    T() { x = 1; x = 2; }
}
