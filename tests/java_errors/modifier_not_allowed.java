class T {
    abstract int x;
}
