class T {
    final int x;
    T() { }
}
