class T {
    final int x;
    T(boolean b) { if (b) x = 1; }
}
