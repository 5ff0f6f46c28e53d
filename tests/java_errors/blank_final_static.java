class T {
    static final int X;
}
