class T {
    final int x;
}
